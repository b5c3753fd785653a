// Choosing cards: all 52, or the four of the rank that is wanted, the others folded.
import { html } from "../vendor/preact-htm.module.js";
import { RANKS, SIGN, SUITS } from "../cards.js";

function Pick({ card, words, gone, chosen, choose, lit }) {
  return html`<button
    data-pick=${card}
    aria-disabled=${gone || null}
    class=${`pick ${"DH".includes(card[1]) ? "red" : "black"} ${gone ? "gone" : ""} ${chosen ? "chosen" : ""} ${lit ? "lit" : ""}`}
    aria-label=${words.card(card)}
    onClick=${() => choose(card)}
  >
    <b>${words.index(card)}</b>${SIGN[card[1]]}
  </button>`;
}

// All 52, those already laid faded (choosing one of them is refused by the rules, not by us).
export function Deck({ words, laid, chosen = [], lit = [], choose }) {
  return html`${[...SUITS].map(
    (suit) => html`<div class="deck" key=${suit}>
      ${[...RANKS].map((rank) => html`<${Pick} key=${rank} card=${rank + suit} words=${words} gone=${laid.has(rank + suit)} chosen=${chosen.includes(rank + suit)} lit=${lit.includes(rank + suit)} choose=${choose} />`)}
    </div>`,
  )}`;
}

// The four cards of the rank (2 to 13) that the game wants, large; any other card folded below.
export function OfRank({ rank, words, laid, lit = [], choose }) {
  return html`<div class="deck of-rank" id="of-rank">
      ${[...SUITS].map((suit) => html`<${Pick} key=${suit} card=${RANKS[rank - 1] + suit} words=${words} gone=${laid.has(RANKS[rank - 1] + suit)} lit=${lit.includes(RANKS[rank - 1] + suit)} choose=${choose} />`)}
    </div>
    <details id="other-cards"><summary>${words.t("hand.other")}</summary><${Deck} words=${words} laid=${laid} lit=${lit} choose=${choose} /></details>`;
}
