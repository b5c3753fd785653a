// The page: welcome without a token, else the table, live.
import { html, render, useEffect, useRef, useState } from "./vendor/preact-htm.module.js";
import { Connection, takeToken } from "./connection.js";
import { Between, EndOfEvening, NextRound } from "./evening.js";
import { Settlement } from "./settlement.js";
import { SetUp } from "./setup.js";
import { AddSheet, AlertSheet, BoxSheet, CardSheet, MenuSheet, UndoSheet } from "./sheets.js";
import { Table } from "./table.js";
import { LANGUAGES, loadWords, preferredLanguage } from "./words.js";

const TOAST_SECONDS = 3.5;

function speak(text, language) {
  if (!("speechSynthesis" in window)) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = { fr: "fr-FR", en: "en-GB", de: "de-DE" }[language];
  speechSynthesis.speak(said);
}

function Welcome({ words, refused, language, setLanguage }) {
  return html`<main class="welcome">
    <img src="icon.svg" alt="" />
    <h1>${words.t("welcome")}</h1>
    <p>${words.t("welcome_how")}</p>
    <p class="hint">${words.t("welcome_what")}</p>
    ${refused ? html`<p class="told-alert">${words.t("token_wrong")}</p>` : null}
    <div class="names languages">
      ${LANGUAGES.map(
        (code) => html`<button key=${code} class=${code === language ? "chosen" : ""} onClick=${() => setLanguage(code)}>
          ${{ fr: "Français", en: "English", de: "Deutsch" }[code]}
        </button>`,
      )}
    </div>
  </main>`;
}

function Page({ token, first }) {
  const [words, setWords] = useState(first);
  const [now, setNow] = useState(null);
  const [joined, setJoined] = useState(true);
  const [refused, setRefused] = useState(!token);
  const [sheet, open] = useState(null);
  const [toast, setToast] = useState("");
  const [me, setMe] = useState(localStorage.getItem("me") || "");
  const [sound, setSound] = useState(localStorage.getItem("sound") === "on");
  const [flipped, flip] = useState(""); // the moment at which the other of table and accounts was asked for
  const connection = useRef(null);
  const latest = useRef({});
  latest.current = { words, sound };

  const say = (text) => setToast({ text });
  useEffect(() => {
    if (!toast) return undefined;
    const later = setTimeout(() => setToast(""), TOAST_SECONDS * 1000);
    return () => clearTimeout(later);
  }, [toast]);

  useEffect(() => {
    if (!token) return;
    connection.current = new Connection(token, (change) => {
      if (change.refused) setRefused(true);
      if (change.joined !== undefined) setJoined(change.joined);
      if (change.now) {
        setNow(change.now);
        const { words: spoken, sound: aloud } = latest.current;
        if (aloud)
          for (const event of change.fresh)
            if (event.type === "alert") speak(spoken.alert(event), spoken.language);
      }
    });
  }, []);

  const setLanguage = async (language) => {
    localStorage.setItem("language", language);
    setWords(await loadWords(language));
  };

  if (refused)
    return html`<${Welcome} words=${words} refused=${Boolean(token)} language=${words.language} setLanguage=${setLanguage} />`;
  if (!now)
    return html`<main class="welcome"><img src="icon.svg" alt="" /><p>${words.t(joined ? "connecting" : "reconnecting")}</p></main>`;

  // Send a tap; on a stale call whose honour still waits, once more. True when it was done.
  const tap = async (what, done) => {
    const player = what.tap === "call" && me ? { player: me } : {};
    let error = await connection.current.send("taps", { ...what, ...player });
    if (error && error.error === "stale" && what.tap === "call") error = await connection.current.send("taps", { ...what, ...player });
    if (!error) say(done);
    return told(error);
  };
  // Another command than a tap. True when it was done.
  const tell = async (path, what) => told(await connection.current.send(path, what));
  const told = (error) => {
    if (!error) return true;
    if (error.error === "stale") say(words.t("stale"));
    else if (error.error === "network") say(words.t("reconnecting"));
    else if (words.has(`refused_${error.error}`)) say(words.t(`refused_${error.error}`, { why: words.broken(error.rule) }));
    else say(words.t("refused", { why: error.detail || error.error }));
    return false;
  };

  const { view, camera } = now;
  const moment = `${view.round} ${view.phase}`;
  const settled = Boolean(view.settlement) && (view.phase === "settled") !== (flipped === moment);
  const shared = { view, words, connection: connection.current, close: () => open(null), open, tap, tell, say, me };
  const setup = view.phase === "setup";
  const ended = Boolean(view.evening && view.evening.ended);
  const next = view.phase === "settled" && view.evening; // between two rounds
  const calm = setup || ended || ["ok", "none"].includes(camera.state) || (camera.state === "ended" && view.phase === "settled");
  const trouble = !joined ? words.t("reconnecting") : calm ? "" : words.t(`camera_${camera.state}`);
  const why = words.has(`camera_lost_${camera.detail}`) ? words.t(`camera_lost_${camera.detail}`) : camera.detail;
  return html`
    <header class="top">
      <img src="icon.svg" alt="" />
      <div>
        <strong>${words.t("title")}</strong>
        ${view.round ? html`<small>${words.t("round", { n: view.round })}</small>` : null}
      </div>
      <button class="menu" id="menu" aria-label=${words.t("menu")} onClick=${() => open({ sheet: "menu" })}>
        <span></span><span></span><span></span>
      </button>
    </header>
    ${trouble
      ? html`<p class=${`trouble ${joined ? camera.state : "lost"}`} id="trouble">
          ${trouble}${joined && camera.detail ? html`<small>${why}</small>` : null}
        </p>`
      : null}
    <main>
      ${setup
        ? html`<${SetUp} key=${now.evening} ...${shared} evening=${now.evening} />`
        : ended
          ? html`<${EndOfEvening} ...${shared} />`
          : settled
            ? html`<${Settlement} ...${shared} />${next ? html`<${Between} key=${moment} ...${shared} />` : null}`
            : html`<${Table} ...${shared} tapped=${camera.state === "none"} />`}
    </main>
    ${setup || ended ? null : html`<footer class="bottom">
      ${settled && next ? html`<${NextRound} ...${shared} />` : null}
      ${view.settlement
        ? html`<button class=${settled && next ? "short" : "wide"} id="flip" onClick=${() => flip(flipped === moment ? "" : moment)}>
            ${settled ? words.t(next ? "evening.table" : "back_to_table") : words.t("show_settlement", { n: view.settlement.round })}
          </button>`
        : null}
      <button id="undo" class="short" disabled=${!view.undo} aria-label=${words.t("undo")} onClick=${() => open({ sheet: "undo" })}>
        ↶${settled && next ? "" : ` ${words.t("undo")}`}
      </button>
    </footer>`}
    ${sheet && sheet.sheet === "card" ? html`<${CardSheet} ...${shared} seq=${sheet.seq} />` : null}
    ${sheet && sheet.sheet === "box" ? html`<${BoxSheet} ...${shared} card=${sheet.card} />` : null}
    ${sheet && sheet.sheet === "alert" ? html`<${AlertSheet} ...${shared} alert=${sheet.alert} />` : null}
    ${sheet && sheet.sheet === "undo" ? html`<${UndoSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "add" ? html`<${AddSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "menu"
      ? html`<${MenuSheet}
          ...${shared}
          say=${say}
          language=${words.language}
          setLanguage=${setLanguage}
          sound=${sound}
          setSound=${(on) => {
            localStorage.setItem("sound", on ? "on" : "off");
            setSound(on);
            if (on) speak(words.t("sound_on"), words.language); // this tap primes the phone's voice
          }}
          setMe=${(name) => {
            localStorage.setItem("me", name);
            setMe(name);
          }}
        />`
      : null}
    ${toast ? html`<div class="toast" role="status">${toast.text}</div>` : null}
  `;
}

if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("sw.js").catch(() => {});
const root = document.getElementById("page");
const words = await loadWords(preferredLanguage());
render(html`<${Page} token=${takeToken()} first=${words} />`, root);
