// Which moment has the stage now and which come after it: one at a time, none that is no longer true. Pure.
import { holds, isFull, isStaged } from "./moments.js";

export const EMPTY = { showing: null, waiting: [], entered: [], view: null };
const MOST = 3; // moments that may wait; of more, the oldest have had their time
const FULL = 4500; // ms
const RIBBON = 3000;
const BRIEF = 1600; // of one that others wait for

// How long the moment that has the stage keeps it, in ms.
export const lasts = ({ showing, waiting }) => (waiting.length ? BRIEF : isFull(showing) ? FULL : RIBBON);

// change: {view, happened} what the table has come to; or {over}: the moment of this number has had its time.
export function play(stage, { view = stage.view, happened = [], over = null }) {
  const staged = [stage.showing, ...stage.waiting, ...happened.filter(isStaged)].filter((moment) => moment && moment.id !== over && holds(moment, view));
  const full = staged.filter(isFull);
  const ribbons = full.length ? [] : staged.filter((moment) => !isFull(moment)).slice(-1); // remarks give way, and only the newest counts
  const [showing = null, ...waiting] = full.length ? full : ribbons;
  const fresh = happened.filter(({ kind }) => kind === "settled" || kind === "ended");
  const entered = [...stage.entered, ...fresh].filter((moment) => holds(moment, view)).slice(-1);
  return { showing, waiting: waiting.slice(-MOST), entered, view };
}
