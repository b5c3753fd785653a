// Nap on the television: large, from afar, nothing to touch.
import { html } from "../vendor/preact-htm.module.js";
import { Pieces } from "../cards.js";
import { ChangeBack, Sum } from "../table/evening.js";
import { bidName, dealtSaid, headline } from "./said.js";
import { ending } from "./settlement.js";
import { Contract, Trick } from "./table.js";

const FEW = 6; // hand-overs that stand one below the other

export function Play({ view, words }) {
  const { deal } = view;
  const [title, more] = headline(view, words);
  return html`<div class="tv-main">
    <section class="felt nap" aria-live="polite">
      <h1 class="wanted" id="wanted">${title}</h1>
      ${more ? html`<p class="or">${more}</p>` : null}
      ${deal && !deal.bids.length ? html`<p class="or" id="dealt">${dealtSaid(deal, view.dealer, words)}</p>` : null}
      ${deal && deal.step === "playing" ? html`<${Trick} view=${view} words=${words} size="big" /><${Contract} deal=${deal} view=${view} words=${words} far />` : null}
    </section>
    ${deal && deal.step !== "playing" && deal.bids.length
      ? html`<ul class="said-bids" id="bids">${deal.bids.map((bid) => html`<li key=${bid.seq} class=${bid.bid === "pass" ? "passed" : ""}><span>${bid.player}</span><b>${bidName(bid, view, words)}</b></li>`)}</ul>`
      : null}
    ${deal && deal.pot ? html`<p class="tv-pot" id="pot">${words.t(`nap.${deal.pot}`)}<b>${view.boxes[deal.pot]}</b></p>` : null}
  </div>`;
}

export function Settled({ view, words }) {
  const round = view.settlement;
  const dues = view.evening ? view.evening.dues : [];
  const [title, tricks] = ending(round, view, words);
  return html`<div class="tv-main" id="settlement">
    <section class="felt winner"><h1>${title}</h1>${tricks ? html`<p>${tricks}</p>` : null}</section>
    <ul class=${`pays ${dues.length > FEW ? "many" : ""}`}>
      ${dues.map(
        (due) => html`<li key=${`${due.from} ${due.to}`} class=${due.still ? "" : "done"}>
          <span class="who"><b>${due.from}</b><i aria-hidden="true">→</i><b>${due.to}</b></span>
          <span class="how"><${Pieces} pieces=${due.gives} /> <span class="said">${words.pieces(due.gives)}</span><${ChangeBack} due=${due} words=${words} /></span>
          <${Sum} chips=${`${due.still ? "" : "✓ "}${due.chips}`} worth=${due.money} words=${words} />
        </li>`,
      )}
    </ul>
    ${round.pot ? html`<p class="tv-pot">${words.t(`nap.${round.pot}`)}<b>${round.pool}</b></p>` : null}
    <p class="hint">${dealtSaid(round, round.next_dealer, words)}</p>
  </div>`;
}
