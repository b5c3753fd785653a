// The demo: the simulated table beside the page, with what is read in it outlined, and its own bar: let it stand still or run,
// see it again, see another, and then play for real.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { SIGN } from "../cards.js";
import { begin, companion } from "../companion.js";
import { styled } from "../controls.js";
import { useAgain } from "../line/again.js";
import { Pictured, SeeAgain } from "../replay/replay.js";

const SEEDS = 100000; // as many evenings as `nainjaune demo --chance` knows
const SPEEDS = [1, 2, 4];
const EVERY = 250; // ms between two pictures
const TOLD = 5; // cards for which a forgotten call stays in sight

styled(new URL("demo.css", import.meta.url).href);

// over: nothing more comes, whether the round was read to its end or not.
export function DemoBar(shared) {
  const { words, connection, paused, over } = shared;
  const [demo, setDemo] = useState(null);
  const [speed, setSpeed] = useState(1);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    companion().then((found) => {
      if (!found || !found.on || !found.on.demo) return;
      setDemo(found.on.demo);
      setSpeed(found.on.demo.speed || 1);
    });
  }, []);
  if (!demo) return null;
  const play = async (seed) => {
    setBusy(true);
    connection.hangUp(); // this evening ends, and its refusal must not take the next one's pass away
    if (await begin({ what: "demo", lang: words.language, seed })) connection.open();
    setBusy(false);
  };
  const hurry = async (to) => {
    if (await companion("/speed", { speed: to })) setSpeed(to);
  };
  return html`<section class=${`demo-bar ${over ? "over" : ""}`} id="demo" aria-label=${words.t("demo.title")}>
    ${over ? html`<a class="call" id="for-real" href="/start/"><span>${words.t("demo.for_real")}</span></a>` : null}
    <${Table} ...${shared} />
    <p><b>${words.t("demo.title")}</b> <small>${words.t("demo.seed", { n: demo.seed })}</small></p>
    ${over ? null : html`<div class="names speeds" role="group" aria-label=${words.t("demo.speed")}>
      <button id="demo-pause" aria-pressed=${paused} onClick=${() => companion("/pause", { on: !paused })}>${words.t(paused ? "demo.go" : "demo.pause")}</button>
      ${SPEEDS.map((each) => html`<button key=${each} data-speed=${each} class=${each === speed ? "chosen" : ""} aria-pressed=${each === speed} onClick=${() => hurry(each)}>×${each}</button>`)}
    </div>`}
    <div class="names">
      <button id="demo-again" disabled=${busy} onClick=${() => play(demo.seed)}>${words.t("demo.again")}</button>
      <button id="demo-other" disabled=${busy} onClick=${() => play(Math.floor(Math.random() * SEEDS))}>${words.t("demo.other")}</button>
    </div>
  </section>`;
}

// The call that was forgotten last, as long as it is news: {player, card, chips}.
function news(view) {
  const last = view.missed[view.missed.length - 1];
  if (!last) return null;
  const since = view.cards.length - 1 - view.cards.findIndex(({ card }) => card === last.card);
  return since <= TOLD ? last : null;
}

// The table as the camera sees it, each box with its chips, the card laid last; a forgotten call is what all this is about.
function Table(shared) {
  const { view, words } = shared;
  const [seen, setSeen] = useState(null);
  const last = useRef(null); // the card laid last, where it was seen to lie: an arm may be over it now
  useAgain(EVERY, () => companion("/table"), (found) => found && !found.error && setSeen(found));
  if (!seen) return null;
  const laid = view.cards[view.cards.length - 1];
  if (seen.last) last.current = seen.last;
  const card = laid && last.current && last.current.card === laid.card ? last.current : null;
  const forgotten = news(view);
  return html`<figure class="demo-table" id="demo-table">
    <${Seen} seen=${seen} card=${card} laid=${laid} forgotten=${forgotten} view=${view} words=${words} />
    ${forgotten ? html`<${Forgotten} key=${forgotten.card} ...${shared} forgotten=${forgotten} />` : null}
    <figcaption>${words.t("demo.table")}${laid ? html` · <b>${words.t("demo.read", { card: words.short(laid.card), name: laid.player })}</b>` : null}</figcaption>
  </figure>`;
}

function Seen({ seen, card, laid, forgotten, view, words }) {
  const draw = ({ outline, at, height }) => {
    // What is written above an outline.
    const told = (corners, text) => {
      const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => at(corner)[axis]));
      return html`<text x=${xs.reduce((sum, x) => sum + x) / 4} y=${Math.min(...ys) - height / 90} font-size=${height / 20}>${text}</text>`;
    };
    return html`${seen.boxes.map(({ card: box, corners }) => html`<g key=${box} class=${forgotten && forgotten.card === box ? "forgotten" : "box"}>${outline(corners)}${told(corners, String(view.boxes[box] ?? ""))}</g>`)}
      ${card ? html`<g class="last" key=${card.card}>${outline(card.corners)}${told(card.corners, `${words.index(laid.card)}${SIGN[laid.card[1]]}`)}</g>` : null}`;
  };
  return html`<${Pictured} jpeg=${seen.jpeg} name="seen" size=${[960, 540]} label=${words.t("demo.table")} draw=${draw} />`;
}

function Forgotten({ forgotten, view, words, connection, may, me, say, replay }) {
  const { player, card, chips } = forgotten;
  const laid = view.cards.find((each) => each.card === card);
  return html`<div class="high" role="status" id="demo-high">
    <b>${words.t("stage.forgot", { name: player, card })}</b>
    <span>${chips ? words.t("stage.keeps", { n: words.chips(chips) }) : words.t("stage.keeps_none")}</span>
    ${laid && laid.picture ? html`<${SeeAgain} seq=${laid.picture} connection=${connection} words=${words} may=${may} me=${me} say=${say} replay=${replay} />` : null}
  </div>`;
}
