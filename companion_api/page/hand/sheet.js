// A loser's hand told: by one photograph, by two numbers, or card by card.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { honours } from "../cards.js";
import { Names, Sheet } from "../table/sheets.js";
import { HandNumbers } from "./numbers.js";
import { Deck } from "./pack.js";
import { HandPhoto } from "./photo.js";
import { byPoints } from "./take.js";

function HandCards({ words, of, laid, told, save }) {
  const [cards, setCards] = useState(told);
  const choose = (card) => setCards(cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card]);
  return html`<${Deck} words=${words} laid=${laid} chosen=${cards} choose=${choose} />
    <button class="sure wide" id="save-hand" disabled=${cards.length !== of} onClick=${() => save(cards)}>${words.t("add_hand_save", { n: cards.length, of })}</button>`;
}

// ``hand``: one to put right; ``file``: a photo of the first missing one, taken already; ``asked``: the way.
// Without a camera it stays open, hand after hand.
export function HandSheet({ view, words, close, tap, may, me, hand, file, asked, filmed, connection }) {
  const ways = hand ? ["cards"] : ["photo", ...(byPoints(view) ? ["numbers"] : []), "cards"];
  const [way, setWay] = useState(file ? "photo" : asked);
  const [photo, setPhoto] = useState(file);
  const names = hand ? [hand.player] : view.missing.filter(may.enter);
  const [chosen, setPlayer] = useState(me);
  const player = names.includes(chosen) ? chosen : names[0];
  useEffect(() => {
    if (!hand && view.phase !== "hands") close();
  }, [view.phase]);
  if (!player) return null;
  const by = ways.includes(way) ? way : ways[0];
  const laid = new Set((hand ? hand.laid : view.cards).map((card) => card.card));
  const of = hand ? hand.count : view.players.find((each) => each.name === player).cards_left;
  const save = async (cards, points) => {
    const told = { ...(hand ? { tap: "correct", target: hand.seq } : { tap: "hand", player }), cards, ...(points === undefined ? {} : { points }) };
    if (!(await tap(told, hand ? words.t("saved") : words.t("hand_said", { name: player })))) return;
    setPhoto(null);
    if (filmed || hand || names.length === 1) close();
  };
  const turn = (next) => {
    setPhoto(null);
    setWay(next);
  };
  return html`<${Sheet} title=${words.t("add_hand")} close=${close} words=${words}>
    <h3>${words.t("add_hand_who")}</h3>
    <${Names} players=${names} chosen=${player} choose=${setPlayer} />
    ${ways.length > 1
      ? html`<div class="names ways" id="hand-ways">
          ${ways.map((each) => html`<button key=${each} data-way=${each} class=${each === by ? "chosen" : ""} aria-pressed=${each === by} onClick=${() => turn(each)}>${words.t(`hand.ways.${each}`)}</button>`)}
        </div>`
      : null}
    ${by === "photo" ? html`<${HandPhoto} key=${player} words=${words} connection=${connection} player=${player} of=${of} laid=${laid} file=${photo} save=${save} />` : null}
    ${by === "numbers" ? html`<${HandNumbers} key=${player} words=${words} honours=${honours(view)} laid=${laid} save=${save} />` : null}
    ${by === "cards" ? html`<${HandCards} key=${player} words=${words} of=${of} laid=${laid} told=${hand ? hand.cards : []} save=${save} />` : null}
  <//>`;
}
