// Nap's table while a deal is bid and played.
import { html, useState } from "../vendor/preact-htm.module.js";
import { Card } from "../cards.js";
import { Alerts } from "../table/table.js";
import { Unsighted } from "../table/unseen.js";
import { Bidding, Buying, Claim, Fine, Laying } from "./acting.js";
import { note } from "./rules.js";
import { bidName, contractSaid, dealtSaid, headline } from "./said.js";
import { isolated, signed } from "../words.js";

export function Table(shared) {
  const { view, words, connection, open, tap, may } = shared;
  const [skipped, skip] = useState(0); // the deal in which nobody else buys
  const [shown, show] = useState(null); // a card refused because it shows a revoke: {player, since, moment}
  const { deal } = view;
  if (!deal) return html`<section class="felt"><h1 class="wanted" id="wanted">${headline(view, words)[0]}</h1></section>`;
  // Once the fine is paid or a card put right, on whatever phone, nobody is to be fined for it again.
  const moment = [view.round, deal.fined.length, ...view.cards.map(({ card }) => card)].join(" ");
  const send = (event, said = "") => tap({ tap: "tell", event }, said, (error) => show(error.rule === "revoke" && error.since ? { player: event.player, since: error.since, moment } : null));
  const buying = deal.step === "buying" && skipped !== view.round;
  const acts = deal.revoke ? false : may.enter(buying ? deal.buys.player : deal.turn);
  const waits = buying && !acts && !deal.revoke && may.enter(deal.turn); // others may still buy before his bid
  const own = { ...shared, send };
  // The revoke whose fine is due has a section of its own.
  const others = { ...view, alerts: view.alerts.filter((alert) => alert.kind !== "revoke") };
  return html`
    <${Unsighted} view=${view} words=${words} connection=${connection} />
    <${Felt} view=${view} words=${words} open=${open} skipped=${!buying} />
    ${deal.revoke && may.enter(deal.revoke.player)
      ? html`<${Revoked} words=${words} open=${open} player=${deal.revoke.player} since=${deal.revoke.about} chips=${deal.revoke.chips} send=${send} may=${may} />`
      : null}
    ${shown && shown.moment === moment && !deal.revoke ? html`<${Revoked} words=${words} open=${open} player=${shown.player} since=${shown.since} chips=${deal.fines.revoke} send=${send} may=${may} />` : null}
    ${acts && buying ? html`<${Buying} ...${own} leave=${() => skip(view.round)} />` : null}
    ${waits ? html`<button class="enter" id="to-bids" onClick=${() => skip(view.round)}>${words.t("nap.to_bids")}</button>` : null}
    ${acts && !buying && deal.step !== "playing" ? html`<${Bidding} ...${own} />` : null}
    ${acts && deal.step === "playing" ? html`<${Next} ...${own} />` : null}
    <${Alerts} view=${others} words=${words} open=${open} />
    <${People} ...${shared} waits=${buying ? deal.buys.player : deal.turn} />
    <${Bids} ...${shared} />
    <${Tricks} view=${view} words=${words} open=${open} />
    <${Claim} ...${own} />
    <${Fine} ...${own} />
  `;
}

// The card that comes next; where a camera follows the tricks, only one that it missed is tapped.
function Next(own) {
  const { words, tapped, view } = own;
  if (tapped || view.deal.names) return html`<${Laying} ...${own} />`;
  return html`<details class="part" id="enter-missed">
    <summary>${words.t("enter_card")}</summary>
    <${Laying} ...${own} />
  </details>`;
}

// A suit that was not followed: its fine, or the card of then put right.
function Revoked({ words, open, player, since, chips, send, may }) {
  return html`<section class="part asked" id="revoked" role="alert">
    <p class="ask">${words.t("nap.revoke", { name: player })}</p>
    <div class="two">
      <button id="revoke-card" disabled=${!may.host} onClick=${() => open({ sheet: "card", seq: since })}>${words.t("nap.revoke_card")}</button>
      <button class="sure" id="revoke-pay" onClick=${() => send({ type: "fined", player, chips, why: "revoke" }, words.t("nap.fined", { name: player, chips: words.chips(chips) }))}>${words.t("nap.revoke_pay", { chips: words.chips(chips) })}</button>
    </div>
  </section>`;
}

function Felt({ view, words, open, skipped }) {
  const { deal } = view;
  const asked = skipped && deal.step === "buying" ? { ...view, deal: { ...deal, step: "bidding" } } : view;
  const [title, more] = headline(asked, words);
  const begins = !deal.bids.length && deal.step !== "settled";
  return html`<section class="felt nap" aria-live="polite">
    <h1 class="wanted" id="wanted">${title}</h1>
    ${more ? html`<p class="or" id="more">${more}</p>` : null}
    <button class="ask-rules" id="open-rules" aria-label=${words.t("rules_now.title")} onClick=${() => open({ sheet: "rules" })}>?</button>
    ${begins ? html`<p class="or" id="dealt">${dealtSaid(deal, view.dealer, words)} ${words.count("nap.each", view.players[0].cards_left)}</p>` : null}
    ${deal.step === "playing" ? html`<${Trick} view=${view} words=${words} open=${open} /><${Contract} deal=${deal} view=${view} words=${words} />` : null}
    ${deal.pot ? html`<p class="pot" id="pot">${words.t(`nap.${deal.pot}`)}<b>${view.boxes[deal.pot]}</b></p>` : null}
  </section>`;
}

// The trick in progress; between two the last one, with who has won it.
export function Trick({ view, words, open = () => {}, size = "middle" }) {
  const { tricks } = view.deal;
  const last = tricks[tricks.length - 1];
  if (!last) return html`<div class="sequence none"><span class=${`card ${size} ghost`}></span></div>`;
  const cards = view.cards.filter((laid) => last.cards.includes(laid.seq));
  return html`<div class=${`trick ${last.winner ? "won" : ""}`} id="trick">
      ${cards.map(
        (laid) => html`<button class="lay" key=${laid.seq} onClick=${() => open({ sheet: "card", seq: laid.seq })}>
          <${Card} card=${laid.card} words=${words} size=${size} /><small class=${laid.player === last.winner ? "wins" : ""}>${laid.player}</small>
        </button>`,
      )}
    </div>
    ${last.winner ? html`<p class="or" id="trick-won">${words.t("nap.trick_of", { name: last.winner })}</p>` : null}`;
}

export function Contract({ deal, view, words, far = false }) {
  const { made, wants } = contractSaid(deal, words);
  return html`<p class="contract" id="contract"><b>${words.t("nap.contract", { name: deal.bidder, bid: bidName(deal.contract, view, words) })}</b><span>${wants}</span>${far ? html`<span>${made}</span>` : null}</p>`;
}

function People({ view, words, me, waits }) {
  const { deal } = view;
  return html`<section class="part">
    <h2>${words.t("players")}</h2>
    <ul class="players">
      ${view.players.map(
        (player) => html`<li key=${player.name} class=${`${player.name === waits ? "turn" : ""} ${player.name === me ? "me" : ""}`}>
          <i class=${`dot of-${player.colour}`} aria-hidden="true"></i><span class="name">${player.name}</span>
          ${player.name === view.dealer ? html`<span class="tag">${words.t("deals")}</span>` : null}
          ${deal.contract && player.name === deal.bidder ? html`<span class="tag">${bidName(deal.contract, view, words)}</span>` : null}
          <span class="balance">${view.evening && view.evening.stock ? player.balance : player.balance ? signed(player.balance) : ""}</span>
          <span class="left">${note(view, player, words)}</span>
        </li>`,
      )}
    </ul>
  </section>`;
}

// What everybody has bid; the host puts a bid right by a tap, where what follows it stays legal.
function Bids({ view, words, tap, may }) {
  const [chosen, choose] = useState(null); // the bid that is put right, by its event
  const { deal } = view;
  const more = [deal.seen.length ? words.t("nap.looked", { names: words.listed(deal.seen) }) : "", deal.widow && deal.widow.by ? words.t("nap.widow_by", { name: deal.widow.by }) : ""].filter(Boolean);
  if (!deal.bids.length && !more.length) return null;
  const wrong = deal.bids.find((bid) => bid.seq === chosen);
  const correct = async ({ bid, floater }) => {
    const event = { type: "bid", player: wrong.player, bid, ...(floater === null ? {} : { floater }) };
    if (await tap({ tap: "correct", target: wrong.seq, event }, words.t("saved"))) choose(null);
  };
  const others = wrong ? [{ bid: "pass", floater: null }, ...deal.ladder].filter((each) => each.bid !== wrong.bid || each.floater !== wrong.floater) : [];
  return html`<section class="part">
    <h2>${words.t("nap.all_bids")}</h2>
    <ul class="said-bids" id="bids">
      ${deal.bids.map((bid) => html`<li key=${bid.seq} class=${bid.bid === "pass" ? "passed" : ""}>
        <button disabled=${!may.host} aria-expanded=${bid === wrong} data-said=${bid.player} onClick=${() => choose(bid === wrong ? null : bid.seq)}><span>${bid.player}</span><b>${bidName(bid, view, words)}</b></button>
      </li>`)}
    </ul>
    ${wrong
      ? html`<p class="hint">${words.t("nap.instead", { name: wrong.player })}</p>
          <div class="names" id="instead">${others.map((each) => html`<button key=${each.bid + each.floater} data-instead=${each.bid} onClick=${() => correct(each)}>${bidName(each, view, words)}</button>`)}</div>`
      : null}
    ${more.map((line) => html`<p class="hint" key=${line}>${line}</p>`)}
  </section>`;
}

// The tricks that are won; a tap on a card puts it right.
function Tricks({ view, words, open }) {
  const done = view.deal.tricks.filter((trick) => trick.winner);
  if (!done.length) return null;
  return html`<section class="part">
    <h2>${words.t("nap.tricks")} <small>${done.length}</small></h2>
    <ul class="tricks" id="tricks">
      ${done.map(
        (trick) => html`<li key=${trick.cards[0]}>
          <span class="name">${trick.winner}</span>
          ${view.cards.filter((laid) => trick.cards.includes(laid.seq)).map((laid) => html`<button key=${laid.seq} aria-label=${`${isolated(laid.player)}: ${words.card(laid.card)}`} class=${laid.player === trick.winner ? "wins" : ""} onClick=${() => open({ sheet: "card", seq: laid.seq })}><${Card} card=${laid.card} words=${words} size="tiny" /></button>`)}
        </li>`,
      )}
    </ul>
    <p class="hint">${words.t("cards_tap")}</p>
  </section>`;
}
