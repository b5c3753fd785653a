// Cameras to choose from: live thumbnails, and the ways in which a phone becomes one.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { useAgain } from "../line/again.js";
import { companion } from "../companion.js";

const EVERY = 1500; // ms between two thumbnails of a camera
const FIND = 3000; // ms between two looks for cameras that were plugged in meanwhile

export function Webcams({ words, choose, busy }) {
  const [found, setFound] = useState(null);
  useAgain(FIND, () => companion("/cameras"), (cameras) => Array.isArray(cameras) && setFound(cameras), true);
  if (found === null) return html`<p class="hint" role="status">${words.t("start.webcams.looking")}</p>`;
  if (!found.length) return html`<p class="hint" id="no-webcam">${words.t("start.webcams.none")}</p>`;
  return html`<p class="hint">${words.t("start.webcams.choose")}</p>
    <div class="cameras" id="cameras">
      ${found.map((camera) => html`<${Thumbnail} key=${camera.source} camera=${camera} words=${words} choose=${choose} busy=${busy} />`)}
    </div>`;
}

function Thumbnail({ camera, words, choose, busy }) {
  const [seen, setSeen] = useState(null);
  useAgain(EVERY, () => companion("/look", { source: camera.source }), (look) => look && setSeen(look), !busy);
  const jpeg = seen && seen.jpeg;
  return html`<button data-camera=${camera.source} disabled=${Boolean(busy) || Boolean(seen && seen.error)} onClick=${() => choose(camera.source)}>
    ${jpeg
      ? html`<${Picture} jpeg=${seen.jpeg} words=${words} />`
      : html`<div class="view" role="status">${words.t(seen ? "start.webcams.taken" : "start.webcams.opening")}</div>`}
    <span>${camera.name}</span>
  </button>`;
}

function Picture({ jpeg, words }) {
  const [source, setSource] = useState("");
  useEffect(() => {
    const bytes = Uint8Array.from(atob(jpeg), (sign) => sign.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [jpeg]);
  return source ? html`<img src=${source} alt=${words.t("start.webcams.picture")} />` : null;
}

// First the page itself: nothing to install; then a cable, an iPhone beside a Mac, an application's address.
export function AsCamera({ words, choose, busy }) {
  return html`
    <p class="hint">${words.t("start.as_camera.page.how")}</p>
    <button class="sure wide" id="film-by-page" disabled=${Boolean(busy)} onClick=${() => choose("phone")}>${words.t("start.as_camera.page.go")}</button>
    <details class="every" id="other-ways"><summary>${words.t("start.as_camera.others")}</summary>
    <h3>${words.t("start.as_camera.cable.title")}</h3>
    <ol>${[1, 2, 3].map((n) => html`<li key=${n}>${words.t(`start.as_camera.cable.step_${n}`)}</li>`)}</ol>
    <h3>${words.t("start.as_camera.continuity.title")}</h3>
    <p class="hint">${words.t("start.as_camera.continuity.how")}</p>
    <${Webcams} words=${words} choose=${choose} busy=${busy} />
    <h3>${words.t("start.as_camera.app.title")}</h3>
    <p class="hint">${words.t("start.as_camera.app.how")}</p>
    <${Try} words=${words} choose=${choose} busy=${busy} />
    </details>`;
}

// An address is tried and its picture shown before anything is played with it.
function Try({ words, choose, busy }) {
  const [address, setAddress] = useState("");
  const [seen, setSeen] = useState(null);
  const [trying, setTrying] = useState(false);
  const full = address.includes("://") ? address.trim() : `http://${address.trim()}`;
  const look = async (event) => {
    event.preventDefault();
    setTrying(true);
    setSeen(await companion("/look", { source: full }));
    setTrying(false);
  };
  const why = seen && seen.error ? `start.no_stream.${seen.error}` : "";
  return html`<form class="adder" onSubmit=${look}>
      <input id="stream" required autocomplete="off" autocapitalize="none" spellcheck=${false} inputmode="url" placeholder="192.168.1.23:8080/video" aria-label=${words.t("start.as_camera.app.address")} value=${address} onInput=${(event) => setAddress(event.target.value)} />
      <button id="try-stream" disabled=${trying}>${words.t(trying ? "start.as_camera.app.trying" : "start.as_camera.app.try")}</button>
    </form>
    ${why ? html`<p class="told-alert" id="no-stream" role="alert">${words.t(words.has(why) ? why : "start.no_stream.nobody")}</p>` : null}
    ${seen && seen.jpeg
      ? html`<div class="tried" id="tried"><${Picture} jpeg=${seen.jpeg} words=${words} /><button class="sure wide" id="play-stream" disabled=${Boolean(busy)} onClick=${() => choose(full)}>${words.t("start.as_camera.app.play")}</button></div>`
      : null}`;
}
