// In a corner of the television, always: the code to join by, and who has just come in.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { newer, useDrawn } from "./invitation.js";
import { useAgain } from "./phones.js";

const STAYS = 4500; // ms that somebody who has come in is named

// Names that were not there before, for a while.
function useArrivals(phones) {
  const before = useRef(phones);
  const [came, setCame] = useState([]);
  useEffect(() => {
    const fresh = phones.filter((name) => !before.current.includes(name));
    before.current = phones;
    if (fresh.length) setCame(fresh);
  }, [phones.join("\n")]);
  useEffect(() => {
    if (!came.length) return undefined;
    const later = setTimeout(() => setCame([]), STAYS);
    return () => clearTimeout(later);
  }, [came]);
  return came;
}

export function Corner({ words, connection, phones }) {
  const [found, setFound] = useState(null);
  const look = () => connection.get("invitation").then((told) => told && setFound((before) => newer(before, told)));
  useEffect(() => {
    look();
  }, []);
  useAgain(look);
  const sources = useDrawn(found && found.drawn);
  const came = useArrivals(phones);
  if (!found || !found.address) return null;
  return html`<aside class="corner" id="corner">
    ${sources.player ? html`<img src=${sources.player} alt=${words.t("join.code")} />` : null}
    <p>${came.length ? html`<b class="came" role="status">${words.t("inviting.here", { names: words.listed(came) })}</b>` : html`<span>${words.t("inviting.join")}</span><b id="corner-code">${found.roles.player.code}</b>`}</p>
  </aside>`;
}
