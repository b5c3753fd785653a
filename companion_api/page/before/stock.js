// With which chips: how many each gets, what an earlier evening left, and one’s own.
import { html } from "../vendor/preact-htm.module.js";
import { Lying, Pieces } from "../cards.js";
import { Stepper, Switch } from "../controls.js";
import { each, fits, held, holds, kinds, seated, worths } from "./draft.js";
import { Chips } from "./lesson.js";
import { isolated } from "../words.js";

export function Stock({ words, connection, offer, draft, base, change, told }) {
  const value = worths(draft, offer, base);
  const keeps = holds(draft);
  const sits = keeps ? Object.entries(held({ ...draft, players: seated(draft) }, offer, base)) : [];
  return html`<section class="part">
    <h2>${words.t("setup.chips")}</h2>
    <div class="sheetlike">
      ${draft.counted && draft.held
        ? html`<${Switch} id="held" on=${keeps} set=${(on) => change({ anew: !on })} title=${html`${words.t("setup.held")}${keeps ? html`<small id="held-each">${sits.map(([name, chips]) => `${isolated(name)}\u00a0${chips}`).join(" · ")}</small>` : null}`} />`
        : null}
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
        ? html`<p class="hint" id="stock-each">${words.t(keeps ? "setup.each_new" : "setup.each", {
            n: words.chips(each(draft, offer, base)),
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
