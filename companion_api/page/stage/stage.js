// The stage over the television's table: a box that is taken, a call that was forgotten, an opéra, over the whole screen;
// remarks as one line at its top. What holds it and for how long: queue.js.
import { html, useLayoutEffect, useRef } from "../vendor/preact-htm.module.js";
import { Card } from "../cards.js";
import { opera } from "../table/settlement.js";
import { until as untilWhen } from "./consequence.js";
import { fly } from "./flight.js";
import { isFull } from "./moments.js";
import { lasts } from "./queue.js";

export function Stage({ stage, view, words, over }) {
  const { showing, waiting } = stage;
  useLayoutEffect(() => {
    if (!showing) return undefined;
    const later = setTimeout(() => over(showing.id), lasts(stage));
    return () => clearTimeout(later);
  }, [showing && showing.id, waiting.length > 0]);
  if (!showing) return null;
  const player = view.players.find((each) => each.name === showing.player);
  const of = player ? `his-${player.colour}` : "";
  if (!isFull(showing)) {
    return html`<p class=${`ribbon ${of}`} key=${showing.id} id="ribbon" role="status" data-kind=${showing.kind}>
      ${words.announcement(showing, true)}${showing.kind === "reminder" ? html`<small>${untilWhen(view, words)}</small>` : null}
    </p>`;
  }
  return html`<${Full} key=${showing.id} moment=${showing} of=${of} view=${view} words=${words} />`;
}

// Whose line and which boxes stand out of the dark while a moment has the whole screen: {player, card}.
export const lit = ({ showing }) => (showing && isFull(showing) ? showing : {});

// What each kind says: {cry, lines, sources} – the boxes from which chips come, by card.
function says({ kind, player, card, chips }, view, words) {
  if (kind === "taken")
    return { cry: words.cry(card), lines: [words.t("stage.takes", { name: player, chips: words.chips(chips) })], sources: { [card]: chips } };
  if (kind === "missed_call" || kind === "missed_bete") {
    const lines = [words.t("stage.forgot", { name: player, card })];
    if (kind === "missed_bete" && chips) lines.push(words.t("stage.pays", { name: player, chips: words.chips(chips) }));
    return { cry: words.t(chips ? "stage.keeps" : "stage.keeps_none", { n: words.chips(chips) }), lines: [...lines, words.t("stage.claim")], sources: {} };
  }
  const swept = Object.fromEntries(Object.entries(view.settlement.swept).filter(([, sum]) => sum > 0));
  const all = Object.values(swept).reduce((sum, each) => sum + each, 0);
  const doubles = view.settlement.explanations.some((line) => line.rule === "opera_doubles"); // the one of 1760
  const lines = doubles ? [words.t("stage.doubles", { name: player })] : [words.t("stage.empties", { name: player }), all ? words.t("stage.takes", { name: player, chips: words.chips(all) }) : ""].filter(Boolean);
  return { cry: opera(view.settlement, words), lines, sources: swept };
}

function Full({ moment, of, view, words }) {
  const { cry, lines, sources } = says(moment, view, words);
  const screen = useRef(null);
  const swept = moment.card ? [] : Object.entries(sources); // the board is not shown beside the accounts
  useLayoutEffect(() => fly(screen.current, sources, moment.player), []);
  return html`<section class=${`effect ${moment.kind} ${of}`} id="effect" role="status" data-kind=${moment.kind} data-moment=${moment.id} ref=${screen}>
    <div class="says">
      ${moment.card ? html`<${Card} card=${moment.card} words=${words} size="huge" />` : null}
      <h1>${cry}</h1>
      ${lines.map((line, i) => html`<p key=${line} class=${i ? "" : "who"}>${line}</p>`)}
      ${swept.length
        ? html`<div class="swept">${swept.map(([card, chips]) => html`<span key=${card} data-box=${card}><${Card} card=${card} words=${words} size="middle" /><b>${chips}</b></span>`)}</div>`
        : null}
    </div>
  </section>`;
}
