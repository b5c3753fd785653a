// «Revoir»: the seconds round an event as the camera saw them, hands illegible, on a phone and on televisions.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { useBlob } from "../before/check.js";
import { SIGN } from "../cards.js";
import { useEscape } from "../controls.js";
import { useAgain } from "../line/again.js";
import { isolated } from "../words.js";

const SLOW = 0.4; // of the speed at which it happened
const HOLD = 1500; // ms that the last picture stays
const NOW = 0; // in an event's place: the table as it is now
const NOW_EVERY = 1500; // ms between two pictures of it
const NOW_STAYS = 20000;

// The pictures of a scene: [{t, source}], or why there are none.
async function scene(seq, connection) {
  const answer = await connection.ask(`replay/${seq}`);
  if (!answer) return "unsent";
  if (!answer.ok) return answer.status === 429 ? "replay.often" : "replay.gone";
  return answer.said.pictures.map(({ t, jpeg }) => {
    const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
    return { t, source: URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" })) };
  });
}

// What is shown of a scene: its pictures in their own time, `speed` times as fast; done() after the last.
function useScene(seq, connection, done) {
  const [found, setFound] = useState(null);
  const [run, setRun] = useState({ speed: 1, number: 0 });
  const [at, setAt] = useState(0);
  useEffect(() => {
    let here = true;
    let pictures = [];
    scene(seq, connection).then((got) => {
      if (Array.isArray(got)) pictures = got;
      if (here) setFound(got);
      else pictures.forEach(({ source }) => URL.revokeObjectURL(source));
    });
    return () => {
      here = false;
      pictures.forEach(({ source }) => URL.revokeObjectURL(source));
    };
  }, [seq]);
  const pictures = Array.isArray(found) ? found : [];
  useEffect(() => {
    if (!pictures.length) return undefined;
    let clock;
    const show = (n) => {
      setAt(n);
      const last = n === pictures.length - 1;
      const wait = last ? HOLD : (1000 * (pictures[n + 1].t - pictures[n].t)) / run.speed;
      clock = setTimeout(() => (last ? done && done(run) : show(n + 1)), wait);
    };
    show(0);
    return () => clearTimeout(clock);
  }, [found, run]);
  const play = (speed) => setRun({ speed, number: run.number + 1 });
  return { why: typeof found === "string" ? found : "", pictures, at, play, speed: run.speed };
}

// A button that opens the scene of an event where it stands.
export function SeeAgain({ seq, connection, words, may, me, say, replay }) {
  const [open, setOpen] = useState(false);
  if (!replay || replay.since === null) return null;
  if (!open) return html`<button class="wide quiet see-again" data-event=${seq} onClick=${() => setOpen(true)}>▶ ${words.t("replay.again")}</button>`;
  return html`<${Scene} seq=${seq} connection=${connection} words=${words} sends=${may.host || me} say=${say} />`;
}

function Scene({ seq, connection, words, sends, say }) {
  const { why, pictures, at, play } = useScene(seq, connection);
  const [near, setNear] = useState(null); // what part of the picture was tapped to be seen larger, 0 to 1
  const frame = useRef(null);
  useEffect(() => {
    const box = frame.current;
    if (box && near) box.scrollTo(near.x * box.scrollWidth - box.clientWidth / 2, near.y * box.scrollHeight - box.clientHeight / 2);
  }, [near]);
  const look = ({ offsetX, offsetY, currentTarget }) =>
    setNear(near ? null : { x: offsetX / currentTarget.clientWidth, y: offsetY / currentTarget.clientHeight });
  if (why) return html`<p class="hint" role="status">${words.t(why)}</p>`;
  const send = async () => {
    const answer = await connection.post("replay", { event: seq });
    say(words.t(answer.error ? (answer.error === "network" ? "unsent" : "replay.gone") : "replay.sent"));
  };
  return html`<figure class="scene" role="group" aria-label=${words.t("replay.title")}>
    <div class=${`scene-frame ${near ? "large" : ""}`} ref=${frame} onClick=${look}>
      ${pictures.length ? html`<img src=${pictures[at].source} alt="" />` : null}
    </div>
    <progress max=${Math.max(1, pictures.length - 1)} value=${at} aria-hidden="true"></progress>
    <div class="scene-buttons">
      <button data-replay="again" onClick=${() => play(1)}>↻ ${words.t("replay.once_more")}</button>
      <button data-replay="slow" onClick=${() => play(SLOW)}>${words.t("replay.slow")}</button>
      ${sends ? html`<button data-replay="television" onClick=${send}>${words.t("replay.on_television")}</button>` : null}
    </div>
    <figcaption class="hint">${words.t("replay.masked")}</figcaption>
  </figure>`;
}

// On a television: what somebody wants all to see again, once as it was and once slowly.
// `own`: the round that somebody at the television itself wants to see again.
export function OnTelevision({ replay, view, words, connection, own, close }) {
  const [shown, setShown] = useState(null);
  const before = useRef(undefined);
  const number = replay && replay.shown ? replay.shown.number : null;
  useEffect(() => {
    if (before.current !== undefined && number !== null && number !== before.current) setShown(replay.shown);
    before.current = number;
  }, [number]);
  const round = shown && shown.round ? shown : own;
  if (round) return html`<${RoundAgain} shown=${{ step: 0, ...round }} view=${view} words=${words} connection=${connection} close=${() => (shown ? setShown(null) : close())} />`;
  if (!shown) return null;
  if (shown.seq === NOW) return html`<${TableNow} key=${shown.number} words=${words} connection=${connection} close=${() => setShown(null)} />`;
  return html`<${Stage} key=${shown.number} seq=${shown.seq} view=${view} words=${words} connection=${connection} close=${() => setShown(null)} />`;
}

// A round once more, step by step: fetched by those that show it.
function RoundAgain(given) {
  const [Shown, show] = useState(null);
  useEffect(() => {
    import("./round.js").then((found) => show(() => found.RoundStage), given.close);
  }, []);
  return Shown ? html`<${Shown} ...${given} />` : null;
}

// The table as the camera sees it, with what is read in it outlined: for a while, or until somebody taps.
function TableNow({ words, connection, close }) {
  const [seen, setSeen] = useState(null);
  useAgain(NOW_EVERY, () => connection.get(`replay/${NOW}`), (found) => found && setSeen(found.pictures[0]));
  useEffect(() => {
    const later = setTimeout(close, NOW_STAYS);
    return () => clearTimeout(later);
  }, []);
  return html`<div class="scene-stage" id="table-now" role="dialog" aria-label=${words.t("replay.now")} onClick=${close}>
    <header><b>${words.t("replay.now")}</b><span>${words.t("replay.masked")}</span></header>
    ${seen ? html`<${Outlined} seen=${seen} words=${words} />` : null}
  </div>`;
}

// A picture with outlines over it: `draw({outline, at, width, height})` draws them, of corners that are shares of its sides.
export function Pictured({ jpeg, label, name, size, draw }) {
  const source = useBlob(jpeg);
  const [[width, height], setSize] = useState(size);
  const at = ([x, y]) => [x * width, y * height];
  const outline = (corners) => html`<polygon points=${corners.map((corner) => at(corner).join(",")).join(" ")} />`;
  return html`<div class=${name}>
    <img src=${source} alt="" onLoad=${({ target }) => setSize([target.naturalWidth, target.naturalHeight])} />
    <svg viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>${draw({ outline, at, width, height })}</svg>
  </div>`;
}

function Outlined({ seen, words }) {
  const draw = ({ outline, at, width }) =>
    seen.cards.map(({ card, corners }) => {
      const [x, y] = at(corners[0]);
      return html`<g key=${card}>${outline(corners)}<text x=${x} y=${y - width / 160} font-size=${width / 45}>${words.index(card)}${SIGN[card[1]]}</text></g>`;
    });
  return html`<${Pictured} jpeg=${seen.jpeg} name="outlined" size=${[16, 9]} label=${seen.cards.map(({ card }) => words.card(card)).join(", ")} draw=${draw} />`;
}

function Stage({ seq, view, words, connection, close }) {
  const { why, pictures, at, play, speed } = useScene(seq, connection, (run) => (run.speed === 1 ? play(SLOW) : close()));
  useEffect(() => {
    if (why) close();
  }, [why]);
  useEscape(close);
  const laid = view.cards.find((card) => card.seq === seq);
  if (!pictures.length) return null;
  return html`<div class="scene-stage" id="scene-stage" role="dialog" aria-label=${words.t("replay.title")} onClick=${close}>
    <header>
      <b>↻ ${words.t("replay.title")}${speed < 1 ? ` · ${words.t("replay.slow")}` : ""}</b>
      ${laid ? html`<span>${isolated(laid.player)} · ${words.card(laid.card)}</span>` : null}
    </header>
    <img src=${pictures[at].source} alt="" />
    <progress max=${Math.max(1, pictures.length - 1)} value=${at} aria-hidden="true"></progress>
  </div>`;
}
