// Who deals first, found by the highest card: each draws one, and who ties for the highest draws again.
import { html } from "../vendor/preact-htm.module.js";
import { Card, RANKS, SUITS } from "../cards.js";

// A number below `n`, each as likely.
export function lot(n) {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return drawn % n;
}

// The draws, one after the other: [{player: card}, …]; in the last one nobody ties for the highest.
export function highCard(players) {
  const pack = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  const draws = [];
  let left = players;
  do {
    const drawn = Object.fromEntries(left.map((name) => [name, pack.splice(lot(pack.length), 1)[0]]));
    draws.push(drawn);
    left = highest(drawn);
  } while (left.length > 1);
  return draws;
}

// Who has the highest card; the ace is the lowest, as in play.
export function highest(drawn) {
  const height = (name) => RANKS.indexOf(drawn[name][0]);
  const best = Math.max(...Object.keys(drawn).map(height));
  return Object.keys(drawn).filter((name) => height(name) === best);
}

// What was drawn, each draw on its line, the highest marked.
export function Draws({ draws, words }) {
  return html`<ol class="draws" id="draws">
    ${draws.map(
      (drawn, i) => html`<li key=${i}>
        ${Object.entries(drawn).map(
          ([name, card]) => html`<figure key=${name} class=${highest(drawn).includes(name) ? "best" : ""}>
            <${Card} card=${card} words=${words} size="mini" faded=${!highest(drawn).includes(name)} /><figcaption>${name}</figcaption>
          </figure>`,
        )}
      </li>`,
    )}
  </ol>`;
}
