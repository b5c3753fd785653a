// Rules at hand: what may be done now, why a box was lost, and every rule in force.
import { html } from "../vendor/preact-htm.module.js";
import { Card } from "../cards.js";
import { Sheet } from "./sheets.js";

// What the table waits for, and who may do what, as the rules in force have it.
export function now(view, words) {
  const { options, suited, preset } = view.rules;
  const lines = [];
  // As this game says it, else as all do.
  const own = (rule, places) => words.t(words.has(`rules_now.${preset}.${rule}`) ? `rules_now.${preset}.${rule}` : `rules_now.${rule}`, places);
  if (view.phase === "antes") {
    lines.push(words.t("rules_now.antes", { name: view.leader }));
  } else if (view.phase === "playing") {
    const follow = suited ? "suit" : "rank";
    if (view.wanted === null) lines.push(own("start", { name: view.leader }));
    else {
      lines.push(own(follow, { rank: words.aRank(view.wanted) }));
      lines.push(words.t(`rules_now.must_${options.must_continue ?? "on"}`));
      lines.push(own("nobody", { name: view.leader }));
    }
  } else if (view.phase === "hands") {
    lines.push(words.t("rules_now.hands", { names: words.listed(view.missing) }));
  } else lines.push(words.t("rules_now.settled"));
  if (view.call) lines.push(words.t(`rules_now.call_${options.call_window}`, { name: view.call.player, card: view.call.card }));
  return lines;
}

// The presets that a family knows, in the order in which they are offered; the others are folded away.
export const FAMILIAR = ["french_page", "lindor", "avantcoureur", "nap"];

// The name (or `what` it is) of a set of rules that we ship, the same wherever it is told: as families call it, else the source's.
export const presetWord = (name, words, part = "name") => words.t(FAMILIAR.includes(name) ? `setup.familiar.${name}.${part}` : `presets.${name}.${part}`);

// What is played, as it stands over the page.
export const gameName = (view, words) => (view.part === "nap" ? presetWord("nap", words) : words.t("title"));

// Whether a rule means something where `value(name)` is what is played, undefined: there is no such rule.
export function counts(onlyWith, value) {
  const [other, ...values] = onlyWith || [];
  return !other || value(other) === undefined || values.includes(String(value(other)));
}

function inForce(name, value, words) {
  const at = `options.${name}.values`;
  return words.has(`${at}.${value}`) ? words.t(`${at}.${value}`) : words.t(`${at}.n`, { n: value });
}

export function RulesSheet({ view, words, close, part }) {
  const { options, called, own, changed } = view.rules;
  const name = own ? called : presetWord(called, words);
  const lost = view.cards.filter((laid) => laid.call === "missed");
  return html`<${Sheet} title=${words.t("rules_now.title")} close=${close} words=${words}>
    <h3>${words.t("rules_now.may")}</h3>
    <ul class="plain" id="may-now">${part.now(view, words).filter(Boolean).map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    ${lost.length
      ? html`<h3>${words.t("rules_now.lost")}</h3>
          <ul class="told" id="lost">
            ${lost.map(
              (laid) => html`<li key=${laid.seq}>
                <${Card} card=${laid.card} words=${words} size="mini" />
                <span>${words.t("rules_now.lost_why", { name: laid.player, card: laid.card })}
                  <small>${["call_required", "call_window", "missed_call"].filter((name) => name in options).map((name) => `${words.t(`options.${name}.name`)}${words.t("colon")}${inForce(name, options[name], words)}`).join(" · ")}</small>
                </span>
              </li>`,
            )}
          </ul>`
      : null}
    <h3>${words.t("rules_now.all", { name: [name, changed ? words.count("setup.changed", changed) : ""].filter(Boolean).join(" · ") })}</h3>
    <dl class="rules" id="in-force">
      ${Object.entries(options)
        .filter(([name, value]) => value !== "" && words.has(`options.${name}.name`) && !view.rules.idle.includes(name))
        .map(([name, value]) => html`<div key=${name}><dt>${words.t(`options.${name}.name`)}</dt><dd>${inForce(name, value, words)}</dd></div>`)}
    </dl>
  <//>`;
}
