// The board of a club: tables, ranking, time; on a television, and on the phones of those who play.
import { html, render, useEffect, useState } from "../vendor/preact-htm.module.js";
import { ask } from "../ask.js";
import { download } from "../files.js";
import { Line } from "../line/line.js";
import { invitation, readInvitation, takeInvitation } from "../passes.js";
import { keep, recall } from "../storage.js";
import { loadWords, preferredLanguage, signed } from "../words.js";
import { useFitting } from "./fitting.js";
import { Host } from "./host.js";

const PARTS = ["club", "table"];
const FEW = 12; // lines of the ranking that a phone shows before it is asked for all
const FEW_TABLES = 6; // likewise of tables, where it knows whose own is among them

takeInvitation();

function useSecond() {
  const [, tick] = useState(0);
  useEffect(() => {
    const clock = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(clock);
  }, []);
}

// Seconds left by the board's own clock: that of a phone may be wrong.
function Timer({ now, words }) {
  useSecond();
  if (!now.ends) return null;
  const left = Math.max(0, Math.round(now.ends - now.clock - (performance.now() - now.came) / 1000));
  const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<p class=${`timer ${left === 0 ? "over" : left < 300 ? "soon" : ""}`} id="timer" role="timer">${left === 0 ? words.t("club.over") : shown}</p>`;
}

function state(table, words) {
  if (table.aside) return words.t("club.aside");
  if (table.silent) return words.t("club.silent");
  if (!table.begun) return words.t("club.waits");
  if (table.ended) return words.t("club.ended");
  return words.t("club.deal", { n: table.settled + 1 });
}

const seats = (table, name) => table.players.some((player) => player.name === name);

function Table({ table, words, me, rest }) {
  return html`<article class=${`club-table ${table.begun ? "" : "waits"} ${table.ended ? "ended" : ""} ${table.silent ? "silent" : ""} ${seats(table, me) ? "mine" : ""} ${rest ? "rest" : ""}`} data-table=${table.number}>
    <header><b>${words.t("club.table", { n: table.number })}</b><span>${state(table, words)}</span></header>
    <ol>${table.players.map((player, place) => {
      const leads = table.leaders.includes(player.name);
      return html`<li key=${player.name} class=${`${leads ? "leads" : ""} ${player.name === me ? "me" : ""}`}>
        <span>${player.name}${place === 0 && !table.begun ? html` <small>${words.t("club.deals")}</small>` : null}</span>
        ${table.settled ? html`<b class=${player.won < 0 ? "minus" : "plus"}>${signed(player.won)}</b>` : null}
      </li>`;
    })}</ol>
  </article>`;
}

function Tables({ now, words, me, silent }) {
  const [all, setAll] = useState(false);
  const { tables } = now;
  const place = useFitting(JSON.stringify([silent, tables.map((table) => [table.settled > 0, table.players.map((player) => player.name)])]));
  const few = !all && tables.length > FEW_TABLES && tables.some((table) => seats(table, me));
  return html`<section class="tables" id="tables" ref=${place}>
    ${tables.length ? tables.map((table) => html`<${Table} key=${table.number} table=${table} words=${words} me=${me} rest=${few && !seats(table, me)} />`) : html`<p class="empty">${words.t("club.nothing")}</p>`}
    ${few ? html`<button class="quiet more" onClick=${() => setAll(true)}>${words.t("club.all_tables", { n: tables.length })}</button>` : null}
  </section>`;
}

function Ranking({ now, words, me }) {
  const [all, setAll] = useState(false);
  const lines = now.ranking;
  if (!lines.length) return null;
  const rounds = now.round || 0;
  const few = (line, at) => all || at < FEW || line.name === me;
  return html`<section class="ranking" id="ranking">
    <h2>${words.t("club.ranking")}</h2>
    <table>
      <thead><tr><th></th><th>${words.t("club.player")}</th>${Array.from({ length: rounds }, (_, n) => html`<th class="round" key=${n}>${words.t("club.short_round", { n: n + 1 })}</th>`)}<th>${words.t("club.chips")}</th></tr></thead>
      <tbody>${lines.map((line, at) => html`<tr key=${line.name} class=${`${line.name === me ? "me" : ""} ${few(line, at) ? "" : "rest"}`}>
        <td>${line.place}</td><th scope="row">${line.name}</th>
        ${line.rounds.map((chips, n) => html`<td class="round" key=${n}>${chips === null ? "·" : signed(chips)}</td>`)}
        <td><b class=${line.won < 0 ? "minus" : "plus"}>${signed(line.won)}</b></td>
      </tr>`)}</tbody>
    </table>
    ${lines.length > FEW && !all ? html`<button class="quiet more" onClick=${() => setAll(true)}>${words.t("club.all", { n: lines.length })}</button>` : null}
  </section>`;
}

// Where somebody sits who has said on this phone who he is.
function Mine({ now, words, me, choose }) {
  const names = [...new Set([...now.players.filter((player) => player.here).map((player) => player.name), ...now.tables.flatMap((table) => table.players.map((player) => player.name))])].sort((a, b) => a.localeCompare(b));
  if (!names.length) return null;
  const table = now.tables.find((one) => seats(one, me));
  const line = now.ranking.find((one) => one.name === me);
  return html`<section class="mine-here" id="mine">
    <label>${words.t("club.i_am")} <select value=${me} onChange=${(chosen) => choose(chosen.target.value)}><option value="">–</option>${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
    ${table ? html`<p class="where"><b>${words.t("club.your_table", { n: table.number })}</b>${!table.begun && table.players[0].name === me ? html` · ${words.t("club.you_deal")}` : null}</p>` : me ? html`<p class="where">${words.t("club.no_table")}</p>` : null}
    ${line ? html`<p>${words.t("club.your_place", { n: line.place, chips: signed(line.won) })}</p>` : null}
  </section>`;
}

function Results({ now, words, token }) {
  if (!now.nights.length) return null;
  async function take(night, kind) {
    const answer = await ask(`../api/club/results/${night}.${kind}`, { headers: { Authorization: `Bearer ${token}` }, read: "blob" });
    if (!answer || !answer.ok) return;
    download(answer.said, `nainjaune-club-${night}.${kind}`);
  }
  const dated = (night) => new Date(`${night}T12:00`).toLocaleDateString(words.language, { day: "numeric", month: "long", year: "numeric" });
  return html`<details class="results"><summary>${words.t("club.results")}</summary>
    <ul>${now.nights.map((night) => html`<li key=${night}><span>${dated(night)}</span><button onClick=${() => take(night, "csv")}>CSV</button><button onClick=${() => take(night, "json")}>JSON</button></li>`)}</ul>
  </details>`;
}

function Invite({ told, words }) {
  return html`<aside class="club-invite"><div class="qr" ref=${(place) => place && place.replaceChildren(drawn(told.qr))}></div><p>${words.t("club.scan")}<b>${told.code}</b></p></aside>`;
}

function drawn(svg) {
  const code = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  code.setAttribute("viewBox", `0 0 ${code.getAttribute("width")} ${code.getAttribute("height")}`);
  return code;
}

// The code by which others come in; null where nobody can.
function useInvitation(token) {
  const [told, setTold] = useState(null);
  useEffect(() => {
    ask("../api/club/invitation", { headers: { Authorization: `Bearer ${token}` } }).then((answer) => answer && answer.ok && answer.said.qr && setTold(answer.said));
  }, [token]);
  return told;
}

function Club({ now, words, token, lost }) {
  const [me, setMe] = useState(recall("club-me") || "");
  const choose = (name) => {
    keep("club-me", name);
    setMe(name);
  };
  const invite = useInvitation(token);
  const silent = lost || now.away;
  const quiet = silent ? [] : now.tables.filter((table) => table.silent).map((table) => table.number);
  const side = useFitting(`${silent} ${quiet} ${now.ranking.map((line) => line.name)} ${now.round} ${invite !== null}`);
  const host = now.you.draws;
  return html`<main class="club" id="club">
    <header class="head">
      <img src="../icon.svg" alt="" /><h1>${now.round === null ? words.t("club.title") : words.t("club.round", { n: now.round })}</h1>
      <${Timer} now=${now} words=${words} />
    </header>
    ${silent ? html`<p class="trouble" id="away" role="status">${words.t(lost ? "club.no_answer" : "club.away")}</p>` : null}
    ${quiet.length ? html`<p class="trouble" id="quiet" role="status">${words.t("club.quiet", { tables: quiet.map((n) => words.t("club.table", { n })).join(", ") })}</p>` : null}
    <div class="mine-side"><${Mine} now=${now} words=${words} me=${me} choose=${choose} /></div>
    <${Tables} now=${now} words=${words} me=${me} silent=${silent || quiet.length > 0} />
    <div class="side" ref=${side}><${Ranking} now=${now} words=${words} me=${me} />${invite ? html`<${Invite} told=${invite} words=${words} />` : null}</div>
    ${host ? html`<${Host} now=${now} words=${words} token=${token} />` : null}
    <${Results} now=${now} words=${words} token=${token} />
  </main>`;
}

function Code({ words, wrong }) {
  const [typed, setTyped] = useState("");
  const enter = (sent) => {
    sent.preventDefault();
    const shown = readInvitation(typed);
    if (!shown) return;
    keep("invitation", shown);
    location.reload();
  };
  return html`<main class="welcome"><img src="../icon.svg" alt="" /><h1>${words.t("club.title")}</h1>
    <form class="club-enter" onSubmit=${enter}><label for="code">${words.t(wrong ? "club.wrong" : "club.code")}</label>
      <input id="code" autocomplete="off" value=${typed} onInput=${(key) => setTyped(key.target.value)} /><button class="do">${words.t("club.come_in")}</button></form></main>`;
}

// The line to the board: what it shows is the club as it stands.
class Board extends Line {
  constructor() {
    super("/api/club/live");
  }

  hello() {
    return { token };
  }

  heard(club) {
    now = { ...club, came: performance.now() };
    lost = false;
    show();
  }

  parted() {
    lost = true;
    show();
  }

  refused() {
    render(html`<${Code} words=${words} wrong />`, place);
  }
}

const place = document.getElementById("page");
const words = await loadWords(preferredLanguage(), { from: "../", parts: PARTS, away: (text) => (document.getElementById("away").textContent = text) });
const token = invitation();
let now = null;
let lost = false;
place.replaceChildren();
const show = () => now && render(html`<${Club} now=${now} words=${words} token=${token} lost=${lost} />`, place);
if (!token) render(html`<${Code} words=${words} />`, place);
else new Board().open();

document.documentElement.dataset.started = ""; // see starting.js
