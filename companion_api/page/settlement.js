// Who pays whom, in the chips that change hands.
import { html } from "./vendor/preact-htm.module.js";
import { Card, HONOURS, Pieces, signed } from "./cards.js";

export function Settlement({ view, words, connection, open }) {
  const round = view.settlement;
  const held = Object.fromEntries(round.hands.map((hand) => [hand.player, hand]));
  return html`<div class="settlement" id="settlement">
    <section class="felt winner">
      <svg class="crown" viewBox="0 0 48 30" aria-hidden="true">
        <path d="M4 26 2 6l11 8L24 2l11 12 11-8-2 20Z" fill="currentColor" />
      </svg>
      <h1>${round.winner ? words.t("wins", { name: round.winner }) : words.t("wins_ruin")}</h1>
      <p>${words.t("round", { n: round.round })}</p>
      ${round.opera
        ? html`<p class="opera"><b>${words.t("opera")}</b> ${words.t("opera_more", { name: round.winner })}</p>`
        : null}
    </section>

    <section class="part">
      <h2>${words.t("pay_title")}</h2>
      ${round.transfers.length
        ? html`<ul class="pays">
            ${round.transfers.map(
              (pay, i) => html`<li key=${i}>
                <span class="who"><b>${pay.from}</b><i aria-hidden="true">→</i><b>${pay.to}</b></span>
                <span class="sum">${pay.chips}</span>
                <span class="how">
                  <${Pieces} pieces=${pay.gives} />
                  ${words.pieces(pay.gives)}
                </span>
                ${held[pay.from] && pay.from in round.points
                  ? html`<span class="why">
                      ${held[pay.from].cards.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="mini" />`)}
                      <small>${words.t("points_of", { n: round.points[pay.from] })}</small>
                    </span>`
                  : null}
              </li>`,
            )}
          </ul>`
        : html`<p class="hint">${words.t("pay_none")}</p>`}
    </section>

    ${round.betes.length
      ? html`<section class="part">
          <h2>${words.t("beasts_title")}</h2>
          <ul class="pays">
            ${round.betes.map(
              (bete) => html`<li key=${bete.card} class="bete">
                <span class="who"
                  ><b>${bete.player}</b><i aria-hidden="true">→</i><${Card} card=${bete.card} words=${words} size="mini"
                /></span>
                <span class="sum">${bete.chips}</span>
                <span class="how"
                  ><${Pieces} pieces=${bete.gives} />${words.pieces(bete.gives)}</span>
                <span class="why"><small>${words.t("beast_why", { card: words.card(bete.card) })}</small></span>
              </li>`,
            )}
          </ul>
        </section>`
      : null}

    <section class="part">
      <h2>${words.t("net")}</h2>
      <ul class="nets">
        ${view.players.map(
          (player) => html`<li key=${player.name} class=${player.name === round.winner ? "first" : ""}>
            <span class="name">${player.name}</span>
            <span class=${`net ${round.net[player.name] < 0 ? "minus" : "plus"}`}>${signed(round.net[player.name])}</span>
            <span class="since">${words.t("balance")} ${signed(player.balance)}</span>
          </li>`,
        )}
      </ul>
      <p class="hint">${words.t("net_more")}</p>
    </section>

    ${round.takes.length || round.missed_calls.length || Object.keys(round.swept).length
      ? html`<section class="part">
          <h2>${words.t("takes_title")}</h2>
          <ul class="told">
            ${round.takes.map(
              (take) => html`<li key=${take.card}>
                <${Card} card=${take.card} words=${words} size="mini" />
                <span>${words.t("take", { name: take.player, chips: words.chips(take.chips), card: words.card(take.card) })}</span>
              </li>`,
            )}
            ${round.missed_calls.map(
              (missed) => html`<li key=${`m${missed.card}`} class="missed">
                <${Card} card=${missed.card} words=${words} size="mini" />
                <span>${words.t("missed", { name: missed.player, chips: words.chips(missed.chips), card: words.card(missed.card) })}</span>
              </li>`,
            )}
            ${Object.entries(round.swept)
              .filter(([, chips]) => chips > 0)
              .map(
                ([card, chips]) => html`<li key=${`s${card}`}>
                  <${Card} card=${card} words=${words} size="mini" />
                  <span>${words.t("swept", { name: round.winner, box: words.t(`honours.${card}`), chips: words.chips(chips) })}</span>
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
