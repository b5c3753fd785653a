// The form as it is being filled in: what is offered, what was chosen, and the table that comes of it.
import { FAMILIAR, counts } from "../table/rules.js";

export const LENGTH = "length"; // the group of options that is shown with how long the evening lasts
export const CURRENCIES = ["EUR", "CHF", "GBP", "USD", "CAD"];
const HASTINGS = [2, 5, 10, 20]; // the only values of floater bids that are handed down (003)
const LONGEST = 24; // characters of a name
export const FIRST = { rounds: 8, minutes: 90, cents: 5, reminder: 2.5 };

export const same = (a, b) => String(a) === String(b);

// The options that differ from the base preset.
export function changed(rules, options) {
  return rules.options.filter((option) => option.name in options && !same(options[option.name], option.default));
}

// The set of rules by whose name people know what is chosen, and the options in which they differ from it; how
// long the evening lasts is no matter of whose rules they are. Of sets that are as near, the family's own goes first.
export function nearest(presets, rules, options) {
  const counted = rules.options.filter((option) => option.group !== LENGTH);
  const value = (told, { name, default: usual }) => (name in told ? told[name] : usual);
  const there = presets.filter((preset) => preset.rules === rules.rules).sort((a, b) => a.built_in - b.built_in);
  const differs = there.map((preset) => counted.filter((option) => !same(value(preset.options, option), value(options, option))));
  const least = Math.min(...differs.map((each) => each.length));
  const at = differs.findIndex((each) => each.length === least);
  return { preset: there[at], different: differs[at] };
}

// Options that can have no effect beside another one that is chosen: [that one, those]; null: there are none.
export function conflict(rules, options) {
  const names = changed(rules, options).map((option) => option.name);
  const [game, others] = Object.entries(rules.alone).map(([name, apart]) => [name, apart.filter((other) => names.includes(other))]).find(([name, apart]) => names.includes(name) && apart.length) || [];
  return game ? [game, others] : null;
}

// What the numbers of an option are now, by what each is of; empty: they are still to be told.
export function numbersOf(option, options, rules) {
  const names = option.names[valueOf(rules, options, option.by)];
  const told = String(options[option.name] || "").split(" ").filter(Boolean);
  const usual = Object.fromEntries(option.names.hastings.map((name, i) => [name, HASTINGS[i]]));
  return names.map((name, i) => [name, Number(told.length === names.length ? told[i] : usual[name] || 0)]);
}

// Whether some of them are still to be told.
export const lacks = (rules, options) =>
  rules.options.some((option) => option.by && counts(option.only_with, (other) => valueOf(rules, options, other)) && numbersOf(option, options, rules).some(([, n]) => !n));

// What the form begins with: the last evening's table, else the first preset that is shown.
export function opening(offer) {
  const usual = offer.presets.find((preset) => preset.built_in && preset.name === FAMILIAR[0]);
  const last = offer.last || { rules: usual.rules, options: usual.options };
  const players = (last.players || []).map((player) => player.name || player);
  const none = Object.fromEntries(Object.keys(offer.stock).map((kind) => [kind, 0])); // kinds that nobody was given
  return {
    players,
    dealer: players.includes(last.dealer) ? last.dealer : "",
    rules: last.rules || usual.rules,
    options: last.options || {},
    stock: last.stock_chips ? { ...none, ...last.stock_chips } : { ...offer.stock },
    counted: !offer.last || Boolean(last.stock_chips),
    rounds: last.rounds || FIRST.rounds,
    minutes: last.minutes || FIRST.minutes,
    until: last.rounds ? "rounds" : last.minutes ? "time" : "open", // where the rules have no option «end»
    money: last.money || null,
    reminder: last.reminder || null,
    deck: last.deck || null,
    kinds: last.chips || null,
    carried: Boolean(offer.left),
    colours: offer.colours,
  };
}

// Names in what somebody types: one, or several with commas between.
export const namesIn = (typed) => (typed || "").split(/[,;\n]/).map((name) => name.trim().replace(/\s+/g, " ").slice(0, LONGEST)).filter(Boolean);

// Who plays: those who are seated, and those who are typed and not yet added.
export const seated = ({ players, typed }) => [...new Set([...players, ...namesIn(typed)])];

// The table as the server reads it.
export function table(draft, offer, dealer) {
  const base = offer.rules.find((each) => each.rules === draft.rules);
  // What was chosen is told even where it is the usual: then nobody asks about it.
  const inForce = (option) => counts(option.only_with, (other) => valueOf(base, draft.options, other));
  const chosen = base.options.filter((option) => (option.name in draft.options || option.by) && inForce(option));
  const options = Object.fromEntries(chosen.map((option) => [option.name, option.by ? numbersOf(option, draft.options, base).map(([, n]) => n) : draft.options[option.name]]));
  const players = draft.players.map((name, place) => ({ name, colour: colourOf(draft, name, place) }));
  const told = { game: base.game, rules: base.rules, options, players, dealer };
  if (holds(draft)) told.stock = held(draft, offer, base);
  else if (draft.counted) told.stock_chips = Object.fromEntries(kinds(draft).map((kind) => [kind, draft.stock[kind]]));
  if (carries(offer, base, draft)) told.boxes = offer.left.boxes;
  if (draft.deck) told.deck = draft.deck;
  if (draft.kinds) told.chips = draft.kinds;
  if (ending(base, draft) === "rounds" && !has(base, "rounds")) told.rounds = draft.rounds;
  if (ending(base, draft) === "time") told.minutes = draft.minutes;
  if (draft.money) told.money = draft.money;
  if (draft.reminder && valueOf(base, draft.options, "call_required") === "on") told.reminder = draft.reminder;
  if (isGuided(draft, offer)) told.guided = true;
  return told;
}

// Whether the first round is guided: as chosen, else where nobody at the table has played before.
export const isGuided = (draft, offer) => draft.guided ?? !draft.players.some((name) => offer.played.includes(name));

// The kinds of chips in use: those that were learnt, else all.
export const kinds = (draft) => ["contrat", "fiche", "jeton"].filter((kind) => !draft.kinds || kind in draft.kinds);

// What each kind of chip is worth, and all that somebody gets who sits down.
export const worths = (draft, offer, base) => ({ ...offer.chips, fiche: Number(valueOf(base, draft.options, "fiche") || offer.chips.fiche) });
export const each = (draft, offer, base) => kinds(draft).reduce((sum, kind) => sum + draft.stock[kind] * worths(draft, offer, base)[kind], 0);

// Whether everybody keeps the chips that he has before him, and who then begins with how many.
export const holds = (draft) => Boolean(draft.counted && draft.held && !draft.anew);
export const held = (draft, offer, base) => Object.fromEntries(draft.players.map((name) => [name, draft.held[name] ?? each(draft, offer, base)]));

// The colour chosen, else the one that goes with the place.
export const colourOf = (draft, name, place) => (draft.colours && name in draft.colours ? draft.colours[name] : place % 8);

// Whether what an earlier evening left lies in boxes that this game has, and is taken over.
export const fits = (offer, base) => Boolean(offer.left) && Object.keys(offer.left.boxes).every((card) => base.board.includes(card));
const carries = (offer, base, draft) => fits(offer, base) && draft.carried;
// What ends the evening: the option of that name, else what is chosen beside the rules.
export const ending = (base, draft) => (has(base, "end") ? valueOf(base, draft.options, "end") : draft.until);

export const has = (base, name) => base.options.some((option) => option.name === name);

export function valueOf(base, options, name) {
  const option = base.options.find((each) => each.name === name);
  return option && (name in options ? options[name] : option.default);
}
