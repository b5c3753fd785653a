// A round of a past evening seen again, and an evening as a file of its own.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";

// Round after round of an evening: who won, and the round itself once more. `ask(path, options)` asks of the history.
export function Again({ evening, number, words, ask }) {
  const [open, setOpen] = useState(false);
  if (!evening.replays) return null;
  return html`<button class="wide quiet" data-again=${`${evening.id} ${number}`} aria-expanded=${open} onClick=${() => setOpen(!open)}>↻ ${words.t("replay.round.title")}</button>
    ${open ? html`<${Later} fetched=${() => told(ask(`/${evening.id}/rounds/${number}`))} words=${words} connection=${pictures(evening.id, ask)} />` : null}`;
}

// What the replay wants to hear: an answer, or null where none came.
const told = (asked) => asked.then((said) => ({ ok: true, said }), ({ status }) => (status ? { ok: false } : null));

const pictures = (evening, ask) => ({
  proved: new Set(),
  picture: (seq) => ask(`/${evening}/pictures/${seq}`, { read: "blob" }).then((blob) => URL.createObjectURL(blob), () => null),
});

function Later(given) {
  const [Shown, show] = useState(null);
  useEffect(() => {
    import("../replay/round.js").then((found) => show(() => found.Fetched), () => {});
  }, []);
  return Shown ? html`<${Shown} ...${given} />` : null;
}
