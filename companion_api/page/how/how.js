// «Comment on joue» in one page with pictures, for the rules in force; to read or to print.
import { html, render, useState } from "../vendor/preact-htm.module.js";
import { ask } from "../ask.js";
import { LANGUAGES } from "../languages.js";
import { Card } from "../cards.js";
import { Languages } from "../entering/roles.js";
import { FAMILIAR, counts, presetWord } from "../table/rules.js";
import { keep, recallObject } from "../storage.js";
import { CATALOGUE, loadWords, preferredLanguage } from "../words.js";

const PARTS = [...CATALOGUE, "how"];
const MINE = "mine"; // what the set-up page has chosen
const HONOURS = ["TD", "JC", "QS", "KH", "7D"];
const RUNS = { rank: ["7C", "8H", "9H", "TS"], suit: ["7H", "8H", "9H", "TH"] };
const NAP_TRICK = ["9S", "KS", "4S", "2H"]; // spades are led, hearts are trumps
// What the pages' sentences say already; the others are listed as they are.
const SAID = ["packets", "direction", "suits", "must_continue", "asked", "after_stop", "decline_lead", "call_required", "call_window", "missed_call", "bete", "hand_payment", "per_card", "opera", "hoc_chip", "accidental_hoc_pays", "dwarf_after", "dwarf_out_of_turn", "dwarf_bete", "stake_unit", "first_lead", "bid_two", "bid_mis", "bid_blucher", "five_pay", "pool"];

// The sentences of each part: a path of the catalogue and its places, for what is played.
export function sentences({ rules, options: is }) {
  if (rules === "nap") return ofNap(is);
  const old = rules === "avantcoureur";
  const calls = is.call_required === "on" ? "on" : "off";
  const suit = old || is.suits === "same" ? "suit" : "rank";
  return {
    boxes: [`how.boxes.${old ? "dealer" : "everyone"}`, "how.boxes.stay"],
    deal: [`how.deal.${old ? "1" : is.packets}`, `how.lead.${old ? "after_dealer" : is.first_lead}`],
    play: [
      `how.play.${suit}`,
      `how.must.${is.must_continue}`,
      ...(old ? ["how.hoc.stop"] : [`how.asked.${is.asked}`, `how.stop.${is.after_stop}`, `how.king.${is.decline_lead}`]),
    ],
    honours: [`how.call.${calls}`, ...(calls === "on" ? [`how.window.${is.call_window}`] : []), ...(calls === "on" && !old ? [`how.missed.${is.missed_call}`] : [])],
    hocs: old ? [["how.hoc.pays", { n: Number(is.hoc_chip) }], `how.hoc.accidental_${is.accidental_hoc_pays}`, `how.dwarf.${is.dwarf_after}`, `how.dwarf.turn_${is.dwarf_out_of_turn}`] : [],
    end: [
      "how.end.first",
      is.hand_payment === "per_card" ? ["how.end.per_card", { n: Number(is.per_card) }] : "how.end.points",
      ...(old || is.bete === "on" ? [`how.bete.${old && is.dwarf_bete === "off" ? "but_dwarf" : "on"}`] : []),
      old ? "how.end.doubles" : `how.opera.${is.opera}`,
    ],
  };
}

function ofNap(is) {
  const bids = [is.bid_two === "on" ? "two" : "", "three", is.bid_mis === "on" ? "mis" : "", "four", "nap", "wellington", is.bid_blucher === "on" ? "blucher" : ""].filter(Boolean);
  return {
    boxes: [],
    deal: ["how.nap.deal"],
    play: [["how.nap.bid", { bids }], "how.nap.lead", "how.nap.follow", "how.nap.wins"],
    honours: [],
    hocs: [],
    end: ["how.nap.made", `how.nap.five_${is.five_pay}`, is.pool === "on" ? "how.nap.pool" : "how.nap.no_pool", "how.nap.fine"],
  };
}

function Board({ words }) {
  return html`<div class="how-board">${["KH", "QS", "7D", "TD", "JC"].map((card) => html`<span key=${card} class=${`at-${card}`}><${Card} card=${card} words=${words} size="mini" /><b>${HONOURS.indexOf(card) + 1}</b></span>`)}</div>`;
}

function Part({ name, words, said, title, children }) {
  if (!said.length) return null;
  return html`<section class="how-part" id=${`how-${name}`}><h2>${words.t(title || `how.${name}.title`)}</h2>${children}
    <ul>${said.map((each) => (Array.isArray(each) ? words.t(each[0], each[1].bids ? { bids: words.listed(each[1].bids.map((bid) => words.t(`bids.${bid}`))) } : each[1]) : words.t(each))).map((line) => html`<li key=${line}>${line}</li>`)}</ul>
  </section>`;
}

function Deal({ deal, words }) {
  return html`<table class="how-deal"><tbody>
    <tr><th scope="row">${words.t("how.deal.players")}</th>${Object.keys(deal).map((n) => html`<td key=${n}>${n}</td>`)}</tr>
    <tr><th scope="row">${words.t("how.deal.each")}</th>${Object.values(deal).map(([each], i) => html`<td key=${i}>${each}</td>`)}</tr>
    <tr><th scope="row">${words.t("how.deal.talon")}</th>${Object.values(deal).map(([, left], i) => html`<td key=${i}>${left}</td>`)}</tr>
  </tbody></table>`;
}

function How({ first, presets, start }) {
  const [words, setWords] = useState(first);
  const [name, choose] = useState(start);
  const setLanguage = async (language) => {
    keep("language", language);
    setWords(await loadWords(language, { from: "../", parts: PARTS }));
  };
  const played = presets[name];
  const said = sentences(played);
  const nap = played.rules === "nap";
  const run = nap ? NAP_TRICK : RUNS[said.play[0].split(".")[2]];
  const titled = (each) => (each === MINE ? words.t("how.mine") : presetWord(each, words));
  const names = [...FAMILIAR.filter((each) => each in presets), ...Object.keys(presets).filter((each) => !FAMILIAR.includes(each))];
  const others = Object.entries(played.options).filter(([option, value]) => !["off", "0", 0].includes(value) && !SAID.includes(option) && words.has(`options.${option}.name`) && counts(played.only_with[option], (other) => played.options[other]));
  const valued = (option, value) => (words.has(`options.${option}.values.${value}`) ? words.t(`options.${option}.values.${value}`) : words.t(`options.${option}.values.n`, { n: value }));
  document.title = words.t("how.title");
  return html`<main class="how" id="how">
    <nav class="paperless">
      <a href=${start === MINE ? "../" : "../start/"} id="back">${words.t("how.back")}</a>
      <label>${words.t("how.which")} <select id="which" value=${name} onChange=${(event) => choose(event.target.value)}>${names.map((each) => html`<option key=${each} value=${each} selected=${each === name}>${titled(each)}</option>`)}</select></label>
      <button class="sure" id="print" onClick=${() => window.print()}>${words.t("how.print")}</button>
    </nav>
    <header><img src="../icon.svg" alt="" /><h1>${words.t("how.title")}</h1><p>${titled(name)}</p></header>
    <p class="aim">${words.t(nap ? "how.nap.aim" : "how.aim")}</p>
    <div class="how-parts">
      <${Part} name="boxes" words=${words} said=${said.boxes}><${Board} words=${words} /><//>
      <${Part} name="deal" words=${words} said=${said.deal}><${Deal} deal=${played.deal} words=${words} /><//>
      <${Part} name="play" title=${nap ? "how.nap.title" : ""} words=${words} said=${said.play}><div class="how-run">${run.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="mini" />`)}</div><//>
      <${Part} name="honours" words=${words} said=${said.honours}><div class="how-run">${HONOURS.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="mini" />`)}</div><//>
      <${Part} name="hocs" words=${words} said=${said.hocs} />
      <${Part} name="end" title=${nap ? "how.nap.end" : ""} words=${words} said=${said.end} />
    </div>
    <p class="others" id="others">${others.map(([option, value]) => `${words.t(`options.${option}.name`)}${words.t("colon")}${valued(option, value)}`).join(" · ")}</p>
    <footer class="paperless"><${Languages} language=${words.language} setLanguage=${setLanguage} /></footer>
  </main>`;
}

const away = document.getElementById("away");
const language = preferredLanguage();
const words = await loadWords(language, { from: "../", parts: PARTS, away: () => (away.textContent = LANGUAGES[language].away) });
let told = null;
while (!told) told = (await ask("presets.json"))?.said ?? (away.textContent = LANGUAGES[language].away, await new Promise((go) => setTimeout(go, 2000)), null);
const mine = recallObject("how"); // {rules, options} of the evening that is set up
const base = told[mine.rules];
if (base) told[MINE] = { ...base, options: { ...base.options, ...mine.options } };
const asked = location.hash.slice(1);
const root = document.getElementById("page");
root.textContent = "";
render(html`<${How} first=${words} presets=${told} start=${asked in told ? asked : FAMILIAR[0]} />`, root);

document.documentElement.dataset.started = ""; // see starting.js
