// The start page: try it, play with or without a camera, go on, look back. Only on this computer.
import { html, render, useEffect, useState } from "../vendor/preact-htm.module.js";
import { begin, companion, local, takeKey } from "../companion.js";
import { Switch } from "../controls.js";
import { PhonesSwitch } from "../entering/phones.js";
import { Languages } from "../entering/roles.js";
import { LANGUAGES } from "../languages.js";
import { keep, recallObject } from "../storage.js";
import { CATALOGUE, loadWords, preferredLanguage } from "../words.js";
import { Slate } from "../history/slate.js";
import { AsCamera, Webcams } from "./cameras.js";

const DAY = 86400000; // ms
const WEEK = 6; // days within which the weekday says which evening it was
const SWITCHES = ["keep_pictures", "listen", "speak", "automatic"];
const TYPED = ["webhook", "clips"]; // what is typed among the settings
const SPEEDS = [1, 2, 4];
const PARTS = [...CATALOGUE, "start"];

// «Continuer la soirée de mardi», of today, or of a date.
function goesOn(words, started) {
  const then = new Date(1000 * started);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / DAY);
  if (days <= 0) return words.t("start.go_on.today");
  const how = days <= WEEK ? { weekday: "long" } : { day: "numeric", month: "long" };
  const day = then.toLocaleDateString(words.language, how);
  return days <= WEEK ? words.t("start.go_on.weekday", { day }) : words.t("start.go_on.date", { day });
}

// The companion has no window of its own: it is ended here, asked twice.
function Quit({ words, gone }) {
  const [asked, setAsked] = useState(false);
  const quit = async () => {
    if (!asked) return setAsked(true);
    await companion("/quit", {});
    return gone();
  };
  return html`<button class="quiet wide" id="quit" onClick=${quit}>${words.t(asked ? "start.quit.sure" : "start.quit.name")}</button>`;
}

function Start({ first }) {
  const [words, setWords] = useState(first);
  const [state, setState] = useState(undefined);
  const [shown, show] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState("");
  const [settings, setSettings] = useState(recallObject("start-settings"));
  const look = () => companion().then((found) => setState(found && !found.error ? found : null));
  useEffect(() => {
    look();
  }, []);
  const setLanguage = async (language) => {
    keep("language", language);
    setWords(await loadWords(language, { from: "../", parts: PARTS }));
  };
  const change = (part) => {
    const now = { ...settings, ...part };
    keep("start-settings", JSON.stringify(now));
    setSettings(now);
  };
  const choose = async (what, more = {}) => {
    setTrouble("");
    setBusy(what);
    const chosen = Object.fromEntries(SWITCHES.filter((name) => settings[name]).map((name) => [name, true]));
    const told = ["demo", "past"].includes(what) ? {} : { ...chosen, ...Object.fromEntries(TYPED.filter((name) => settings[name]).map((name) => [name, settings[name]])) };
    const wrong = await begin({ what, lang: words.language, ...told, ...more });
    setBusy("");
    if (!wrong) return;
    const key = `start.trouble.${wrong.error}`;
    setTrouble(words.t(words.has(key) ? key : "start.trouble.input", { why: wrong.detail || wrong.error }));
  };
  if (state === undefined) return html`<main class="welcome"><img src="../icon.svg" alt="" /><p role="status">${words.t("connecting")}</p></main>`;
  if (state === null)
    return html`<main class="welcome" id="not-here">
      <img src="../icon.svg" alt="" />
      <h1>${words.t("welcome")}</h1>
      <p>${words.t(local ? "start.no_key" : "start.not_here")}</p>
      <${Languages} language=${words.language} setLanguage=${setLanguage} />
    </main>`;
  if (shown === "gone")
    return html`<main class="welcome" id="gone"><img src="../icon.svg" alt="" /><h1>${words.t("start.quit.gone")}</h1><p>${words.t("start.quit.again")}</p></main>`;
  const { on, interrupted } = state;
  const settle = async (what) => {
    await companion("/slate", what);
    look(); // what is owed by now, whoever settled it
  };
  const fold = (name) => show(shown === name ? "" : name);
  const back = () => {
    keep("pass", on.pass);
    location.assign("/");
  };
  const choice = (id, act, opens = null) => html`<button class=${`choice${id === "demo" && !on && !interrupted ? " first" : ""}`} id=${`start-${id}`} aria-expanded=${opens} disabled=${Boolean(busy)} onClick=${act}>
    <b>${words.t(`start.choices.${id}.name`)}</b><small>${busy === id ? words.t("start.opening") : words.t(`start.choices.${id}.what`)}</small>
  </button>`;
  return html`<main class="start" id="start">
    <section class="felt"><img src="../icon.svg" alt="" /><div><h1>${words.t("title")}</h1><p class="or">${words.t("start.intro")}</p></div></section>
    ${trouble ? html`<p class="told-alert" id="start-trouble" role="alert">${trouble}</p>` : null}
    <div class="choices">
      ${on ? html`<button class="choice first wide" id="start-back" onClick=${back}><b>${words.t("start.back")}</b><small>${on.demo ? words.t("demo.title") : on.players.join(", ")}</small></button>` : null}
      ${interrupted
        ? html`<button class=${`choice wide${on ? "" : " first"}`} id="start-go-on" disabled=${Boolean(busy)} onClick=${() => choose("go_on", { source: state.camera || "none" })}>
            <b>${goesOn(words, interrupted.started)}</b><small>${busy === "go_on" ? words.t("start.opening") : interrupted.players.join(", ")}</small>
          </button>`
        : null}
      ${choice("demo", () => choose("demo"))}
      ${choice("none", () => choose("new", { source: "none" }))}
      ${choice("webcam", () => fold("webcam"), shown === "webcam")}
      ${choice("phone", () => fold("phone"), shown === "phone")}
      ${shown === "webcam" ? html`<div class="panel"><${Webcams} words=${words} choose=${(source) => choose("new", { source })} busy=${busy} /></div>` : null}
      ${shown === "phone" ? html`<div class="panel"><${AsCamera} words=${words} choose=${(source) => choose("new", { source })} busy=${busy} /></div>` : null}
      ${choice("past", () => choose("past"))}
      <a class="choice" id="start-how" href="../how/"><b>${words.t("start.choices.how.name")}</b><small>${words.t("start.choices.how.what")}</small></a>
      <a class="choice" id="start-print" href="../kit/board.html?lang=${words.language}"><b>${words.t("start.choices.print.name")}</b><small>${words.t("start.choices.print.what")}</small></a>
    </div>
    <${Slate} slate=${state.slate} words=${words} send=${settle} />
    <h2>${words.t("start.phones")}</h2>
    <${PhonesSwitch} words=${words} state=${state.phones} />
    <${Settings} words=${words} settings=${settings} change=${change} choose=${choose} busy=${busy} />
    <footer>
      <${Languages} language=${words.language} setLanguage=${setLanguage} />
      <h2>${words.t("start.about.title")}</h2>
      <p class="hint" id="about">${words.t("start.about.version", { version: state.version || "–" })} · ${words.t("start.about.licence", { licence: state.licence })}</p>
      <p class="hint">${words.t("start.about.home")}</p>
      <${Quit} words=${words} gone=${() => show("gone")} />
    </footer>
  </main>`;
}

function Settings({ words, settings, change, choose, busy }) {
  const [film, setFilm] = useState({ source: "", players: "", table: "", calls: "", speed: 1 });
  const typed = (name) => (event) => setFilm({ ...film, [name]: event.target.value });
  const play = (event) => {
    event.preventDefault();
    choose("new", film);
  };
  return html`<details class="settings" id="settings">
    <summary>${words.t("start.settings.title")}</summary>
    ${SWITCHES.map(
      (name) => html`<${Switch} key=${name} id=${`set-${name}`} on=${Boolean(settings[name])} set=${(on) => change({ [name]: on })}
        title=${html`<b>${words.t(`start.settings.${name}.name`)}</b><small>${words.t(`start.settings.${name}.what`)}</small>`} />`,
    )}
    ${settings.speak
      ? html`<label class="field">${words.t("start.settings.clips")}<input id="set-clips" value=${settings.clips || ""} onChange=${(event) => change({ clips: event.target.value.trim() })} /></label>`
      : null}
    <label class="field">${words.t("start.settings.webhook")}<input type="url" value=${settings.webhook || ""} placeholder="http://192.168.1.30/" onChange=${(event) => change({ webhook: event.target.value.trim() })} /></label>
    <form onSubmit=${play}>
      <h3>${words.t("start.settings.film")}</h3>
      <label class="field">${words.t("start.settings.film_file")}<input required value=${film.source} onInput=${typed("source")} /></label>
      <label class="field">${words.t("start.settings.film_players")}<input required=${!film.table} value=${film.players} placeholder="Ana,Bruno,Chloé" onInput=${typed("players")} /></label>
      <details class="film-more" id="film-more">
        <summary>${words.t("start.settings.more")}</summary>
        <label class="field">${words.t("start.settings.film_table")}<input id="film-table" value=${film.table} onInput=${typed("table")} /></label>
        <label class="field">${words.t("start.settings.film_calls")}<input id="film-calls" value=${film.calls} onInput=${typed("calls")} /></label>
        <label class="field">${words.t("start.settings.film_speed")}<select id="film-speed" onChange=${(event) => setFilm({ ...film, speed: Number(event.target.value) })}>${SPEEDS.map((each) => html`<option key=${each} value=${each} selected=${each === film.speed}>${words.count("start.settings.speed", each)}</option>`)}</select></label>
      </details>
      <button class="sure wide" disabled=${Boolean(busy)}>${words.t("start.settings.film_play")}</button>
    </form>
  </details>`;
}

takeKey();
const language = preferredLanguage();
const away = document.getElementById("away");
const words = await loadWords(language, { from: "../", parts: PARTS, away: () => (away.textContent = LANGUAGES[language].away) });
const root = document.getElementById("page");
root.textContent = "";
render(html`<${Start} first=${words} />`, root);

document.documentElement.dataset.started = ""; // see starting.js
