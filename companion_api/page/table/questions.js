// What the referee asks people: one question at a time, with the picture; one tap answers.
import { html } from "../vendor/preact-htm.module.js";
import { Card, Proof } from "../cards.js";

const LIKELY = 0.02; // less likely answers are behind "another card"

function title(asked, words) {
  const { kind, player, card, alternatives } = asked;
  if (kind === "doubtful_call") return words.t("asked.call", { name: player, card });
  const cards = alternatives.filter((each) => each.kind !== "again");
  if (cards.every((each) => each.kind === "hand")) {
    // Where none of them may be it, the camera has not seen the card at all.
    return words.t(cards.length < alternatives.length ? "asked.hand" : "asked.in_hand", { name: player });
  }
  if (card && !player) return words.t("asked.who", { card });
  if (player && !card) return words.t("asked.card", { name: player });
  return words.t("asked.what");
}

function label(each, asked, words) {
  if (each.kind === "again") return words.t(each.player ? "asked.no_more" : "asked.nothing");
  const name = asked.player ? "" : each.player;
  const card = asked.card ? "" : words.card(each.card);
  const said = [name, card].filter(Boolean).join(" · ") || (name || words.t("asked.laid"));
  return each.kind === "illegal" ? `${said} (${words.t("asked.illegal")})` : said;
}

// The question that this phone may answer, if there is one.
export const questionFor = (view, may, me) => view.questions.find((each) => may.host || (each.player && each.player === me && may.enter(me)));

export function Asked({ view, words, connection, tap, may, me, open }) {
  const asked = questionFor(view, may, me);
  if (!asked) return null;
  const answer = (choice) => tap({ tap: "answer", target: asked.seq, ...(choice === null ? {} : { choice }) }, words.t("noted"));
  const doubtful = asked.kind === "doubtful_call";
  const shown = doubtful ? [] : asked.alternatives.map((each, i) => [each, i]).filter(([each], i) => i < 2 || each.share >= LIKELY || each.kind === "again");
  return html`<section class="asked" id="asked" aria-live="assertive" aria-label=${words.t("asked.title")}>
    <h2>${title(asked, words)}</h2>
    ${asked.unseen ? html`<p class="hint">${words.t("asked.unseen")}</p>` : null}
    ${asked.picture ? html`<${Proof} key=${asked.picture} seq=${asked.picture} connection=${connection} words=${words} what=${words.t("asked.picture")} />` : null}
    ${doubtful
      ? html`${asked.heard ? html`<p class="hint">${words.t("asked.heard", { heard: asked.heard })}</p>` : null}
          <div class="two">
            <button data-answer="no" onClick=${() => tap({ tap: "undo", target: asked.seq }, words.t("noted"))}>${words.t("no")}</button>
            <button data-answer="yes" class="sure" onClick=${() => tap({ tap: "call", card: asked.card, target: asked.seq }, words.t("call_heard"))}>${words.t("yes")}</button>
          </div>`
      : html`<div class="answers">
            ${shown.map(
              ([each, i]) => html`<button key=${i} data-answer=${i} onClick=${() => answer(i)}>
                ${each.card ? html`<${Card} card=${each.card} words=${words} size="small" />` : null}<span>${label(each, asked, words)}</span>
              </button>`,
            )}
          </div>
          <div class="two">
            <button class="quiet" data-answer="unknown" onClick=${() => answer(null)}>${words.t("asked.unknown")}</button>
            ${asked.about && may.host
              ? html`<button class="quiet" data-answer="other" onClick=${() => open({ sheet: "card", seq: asked.about })}>${words.t("asked.other")}</button>`
              : null}
          </div>`}
  </section>`;
}
