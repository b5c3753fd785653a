// A strict table, or a kind one that asks for a forgotten call while it still counts.
import { html } from "../vendor/preact-htm.module.js";
import { Stepper } from "../controls.js";
import { FIRST } from "./draft.js";

export function Reminder({ words, seconds, set }) {
  const written = new Intl.NumberFormat(words.language).format(seconds || FIRST.reminder);
  return html`<section class="part" id="reminder">
    <h2>${words.t("forgotten.title")}</h2>
    <div class="sheetlike">
      <div class="values" role="radiogroup" aria-label=${words.t("forgotten.title")}>
        ${["strict", "kind"].map((table) => {
          const on = (table === "kind") === Boolean(seconds);
          return html`<button key=${table} role="radio" aria-checked=${on} data-table=${table} class=${on ? "chosen" : ""} onClick=${() => set(table === "kind" ? FIRST.reminder : null)}>
            ${words.t(`forgotten.${table}`)}<small>${words.t(`forgotten.${table}_what`)}</small>
          </button>`;
        })}
      </div>
      ${seconds
        ? html`<${Stepper} id="reminder-seconds" words=${words} title=${words.t("forgotten.after", { n: written })} shown=${written} value=${seconds} least=${1.5} most=${5} by=${0.5} set=${set} />`
        : null}
    </div>
  </section>`;
}
