// The table while a round is played.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { Card, Evidence, Heap, honours } from "../cards.js";
import { Beside } from "../guests/beside.js";
import { TakePhoto, byPoints } from "../hand/take.js";
import { consequence, until } from "../stage/consequence.js";
import { Leading, Stakes, antesPut } from "./opening.js";
import { Unsighted, largeAlert } from "./unseen.js";
import { signed } from "../words.js";

export function Table({ view, words, connection, me, open, tap, tapped, may, filmed }) {
  const enters = may.host || (me && may.enter(me));
  const large = largeAlert(view)?.kind;
  const late = large === "came_late";
  const myCall = me && view.call && view.call.player === me;
  return html`
    <${Unsighted} view=${view} words=${words} connection=${connection}>
      ${enters && late ? html`<button class="sure wide" id="unsighted-enter" onClick=${() => open({ sheet: "add" })}>${words.t("enter_card")}</button>` : null}
      ${may.host && filmed && !late ? html`<button class="sure wide" id="unsighted-check" onClick=${() => open({ sheet: "check" })}>${words.t(large === "board_unseen" ? "check.by_hand" : "check.start")}</button>` : null}
    <//>
    ${myCall ? html`<${Call} view=${view} words=${words} tap=${tap} may=${may} />` : null}
    <${Felt} view=${view} words=${words} connection=${connection} open=${open} />
    ${myCall ? null : html`<${Call} view=${view} words=${words} tap=${tap} may=${may} />`}
    <${Leading} view=${view} words=${words} me=${me} may=${may} tap=${tap} />
    <${Stakes} view=${view} words=${words} may=${may} tap=${tap} tapped=${tapped} />
    ${view.missing.some(may.enter)
      ? html`<${ShowHands} view=${view} words=${words} open=${open} may=${may} me=${me} />`
      : tapped && enters && !["hands", "settled"].includes(view.phase)
        ? html`<button class="enter" id="enter-card" onClick=${() => open({ sheet: "add" })}>
            ${words.t("enter_card")}<small>${words.t("enter_card_more")}</small>
          </button>`
        : null}
    <${Antes} view=${view} words=${words} />
    <${Alerts} view=${view} words=${words} open=${open} />
    <${Boxes} view=${view} words=${words} open=${open} calls=${view.strict && may.host && view.phase === "playing"} />
    <${Beside} view=${view} words=${words} me=${me} />
    <${Players} view=${view} words=${words} me=${me} />
    <${Laid} view=${view} words=${words} connection=${connection} open=${open} />
  `;
}

// The losers' hands: one photograph of the next one, or another way to tell it.
function ShowHands({ view, words, open, may, me }) {
  const player = view.missing.includes(me) ? me : view.missing.find(may.enter);
  return html`<section class="enter">
    ${words.t("hands_missing", { names: view.missing.join(", ") })}
    <${TakePhoto} id="photo-now" label=${words.t("hand.photo_of", { name: player })} take=${(file) => open({ sheet: "add", file })} />
    <div class="ways-else">
      ${byPoints(view) ? html`<button class="quiet" id="enter-points" onClick=${() => open({ sheet: "add", way: "numbers" })}>${words.t("hand.ways.numbers")}</button>` : null}
      <button class="quiet" id="enter-hand" onClick=${() => open({ sheet: "add", way: "cards" })}>${words.t("hand.ways.cards")}</button>
    </div>
  </section>`;
}

// What the table waits for, in one line and another.
export function headline(view, words) {
  if (view.phase === "waiting") return [words.t("phase_waiting"), words.t("phase_waiting_more")];
  if (view.phase === "hands") return [words.t("phase_hands"), words.t("phase_hands_more", { name: view.winner })];
  if (view.phase === "settled") return [words.t("phase_settled"), ""];
  if (view.cards.length === 0 && !view.leader) return [words.t("leading.who"), words.t("leading.open")];
  if (view.cards.length === 0) return [words.t("start", { name: view.leader }), words.t(antesPut(view) ? "phase_antes" : "phase_antes_wait")];
  if (view.wanted === null) return [words.t("start_again", { name: view.leader }), ""];
  return [words.t("wanted", { rank: words.aRank(view.wanted) }), words.t("or_start", { name: view.leader })];
}

// The current sequence on the felt, and what is wanted next.
function Felt({ view, words, connection, open }) {
  const [title, more] = headline(view, words);
  const running = view.cards.filter((card) => view.sequence.includes(card.seq));
  const row = useRef(null);
  const newest = running[running.length - 1];
  useEffect(() => {
    if (row.current) row.current.scrollLeft = row.current.scrollWidth;
  }, [newest && newest.seq]);
  return html`<section class="felt" aria-live="polite">
    <h1 class="wanted" id="wanted">${title}</h1>
    ${more ? html`<p class="or">${more}</p>` : null}
    ${view.back_crosses ? html`<p class="opera" id="back-cross"><b>${words.count("back_cross", view.back_crosses)}</b><small>${words.t("back_cross_what")}</small></p>` : null}
    ${view.rules ? html`<button class="ask-rules" id="open-rules" aria-label=${words.t("rules_now.title")} onClick=${() => open({ sheet: "rules" })}>?</button>` : null}
    ${running.length
      ? html`<div class="sequence" ref=${row} aria-label=${words.t("sequence")}>
          ${running.map(
            (laid, i) => html`<button class=${`lay ${laid === newest ? "newest" : ""}`} key=${laid.seq} onClick=${() => open({ sheet: "card", seq: laid.seq })}>
              <${Card} card=${laid.card} words=${words} size=${i === running.length - 1 ? "big" : "middle"} />
              <small>${laid.player}</small>
            </button>`,
          )}
          ${newest.picture
            ? html`<button class="photo" key="photo" aria-label=${`${words.t("review.title")}${words.t("review.colon")} ${words.card(newest.card)}`} onClick=${() => open({ sheet: "card", seq: newest.seq })}>
                <${Evidence} key=${newest.picture} seq=${newest.picture} connection=${connection} alt=${words.card(newest.card)} />
              </button>`
            : null}
        </div>`
      : html`<div class="sequence none"><span class="card middle ghost"></span></div>`}
    <${Taken} view=${view} words=${words} />
  </section>`;
}

// The box that the last card has taken, until the next one.
function Taken({ view, words }) {
  const last = view.cards[view.cards.length - 1];
  const take = last && view.takes.find((each) => each.card === last.card);
  if (!take) return null;
  const { colour } = view.players.find((player) => player.name === take.player);
  return html`<p class=${`taken-now his-${colour}`} id="taken" role="status">
    <b>${words.cry(take.card)}</b>${words.t(take.chips ? "stage.takes" : "aloud.taken_empty_who", { name: take.player, card: take.card, chips: words.chips(take.chips) })}
  </p>`;
}

// A big button for the honour just laid; those whose call it is not see that it is waited for.
export function Call({ view, words, tap, may, id = "call" }) {
  const [heard, setHeard] = useState(0);
  useEffect(() => {
    // Judged within a moment; where it was not, the button comes back.
    const later = setTimeout(() => setHeard(0), 5000);
    return () => clearTimeout(later);
  }, [heard]);
  useEffect(() => {
    if (!view.call) setHeard(0);
  }, [view.call]);
  if (!view.call) return null;
  const { card, player, chips, seq, kind } = view.call;
  const who = `${words.t("call_who", { name: player, chips: words.chips(chips) })} · ${until(view, words)}`;
  const said = kind === "honour" ? words.cry(card) : words.t(`hoc.${kind}`, { card });
  if (heard === seq) return html`<p class="heard">✓ ${words.t("call_heard")}</p>`;
  if (!may.call(player))
    return html`<p class="call waits" id=${`${id}-waits`}>
      <${Card} card=${card} words=${words} size="small" />
      <span>${kind === "honour" ? words.honour(card) : words.card(card)}<small>${who}</small></span>
    </p>`;
  const call = async () => {
    if (await tap({ tap: "call", card }, words.t("call_heard"))) setHeard(seq);
  };
  return html`<button class=${`call ${kind === "hoc" ? "perhaps" : ""}`} id=${id} onClick=${call}>
    <${Card} card=${card} words=${words} size="small" />
    <span>${said}<small>${who}</small></span>
  </button>`;
}

// At a strict table no screen says whose call waits: who enters for all may say any, whether one does or not.
export function CallAny({ view, words, tap, may }) {
  if (!view.strict || !may.host || !["playing", "hands"].includes(view.phase)) return null;
  const last = view.cards[view.cards.length - 1];
  const hoc = last && "hoc_chip" in view.rules.options && !(last.card in view.boxes) ? [last.card] : [];
  return html`<h3>${words.t("call_any")}</h3>
    <div class="call-any" id="call-any" role="group" aria-label=${words.t("call_any")}>
      ${[...honours(view), ...hoc].map(
        (card) => html`<button key=${card} data-call=${card} onClick=${() => tap({ tap: "call", card }, words.t("call_heard"))}><${Card} card=${card} words=${words} size="tiny" /></button>`,
      )}
    </div>`;
}

// What lies in the boxes before the first card, where it is not what must lie there.
function Antes({ view, words }) {
  if (view.antes_right) return html`<section class="antes right" id="antes" role="status"><p>✓ ${words.t("antes.right")}</p></section>`;
  if (!view.antes.length) return null;
  const line = ({ card, due, seen, about, sure }) => {
    if (!sure) return words.t(about === null ? "antes.about" : "antes.heap", { card, due, seen, about });
    return words.t(seen < due ? "antes.lacks" : "antes.more", { card, n: Math.abs(due - seen) });
  };
  return html`<section class="antes" id="antes" role="status" aria-label=${words.t("antes.title")}>
    ${view.antes.map((each) => html`<p key=${each.card} class=${each.sure ? "" : "unsure"}><${Card} card=${each.card} words=${words} size="mini" /> ${line(each)}</p>`)}
  </section>`;
}

// The newest alert in full; the round's others behind one line, so that nobody is nagged.
export function Alerts({ view, words, open }) {
  const [all, setAll] = useState(false);
  const large = largeAlert(view);
  const alerts = view.alerts.filter((alert) => alert !== large).reverse();
  if (!alerts.length) return null;
  return html`<section class="alerts" role="alert" aria-label=${words.t("alerts")}>
    ${(all ? alerts : alerts.slice(0, 1)).map((alert) => {
      const cost = consequence(alert, view, words);
      return html`<button class="alert" key=${alert.seq} onClick=${() => open({ sheet: "alert", alert })}>
        <i aria-hidden="true">!</i>
        ${cost ? html`<span>${cost.title}${[cost.who, cost.cost, cost.until].filter(Boolean).map((line) => html`<small key=${line}>${line}</small>`)}</span>` : html`<span>${words.alert(alert)}</span>`}
      </button>`;
    })}
    ${alerts.length > 1
      ? html`<button class="more" id="alerts-more" onClick=${() => setAll(!all)}>
          ${all ? words.t("alerts_fewer") : words.count("alerts_more", alerts.length - 1)}
        </button>`
      : null}
  </section>`;
}

function Boxes({ view, words, open, calls }) {
  return html`<section class="part">
    <h2>${words.t("boxes")}</h2>
    <div class="boxes">
      ${honours(view).map((card) => {
        const chips = view.boxes[card] ?? 0;
        const live = view.call && view.call.card === card;
        return html`<button
          key=${card}
          class=${`box ${chips === 0 ? "empty" : ""} ${live ? "live" : ""}`}
          id=${`box-${card}`}
          onClick=${() => open({ sheet: "box", card })}
        >
          <${Card} card=${card} words=${words} size="tiny" />
          <${Heap} chips=${chips} />
          <b>${chips}</b>
        </button>`;
      })}
    </div>
    ${calls ? html`<p class="hint" id="calls-here">${words.t("calls_here")}</p>` : null}
  </section>`;
}

function Players({ view, words, me }) {
  return html`<section class="part">
    <h2>${words.t("players")}</h2>
    <ul class="players">
      ${view.players.map(
        (player) => html`<li
          key=${player.name}
          class=${`${player.name === view.leader ? "turn" : ""} ${player.name === me ? "me" : ""}`}
        >
          <i class=${`dot of-${player.colour}`} aria-hidden="true"></i><span class="name">${player.name}</span>
          ${player.name === view.dealer ? html`<span class="tag">${words.t("deals")}</span>` : null}
          <span class="balance">${view.evening && view.evening.stock ? words.chips(player.balance) : player.balance ? signed(player.balance) : ""}</span>
          <span class="left">
            <span class="fan" aria-hidden="true"
              >${Array.from({ length: Math.min(5, player.cards_left) }, (_, i) => html`<i key=${i}></i>`)}</span
            >
            ${words.count("cards_left", player.cards_left)}
          </span>
        </li>`,
      )}
    </ul>
  </section>`;
}

function Laid({ view, words, connection, open }) {
  const cards = [...view.cards].reverse();
  return html`<section class="part">
    <h2>${words.t("cards_laid")} ${cards.length ? html`<small>${cards.length}</small>` : null}</h2>
    ${cards.length
      ? html`<div class="laid">
            ${cards.map(
              (laid) => html`<button
                class=${`fallen ${laid.call || ""}`}
                key=${laid.seq}
                data-card=${laid.card}
                onClick=${() => open({ sheet: "card", seq: laid.seq })}
              >
                <span class=${laid.picture ? "look" : "look bare"}>
                  ${laid.picture ? html`<${Evidence} seq=${laid.picture} connection=${connection} alt="" />` : null}
                  <${Card} card=${laid.card} words=${words} size=${laid.picture ? "tiny" : "small"} />
                </span>
                <small>${laid.corrected ? "✎ " : ""}${laid.player}</small>
              </button>`,
            )}
          </div>
          <p class="hint">${words.t("cards_tap")}</p>`
      : html`<p class="hint">${words.t("cards_laid_none")}</p>`}
  </section>`;
}
