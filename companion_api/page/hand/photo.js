// A hand by one photograph: taken here, read by the table's computer, each card to confirm or to mend.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Card } from "../cards.js";
import { PATIENCE_LONG } from "../ask.js";
import { smaller } from "../smaller.js";
import { Deck } from "./pack.js";
import { TakePhoto } from "./take.js";

const SIDE = 2048; // pixels of the longer side that the computer reads (hand_photo/photos.py)
const QUALITY = 0.9;

// The photo as it is sent: no larger than it is read. What this browser cannot draw goes as it is.
async function reduced(file) {
  try {
    return (await smaller(file, SIDE, QUALITY)) || file;
  } catch {
    return file;
  }
}

// What the computer reads in a photo of this player's hand, or {error, detail}.
async function read(connection, player, photo) {
  const answer = await connection.ask(`hand-photo?player=${encodeURIComponent(player)}`, {
    method: "POST",
    headers: { "Content-Type": photo.type || "application/octet-stream" },
    body: photo,
    patience: PATIENCE_LONG,
  });
  if (!answer) return { error: "network" };
  if (answer.ok) return answer.said;
  const said = answer.said || {};
  return { error: answer.status === 413 ? "large" : said.error || said.detail || "other", detail: said.detail || "" };
}

// The picture with what was read in it: only this phone sees it.
function Picture({ source, cards, asked, chosen, choose }) {
  const corner = ({ outline }) => outline.map(([x, y]) => `${x * 100},${y * 100}`).join(" ");
  return html`<div class="hand-picture">
    <img src=${source} alt="" />
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      ${cards.filter((each) => each.outline).map((each) => html`<polygon key=${each.card} class=${`${each.sure ? "" : "unsure"} ${each.card === chosen ? "chosen" : ""}`} points=${corner(each)} onClick=${() => choose(each.card)} />`)}
      ${asked.map((each) => html`<polygon key=${each.card} class="asked" points=${corner(each)} />`)}
    </svg>
  </div>`;
}

// How many cards are told of how many, and what is not sure: a wrong total is never passed over.
function Witness({ words, cards, of, asked }) {
  const lack = of - cards.length;
  const doubts = cards.filter((each) => !each.sure).length;
  const count = lack > 0 ? words.t(words.has(`hand.lack.${lack}`) ? `hand.lack.${lack}` : "hand.lack.n", { read: cards.length, of, n: lack }) : lack < 0 ? words.t("hand.more", { read: cards.length, of }) : words.t("hand.read", { n: cards.length, of });
  const sure = !lack && !doubts && !asked.length;
  return html`<p class=${sure ? "witness sure" : "witness"} id="witness" role="status">
    <b>${count}</b>${doubts ? html`<small>${words.count("hand.unsure", doubts)}</small>` : sure ? html`<small>${words.t("hand.fine")}</small>` : null}
  </p>`;
}

// What may be done with one card: its likely other faces, any other, none at all.
function Mend({ words, each, laid, others, change }) {
  return html`<div class="mend" id="mend">
    <h3>${words.t("hand.mend")}</h3>
    <div class="likely">
      ${each.sure ? null : html`<button class="sure" id="mend-right" onClick=${() => change({ ...each, sure: true })}>${words.t("hand.right")}</button>`}
      ${each.likely.filter((card) => !others.has(card)).map((card) => html`<button key=${card} data-likely=${card} onClick=${() => change({ ...each, card, sure: true, likely: [] })}><${Card} card=${card} words=${words} size="small" /></button>`)}
      <button class="remove" id="mend-remove" onClick=${() => change(null)}>${words.t("hand.remove")}</button>
    </div>
    <details><summary>${words.t("hand.other")}</summary><${Deck} words=${words} laid=${new Set([...laid, ...others])} choose=${(card) => !others.has(card) && change({ ...each, card, sure: true, likely: [] })} /></details>
  </div>`;
}

// `file`: a photo that was taken before this opened. `save(cards)` enters the hand.
export function HandPhoto({ words, connection, player, of, laid, file, save }) {
  const [source, setSource] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const [cards, setCards] = useState(null);
  const [asked, setAsked] = useState([]);
  const [elsewhere, setElsewhere] = useState([]);
  const [chosen, choose] = useState("");
  const [adding, add] = useState(false);
  const take = async (photo) => {
    setBusy(true);
    setWrong("");
    setCards(null);
    const sent = await reduced(photo);
    setSource(URL.createObjectURL(sent));
    const found = await read(connection, player, sent);
    setBusy(false);
    if (found.error) {
      const known = [`hand.refused.${found.error}`, `refused_${found.error}`].find((path) => words.has(path));
      setWrong(words.t(found.error === "network" ? "unsent" : known || "refused", { why: found.detail || found.error }));
      return;
    }
    setCards(found.cards);
    setAsked(found.asked);
    setElsewhere(found.elsewhere);
  };
  useEffect(() => {
    if (file) take(file);
  }, [file]);
  useEffect(() => () => source && URL.revokeObjectURL(source), [source]);
  if (busy || !cards)
    return html`${busy && source ? html`<${Picture} source=${source} cards=${[]} asked=${[]} />` : null}
      ${wrong ? html`<p class="told-alert" id="photo-wrong" role="alert">${wrong}</p>` : null}
      <${TakePhoto} id="hand-photo" busy=${busy} take=${take} label=${words.t(busy ? "hand.reading" : wrong ? "hand.again" : "hand.photo_of", { name: player })} />
      <p class="hint">${words.t("hand.how")}</p>`;
  const mended = cards.find((each) => each.card === chosen);
  const others = new Set(cards.filter((each) => each !== mended).map((each) => each.card));
  const open = asked.filter((each) => ![each.card, ...each.likely].every((card) => others.has(card) || card === chosen));
  const change = (now) => {
    setCards(now ? cards.map((each) => (each === mended ? now : each)) : cards.filter((each) => each !== mended));
    choose("");
  };
  const put = (each) => {
    setCards([...cards, each]);
    setAsked(asked.filter(({ card }) => card !== each.card));
    add(false);
  };
  const doubtful = cards.some((each) => !each.sure) || open.length > 0;
  return html`<${Picture} source=${source} cards=${cards} asked=${open} chosen=${chosen} choose=${choose} />
    ${cards.length ? html`<${Witness} words=${words} cards=${cards} of=${of} asked=${open} />` : html`<p class="told-alert" id="witness">${words.t("hand.nothing")}</p>`}
    <div class="read-cards" id="read-cards">
      ${cards.map(
        (each) => html`<button key=${each.card} data-read=${each.card} class=${`${each.sure ? "" : "unsure"} ${each === mended ? "chosen" : ""}`} aria-pressed=${each === mended} onClick=${() => choose(each === mended ? "" : each.card)}>
          <${Card} card=${each.card} words=${words} size="tiny" />${each.sure ? null : html`<i aria-hidden="true">?</i>`}
        </button>`,
      )}
      <button class="add-card" id="add-read" aria-expanded=${adding} aria-label=${words.t("hand.add")} onClick=${() => add(!adding)}>+</button>
    </div>
    ${mended ? html`<${Mend} words=${words} each=${mended} laid=${laid} others=${others} change=${change} />` : null}
    ${adding ? html`<h3>${words.t("hand.add")}</h3><${Deck} words=${words} laid=${new Set([...laid, ...others])} choose=${(card) => !others.has(card) && put({ card, sure: true, likely: [] })} />` : null}
    ${open.length
      ? html`<div class="asked-cards" id="asked-cards"><h3>${words.t("hand.asked")}</h3><div class="likely">
          ${open.map((each) => html`<button key=${each.card} data-asked=${each.card} onClick=${() => put({ ...each, sure: true })}><${Card} card=${each.card} words=${words} size="small" /></button>`)}
          <button id="asked-none" onClick=${() => setAsked([])}>${words.t("no")}</button>
        </div></div>`
      : null}
    ${elsewhere.length ? html`<p class="hint">${words.t("hand.elsewhere", { cards: elsewhere.map((card) => words.card(card)).join(", ") })}</p>` : null}
    <button class="sure wide" id="confirm-hand" disabled=${cards.length !== of} onClick=${() => save(cards.map((each) => each.card))}>${words.t(doubtful ? "hand.confirm_unsure" : "hand.confirm", { n: cards.length })}</button>
    <${TakePhoto} id="photo-again" take=${take} label=${words.t("hand.again")} />`;
}
