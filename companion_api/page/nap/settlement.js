// What a deal of Nap came to: who pays whom, what the pool gave or got, and why.
import { html } from "../vendor/preact-htm.module.js";
import { Crown, Mine, Nets, Payments } from "../table/settlement.js";
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
  const [title, tricks] = ending(round, view, words);
  const send = (event, said) => tap({ tap: "tell", event }, said);
  return html`<div class="settlement" id="settlement">
    <section class="felt winner">
      ${round.made ? html`<${Crown} />` : null}
      <h1>${title}</h1>
      <p>${[words.t("round", { n: round.round }), tricks].filter(Boolean).join(" · ")}</p>
    </section>
    ${me && view.evening ? html`<${Mine} dues=${dues} words=${words} me=${me} tap=${tap} may=${may} />` : null}
    <${Payments} round=${round} words=${words} dues=${dues} tap=${tap} may=${may} />
    ${round.pot ? html`<${Pot} round=${round} words=${words} />` : null}
    <${Nets} view=${view} words=${words} winner=${round.made ? round.bidder : null} />
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
