// What the page says, in the language chosen.
import { ask } from "./ask.js";
import { FIRST, LANGUAGES } from "./languages.js";
import { recall } from "./storage.js";

const RANKS = "A23456789TJQK";
export const SIGN = { C: "♣", D: "♦", H: "♥", S: "♠" };

export function rankOf(card) {
  return RANKS.indexOf(card[0]) + 1;
}

// Chips won or lost: +3, −2, 0.
export const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

export function preferredLanguage() {
  const kept = recall("language");
  if (kept in LANGUAGES) return kept;
  const asked = (navigator.languages || []).map((code) => code.slice(0, 2)).find((code) => code in LANGUAGES);
  return asked || FIRST;
}

export const CATALOGUE = ["table", "rules", "phones", "voice", "replay", "stage", "mine", "hand", "guests"]; // its parts that every page needs
const AGAIN = 2000; // ms until a part that did not come is asked for again

// from: where the catalogue lies, for a page in a folder of its own. Tried until it comes;
// `away` is told what to say as long as it does not, in words that need no catalogue.
export async function loadWords(language, { from = "", parts = CATALOGUE, away = () => {} } = {}) {
  const found = await Promise.all(parts.map((part) => read(`${from}words/${language}/${part}.json`, () => away(LANGUAGES[language].away))));
  document.documentElement.lang = language;
  return new Words(language, found.reduce(completed));
}

async function read(path, away = () => {}) {
  for (;;) {
    const answer = await ask(path);
    if (answer && answer.ok && answer.said) return answer.said;
    away();
    await new Promise((go) => setTimeout(go, AGAIN));
  }
}

// French sets a blank before : ; ! ? and within « »; no line may end there, nor within "R♥ 10".
const unbroken = (text) => text.replace(/ ([:;!?»])/g, "\u00a0$1").replace(/([«♣♦♥♠]) /g, "$1\u00a0");

// A name that is written from right to left stands by itself: it would turn the figures beside it round.
export const isolated = (place) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(place) ? `\u2068${place}\u2069` : place);

// A table with the entries of another that it lacks; a page's own part goes before a single word of that name.
function completed(table, more) {
  const whole = { ...more, ...table };
  for (const [key, part] of Object.entries(more)) if (key in table && typeof part === "object") whole[key] = typeof table[key] === "object" ? completed(table[key], part) : part;
  return whole;
}

class Words {
  constructor(language, table) {
    this.language = language;
    this.table = table;
  }

  // A further part of the catalogue, for what not every page needs.
  async include(part) {
    Object.assign(this.table, await read(`words/${this.language}/${part}.json`));
  }

  // t("alert.missed_call", {name, card}) – the entry at that path with its {places} filled, cards in
  // the form that {card:obj} asks for (words.py says which there are).
  t(path, places = {}) {
    const entry = path.split(".").reduce((found, key) => (found === undefined ? found : found[key]), this.table);
    if (entry === undefined) return path;
    return unbroken(
      entry.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, key, form) => {
        if (places[key] === undefined || places[key] === null) return whole;
        if (!form) return isolated(places[key]);
        if (typeof places[key] === "number") return this.count(form, places[key]);
        return this.has(`${form}.${places[key]}`) ? this.t(`${form}.${places[key]}`) : this.card(places[key], form);
      }),
    );
  }

  // What the table's computer has put into words, in every language, by its code.
  said(text) {
    return unbroken(text[this.language]);
  }

  sentence(text) {
    const said = this.said(text);
    return `${said[0].toUpperCase()}${said.slice(1)}.`;
  }

  // What the rule of this name asks for, for somebody who has broken it.
  broken(rule) {
    return this.has(`broken.${rule}`) ? this.t(`broken.${rule}`) : rule;
  }

  has(path) {
    return path.split(".").reduce((found, key) => (found === undefined ? found : found[key]), this.table) !== undefined;
  }

  // An entry by number: its own word where there is one, else the "n" form.
  count(path, n) {
    return this.t(this.has(`${path}.${n}`) ? `${path}.${n}` : `${path}.n`, { n });
  }

  chips(n) {
    const said = Math.abs(n) === 1 ? this.t("chips.1") : this.t("chips.n", { n: Math.abs(n) });
    return n < 0 ? `−${said}` : said;
  }

  // An amount of money as this language writes it.
  money({ cents, currency }) {
    const written = new Intl.NumberFormat(this.language, { style: "currency", currency });
    return written.format(cents / 100).replace("-", "−");
  }

  index(card) {
    const rank = rankOf(card);
    return this.has(`index.${rank}`) ? this.t(`index.${rank}`) : String(rank);
  }

  // A card as players write it: 3♥.
  short(card) {
    return `${this.count("short", rankOf(card))}${SIGN[card[1]]}`;
  }

  card(card, form = "name") {
    const rank = rankOf(card);
    const path = this.has(`card.${form}.${rank}`) ? rank : "n";
    return this.t(`card.${form}.${path}`, { n: rank, suit: this.t(`suits.${card[1]}`) });
  }

  // What the card of a box is called on the board, and what is cried when it takes what lies there.
  honour(card) {
    return this.has(`honours.${card}`) ? this.t(`honours.${card}`) : this.card(card);
  }

  cry(card) {
    return this.has(`call.${card}`) ? this.t(`call.${card}`) : this.card(card);
  }

  aRank(rank) {
    return this.count("a_rank", rank);
  }

  // {contrat: 1, fiche: 2, jeton: 0} → "1 contrat et 2 fiches"
  pieces(pieces) {
    const said = ["contrat", "fiche", "jeton"]
      .filter((kind) => pieces[kind] > 0)
      .map((kind) => this.count(`pieces.${kind}`, pieces[kind]));
    return this.listed(said);
  }

  // a, b et c
  listed(all) {
    const said = all.map(isolated);
    if (said.length < 2) return said.join("");
    return said.slice(0, -1).join(", ") + this.t("and") + said[said.length - 1];
  }

  // What is said aloud of an announcement, with names or without (words.py says it alike).
  announcement(said, names) {
    if (said.alert) return this.alert(said.alert);
    const who = names && said.player && this.has(`aloud.${said.kind}_who`) ? "_who" : "";
    return this.t(`aloud.${said.kind}${who}`, { ...said, name: said.player });
  }

  alert(alert) {
    const { kind, player, card } = alert;
    let path = `alert.${kind}`;
    if ((kind === "late_call" || kind === "void_call") && player) path += "_who";
    if (kind === "uncertain") path += card ? (player ? "_who" : "") : player ? "_hand" : "_none";
    return this.t(this.has(path) ? path : "alert.other", { name: player || "?", card });
  }
}
