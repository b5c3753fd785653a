// With which chips: how many each gets, what an earlier evening left, and one’s own.
import { html } from "../vendor/preact-htm.module.js";
import { Lying, Pieces } from "../cards.js";
import { Stepper, Switch } from "../controls.js";
import { fits, kinds, valueOf } from "./draft.js";
import { Chips } from "./lesson.js";

export function Stock({ words, connection, offer, draft, base, change, told }) {
  const value = { ...offer.chips, fiche: Number(valueOf(base, draft.options, "fiche") || offer.chips.fiche) };
  return html`<section class="part">
    <h2>${words.t("setup.chips")}</h2>
    <div class="sheetlike">
      ${draft.counted
        ? kinds(draft).map(
            (kind) => html`<${Stepper}
              key=${kind}
              id=${`stock-${kind}`}
              words=${words}
              title=${html`<${Pieces} pieces=${{ [kind]: 1 }} /> ${words.count(`pieces.${kind}`, draft.stock[kind])}`}
              note=${words.t("setup.worth", { n: value[kind] })}
              value=${draft.stock[kind]}
              least=${0}
              most=${200}
              set=${(n) => change({ stock: { ...draft.stock, [kind]: n } })}
            />`,
          )
        : null}
      ${draft.counted
        ? html`<p class="hint" id="stock-each">${words.t("setup.each", {
            n: words.chips(kinds(draft).reduce((sum, kind) => sum + draft.stock[kind] * value[kind], 0)),
          })}</p>`
        : null}
      <${Switch} id="uncounted" on=${!draft.counted} set=${(on) => change({ counted: !on })} title=${words.t("setup.uncounted")} />
      ${fits(offer, base)
        ? html`<${Switch} id="carried" on=${draft.carried} set=${(on) => change({ carried: on })} title=${words.t("setup.carried", { chips: words.chips(offer.left.chips) })} />
            ${draft.carried ? html`<${Lying} boxes=${offer.left.boxes} words=${words} />` : null}`
        : null}
    </div>
    ${offer.sees && base.board.length ? html`<${Chips} words=${words} connection=${connection} chips=${draft.kinds} choose=${(learnt) => change({ kinds: learnt })} told=${told} />` : null}
  </section>`;
}
