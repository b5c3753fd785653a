// What this device is to sound for, how loud, and a button to hear each.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Switch } from "../controls.js";
import { KINDS, prepareSounds, sound, soundWishes, wakeSounds, wish } from "./sounds.js";

export function SoundChoices({ words, connection, role }) {
  const [wished, setWished] = useState(soundWishes(role));
  const [told, setTold] = useState({ own: [], refused: [] });
  useEffect(() => {
    prepareSounds(connection).then((found) => found && setTold(found));
  }, []);
  const change = (part) => {
    const now = { ...wished, ...part };
    wish(now);
    setWished(now);
    return now;
  };
  const without = (kind) => (wished.without.includes(kind) ? wished.without.filter((each) => each !== kind) : [...wished.without, kind]);
  const flip = (on) => {
    wakeSounds();
    change({ on });
  };
  return html`<section id="sounds">
    <${Switch} id="sounds-on" on=${wished.on} set=${flip} title=${words.t("sounds.on")} />
    <label class="choice-line">
      <span>${words.t("sounds.volume")}</span>
      <input type="range" id="sounds-volume" min="0.1" max="1" step="0.1" value=${wished.volume} onChange=${(event) => sound("box_taken", change({ volume: Number(event.target.value) }).volume)} />
    </label>
    <details>
      <summary>${words.t("sounds.title")}</summary>
      ${KINDS.map((kind) => {
        const name = words.t(`sounds.kinds.${kind}`);
        return html`<div class="sound-line" key=${kind}>
          <${Switch} data-sound=${kind} on=${!wished.without.includes(kind)} set=${() => change({ without: without(kind) })}
            title=${html`${name}${told.own.includes(kind) ? html` <small class="tag">${words.t("sounds.own")}</small>` : null}`} />
          <button class="small" data-hear=${kind} aria-label=${words.t("sounds.hear", { sound: name })} onClick=${() => sound(kind, wished.volume)}>▶</button>
        </div>`;
      })}
    </details>
    ${role === "host" ? html`<p class="hint">${words.t("sounds.how")}</p>` : null}
    ${role === "host" && told.refused.length ? html`<p class="hint" id="sounds-refused">${words.t("sounds.refused", { names: told.refused.join(", ") })}</p>` : null}
  </section>`;
}
