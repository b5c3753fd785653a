// The table for the room: large, from afar, nothing to touch.
import { html, useEffect, useRef } from "../vendor/preact-htm.module.js";
import { Card, Heap, Pieces, honours } from "../cards.js";
import { ChangeBack, DebtLine, Sum, leftSaid, nothingOwed, owing, whereLeft, wonBy } from "./evening.js";
import { Corner } from "../entering/corner.js";
import { Invitation } from "../entering/invitation.js";
import { Lit, sentences } from "../mine/guiding.js";
import { stakesSaid } from "./opening.js";
import { gameName } from "./rules.js";
import { opera } from "./settlement.js";
import { headline } from "./table.js";
import { consequence, until } from "../stage/consequence.js";
import { useFitted } from "../stage/fitted.js";
import { Podium } from "../stage/podium.js";
import { Stage, lit } from "../stage/stage.js";
import { Stops } from "../stage/stops.js";
import { Again, Story } from "../stage/story.js";
import { Provisional, Unsighted, largeAlert } from "./unseen.js";
import { WakeVoice } from "../voice/voice.js";
import { isolated, signed } from "../words.js";

const FEW = 6; // hand-overs that stand one below the other
const MANY = 5; // players who stand in one line each
const SEEN_AGAIN = 4; // hand-overs beside which there is room for the round once more
const KEPT = 2; // cards overlooked that there is room to tell

export function Television({ view, words, part, connection, trouble, open, out, phones, stage: moment, over }) {
  const screen = useRef(null);
  useFitted(screen);
  const { evening } = view;
  const ended = evening && evening.ended;
  useEffect(stayAwake, []);
  const stage =
    view.phase === "setup" || view.phase === "waiting" ? "wait" : ended ? "end" : view.phase === "settled" && view.settlement ? "settled" : "play";
  const entering = moment.entered.length ? "entering" : ""; // what has come about before our eyes comes in, once
  return html`<main class=${`tv ${stage} ${entering}`} id="television" ref=${screen}>
    <header>
      <img src="icon.svg" alt="" /><strong>${gameName(view, words)}</strong>
      ${view.round && stage !== "end" ? html`<span>${words.t("round", { n: view.round })}</span>` : null}
      ${trouble ? html`<span class="tv-trouble" id="trouble" role="status">${trouble}</span>` : null}
      <${WakeVoice} words=${words} role="television" />
      ${stage === "settled" ? html`<button class="quiet" id="see-round" onClick=${() => open({ sheet: "stage", round: view.settlement.round })}>${words.t("replay.round.title")}</button>` : null}
      <button class="quiet" id="open-voice" onClick=${() => open({ sheet: "voice" })}>${words.t("aloud.title")}</button>
      <button class="quiet" id="change-role" onClick=${out}>${words.t("join.change")}</button>
    </header>
    ${stage === "wait" ? html`<${Waiting} words=${words} connection=${connection} phones=${phones} />` : null}
    ${stage === "play" ? html`<${part.Play || Play} view=${view} words=${words} connection=${connection} lit=${lit(moment)} />` : null}
    ${stage === "settled" ? html`<${part.Settled || Settled} view=${view} words=${words} />` : null}
    ${stage === "end" ? html`<${Ended} view=${view} words=${words} />` : null}
    ${stage === "wait"
      ? null
      : html`<div class="tv-side">
          <${People} view=${view} words=${words} note=${part.note} standings=${stage !== "play" && evening} lit=${lit(moment)} />
          ${stage === "play" ? html`<${Stops} view=${view} words=${words} />` : null}
          ${stage === "settled" ? html`<${Story} view=${view} words=${words} />` : null}
          <${Corner} words=${words} connection=${connection} phones=${phones} />
        </div>`}
    <${Stage} stage=${moment} view=${view} words=${words} over=${over} />
  </main>`;
}

// A screen that nobody touches stays lit, where the browser allows it (HTTPS only).
function stayAwake() {
  if (!navigator.wakeLock) return undefined;
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {});
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => document.removeEventListener("visibilitychange", ask);
}

function Waiting({ words, connection, phones }) {
  return html`<section class="felt tv-main"><h1>${words.t("welcome")}</h1><${Invitation} words=${words} connection=${connection} fixed />
    ${phones.length ? html`<p class="came-in" id="came-in" role="status">${phones.map((name) => html`<b class="came" key=${name}>${name}</b>`)}</p>` : null}</section>`;
}

// What waits for people, under the felt: a call that counts still, or the newest alert.
function Waits({ view, words, alert }) {
  if (view.call) {
    const { card, kind, player, chips } = view.call;
    return html`<p class="call waits" id="call-waits">
      <${Card} card=${card} words=${words} size="small" />
      <span>${kind === "honour" ? words.honour(card) : words.card(card)}<small>${words.t("call_who", { name: player, chips: words.chips(chips) })} · ${until(view, words)}</small></span>
    </p>`;
  }
  if (!alert) return null;
  const cost = consequence(alert, view, words);
  return html`<p class=${`alert ${cost ? "cost" : ""}`} role="alert" data-kind=${alert.kind}>
    ${cost ? html`<${Card} card=${alert.card} words=${words} size="small" />` : html`<i aria-hidden="true">!</i>`}
    ${cost ? html`<span>${cost.title}<small>${[cost.who, cost.cost].filter(Boolean).join(" · ")}</small><small>${cost.until}</small></span>` : html`<span>${words.alert(alert)}</span>`}
  </p>`;
}

// Of a guided round what to do now; before the first card the antes, as written below it.
function Told({ view, words }) {
  const [first] = view.guide ? sentences(view, {}) : [];
  return html`
    ${first ? html`<section class="guide" id="guide"><p class="guide-now">${words.said(first.text)}</p><${Lit} view=${view} words=${words} /></section>` : null}
    ${view.stakes.length && !view.cards.length ? html`<p class="stakes" id="stakes">${view.stakes.map((stake) => stakesSaid(stake, view, words)).join(" · ")}</p>` : null}
  `;
}

export function Play({ view, words, connection, lit }) {
  const [title, more] = headline(view, words);
  const running = view.cards.filter((card) => view.sequence.includes(card.seq));
  const newest = running[running.length - 1];
  const large = largeAlert(view);
  const alert = view.alerts[view.alerts.length - 1];
  const crossed = view.back_crosses ? words.count("back_cross", view.back_crosses) : "";
  return html`<div class="tv-main">
    ${large ? html`<${Unsighted} view=${view} words=${words} connection=${connection} />` : html`<section class="felt" aria-live="polite">
      <h1 class="wanted" id="wanted">${title}</h1>
      ${more || crossed ? html`<p class="or">${[more, crossed].filter(Boolean).join(" · ")}</p>` : null}
      ${view.phase === "hands"
        ? null
        : html`<div class="sequence">
            ${running.slice(-9).map(
              (laid) => html`<span class=${`lay ${laid === newest ? "newest" : ""}`} key=${laid.seq}>
                <${Card} card=${laid.card} words=${words} size=${laid === newest ? "big" : "middle"} /><small>${laid.player}</small>
              </span>`,
            )}
          </div>`}
    </section>`}
    <${Waits} view=${view} words=${words} alert=${alert === large ? null : alert} />
    <${Told} view=${view} words=${words} />
    <div class="boxes">
      ${honours(view).map((card) => {
        const chips = view.boxes[card] ?? 0;
        const live = view.call && view.call.card === card;
        return html`<span key=${card} data-box=${card} class=${`box ${chips ? "" : "empty"} ${live ? "live" : ""} ${lit.card === card ? "lit" : ""}`}>
          <${Card} card=${card} words=${words} size="small" /><${Heap} chips=${chips} /><b>${chips}</b>
        </span>`;
      })}
    </div>
  </div>`;
}

export function Settled({ view, words }) {
  const round = view.settlement;
  const dues = view.evening ? view.evening.dues : [];
  const kept = round.explanations.filter((line) => line.rule.includes("overlooked"));
  return html`<div class="tv-main" id="settlement">
    <section class="felt winner">
      <h1>${words.t("wins", { name: round.winner })}</h1>
      ${round.opera ? html`<p class="opera"><b>${opera(round, words)}</b></p>` : null}
      ${dues.length <= SEEN_AGAIN ? html`<${Again} cards=${view.cards} words=${words} />` : null}
    </section>
    <${Provisional} round=${round} words=${words} />
    <ul class=${`pays ${dues.length > FEW ? "many" : ""}`}>
      ${dues.map(
        (due) => html`<li key=${`${due.from} ${due.card || due.to}`} class=${due.still ? "" : "done"}>
          <span class="who"><b>${due.from}</b><i aria-hidden="true">→</i>${due.card ? html`<${Card} card=${due.card} words=${words} size="mini" />` : html`<b>${due.to}</b>`}</span>
          <span class="how"><${Pieces} pieces=${due.gives} /> <span class="said">${words.pieces(due.gives)}</span><${ChangeBack} due=${due} words=${words} /></span>
          <${Sum} chips=${`${due.still ? "" : "✓ "}${due.chips}`} worth=${due.money} words=${words} />
        </li>`,
      )}
    </ul>
    ${kept.slice(0, dues.length > FEW ? 0 : KEPT).map((line) => html`<p class="hint" key=${line.player + line.card}>${words.said(line.text)}</p>`)}
  </div>`;
}

function Ended({ view, words }) {
  const { evening } = view;
  const asks = evening.choices.length > 0; // who owes what hangs on what becomes of the boxes
  const debts = asks ? [] : owing(evening);
  return html`<div class="tv-main" id="evening-end">
    <section class="felt winner">
      <h1>${wonBy(evening, words)}</h1>
      <p>${words.count("evening.rounds", evening.rounds)}</p>
      ${asks ? null : html`<${Podium} evening=${evening} players=${view.players} words=${words} />`}
    </section>
    <ul class=${`pays ${debts.length > FEW ? "many" : ""}`}>
      ${debts.map(
        (debt) => html`<${DebtLine} key=${`${debt.from} ${debt.to}`} debt=${debt} words=${words} />`,
      )}
    </ul>
    ${asks
      ? html`<p class="hint" id="asks">${words.t("evening.ask", { where: whereLeft(evening, words), chips: words.chips(evening.asked) })}</p>`
      : [debts.length ? "" : nothingOwed(evening, words), ...leftSaid(evening, words)].filter(Boolean).map((line) => html`<p class="hint" key=${line}>${line}</p>`)}
  </div>`;
}

function People({ view, words, note, standings, lit }) {
  const won = standings && Object.fromEntries(standings.standings.map((line) => [line.name, line]));
  const since = (line) => [view.evening.stock ? signed(line.won) : "", line.money ? words.money(line.money) : ""].filter(Boolean).join(" · ");
  const ranked = won ? [...view.players].sort((a, b) => won[a.name].place - won[b.name].place) : view.players;
  return html`<ul class=${`tv-people players ${ranked.length > MANY ? "many" : ""}`}>
    ${ranked.map(
      (player) => html`<li key=${player.name} data-player=${player.name} class=${`his-${player.colour} ${!won && player.name === view.leader ? "turn" : ""} ${lit.player === player.name ? "lit" : ""}`}>
        <i class=${`dot of-${player.colour}`} aria-hidden="true"></i><span class="name">${won ? `${won[player.name].place}. ` : ""}${isolated(player.name)}</span>
        <span class="left">${!won && player.name === view.dealer ? html`<span class="tag">${words.t("deals")}</span> ` : null}${!won ? note(view, player, words) : since(won[player.name])}</span>
        <b class="balance">${view.evening && view.evening.stock ? String(player.balance).replace("-", "−") : signed(player.balance)}</b>
      </li>`,
    )}
  </ul>`;
}
