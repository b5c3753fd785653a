// Whether this phone may vibrate when its player is waited for.
import { html, useState } from "../vendor/preact-htm.module.js";
import { keep, recall } from "../storage.js";

export const vibrates = () => typeof navigator.vibrate === "function";

export function NudgeChoice({ words }) {
  const [on, setOn] = useState(recall("nudge") !== "off");
  if (!vibrates()) return null;
  const flip = (event) => {
    keep("nudge", event.target.checked ? "on" : "off");
    setOn(event.target.checked);
  };
  return html`<div class="sheetlike"><label class="switch"><input type="checkbox" id="nudge" checked=${on} onChange=${flip} /><span>${words.t("my.nudge")}</span></label></div>`;
}
