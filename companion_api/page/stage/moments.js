// What has just happened, as the stage shows and sounds it: the difference between two views of one evening.
// Pure: no clock, no page.

const FULL = ["taken", "missed_call", "missed_bete", "opera", "main_pleine"]; // over the whole screen
const RIBBONS = ["taken_empty", "reminder", "back_cross", "double_back_cross", "last_card", "out", "contract", "thrown_in", "made", "lost", "revoke"]; // a line at its top
const PUT_RIGHT = ["corrected", "corrected_hand", "removed"];

export const isFull = (moment) => FULL.includes(moment.kind);
export const isStaged = (moment) => isFull(moment) || RIBBONS.includes(moment.kind);

// before: the view that this page has shown up to now; null: it shows the table for the first time, or anew after a
// break, and nothing is new to it. said: what the channel announces (announcing.py). In the order in which it happened.
export function moments(before, now, said) {
  if (!before) return [];
  const { round } = now;
  const told = said.map(({ seq, kind, player, card, chips, bid }) => ({ id: [seq, kind, player, card].join(" "), kind, player, card, chips, bid, round }));
  const stop = now.stops[now.stops.length - 1];
  const corrected = said.some(({ kind }) => PUT_RIGHT.includes(kind)); // it tells old stops anew
  if (stop && !corrected && round === before.round && now.stops.length > before.stops.length)
    told.unshift({ id: `${round} sans ${now.stops.length}`, kind: "sans", player: stop.player, rank: stop.rank, round });
  if (ended(now) && !ended(before)) told.push({ id: `ended ${now.evening.ended}`, kind: "ended", round });
  return told;
}

const ended = (view) => Boolean(view.evening && view.evening.ended);
const among = (list, { card, player }) => list.some((each) => each.card === card && each.player === player);

const HOLDS = {
  taken: (moment, view) => among(view.takes, moment),
  taken_empty: (moment, view) => among(view.takes, moment),
  missed_call: (moment, view) => among(view.missed, moment) && view.phase !== "settled",
  missed_bete: (moment, view) => among(view.missed, moment) && view.phase !== "settled",
  reminder: (moment, view) => Boolean(view.call) && view.call.card === moment.card,
  opera: (moment, view) => wonByOpera(moment, view),
  main_pleine: (moment, view) => wonByOpera(moment, view),
  back_cross: (moment, view) => view.back_crosses >= 1,
  double_back_cross: (moment, view) => view.back_crosses >= 2,
  last_card: (moment, view) => view.players.some((each) => each.name === moment.player && each.cards_left === 1),
  out: (moment, view) => view.winner === moment.player && view.phase !== "settled",
  settled: (moment, view) => view.phase === "settled",
};

const wonByOpera = ({ player }, { settlement, phase }) => phase === "settled" && settlement.opera && settlement.winner === player;

// Whether what a moment says is still so: it may have been said, corrected or taken back, its round may be over.
export function holds(moment, view) {
  if (moment.kind === "ended") return ended(view);
  return moment.round === view.round && !ended(view) && (HOLDS[moment.kind] || (() => true))(moment, view);
}
