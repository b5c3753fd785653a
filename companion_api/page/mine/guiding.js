// The guided round: what may be done now and why, sentence by sentence, for people who have never played.
import { html, useState } from "../vendor/preact-htm.module.js";
import { Card } from "../cards.js";

const READ = 3; // cards after which what happens otherwise has been read, and is folded away

// The sentences that this page shows: that a call is open is for its player alone where the table is strict, and
// for whoever tells his cards where he has no phone here.
export function sentences(view, { me, host = false, phones = [] }) {
  const here = ({ only }) => !only || only === me || (host && !phones.includes(only));
  return view.guide.lines.filter(here);
}

export function Guide({ view, words, me, may, phones, tap }) {
  const [hidden, hide] = useState(0); // the round in which this phone alone does without
  if (!view.guide || hidden === view.round || (view.evening && view.evening.ended)) return null;
  const [first, ...others] = sentences(view, { me, host: may.host, phones });
  const done = view.phase === "settled" ? others.pop() : null;
  const folded = others.filter(({ more }) => more);
  const line = ({ text }) => html`<p key=${words.said(text)}>${words.said(text)}</p>`;
  const off = () => (may.host ? tap({ tap: "note", what: "guided", remove: true }) : hide(view.round));
  return html`<section class="guide" id="guide" aria-label=${words.t("guiding.title")}>
    <p class="guide-now" role="status" key=${words.said(first.text)}>${words.said(first.text)}</p>
    <${Lit} view=${view} words=${words} />
    ${others.filter(({ more }) => !more).map(line)}
    ${folded.length ? html`<details open=${view.cards.length <= READ}><summary>${words.t("guiding.else")}</summary>${folded.map(line)}</details>` : null}
    ${done
      ? html`<p class="guide-now guide-done">✓ ${words.said(done.text)}</p>`
      : html`<button class="guide-off" id="guide-off" onClick=${off}>${words.t("guiding.off")}</button>`}
  </section>`;
}

// The cards that go on, where some do.
export function Lit({ view, words }) {
  const cards = view.guide.next;
  if (!cards.length) return null;
  return html`<p class="lit-cards" id="lit-cards"><span>${words.t("guiding.lit")}</span>${cards.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="tiny" />`)}</p>`;
}

// In the menu, while a round is on.
export function GuideChoice({ view, words, tap, close }) {
  const flip = async () => {
    if (await tap({ tap: "note", what: "guided", remove: Boolean(view.guide) })) close();
  };
  return html`<button id="guide-flip" onClick=${flip}>${words.t(view.guide ? "guiding.off" : "guiding.on")}</button>`;
}
