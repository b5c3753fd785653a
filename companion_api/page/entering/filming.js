// The phone that films: its code, the browser's warning in pictures, what comes of it, or why nothing does.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { companion, local } from "../companion.js";
import { Photo } from "../before/check.js";
import { useAgain } from "../line/again.js";
import { plain, useDrawn } from "./invitation.js";

const EVERY = 1000; // ms between two looks at what the phone sends
const BROWSERS = ["chrome", "safari", "samsung", "firefox"];

export function Films({ words, camera, look, connection }) {
  const [drawn, setDrawn] = useState(null);
  const [filmed, setFilmed] = useState(null);
  useEffect(() => {
    const codes = { trust: camera.trust && camera.trust.qr, film: camera.qr };
    setDrawn(Object.fromEntries(Object.entries(codes).filter(([, svg]) => svg)));
  }, [camera]);
  const sources = useDrawn(drawn);
  useAgain(EVERY, () => connection.get("camera"), setFilmed, Boolean(camera.address));
  if (!camera.address)
    return html`<p class="told-alert" id="no-film">${words.t("films.insecure")}</p>
      ${local ? html`<button class="sure wide" id="lend" onClick=${() => companion("/phones", { on: true, films: true }).then(look)}>${words.t("films.lend")}</button>` : null}`;
  const films = filmed && filmed.state === "films";
  return html`<div class="films" id="films">
    ${films ? html`<p class="films-ok" id="films-ok" role="status">✓ ${words.t("films.films")}</p>` : null}
    ${films && filmed.picture ? html`<${Photo} seen=${filmed.picture} id="filmed" label=${words.t("films.picture")} />` : null}
    <details open=${!films}>
      <summary>${words.t("films.how")}</summary>
      <ol>
        <li><b>${words.t("films.scan")}</b>${sources.film ? html`<img id="film-code" src=${sources.film} alt=${words.t("films.film_code")} />` : null}<small>${plain(camera.address)}</small></li>
        ${camera.trust ? html`<li><b>${words.t("films.warned")}</b><${Warnings} words=${words} host=${new URL(camera.address).hostname} /></li>` : null}
        <li><b>${words.t("films.allow")}</b></li>
      </ol>
    </details>
    ${films || !filmed ? null : html`<p class=${["nobody", "opened"].includes(filmed.state) ? "hint" : "told-alert"} id="why-no-film" role="status">${words.t(`films.why.${filmed.state}`)}</p>`}
    ${camera.trust
      ? html`<details id="trust">
          <summary>${words.t("films.trust")}</summary>
          <p class="hint">${words.t("films.trust_what")}</p>
          ${sources.trust ? html`<img src=${sources.trust} alt=${words.t("films.trust_code")} />` : null}<small>${camera.trust.address}</small><small>${words.t("films.fingerprint")} <code>${camera.fingerprint}</code></small>
        </details>`
      : null}
  </div>`;
}

// The warning as each browser shows it: what to tap, screen after screen.
function Warnings({ words, host }) {
  const [browser, choose] = useState(BROWSERS[0]);
  const steps = [1, 2, 3].filter((n) => words.has(`films.warning.${browser}.${n}`)).map((n) => words.t(`films.warning.${browser}.${n}`, { host }));
  return html`<div class="names" id="browsers">
      ${BROWSERS.map((each) => html`<button key=${each} data-browser=${each} aria-pressed=${each === browser} class=${each === browser ? "chosen" : ""} onClick=${() => choose(each)}>${words.t(`films.browser.${each}`)}</button>`)}
    </div>
    <div class="warned" id="warned">${steps.map((step, i) => html`<${Screen} key=${browser + i} title=${words.t(`films.warning_title.${browser}`)} tap=${step} number=${i + 1} browser=${browser} last=${i === steps.length - 1} />`)}</div>`;
}

const COLOUR = { chrome: "#1a66c9", safari: "#0a7aff", samsung: "#4f46c8", firefox: "#0a62c4" };

// One screen of a phone, drawn: the barred lock, the browser's words, and the finger on what is to be tapped.
function Screen({ title, tap, number, browser, last }) {
  const button = number === 1;
  return html`<svg class="warning" viewBox="0 0 150 250" role="img" aria-label=${`${number}. ${tap}`}>
    <rect x="3" y="3" width="144" height="244" rx="18" fill="#fff" stroke="#2d231b" stroke-width="4" />
    <rect x="14" y="16" width="122" height="20" rx="10" fill="#eee6d4" />
    <path d="M22 30v-6h10v6zM24 24v-3a3 3 0 0 1 6 0v3" fill="none" stroke="#b92a26" stroke-width="2" /><path d="M20 20l14 12" stroke="#b92a26" stroke-width="2" />
    <path d="M75 50 92 80H58Z" fill="#b92a26" /><path d="M75 60v9M75 73v3" stroke="#fff" stroke-width="3" />
    <foreignObject x="12" y="86" width="126" height="62"><p class="warning-title">${title}</p></foreignObject>
    <rect x="14" y="150" width="122" height="6" rx="3" fill="#eee6d4" /><rect x="14" y="162" width="86" height="6" rx="3" fill="#eee6d4" />
    <rect x="12" y="178" width="126" height="50" rx=${button ? 25 : 6} fill=${button ? COLOUR[browser] : "#fff3cf"} stroke="#c98a10" stroke-width=${button ? 0 : 2} />
    <foreignObject x="16" y="178" width="118" height="50"><p class=${`warning-tap ${button ? "" : "link"}`}>${tap}</p></foreignObject>
    <circle cx="118" cy="232" r="13" fill="#f0b323" fill-opacity=".45" stroke="#c98a10" stroke-width="3" /><circle cx="118" cy="232" r="5" fill="#c98a10" />
    <circle cx="22" cy="60" r="11" fill="#1d5a45" /><text x="22" y="65" text-anchor="middle" font-size="14" font-weight="700" fill="#fff">${number}</text>
    ${last ? html`<path d="M110 62l5 6 10-12" fill="none" stroke="#1d6b49" stroke-width="4" />` : null}
  </svg>`;
}
