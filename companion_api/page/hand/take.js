// What the table itself needs of hands that are shown; the sheet comes when it is opened.
import { html } from "../vendor/preact-htm.module.js";

// Points are paid by the card's worth: only then do two numbers say what a hand costs.
export const byPoints = (view) => !view.rules || view.rules.by_points;

// A button that opens the phone's own camera: that needs no certificate.
export function TakePhoto({ id, label, take, busy }) {
  const taken = (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) take(file);
  };
  return html`<label class=${`scan take-photo ${busy ? "busy" : ""}`} id=${id}>
    <span>${label}</span><input type="file" accept="image/*" capture="environment" disabled=${busy} onChange=${taken} />
  </label>`;
}
