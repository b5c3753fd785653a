// What the camera does not see or did not see for certain, said at once and large, with its picture.
import { html } from "../vendor/preact-htm.module.js";
import { Evidence, Proof } from "../cards.js";

const LARGE = ["board_unseen", "mirrored"];

// Alerts without which nothing that follows can be understood; the newest of them. That cards lay there
// before is one until the next card has been told.
export function largeAlert(view) {
  const told = Math.max(0, ...view.cards.map((card) => card.seq));
  const large = (alert) => LARGE.includes(alert.kind) || (alert.kind === "came_late" && alert.seq > told);
  return [...view.alerts].reverse().find(large);
}

export function Unsighted({ view, words, connection, children }) {
  const alert = largeAlert(view);
  if (!alert) return null;
  return html`<section class="unsighted" id="unsighted" role="alert">
    <h2>${words.alert(alert)}</h2>
    <p>${words.sentence(alert.why)}</p>
    ${alert.picture ? html`<${Evidence} key=${alert.picture} seq=${alert.picture} connection=${connection} alt=${words.alert(alert)} />` : null}
    ${children}
  </section>`;
}

// What a settlement rests on that was inferred, and what to show or to say so that it is certain.
export function Provisional({ round, words, connection }) {
  if (!round.incomplete.length) return null;
  return html`<section class="unsighted" id="provisional" role="alert">
    <h2>${words.t("told.provisional")}</h2>
    <ul>
      ${round.incomplete.map(
        (item, i) => html`<li key=${i}>
          <p><b>${words.said(item.text)}</b> ${words.said(item.show)}</p>
          ${item.picture && connection ? html`<${Proof} key=${item.picture} seq=${item.picture} connection=${connection} words=${words} what=${words.said(item.text)} />` : null}
        </li>`,
      )}
    </ul>
  </section>`;
}
