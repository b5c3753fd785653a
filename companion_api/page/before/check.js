// The camera check: the live still with what was found drawn on it, what to change, and places to tap.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { useAgain } from "../line/again.js";

const EVERY = 2500; // ms between two stills
const CORNERS = ["KH", "QS", "JC", "TD"]; // in the order in which a table file names them
const VERDICTS = { good: "✓", poor: "!", bad: "✕" };

const points = (quad) => quad.map((corner) => corner.join(",")).join(" ");
const middle = (quad) => [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis], 0) / quad.length);

// Before an evening, and in the middle of one (`playing`): then only the board is placed anew.
export function CameraCheck({ words, connection, players, tell, say, playing, close }) {
  const [on, setOn] = useState(Boolean(playing));
  const [moved, setMoved] = useState(null); // what people say they moved
  const [asked, setAsked] = useState(false);
  const [seen, setSeen] = useState(null);
  const [trouble, setTrouble] = useState("");
  const [taps, setTaps] = useState(null); // places tapped so far: the board's corners, then seats

  const take = (found) => {
    setTrouble(found && !found.error ? "" : words.t("check.no_picture"));
    if (found && !found.error) setSeen(found);
  };
  useAgain(EVERY, () => connection.check(), take, on && !taps);

  const steps = [...CORNERS, ...players];
  const save = async (all) => {
    if (playing) {
      if (await tell("places", { size: seen.size, board: all, moved })) say(words.t("check.kept"));
      setTaps(null);
      return;
    }
    const seats = Object.fromEntries(players.map((name, i) => [name, all[CORNERS.length + i]]).filter(([, seat]) => seat));
    if (await tell("places", { size: seen.size, board: all.slice(0, CORNERS.length), seats })) say(words.t("check.kept"));
    setTaps(null);
  };
  const tapped = (event) => {
    if (!taps) return;
    const frame = event.currentTarget.getBoundingClientRect();
    const place = [
      Math.round(((event.clientX - frame.left) / frame.width) * seen.size[0]),
      Math.round(((event.clientY - frame.top) / frame.height) * seen.size[1]),
    ];
    const all = [...taps, place];
    if (all.length < steps.length) setTaps(all);
    else save(all);
  };

  const place = (what) => {
    setAsked(false);
    setMoved(what);
    setTaps([]);
  };

  return html`<section class="part" id="camera-check">
    ${playing ? null : html`<h2>${words.t("check.title")}</h2>`}
    ${on
      ? html`${trouble ? html`<p class="told-alert" role="alert">${trouble}</p>` : null}
          ${seen ? html`<${Still} seen=${seen} taps=${taps} tapped=${tapped} words=${words} />` : html`<p class="hint">${words.t("check.looking")}</p>`}
          ${taps
            ? html`<p class="ask" id="check-step" aria-live="polite">
                  ${taps.length < CORNERS.length
                    ? words.t("check.corner", { card: CORNERS[taps.length] })
                    : words.t("check.seat", { name: steps[taps.length] })}
                </p>
                <div class="two">
                  <button onClick=${() => setTaps(taps.length ? taps.slice(0, -1) : null)}>${words.t("undo")}</button>
                  <button class="sure" disabled=${taps.length < CORNERS.length} onClick=${() => save(taps)}>${words.t("check.enough")}</button>
                </div>`
            : seen
              ? html`<ul class="findings" id="findings">
                    ${seen.findings.map(
                      (each) => html`<li key=${each.check + each.text.fr} class=${each.verdict} data-check=${each.check}>
                        <i aria-label=${words.t(`check.verdict.${each.verdict}`)}>${VERDICTS[each.verdict]}</i><span>${words.said(each.text)}</span>
                      </li>`,
                    )}
                  </ul>
                  ${playing ? html`<p class="hint">${words.t("check.believed")}</p>` : null}
                  ${asked
                    ? html`<p class="ask">${words.t("check.moved")}</p>
                        <div class="two">
                          ${["camera", "board"].map((what) => html`<button key=${what} data-moved=${what} onClick=${() => place(what)}>${words.t(`check.moved_${what}`)}</button>`)}
                        </div>`
                    : html`<div class="two">
                        <button id="place-board" onClick=${() => (playing ? setAsked(true) : place(null))}>${words.t("check.place")}</button>
                        <button onClick=${() => (playing ? close() : setOn(false))}>${words.t("close")}</button>
                      </div>`}
                  ${playing || Object.keys(seen.seats).length || seen.board === null
                    ? null
                    : html`<p class="hint">${words.t("check.found")}</p>`}`
              : null}`
      : html`<button class="enter" id="check" onClick=${() => setOn(true)}>${words.t("check.start")}<small>${words.t("check.what")}</small></button>`}
  </section>`;
}

// The still with board, boxes and seats on it; while places are told, those.
function Still({ seen, taps, tapped, words }) {
  const [width, height] = seen.size;
  const dot = width / 60;
  return html`<${Photo} seen=${seen} id="still" aim=${Boolean(taps)} tapped=${tapped} label=${words.t("check.picture")}>
    ${taps
      ? taps.map(([x, y], i) => html`<g key=${i} class="tap"><circle cx=${x} cy=${y} r=${dot} /><text x=${x} y=${y - dot * 1.4} font-size=${dot * 2}>${i + 1}</text></g>`)
      : html`${seen.board ? html`<polygon class="board" points=${points(seen.board)} />` : null}
          ${Object.keys(seen.boxes).map((card) => {
            const [x, y] = middle(seen.boxes[card]);
            return html`<g key=${card} class="box"><polygon points=${points(seen.boxes[card])} /><text x=${x} y=${y} font-size=${dot * 1.6}>${words.index(card)}</text></g>`;
          })}
          ${Object.entries(seen.seats).map(
            ([name, [x, y]]) => html`<g key=${name} class="seat">
              <circle cx=${Math.min(width, Math.max(0, x))} cy=${Math.min(height, Math.max(0, y))} r=${dot} />
              <text x=${Math.min(width * 0.94, Math.max(width * 0.06, x))} y=${Math.min(height - dot, Math.max(dot * 3, y - dot * 1.5))} font-size=${dot * 1.8}>${name}</text>
            </g>`,
          )}`}
  <//>`;
}

// A picture from the table's computer (`seen`: size, jpeg) with what is drawn on it in its pixels;
// `around` a place in it ({center, size}): only that.
export function Photo({ seen, around, id, aim, tapped, label, children }) {
  const [width, height] = seen.size;
  const half = around && around.size * 1.1;
  const frame = around ? [around.center[0] - half, around.center[1] - half, 2 * half, 2 * half] : [0, 0, width, height];
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${`still ${aim ? "aim" : ""}`} id=${id} viewBox=${frame.join(" ")} ...${named} onClick=${tapped}>
    <image href=${useBlob(seen.jpeg)} width=${width} height=${height} />
    ${children}
  </svg>`;
}

export function useBlob(base64) {
  const [source, setSource] = useState("");
  useEffect(() => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [base64]);
  return source;
}
