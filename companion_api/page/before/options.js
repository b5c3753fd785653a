// The rules one by one.
import { html } from "../vendor/preact-htm.module.js";
import { Stepper } from "../controls.js";
import { numbersOf, same, valueOf } from "./draft.js";

// One rule: what it changes, its values with their sources; a tap chooses.
// usual: the options of the set of rules that was chosen, by name.
export function Option({ option, words, options, usual = {}, choose, rules }) {
  const { name } = option;
  const value = name in options ? options[name] : option.default;
  const before = name in usual ? usual[name] : option.default;
  const told = (each) => (words.has(`options.${name}.values.${each}`) ? words.t(`options.${name}.values.${each}`) : words.t(`options.${name}.values.n`, { n: each }));
  const from = (each) => (option.sources[each] || option.sources["*"] || []).map((source) => words.t(`sources.${source}`)).join(", ");
  if (option.by) return html`<${Numbers} option=${option} words=${words} options=${options} choose=${choose} rules=${rules} />`;
  if (option.least !== null)
    return html`<div class="option" data-option=${name}>
      <b>${words.t(`options.${name}.name`)}</b><small>${words.t(`options.${name}.what`)}</small>
      <${Stepper} id=${`option-${name}`} words=${words} title=${told(value)} note=${from(value)} value=${Number(value)} least=${option.least} most=${100} set=${(n) => choose(name, n)} />
    </div>`;
  return html`<div class="option" data-option=${name}>
    <b>${words.t(`options.${name}.name`)}</b><small>${words.t(`options.${name}.what`)}</small>
    <div class="values" role="radiogroup" aria-label=${words.t(`options.${name}.name`)}>
      ${option.values.map(
        (each) => html`<button
          key=${each}
          role="radio"
          aria-checked=${same(each, value)}
          data-value=${each}
          class=${same(each, value) ? "chosen" : ""}
          onClick=${() => choose(name, each)}
        >
          ${told(each)}<small>${[same(each, before) ? words.t("setup.usual") : "", from(each)].filter(Boolean).join(" · ")}</small>
        </button>`,
      )}
    </div>
  </div>`;
}

// An option of several numbers, each named by what it is of.
function Numbers({ option, words, options, choose, rules }) {
  const { name } = option;
  const now = numbersOf(option, options, rules);
  const set = (at, n) => choose(name, now.map(([, other], i) => (i === at ? n : other)).join(" "));
  return html`<div class="option" data-option=${name}>
    <b>${words.t(`options.${name}.name`)}</b><small>${words.t(`options.${name}.what`)}</small>
    ${now.map(([each, n], at) => html`<${Stepper} key=${each} id=${`value-${each}`} words=${words} title=${words.t(`bids.${each === "bonaparte" && valueOf(rules, options, option.by) === "aylesbury" ? "napoleon" : each}`)} value=${n} shown=${n || "–"} least=${option.least} most=${100} set=${(to) => set(at, to)} />`)}
  </div>`;
}
