// Debts that last («ardoise»): who owes whom after all evenings; a tap settles one.
import { html } from "../vendor/preact-htm.module.js";
import { Switch } from "../controls.js";

const sum = ({ amount, unit }, words) => (unit === "chips" ? words.chips(amount) : words.money({ cents: amount, currency: unit }));

// slate: {kept, debts [{from, to, amount, unit}]}; send({keep} or {settle}): null where this phone may not.
export function Slate({ slate, words, send, choose }) {
  if (!slate || (!slate.kept && !slate.debts.length && !choose)) return null;
  return html`<section class="slate" id="slate">
    <h2>${words.t("slate.title")}</h2>
    ${choose ? html`<${Switch} id="keep-slate" on=${slate.kept} set=${(keep) => send({ keep })} title=${html`${words.t("slate.keep")}<small>${words.t("slate.what")}</small>`} />` : null}
    ${slate.debts.length
      ? html`<ul class="pays">
          ${slate.debts.map(
            (debt) => html`<li key=${`${debt.from} ${debt.to} ${debt.unit}`}>
              <span class="who"><b>${debt.from}</b><i aria-hidden="true">→</i><b>${debt.to}</b></span><span class="sum">${sum(debt, words)}</span>
              ${send ? html`<button class="paid" data-settle=${`${debt.from} ${debt.to}`} onClick=${() => send({ settle: debt })}>${words.t("slate.settle")}</button>` : null}
            </li>`,
          )}
        </ul>`
      : slate.kept
        ? html`<p class="hint">${words.t("slate.none")}</p>`
        : null}
  </section>`;
}
