// Past evenings: who won what, over time; to take away, to bring in, to forget.
import { html, render, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { PATIENCE_LONG, ask as answered } from "../ask.js";
import { download } from "../files.js";
import { offered, pass, takeInvitation } from "../passes.js";
import { CATALOGUE, isolated, loadWords, preferredLanguage, signed } from "../words.js";
import { Again } from "./again.js";
import { wonBy } from "./drawn.js";
import { Kept } from "./note.js";
import { Plot } from "./plot.js";
import { Seasons } from "./season.js";
import { Slate } from "./slate.js";

const MOST_LINES = 8;
const FIGURES = ["evenings", "evenings_won", "rounds", "wins", "operas", "boxes", "forgotten", "betes", "longest", "won"];
const CHIPS = { boxes: "box_chips", forgotten: "forgotten_chips", betes: "bete_chips" };
const FILES = { csv: "nainjaune.csv", json: "nainjaune.json", bgstats: "nainjaune.bgsplay" };
const MARKS = 5;
const AGAIN = 3000; // ms until a computer that did not answer is asked again

const last = location.hash === "#last"; // the evening just played is to be seen at once
const invited = takeInvitation();
const held = pass() || invited;

// What the computer answers, read as asked; an error with its status, 0 when there was no answer.
async function ask(path = "", { body = null, read = "json", type, method = body === null ? "GET" : "POST" } = {}) {
  const headers = { Authorization: `Bearer ${held}`, ...(type ? { "Content-Type": type } : {}) };
  const answer = await answered(`../api/history${path}`, { method, headers, ...(body === null ? {} : { body }), read, patience: PATIENCE_LONG });
  if (!answer) throw Object.assign(new Error(), { status: 0 });
  if (!answer.ok) throw Object.assign(new Error((answer.said && answer.said.detail) || String(answer.status)), { status: answer.status });
  return answer.said;
}

const dated = (words, time) => new Date(time).toLocaleDateString(words.language, { day: "numeric", month: "long", year: "numeric" });

// The colour that a player has at the table: the one he chose, else that of his place there.
const colourOf = (players, place) => players[place]?.colour ?? players[place]?.seat ?? place;

// What each player had won after each evening.
const course = (players) => players.slice(0, MOST_LINES).map(({ name, course: values }, place) => ({ name, colour: colourOf(players, place), values }));

// What each player held after each round.
const ofEvening = (evening, players) =>
  evening.players.map((name) => ({ name, colour: colourOf(players, players.findIndex((player) => player.name === name)), values: evening.course[name] }));

// As many marks below a plot as can be read.
function marked(texts) {
  const every = Math.ceil(texts.length / MARKS);
  return ["", ...texts.map((text, n) => ((texts.length - 1 - n) % every ? "" : text))];
}

function says(words, lines) {
  return lines.map((line) => words.t("history.plot_says", { name: line.name, chips: signed(line.values[line.values.length - 1]) })).join(", ");
}

function Sure({ label, sure, act }) {
  const [asked, setAsked] = useState(false);
  return html`<button class=${`forget wide ${asked ? "remove" : "quiet"}`} onClick=${() => (asked ? act() : setAsked(true))}>${asked ? sure : label}</button>`;
}

function Player({ player, words, host, forget }) {
  const told = (figure) => {
    if (figure === "longest") return words.count("history.cards", player.longest);
    if (figure === "won") return signed(player.won);
    const chips = CHIPS[figure] && player[figure] ? words.chips(player[CHIPS[figure]]) : null;
    return chips ? words.t("history.with_chips", { n: player[figure], chips }) : String(player[figure]);
  };
  return html`<details class="past-player">
    <summary><b>${player.name}</b><span class="tally">${words.count("history.rounds_n", player.rounds)}</span><span class=${`net ${player.won < 0 ? "minus" : "plus"}`}>${signed(player.won)}</span></summary>
    <dl>${FIGURES.map((figure) => html`<div key=${figure}><dt>${words.t(`history.long.${figure}`)}</dt><dd>${told(figure)}</dd></div>`)}</dl>
    ${host ? html`<${Sure} label=${words.t("history.forget_player")} sure=${words.t("history.forget_player_sure", { name: player.name })} act=${() => forget({ player: player.name })} />` : null}
  </details>`;
}

// What a game is called: Nain Jaune by its own name, another by that of its rules.
const gameOf = ({ game, rules }, words) => (game === "nain-jaune" ? words.t("title") : words.t(`presets.${rules}.name`));

function Evening({ evening, players, named, words, host, now, playing, forget, attempt, shown }) {
  const [open, setOpen] = useState(false);
  const place = useRef(null);
  useEffect(() => {
    if (!shown) return;
    place.current.open = true;
    place.current.scrollIntoView();
  }, [shown]);
  const date = dated(words, evening.started);
  const lines = ofEvening(evening, players);
  return html`<details class="past-evening" data-evening=${evening.id} ref=${place} onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary><b>${words.t("history.evening_of", { date, rounds: words.count("history.rounds_n", evening.rounds.length) })}</b>
      <span class="tally">${named ? `${gameOf(evening, words)} · ` : ""}${evening.best.length ? wonBy(evening.best, words) : ""}${evening.id === now && playing ? ` · ${words.t("history.playing")}` : ""}</span></summary>
    <${Plot} title=${words.t("history.plot_evening")} lines=${lines} marks=${marked(evening.rounds.map((round) => String(round.number)))} says=${says(words, lines)} />
    <ol class="rounds">
      ${evening.rounds.map(
        (round) => html`<li key=${round.number}>
          ${round.winner ? words.t("history.winner", { name: round.winner }) : words.t("history.no_winner")}${round.opera ? ` · ${words.t("history.opera")}` : ""}
          <small>${evening.players.map((name) => `${isolated(name)} ${signed(round.net[name] || 0)}`).join(" · ")}</small>
          ${open ? html`<${Again} evening=${evening} number=${round.number} words=${words} ask=${ask} />` : null}
        </li>`,
      )}
    </ol>
    ${open ? html`<${Kept} evening=${evening} players=${players} words=${words} host=${host} ask=${ask} attempt=${attempt} />` : null}
    ${host && open ? html`<button class="wide quiet" data-take=${evening.id} onClick=${() => attempt(async () => download(await ask(`/${evening.id}/file`, { read: "blob" }), `nainjaune-${evening.started.slice(0, 10)}.json`))}>${words.t("history.take_evening")}</button>` : null}
    ${host && evening.id !== now
      ? html`<${Sure} label=${words.t("history.forget_evening")} sure=${words.t("history.forget_evening_sure")} act=${() => forget({ evening: evening.id })} />`
      : null}
  </details>`;
}

// What the evenings of one game came to: its chips are not those of another game.
function OfGame({ game, alone, words, host, forget }) {
  const lines = course(game.players);
  const dates = Object.values(game.dates);
  const short = (started) => new Date(started).toLocaleDateString(words.language, { day: "numeric", month: "numeric" });
  return html`<section data-game=${game.game}>
    ${alone ? null : html`<h2 class="of-game">${gameOf(game, words)}</h2>`}
    <${Seasons} seasons=${game.seasons} words=${words} dates=${Object.fromEntries(Object.entries(game.dates).map(([id, started]) => [id, dated(words, started)]))} />
    <${Plot} title=${words.t("history.plot")} lines=${lines} marks=${marked(dates.map(short))} says=${says(words, lines)} />
    <h2>${words.t("history.players")}</h2>
    ${game.players.map((player) => html`<${Player} key=${player.name} player=${player} words=${words} host=${host} forget=${forget} />`)}
  </section>`;
}

// Earlier evenings: they come when one scrolls there, or taps.
function Older({ words, more }) {
  const button = useRef(null);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry.isIntersecting && more());
    seen.observe(button.current);
    return () => seen.disconnect();
  }, []);
  return html`<button class="wide quiet" id="older" ref=${button} onClick=${more}>${words.t("history.older")}</button>`;
}

function Page({ words }) {
  const [past, setPast] = useState(null);
  const [older, setOlder] = useState([]); // evenings of the pages before the last one, as they were asked for
  const [host, setHost] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [toast, say] = useState("");
  const [wanted, want] = useState(null); // the evening that has just come in from a file

  const load = async () => {
    try {
      setPast(await ask());
      setOlder([]);
      const { you, roles } = (await offered(held, "../")) || {};
      setHost(you ? you.role === "host" : Boolean(roles) && roles.includes("host"));
      setTrouble("");
    } catch (error) {
      setTrouble(words.t(error.status === 403 ? "history.not_yours" : error.status === 401 ? "token_wrong" : "history.away"));
      if (!error.status) setTimeout(load, AGAIN);
    }
  };
  useEffect(() => void load(), []);

  const attempt = async (what) => {
    try {
      await what();
      await load();
    } catch (error) {
      say(error.status ? words.t("history.refused", { why: error.message }) : words.t("unsent"));
    }
  };
  const forget = (what) =>
    attempt(async () => {
      const { instead, kept_until, copies } = await ask("/forget", { body: JSON.stringify(what) });
      if (what.copies) return say(words.count("history.copies_deleted", copies));
      const done = instead ? words.t("history.forgotten_player", { name: instead }) : words.t("history.deleted");
      say(kept_until ? `${done} ${words.t("history.kept_until", { date: dated(words, kept_until) })}` : done);
    });
  const bring = (event) => {
    const file = event.target.files[0];
    if (file) attempt(async () => {
      const told = await ask("", { body: file });
      say(words.t("history.came", told));
      want(told.evening);
    });
  };
  const slate = (what) => attempt(async () => void (await ask("/slate", { body: JSON.stringify(what) })));
  const pages = 1 + older.length;
  const more = async () => {
    try {
      const { evenings } = await ask(`?page=${pages}`);
      setOlder((now) => (now.length === pages - 1 ? [...now, evenings] : now));
    } catch (error) {
      say(error.status ? words.t("history.refused", { why: error.message }) : words.t("unsent"));
    }
  };
  const missing = wanted && past && pages < past.pages && ![past.evenings, ...older].flat().some(({ id }) => id === wanted);
  useEffect(() => void (missing && more()), [missing, pages]);
  const take = (kind) =>
    attempt(async () => {
      download(await ask(`/${kind}`, { read: "blob" }), FILES[kind]);
    });

  const evenings = past ? [...past.evenings].reverse().concat(...older.map((page) => [...page].reverse())) : []; // the last one first
  return html`
    <header class="top"><a class="back" href="../" aria-label=${words.t("history.back")}>‹</a><div><strong>${words.t("history.title")}</strong></div></header>
    <main class="past" id="past">
      <h1 class="unseen">${words.t("history.title")}</h1>
      ${trouble ? html`<p class="told-alert" role="alert">${trouble}</p>` : null}
      ${past ? past.notices.map((notice) => html`<p class="told-alert" role="status">${notice[words.language]}</p>`) : null}
      ${past ? html`<${Slate} slate=${past.slate} words=${words} send=${host ? slate : null} choose=${host} />` : null}
      ${past && !past.evenings.length ? html`<p class="hint">${words.t("history.none")}</p>` : null}
      ${past && past.evenings.length
        ? html`${past.games.map((game) => html`<${OfGame} key=${game.game} game=${game} alone=${past.games.length === 1} words=${words} host=${host} forget=${forget} />`)}
            <h2>${words.t("history.evenings_list")}</h2>
            ${evenings.map((evening, place) => html`<${Evening} key=${evening.id} shown=${(last && !place) || evening.id === wanted} evening=${evening} players=${past.players} named=${past.games.length > 1} words=${words} host=${host} now=${past.now} playing=${past.playing} forget=${forget} attempt=${attempt} />`)}
            ${pages < past.pages ? html`<${Older} key=${pages} words=${words} more=${more} />` : null}`
        : null}
      ${past
        ? html`${host
              ? html`<h2>${words.t("history.files")}</h2>
                  <div class="files">${Object.keys(FILES).map((kind) => html`<button key=${kind} id=${`take-${kind}`} onClick=${() => take(kind)}>${words.t(`history.file_${kind}`)}</button>`)}</div>`
              : null}
            ${host ? html`<label class="bring wide quiet">${words.t("history.bring")}<input type="file" accept=".csv,.json" onChange=${bring} /></label>` : null}
            ${host && past.copies
              ? html`<p class="hint">${words.t("history.copies_hint")}</p>
                  <${Sure} label=${words.count("history.copies_delete", past.copies)} sure=${words.t("history.copies_delete_sure")} act=${() => forget({ copies: true })} />`
              : null}`
        : null}
    </main>
    ${toast ? html`<div class="toast" role="status">${toast}</div>` : null}
  `;
}

const language = preferredLanguage();
const page = document.getElementById("page");
const words = await loadWords(language, { from: "../", parts: [...CATALOGUE, "history"], away: (text) => (page.textContent = text) });
document.title = words.t("history.title");
page.textContent = "";
render(html`<${Page} words=${words} />`, page);

document.documentElement.dataset.started = ""; // see starting.js
