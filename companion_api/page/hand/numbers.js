// A hand by two numbers: its points, and which honours are in it.
import { html, useState } from "../vendor/preact-htm.module.js";
import { Card } from "../cards.js";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "⌫", "0"];
const DIGITS = 3;

// `save(honours, points)` enters the hand.
export function HandNumbers({ words, honours, laid, save }) {
  const [points, setPoints] = useState("");
  const [held, setHeld] = useState([]);
  const press = (key) => setPoints(key === "⌫" ? points.slice(0, -1) : `${points}${key}`.replace(/^0+/, "").slice(0, DIGITS));
  const turn = (card) => setHeld(held.includes(card) ? held.filter((other) => other !== card) : [...held, card]);
  return html`<div class="two-numbers" id="two-numbers">
    <h3>${words.t("hand.honours")} <small>${held.length ? "" : words.t("hand.none")}</small></h3>
    <div class="honours-held">
      ${honours.map((card) => html`<button key=${card} data-held=${card} aria-pressed=${held.includes(card)} disabled=${laid.has(card)} class=${held.includes(card) ? "chosen" : ""} onClick=${() => turn(card)}><${Card} card=${card} words=${words} size="tiny" /></button>`)}
    </div>
    <h3>${words.t("hand.points")}</h3>
    <output id="points">${points || "–"}</output>
    <div class="keys">
      ${KEYS.map((key) => html`<button key=${key} data-key=${key} aria-label=${key === "⌫" ? words.t("hand.clear") : key} onClick=${() => press(key)}>${key}</button>`)}
      <button class="sure" id="save-points" disabled=${!points} onClick=${() => save(held, Number(points))}>✓</button>
    </div>
  </div>`;
}
