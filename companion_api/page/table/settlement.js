// Who pays whom, in the chips that change hands, and why.
import { html, useState } from "../vendor/preact-htm.module.js";
import { Card, Lying, Pieces } from "../cards.js";
import { ChangeBack, Paid, Sum } from "./evening.js";
import { Provisional } from "./unseen.js";
import { signed } from "../words.js";

const TOLD = ["take", "missed_call", "opera", "overlooked", "dwarf_overlooked", "asleep"];

// What an opéra is called: the French page has another word for the grand one (002), that of 1760 empties no box.
const OPERAS = { opera_no_honour: "main_pleine", opera_doubles: "opera_plain" };
export function opera(round, words) {
  const told = round.explanations.find((line) => line.rule in OPERAS);
  return words.t(told ? OPERAS[told.rule] : "opera");
}

export const Crown = () => html`<svg class="crown" viewBox="0 0 48 30" aria-hidden="true">
  <path d="M4 26 2 6l11 8L24 2l11 12 11-8-2 20Z" fill="currentColor" />
</svg>`;

// Who pays whom; `shown`: the cards of a player that his payment is for.
export function Payments({ round, words, dues, tap, may, shown = () => [] }) {
  return html`<section class="part">
    <h2>${words.t("pay_title")}</h2>
    ${round.transfers.length
      ? html`<ul class="pays">
          ${round.transfers.map(
            (pay) => html`<${Hand}
              key=${`${pay.from} ${pay.to}`}
              words=${words}
              owed=${pay}
              due=${dues.find((due) => due.from === pay.from && due.to === pay.to)}
              tap=${tap}
              may=${may}
              taker=${html`<b>${pay.to}</b>`}
              giver=${pay.from}
              cards=${shown(pay.from)}
              why=${round.explanations}
            />`,
          )}
        </ul>`
      : html`<p class="hint">${words.t("pay_none")}</p>`}
  </section>`;
}

// What the round made each player win or lose; `winner`: who stands first, if anybody does.
export function Nets({ view, words, winner, hint }) {
  const round = view.settlement;
  return html`<section class="part">
    <h2>${words.t("net")}</h2>
    <ul class="nets">
      ${view.players.map(
        (player) => html`<${Net}
          key=${player.name}
          words=${words}
          player=${player}
          net=${round.net[player.name]}
          stock=${view.evening && view.evening.stock}
          first=${player.name === winner}
          why=${round.explanations}
          made=${round.accounts[player.name]}
        />`,
      )}
    </ul>
    ${hint ? html`<p class="hint">${hint}</p>` : null}
  </section>`;
}

export function Settlement({ view, words, connection, tap, me, may }) {
  const round = view.settlement;
  const dues = view.evening ? view.evening.dues : [];
  const why = round.explanations;
  const hands = Object.fromEntries(round.hands.map((hand) => [hand.player, hand.cards]));
  const told = why.filter((line) => TOLD.some((rule) => line.rule.startsWith(rule)));
  return html`<div class="settlement" id="settlement">
    <section class="felt winner">
      <${Crown} />
      <h1>${words.t("wins", { name: round.winner })}</h1>
      <p>${words.t("round", { n: round.round })}</p>
      ${round.opera ? html`<p class="opera"><b>${opera(round, words)}</b></p>` : null}
    </section>

    <${Provisional} round=${round} words=${words} connection=${connection} />
    ${me && view.evening ? html`<${Mine} dues=${dues} words=${words} me=${me} tap=${tap} may=${may} />` : null}

    <${Payments} round=${round} words=${words} dues=${dues} tap=${tap} may=${may}
      shown=${(player) => (player in round.points ? hands[player] : [])} />

    ${round.betes.length
      ? html`<section class="part">
          <h2>${words.t("beasts_title")}</h2>
          <ul class="pays">
            ${round.betes.map(
              (bete) => html`<${Hand}
                key=${bete.card}
                words=${words}
                owed=${bete}
                due=${dues.find((due) => due.from === bete.player && due.card === bete.card)}
                tap=${tap}
                may=${may}
                taker=${html`<${Card} card=${bete.card} words=${words} size="mini" />`}
                giver=${bete.player}
                cards=${[]}
                why=${why}
              />`,
            )}
          </ul>
        </section>`
      : null}

    <${Nets} view=${view} words=${words} winner=${round.winner} hint=${words.t("net_more")} />

    ${told.length
      ? html`<section class="part">
          <h2>${words.t("takes_title")}</h2>
          <ul class="told">
            ${told.map(
              (line, i) => html`<li key=${i} class=${line.rule === "missed_call" ? "missed" : ""}>
                ${line.card ? html`<${Card} card=${line.card} words=${words} size="mini" />` : null}
                <span>${words.said(line.text)}</span>
              </li>`,
            )}
          </ul>
        </section>`
      : null}

    <section class="part">
      <h2>${words.t("boxes_after")}</h2>
      <${Lying} boxes=${round.boxes} words=${words} />
      ${round.next_dealer ? html`<p class="hint">${words.t("next_dealer", { name: round.next_dealer })}</p>` : null}
    </section>
  </div>`;
}

// My own money first: what I hand over, in real chips, and what I am handed.
export function Mine({ dues, words, me, tap, may }) {
  const mine = dues.filter((due) => [due.from, due.to].includes(me));
  const line = (due) => {
    const pieces = words.pieces(due.gives);
    if (due.card) return words.t("mine.box", { card: due.card, n: due.chips, pieces });
    return due.from === me
      ? words.t("mine.give", { name: due.to, n: due.chips, pieces })
      : words.t("mine.get", { name: due.from, n: due.chips, pieces });
  };
  return html`<section class="part own" id="own">
    <h2>${words.t("mine.title", { name: me })}</h2>
    ${mine.length
      ? html`<ul class="pays">
          ${mine.map(
            (due) => html`<li key=${`${due.from} ${due.card || due.to}`} class=${due.from === me ? "give" : "get"}>
              <p><${Pieces} pieces=${due.gives} /> <span>${line(due)}${due.money ? ` (${words.money(due.money)})` : ""}</span><${ChangeBack} due=${due} words=${words} /></p>
              <${Paid} due=${due} words=${words} tap=${tap} may=${may} />
            </li>`,
          )}
        </ul>`
      : html`<p class="hint">${words.t("mine.nothing")}</p>`}
  </section>`;
}

// Chips that somebody hands over; a tap says why.
function Hand({ words, giver, taker, owed, cards, why, due, tap, may }) {
  const [open, setOpen] = useState(false);
  const pieces = (due || owed).gives;
  return html`<li>
    <button class="line" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <span class="who"><b>${giver}</b><i aria-hidden="true">→</i>${taker}</span>
      <${Sum} chips=${owed.chips} worth=${owed.money} words=${words} />
      <span class="how"><${Pieces} pieces=${pieces} />${words.pieces(pieces)}<${ChangeBack} due=${due || owed} words=${words} /></span>
      <small class="ask-why">${words.t("why.title")}</small>
      ${cards.length
        ? html`<span class="left">${cards.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="mini" />`)}</span>`
        : null}
    </button>
    <${Paid} due=${due} words=${words} tap=${tap} may=${may} />
    ${open ? html`<${Why} lines=${why} made=${owed.why} words=${words} />` : null}
  </li>`;
}

// A player's result; a tap shows what it is made of.
function Net({ words, player, net, first, why, made, stock }) {
  const [open, setOpen] = useState(false);
  return html`<li class=${first ? "first" : ""}>
    <button class="line" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <span class="name">${player.name}</span>
      <span class=${`net ${net < 0 ? "minus" : "plus"}`}>${signed(net)}</span>
      <span class="since">${stock ? words.chips(player.balance) : `${words.t("balance")} ${signed(player.balance)}`}</span>
      <small class="ask-why">${words.t("why.title")}</small>
    </button>
    ${open ? html`<${Why} lines=${why} made=${made} words=${words} net=${net} />` : null}
  </li>`;
}

// Lines of the explanation with what each brings a player; with the sum where they are all his.
function Why({ lines, made, words, net }) {
  return html`<ul class="why">
    ${made.map(({ line, everyone, chips }) => {
      const { text, everyone: all, rules } = lines[line];
      return html`<li key=${line}>
        <span>${words.said(everyone ? all : text)}<small>${words.said(rules)}</small></span>
        ${chips ? html`<b>${signed(chips)}</b>` : null}
      </li>`;
    })}
    ${net !== undefined ? html`<li class="total"><span>${words.t("net")}</span><b>${signed(net)}</b></li>` : null}
  </ul>`;
}
