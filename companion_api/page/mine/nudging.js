// Whether this phone may vibrate when its player is waited for.
import { html, useState } from "../vendor/preact-htm.module.js";
import { Switch } from "../controls.js";
import { keep, recall } from "../storage.js";

export const vibrates = () => typeof navigator.vibrate === "function";

export function NudgeChoice({ words }) {
  const [on, setOn] = useState(recall("nudge") !== "off");
  if (!vibrates()) return null;
  const flip = (wished) => {
    keep("nudge", wished ? "on" : "off");
    setOn(wished);
  };
  return html`<div class="sheetlike"><${Switch} id="nudge" on=${on} set=${flip} title=${words.t("my.nudge")} /></div>`;
}
