// What the host of the club does: who is here, the next tables, the timer.
import { html, useState } from "../vendor/preact-htm.module.js";
import { ask } from "../ask.js";

const MINUTES = [30, 45, 60];
const USUAL = [3, 4, 5, 6, 7, 8]; // players of a table, as engine/evening/draw.py has them

export function Host({ now, words, token }) {
  const [names, setNames] = useState("");
  const [usual, setUsual] = useState(5);
  const [trouble, setTrouble] = useState("");
  const [sure, setSure] = useState("");
  const [busy, setBusy] = useState(false);

  async function act(what) {
    setBusy(true);
    setSure("");
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const answer = await ask("../api/club", { method: "POST", headers, body: JSON.stringify(what) });
    setBusy(false);
    const told = answer && answer.said;
    setTrouble(answer && answer.ok ? "" : told && told.said ? words.sentence(told.said) : (told && told.detail) || words.t("club.no_answer"));
    return answer && answer.ok;
  }

  // What cannot be taken back is asked for twice.
  const twice = (key, label, what) =>
    html`<button class=${`do ${sure === key ? "sure" : ""}`} id=${`do-${key}`} disabled=${busy} onClick=${() => (sure === key ? act(what) : setSure(key))}>${sure === key ? words.t("club.sure") : label}</button>`;

  const here = now.players.filter((player) => player.here);
  const gone = now.players.filter((player) => !player.here);
  const begun = now.tables.some((table) => table.begun);
  return html`<section class="host" id="host">
    <h2>${words.t("club.host")}</h2>
    ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : null}
    <form onSubmit=${async (sent) => {
      sent.preventDefault();
      if (names.trim() && (await act({ enter: names }))) setNames("");
    }}>
      <label for="names">${words.t("club.enter")}</label>
      <textarea id="names" rows="3" value=${names} onInput=${(typed) => setNames(typed.target.value)}></textarea>
      <button class="do" id="do-enter" disabled=${busy || !names.trim()}>${words.t("club.enter_do")}</button>
    </form>
    <details>
      <summary>${words.count("club.here", here.length)}</summary>
      <ul class="club-people">${here.map((player) => html`<li key=${player.name}><span>${player.name}</span><button onClick=${() => act({ leave: player.name })}>${words.t("club.leaves")}</button></li>`)}</ul>
      ${gone.length ? html`<h3>${words.t("club.gone")}</h3><ul class="club-people">${gone.map((player) => html`<li key=${player.name}><span>${player.name}</span><button onClick=${() => act({ back: player.name })}>${words.t("club.back")}</button></li>`)}</ul>` : null}
    </details>
    <h3>${words.t("club.draw")}</h3>
    <label class="usual">${words.t("club.usual")} <select value=${usual} onChange=${(chosen) => setUsual(Number(chosen.target.value))}>${USUAL.map((n) => html`<option key=${n} value=${n}>${n}</option>`)}</select></label>
    <div class="doing">
      ${now.round === null
        ? html`<button class="do" id="do-first" disabled=${busy || here.length < 3} onClick=${() => act({ draw: "next", usual })}>${words.t("club.first")}</button>`
        : html`${twice("next", words.t("club.next", { n: now.round + 1 }), { draw: "next", usual })}
            ${begun ? null : twice("again", words.t("club.again", { n: now.round }), { draw: "again", usual })}
            ${twice("night", words.t("club.night"), { draw: "night", usual })}`}
    </div>
    ${now.round === null
      ? null
      : html`<h3>${words.t("club.timer")}</h3>
          <div class="doing">${MINUTES.map((minutes) => html`<button class="do" key=${minutes} disabled=${busy} onClick=${() => act({ minutes })}>${words.t("club.minutes", { n: minutes })}</button>`)}
          ${now.ends ? html`<button class="do" disabled=${busy} onClick=${() => act({ minutes: 0 })}>${words.t("club.no_timer")}</button>` : null}</div>`}
  </section>`;
}
