// What people keep of an evening: a note, one picture, and both with the result as a picture to share.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { send } from "../series/canvas.js";
import { smaller } from "../smaller.js";
import { drawn } from "./drawn.js";

const SIDE = 1600; // pixels of a picture that is sent
const QUALITY = 0.85;
const LEFT = 10000; // ms
const LONGEST = 500; // characters of a note

// ask(path, {method, body, read}): what the computer answers; attempt(do): says what went wrong, then all is read anew.
export function Kept({ evening, players, words, host, ask, attempt }) {
  const [text, setText] = useState(evening.note);
  const [photo, setPhoto] = useState(null);
  useEffect(() => setText(evening.note), [evening.note]);
  useEffect(() => {
    let here = true;
    let source = null;
    if (!evening.pictured) setPhoto(null);
    else
      ask(`/picture/${evening.id}`, { read: "blob" })
        .then((blob) => {
          source = URL.createObjectURL(blob);
          if (here) setPhoto(source);
          else URL.revokeObjectURL(source);
        })
        .catch(() => {});
    return () => {
      here = false;
      if (source) setTimeout(() => URL.revokeObjectURL(source), LEFT); // it stands there until the next one has come
    };
  }, [evening.id, evening.pictured, evening]);
  const write = () => attempt(() => ask("/note", { body: JSON.stringify({ evening: evening.id, text }) }));
  const choose = (event) => {
    const file = event.target.files[0];
    if (file) attempt(async () => ask(`/picture/${evening.id}`, { body: await smaller(file, SIDE, QUALITY), type: "image/jpeg" }));
  };
  const drop = () => attempt(() => ask(`/picture/${evening.id}`, { method: "DELETE" }));
  return html`<div class="kept">
    ${photo ? html`<img class="kept-photo" src=${photo} alt=${words.t("season.photo")} />` : null}
    ${host
      ? html`<label class="kept-note"><span>${words.t("season.note")}</span><textarea rows="2" maxlength=${LONGEST} value=${text} onInput=${(event) => setText(event.target.value)}></textarea></label>
          ${text.trim() === evening.note ? null : html`<button class="wide sure keep-note" onClick=${write}>${words.t("season.note_keep")}</button>`}
          <div class="kept-buttons">
            <label class="bring">${words.t(evening.pictured ? "season.photo_other" : "season.photo_add")}<input type="file" accept="image/*" onChange=${choose} /></label>
            ${evening.pictured ? html`<button class="quiet drop-photo" onClick=${drop}>${words.t("season.photo_drop")}</button>` : null}
          </div>`
      : evening.note
        ? html`<p class="kept-said">${evening.note}</p>`
        : null}
    <button class="wide quiet share-evening" onClick=${async () => send(await drawn(evening, players, words, photo))}>${words.t("season.share")}</button>
  </div>`;
}
