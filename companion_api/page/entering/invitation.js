// Inviting and being invited: the code that the others scan, and where a link or a code is typed, pasted or scanned.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { companion, local } from "../companion.js";
import { readInvitation } from "../passes.js";
import { PhonesSwitch, useAgain } from "./phones.js";

const SIDES = [1200, 2400, 600]; // pixels of a photo's longer side at which its code is looked for, in turn

// What the QR code in a photo says, "" where none is read.
async function scanned(file) {
  const [{ decodeQR }, photo] = await Promise.all([import("../vendor/qr/decode.js"), createImageBitmap(file)]);
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

// Pictures of codes (SVG texts by name) as addresses that an <img> takes.
export function useDrawn(drawn) {
  const [sources, setSources] = useState({});
  useEffect(() => {
    const made = Object.entries(drawn || {}).map(([name, svg]) => [name, URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))]);
    setSources(Object.fromEntries(made));
    return () => made.forEach(([, source]) => URL.revokeObjectURL(source));
  }, [drawn]);
  return sources;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// What was told last, as it is drawn; the very same as before where nothing has changed.
export function newer(before, told) {
  if (before && same(before.told, told)) return before;
  return { ...told, told, drawn: Object.fromEntries(Object.entries(told.roles).map(([name, each]) => [name, each.qr])) };
}

export const plain = (address) => (address || "").split("#")[0];

// A code for each role, the address and what to type where nothing can be scanned. No code where no phone can
// come: why, and on the computer itself the switch that lets them in. `fixed`: nobody taps here (television).
export function Invitation({ words, connection, fixed = false }) {
  const [found, setFound] = useState(null);
  const [role, setRole] = useState("player");
  const look = () => connection.get("invitation").then((told) => told && setFound((before) => newer(before, told)));
  useEffect(() => {
    look();
  }, []);
  useAgain(look);
  const sources = useDrawn(found && found.drawn);
  // On a phone its room is kept until it comes: what stands below must not move away under a finger. On the
  // computer itself there may be no more to it than a switch.
  if (!found) return local ? null : html`<div class="invitation awaited" aria-busy="true"></div>`;
  const { address, roles, camera } = found;
  return html`<div class="invitation" id="invitation">
    ${address
      ? html`${fixed
            ? null
            : html`<div class="names" id="invite-as">
                ${[...Object.keys(roles), ...(camera ? ["camera"] : [])].map(
                  (each) => html`<button key=${each} data-as=${each} class=${each === role ? "chosen" : ""} aria-pressed=${each === role} onClick=${() => setRole(each)}>${words.t(`join.roles.${each}`)}</button>`,
                )}
              </div>`}
          ${role === "camera"
            ? html`<${Films} words=${words} camera=${camera} look=${look} connection=${connection} />`
            : html`${sources[role] ? html`<img src=${sources[role]} alt=${words.t("join.code")} />` : null}
                <p>${words.t("join.scan_as", { role: words.t(`join.roles.${role}`) })}<small>${plain(roles[role].address)}</small><small id="code">${words.t("join.typed")} <b>${roles[role].code}</b></small></p>
                ${fixed ? null : html`<p class="hint">${words.t("phones.unreached")}</p>`}`}`
      : null}
    ${fixed ? (address ? null : html`<p class="hint" id="alone">${words.t("join.alone")}</p>`) : local || !address ? html`<${PhonesSwitch} words=${words} changed=${look} films=${Boolean(camera)} />` : null}
  </div>`;
}

// What a phone needs that is to film, fetched when one is.
function Films(shared) {
  const [Shown, show] = useState(null);
  useEffect(() => {
    Promise.all([import("./filming.js"), shared.words.include("filming")]).then(([found]) => show(() => found.Films), () => {});
  }, [shared.words]);
  return Shown ? html`<${Shown} ...${shared} />` : null;
}

// In the set-up, where a phone is the camera: its codes, before anything else of the camera.
export function FilmHere({ words, connection }) {
  const [camera, setCamera] = useState(null);
  const look = () => connection.get("invitation").then((told) => told && setCamera((before) => (same(before, told.camera) ? before : told.camera)));
  useEffect(() => {
    look();
  }, []);
  useAgain(look);
  if (!camera) return null;
  return html`<section class="part" id="film-here"><h2>${words.t("join.roles.camera")}</h2><div class="invitation"><${Films} words=${words} camera=${camera} look=${look} connection=${connection} /></div></section>`;
}
