// «sans 7»: who did not go on, the newest first, and who did in his place.
import { html } from "../vendor/preact-htm.module.js";

const SHOWN = 5;
const MANY = 5; // players beside whom there is less room
const FEW = 2;

export function Stops({ view, words }) {
  if (!view.stops.length) return null;
  const colour = Object.fromEntries(view.players.map((player) => [player.name, player.colour]));
  const dot = (name) => html`<i class=${`dot of-${colour[name]}`} aria-hidden="true"></i>`;
  const first = Math.max(0, view.stops.length - (view.players.length > MANY ? FEW : SHOWN));
  return html`<ol class="stops" id="stops" aria-label=${words.t("stage.stops")}>
    ${view.stops
      .slice(first)
      .map(
        ({ player, rank, by }, i) => html`<li key=${first + i}>
          ${dot(player)}<b>${words.t("voice.sans", { rank: words.count("ranks", rank) })}</b>
          <small>${by ? html`<i aria-hidden="true">→</i> ${dot(by)}${by}` : words.t("stage.sans_all")}</small>
        </li>`,
      )
      .reverse()}
  </ol>`;
}
