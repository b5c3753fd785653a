// «Laisser entrer les téléphones»: a switch, and why they cannot come when they cannot.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { companion } from "../companion.js";
import { Switch } from "../controls.js";

const EVERY = 5000; // ms: a computer that gets another address is found there within ten seconds

// Looks again every few seconds, while it is shown and the page is in sight.
export function useAgain(look) {
  const now = useRef(look);
  now.current = look;
  useEffect(() => {
    const clock = setInterval(() => document.hidden || now.current(), EVERY);
    return () => clearInterval(clock);
  }, []);
}

// changed(state): told whenever it is switched.
export function PhonesSwitch({ words, state, changed = () => {}, films = false }) {
  const [now, setNow] = useState(state || null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const look = () => companion().then((found) => found && !found.error && setNow(found.phones));
  useEffect(() => {
    if (!now) look();
  }, []);
  useAgain(() => now && !busy && look()); // whoever may not ask does not ask again
  if (!now) return html`<p class="hint" id="alone">${words.t("join.alone")}</p>`;
  const flip = async (on) => {
    setBusy(true);
    const answer = await companion("/phones", { on, films: on && films });
    setBusy(false);
    setTrouble(!answer || answer.error ? words.t(answer && answer.error === "https" ? "phones.why.https" : "phones.why.away") : "");
    if (!answer || answer.error) return;
    setNow(answer);
    changed(answer);
  };
  const wanted = now.on || (now.why && now.why !== "off");
  return html`<div class="phones-switch">
    <${Switch} id="phones-on" on=${wanted} disabled=${busy || now.fixed} set=${flip} title=${html`<b>${words.t("phones.let_in")}</b>`} />
    <p class=${wanted && !now.on ? "told-alert" : "hint"} id="phones-why" role="status">
      ${trouble || (now.on ? words.t("phones.open", { address: now.address }) : words.t(`phones.why.${now.why || "off"}`))}
    </p>
  </div>`;
}
