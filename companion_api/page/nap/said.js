// Nap in words: bids, what they undertake, the trump, what the table waits for. Pure.
import { SIGN } from "../cards.js";

// A bid's name, with or without the floater; at Aylesbury the bonaparte is called Napoleon.
export function bidName({ bid, floater }, view, words) {
  const called = bid === "bonaparte" && view.rules.options.floater_bids === "aylesbury" ? "napoleon" : bid;
  const name = words.t(`bids.${called}`);
  if (bid === "pass" || floater === null || floater === undefined) return name;
  return words.t(floater ? "nap.with" : "nap.without", { bid: name });
}

// «cinq levées · 5 jetons»
export function worth({ tricks, won, lost }, words) {
  return `${words.count("tricks", tricks)} · ${won === lost ? words.chips(won) : words.t("nap.won_lost", { won, lost })}`;
}

export const suitName = (suit, words) => `${SIGN[suit]}\u00a0${words.t(`suits.${suit}`)}`;

export function trumpSaid({ contract, trump }, words) {
  if (!contract) return "";
  if (contract.bid === "mis") return words.t("nap.no_trump");
  return trump ? words.t("nap.trump", { suit: suitName(trump, words) }) : words.t("nap.trump_first");
}

// Who shuffles or cuts, and deals: of `deal` (a deal or a settlement), dealt by `dealer`.
export function dealtSaid({ cutter }, dealer, words) {
  return cutter ? words.t("nap.cut", { name: cutter, dealer }) : words.t("nap.shuffle", { dealer });
}

// [what the table waits for, more]
export function headline(view, words) {
  const { deal } = view;
  if (!deal) return [words.t("phase_waiting"), ""];
  const name = deal.turn;
  if (deal.step === "settled") return [words.t("phase_settled"), ""];
  if (deal.revoke) return [words.t("nap.revoke", { name: deal.revoke.player }), words.t("nap.revoke_why", { name: deal.revoke.player, ...deal.revoke })];
  if (deal.step === "buying") return [words.t("nap.buys", { name: deal.buys.player }), words.t("nap.buys_more")];
  if (deal.step === "bidding") {
    const above = deal.contract && words.t("nap.above", { name: deal.bidder, bid: bidName(deal.contract, view, words) });
    return [words.t("nap.bids", { name }), above || words.t("nap.bids_none")];
  }
  const led = deal.led ? words.t("nap.led", { suit: suitName(deal.led, words) }) : "";
  return [words.t(deal.led ? "nap.plays" : "nap.leads", { name }), [led, trumpSaid(deal, words)].filter(Boolean).join(" · ")];
}

// {made, wants}: what whoever plays the deal has won so far, and has to win.
export function contractSaid({ contract, bidder, won }, words) {
  const wants = contract.tricks ? words.t("nap.wants", { tricks: words.count("tricks", contract.tricks) }) : words.t("nap.wants_none");
  return { made: words.t("nap.so_far", { tricks: words.count("tricks", won[bidder]) }), wants };
}
