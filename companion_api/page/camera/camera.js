// This phone is the table's camera: what it sees goes to the companion, one JPEG after the other.
import { ask } from "../ask.js";
import { join, offered, pass, takeInvitation } from "../passes.js";
import { Pace } from "./pace.js";
import { loadWords, preferredLanguage } from "../words.js";

const PATIENCE = 6000; // ms for a picture to arrive
const AIM_EVERY = 2000; // ms between two looks at how the phone is aimed
const AIM_REST = 15000; // while an evening is on
const AIM_PATIENCE = 20000; // a slow computer looks at a picture for seconds
const RETRY = 1000; // ms after a picture that did not arrive
const view = document.getElementById("view");
const start = document.getElementById("start");
const canvas = document.createElement("canvas");
const pace = new Pace();
let words;
let awake = true;
let wanted = { width: 1280, height: 720 };

function say(key, places) {
  document.getElementById("said").textContent = words.t(`phone_camera.${key}`, places);
}

function advise(key) {
  const advice = document.getElementById("advice");
  advice.hidden = !key;
  advice.textContent = key ? words.t(`phone_camera.${key}`) : "";
}

// Opens the camera; what stood in the way, as a key of the catalogue, or "".
async function open() {
  if (!navigator.mediaDevices) return "needs_https"; // browsers hand out the camera to secure pages only
  try {
    view.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } },
    });
  } catch (error) {
    return error.name === "NotAllowedError" ? "not_allowed" : "no_camera";
  }
  await view.play();
  return "";
}

// The screen stays on; a phone whose screen was switched off asks for it anew.
async function stayAwake() {
  try {
    await navigator.wakeLock.request("screen");
    awake = true;
  } catch {
    awake = false;
  }
}

function shot() {
  const scale = Math.min(wanted.width / view.videoWidth, wanted.height / view.videoHeight, 1) * pace.scale;
  canvas.width = Math.round(view.videoWidth * scale);
  canvas.height = Math.round(view.videoHeight * scale);
  canvas.getContext("2d").drawImage(view, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", pace.quality));
}

async function send(token) {
  const began = performance.now();
  const jpeg = await shot();
  const drawn = performance.now();
  const answer = await ask("../api/camera", {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "image/jpeg" },
    body: jpeg,
    patience: PATIENCE,
  });
  if (!answer || !answer.ok) throw new Error(answer ? String(answer.status) : "");
  wanted = answer.said;
  pace.sent(drawn - began, performance.now() - drawn - wanted.waited, wanted.waited, performance.now());
}

// While nobody plays yet: the one thing to mend next, readable from a metre away.
async function aim(token, filming) {
  const shown = document.getElementById("aim");
  while (filming()) {
    const answer = await ask("../api/camera/aim", { headers: { Authorization: `Bearer ${token}` }, patience: AIM_PATIENCE });
    const says = answer && answer.ok ? answer.said.says : "";
    view.classList.toggle("aimed", Boolean(answer) && (answer.ok || answer.status === 422)); // no evening is on
    shown.hidden = !says;
    shown.className = says === "found" ? "right" : "";
    if (says) shown.textContent = words.t(`phone_camera.aim.${says}`);
    await new Promise((go) => setTimeout(go, answer && answer.status === 409 ? AIM_REST : AIM_EVERY));
  }
  shown.hidden = true;
}

// The table's computer shows why no picture comes.
const tell = (token, says) =>
  ask("../api/camera/says", { method: "POST", headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }, body: JSON.stringify({ says }) });

async function film(token) {
  start.hidden = true;
  tell(token, "opened");
  const trouble = await open();
  if (trouble) {
    start.hidden = false;
    tell(token, trouble);
    return say(trouble);
  }
  stayAwake();
  const [track] = view.srcObject.getVideoTracks();
  aim(token, () => track.readyState === "live");
  while (track.readyState === "live") {
    const due = performance.now() + pace.every;
    try {
      await send(token);
      say("sends", { fps: pace.fps.toFixed(0), width: canvas.width, height: canvas.height });
      advise(view.videoHeight > view.videoWidth ? "turn" : pace.advice || (awake ? "" : "may_sleep"));
    } catch (error) {
      if (error.message === "401" || error.message === "403") return say("not_host");
      say(["404", "405"].includes(error.message) ? "not_wanted" : "reconnecting");
      await new Promise((go) => setTimeout(go, RETRY));
    }
    await new Promise((go) => setTimeout(go, Math.max(0, due - performance.now())));
  }
  start.hidden = false;
  say("no_camera");
}

// What lets this phone film: the pass for the invitation to do so, else a host's.
async function admitted(shown) {
  const found = shown && (await offered(shown, "../"));
  return found && found.roles && found.roles.includes("camera") ? join("camera", null, "../") : shown || pass();
}

async function main() {
  words = await loadWords(preferredLanguage(), { from: "../", away: (text) => (document.getElementById("said").textContent = text) });
  document.getElementById("title").textContent = words.t("phone_camera.title");
  const token = await admitted(takeInvitation());
  if (!token) return say("not_host");
  start.textContent = words.t("phone_camera.start");
  say("place");
  start.addEventListener("click", () => film(token));
  film(token); // the browser asks for the camera by itself; the button is for whoever refused, or comes back
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && view.srcObject) stayAwake();
  });
}

main();

document.documentElement.dataset.started = ""; // see starting.js
