// Hearing calls: by the host's microphone, or held to speak into this phone, only where its owner has asked for
// that: the browser may send the sound to its maker. What was said goes to the table; the game decides what counts.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { Switch } from "../controls.js";
import { useAgain } from "../line/again.js";
import { keep, recall } from "../storage.js";

const Recognition = window.SpeechRecognition || window.webkitSpeechRecognition;
const TONGUES = { fr: "fr-FR", en: "en-GB", de: "de-DE" };
const USUAL = 0.8; // some browsers do not say how sure they are

const can = () => Boolean(Recognition) && window.isSecureContext;
export const wanted = () => can() && recall("listening") === "on";

export function ListeningChoice({ words }) {
  const [on, setOn] = useState(wanted());
  if (!can()) return html`<p class="hint" id="listening-none">${words.t(Recognition ? "listening.https" : "listening.none")}</p>`;
  const change = (wished) => {
    keep("listening", wished ? "on" : "off");
    setOn(wished);
  };
  return html`<div id="listening">
    <${Switch} id="listening-on" on=${on} set=${change} title=${words.t("listening.on")} />
    <p class="hint">${words.t("listening.online")}</p>
  </div>`;
}

export function TalkButton({ words, tap, say }) {
  const [open, setOpen] = useState(false);
  const hearing = useRef(null);
  if (!wanted()) return null;
  const start = () => {
    if (hearing.current) return;
    const one = new Recognition();
    const began = performance.now();
    let spoke = began;
    one.lang = TONGUES[words.language];
    one.onspeechstart = () => (spoke = performance.now());
    one.onresult = (event) => {
      const { transcript, confidence } = event.results[event.results.length - 1][0];
      const ago = Math.min(20, (performance.now() - spoke) / 1000);
      const said = { text: transcript.slice(0, 200), language: words.language, confidence: confidence || USUAL, ago };
      tap({ tap: "said", ...said }, words.t("listening.heard", { text: transcript }));
    };
    one.onerror = (event) => {
      if (!["aborted", "no-speech"].includes(event.error)) say(words.t("listening.failed"));
    };
    one.onend = () => {
      hearing.current = null;
      setOpen(false);
    };
    hearing.current = one;
    setOpen(true);
    one.start();
  };
  const stop = () => hearing.current && hearing.current.stop();
  return html`<button
    id="talk"
    class=${`short${open ? " chosen" : ""}`}
    aria-label=${words.t("listening.hold")}
    aria-pressed=${open}
    onPointerDown=${start}
    onPointerUp=${stop}
    onPointerLeave=${stop}
    onContextMenu=${(event) => event.preventDefault()}
  >
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
      <rect x="9" y="3" width="6" height="11" rx="3" /><path d="M5 11a7 7 0 0 0 14 0M12 18v3" />
    </svg>
  </button>`;
}

const EVERY = 700; // ms between two looks at the level
const SILENT = -60; // dB at which the bar is empty

// The host's microphone: which one hears, how well, what to change; chosen here, remembered on the computer.
export function HostMicrophone({ words, connection, say }) {
  const [now, setNow] = useState(null);
  const [busy, setBusy] = useState(false);
  useAgain(EVERY, () => connection.get("microphone"), setNow);
  if (!now || (!now.devices && now.state === "off")) return null;
  const choose = async (name) => {
    setBusy(true);
    const found = await connection.hearWith(name);
    if (found.error) say(words.t("listening.refused", { why: found.detail || words.t("reconnecting") }));
    else setNow(found);
    setBusy(false);
  };
  return html`<section id="microphone" class="part">
    <h2>${words.t("listening.microphone")}</h2>
    <div class="sheetlike">
      ${now.devices ? html`<${Devices} words=${words} now=${now} choose=${choose} busy=${busy} />` : null}
      ${now.state === "lost"
        ? html`<p class="told-alert" role="alert">${words.t("voice.microphone_lost")}</p>`
        : now.verdict
          ? html`<meter min=${SILENT} max="0" low="-42" high="-6" optimum="-20" value=${now.voices} aria-label=${words.t("listening.level")}></meter>
              <p class="hint verdict" role="status" data-verdict=${now.verdict}>${words.t(`voice.verdict.${now.verdict}`)}</p>`
          : null}
    </div>
  </section>`;
}

// Which there are, and the choice; what is missing before any can be chosen.
function Devices({ words, now, choose, busy }) {
  if (now.lacks) return html`<p class="hint" id="microphone-lacks">${words.t(`listening.lacks.${now.lacks}`)}</p>`;
  const away = now.chosen && now.devices.every(({ name }) => name !== now.chosen) ? [{ name: now.chosen }] : [];
  const choices = [
    [null, words.t("listening.off"), words.t("listening.off_what")],
    ["", words.t("listening.standard"), (now.devices.find(({ standard }) => standard) || { name: "" }).name],
    ...[...now.devices, ...away].map(({ name }) => [name, name, ""]),
  ];
  return html`<div class="values" role="radiogroup" aria-label=${words.t("listening.microphone")}>
      ${choices.map(
        ([name, title, note]) => html`<button
          key=${String(name)}
          role="radio"
          aria-checked=${name === now.chosen}
          data-microphone=${String(name)}
          class=${name === now.chosen ? "chosen" : ""}
          disabled=${busy}
          onClick=${() => choose(name)}
        >
          ${title}${note ? html`<small>${note}</small>` : null}
        </button>`,
      )}
    </div>
    <button class="quiet" id="microphones-again" disabled=${busy} onClick=${() => choose(now.chosen)}>${words.t("listening.again")}</button>`;
}

// What was heard lately and could not count, with the reason, for the host who wonders.
export function WithoutEffect({ words, connection }) {
  const [heard, setHeard] = useState([]);
  useEffect(() => {
    connection.get("heard").then((found) => found && setHeard(found));
  }, []);
  if (!heard.length) return null;
  const clock = new Intl.DateTimeFormat(words.language, { timeStyle: "medium" });
  return html`<h3>${words.t("listening.without")}</h3>
    <ul class="findings" id="without-effect">
      ${heard.map(
        ({ at, text, why }) => html`<li key=${`${at}${text}`}>
          <span>« ${text} »<small>${clock.format(at * 1000)} · ${words.t(`voice.dropped.${why}`)}</small></span>
        </li>`,
      )}
    </ul>`;
}
