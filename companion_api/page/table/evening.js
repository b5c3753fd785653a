// Between rounds and at the end of an evening: what is paid, who is short, who owes whom.
import { html, useState } from "../vendor/preact-htm.module.js";
import { Pieces } from "../cards.js";
import { Podium } from "../stage/podium.js";
import { forget } from "../storage.js";
import { isolated, signed } from "../words.js";

export const GOES_ON = "goes-on"; // kept from an evening in whose middle somebody came or went, for the next form

// «payé»: a tap notes it, another takes it back.
export function Paid({ due, words, tap, may }) {
  if (!due) return null;
  const paid = !due.still;
  if (!may.pay(due)) return paid ? html`<span class="paid done">${words.t("evening.paid")}</span>` : null;
  const go = () =>
    paid
      ? tap({ tap: "undo", target: due.seq }, words.t("evening.unpaid"))
      : tap({ tap: "paid", player: due.from, ...(due.card ? { card: due.card } : { to: due.to }) }, words.t("evening.paid_said"));
  return html`<button class=${`paid ${paid ? "done" : ""}`} data-paid=${`${due.from} ${due.card || due.to}`} aria-pressed=${paid} onClick=${go}>
    ${words.t(paid ? "evening.paid" : "evening.pay")}
    ${due.paid && !paid ? html`<small>${words.t("evening.still", { n: due.still })}</small>` : null}
  </button>`;
}

// The change that goes with a payment, where everybody's pieces are known.
export function ChangeBack({ due, words }) {
  if (!due) return null;
  const told = [
    Object.keys(due.swapped).length ? words.t("evening.swapped", { pieces: words.pieces(due.swapped) }) : "",
    Object.keys(due.back).length ? words.t("evening.back", { pieces: words.pieces(due.back) }) : "",
    due.noted ? words.t("evening.noted", { n: words.chips(due.noted) }) : "",
  ].filter(Boolean);
  return told.length ? html`<small class="change">${told.join(" ; ")}</small>` : null;
}

// An amount: in chips, and in money where people agreed on it.
export function Sum({ chips, worth, words }) {
  return html`<span class="sum">${chips}${worth ? html`<small>${words.money(worth)}</small>` : null}</span>`;
}

// Where chips lie that nobody holds: in the boxes, in the pool, in the kitty.
export function whereLeft({ stays }, words) {
  const [first, ...others] = Object.keys(stays);
  return words.t(`evening.where.${others.length ? "boxes" : first}`);
}

// What becomes of the chips left in the boxes, in sentences; nothing while people are still to say it.
export function leftSaid(evening, words) {
  if (evening.choices.length) return [];
  const [first] = Object.entries(evening.shares);
  const amounts = (lines) => words.listed(lines.map((line) => `${isolated(line.player)}\u00a0${words.money(line.money)}`));
  const where = whereLeft(evening, words);
  const say = (path, places) => words.t(path, { where, ...places });
  return [
    first ? say(`evening.left.${evening.leftover}`, { name: first[0], chips: words.chips(first[1]) }) : "",
    evening.boxes ? say(`evening.left.${evening.leftover === "split" ? "odd" : "stay"}`, { chips: words.chips(evening.boxes) }) : "",
    evening.aside.length ? say("evening.aside", { amounts: amounts(evening.aside) }) : "",
    evening.from_aside.length ? say("evening.from_aside", { amounts: amounts(evening.from_aside) }) : "",
  ].filter(Boolean);
}

// Asked once, when people have stopped: what becomes of the chips in the boxes. `choose(leftover)`.
export function Leftover({ evening, words, choose }) {
  const what = ({ leftover, boxes, shares }) => {
    const [[name, chips] = []] = Object.entries(shares);
    const odd = leftover === "split" && boxes ? "_odd" : leftover === "stay" && Object.keys(evening.stays).length === 1 ? "_pool" : "";
    return words.t(`evening.choice_what.${leftover}${odd}`, { name, chips: words.chips(chips || 0), odd: words.chips(boxes) });
  };
  return html`<section class="part asked" id="leftover" role="group" aria-label=${words.t("evening.ask", { where: whereLeft(evening, words), chips: words.chips(evening.asked) })}>
    <p class="ask">${words.t("evening.ask", { where: whereLeft(evening, words), chips: words.chips(evening.asked) })}</p>
    <div class="choices">
      ${evening.choices.map(
        (choice) => html`<button key=${choice.leftover} class="choice" data-leftover=${choice.leftover} onClick=${() => choose(choice.leftover)}>
          <b>${words.t(`evening.choice.${choice.leftover}`)}</b><small>${what(choice)}</small>
        </button>`,
      )}
    </div>
  </section>`;
}

// What comes next: another round, or the evening's end once all that was agreed has been played.
export function Next(shared) {
  return shared.view.evening.over ? html`<${Finish} ...${shared} look="wide" />` : html`<${NextRound} ...${shared} look="wide" />`;
}

function NextRound({ view, words, tap, look }) {
  return html`<button class=${look} id="next-round" onClick=${() => tap({ tap: "round" }, words.t("evening.next"))}>
    ${words.t("evening.next")}<small>${words.t("evening.deals", { name: view.evening.next_dealer })}</small>
  </button>`;
}

function Finish({ words, tap, look }) {
  const [sure, setSure] = useState(false);
  return html`<button class=${sure ? `${look} remove` : look} id="finish" onClick=${() => (sure ? tap({ tap: "end" }, words.t("evening.title")) : setSure(true))}>
    ${words.t(sure ? "evening.finish_sure" : "evening.finish")}
  </button>`;
}

export function Between(shared) {
  const { view, words, tap, may, open } = shared;
  const { evening } = view;
  const [asked, setAsked] = useState(false);
  const of = evening.terms.rounds;
  return html`<section class="part between" id="between">
    ${evening.over ? html`<p class="told-alert" id="over">${words.t(`evening.over.${evening.over}`)}</p>` : null}
    ${Object.entries(evening.short).map(
      ([name, lacking]) => html`<p class="told-alert short" key=${name}>${words.t("evening.short", { name, chips: words.chips(lacking) })}</p>`,
    )}
    ${of ? html`<p class="hint">${words.t("evening.rounds_of", { n: evening.rounds, of })}</p>` : null}
    ${may.host ? html`<div class="two">
      <button id="other-dealer" onClick=${() => setAsked(!asked)}>${words.t("evening.other_dealer")}</button>
      ${evening.over ? html`<${NextRound} ...${shared} look="quiet" />` : html`<${Finish} ...${shared} look="quiet" />`}
    </div>` : null}
    ${asked
      ? html`<div class="names">${view.players.map((player) => html`<button key=${player.name} onClick=${() => tap({ tap: "round", player: player.name }, words.t("evening.next"))}>${player.name}</button>`)}</div>`
      : null}
    ${may.host ? html`<button class="wide quiet" id="change-players" onClick=${() => open({ sheet: "change" })}>${words.t("changing.name")}</button>` : null}
    <button class="wide quiet" id="see-round" onClick=${() => open({ sheet: "again", round: view.settlement.round })}>↻ ${words.t("replay.round.title")}</button>
    <${Standings} title=${words.t("evening.so_far")} evening=${evening} words=${words} />
    <${Purses} evening=${evening} words=${words} />
  </section>`;
}

export function EndOfEvening({ view, words, tap, tell, say, may }) {
  const { evening } = view;
  const renew = () => {
    forget(GOES_ON);
    tell("evenings", {});
  };
  const asks = evening.choices.length > 0; // who owes what hangs on what becomes of the boxes
  return html`<div class="evening-end" id="evening-end">
    <section class="felt winner">
      <svg class="crown" viewBox="0 0 48 30" aria-hidden="true"><path d="M4 26 2 6l11 8L24 2l11 12 11-8-2 20Z" fill="currentColor" /></svg>
      <h1>${wonBy(evening, words)}</h1>
      <p>${words.count("evening.rounds", evening.rounds)}</p>
      ${asks ? null : html`<${Podium} evening=${evening} players=${view.players} words=${words} />`}
    </section>
    ${asks && may.host ? html`<${Leftover} evening=${evening} words=${words} choose=${(leftover) => tap({ tap: "end", leftover }, words.t("evening.paid_said"))} />` : null}
    ${asks && !may.host ? html`<p class="hint" id="asks">${words.t("evening.ask", { where: whereLeft(evening, words), chips: words.chips(evening.asked) })}</p>` : null}
    <${Standings} title=${words.t("evening.standings")} evening=${evening} words=${words} />
    ${asks ? null : html`<${Debts} evening=${evening} words=${words} /><${Purses} evening=${evening} words=${words} />`}
    <div class="gap"></div>
    <button class="wide quiet" id="share" onClick=${() => import("./share.js").then(({ share }) => share(view, words), () => say(words.t("unsent")))}>${words.t("ending.share")}</button>
    ${may.host
      ? html`<a class="wide quiet" id="remember" href="history/#last">${words.t("my.remember")}</a>
          <button class="sure wide" id="new-evening" onClick=${renew}>${words.t("evening.again")}</button>
          <button class="wide quiet" id="go-on" onClick=${() => tap({ tap: "undo", target: evening.ended }, words.t("evening.go_on"))}>${words.t("evening.go_on")}</button>`
      : null}
  </div>`;
}

// What is still to be given at the end: where chips are counted they have changed hands round by round, and only money is owed.
export const owing = ({ debts, stock, terms }) => (stock && !terms.money ? [] : debts);

// What is said where nobody owes anything.
export const nothingOwed = ({ stock, terms }, words) => words.t(stock && !terms.money ? "evening.debts_held" : "evening.debts_none");

// Who has won; nobody where all have the same, and nobody yet where that hangs on who gets the boxes.
export function wonBy({ winners, standings }, words) {
  if (!winners.length || (winners.length > 1 && winners.length === standings.length)) return words.t("evening.title");
  return winners.length > 1 ? words.t("evening.win", { names: words.listed(winners) }) : words.t("evening.wins", { name: winners[0] });
}

// Who gives whom what at the end, on phones and on the television: money where people play for some, else chips.
export function DebtLine({ debt, words }) {
  return html`<li>
    <span class="who"><b>${debt.from}</b><i aria-hidden="true">→</i><b>${debt.to}</b></span>
    <span class="sum">${debt.money ? words.money(debt.money) : debt.chips}</span>
    <span class="how">${debt.money ? words.chips(debt.chips) : html`<${Pieces} pieces=${debt.gives} /> <span class="said">${words.pieces(debt.gives)}</span>`}</span>
  </li>`;
}

export function Debts({ evening, words, hint = words.t("evening.debts_more") }) {
  return html`<section class="part">
    <h2>${words.t("evening.debts")}</h2>
    ${owing(evening).length
      ? html`<ul class="pays" id="debts">
            ${owing(evening).map((debt) => html`<${DebtLine} key=${`${debt.from} ${debt.to}`} debt=${debt} words=${words} />`)}
          </ul>
          <p class="hint">${hint}</p>`
      : html`<p class="hint">${nothingOwed(evening, words)}</p>`}
    ${leftSaid(evening, words).map((line) => html`<p class="hint left-said" key=${line}>${line}</p>`)}
  </section>`;
}

function Standings({ title, evening, words }) {
  return html`<h2>${title}</h2>
    <ul class="nets standings" id="standings">
      ${evening.standings.map(
        (line) => html`<li key=${line.name} class=${line.place === 1 ? "first" : ""}>
          <span class="name">${line.place}. ${isolated(line.name)}</span>
          <span class=${`net ${line.won < 0 ? "minus" : "plus"}`}>${evening.stock ? words.chips(line.chips) : signed(line.chips)}</span>
          <span class="since">${[evening.stock ? signed(line.won) : "", line.money ? words.money(line.money) : ""].filter(Boolean).join(" · ")}</span>
        </li>`,
      )}
    </ul>`;
}

function Purses({ evening, words }) {
  if (!evening.purses) return null;
  return html`<h2>${words.t("evening.purses")}</h2>
    <ul class="nets purses" id="purses">
      ${Object.entries(evening.purses).map(
        ([name, purse]) => html`<li key=${name}>
          <span class="name">${name}</span><${Pieces} pieces=${purse.pieces} />
          <span class="since">
            ${words.pieces(purse.pieces)}
            ${purse.noted ? ` · ${words.t(purse.noted < 0 ? "evening.noted_owes" : "evening.noted_due", { n: Math.abs(purse.noted) })}` : ""}
          </span>
        </li>`,
      )}
    </ul>
    <p class="hint">${words.t("evening.purses_more")}</p>`;
}
