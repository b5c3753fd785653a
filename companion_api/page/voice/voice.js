// What this device says aloud, if it was asked to: what happened (announcing.py), in its owner's measure.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Switch } from "../controls.js";
import { soundWishes, wakeSounds } from "../sounds/sounds.js";
import { keep, recallObject } from "../storage.js";

// Kinds of announcements by what can be turned off.
export const GROUPS = {
  missed: ["missed_call", "missed_bete", "reminder"],
  taken: ["taken", "taken_empty"],
  last: ["last_card", "out"],
  opera: ["opera", "main_pleine", "back_cross", "double_back_cross"],
  restart: ["restart"],
  turn: ["turn"],
  wanted: ["wanted"],
  bids: ["bids_first", "bid", "contract", "thrown_in"],
  tricks: ["trick"],
  settled: ["settled", "made", "lost"],
  put_right: ["corrected", "corrected_hand", "removed"],
  alert: ["alert", "question", "revoke"],
};
const AMOUNTS = {
  little: ["missed", "put_right", "alert"],
  normal: ["missed", "put_right", "alert", "taken", "last", "opera", "restart", "turn", "bids", "settled"],
  much: Object.keys(GROUPS),
};
const URGENT = ["missed", "put_right"]; // what is being said gives way to these
const TONGUES = { fr: "fr-FR", en: "en-GB", de: "de-DE" };
const can = "speechSynthesis" in window;

export function wishes() {
  return { on: false, groups: AMOUNTS.normal, names: true, volume: 1, voice: "", ...recallObject("voice") };
}

const groupOf = (kind) => Object.keys(GROUPS).find((group) => GROUPS[group].includes(kind));

// What is said of an announcement by a device with these wishes; null: nothing.
export function sentence(said, wished, words) {
  if (!wished.on || !wished.groups.includes(groupOf(said.kind))) return null;
  return words.announcement(said, wished.names);
}

function utter(text, wished, language) {
  const said = new SpeechSynthesisUtterance(text);
  said.lang = TONGUES[language];
  said.voice = speechSynthesis.getVoices().find((voice) => voice.name === wished.voice && voice.lang.startsWith(language)) || null;
  said.volume = wished.volume;
  speechSynthesis.speak(said);
}

export function sayAloud(announcements, words) {
  if (!can) return;
  const wished = wishes();
  for (const said of announcements) {
    const text = sentence(said, wished, words);
    if (!text) continue;
    if (URGENT.includes(groupOf(said.kind))) speechSynthesis.cancel();
    utter(text, wished, words.language);
  }
}

// A page that was opened anew may not speak or sound before it is touched: asks for that touch where nobody gives it.
export function WakeVoice({ words, role }) {
  const silent = () => ((can && wishes().on) || soundWishes(role).on) && Boolean(navigator.userActivation) && !navigator.userActivation.hasBeenActive;
  const [asleep, setAsleep] = useState(silent());
  useEffect(() => {
    const wake = () => {
      if (wishes().on && can) utter(" ", wishes(), words.language);
      if (soundWishes(role).on) wakeSounds();
      setAsleep(false);
    };
    addEventListener("pointerdown", wake, { once: true });
    return () => removeEventListener("pointerdown", wake);
  }, []);
  return asleep ? html`<button class="wake" id="wake-voice">🔈 ${words.t("aloud.wake")}</button>` : null;
}

// The choices; turning it on is the tap that lets a phone speak at all.
export function VoiceChoices({ words }) {
  const [wished, setWished] = useState(wishes());
  const [voices, setVoices] = useState([]);
  useEffect(() => {
    if (!can) return undefined;
    const look = () => setVoices(speechSynthesis.getVoices().filter((voice) => voice.lang.startsWith(words.language)));
    look();
    speechSynthesis.addEventListener("voiceschanged", look);
    return () => speechSynthesis.removeEventListener("voiceschanged", look);
  }, [words.language]);
  if (!can) return html`<p class="hint">${words.t("aloud.none")}</p>`;
  const change = (part) => {
    const now = { ...wished, ...part };
    keep("voice", JSON.stringify(now));
    setWished(now);
    return now;
  };
  const hear = (now) => utter(words.t("aloud.ready"), now, words.language);
  const toggle = (group) =>
    change({ groups: wished.groups.includes(group) ? wished.groups.filter((each) => each !== group) : [...wished.groups, group] });
  const amount = Object.keys(AMOUNTS).find((each) => [...AMOUNTS[each]].sort().join() === [...wished.groups].sort().join());
  const speak = (on) => {
    const now = change({ on });
    if (on) hear(now);
    else speechSynthesis.cancel();
  };
  return html`<div id="voice">
    <${Switch} id="aloud" on=${wished.on} set=${speak} title=${words.t("aloud.on")} />
    ${wished.on
      ? html`<h3>${words.t("aloud.amount")}</h3>
          <div class="names">
            ${Object.keys(AMOUNTS).map(
              (each) => html`<button key=${each} data-amount=${each} class=${each === amount ? "chosen" : ""} aria-pressed=${each === amount} onClick=${() => change({ groups: AMOUNTS[each] })}>
                ${words.t(`aloud.amounts.${each}`)}
              </button>`,
            )}
          </div>
          <details>
            <summary>${words.t("aloud.kinds")}</summary>
            ${Object.keys(GROUPS).map(
              (group) => html`<${Switch} key=${group} data-group=${group} on=${wished.groups.includes(group)} set=${() => toggle(group)} title=${words.t(`aloud.groups.${group}`)} />`,
            )}
          </details>
          <${Switch} id="aloud-names" on=${wished.names} set=${(names) => change({ names })} title=${words.t("aloud.names")} />
          <label class="choice-line">
            <span>${words.t("aloud.voice")}</span>
            <select id="aloud-voice" value=${wished.voice} onChange=${(event) => hear(change({ voice: event.target.value }))}>
              <option value="">${words.t("aloud.voice_any")}</option>
              ${voices.map((voice) => html`<option key=${voice.voiceURI} value=${voice.name}>${voice.name}</option>`)}
            </select>
          </label>
          <label class="choice-line">
            <span>${words.t("aloud.volume")}</span>
            <input type="range" id="aloud-volume" min="0.1" max="1" step="0.1" value=${wished.volume} onChange=${(event) => hear(change({ volume: Number(event.target.value) }))} />
          </label>`
      : null}
  </div>`;
}
