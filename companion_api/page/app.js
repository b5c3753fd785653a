// The page: a welcome, then who this phone is, then the table, live.
import { html, render, useEffect, useReducer, useRef, useState } from "./vendor/preact-htm.module.js";
import { Connection } from "./line/connection.js";
import { dress } from "./cards.js";
import { local } from "./companion.js";
import { AddSheet, AlertSheet, CardSheet, ReviewSheet, RoundsSheet } from "./table/corrections.js";
import { Between, EndOfEvening, Next } from "./table/evening.js";
import { RulesSheet, gameName } from "./table/rules.js";
import { Guide } from "./mine/guiding.js";
import { Mine } from "./mine/mine.js";
import { usePart } from "./table/parts.js";
import { SecondPhones, Wanting } from "./entering/second.js";
import { forStart, forgetPass, leave, pass, takeInvitation } from "./passes.js";
import { Asked, questionFor } from "./table/questions.js";
import { refusalSaid } from "./table/refusals.js";
import { News, Toast } from "./table/news.js";
import { FailedSheet } from "./replay/failed.js";
import { OnTelevision } from "./replay/replay.js";
import { Door, Who, rights } from "./entering/roles.js";
import { BoxSheet, CheckSheet, MenuSheet, UndoSheet, VoiceSheet } from "./table/sheets.js";
import { prepareSounds, soundWishes, sounds } from "./sounds/sounds.js";
import { moments } from "./stage/moments.js";
import { EMPTY, play } from "./stage/queue.js";
import { keep } from "./storage.js";
import { sayAloud } from "./voice/voice.js";
import { TalkButton } from "./voice/listening.js";
import { loadWords, preferredLanguage } from "./words.js";

// How long a confirmation stays, in ms: a slow reader takes ten characters a second, and first has to look there.
const staysFor = (text) => Math.max(6000, 3000 + 100 * text.length);

// Outside until a pass is held; inside as long as the table knows it.
function Page({ first }) {
  const [words, setWords] = useState(first);
  const [held, hold] = useState(pass());
  const [removed, remove] = useState(false); // sent away by the host
  const setLanguage = async (language) => {
    keep("language", language);
    setWords(await loadWords(language));
  };
  const out = (sent = false) => {
    if (pass() === held) sent ? forgetPass() : leave(); // else another evening has begun meanwhile
    remove(sent);
    if (local && forStart()) location.assign("/start/");
    else hold(null);
  };
  return held
    ? html`<${Inside} key=${held} held=${held} enter=${hold} out=${out} words=${words} setLanguage=${setLanguage} />`
    : html`<${Door} words=${words} setLanguage=${setLanguage} enter=${hold} removed=${removed} />`;
}

function Inside({ held, enter, out, words, setLanguage }) {
  const [now, setNow] = useState(null);
  const [joined, setJoined] = useState(true);
  const [sheet, open] = useState(null);
  const [toast, setToast] = useState("");
  const [unsent, setUnsent] = useState(null); // what was asked and had no answer: {path, what, at, done}
  const [flipped, flip] = useState(""); // the moment at which the other of table and accounts was asked for
  const [read, setRead] = useState(0); // how many of the store's notices the host has seen
  const [stage, perform] = useReducer(play, EMPTY);
  const connection = useRef(null);
  const shown = useRef(null); // the view that this page has shown last
  const spoken = useRef(words);
  spoken.current = words;

  const say = (text, undo) => setToast({ text, undo });
  useEffect(() => {
    if (!toast) return undefined;
    const later = setTimeout(() => setToast(""), staysFor(toast.text));
    return () => clearTimeout(later);
  }, [toast]);

  useEffect(() => {
    const line = new Connection(held, (change) => {
      if (change.refused) out(Boolean(change.removed));
      if (change.joined !== undefined) setJoined(change.joined);
      if (change.now) {
        const { view } = change.now;
        const happened = moments(change.resumed ? shown.current : null, view, change.said);
        shown.current = view;
        setNow(change.now);
        perform({ view, happened });
        sounds(happened, change.now.you.role);
        sayAloud(change.said, spoken.current);
      }
    });
    connection.current = line;
    return () => line.close();
  }, []);
  useBack(sheet, open);
  const part = usePart(now && now.view.part, words);
  const role = now ? now.you.role : "";
  const before = useRef("");
  useEffect(() => {
    document.documentElement.dataset.role = role;
    if (role && soundWishes(role).on) prepareSounds(connection.current);
    // Another host has passed his role on to this phone.
    if (before.current === "player" && role === "host") say(spoken.current.t("my.host_now"));
    before.current = role;
  }, [role]);

  if (!now || !part)
    return html`<main class="welcome"><img src="icon.svg" alt="" /><p>${words.t(joined ? "connecting" : "reconnecting")}</p></main>`;

  // Send a tap; on a stale call whose honour still waits, once more. True when it was done.
  const tap = async (what, done, failed = () => {}) => {
    const line = connection.current;
    const { at } = line;
    let answer = await line.post("taps", what, at);
    if (answer.error === "stale" && what.tap === "call") answer = await line.post("taps", what);
    const error = answer.error ? answer : null;
    if (!error && done) say(done, answer.undo);
    // What was said aloud counts when it is said: it is not sent again later.
    if (error && error.error === "network" && what.tap !== "said") return later({ path: "taps", what, at, done });
    if (error) failed(error);
    return told(error, what);
  };
  // Another command than a tap. True when it was done.
  const tell = async (path, what) => {
    const line = connection.current;
    const { at } = line;
    const error = await line.send(path, what, at);
    return error && error.error === "network" ? later({ path, what, at }) : told(error);
  };
  const later = (asked) => {
    setUnsent(asked);
    return false;
  };
  // Asked again on the state it was first asked on: what was done all the same is stale, not done twice.
  const again = async ({ path, what, at, done }) => {
    setUnsent(null);
    const answer = await connection.current.post(path, what, at);
    if (answer.error === "network") return later({ path, what, at, done });
    if (answer.error) return told(answer, what);
    if (done) say(done, answer.undo);
    open(null);
    return true;
  };
  const told = (error, what) => {
    if (error) say(refusalSaid(error, what, now.view, words));
    return !error;
  };

  const { view, camera, you } = now;
  dress(view.chips);
  const may = rights(you);
  const me = view.players.some((player) => player.name === you.player) ? you.player : "";
  const unknown = you.role === "player" && !me && view.players.length > 0;
  const moment = `${view.round} ${view.phase}`;
  const settled = Boolean(view.settlement) && (view.phase === "settled") !== (flipped === moment);
  const setup = view.phase === "setup";
  const filmed = !setup && ["ok", "lost"].includes(camera.state); // there is a picture to check
  // Each closes its own sheet: an answer may come when another one is open already.
  const close = () => open((now) => (now === sheet ? sheet?.back || null : now));
  const shared = { view, words, part, connection: connection.current, close, open, tap, tell, told, say, me, may, you, enter, out: () => out(), filmed, replay: now.replay, phones: now.phones };
  const ended = Boolean(view.evening && view.evening.ended);
  const next = view.phase === "settled" && view.evening; // between two rounds
  const calm = setup || ended || ["ok", "none"].includes(camera.state) || (camera.state === "ended" && view.phase === "settled");
  const trouble = !joined ? words.t("reconnecting") : calm ? "" : words.t(`camera_${camera.state}`);
  const why = words.has(`camera_lost_${camera.detail}`) ? words.t(`camera_lost_${camera.detail}`) : camera.detail;
  const asked = Boolean(questionFor(view, may, me));
  const sheets = html`<${News.Provider} value=${{ view, words, trouble, asked, open, sheet }}>
    ${sheet && sheet.sheet === "card" ? html`<${CardSheet} ...${shared} seq=${sheet.seq} round=${sheet.round} />` : null}
    ${sheet && sheet.sheet === "box" ? html`<${BoxSheet} ...${shared} card=${sheet.card} />` : null}
    ${sheet && sheet.sheet === "alert" ? html`<${AlertSheet} ...${shared} alert=${sheet.alert} />` : null}
    ${sheet && sheet.sheet === "undo" ? html`<${UndoSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "add" ? html`<${AddSheet} ...${shared} hand=${sheet.hand} before=${sheet.before} file=${sheet.file} asked=${sheet.way} />` : null}
    ${sheet && sheet.sheet === "rounds" ? html`<${RoundsSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "review" ? html`<${ReviewSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "again" ? html`<${Later} fetched=${roundSheet} key=${sheet.round} ...${shared} number=${sheet.round} />` : null}
    ${sheet && sheet.sheet === "rules" && view.rules ? html`<${RulesSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "voice" ? html`<${VoiceSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "failed" ? html`<${FailedSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "devices" ? html`<${DevicesSheet} ...${shared} evening=${now.evening} />` : null}
    ${sheet && sheet.sheet === "invite" ? html`<${Later} fetched=${inviteSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "change" ? html`<${Later} fetched=${changeSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "check" ? html`<${CheckSheet} ...${shared} />` : null}
    ${sheet && sheet.sheet === "menu"
      ? html`<${MenuSheet}
          ...${shared}
          setLanguage=${setLanguage}
        />`
      : null}
  <//>`;
  const waits = unsent ? html`<${Unsent} words=${words} again=${() => again(unsent)} drop=${() => setUnsent(null)} />` : null;
  if (role === "television")
    return html`<${OnTheWall} ...${shared} trouble=${trouble} stage=${stage} over=${(id) => perform({ over: id })} />${sheets}<${OnTelevision} ...${shared} own=${sheet && sheet.sheet === "stage" ? sheet : null} />`;
  return html`
    <header class="top">
      <img src="icon.svg" alt="" />
      <div>
        <strong>${gameName(view, words)}</strong>
        <small id="place">${[view.round && !ended ? words.t("round", { n: view.round }) : "", me || words.t(`join.roles.${you.role}`)].filter(Boolean).join(" · ")}</small>
      </div>
      <button class="menu" id="menu" aria-label=${words.t("menu")} onClick=${() => open({ sheet: "menu" })}>
        <span></span><span></span><span></span>
      </button>
    </header>
    ${
      // Above what comes and goes, which would push its buttons away under a finger.
      local && may.host ? html`<${Later} fetched=${demoBar} ...${shared} paused=${now.paused} over=${settled || ended || camera.state === "ended"} />` : null
    }
    ${trouble
      ? html`<p class=${`trouble ${joined ? camera.state : "lost"}`} id="trouble">
          ${trouble}${joined && camera.detail ? html`<small>${why}</small>` : null}
        </p>`
      : null}
    ${joined && may.host ? now.notices.slice(read).map((notice) => html`<p class="trouble notice" role="status">${notice[words.language]}</p>`) : null}
    ${joined && may.host && now.notices.length > read ? html`<button class="quiet wide" id="notices-read" onClick=${() => setRead(now.notices.length)}>${words.t("notices_read")}</button>` : null}
    ${joined && now.microphone === "lost" && !ended ? html`<p class="trouble lost" id="microphone-lost" role="status">${words.t("voice.microphone_lost")}</p>` : null}
    <main>
      ${now.asked && now.asked.length ? html`<${SecondPhones} words=${words} asked=${now.asked} me=${me} connection=${connection.current} say=${say} />` : null}
      ${now.wants ? html`<${Wanting} words=${words} player=${now.wants} out=${() => out()} />` : null}
      ${unknown ? html`<${Who} ...${shared} players=${view.players} />` : null}
      ${view.questions.length ? html`<${Asked} ...${shared} />` : null}
      ${may.host && !setup ? html`<${Later} fetched=${inviting} key=${now.evening} ...${shared} evening=${now.evening} />` : null}
      ${me ? html`<${Mine} ...${shared} />` : null}
      <${Guide} ...${shared} />
      ${setup && !may.host
        ? html`<section class="felt"><h1>${words.t("setup.title")}</h1><p class="or">${words.t("join.waiting")}</p></section>`
        : setup
        ? html`<${SettingUp} key=${now.evening} ...${shared} evening=${now.evening} />`
        : ended
          ? html`<${EndOfEvening} ...${shared} />`
          : settled
            ? html`<${part.Settlement} ...${shared} />${next ? html`<${Between} key=${moment} ...${shared} />` : null}`
            : html`<${part.Table} ...${shared} tapped=${camera.state === "none"} />`}
    </main>
    ${setup || ended ? null : html`<footer class="bottom">
      ${settled || !part.calls || !["host", "player"].includes(you.role) ? null : html`<${TalkButton} words=${words} tap=${tap} say=${say} />`}
      ${settled && next && may.host ? html`<${Next} key=${moment} ...${shared} />` : null}
      ${view.settlement
        ? html`<button class=${!settled && next ? "wide" : "link"} id="flip" onClick=${() => flip(flipped === moment ? "" : moment)}>
            ${settled ? words.t(next ? "evening.table" : "back_to_table") : words.t("show_settlement", { n: view.settlement.round })}
          </button>`
        : null}
      <button id="undo" class="short" disabled=${!may.undo(view.undo)} aria-label=${words.t("undo")} onClick=${() => open({ sheet: "undo" })}>
        ↶${settled && next ? "" : ` ${words.t("undo")}`}
      </button>
    </footer>`}
    ${sheets}
    ${waits}
    ${toast ? html`<${Toast} toast=${toast} over=${sheet} words=${words} drop=${() => setToast("")} takeBack=${(seq) => tap({ tap: "undo", target: seq }, words.t("undone"))} />` : null}
  `;
}

// The browser's Back closes what lies over the page: an open sheet is a place of its own in the history.
function useBack(sheet, open) {
  const ours = useRef(0); // steps back that this page takes itself, of which it hears later
  const lies = useRef(false);
  lies.current = Boolean(sheet);
  const place = () => lies.current && !history.state?.sheet && history.pushState({ sheet: true }, "");
  useEffect(() => {
    const went = () => {
      if (ours.current) ours.current -= 1;
      else open((now) => now?.back || null);
      requestAnimationFrame(place); // where another one lies there now
    };
    addEventListener("popstate", went);
    return () => removeEventListener("popstate", went);
  }, []);
  useEffect(() => {
    place();
    if (sheet || !history.state?.sheet) return;
    ours.current += 1;
    history.back();
  }, [Boolean(sheet)]);
}

// What few devices show is fetched by those.
const demoBar = () => import("./table/demo.js").then((found) => found.DemoBar);
const inviting = () => import("./entering/inviting.js").then((found) => found.Inviting);
const roundSheet = () => import("./replay/sheet.js").then((found) => found.RoundSheet);
const changeSheet = () => import("./before/changing.js").then((found) => found.ChangeSheet);
const inviteSheet = () => import("./entering/inviting.js").then((found) => found.InviteSheet);

function Later({ fetched, ...given }) {
  const [Shown, show] = useState(null);
  useEffect(() => {
    fetched().then((found) => show(() => found), () => {});
  }, []);
  return Shown ? html`<${Shown} ...${given} />` : null;
}

// Which devices are in: fetched when a host asks.
function DevicesSheet(shared) {
  const [Sheet, open] = useState(null);
  useEffect(() => {
    import("./entering/devices.js").then((found) => open(() => found.Devices), () => shared.say(shared.words.t("unsent")));
  }, []);
  return Sheet ? html`<${Sheet} ...${shared} />` : null;
}

// What a television shows is fetched by televisions.
function OnTheWall(shared) {
  const [Shown, show] = useState(null);
  useEffect(() => {
    import("./table/television.js").then((found) => show(() => found.Television), () => shared.say(shared.words.t("unsent")));
  }, []);
  return Shown ? html`<${Shown} ...${shared} />` : html`<main class="tv wait" aria-busy="true"></main>`;
}

// The form is fetched when an evening is set up: players' phones, and the first view on a slow line, do without it.
function SettingUp(shared) {
  const { words, say } = shared;
  const [Form, open] = useState(null);
  useEffect(() => {
    import("./before/setup.js").then((found) => open(() => found.SetUp), () => say(words.t("unsent")));
  }, []);
  return Form ? html`<${Form} ...${shared} />` : html`<p class="hint">${words.t("connecting")}</p>`;
}

// What a tap comes to when the table does not answer.
function Unsent({ words, again, drop }) {
  const button = useRef(null);
  useEffect(() => button.current.focus(), []);
  return html`<div class="unsent" id="unsent" role="alertdialog" aria-labelledby="unsent-why">
    <p id="unsent-why">${words.t("unsent")}</p>
    <div class="two">
      <button id="unsent-drop" onClick=${drop}>${words.t("unsent_drop")}</button>
      <button class="sure" id="unsent-again" ref=${button} onClick=${again}>${words.t("unsent_again")}</button>
    </div>
  </div>`;
}

// Where it may be kept (HTTPS, site data allowed), the page opens without a network too.
function keepAtHand() {
  try {
    if (window.isSecureContext) navigator.serviceWorker.register("sw.js").catch(() => {});
  } catch {
    // then it is fetched each time
  }
}

keepAtHand();
takeInvitation();
if (local && forStart()) location.replace("/start/");
const root = document.getElementById("page");
const away = document.getElementById("away");
const words = await loadWords(preferredLanguage(), { away: (text) => (away.textContent = text) });
root.textContent = "";
render(html`<${Page} first=${words} />`, root);

document.documentElement.dataset.started = ""; // see starting.js
