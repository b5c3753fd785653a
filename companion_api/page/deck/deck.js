// Which cards of a pack are still to be shown: faded ones are learnt, framed ones were seen but are not sure.
import { ask } from "../ask.js";
import { FIRST, LANGUAGES } from "../languages.js";
import { recall } from "../storage.js";

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

const language = [recall("language"), ...(navigator.languages || [])].map((code) => (code || "").slice(0, 2)).find((code) => code in LANGUAGES) || FIRST;

function element(name, text, attributes = {}) {
  return Object.assign(document.createElement(name), attributes, { textContent: text });
}

// No lesson is on here, or not for whoever has only half of the address: what this page is for and what to do.
async function nothing(status) {
  const answer = await ask(`../words/${language}/deck.json`);
  if (!answer || !answer.ok) return false;
  const words = answer.said["deck_page"];
  document.title = words.title;
  document.getElementById("count").textContent = words.none;
  const said = ["none_what", status === 404 ? "none_do" : "link"].map((key) => element("p", words[key]));
  const main = document.getElementById("cards");
  main.className = "nothing";
  main.replaceChildren(...said, element("a", words.back, { id: "back", href: "../start/" }));
  return true;
}

async function look() {
  const answer = await ask("lesson", { headers: { Authorization: `Bearer ${token}` }, patience: PATIENCE });
  if (answer && answer.ok) draw(answer.said);
  document.getElementById("away").textContent = answer ? "" : LANGUAGES[language].away;
  if (answer && !answer.ok && (await nothing(answer.status))) return;
  setTimeout(look, EVERY);
}
document.documentElement.lang = language;
look();

document.documentElement.dataset.started = ""; // see starting.js
