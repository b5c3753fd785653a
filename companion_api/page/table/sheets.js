// What slides up from below: a box to call, what to take back, the settings.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { Card, Proof } from "../cards.js";
import { local } from "../companion.js";
import { CameraCheck } from "../before/check.js";
import { download } from "../files.js";
import { Invitation } from "../entering/invitation.js";
import { Pages } from "../guests/pages.js";
import { GuideChoice } from "../mine/guiding.js";
import { NudgeChoice } from "../mine/nudging.js";
import { PassOn } from "../mine/passing.js";
import { join } from "../passes.js";
import { WhatIsNew } from "./news.js";
import { SeeAgain } from "../replay/replay.js";
import { Languages } from "../entering/roles.js";
import { SoundChoices } from "../sounds/choices.js";
import { VoiceChoices } from "../voice/voice.js";
import { HostMicrophone, ListeningChoice, WithoutEffect } from "../voice/listening.js";

export function Sheet({ title, close, words, children }) {
  const sheet = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current.focus();
    return () => before && before.isConnected && before.focus({ preventScroll: true });
  }, []);
  // Keys stay in the sheet as long as it is open.
  const keys = (event) => {
    if (event.key === "Escape") close();
    if (event.key !== "Tab") return;
    const all = [...sheet.current.querySelectorAll("button:not(:disabled), input, select, summary, a[href]")].filter((each) => each.offsetParent);
    const [from, to] = event.shiftKey ? [all[0], all[all.length - 1]] : [all[all.length - 1], all[0]];
    if (document.activeElement === from || document.activeElement === sheet.current) {
      event.preventDefault();
      to.focus();
    }
  };
  return html`<div class="shade" onClick=${close}>
    <div class="sheet" role="dialog" aria-modal="true" aria-label=${title} tabindex="-1" ref=${sheet} onKeyDown=${keys} onClick=${(event) => event.stopPropagation()}>
      <header>
        <h2>${title}</h2>
        <button class="close" aria-label=${words.t("close")} onClick=${close}>✕</button>
      </header>
      <${WhatIsNew} />
      ${children}
    </div>
  </div>`;
}

export function Names({ players, choose, chosen }) {
  return html`<div class="names">
    ${players.map(
      (name) => html`<button key=${name} class=${name === chosen ? "chosen" : ""} aria-pressed=${chosen === undefined ? undefined : name === chosen} onClick=${() => choose(name)}>${name}</button>`,
    )}
  </div>`;
}

export function BoxSheet({ view, card, words, connection, close, tap, may, me, say, replay }) {
  const chips = view.boxes[card] ?? 0;
  const [proofs, setProofs] = useState([]);
  useEffect(() => {
    const from = view.cards.length ? view.cards[0].picture ?? view.cards[0].seq : Infinity; // this round's only
    const about = (row) => row.card === card && row.picture >= from && ["card_played", "box_taken"].includes(row.type);
    connection.get("review").then((found) => setProofs((found || []).filter(about)));
  }, [card]);
  const call = async () => {
    if (await tap({ tap: "call", card }, words.t("call_heard"))) close();
  };
  return html`<${Sheet} title=${words.honour(card)} close=${close} words=${words}>
    <div class="shown">
      <${Card} card=${card} words=${words} size="big" />
      <p>${chips ? words.t("in_box", { n: words.chips(chips) }) : words.t("in_box_none")}</p>
    </div>
    ${view.can_call.includes(card) && (may.host || may.call(me))
      ? html`<h3>${words.t("call_box")}</h3>
          <button class="call" onClick=${call}><span>${words.cry(card)}</span></button>`
      : null}
    ${proofs.map(
      (row) => html`<h3>${words.t(`review.${row.type}`, { name: row.player, card })}</h3><${Proof} key=${row.picture} seq=${row.picture} connection=${connection} words=${words} what=${words.card(card)} /><${SeeAgain} seq=${row.picture} connection=${connection} words=${words} may=${may} me=${me} say=${say} replay=${replay} />`,
    )}
  <//>`;
}

export function UndoSheet({ view, words, close, tap }) {
  const last = view.undo;
  if (!last) return null;
  const undo = async () => {
    await tap({ tap: "undo", target: last.seq }, words.t("undone"));
    close();
  };
  const what = words.t(`undo_what.${last.type}`, { name: last.player || "", card: last.card, bid: last.bid && words.t(`bids.${last.bid}`) });
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

export function CheckSheet({ words, close, connection, tell, say }) {
  return html`<${Sheet} title=${words.t("check.start")} close=${close} words=${words}>
    <${CameraCheck} words=${words} connection=${connection} players=${[]} tell=${tell} say=${say} playing close=${close} />
  <//>`;
}

export function VoiceSheet({ words, connection, close, may, say, you, me }) {
  return html`<${Sheet} title=${words.t("aloud.title")} close=${close} words=${words}>
    ${me ? html`<${NudgeChoice} words=${words} />` : null}
    <${SoundChoices} words=${words} connection=${connection} role=${you.role} />
    <${VoiceChoices} words=${words} /><${ListeningChoice} words=${words} />
    ${may.host ? html`<${HostMicrophone} words=${words} connection=${connection} say=${say} /><${WithoutEffect} words=${words} connection=${connection} />` : null}
  <//>`;
}

export function MenuSheet({ view, words, close, open, connection, me, may, you, enter, out, setLanguage, say, tap, tell, filmed, phones }) {
  const [asked, setAsked] = useState(false);
  const [ending, setEnding] = useState(false);
  const middle = ["antes", "playing", "hands"].includes(view.phase) && !view.evening.ended;
  const end = async () => {
    if (await tap({ tap: "end", remove: true }, words.t("evening.title"))) close();
  };
  const save = async () => {
    const log = await connection.log();
    if (!log) return say(words.t("unsent"));
    download(log, `${view.part === "stops" ? "nain-jaune" : view.part || "log"}.jsonl`);
  };
  const forget = async () => {
    if (!asked) {
      setAsked(true);
      return;
    }
    const forgotten = await connection.forgetPictures();
    if (forgotten === null) return say(words.t("unsent"));
    say(words.count("forgotten", forgotten));
    close();
  };
  const showNow = async () => {
    const answer = await connection.post("replay", { event: 0 });
    say(words.t(answer.error ? (answer.error === "network" ? "unsent" : "replay.gone") : "replay.sent"));
    close();
  };
  return html`<${Sheet} title=${words.t("menu")} close=${close} words=${words}>
    ${may.host
      ? html`<h3>${words.t("join.invite")}</h3><${Invitation} words=${words} connection=${connection} />
          <div class="lines"><button id="open-devices" onClick=${() => open({ sheet: "devices" })}>${words.t("devices.title")}</button></div>`
      : null}
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
    ${may.host ? html`<${PassOn} words=${words} phones=${phones} me=${me} tell=${tell} close=${close} say=${say} />` : null}
    <h3>${words.t("join.language")}</h3>
    <${Languages} language=${words.language} setLanguage=${setLanguage} />
    <div class="lines">
      <button id="open-voice" onClick=${() => open({ sheet: "voice" })}>${words.t("aloud.title")}</button>
      ${view.deal || ["setup", "waiting", "settled"].includes(view.phase) || !(may.host || may.enter(me))
        ? null
        : html`<button id="add" onClick=${() => open({ sheet: "add" })}>
            ${words.t(view.phase === "hands" ? "add_hand" : "add_card")}
          </button>`}
      ${may.host && filmed ? html`<button id="open-check" onClick=${() => open({ sheet: "check" })}>${words.t("check.start")}</button>` : null}
      ${filmed && view.cards.length ? html`<button id="show-now" onClick=${showNow}>${words.t("replay.show_now")}</button>` : null}
      ${view.cards.some((laid) => laid.picture) ? html`<button id="open-review" onClick=${() => open({ sheet: "review" })}>${words.t("review.menu")}</button>` : null}
      ${view.round ? html`<button id="open-rounds" onClick=${() => open({ sheet: "rounds" })}>${words.t("past.title")}</button>` : null}
      ${view.rules ? html`<button onClick=${() => open({ sheet: "rules" })}>${words.t("rules_now.title")}</button>` : null}
      ${may.host && middle ? html`<${GuideChoice} view=${view} words=${words} tap=${tap} close=${close} />` : null}
      ${may.host && middle ? html`<button id="change-players-now" onClick=${() => open({ sheet: "change" })}>${words.t("changing.name")}</button>` : null}
      ${may.host && middle
        ? html`<button id="end-now" class=${ending ? "remove" : ""} onClick=${() => (ending ? end() : setEnding(true))}>${words.t(ending ? "ending.sure" : "ending.menu")}</button>`
        : null}
      ${local && may.host ? html`<a id="to-start" href="/start/">${words.t("start_page")}</a>` : null}
      <a href="history/">${words.t("past.history")}</a>
      <${Pages} />
      ${may.host ? html`<button id="save-log" onClick=${save}>${words.t("log")}</button>` : null}
      ${may.host && view.round ? html`<button id="open-failed" onClick=${() => open({ sheet: "failed" })}>${words.t("replay.failed")}</button>` : null}
      ${may.host ? html`<button class=${asked ? "remove" : ""} onClick=${forget}>${words.t(asked ? "forget_sure" : "forget")}</button>` : null}
    </div>
  <//>`;
}
