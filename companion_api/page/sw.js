// Keeps the page itself at hand for when the network hiccups; never the table's events or pictures.
const PATIENCE = 5000; // ms until a page that is kept is shown instead of one that does not come
const KEPT = "page-11";
const FILES = [
  "./", "again.js", "app.js", "ask.js", "cards.js", "check.js", "companion.js", "connection.js", "corrections.js", "demo.js", "draw.js", "evening.js", "invitation.js", "lesson.js", "parts.js", "passes.js", "phones.js", "questions.js", "roles.js", "rules.js", "settlement.js", "setup.js", "share.js", "sheets.js", "storage.js", "table.js",
  "television.js", "unseen.js", "voice.js", "listening.js", "words.js", "style.css",
  "stage/consequence.js", "stage/flight.js", "stage/moments.js", "stage/podium.js", "stage/queue.js", "stage/stage.js", "stage/stops.js", "stage/stage.css", "sounds/choices.js", "sounds/sounds.js", "sounds/synthesis.js", "sounds/pack.json",
  "icon.svg", "manifest.webmanifest", "vendor/preact-htm.module.js",
  "words/fr.json", "words/en.json", "words/de.json",
  "words/rules/fr.json", "words/rules/en.json", "words/rules/de.json",
  "words/phones/fr.json", "words/phones/en.json", "words/phones/de.json",
  "words/voice/fr.json", "words/voice/en.json", "words/voice/de.json",
  "series/canvas.js", "smaller.js",
  "mine/mine.js", "mine/nudging.js", "mine/passing.js", "mine/mine.css",
  "words/mine/fr.json", "words/mine/en.json", "words/mine/de.json",
  "replay/replay.js", "replay/failed.js", "replay/replay.css",
  "words/replay/fr.json", "words/replay/en.json", "words/replay/de.json",
  "words/stage/fr.json", "words/stage/en.json", "words/stage/de.json",
  "guests/beside.js", "hand/hand.css", "hand/numbers.js", "hand/pack.js", "hand/photo.js", "hand/sheet.js", "hand/take.js",
  "words/guests/fr.json", "words/guests/en.json", "words/guests/de.json",
  "nap/acting.js", "nap/mine.js", "nap/nap.css", "nap/part.js", "nap/rules.js", "nap/said.js", "nap/settlement.js", "nap/table.js", "nap/television.js",
  "words/nap/fr.json", "words/nap/en.json", "words/nap/de.json",
  "words/hand/fr.json", "words/hand/en.json", "words/hand/de.json",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((n) => n !== KEPT).map((n) => caches.delete(n)))),
  );
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin || address.pathname.startsWith("/api/")) return;
  event.respondWith(answered(event.request));
});

// What the computer has, and what is kept when it does not answer.
async function answered(request) {
  const kept = await caches.match(request, { ignoreSearch: true }).catch(() => undefined);
  const late = new AbortController();
  const clock = kept && setTimeout(() => late.abort(), PATIENCE);
  try {
    const answer = await fetch(request, { signal: late.signal });
    if (answer.ok) {
      const copy = answer.clone();
      caches.open(KEPT).then((cache) => cache.put(request, copy)).catch(() => {}); // no room: as it was
    }
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(clock);
  }
}
