// What Nap asks of whoever holds this phone.
import { owes } from "../mine/mine.js";
import { suitName } from "./said.js";

// What the table waits for from this player: {kind, key, title, more}; null: nothing.
export function awaited(view, me, words) {
  const { deal } = view;
  const owed = owes(view, me);
  if (owed) return { kind: "pay", key: `pay ${view.round}`, title: words.t("my.pay", { chips: words.chips(owed) }), more: "" };
  if (!deal || deal.step === "settled" || deal.revoke) return null;
  if (deal.step === "buying") return deal.buys.player === me ? { kind: "turn", key: `buy ${view.round}`, title: words.t("nap.my_buy"), more: "" } : null;
  if (deal.turn !== me) return null;
  const key = `turn ${view.round} ${deal.bids.length} ${view.cards.length}`;
  if (deal.step === "bidding") return { kind: "turn", key, title: words.t("nap.my_bid"), more: "" };
  if (!deal.led) return { kind: "turn", key, title: words.t("nap.my_lead"), more: "" };
  return { kind: "turn", key, title: words.t("nap.my_play"), more: words.t("nap.my_follow", { suit: suitName(deal.led, words) }) };
}

export function perhaps(view, me, words) {
  const due = owes(view, me, "to");
  if (due) return { title: words.t("my.due", { chips: words.chips(due) }), more: "" };
  return view.phase === "settled" ? { title: words.t("my.even"), more: "" } : null;
}
