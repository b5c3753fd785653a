// Keeps the page itself at hand for when the network hiccups; never the table's events or pictures.
const PATIENCE = 5000; // ms until a page that is kept is shown instead of one that does not come
const KEPT = "page-19";
const FILES = [
  "./", "line/again.js", "app.js", "ask.js", "cards.js", "controls.js", "before/changing.js", "before/check.js", "companion.js", "line/connection.js", "table/corrections.js", "table/demo.js", "table/demo.css", "before/draw.js", "table/evening.js", "table/news.js", "table/refusals.js", "files.js", "entering/invitation.js", "before/lesson.js", "line/line.js", "table/parts.js", "passes.js", "entering/devices.js", "entering/phones.js", "entering/second.js", "table/questions.js", "entering/roles.js", "table/rules.js", "table/settlement.js", "before/draft.js", "before/length.js", "before/options.js", "before/players.js", "before/presets.js", "before/reminder.js", "before/setup.js", "before/stock.js", "table/share.js", "table/sheets.js", "storage.js", "table/table.js",
  "entering/corner.js", "entering/filming.js", "entering/inviting.js", "table/opening.js", "table/television.js", "table/unseen.js", "voice/voice.js", "voice/listening.js", "languages.js", "words.js", "style.css",
  "stage/consequence.js", "stage/fitted.js", "stage/flight.js", "stage/moments.js", "stage/podium.js", "stage/queue.js", "stage/stage.js", "stage/stops.js", "stage/story.js", "stage/stage.css", "sounds/choices.js", "sounds/sounds.js", "sounds/synthesis.js", "sounds/pack.json",
  "icon.svg", "manifest.webmanifest", "vendor/preact-htm.module.js",
  "series/canvas.js", "smaller.js",
  "mine/guiding.js", "mine/mine.js", "mine/nudging.js", "mine/passing.js", "mine/mine.css",
  "replay/replay.js", "replay/failed.js", "replay/round.js", "replay/sheet.js", "replay/replay.css", "replay/round.css",
  "guests/beside.js", "guests/pages.js", "hand/hand.css", "hand/numbers.js", "hand/pack.js", "hand/photo.js", "hand/sheet.js", "hand/take.js",
  "nap/acting.js", "nap/mine.js", "nap/nap.css", "nap/part.js", "nap/rules.js", "nap/said.js", "nap/settlement.js", "nap/table.js", "nap/television.js",
];
const PARTS = ["table", "rules", "phones", "voice", "replay", "stage", "mine", "hand", "guests", "nap", "filming"]; // of the words, in every language

async function files() {
  const languages = await (await fetch("words/languages.json")).json();
  return [...FILES, ...Object.keys(languages).flatMap((code) => PARTS.map((part) => `words/${code}/${part}.json`))];
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then(async (cache) => cache.addAll(await files())));
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
    // Written only where it is another: a phone that reloads does not store sixty files again.
    if (answer.ok && !(kept && answer.headers.get("etag") && answer.headers.get("etag") === kept.headers.get("etag"))) {
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
