// The evening's first three, on their steps.
import { html } from "../vendor/preact-htm.module.js";
import { signed } from "../words.js";

const STEPS = [2, 1, 3]; // as a podium stands, from the left

export function Podium({ evening, players, words }) {
  if (evening.standings.every(({ won }) => won === evening.standings[0].won)) return null; // nobody has won anything
  const best = evening.standings.filter((line) => line.place <= 3).slice(0, 4);
  const across = STEPS.flatMap((place) => best.filter((line) => line.place === place));
  const colour = Object.fromEntries(players.map((player) => [player.name, player.colour]));
  return html`<ol class="podium" id="podium" aria-label=${words.t("stage.podium")}>
    ${best.map(
      (line) => html`<li key=${line.name} class=${`step-${line.place} his-${colour[line.name]}`} data-place=${line.place} style=${{ order: across.indexOf(line) }}>
        <b class="name">${line.name}</b>
        <span class="step"><b>${line.place}</b><span>${evening.stock ? words.chips(line.chips) : signed(line.won)}${line.money ? html`<small>${words.money(line.money)}</small>` : null}</span></span>
      </li>`,
    )}
  </ol>`;
}
