// Coming in: which role this phone takes, and what that role may tap (the server decides; this only hides).
import { html, useEffect, useState } from "./vendor/preact-htm.module.js";
import { LANGUAGES } from "./words.js";

const LANGUAGE_NAMES = { fr: "Français", en: "English", de: "Deutsch" };

const bearing = (shown) => ({ Authorization: `Bearer ${shown}`, "Content-Type": "application/json" });

// What may be taken with an invitation: {roles, players, you}; 401 when it is none, null without a network.
async function offered(shown) {
  const answer = await fetch("api/join", { headers: bearing(shown) }).catch(() => null);
  if (!answer) return null;
  return answer.ok ? answer.json() : answer.status;
}

export async function join(role, player) {
  const shown = localStorage.getItem("invitation");
  const told = JSON.stringify(player ? { role, player } : { role });
  const answer = await fetch("api/join", { method: "POST", headers: bearing(shown), body: told }).catch(() => null);
  if (!answer || !answer.ok) return null;
  const held = (await answer.json()).pass;
  localStorage.setItem("pass", held);
  return held;
}

export function leave() {
  localStorage.removeItem("pass");
}

// What the one who holds this phone may do.
export function rights({ role, player }) {
  const host = role === "host";
  return {
    host,
    call: (laidBy) => host || (role === "player" && laidBy === player),
    enter: (whose) => host || (role === "player" && whose === player),
    pay: (due) => host || (role === "player" && [due.from, due.to].includes(player)),
    undo: (last) => Boolean(last) && (host || (role === "player" && last.by === player)),
  };
}

export function Languages({ language, setLanguage }) {
  return html`<div class="names languages">
    ${LANGUAGES.map(
      (code) => html`<button
        key=${code}
        data-language=${code}
        lang=${code}
        class=${code === language ? "chosen" : ""}
        aria-pressed=${code === language}
        onClick=${() => setLanguage(code)}
      >
        ${LANGUAGE_NAMES[code]}
      </button>`,
    )}
  </div>`;
}

// Before the table: a welcome, or, with an invitation, who this phone is.
export function Door({ words, setLanguage, enter }) {
  const [offer, setOffer] = useState(undefined);
  const [playing, setPlaying] = useState(false);
  const shown = localStorage.getItem("invitation");
  useEffect(() => {
    let wait;
    const ask = async () => {
      const found = shown ? await offered(shown) : 401;
      setOffer(found);
      if (found === null || found === 429) wait = setTimeout(ask, found ? 60000 : 2000);
    };
    ask();
    return () => clearTimeout(wait);
  }, []);
  const take = async (role, player) => {
    const held = await join(role, player);
    if (held) enter(held);
    else setOffer(await offered(shown));
  };
  if (!offer)
    return html`<main class="welcome"><img src="icon.svg" alt="" /><p>${words.t(offer === null ? "reconnecting" : "connecting")}</p></main>`;
  if (offer === 429) return html`<main class="welcome"><img src="icon.svg" alt="" /><p class="told-alert">${words.t("join.barred")}</p></main>`;
  if (!offer.roles || !offer.roles.length)
    return html`<main class="welcome">
      <img src="icon.svg" alt="" />
      <h1>${words.t("welcome")}</h1>
      <p>${words.t("welcome_how")}</p>
      <p class="hint">${words.t("welcome_what")}</p>
      ${shown ? html`<p class="told-alert">${words.t("token_wrong")}</p>` : null}
      <${Languages} language=${words.language} setLanguage=${setLanguage} />
    </main>`;
  const choose = (role) => (role === "player" && offer.players.length ? setPlaying(true) : take(role));
  return html`<main class="welcome join" id="join">
    <img src="icon.svg" alt="" />
    <h1>${words.t(playing ? "join.who" : "join.title")}</h1>
    ${playing
      ? html`<div class="choices">
          ${offer.players.map((name) => html`<button key=${name} class="choice" data-player=${name} onClick=${() => take("player", name)}><b>${name}</b></button>`)}
          <button class="quiet" onClick=${() => setPlaying(false)}>${words.t("join.back")}</button>
        </div>`
      : html`<div class="choices">
          ${offer.roles.map(
            (role) => html`<button key=${role} class="choice" data-role=${role} onClick=${() => choose(role)}>
              <b>${words.t(`join.roles.${role}`)}</b><small>${words.t(`join.what.${role}`)}</small>
            </button>`,
          )}
        </div>`}
    <${Languages} language=${words.language} setLanguage=${setLanguage} />
  </main>`;
}

// Whose phone this is, once it is known who plays.
export function Who({ words, players, you, enter }) {
  const take = async (name) => {
    const held = await join(you.role, name);
    if (held) enter(held);
  };
  return html`<section class="part" id="who">
    <h2>${words.t("join.who")}</h2>
    <div class="choices">
      ${players.map((each) => html`<button key=${each.name} class="choice" data-player=${each.name} onClick=${() => take(each.name)}><b>${each.name}</b></button>`)}
    </div>
  </section>`;
}

// The code that the others scan.
export function Invitation({ words, connection }) {
  const [shown, setShown] = useState(null);
  useEffect(() => {
    let source = null;
    connection.get("invitation").then((found) => {
      if (!found) return;
      source = URL.createObjectURL(new Blob([found.qr], { type: "image/svg+xml" }));
      setShown({ source, address: found.address.split("#")[0] });
    });
    return () => source && URL.revokeObjectURL(source);
  }, []);
  if (!shown) return null;
  const alone = /^https?:\/\/(127\.|localhost|\[::1\])/.test(shown.address);
  return html`<div class="invitation" id="invitation">
    <img src=${shown.source} alt=${words.t("join.code")} />
    <p>${words.t("join.scan")}<small>${shown.address}</small></p>
    ${alone ? html`<p class="hint">${words.t("join.alone")}</p>` : null}
  </div>`;
}
