// How long the evening lasts, and what a jeton is worth in money.
import { html } from "../vendor/preact-htm.module.js";
import { Stepper, Switch } from "../controls.js";
import { CURRENCIES, FIRST, LENGTH, ending, has } from "./draft.js";
import { Option } from "./options.js";

export function Length({ words, draft, base, change, choose }) {
  return html`<section class="part">
    <h2>${words.t("setup.length")}</h2>
    <div class="sheetlike">
      ${base.options
        .filter((option) => option.group === LENGTH)
        .map((option) => html`<${Option} key=${option.name} option=${option} words=${words} options=${draft.options} choose=${choose} />`)}
      ${has(base, "end")
        ? null
        : html`<div class="option" data-option="until"><div class="values" role="radiogroup" aria-label=${words.t("setup.length")}>
            ${["open", "rounds", "time"].map((until) => html`<button key=${until} role="radio" aria-checked=${until === draft.until} data-value=${until} class=${until === draft.until ? "chosen" : ""} onClick=${() => change({ until })}>${words.t(`setup.until.${until}`)}</button>`)}
          </div></div>`}
      ${ending(base, draft) === "rounds" && !has(base, "rounds")
        ? html`<${Stepper} id="rounds" words=${words} title=${words.count("setup.rounds", draft.rounds)} value=${draft.rounds} least=${1} most=${99} set=${(rounds) => change({ rounds })} />`
        : null}
      ${ending(base, draft) === "time"
        ? html`<${Stepper} id="minutes" words=${words} title=${words.count("setup.minutes", draft.minutes)} value=${draft.minutes} least=${10} most=${600} by=${10} set=${(minutes) => change({ minutes })} />`
        : null}
      <${Switch}
        id="money"
        on=${Boolean(draft.money)}
        set=${(on) => change({ money: on ? { cents: FIRST.cents, currency: CURRENCIES[0] } : null })}
        title=${words.t("setup.money")}
      />
      ${draft.money
        ? html`<${Stepper}
              id="cents"
              words=${words}
              title=${`${words.t("setup.jeton")} ${words.money(draft.money)}`}
              value=${draft.money.cents}
              least=${1}
              most=${10000}
              set=${(cents) => change({ money: { ...draft.money, cents } })}
            />
            <div class="names">
              ${CURRENCIES.map(
                (currency) => html`<button key=${currency} class=${currency === draft.money.currency ? "chosen" : ""} aria-pressed=${currency === draft.money.currency} onClick=${() => change({ money: { ...draft.money, currency } })}>
                  ${currency}
                </button>`,
              )}
            </div>`
        : null}
    </div>
  </section>`;
}
