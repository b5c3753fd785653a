// Cards and chips as the page draws them.
import { html, useEffect, useState } from "./vendor/preact-htm.module.js";
import { SIGN, rankOf } from "./words.js";

// The cards that have a box, in the order of the board.
export const honours = (view) => Object.keys(view.boxes);
export const RANKS = "A23456789TJQK";
export const SUITS = "SHCD";
export { SIGN };

const SHAPE = {
  C: "M12 2.5a4.6 4.6 0 0 1 4.1 6.7 4.7 4.7 0 1 1-3 7.7c.2 2 1 3.4 2.6 4.6H8.3c1.6-1.2 2.4-2.6 2.6-4.6a4.7 4.7 0 1 1-3-7.7A4.6 4.6 0 0 1 12 2.5Z",
  D: "M12 1.5 20 12l-8 10.5L4 12Z",
  H: "M12 21.5C5 15.6 2.2 12.2 2.2 8.3 2.2 5.2 4.6 3 7.3 3 9.3 3 11.1 4.1 12 6c.9-1.9 2.7-3 4.7-3 2.7 0 5.1 2.2 5.1 5.3 0 3.9-2.8 7.3-9.8 13.2Z",
  S: "M12 1.5c5.5 5.3 9 8.4 9 12a4.7 4.7 0 0 1-7.9 3.4c.2 2 1 3.4 2.6 4.6H8.3c1.6-1.2 2.4-2.6 2.6-4.6A4.7 4.7 0 0 1 3 13.5c0-3.6 3.5-6.7 9-12Z",
};

export function Suit({ suit }) {
  return html`<svg class="suit" viewBox="0 0 24 24" aria-hidden="true"><path d=${SHAPE[suit]} fill="currentColor" /></svg>`;
}

export function Card({ card, words, size = "", faded = false }) {
  const red = card[1] === "D" || card[1] === "H";
  const court = rankOf(card) > 10;
  return html`<span
    class=${`card ${size} ${red ? "red" : "black"} ${court ? "court" : ""} ${faded ? "faded" : ""}`}
    role="img"
    aria-label=${words.card(card)}
  >
    <span class="index">${words.index(card)}<${Suit} suit=${card[1]} /></span>
    <${Suit} suit=${card[1]} />
  </span>`;
}

// The address of an event's picture, null until it is here; once its card surely lies there, another one.
function usePicture(seq, connection) {
  const [source, setSource] = useState(null);
  const proved = connection.proved.has(seq);
  useEffect(() => {
    let here = true;
    connection.picture(seq).then((found) => here && setSource(found));
    return () => {
      here = false;
    };
  }, [seq, proved]);
  return source;
}

// The picture of a card as the camera saw it.
export function Evidence({ seq, connection, alt }) {
  const source = usePicture(seq, connection);
  return source ? html`<img class="evidence" src=${source} alt=${alt} />` : html`<span class="evidence empty"></span>`;
}

// What proves an event: the place before it and after it (`still`: nothing came to lie there, only how it lies); a tap enlarges.
export function Proof({ seq, connection, words, what, still }) {
  const source = usePicture(seq, connection);
  const [large, setLarge] = useState(false);
  if (!source) return null;
  return html`<button class=${`proof ${large ? "large" : ""}`} aria-label=${`${words.t("review.title")}${words.t("review.colon")} ${what}`} aria-pressed=${large} onClick=${() => setLarge(!large)}>
    ${(still ? ["after"] : ["before", "after"]).map(
      (when) => html`<span key=${when} class=${when}><span><img src=${source} alt="" /></span>${still ? null : html`<small>${words.t(`review.${when}`)}</small>`}</span>`,
    )}
  </button>`;
}

const shapes = {}; // of the family's own chips, by kind

// The family's chips as they look: colours and shapes that it told or taught (`view.chips`).
export function dress(chips) {
  for (const kind of ["jeton", "fiche", "contrat"]) {
    const { colour, shape } = chips[kind] || {};
    document.documentElement.style.setProperty(`--${kind}`, colour || "");
    shapes[kind] = shape;
  }
}

export function Pieces({ pieces }) {
  const drawn = [];
  for (const kind of ["contrat", "fiche", "jeton"]) {
    const many = pieces[kind] || 0;
    if (many > 0) {
      drawn.push(
        html`<span class="pieces-kind" key=${kind}>${many > 1 ? html`<b>${many}×</b>` : null}<i class=${`piece ${kind} ${shapes[kind] || ""}`}></i></span>`,
      );
    }
  }
  return html`<span class="pieces" aria-hidden="true">${drawn}</span>`;
}

// What lies in the boxes, one beside the other.
export function Lying({ boxes, words }) {
  return html`<div class="boxes still">
    ${Object.keys(boxes).map(
      (card) => html`<span class=${`box ${boxes[card] ? "" : "empty"}`} key=${card}><${Card} card=${card} words=${words} size="tiny" /><b>${boxes[card]}</b></span>`,
    )}
  </div>`;
}

// A little heap that grows with the chips in a box.
export function Heap({ chips }) {
  const shown = Math.min(5, chips === 0 ? 0 : 1 + Math.floor(Math.log2(chips)));
  return html`<span class="heap" aria-hidden="true">${Array.from({ length: shown }, (_, i) => html`<i key=${i}></i>`)}</span>`;
}
