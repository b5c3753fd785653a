// What a deal of Nap came to: who pays whom, what the pool gave or got, and why.
import { html } from "../vendor/preact-htm.module.js";
import { Hand, Mine, Net } from "../settlement.js";
import { Fine } from "./acting.js";
import { bidName, dealtSaid } from "./said.js";

const POT = ["nap_pool_won", "nap_pool_doubled", "nap_kitty_won", "nap_lost_to_kitty", "nap_fine", "nap_bought"];

// [what the deal came to, with how many tricks]
export function ending(round, view, words) {
  if (!round.bidder) return [words.t("nap.thrown_in"), ""];
  const bid = bidName(round, view, words);
  return [words.t(round.made ? "nap.made" : "nap.lost", { name: round.bidder, bid }), words.count("tricks", round.tricks)];
}

export function Settlement(shared) {
  const { view, words, tap, me, may } = shared;
  const round = view.settlement;
  const dues = view.evening ? view.evening.dues : [];
  const why = round.explanations;
  const [title, tricks] = ending(round, view, words);
  const send = (event, said) => tap({ tap: "tell", event }, said);
  return html`<div class="settlement" id="settlement">
    <section class="felt winner">
      ${round.made ? html`<svg class="crown" viewBox="0 0 48 30" aria-hidden="true"><path d="M4 26 2 6l11 8L24 2l11 12 11-8-2 20Z" fill="currentColor" /></svg>` : null}
      <h1>${title}</h1>
      <p>${[words.t("round", { n: round.round }), tricks].filter(Boolean).join(" · ")}</p>
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
                owed=${pay}
                due=${dues.find((due) => due.from === pay.from && due.to === pay.to)}
                tap=${tap}
                may=${may}
                taker=${html`<b>${pay.to}</b>`}
                giver=${pay.from}
                cards=${[]}
                why=${why}
              />`,
            )}
          </ul>`
        : html`<p class="hint">${words.t("pay_none")}</p>`}
    </section>
    ${round.pot ? html`<${Pot} round=${round} words=${words} />` : null}
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
            first=${round.made && player.name === round.bidder}
            why=${why}
            made=${round.accounts[player.name]}
          />`,
        )}
      </ul>
    </section>
    <p class="hint" id="next-deal">${dealtSaid(round, round.next_dealer, words)}</p>
    <${Fine} ...${shared} send=${send} />
  </div>`;
}

function Pot({ round, words }) {
  const lines = round.explanations.filter((line) => POT.some((rule) => line.rule.startsWith(rule)));
  return html`<section class="part" id="pot-after">
    <h2>${words.t(`nap.${round.pot}`)}</h2>
    ${lines.length ? html`<ul class="told">${lines.map((line, i) => html`<li key=${i}><span>${words.said(line.text)}</span></li>`)}</ul>` : null}
    <p class="hint">${words.t(`nap.after.${round.pot}`, { chips: words.chips(round.pool) })}</p>
  </section>`;
}
