// Helps a phone trust this computer: take the certificate, trust it, open the table.
import { ask } from "../ask.js";
import { FIRST, LANGUAGES } from "../languages.js";

const AGAIN = 2000; // ms until a computer that did not answer is asked again
const PICTURED = ["iphone", "android"]; // whose steps are shown as pictures too
const PLATFORMS = ["iphone", "android", "mac", "windows", "linux", "firefox"];

function here() {
  const agent = navigator.userAgent;
  if (/Firefox/.test(agent)) return "firefox";
  if (/iPhone|iPad/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)) return "iphone";
  if (/Android/.test(agent)) return "android";
  if (/Windows/.test(agent)) return "windows";
  return /Macintosh/.test(agent) ? "mac" : "linux";
}

function element(name, text = "", attributes = {}) {
  const made = Object.assign(document.createElement(name), attributes);
  made.textContent = text;
  return made;
}

// A step as pictures: for each "menu › entry" in it a small screen with the entry to tap, and the switch at the end.
function screens(step) {
  const way = step.replace(/[.]$/, "").split(" › ").map((part) => part.split(/ ?[:,] /)[0].trim());
  const shown = element("div", "", { className: "screens", ariaHidden: "true" });
  way.slice(1).forEach((entry, i) => shown.append(screen(way[i], entry.replace(/[«»“”„]/g, "").trim())));
  if (/Nain Jaune/.test(step)) shown.append(screen(way.length > 1 ? way[way.length - 1] : "", "Nain Jaune", true));
  return shown;
}

function screen(title, entry, isSwitch = false) {
  const made = element("div", "", { className: "phone" });
  const row = element("span", entry, { className: isSwitch ? "tap switched" : "tap" });
  made.append(element("b", title.replace(/[«»“”„]/g, "").trim()), element("i"), row, element("i"), element("i"));
  return made;
}

function languages(shown) {
  const choice = element("nav");
  for (const [code, { name }] of Object.entries(LANGUAGES)) {
    const button = element("button", name, { lang: code, onclick: () => show(code) });
    button.setAttribute("aria-pressed", String(code === shown));
    choice.append(button);
  }
  return choice;
}

// No certificate is offered: what this page is for, why there is nothing now, what to do.
function nothing(words) {
  const said = ["none_what", "none_why", "none_do"].map((key) => element("p", words[key]));
  return [element("h1", words.none), ...said, element("a", words.back, { className: "do", id: "back", href: "../start/" })];
}

async function show(language) {
  const page = document.getElementById("page");
  const answers = await Promise.all([`../words/${language}/trust`, "about"].map((path) => ask(`${path}.json`)));
  const offered = !answers[1] || answers[1].status !== 404; // 404: this is not the door where phones take it
  if (!answers[0]?.ok || (offered && !answers[1]?.ok)) {
    if (!page.querySelector("h1")) page.textContent = LANGUAGES[language].away;
    setTimeout(() => show(language), AGAIN);
    return;
  }
  const [{ trust: words }, about] = answers.map((each) => each.said);
  document.documentElement.lang = language;
  document.title = words.title;
  if (!offered) return page.replaceChildren(languages(language), ...nothing(words));
  page.replaceChildren(languages(language), element("h1", words.title), element("p", words.why));
  page.append(element("h2", words.take), element("a", words.take_do, { className: "do", href: "nainjaune.crt" }));
  page.append(element("p", words.compare), element("code", about.fingerprint, { id: "fingerprint" }), element("h2", words.trust));
  for (const platform of [here(), ...PLATFORMS.filter((other) => other !== here())]) {
    const block = element("details", "", { open: platform === here() });
    const steps = element("ol");
    for (const step of Object.values(words[`${platform}_steps`])) steps.append(element("li", step));
    block.append(element("summary", words[platform]), steps);
    if (PICTURED.includes(platform)) Object.values(words[`${platform}_steps`]).forEach((step, i) => steps.children[i].append(screens(step)));
    page.append(block);
  }
  page.append(element("h2", words.open), element("a", words.open_do, { className: "do", id: "open", href: about.table }), element("p", words.open_more), element("p", words.later));
}

const asked = (navigator.languages || []).map((code) => code.slice(0, 2)).find((code) => code in LANGUAGES);
show(asked || FIRST);

document.documentElement.dataset.started = ""; // see starting.js
