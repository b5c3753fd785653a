// Before an evening: the family's own cards and chips, shown to the camera once.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { useAgain } from "../line/again.js";
import { RANKS, SIGN, SUITS } from "../cards.js";
import { Photo, useBlob } from "./check.js";

const EVERY = 700; // ms between two looks while cards are shown
const KINDS = ["jeton", "fiche", "contrat"];

// Which pack is played with, and learning another one.
export function Pack({ words, connection, chosen, choose, say, told }) {
  const [decks, setDecks] = useState([]);
  const [name, setName] = useState(null); // of the pack that is to be learnt
  const [on, setOn] = useState(false);
  const load = async () => {
    const found = await connection.get("decks");
    if (!found) return;
    setDecks(found);
    if (chosen && !found.some((deck) => deck.name === chosen)) choose(null); // forgotten since the last evening
  };
  useEffect(() => {
    load();
  }, []);
  const begin = async (pack) => {
    if (told(await connection.send("lesson", { learn: "begin", name: pack }))) setOn(pack);
  };
  const done = async (kept) => {
    setOn(false);
    setName(null);
    if (kept) {
      choose(kept);
      say(words.t("lesson.kept"));
    }
    await load();
  };
  const forget = async (pack) => {
    if (!told(await connection.send("lesson", { learn: "forget", name: pack }))) return;
    if (pack === chosen) choose(null);
    await load();
  };
  return html`<section class="part" id="pack">
    <h2>${words.t("lesson.cards")}</h2>
    ${on
      ? html`<${Lesson} words=${words} connection=${connection} name=${on} done=${done} told=${told} />`
      : html`${decks.length
            ? html`<div class="names">
                <button data-deck="" class=${chosen ? "" : "chosen"} aria-pressed=${!chosen} onClick=${() => choose(null)}>${words.t("lesson.any")}</button>
                ${decks.map((deck) => html`<button key=${deck.name} data-deck=${deck.name} class=${deck.name === chosen ? "chosen" : ""} aria-pressed=${deck.name === chosen} onClick=${() => choose(deck.name)}>${deck.name} · ${deck.cards}</button>`)}
              </div>`
            : null}
          ${chosen
            ? html`<div class="two">
                <button id="more-cards" onClick=${() => begin(chosen)}>${words.t("lesson.again")}</button>
                <button id="forget-deck" onClick=${() => forget(chosen)}>${words.t("setup.forget")}</button>
              </div>`
            : null}
          ${name === null
            ? html`<button class="enter" id="learn-deck" onClick=${() => setName(words.t("lesson.usual"))}>${words.t(decks.length ? "lesson.another" : "lesson.learn")}<small>${words.t("lesson.what")}</small></button>`
            : html`<form class="adder" onSubmit=${(event) => { event.preventDefault(); begin(name.trim()); }}>
                <input id="deck-name" maxlength="40" autocomplete="off" aria-label=${words.t("lesson.name")} value=${name} onInput=${(event) => setName(event.target.value)} />
                <button id="begin-deck" disabled=${!name.trim()}>${words.t("lesson.begin")}</button>
              </form>`}`}
  </section>`;
}

// The live still, what of the pack is still missing, and pictures of which people say what they show.
function Lesson({ words, connection, name, done, told }) {
  const [seen, setSeen] = useState(null);
  const [trouble, setTrouble] = useState(false);
  const take = (found) => {
    setTrouble(!found);
    if (found) setSeen(found);
  };
  useAgain(EVERY, () => connection.get("lesson"), take);
  const end = async (learn) => {
    if (told(await connection.send("lesson", { learn }))) done(learn === "keep" ? name : null);
  };
  const tell = async (picture, card) => told(await connection.send("lesson", { learn: "say", picture, ...(card ? { card } : {}) }));
  const leave = html`<button id="leave-deck" onClick=${() => end("leave")}>${words.t("lesson.leave")}</button>`;
  if (!seen) return html`<p class="hint">${words.t(trouble ? "check.no_picture" : "check.looking")}</p>${leave}`;
  const learnt = new Set(seen.learnt);
  return html`<div id="lesson">
    <p class="hint first">${words.t("lesson.how")}</p>
    <${Photo} seen=${seen} label=${words.t("check.picture")}>
      ${seen.shown.map(
        (one, i) => html`<g key=${i} class=${`seen-card ${one.state}`}><polygon points=${one.corners.map((corner) => corner.join(",")).join(" ")} /></g>`,
      )}
    <//>
    ${trouble ? html`<p class="told-alert" role="alert">${words.t("check.no_picture")}</p>` : null}
    <p class="ask" id="lesson-count" role="status">${words.t("lesson.count", { n: learnt.size, of: seen.cards.length })}</p>
    <div class="pack" role="img" aria-label=${words.t("lesson.missing", { cards: words.listed(seen.cards.filter((card) => !learnt.has(card)).map((card) => words.card(card))) })}>
      ${[...SUITS].map((suit) => [...RANKS].map((rank) => {
        const card = rank + suit;
        return html`<span key=${card} data-card=${card} class=${`${"DH".includes(suit) ? "red" : "black"} ${learnt.has(card) ? "learnt" : seen.asked.includes(card) ? "asked" : ""}`}>${words.index(card)}${SIGN[suit]}</span>`;
      }))}
    </div>
    ${seen.doubts.map((one) => html`<${Doubt} key=${one.id} one=${one} words=${words} missing=${seen.cards.filter((card) => !learnt.has(card))} tell=${tell} />`)}
    <div class="two">
      ${leave}
      <button class="sure" id="keep-deck" disabled=${!learnt.size} onClick=${() => end("keep")}>${words.t("lesson.keep")}</button>
    </div>
  </div>`;
}

// A picture that nobody can tell for sure: is it this card, or which?
function Doubt({ one, words, missing, tell }) {
  const [other, setOther] = useState(false);
  return html`<div class="doubt" data-doubt=${one.id}>
    <img src=${useBlob(one.jpeg)} alt=${words.t("check.picture")} />
    <div>
      <p>${one.card && !other ? words.t("lesson.is_it", { card: one.card }) : words.t("lesson.which")}</p>
      ${other || !one.card
        ? html`<div class="deck">${missing.map((card) => html`<button key=${card} class=${`pick ${"DH".includes(card[1]) ? "red" : ""}`} aria-label=${words.card(card)} onClick=${() => tell(one.id, card)}><b>${words.index(card)}</b>${SIGN[card[1]]}</button>`)}</div>
            <button class="quiet" onClick=${() => tell(one.id, null)}>${words.t("correct_remove")}</button>`
        : html`<div class="two">
            <button onClick=${() => setOther(true)}>${words.t("no")}</button>
            <button class="sure" onClick=${() => tell(one.id, one.card)}>${words.t("yes")}</button>
          </div>`}
    </div>
  </div>`;
}

// One chip of each kind, found in a photo and pointed out; `chips`: {kind: {shape, colour}} or null.
export function Chips({ words, connection, chips, choose, told }) {
  const [seen, setSeen] = useState(null);
  const [taps, setTaps] = useState({});
  const [skipped, skip] = useState([]);
  const [trouble, setTrouble] = useState("");
  const look = async () => {
    setTaps({});
    skip([]);
    const found = await connection.get("chips");
    setTrouble(found ? "" : words.t("check.no_picture"));
    setSeen(found);
  };
  const asked = KINDS.find((kind) => !(kind in taps) && !skipped.includes(kind));
  const finish = async (all) => {
    const answer = await connection.post("chips", { taps: Object.fromEntries(Object.entries(all).map(([kind, chip]) => [kind, chip.center])) });
    setSeen(null);
    setTaps({});
    if (answer.chips) choose(answer.chips);
    else if (answer.error === "chips") setTrouble(words.t("lesson.alike"));
    else told(answer);
  };
  const next = (all, left) => (KINDS.every((kind) => kind in all || left.includes(kind)) ? finish(all) : null);
  const point = (chip) => {
    const all = { ...taps, [asked]: chip };
    setTaps(all);
    next(all, skipped);
  };
  const none = () => {
    const left = [...skipped, asked];
    skip(left);
    next(taps, left);
  };
  const free = seen ? seen.chips.filter((chip) => !Object.values(taps).includes(chip)) : [];
  return html`<div id="chips">
    ${trouble ? html`<p class="told-alert" role="alert">${trouble}</p>` : null}
    ${seen
      ? html`<${Photo} seen=${seen} label=${words.t("check.picture")}>
            ${free.map((chip, i) => html`<circle key=${i} class="found" cx=${chip.center[0]} cy=${chip.center[1]} r=${chip.size * 0.7} />`)}
          <//>
          ${seen.chips.length && asked
            ? html`<p class="ask" role="status">${words.t(`lesson.point.${asked}`)}</p>
                <div class="found-chips" id="found-chips">
                  ${free.map((chip, i) => html`<button key=${i} data-shape=${chip.shape} aria-label=${words.t(`shapes.${chip.shape}.one`)} onClick=${() => point(chip)}><${Photo} seen=${seen} around=${chip} label="" /></button>`)}
                </div>`
            : seen.chips.length
              ? null
              : html`<p class="told-alert">${words.t("lesson.no_chips")}</p>`}
          <div class="two">
            <button id="chips-again" onClick=${look}>${words.t("lesson.photo_again")}</button>
            ${asked && seen.chips.length && (asked !== "jeton") ? html`<button id="no-kind" onClick=${none}>${words.t("lesson.none")}</button>` : html`<button onClick=${() => setSeen(null)}>${words.t("close")}</button>`}
          </div>`
      : chips
        ? html`<ul class="kinds" id="kinds">
              ${KINDS.filter((kind) => kind in chips).map((kind) => html`<li key=${kind}><i class=${`sample ${chips[kind].shape}`} ref=${(sign) => sign && (sign.style.background = chips[kind].colour)}></i>${words.count(`pieces.${kind}`, 1)} · ${words.t(`shapes.${chips[kind].shape}.one`)}</li>`)}
            </ul>
            <div class="two">
              <button onClick=${look}>${words.t("lesson.photo_again")}</button>
              <button id="forget-chips" onClick=${() => choose(null)}>${words.t("setup.forget")}</button>
            </div>`
        : html`<button class="enter" id="learn-chips" onClick=${look}>${words.t("lesson.chips")}<small>${words.t("lesson.chips_what")}</small></button>`}
  </div>`;
}
