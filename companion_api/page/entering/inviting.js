// After «Commencer»: the host's page asks the others in until their phones are there, or nobody else is to come.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { companion, local } from "../companion.js";
import { keep, recall } from "../storage.js";
import { Sheet } from "../table/sheets.js";
import { Invitation } from "./invitation.js";

export function Inviting({ view, words, phones, me, evening, open }) {
  const dismissed = `alone-${evening}`;
  const [alone, setAlone] = useState(Boolean(recall(dismissed)));
  useEffect(() => {
    if (local) companion().then((found) => found && found.on && found.on.demo && setAlone(true)); // nobody comes to a demo
  }, []);
  // Who was here once is not asked for again while his phone sleeps.
  const here = useRef(new Set());
  phones.forEach((name) => here.current.add(name));
  const absent = view.players.map(({ name }) => name).filter((name) => name !== me && !here.current.has(name));
  useEffect(() => {
    if (!absent.length) keep(dismissed, "1");
  }, [absent.length]);
  if (alone || !absent.length || (view.evening && view.evening.ended)) return null;
  const away = () => {
    keep(dismissed, "1");
    setAlone(true);
  };
  return html`<section class="inviting" id="inviting">
    <p>${words.t("inviting.absent", { names: words.listed(absent) })}</p>
    <div class="two">
      <button id="inviting-no" onClick=${away}>${words.t("inviting.alone")}</button>
      <button class="sure" id="inviting-yes" onClick=${() => open({ sheet: "invite" })}>${words.t("inviting.invite")}</button>
    </div>
  </section>`;
}

export function InviteSheet({ words, connection, close }) {
  return html`<${Sheet} title=${words.t("join.invite")} close=${close} words=${words}><${Invitation} words=${words} connection=${connection} /><//>`;
}
