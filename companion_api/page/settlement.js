// Who pays whom, in the chips that change hands, and why.
import { html, useState } from "./vendor/preact-htm.module.js";
import { Card, HONOURS, Pieces, signed } from "./cards.js";
import { ChangeBack, Paid } from "./evening.js";

// What a line of the explanation brings a player.
const gain = (line, player) => (line.player === player ? line.chips : line.other === player ? -line.chips : 0);
const TOLD = ["take", "missed_call", "opera", "asleep"];

export function Settlement({ view, words, tap, me, may }) {
  const round = view.settlement;
  const dues = view.evening ? view.evening.dues : [];
  const why = round.explanations;
  const hands = Object.fromEntries(round.hands.map((hand) => [hand.player, hand.cards]));
  const told = why.filter((line) => TOLD.some((rule) => line.rule.startsWith(rule)));
  return html`<div class="settlement" id="settlement">
    <section class="felt winner">
      <svg class="crown" viewBox="0 0 48 30" aria-hidden="true">
        <path d="M4 26 2 6l11 8L24 2l11 12 11-8-2 20Z" fill="currentColor" />
      </svg>
      <h1>${words.t("wins", { name: round.winner })}</h1>
      <p>${words.t("round", { n: round.round })}</p>
      ${round.opera ? html`<p class="opera"><b>${words.t("opera")}</b></p>` : null}
    </section>

    ${me && view.evening ? html`<${Mine} dues=${dues} words=${words} me=${me} tap=${tap} may=${may} />` : null}

    <section class="part">
      <h2>${words.t("pay_title")}</h2>
      ${round.transfers.length
        ? html`<ul class="pays">
            ${round.transfers.map(
              (pay) => html`<${Hand}
                key=${`${pay.from} ${pay.to}`}
                words=${words}
                chips=${pay.chips}
                gives=${pay.gives}
                due=${dues.find((due) => due.from === pay.from && due.to === pay.to)}
                tap=${tap}
                may=${may}
                taker=${html`<b>${pay.to}</b>`}
                giver=${pay.from}
                cards=${pay.from in round.points ? hands[pay.from] : []}
                why=${why.filter((line) => line.other && line.chips && [line.player, line.other].includes(pay.from))}
              />`,
            )}
          </ul>`
        : html`<p class="hint">${words.t("pay_none")}</p>`}
    </section>

    ${round.betes.length
      ? html`<section class="part">
          <h2>${words.t("beasts_title")}</h2>
          <ul class="pays">
            ${round.betes.map(
              (bete) => html`<${Hand}
                key=${bete.card}
                words=${words}
                chips=${bete.chips}
                gives=${bete.gives}
                due=${dues.find((due) => due.from === bete.player && due.card === bete.card)}
                tap=${tap}
                may=${may}
                taker=${html`<${Card} card=${bete.card} words=${words} size="mini" />`}
                giver=${bete.player}
                cards=${[]}
                why=${why.filter((line) => line.rule.startsWith("bete") && line.card === bete.card)}
              />`,
            )}
          </ul>
        </section>`
      : null}

    <section class="part">
      <h2>${words.t("net")}</h2>
      <ul class="nets">
        ${view.players.map(
          (player) => html`<${Net}
            key=${player.name}
            words=${words}
            player=${player}
            net=${round.net[player.name]}
            stock=${view.evening && view.evening.stock}
            first=${player.name === round.winner}
            why=${why.filter((line) => [line.player, line.other].includes(player.name))}
          />`,
        )}
      </ul>
      <p class="hint">${words.t("net_more")}</p>
    </section>

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
      <div class="boxes still">
        ${HONOURS.map(
          (card) => html`<span class=${`box ${round.boxes[card] ? "" : "empty"}`} key=${card}>
            <${Card} card=${card} words=${words} size="tiny" /><b>${round.boxes[card]}</b>
          </span>`,
        )}
      </div>
      ${round.next_dealer ? html`<p class="hint">${words.t("next_dealer", { name: round.next_dealer })}</p>` : null}
    </section>
  </div>`;
}

// My own money first: what I hand over, in real chips, and what I am handed.
function Mine({ dues, words, me, tap, may }) {
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
              <p><${Pieces} pieces=${due.gives} /> <span>${line(due)}</span><${ChangeBack} due=${due} words=${words} /></p>
              <${Paid} due=${due} words=${words} tap=${tap} may=${may} />
            </li>`,
          )}
        </ul>`
      : html`<p class="hint">${words.t("mine.nothing")}</p>`}
  </section>`;
}

// Chips that somebody hands over; a tap says why.
function Hand({ words, giver, taker, chips, gives, cards, why, due, tap, may }) {
  const [open, setOpen] = useState(false);
  const pieces = due ? due.gives : gives;
  return html`<li>
    <button class="line" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <span class="who"><b>${giver}</b><i aria-hidden="true">→</i>${taker}</span>
      <span class="sum">${chips}</span>
      <span class="how"><${Pieces} pieces=${pieces} />${words.pieces(pieces)}<${ChangeBack} due=${due} words=${words} /></span>
      <small class="ask-why">${words.t("why.title")}</small>
      ${cards.length
        ? html`<span class="left">${cards.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="mini" />`)}</span>`
        : null}
    </button>
    <${Paid} due=${due} words=${words} tap=${tap} may=${may} />
    ${open ? html`<${Why} lines=${why} words=${words} player=${giver} />` : null}
  </li>`;
}

// A player's result; a tap shows what it is made of.
function Net({ words, player, net, first, why, stock }) {
  const [open, setOpen] = useState(false);
  return html`<li class=${first ? "first" : ""}>
    <button class="line" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <span class="name">${player.name}</span>
      <span class=${`net ${net < 0 ? "minus" : "plus"}`}>${signed(net)}</span>
      <span class="since">${stock ? words.chips(player.balance) : `${words.t("balance")} ${signed(player.balance)}`}</span>
      <small class="ask-why">${words.t("why.title")}</small>
    </button>
    ${open ? html`<${Why} lines=${why} words=${words} player=${player.name} net=${net} />` : null}
  </li>`;
}

// The lines with what each brings a player; what all others pay him alike is one line.
function told(lines, player) {
  const lined = [];
  for (const line of lines) {
    const text = line.other === player && line.everyone ? line.everyone : line.text;
    const same = text === line.everyone && lined.find((before) => before.text.fr === text.fr);
    if (same) same.chips += gain(line, player);
    else lined.push({ text, rules: line.rules, chips: gain(line, player) });
  }
  return lined;
}

// Lines of the explanation with what each brings a player; with the sum where they are all his.
function Why({ lines, words, player, net }) {
  return html`<ul class="why">
    ${told(lines, player).map(
      (line, i) => html`<li key=${i}>
        <span>${words.said(line.text)}<small>${words.said(line.rules)}</small></span>
        ${line.chips ? html`<b>${signed(line.chips)}</b>` : null}
      </li>`,
    )}
    ${net !== undefined ? html`<li class="total"><span>${words.t("net")}</span><b>${signed(net)}</b></li>` : null}
  </ul>`;
}
