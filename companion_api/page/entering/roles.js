// Coming in: which role this phone takes, and what that role may tap (the server decides; this only hides).
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { EnterInvitation } from "./invitation.js";
import { invitation, invitedAs, join, offered } from "../passes.js";
import { keep } from "../storage.js";
import { LANGUAGES } from "../languages.js";

const AGAIN = 2000; // ms until the table is asked again, where it did not answer
const BARRED = 60000; // and after too many wrong invitations

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
    ${Object.entries(LANGUAGES).map(
      ([code, { name }]) => html`<button
        key=${code}
        data-language=${code}
        lang=${code}
        class=${code === language ? "chosen" : ""}
        aria-pressed=${code === language}
        onClick=${() => setLanguage(code)}
      >
        ${name}
      </button>`,
    )}
  </div>`;
}

// Before the table: a welcome that takes an invitation, or, with one, who this phone is.
export function Door({ words, setLanguage, enter, removed = false }) {
  const [shown, show] = useState(removed ? "" : invitation());
  const [offer, setOffer] = useState(undefined);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!shown) return undefined;
    let wait;
    let here = true;
    const look = async () => {
      const found = await offered(shown);
      if (!here) return;
      setOffer(found);
      if (found && found.roles) choose(invitedAs(), found);
      if (found === null || found === 429) wait = setTimeout(look, found ? BARRED : AGAIN);
    };
    look();
    return () => {
      here = false;
      clearTimeout(wait);
    };
  }, [shown, offer === undefined]);
  const invited = async (found) => {
    const answer = await offered(found);
    if (answer && answer.roles) keep("invitation", found);
    show(found);
    setOffer(answer);
  };
  const take = async (role, player) => {
    const held = await join(role, player);
    if (held) enter(held);
    else setOffer(undefined);
  };
  const choose = (role, { roles, players }) => {
    if (!roles.includes(role)) return;
    if (role === "player" && players.length) setPlaying(true);
    else take(role);
  };
  if (shown && !offer)
    return html`<main class="welcome"><img src="icon.svg" alt="" /><p role="status">${words.t(offer === null ? "reconnecting" : "connecting")}</p></main>`;
  if (!shown || !offer.roles || !offer.roles.length)
    return html`<main class="welcome">
      <img src="icon.svg" alt="" />
      <h1>${words.t("welcome")}</h1>
      <p>${words.t("welcome_how")}</p>
      <p class="hint">${words.t("welcome_what")}</p>
      <${EnterInvitation} words=${words} enter=${invited} trouble=${shown ? words.t(offer === 429 ? "join.barred" : "token_wrong") : removed ? words.t("devices.sent_away") : ""} />
      <${Languages} language=${words.language} setLanguage=${setLanguage} />
    </main>`;
  return html`<main class="welcome join" id="join">
    <img src="icon.svg" alt="" />
    <h1>${words.t(playing ? "join.who" : "join.title")}</h1>
    ${playing
      ? html`<div class="choices">
          ${offer.players.map((name) => html`<button key=${name} class="choice" data-player=${name} onClick=${() => take("player", name)}><b>${name}</b></button>`)}
          ${offer.roles.includes("guest") ? html`<${AsGuest} words=${words} take=${() => take("guest")} />` : null}
          <button class="quiet" onClick=${() => setPlaying(false)}>${words.t("join.back")}</button>
        </div>`
      : html`<div class="choices">
          ${offer.roles.map(
            (role) => html`<button key=${role} class="choice" data-role=${role} onClick=${() => choose(role, offer)}>
              <b>${words.t(`join.roles.${role}`)}</b><small>${words.t(`join.what.${role}`)}</small>
            </button>`,
          )}
        </div>`}
    <${Languages} language=${words.language} setLanguage=${setLanguage} />
  </main>`;
}

// Among the players: somebody who came to look on.
const AsGuest = ({ words, take }) => html`<button class="choice" data-role="guest" onClick=${take}><b>${words.t("join.roles.guest")}</b><small>${words.t("join.what.guest")}</small></button>`;

// Whose phone this is, once it is known who plays.
export function Who({ words, players, you, enter }) {
  const take = async (name, role = you.role) => {
    const held = await join(role, name);
    if (held) enter(held);
  };
  return html`<section class="part" id="who">
    <h2>${words.t("join.who")}</h2>
    <div class="choices">
      ${players.map((each) => html`<button key=${each.name} class="choice" data-player=${each.name} onClick=${() => take(each.name)}><b>${each.name}</b></button>`)}
      <${AsGuest} words=${words} take=${() => take(null, "guest")} />
    </div>
  </section>`;
}
