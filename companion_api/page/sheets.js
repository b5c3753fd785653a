// What slides up from below: a card to correct, a box to call, the settings.
import { html, useState } from "./vendor/preact-htm.module.js";
import { Card, Evidence, RANKS, SIGN, SUITS } from "./cards.js";
import { Invitation, Languages, join } from "./roles.js";
import { VoiceChoices } from "./voice.js";

export function Sheet({ title, close, words, children }) {
  return html`<div class="shade" onClick=${close}>
    <div class="sheet" role="dialog" aria-label=${title} onClick=${(event) => event.stopPropagation()}>
      <header>
        <h2>${title}</h2>
        <button class="close" aria-label=${words.t("close")} onClick=${close}>✕</button>
      </header>
      ${children}
    </div>
  </div>`;
}

// All 52, those already laid faded (choosing one of them is refused by the rules, not by us).
function Deck({ words, laid, chosen = [], choose }) {
  return html`${[...SUITS].map(
    (suit) => html`<div class="deck" key=${suit}>
      ${[...RANKS].map((rank) => {
        const card = rank + suit;
        return html`<button
          key=${card}
          data-pick=${card}
          class=${`pick ${"DH".includes(suit) ? "red" : "black"} ${laid.has(card) ? "gone" : ""} ${chosen.includes(card) ? "chosen" : ""}`}
          aria-label=${words.card(card)}
          onClick=${() => choose(card)}
        >
          <b>${words.index(card)}</b>${SIGN[suit]}
        </button>`;
      })}
    </div>`,
  )}`;
}

function Names({ players, choose, chosen }) {
  return html`<div class="names">
    ${players.map(
      (name) => html`<button key=${name} class=${name === chosen ? "chosen" : ""} onClick=${() => choose(name)}>${name}</button>`,
    )}
  </div>`;
}

export function CardSheet({ view, seq, words, connection, close, tap, may }) {
  const laid = view.cards.find((card) => card.seq === seq);
  if (!laid) return null;
  const taken = new Set(view.cards.map((card) => card.card));
  const others = view.players.map((player) => player.name).filter((name) => name !== laid.player);
  const correct = async (change) => {
    if (await tap({ tap: "correct", target: seq, ...change }, words.t("saved"))) close();
  };
  return html`<${Sheet} title=${words.t("correct")} close=${close} words=${words}>
    <div class="shown">
      ${laid.picture ? html`<${Evidence} seq=${laid.picture} connection=${connection} alt=${words.card(laid.card)} />` : null}
      <${Card} card=${laid.card} words=${words} size="big" />
      <p>
        ${words.t("correct_laid_by", { name: laid.player })}
        <small>${laid.corrected ? words.t("corrected") : words.t("correct_sure", { n: Math.floor(laid.confidence * 100) })}</small>
      </p>
    </div>
    ${may.host && laid.likely.length
      ? html`<h3>${words.t("correct_likely")}</h3>
          <div class="likely">
            ${laid.likely.map(
              (card) => html`<button key=${card} data-likely=${card} onClick=${() => correct({ card })}>
                <${Card} card=${card} words=${words} size="small" />
              </button>`,
            )}
          </div>`
      : null}
    ${may.host
      ? html`<details>
            <summary>${words.t("correct_any")}</summary>
            <${Deck} words=${words} laid=${taken} choose=${(card) => correct({ card })} />
          </details>
          <h3>${words.t("correct_player")}</h3>
          <${Names} players=${others} choose=${(player) => correct({ player })} />
          <button class="remove" id="remove" onClick=${() => correct({ remove: true })}>${words.t("correct_remove")}</button>`
      : null}
  <//>`;
}

export function BoxSheet({ view, card, words, close, tap, may, me }) {
  const chips = view.boxes[card] ?? 0;
  const call = async () => {
    if (await tap({ tap: "call", card }, words.t("call_heard"))) close();
  };
  return html`<${Sheet} title=${words.t(`honours.${card}`)} close=${close} words=${words}>
    <div class="shown">
      <${Card} card=${card} words=${words} size="big" />
      <p>${words.t("in_box", { n: words.chips(chips) })}</p>
    </div>
    ${view.can_call.includes(card) && (may.host || may.call(me))
      ? html`<h3>${words.t("call_box")}</h3>
          <button class="call" onClick=${call}><span>${words.t(`call.${card}`)}</span></button>`
      : null}
  <//>`;
}

export function AlertSheet({ alert, words, close }) {
  return html`<${Sheet} title=${words.t("alerts")} close=${close} words=${words}>
    <p class="told-alert">${words.alert(alert)}</p>
    ${words.said(alert.why) ? html`<p class="hint">${words.sentence(alert.why)}</p>` : null}
  <//>`;
}

export function UndoSheet({ view, words, close, tap }) {
  const last = view.undo;
  if (!last) return null;
  const undo = async () => {
    await tap({ tap: "undo", target: last.seq }, words.t("undone"));
    close();
  };
  const what = words.t(`undo_what.${last.type}`, { name: last.player || "", card: last.card });
  return html`<${Sheet} title=${words.t("undo")} close=${close} words=${words}>
    <p class="ask">
      ${what.charAt(0).toUpperCase() + what.slice(1)}
      ${last.by ? html`<small>${words.t("join.by", { name: last.by === "host" ? words.t("join.host") : last.by })}</small>` : null}
    </p>
    <div class="two">
      <button onClick=${close}>${words.t("no")}</button>
      <button class="sure" id="undo-yes" onClick=${undo}>${words.t("yes")}</button>
    </div>
  <//>`;
}

export function AddSheet({ view, words, close, tap, may }) {
  const hands = view.phase === "hands";
  const names = (hands ? view.missing : view.players.map((player) => player.name)).filter(may.enter);
  const [player, setPlayer] = useState(hands || !names.includes(view.leader) ? names[0] : view.leader);
  const [cards, setCards] = useState([]);
  const taken = new Set(view.cards.map((card) => card.card));
  const left = Object.fromEntries(view.players.map((each) => [each.name, each.cards_left]));
  const choose = async (card) => {
    if (hands) setCards(cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card]);
    else if (await tap({ tap: "card", player, card }, words.t("saved"))) close();
  };
  const save = async () => {
    if (await tap({ tap: "hand", player, cards }, words.t("saved"))) close();
  };
  return html`<${Sheet} title=${words.t(hands ? "add_hand" : "add_card")} close=${close} words=${words}>
    <h3>${words.t(hands ? "add_hand_who" : "add_card_who")}</h3>
    <${Names} players=${names} chosen=${player} choose=${setPlayer} />
    <div class="gap"></div>
    <${Deck} words=${words} laid=${taken} chosen=${cards} choose=${choose} />
    ${hands
      ? html`<button class="sure wide" id="save-hand" disabled=${cards.length !== left[player]} onClick=${save}>
          ${words.t("add_hand_save", { n: cards.length, of: left[player] })}
        </button>`
      : null}
  <//>`;
}

export function VoiceSheet({ words, close }) {
  return html`<${Sheet} title=${words.t("aloud.title")} close=${close} words=${words}><${VoiceChoices} words=${words} /><//>`;
}

export function MenuSheet({ view, words, close, open, connection, me, may, you, enter, out, setLanguage, say }) {
  const [asked, setAsked] = useState(false);
  const save = async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await connection.log());
    link.download = "nain-jaune.jsonl";
    link.click();
  };
  const forget = async () => {
    if (!asked) {
      setAsked(true);
      return;
    }
    say(words.count("forgotten", await connection.forgetPictures()));
    close();
  };
  return html`<${Sheet} title=${words.t("menu")} close=${close} words=${words}>
    ${may.host ? html`<h3>${words.t("join.invite")}</h3><${Invitation} words=${words} connection=${connection} />` : null}
    <h3>${words.t("join.you")}</h3>
    <div class="lines">
      <button id="change-role" onClick=${out}><b>${me || words.t(`join.roles.${you.role}`)}</b><small>${words.t("join.change")}</small></button>
    </div>
    ${may.host && view.players.length
      ? html`<p class="hint">${words.t("join.plays")}</p>
          <${Names}
            players=${[words.t("join.nobody"), ...view.players.map((player) => player.name)]}
            chosen=${me || words.t("join.nobody")}
            choose=${async (name) => enter((await join("host", name === words.t("join.nobody") ? null : name)) || connection.held)}
          />`
      : null}
    <h3>${words.t("join.language")}</h3>
    <${Languages} language=${words.language} setLanguage=${setLanguage} />
    <div class="lines"><button id="open-voice" onClick=${() => open({ sheet: "voice" })}>${words.t("aloud.title")}</button></div>
    <div class="lines">
      ${["setup", "waiting", "settled"].includes(view.phase) || !(may.host || may.enter(me))
        ? null
        : html`<button id="add" onClick=${() => open({ sheet: "add" })}>
            ${words.t(view.phase === "hands" ? "add_hand" : "add_card")}
          </button>`}
      <button onClick=${save}>${words.t("log")}</button>
      ${may.host ? html`<button class=${asked ? "remove" : ""} onClick=${forget}>${words.t(asked ? "forget_sure" : "forget")}</button>` : null}
    </div>
  <//>`;
}
