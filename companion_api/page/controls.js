// What pages are made of: a number to step, a switch, the key that closes, a style that comes with its module.
import { html, useEffect } from "./vendor/preact-htm.module.js";

// Styles that only some of what a page may show needs.
export function styled(href) {
  const looks = document.createElement("link");
  looks.rel = "stylesheet";
  looks.href = href;
  document.head.append(looks);
}

// Escape closes what lies over the page.
export function useEscape(close) {
  useEffect(() => {
    const leave = (event) => event.key === "Escape" && close();
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, []);
}

export function Stepper({ id, words, title, note, value, shown = value, least, most, by = 1, set }) {
  const step = (to) => set(Math.min(most, Math.max(least, to)));
  return html`<div class="stepper" id=${id}>
    <span>${title}${note ? html`<small>${note}</small>` : null}</span>
    <button aria-label=${words.t("setup.fewer")} disabled=${value <= least} onClick=${() => step(value - by)}>−</button>
    <output>${shown}</output>
    <button aria-label=${words.t("setup.more")} disabled=${value >= most} onClick=${() => step(value + by)}>+</button>
  </div>`;
}

// `named`: what the box is found by (id, data-…), and whether it is disabled.
export function Switch({ on, set, title, ...named }) {
  return html`<label class="switch">
    <input type="checkbox" ...${named} checked=${on} onChange=${(event) => set(event.target.checked)} /><span>${title}</span>
  </label>`;
}
