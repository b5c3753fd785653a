// Which cards of a pack are still to be shown: faded ones are learnt, framed ones were seen but are not sure.
import { AWAY, ask } from "./ask.js";

const EVERY = 1000; // ms between two looks
const PATIENCE = 6000;
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const token = new URLSearchParams(location.hash.slice(1)).get("t") ?? "";

function draw({ cards, learnt, asked }) {
  document.getElementById("count").textContent = `${learnt.length} / ${cards.length}`;
  const known = new Set(learnt), doubtful = new Set(asked);
  document.getElementById("cards").replaceChildren(...cards.map((code) => {
    const span = document.createElement("span");
    span.textContent = code[0].replace("T", "10") + SUITS[code[1]];
    span.classList.toggle("red", "DH".includes(code[1]));
    span.classList.toggle("learnt", known.has(code));
    span.classList.toggle("asked", doubtful.has(code) && !known.has(code));
    return span;
  }));
}

const language = (navigator.languages || []).map((code) => code.slice(0, 2)).find((code) => code in AWAY) || "fr";

async function look() {
  const answer = await ask("lesson", { headers: { Authorization: `Bearer ${token}` }, patience: PATIENCE });
  if (answer && answer.ok) draw(answer.said);
  document.getElementById("away").textContent = answer ? "" : AWAY[language];
  setTimeout(look, EVERY);
}
look();
