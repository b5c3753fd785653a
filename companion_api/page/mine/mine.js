// What concerns whoever holds this phone, before anything else: his turn, his hand, what he pays and gets.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Sum, owing } from "../table/evening.js";
import { antesPut } from "../table/opening.js";
import { recall } from "../storage.js";
import { vibrates } from "./nudging.js";
import { signed } from "../words.js";

const PATTERN = [140, 90, 140]; // ms on, off, on
const AGAIN = 20000; // ms until somebody who is waited for is nudged once more
const TIMES = 3;
// ms that the table waits before somebody is nudged. Nobody is nudged to call: a table that punishes a call
// forgotten does not remind of it, and one that reminds does so itself.
const PATIENCE = { turn: 6000, hand: 2500, asked: 2500, pay: 20000 };

// What the table waits for from this player: {kind, key, title, more}; null: nothing.
export function awaited(view, me, words) {
  const asked = view.questions.find((each) => each.player === me);
  if (asked) return { kind: "asked", key: `asked ${asked.seq}`, title: words.t("my.asked"), more: "" };
  if (view.phase === "hands" && view.missing.includes(me)) {
    const { cards_left: left } = view.players.find((player) => player.name === me);
    return { kind: "hand", key: `hand ${view.round}`, title: words.t("my.hand"), more: words.t("my.hand_more", { cards: words.count("cards_left", left) }) };
  }
  const turns = ["antes", "playing"].includes(view.phase) && view.leader === me;
  if (turns && !view.cards.length && antesPut(view)) return { kind: "turn", key: `turn ${view.round} 0`, title: words.t("my.start"), more: words.t("my.any") };
  if (turns && view.cards.length && view.wanted === null) return { kind: "turn", key: `turn ${view.round} ${view.cards.length}`, title: words.t("my.again"), more: words.t("my.any") };
  const owed = owes(view, me);
  return owed ? { kind: "pay", key: `pay ${view.round}`, title: words.t("my.pay", { chips: words.chips(owed) }), more: "" } : null;
}

// Chips that he has still to give after a round.
export function owes(view, me, side = "from") {
  if (view.phase !== "settled" || !view.evening || view.evening.ended) return 0;
  return view.evening.dues.filter((due) => due[side] === me).reduce((sum, due) => sum + due.still, 0);
}

// What he may have to do without being waited for alone: a sequence runs, and he laid last or comes next.
export function perhaps(view, me, words) {
  const due = owes(view, me, "to");
  if (due) return { title: words.t("my.due", { chips: words.chips(due) }), more: "" };
  if (view.phase === "settled" && !owes(view, me)) return { title: words.t("my.even"), more: "" };
  if (view.phase !== "playing" || view.wanted === null || !view.cards.length) return null;
  const last = view.cards[view.cards.length - 1].player;
  const names = view.players.map((player) => player.name);
  const rank = words.aRank(view.wanted);
  // Games from elsewhere do not say: theirs is laid by whoever has it.
  const free = view.rules && view.rules.options.must_continue === "off";
  if (last === me) return { title: words.t(free ? "my.may_go_on" : "my.go_on", { rank }), more: words.t("my.else_say", { rank: words.count("ranks", view.wanted) }) };
  if (names[(names.indexOf(last) + 1) % names.length] === me) return { title: words.t("my.next", { name: last, rank }), more: "" };
  return null;
}

// Whether he is to be nudged now; each matter a few times, until it ends.
function useNudge(matter) {
  const [nudged, setNudged] = useState(0);
  const key = matter ? matter.key : "";
  useEffect(() => {
    setNudged(0);
    if (!matter) return undefined;
    const title = document.title;
    let clock;
    const nudge = (times) => {
      setNudged(times);
      document.title = `● ${matter.title}`;
      if (vibrates() && recall("nudge") !== "off") navigator.vibrate(PATTERN);
      if (times < TIMES) clock = setTimeout(() => nudge(times + 1), AGAIN);
    };
    clock = setTimeout(() => nudge(1), PATIENCE[matter.kind]);
    return () => {
      clearTimeout(clock);
      document.title = title;
    };
  }, [key]);
  return nudged;
}

export function Mine({ view, words, me, part }) {
  const mine = view.players.find((player) => player.name === me);
  const matter = mine ? part.awaited(view, me, words) : null;
  const nudged = useNudge(matter);
  if (!mine || view.phase === "setup") return null;
  const told = matter || part.perhaps(view, me, words);
  const ended = view.evening && view.evening.ended;
  return html`<section class=${`mine ${matter ? "awaited" : ""} ${nudged ? "nudged" : ""}`} id="mine" aria-label=${words.t("my.title")}>
    <p class="mine-who">
      <i class=${`dot of-${mine.colour}`} aria-hidden="true"></i><b>${mine.name}</b>
      ${view.phase === "settled" || ended ? null : html`<span>${words.count("cards_left", mine.cards_left)}</span>`}
      <span class="sum">${view.evening && view.evening.stock ? words.chips(mine.balance) : signed(mine.balance)}</span>
    </p>
    ${told && !ended ? html`<p class="mine-what" role="status" data-matter=${matter ? matter.kind : "perhaps"} key=${nudged}><b>${told.title}</b>${told.more ? html`<small>${told.more}</small>` : null}</p>` : null}
    ${ended ? html`<${Debts} evening=${view.evening} words=${words} me=${me} />` : null}
  </section>`;
}

// When the evening has ended: what he gives and gets.
function Debts({ evening, words, me }) {
  if (evening.choices.length) return null;
  const mine = owing(evening).filter((debt) => [debt.from, debt.to].includes(me));
  if (!mine.length) return html`<p class="mine-what" id="mine-even">${words.t("my.even")}</p>`;
  return html`<ul class="mine-pays">
    ${mine.map(
      (debt) => html`<li key=${debt.from + debt.to}>
        <b>${debt.from === me ? words.t("my.give", { name: debt.to }) : words.t("my.get", { name: debt.from })}</b>
        <${Sum} chips=${words.chips(debt.chips)} worth=${debt.money} words=${words} />
      </li>`,
    )}
  </ul>`;
}
