// Michigan's own part of the page: how far each suit has come.
import { html } from "../../vendor/preact-htm.module.js";
import { SIGN, SUITS } from "../../cards.js";

const HEIGHT = "23456789TJQKA";
const height = (card) => HEIGHT.indexOf(card[0]);

export function Part({ view, words }) {
  const top = (suit) => view.cards.map((laid) => laid.card).filter((card) => card[1] === suit).sort((a, b) => height(b) - height(a))[0];
  const said = (card) => (!card ? words.t("michigan.none") : card[0] === "A" ? words.t("michigan.closed") : words.index(card));
  return html`<section class="part" id="michigan">
    <h2>${words.t("michigan.title")}</h2>
    <div class="boxes still">
      ${[...SUITS].map((suit) => html`<span class="box" key=${suit} data-suit=${suit}>${SIGN[suit]}<b>${said(top(suit))}</b></span>`)}
    </div>
  </section>`;
}
