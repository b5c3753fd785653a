// Before the first card: what everybody puts into the boxes, who has, and who begins where the rules leave it open.
import { html } from "../vendor/preact-htm.module.js";
import { lot } from "../before/draw.js";

// Whether all antes lie there, as the camera counts or as everybody has ticked.
export const antesPut = ({ antes_right: counted, stakes, placed }) => counted || (stakes.length > 0 && stakes.every(({ players }) => players.every((name) => placed.includes(name))));

// «Chacun met 1 au 10, 2 au valet …»
export function stakesSaid({ players, boxes, kind }, view, words) {
  const who = players.length === view.players.length ? words.t("stakes.everyone") : words.t("stakes.some", { names: words.listed(players) });
  const put = Object.entries(boxes).map(([card, n]) => words.t(words.has(`stakes.at.${card}`) ? `stakes.at.${card}` : "stakes.at.n", { n, card }));
  return `${who} ${put.join(", ")}${kind === "jeton" ? "" : ` (${words.t(`stakes.kind.${kind}`)})`}`;
}

// One line; without a camera with a tick for everybody who has put his.
export function Stakes({ view, words, may, tap, tapped }) {
  if (!view.stakes.length || view.cards.length) return null;
  const payers = view.stakes.flatMap(({ players }) => players);
  const put = (name) => view.placed.includes(name);
  return html`<section class="stakes" id="stakes" aria-label=${words.t("stakes.title")}>
    ${view.stakes.map((stake) => html`<p key=${stake.players[0]}>${stakesSaid(stake, view, words)}</p>`)}
    ${tapped
      ? html`<div class="names ticks" id="ticks" role="group" aria-label=${words.t("stakes.put")}>
          ${payers.map((name) => {
            const done = put(name);
            return html`<button key=${name} data-put=${name} aria-pressed=${done} aria-label=${words.t("stakes.has_put", { name })} disabled=${!may.enter(name)} class=${done ? "chosen" : ""} onClick=${() => tap({ tap: "note", what: "ante", player: name, remove: done })}>
              <span aria-hidden="true">${done ? "✓ " : ""}${name}</span>
            </button>`;
          })}
        </div>`
      : null}
  </section>`;
}

// Who lays the first card, where any player may.
export function Leading({ view, words, me, may, tap }) {
  if (!view.asks_lead || !(may.host || me)) return null;
  const leads = (player) => tap({ tap: "note", what: "leads", player }, words.t("leading.drawn", { name: player }));
  const names = view.players.map(({ name }) => name);
  return html`<section class="asked" id="leading" role="group" aria-label=${words.t("leading.who")}>
    <p class="ask">${words.t("leading.who")}</p>
    <div class="names">
      <button id="draw-lead" class="draw" onClick=${() => leads(names[lot(names.length)])}>⚄ ${words.t("leading.draw")}</button>
      ${names.map((name) => html`<button key=${name} data-leads=${name} class=${name === view.leader ? "chosen" : ""} aria-pressed=${name === view.leader} onClick=${() => leads(name)}>${name}</button>`)}
    </div>
  </section>`;
}
