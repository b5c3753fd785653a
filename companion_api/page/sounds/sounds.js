// The sounds of this device: which is heard of what has happened, how loud, and a family's own files.
import { ask } from "../ask.js";
import { keep, recallObject } from "../storage.js";
import { synthesise } from "./synthesis.js";

// Kinds of moments (stage/moments.js) by the sound they are heard by; the first that is there is heard, alone.
const HEARD = {
  opera: ["opera", "main_pleine"],
  evening_over: ["ended"],
  box_taken: ["taken"],
  call_missed: ["missed_call", "missed_bete"],
  reminder: ["reminder"],
  back_cross: ["back_cross", "double_back_cross"],
  settled: ["settled", "made", "lost", "thrown_in"],
  box_empty: ["taken_empty"],
  out: ["out"],
  last_card: ["last_card"],
  corrected: ["corrected", "corrected_hand", "removed"],
  attention: ["question", "alert", "revoke"],
  sans: ["sans"],
};
export const KINDS = Object.keys(HEARD);
const LATE = 0.05; // s of the context's clock: what is to sound now is laid out a little ahead

let context = null;
let pack = null; // the notes, by kind
let own = new Map(); // what was dropped into the family's folder, by kind, decoded

// What this device was asked to: a television sounds unless it was told not to, a phone once it was told to.
export function soundWishes(role) {
  return { on: role === "television", volume: 0.7, without: [], ...recallObject("sounds") };
}

export const wish = (wished) => keep("sounds", JSON.stringify(wished));

// The one sound of what has happened together; null: none.
export const soundOf = (happened) => KINDS.find((sound) => happened.some(({ kind }) => HEARD[sound].includes(kind))) || null;

function opened() {
  if (!window.AudioContext) return null;
  context = context || new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {}); // it may not be heard until somebody touches the page
  return context;
}

// Fetch what is needed to be heard at once; `line`: the connection to the table.
export async function prepareSounds(line) {
  if (!pack) {
    const answer = await ask("sounds/pack.json");
    if (answer && answer.ok) pack = answer.said;
  }
  const told = await line.get("sounds");
  const at = opened();
  if (!told || !at) return told;
  const files = told.own.map(async (kind) => {
    const answer = await line.ask(`sounds/${kind}`, { read: "arrayBuffer" });
    return [kind, answer && answer.ok ? await at.decodeAudioData(answer.said).catch(() => null) : null];
  });
  own = new Map((await Promise.all(files)).filter(([, file]) => file));
  return told;
}

// A touch lets the page be heard from now on.
export function wakeSounds() {
  opened();
}

// Play one, or nothing where the browser does not let the page be heard yet. Returns whether it was.
export function sound(kind, volume) {
  const at = opened();
  if (!at || at.state !== "running" || !(own.has(kind) || (pack && pack[kind]))) return false;
  const loud = at.createGain();
  loud.gain.value = volume;
  loud.connect(at.destination);
  if (own.has(kind)) {
    const source = at.createBufferSource();
    source.buffer = own.get(kind);
    source.connect(loud);
    source.start();
  } else synthesise(at, pack[kind], loud, at.currentTime + LATE);
  return true;
}

// What is heard of what has happened on a device of this role.
export function sounds(happened, role) {
  const wished = soundWishes(role);
  const kind = soundOf(happened);
  if (kind && wished.on && !wished.without.includes(kind)) sound(kind, wished.volume);
}
