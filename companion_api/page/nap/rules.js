// Nap's rules at hand: what may be done now.
import { suitName, trumpSaid } from "./said.js";

export function now(view, words) {
  const { deal } = view;
  if (!deal || deal.step === "settled") return [words.t("nap.rules.settled")];
  if (deal.step === "buying") return [words.t("nap.rules.buy", { name: deal.buys.player })];
  if (deal.step === "bidding") return [words.t("nap.rules.bid", { name: deal.turn })];
  const lays = deal.led ? words.t("nap.rules.follow", { suit: suitName(deal.led, words) }) : words.t("nap.rules.lead", { name: deal.turn });
  return [lays, words.t("nap.rules.wins"), trumpSaid(deal, words)];
}

// Beside a player's name: the tricks that he has won once cards are laid, before that his cards.
export function note({ deal, cards }, player, words) {
  if (!deal || !cards.length) return words.count("cards_left", player.cards_left);
  return deal.won[player.name] ? words.count("tricks", deal.won[player.name]) : "";
}
