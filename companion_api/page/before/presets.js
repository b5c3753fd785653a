// By which rules: a preset, one’s own, and each option.
import { html, useState } from "../vendor/preact-htm.module.js";
import { keep } from "../storage.js";
import { FAMILIAR, counts, presetWord } from "../table/rules.js";
import { LENGTH, changed, nearest, valueOf } from "./draft.js";
import { Option } from "./options.js";

// 2–8, or 3 ou 5.
export const numbers = (counts, words) =>
  counts.length > 2 && counts[counts.length - 1] - counts[0] === counts.length - 1
    ? `${counts[0]}–${counts[counts.length - 1]}`
    : counts.join(words.t("setup.or"));

export function Rules({ words, offer, draft, base, change, choose, tell, load, say }) {
  const [name, setName] = useState("");
  const { preset: near, different } = nearest(offer.presets, base, draft.options);
  const chosen = different.length ? null : near;
  const pick = ({ rules, options }) => {
    const lasts = rules === draft.rules && "end" in draft.options ? { end: draft.options.end } : {};
    change({ rules, options: { ...lasts, ...options } });
  };
  const save = async (event) => {
    event.preventDefault();
    const options = Object.fromEntries(changed(base, draft.options).map((option) => [option.name, draft.options[option.name]]));
    if (await tell("presets", { save: { name, game: base.game, rules: base.rules, options } })) {
      await load();
      setName("");
      say(words.t("setup.kept"));
    }
  };
  const forget = async (preset) => {
    if (await tell("presets", { forget: preset.name })) {
      await load();
      say(words.t("setup.forgot"));
    }
  };
  const line = (preset) => html`<${PresetLine} key=${preset.name} preset=${preset} words=${words} offer=${offer} draft=${draft} chosen=${preset === chosen} pick=${pick} forget=${forget} />`;
  const guest = (preset) => offer.rules.some((each) => each.guest && each.rules === preset.rules);
  const first = (preset) => !preset.built_in || guest(preset) || FAMILIAR.includes(preset.name);
  const rank = (preset) => (preset.built_in ? FAMILIAR.indexOf(preset.name) : -1);
  const shown = offer.presets.filter((preset) => first(preset) || preset === chosen).sort((a, b) => (rank(a) < 0 && a.built_in ? 9 : rank(a)) - (rank(b) < 0 && b.built_in ? 9 : rank(b)));
  const folded = offer.presets.filter((preset) => !shown.includes(preset));
  return html`<section class="part">
    <h2>${words.t("setup.rules")}</h2>
    <div class="presets" id="presets">${shown.map(line)}</div>
    ${base.guest
      ? null
      : html`<p class="hint"><a id="how" href="how/#mine" target="_blank" onClick=${() => keep("how", JSON.stringify({ rules: draft.rules, options: draft.options }))}>${words.t("setup.how")}</a></p>`}
    ${folded.length
      ? html`<details class="every" id="other-presets"><summary>${words.t("setup.others")}</summary><div class="presets">${folded.map(line)}</div></details>`
      : null}
    <details class="every" id="every-rule">
      <summary>${words.t("setup.see")} <small id="changed">${words.count("setup.changed", different.length)}</small></summary>
      ${base.groups.filter((group) => group !== LENGTH).map((group) => {
        const options = base.options.filter((option) => option.group === group && counts(option.only_with, (other) => valueOf(base, draft.options, other)));
        return options.length
          ? html`<h3 key=${group}>${words.t(`setup.group.${group}`)}</h3>
              <div class="sheetlike">
                ${options.map((option) => html`<${Option} key=${option.name} option=${option} words=${words} options=${draft.options} usual=${near.options} choose=${choose} rules=${base} />`)}
              </div>`
          : null;
      })}
    </details>
    ${chosen
      ? null
      : html`<form class="adder" onSubmit=${save}>
          <input id="preset-name" maxlength="40" autocomplete="off" placeholder=${words.t("setup.save_name")} aria-label=${words.t("setup.save_name")} value=${name} onInput=${(event) => setName(event.target.value)} />
          <button id="save-preset" disabled=${!name.trim()}>${words.t("setup.save")}</button>
        </form>`}
  </section>`;
}

// A set of rules to choose: by the name that a family gives it, or the source's.
function PresetLine({ preset, words, offer, draft, chosen, pick, forget }) {
  const at = offer.rules.find((each) => each.rules === preset.rules);
  const [title, what] = preset.built_in
    ? [presetWord(preset.name, words), presetWord(preset.name, words, "what")]
    : [preset.name, `${presetWord(preset.rules, words)} · ${words.count("setup.changed", Object.keys(preset.options).length)}`];
  const fits = at.players.includes(draft.players.length) || draft.players.length < at.players[0];
  return html`<div class="preset-line">
    <button class=${`preset ${chosen ? "chosen" : ""}`} data-preset=${preset.name} aria-pressed=${chosen} onClick=${() => pick(preset)}>
      <b>${title}</b>${preset.built_in ? null : html`<span class="tag">${words.t("setup.own")}</span>`}
      <small>${what}${fits ? "" : ` (${words.t("setup.only", { n: numbers(at.players, words) })})`}</small>
    </button>
    ${chosen && !preset.built_in ? html`<button class="small" data-forget=${preset.name} onClick=${() => forget(preset)}>${words.t("setup.forget")}</button>` : null}
  </div>`;
}
