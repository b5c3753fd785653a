// Between two rounds: the story of the one that is over, for the room.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Card } from "../cards.js";

const TOLD = 4; // moments
const MANY = 5; // players beside whom there is room for fewer
const FEW = 2;
const RUN = 5; // cards that somebody lays on end, from which on it is worth telling
const BEAT = 700; // ms between two cards seen again
const REST = 8; // beats that the whole round stays
const ROW = 9; // cards in sight

// The longest row of cards that one player laid on end: {player, count, card}.
export function longestRun(cards) {
  let best = { count: 0 };
  let now = { count: 0 };
  for (const { player, card } of cards) {
    now = player === now.player ? { player, card, count: now.count + 1 } : { player, card, count: 1 };
    if (now.count > best.count) best = now;
  }
  return best;
}

// Its best moments, in words, each with its card: [{card, text}]. Pure.
export function moments(view, words) {
  const { takes = [], missed_calls: missed = [], betes = [] } = view.settlement;
  const most = [...takes].sort((a, b) => b.chips - a.chips);
  const run = longestRun(view.cards);
  return [
    ...most.filter(({ chips }) => chips).map(({ player, card, chips }) => ({ card, text: words.t("stage.takes", { name: player, chips: words.chips(chips) }) })),
    ...missed.map(({ player, card }) => ({ card, text: words.t("stage.forgot", { name: player, card }) })),
    ...betes.map(({ player, card, chips }) => ({ card, text: words.t("story.bete", { name: player, card, chips: words.chips(chips) }) })),
    ...(run.count >= RUN ? [{ card: run.card, text: words.t("story.run", { name: run.player, n: run.count }) }] : []),
  ];
}

export function Story({ view, words }) {
  const told = moments(view, words).slice(0, view.players.length > MANY ? FEW : TOLD);
  const owe = [...new Set((view.evening ? view.evening.dues : []).filter((due) => due.still).map((due) => due.from))];
  return html`<section class="story" id="story" aria-label=${words.t("story.title")}>
    ${told.length ? html`<ul>${told.map(({ card, text }) => html`<li key=${text}><${Card} card=${card} words=${words} size="mini" /><span>${text}</span></li>`)}</ul>` : null}
    <p id="owes">${owe.length ? words.t("story.owes", { names: words.listed(owe) }) : words.t("story.paid")}</p>
    ${view.settlement.next_dealer ? html`<p id="deals-next">${words.t("next_dealer", { name: view.settlement.next_dealer })}</p>` : null}
  </section>`;
}

// The round once more, card by card; it stands still for whoever wants little motion.
export function Again({ cards, words }) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [at, go] = useState(still ? cards.length : 1);
  useEffect(() => {
    if (still) return undefined;
    const clock = setInterval(() => go((now) => (now >= cards.length + REST ? 1 : now + 1)), BEAT);
    return () => clearInterval(clock);
  }, [cards.length]);
  const shown = cards.slice(0, at).slice(-ROW);
  const newest = shown[shown.length - 1];
  if (!newest) return null;
  return html`<div class="sequence again" id="again" aria-label=${words.t("replay.title")}>
    ${shown.map((laid) => html`<span class=${`lay ${laid === newest ? "newest" : ""}`} key=${laid.seq}><${Card} card=${laid.card} words=${words} size="middle" /><small>${laid.player}</small></span>`)}
  </div>`;
}
