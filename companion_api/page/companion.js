// What only this computer's own browser may ask: evenings begun, phones let in, the demo paused (start/app.py).
import { ask } from "./ask.js";
import { pass } from "./passes.js";
import { forget, keep, recall } from "./storage.js";

const PATIENCE = 60000; // ms: networks are loaded, a camera is opened

export const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

// The key comes in the fragment (never sent), from the program that opened this page.
export function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get("k");
  if (!key) return;
  keep("start", key);
  history.replaceState(null, "", location.pathname);
}

// What the companion answers; {error, detail} when it cannot be, null when it does not answer or may not be asked.
export async function companion(path = "", told = null) {
  if (!local) return null;
  for (const key of new Set([recall("start"), pass()])) {
    if (!key) continue;
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const how = told === null ? { headers } : { method: "POST", headers, body: JSON.stringify(told) };
    const answer = await ask(`/api/start${path}`, { ...how, patience: PATIENCE });
    if (!answer || answer.status === 401) {
      if (answer && key === recall("start")) forget("start"); // of a companion that has ended
      continue;
    }
    return answer.ok ? answer.said : { error: "other", ...answer.said };
  }
  return null;
}

// Begin an evening and go to it; what stood in the way as {error, detail}, null when nothing did.
export async function begin(choice) {
  const answer = await companion("/begin", choice);
  if (!answer) return { error: "away" };
  if (answer.error) return answer;
  keep("pass", answer.pass);
  forget("invitation");
  location.assign(`/${answer.page}`);
  return null;
}
