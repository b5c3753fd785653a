// The demo's own bar: let it stand still, see it again, see another, and then play for real.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { begin, companion } from "../companion.js";

const SEEDS = 100000; // as many evenings as `nainjaune demo --chance` knows

// over: nothing more comes, whether the round was read to its end or not.
export function DemoBar({ words, connection, paused, over }) {
  const [demo, setDemo] = useState(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    companion().then((found) => found && found.on && setDemo(found.on.demo));
  }, []);
  if (!demo) return null;
  const play = async (seed) => {
    setBusy(true);
    connection.hangUp(); // this evening ends, and its refusal must not take the next one's pass away
    if (await begin({ what: "demo", lang: words.language, seed })) connection.open();
    setBusy(false);
  };
  return html`<section class=${`demo-bar ${over ? "over" : ""}`} id="demo" aria-label=${words.t("demo.title")}>
    ${over ? html`<a class="call" id="for-real" href="/start/"><span>${words.t("demo.for_real")}</span></a>` : null}
    <p><b>${words.t("demo.title")}</b> <small>${words.t("demo.seed", { n: demo.seed })}</small></p>
    <div class="names">
      ${over ? null : html`<button id="demo-pause" aria-pressed=${paused} onClick=${() => companion("/pause", { on: !paused })}>${words.t(paused ? "demo.go" : "demo.pause")}</button>`}
      <button id="demo-again" disabled=${busy} onClick=${() => play(demo.seed)}>${words.t("demo.again")}</button>
      <button id="demo-other" disabled=${busy} onClick=${() => play(Math.floor(Math.random() * SEEDS))}>${words.t("demo.other")}</button>
    </div>
  </section>`;
}
