// Inviting and being invited: the code that the others scan, and where a link or a code is typed, pasted or scanned.
import { html, useEffect, useRef, useState } from "./vendor/preact-htm.module.js";
import { readInvitation } from "./passes.js";

const SIDES = [1200, 2400, 600]; // pixels of a photo's longer side at which its code is looked for, in turn

// What the QR code in a photo says, "" where none is read.
async function scanned(file) {
  const [{ decodeQR }, photo] = await Promise.all([import("./vendor/qr/decode.js"), createImageBitmap(file)]);
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(photo.width, photo.height));
    pen.canvas.width = Math.round(photo.width * scale);
    pen.canvas.height = Math.round(photo.height * scale);
    pen.drawImage(photo, 0, 0, pen.canvas.width, pen.canvas.height);
    try {
      return decodeQR(pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height));
    } catch {
      // at another size, perhaps
    }
  }
  return "";
}

// For a page that was opened without a link (from the home screen, where it remembers nothing of the browser).
// The photo is taken by the phone's own camera: that works without HTTPS too. `enter` tries an invitation;
// `trouble` says why one was refused, in words.
export function EnterInvitation({ words, enter, trouble }) {
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef(null);
  const take = async (text, otherwise) => {
    const found = readInvitation(text);
    setWrong(found ? "" : words.t(otherwise));
    if (found) await enter(found);
    else field.current.focus();
  };
  const typed = (event) => {
    event.preventDefault();
    take(field.current.value, "invited.none");
  };
  const photo = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    setBusy(true);
    const said = await scanned(file).catch(() => "");
    await take(said, said ? "invited.none" : "invited.unread");
    setBusy(false);
  };
  const said = wrong || trouble;
  return html`<form class="sheetlike invited" id="invited" onSubmit=${typed} novalidate>
    <label for="invitation-typed">${words.t("invited.label")}</label>
    <input id="invitation-typed" ref=${field} autocomplete="off" autocapitalize="characters" autocorrect=${false} spellcheck=${false} inputmode="text" enterkeyhint="go" aria-describedby="invited-how" />
    <p class="hint" id="invited-how">${words.t("invited.how")}</p>
    <p class=${said ? "told-alert" : "unseen"} id="invited-wrong" role="alert">${said}</p>
    <div class="two">
      <label class=${`scan${busy ? " busy" : ""}`} id="scan">${words.t(busy ? "invited.reading" : "invited.scan")}<input type="file" accept="image/*" capture="environment" disabled=${busy} onChange=${photo} /></label>
      <button class="sure" id="enter-invitation">${words.t("invited.enter")}</button>
    </div>
  </form>`;
}

// The code that the others scan, the address and what to type where nothing can be scanned.
export function Invitation({ words, connection }) {
  const [shown, setShown] = useState(null);
  useEffect(() => {
    let source = null;
    connection.get("invitation").then((found) => {
      if (!found) return;
      source = found.qr && URL.createObjectURL(new Blob([found.qr], { type: "image/svg+xml" }));
      setShown({ ...found, source, address: (found.address || "").split("#")[0] });
    });
    return () => source && URL.revokeObjectURL(source);
  }, []);
  if (!shown) return null;
  return html`<div class="invitation" id="invitation">
    ${shown.source
      ? html`<img src=${shown.source} alt=${words.t("join.code")} />
          <p>${words.t("join.scan")}<small>${shown.address}</small><small id="code">${words.t("join.typed")} <b>${shown.code}</b></small></p>`
      : html`<p class="hint" id="alone">${words.t("join.alone")}</p>`}
  </div>`;
}
