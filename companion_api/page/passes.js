// What lets this device in: the invitation that it was shown, and the pass that says what it has become (passes.py).
import { ask } from "./ask.js";
import { forget, keep, recall } from "./storage.js";

const TOKEN = 22; // signs of an invitation in a link
const CODES = [8, 12]; // of one that is typed: for everybody, for hosts

export const invitation = () => recall("invitation");
export const pass = () => recall("pass");
// Another role is chosen: the device stays the same one.
export function leave() {
  keep("left", pass() || "");
  forget("pass");
}
// It was sent away: nothing of it is worth anything.
export function forgetPass() {
  forget("left");
  forget("pass");
}
// The role that the scanned code was made for, once; "" where it leaves the choice.
export function invitedAs() {
  const role = recall("as");
  forget("as");
  return role || "";
}
// Nothing lets this device in but the start page's key.
export const forStart = () => Boolean(recall("start")) && !pass() && !invitation();

// The invitation comes in the fragment (never sent); it is kept, and the address stays clean.
export function takeInvitation() {
  const told = new URLSearchParams(location.hash.slice(1));
  const shown = told.get("t");
  if (shown) {
    keep("invitation", shown);
    keep("as", told.get("as") || "");
    history.replaceState(null, "", location.pathname);
  }
  return invitation();
}

// The invitation in what somebody typed, pasted or scanned: a link with anything around it, what stands behind
// its #t=, or the short code with any blanks and dashes. null: none.
export function readInvitation(text) {
  const plain = unfolded(text).replace(/—/g, "--").replace(/[‐‑‒–−]/g, "-").replace(/[\u200b-\u200f\u2060\ufeff]/g, "");
  const link = /(?:^|[#?&\s])t=([\w\s-]+)/i.exec(plain);
  if (link) return link[1].replace(/\s/g, "").slice(0, TOKEN) || null;
  const alone = plain.replace(/^[\s"'«»<>().,;:]+|[\s"'«»<>().,;:]+$/g, "");
  const bare = alone.replace(/\s/g, "");
  if (/^[\w-]+$/.test(bare) && bare.length === TOKEN) return bare;
  const code = alone.replace(/[^\p{L}\p{N}]/gu, "");
  return /^[0-9a-z]+$/i.test(code) && CODES.includes(code.length) ? code : null;
}

function unfolded(text) {
  const plain = text.normalize("NFKC");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

const bearing = (shown) => ({ Authorization: `Bearer ${shown}`, "Content-Type": "application/json" });

// What may be taken with an invitation: {roles, players, you}; a status when it is none, null without a network.
// from: where the table's page lies, for one in a folder of its own.
export async function offered(shown, from = "") {
  const answer = await ask(`${from}api/join`, { headers: bearing(shown) });
  return answer && answer.ok ? answer.said : answer && answer.status;
}

// The pass for a role, kept; null when it cannot be had. A device that held one stays the same device.
export async function join(role, player, from = "") {
  const held = pass() || recall("left");
  const told = JSON.stringify({ role, ...(player ? { player } : {}), ...(held ? { held } : {}) });
  const send = (shown) => ask(`${from}api/join`, { method: "POST", headers: bearing(shown), body: told });
  let answer = await send(invitation());
  if (answer && !answer.ok && pass()) answer = await send(pass()); // the codes were made anew since it came in
  if (!answer || !answer.ok) return null;
  keep("pass", answer.said.pass);
  return answer.said.pass;
}
