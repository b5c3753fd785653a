// What is said of something that the table has refused: what is to be done instead, where that is known.

// error: {error, detail, rule, said}; what: the tap, where it was one.
export function refusalSaid(error, what, view, words) {
  if (error.error === "stale") return words.t("stale");
  if (error.error === "network") return words.t("unsent");
  if (error.error === "illegal") return instead(error.rule, what, view, words) || words.t("refused_illegal", { why: words.broken(error.rule) });
  if (error.error === "setup") return words.t(`refused_${begun(view)}`);
  if (words.has(`refused_${error.error}`)) return words.t(`refused_${error.error}`);
  if (error.said) return words.said(error.said);
  return words.t("refused", { why: error.detail || error.error });
}

const begun = (view) => (view.phase === "setup" ? "setup" : view.evening && view.evening.ended ? "ended" : "begun");

// Of something new that breaks a rule, as the table stands; what puts an older event right has its own moment.
function instead(rule, what, view, words) {
  const fresh = what && ["card", "hand", "tell"].includes(what.tap) && !what.target;
  const { leader, wanted, deal } = view;
  const needs = { first_lead: leader, king: leader, hoc: leader, sequence: leader && wanted, asked: leader && wanted, turn: deal && deal.turn };
  if (!fresh || !words.has(`instead.${rule}`) || (rule in needs && !needs[rule])) return "";
  return words.t(`instead.${rule}`, { leader, next: next(view), rank: wanted && words.aRank(wanted), turn: deal && deal.turn });
}

// Whose turn it is after who laid last.
function next({ cards, players }) {
  const names = players.map((player) => player.name);
  const last = cards.length ? names.indexOf(cards[cards.length - 1].player) : 0;
  return names[(last + 1) % names.length];
}
