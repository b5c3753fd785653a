// In the middle of an evening somebody comes or goes: what was played is counted and kept, and the game goes on at once
// with whoever is named now, by the same rules, with the chips that lie there.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { keep } from "../storage.js";
import { Debts, GOES_ON, Leftover } from "../table/evening.js";
import { Sheet } from "../table/sheets.js";

// What the form begins with besides the table as it was: who holds what, who deals, how many rounds are left.
export function goingOn({ stock, standings, next_dealer: dealer, rounds: played, terms }) {
  const held = stock ? Object.fromEntries(standings.map(({ name, chips }) => [name, Math.max(0, chips)])) : null;
  return { held, ...(dealer ? { dealer } : {}), ...(terms.rounds > played ? { rounds: terms.rounds - played } : {}) };
}

export function ChangeSheet({ view, words, tap, tell, close }) {
  const [going, go] = useState(null);
  const { evening } = view;
  const middle = view.phase !== "settled";
  useEffect(() => {
    if (!going || !evening || !evening.ended) return;
    keep(GOES_ON, JSON.stringify(going));
    tell("evenings", {}).then((done) => done && close());
  }, [going, Boolean(evening && evening.ended)]);
  if (!evening) return null;
  const end = async (leftover) => {
    const now = goingOn(evening);
    if (await tap({ tap: "end", leftover, remove: middle })) go(now);
  };
  const boxes = Object.keys(evening.stays).length > 1; // those of a board lie there until the next antes; a pool is given out
  const asks = !boxes && evening.choices.length > 0;
  return html`<${Sheet} title=${words.t("changing.name")} close=${close} words=${words}>
    <div id="changing">
      <p>${words.t("changing.what")}</p>
      ${middle ? html`<p class="told-alert">${words.t("changing.middle")}</p>` : null}
      <p>${words.t(evening.stock ? "changing.chips" : "changing.nets")}</p>
      ${boxes && evening.boxes ? html`<p id="changing-boxes">${words.t("changing.boxes", { chips: words.chips(evening.boxes) })}</p>` : null}
      ${evening.terms.money && evening.debts.length ? html`<${Debts} evening=${evening} words=${words} hint=${words.t("changing.debts")} />` : null}
      ${asks
        ? html`<${Leftover} evening=${evening} words=${words} choose=${end} />`
        : html`<button class="sure wide" id="change-go" disabled=${Boolean(going)} onClick=${() => end(boxes ? "stay" : undefined)}>${words.t("changing.go")}</button>`}
    </div>
  <//>`;
}
