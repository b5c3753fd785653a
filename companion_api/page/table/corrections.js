// Putting right what the camera read, in this round or an earlier one.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Card, Evidence, Proof } from "../cards.js";
import { Deck, OfRank } from "../hand/pack.js";
import { SeeAgain } from "../replay/replay.js";
import { Names, Sheet } from "./sheets.js";
import { consequence } from "../stage/consequence.js";
import { Call, CallAny, headline } from "./table.js";
import { signed } from "../words.js";

const REVIEWED = 12; // rows of pictures at a time

// A card: the likely alternatives first, then any card, another player, or no card at all. ``round``:
// of an earlier round, as the table tells it (api/rounds).
export function CardSheet({ view, seq, round, words, part, filmed, connection, close, open, tap, may, me, say, replay }) {
  const cards = round ? round.cards : view.cards;
  const [why, setWhy] = useState(null);
  useEffect(() => {
    connection.get(`why/${seq}`).then(setWhy);
  }, [seq]);
  const laid = cards.find((card) => card.seq === seq);
  if (!laid) return null;
  const taken = new Set(cards.map((card) => card.card));
  const others = view.players.map((player) => player.name).filter((name) => name !== laid.player);
  const correct = async (change) => {
    if (await tap({ tap: "correct", target: seq, ...change }, words.t("saved"))) close();
  };
  return html`<${Sheet} title=${words.t(may.host ? "correct" : "review.title")} close=${close} words=${words}>
    <div class="shown">
      ${laid.picture ? html`<${Proof} seq=${laid.picture} connection=${connection} words=${words} what=${words.card(laid.card)} />` : null}
      <${Card} card=${laid.card} words=${words} size="big" />
      <p>
        ${words.t("correct_laid_by", { name: laid.player })}
        ${laid.corrected ? html`<small>${words.t("corrected")}</small>` : null}
      </p>
      <${WhySeen} laid=${laid} why=${why} words=${words} />
    </div>
    ${laid.picture ? html`<${SeeAgain} seq=${laid.picture} connection=${connection} words=${words} may=${may} me=${me} say=${say} replay=${replay} />` : null}
    ${may.host && laid.likely.length
      ? html`<h3>${words.t("correct_likely")}</h3>
          <div class="likely">
            ${laid.likely.map(
              (card) => html`<button key=${card} data-likely=${card} onClick=${() => correct({ card })}>
                <${Card} card=${card} words=${words} size="small" />
              </button>`,
            )}
          </div>`
      : null}
    ${may.host
      ? html`<details>
            <summary>${words.t("correct_any")}</summary>
            <${Deck} words=${words} laid=${taken} choose=${(card) => correct({ card })} />
          </details>
          ${part.corrects(filmed).includes("player") ? html`<h3>${words.t("correct_player")}</h3><${Names} players=${others} choose=${(player) => correct({ player })} />` : null}
          ${round || !part.corrects(filmed).includes("missed") ? null : html`<button class="quiet" id="missed-one" onClick=${() => open({ sheet: "add", before: seq })}>${words.t("past.missed_one")}</button>`}
          <button class="remove" id="remove" onClick=${() => correct({ remove: true })}>${words.t("correct_remove")}</button>`
      : null}
  <//>`;
}

// What spoke for a card, for who asks: how surely it was read, and whose arm it was.
function WhySeen({ laid, why, words }) {
  const sure = !laid.corrected && (laid.picture || laid.confidence < 1) ? words.t("correct_sure", { n: Math.floor(laid.confidence * 100) }) : "";
  if (!why && !sure) return null;
  return html`<details class="hint" id="why">
    <summary>${words.t("why.title")}</summary>
    ${[why ? words.said(why) : "", sure].filter(Boolean).map((line) => html`<p key=${line}>${line}</p>`)}
  </details>`;
}

// What is to be checked; a call that was made but not noticed counts from when it was made. It closes once the matter has ended.
export function AlertSheet({ view, alert: opened, words, connection, close, open, tap, may, filmed, me, say, replay }) {
  const stands = view.alerts.find(({ kind, player, card }) => kind === opened.kind && player === opened.player && card === opened.card);
  useEffect(() => {
    if (!stands) close();
  }, [Boolean(stands)]);
  const alert = stands || opened;
  const about = view.cards.find((laid) => laid.seq === alert.about);
  const cost = consequence(alert, view, words);
  const claims = ["missed_call", "reminder"].includes(alert.kind) && may.call(alert.player);
  const claim = async () => {
    if (await tap({ tap: "call", card: alert.card, target: alert.seq }, words.t("call_counts", { name: alert.player, card: alert.card }))) close();
  };
  return html`<${Sheet} title=${words.t("alerts")} close=${close} words=${words}>
    <p class="told-alert">${words.alert(alert)}</p>
    ${cost ? html`<p class="hint" id="cost">${[cost.title, cost.cost, cost.until].filter(Boolean).join(" · ")}</p>` : null}
    ${about && about.picture ? html`<${Proof} seq=${about.picture} connection=${connection} words=${words} what=${words.card(about.card)} />` : null}
    ${words.said(alert.why) ? html`<p class="hint">${words.sentence(alert.why)}</p>` : null}
    <${SeeAgain} seq=${about && about.picture ? about.picture : alert.seq} connection=${connection} words=${words} may=${may} me=${me} say=${say} replay=${replay} />
    ${claims ? html`<button class="sure wide" id="claim" onClick=${claim}>${words.t("asked.claim")}</button>` : null}
    ${alert.about
      ? html`<button class="wide quiet" id="alert-card" onClick=${() => open({ sheet: "card", seq: alert.about })}>${words.t(may.host ? "correct" : "asked.look")}</button>`
      : null}
    ${alert.kind === "lost_table" && may.host && filmed
      ? html`<button class="sure wide" id="alert-check" onClick=${() => open({ sheet: "check" })}>${words.t("check.start")}</button>`
      : null}
  <//>`;
}

// A card that the camera missed (``before``: the card that came after it), or the cards that somebody
// shows at the end; ``hand``: one to put right. Without a camera (not `filmed`) it stays open: card after
// card is told here, calls too, then hand after hand.
export function AddSheet(shared) {
  const { view, hand, before } = shared;
  const hands = Boolean(hand) || (view.phase === "hands" && !before);
  return hands ? html`<${HandSheet} ...${shared} />` : html`<${AddCard} ...${shared} />`;
}

// The sheet of hands is fetched once a round is over: the first view on a slow line does without it.
function HandSheet(shared) {
  const [Opened, open] = useState(null);
  const away = () => {
    shared.say(shared.words.t("unsent"));
    shared.close();
  };
  useEffect(() => {
    import("../hand/sheet.js").then((found) => open(() => found.HandSheet), away);
  }, []);
  return Opened ? html`<${Opened} ...${shared} />` : null;
}

function AddCard({ view, words, close, tap, may, me, before, filmed }) {
  const stays = !filmed && !before;
  const names = view.players.map((player) => player.name).filter(may.enter);
  const [chosen, setPlayer] = useState(view.leader || me);
  const player = names.includes(chosen) ? chosen : names[0];
  useEffect(() => {
    if (view.phase === "settled") close();
  }, [view.phase]);
  if (!player) return null;
  const taken = new Set(view.cards.map((card) => card.card));
  const choose = async (card) => {
    if ((await tap({ tap: "card", player, card, ...(before ? { target: before } : {}) }, words.t("laid_said", { name: player, short: words.short(card) }))) && !stays) close();
  };
  const last = view.cards[view.cards.length - 1];
  const lit = view.guide && !before ? view.guide.next : []; // those that go on, in a guided round
  return html`<${Sheet} title=${words.t(stays ? "enter_card" : "add_card")} close=${close} words=${words}>
    ${stays
      ? html`<div class="so-far">${last ? html`<${Card} card=${last.card} words=${words} size="mini" />` : null}<span>${headline(view, words).filter(Boolean).join(" · ")}</span></div>
          <${Call} view=${view} words=${words} tap=${tap} may=${may} id="call-here" />
          <${CallAny} view=${view} words=${words} tap=${tap} may=${may} />`
      : null}
    <h3>${words.t("add_card_who")}</h3>
    <${Names} players=${names} chosen=${player} choose=${setPlayer} />
    <div class="gap"></div>
    ${view.wanted && !before
      ? html`<${OfRank} key=${view.cards.length} rank=${view.wanted} words=${words} laid=${taken} lit=${lit} choose=${choose} />`
      : html`<${Deck} words=${words} laid=${taken} lit=${lit} choose=${choose} />`}
  <//>`;
}

// What there are pictures of, the last first; a tap shows the place before and after.
export function ReviewSheet({ words, connection, close, may, me, say, replay }) {
  const [rows, setRows] = useState(null);
  const [shown, show] = useState(null);
  const [many, setMany] = useState(REVIEWED);
  useEffect(() => {
    connection.get("review").then((found) => setRows(found || []));
  }, []);
  return html`<${Sheet} title=${words.t("review.title")} close=${close} words=${words}>
    ${rows === null ? html`<p class="hint">${words.t("connecting")}</p>` : rows.length ? null : html`<p class="hint">${words.t("review.none")}</p>`}
    <ul class="review" id="review">
      ${(rows || []).slice(0, many).map((row) => {
        const told = words.t(`review.${row.type}`, { name: row.player, card: row.card });
        return html`<li key=${row.picture}>
          <button class="line" aria-expanded=${shown === row.picture} data-picture=${row.picture} onClick=${() => show(shown === row.picture ? null : row.picture)}>
            <span class="look"><${Evidence} seq=${row.picture} connection=${connection} alt="" /></span><span>${told}</span>
          </button>
          ${shown === row.picture ? html`<${Proof} seq=${row.picture} connection=${connection} words=${words} what=${told} still=${["hand_shown", "antes_seen"].includes(row.type)} /><${SeeAgain} seq=${row.picture} connection=${connection} words=${words} may=${may} me=${me} say=${say} replay=${replay} />` : null}
        </li>`;
      })}
    </ul>
    ${rows && rows.length > many ? html`<button class="quiet" id="review-more" onClick=${() => setMany(many + REVIEWED)}>${words.t("review.more")}</button>` : null}
  <//>`;
}

// Every round so far; a tap on a card or on a hand puts it right.
export function RoundsSheet({ view, words, connection, close, open, may }) {
  const [rounds, setRounds] = useState(null);
  useEffect(() => {
    connection.get("rounds").then(setRounds);
  }, [view.undo && view.undo.seq]);
  return html`<${Sheet} title=${words.t("past.title")} close=${close} words=${words}>
    ${rounds === null ? html`<p class="hint">${words.t("connecting")}</p>` : null}
    ${(rounds || []).map(
      (round) => html`<details key=${round.round} class="past" data-round=${round.round} open=${round === rounds[0]}>
        <summary>
          ${words.t("round", { n: round.round })}
          ${round.winner ? html`<small>${words.t("wins", { name: round.winner })} · ${signed(round.net[round.winner])}</small>` : null}
        </summary>
        ${round.net ? html`<button class="wide quiet" data-again=${round.round} onClick=${() => open({ sheet: "again", round: round.round, back: { sheet: "rounds" } })}>↻ ${words.t("replay.round.title")}</button>` : null}
        <div class="laid">
          ${round.cards.map(
            (laid) => html`<button class=${`fallen ${laid.call || ""}`} key=${laid.seq} data-seq=${laid.seq} onClick=${() => open({ sheet: "card", seq: laid.seq, round })}>
              <${Card} card=${laid.card} words=${words} size="small" /><small>${laid.corrected ? "✎ " : ""}${laid.player}</small>
            </button>`,
          )}
        </div>
        ${round.hands
          .filter((hand) => hand.cards.length)
          .map(
            (hand) => html`<button
              class="hand"
              key=${hand.seq}
              data-hand=${hand.seq}
              disabled=${!may.host}
              onClick=${() => open({ sheet: "add", hand: { ...hand, laid: round.cards } })}
            >
              <b>${hand.player}</b>${hand.cards.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="mini" />`)}
            </button>`,
          )}
      </details>`,
    )}
  <//>`;
}
