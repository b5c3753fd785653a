// What whoever's turn it is can tap: cards bought, a bid, the trump, a card. One tap each.
import { html, useState } from "../vendor/preact-htm.module.js";
import { RANKS, SIGN, SUITS } from "../cards.js";
import { bidName, worth } from "./said.js";

const floated = (floater) => (floater === null ? "none" : String(floater));

// Cards bought before the bids, player after player; a tap leaves it and goes on to the bids.
export function Buying({ view, words, send, leave }) {
  const { player, costs } = view.deal.buys;
  const buy = (count) => send({ type: "exchanged", player, count, cost: costs[count] });
  return html`<section class="part" id="buying">
    <h2>${words.t("nap.buys", { name: player })}</h2>
    <div class="values">
      ${costs.map((cost, count) => html`<button key=${count} data-buy=${count} onClick=${() => buy(count)}>${words.count("nap.buy", count)}${count ? html`<small>${words.chips(cost)}</small>` : null}</button>`)}
    </div>
    <button class="quiet" id="to-bids" onClick=${leave}>${words.t("nap.to_bids")}</button>
  </section>`;
}

// Who bids says what; before it he may look at the floater, or take the widow.
export function Bidding({ view, words, send }) {
  const { deal } = view;
  const player = deal.turn;
  const tell = ({ bid, floater = null }) => send({ type: "bid", player, bid, ...(floater === null ? {} : { floater }) });
  return html`<section class="part" id="bidding">
    <h2>${words.t("nap.bidding", { name: player })}</h2>
    ${deal.looks.includes(player)
      ? html`<button class="enter" id="look" onClick=${() => send({ type: "floater_seen", player })}>${words.t("nap.look", { name: player, chips: words.chips(1) })}</button>`
      : null}
    ${deal.widow && deal.widow.free
      ? html`<button class="enter" id="widow" onClick=${() => send({ type: "exchanged", player, count: 5, cost: 0 })}>${words.t("nap.widow")}<small>${words.t("nap.widow_more")}</small></button>`
      : null}
    <div class="bids">
      ${deal.may_pass ? html`<button class="pass" data-bid="pass" onClick=${() => tell({ bid: "pass" })}>${words.t("nap.pass")}</button>` : null}
      ${deal.open.map(
        (offer) => html`<button key=${offer.bid + floated(offer.floater)} data-bid=${offer.bid} data-floater=${floated(offer.floater)} onClick=${() => tell(offer)}>
          <b>${bidName(offer, view, words)}</b><small>${worth(offer, words)}</small>
        </button>`,
      )}
    </div>
  </section>`;
}

// The card that comes next, by one tap; who may name the trump does it here.
export function Laying({ view, words, send }) {
  const { deal } = view;
  const player = deal.turn;
  const laid = new Set(view.cards.map(({ card }) => card));
  const left = deal.deck.filter((card) => !laid.has(card));
  const suits = [...SUITS].sort((a, b) => (b === deal.led) - (a === deal.led));
  const lay = (card) => send({ type: "card_played", player, card }, words.t("laid_said", { name: player, short: words.short(card) }));
  return html`<section class="part" id="laying">
    ${deal.names
      ? html`<h2>${words.t("nap.name_trump", { name: deal.names })}</h2>
          <div class="suits">
            ${[...SUITS].map((suit) => html`<button key=${suit} data-trump=${suit} class=${"DH".includes(suit) ? "red" : "black"} aria-label=${words.t(`suits.${suit}`)} onClick=${() => send({ type: "trump_named", player: deal.names, suit })}>${SIGN[suit]}</button>`)}
          </div>
          <p class="hint">${words.t("nap.name_trump_more")}</p>`
      : null}
    ${suits.map((suit) => {
      const cards = left.filter((card) => card[1] === suit).sort((a, b) => height(b) - height(a));
      return cards.length
        ? html`<div class="deck" key=${suit} data-suit=${suit}>
            ${cards.map(
              (card) => html`<button key=${card} data-pick=${card} aria-label=${words.card(card)} class=${`pick ${"DH".includes(suit) ? "red" : "black"} ${card in deal.against ? "gone" : ""}`} onClick=${() => lay(card)}>
                <b>${words.index(card)}</b>${SIGN[suit]}
              </button>`,
            )}
          </div>`
        : null;
    })}
    <p class="hint">${words.t("nap.lays_more")}</p>
  </section>`;
}

const height = (card) => (card[0] === "A" ? 14 : RANKS.indexOf(card[0]));

// Who takes all tricks that are left; the others agree, and nobody plays on.
export function Claim({ view, words, send, may }) {
  const { deal } = view;
  const names = view.players.map((player) => player.name).filter(may.enter);
  if (!names.length || deal.step !== "playing" || deal.revoke) return null;
  const claim = (player) => send({ type: "claimed", player }, words.t("nap.claimed", { name: player }));
  return html`<details class="part" id="claim-rest">
    <summary>${words.t("nap.claim")}</summary>
    <p class="hint first">${words.t("nap.claim_what")}</p>
    <div class="names">${names.map((name) => html`<button key=${name} data-claim=${name} onClick=${() => claim(name)}>${words.t("nap.claimed", { name })}</button>`)}</div>
  </details>`;
}

// A fine that somebody pays into the pool.
export function Fine({ view, words, send, may }) {
  const names = view.players.map((player) => player.name).filter(may.enter);
  const [chosen, choose] = useState("");
  const player = names.includes(chosen) ? chosen : names.length === 1 ? names[0] : "";
  if (!names.length || !view.deal) return null;
  const pay = (why, chips) => send({ type: "fined", player, chips, why }, words.t("nap.fined", { name: player, chips: words.chips(chips) }));
  return html`<details class="part" id="fine">
    <summary>${words.t("nap.fine")}</summary>
    <p class="hint first">${words.t("nap.fine_what")}</p>
    ${names.length > 1
      ? html`<p>${words.t("nap.fine_who")}</p>
          <div class="names">${names.map((name) => html`<button key=${name} data-fine=${name} class=${name === player ? "chosen" : ""} aria-pressed=${name === player} onClick=${() => choose(name)}>${name}</button>`)}</div>
          <div class="gap"></div>`
      : null}
    <div class="values">
      ${Object.entries(view.deal.fines).map(([why, chips]) => html`<button key=${why} data-why=${why} disabled=${!player} onClick=${() => pay(why, chips)}>${words.t(`nap.fine_for.${why}`)}<small>${words.chips(chips)}</small></button>`)}
    </div>
  </details>`;
}
