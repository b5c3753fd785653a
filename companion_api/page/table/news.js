// What must be seen whatever lies over the page: what came of a tap, and what has happened since a sheet was opened.
import { createContext, html, useContext, useState } from "../vendor/preact-htm.module.js";
import { consequence } from "../stage/consequence.js";

// What a page knows that its open sheet may lie over: {view, words, trouble, asked, open, sheet}; sheets take it from here.
export const News = createContext(null);

// What came of a tap, for a while; `toast`: {text, undo}, undo takes it back by one tap.
export function Toast({ toast, over, words, drop, takeBack }) {
  const back = (event) => {
    event.stopPropagation();
    drop();
    takeBack(toast.undo);
  };
  return html`<div class=${`toast ${over ? "over" : ""}`} role="status" onClick=${drop}>
    ${toast.text}${toast.undo ? html` · <button id="take-back" onClick=${back}>${words.t("take_back")}</button>` : null}
  </div>`;
}

// Inside a sheet, above all that it holds: the line is dead, a question waits, and the newest alert since it was opened.
export function WhatIsNew() {
  const news = useContext(News);
  const [opened] = useState(() => (news ? newest(news.view) : 0));
  if (!news) return null;
  const { view, words, trouble, asked, open, sheet } = news;
  const alert = view.alerts.filter((each) => each.seq > opened && sheet.alert?.seq !== each.seq).pop();
  const cost = alert && consequence(alert, view, words);
  if (!alert && !trouble && !asked) return null;
  return html`<div class="news" id="news" role="alert">
    ${trouble ? html`<p class="trouble lost">${trouble}</p>` : null}
    ${asked ? html`<button class="alert" id="news-asked" onClick=${() => open(null)}><i aria-hidden="true">?</i><span>${words.t("aloud.question")}</span></button>` : null}
    ${alert
      ? html`<button class="alert" id="news-alert" onClick=${() => open({ sheet: "alert", alert, back: sheet })}>
          <i aria-hidden="true">!</i>
          <span>${cost ? cost.title : words.alert(alert)}${cost ? [cost.who, cost.cost, cost.until].filter(Boolean).map((line) => html`<small key=${line}>${line}</small>`) : null}</span>
        </button>`
      : null}
  </div>`;
}

const newest = (view) => Math.max(0, ...view.alerts.map((alert) => alert.seq));
