// Before an evening: who plays, by which rules, with which chips, for how long.
import { html, useEffect, useRef, useState } from "./vendor/preact-htm.module.js";
import { Lying, Pieces, dress } from "./cards.js";
import { CameraCheck } from "./check.js";
import { FilmHere } from "./invitation.js";
import { Draws, highCard, highest, lot } from "./draw.js";
import { Chips, Pack } from "./lesson.js";
import { HostMicrophone } from "./listening.js";
import { FAMILIAR, counts } from "./rules.js";
import { forget, keep, recallObject } from "./storage.js";

const LENGTH = "length"; // the group of options that is shown with how long the evening lasts
const CURRENCIES = ["EUR", "CHF", "GBP", "USD", "CAD"];
const HASTINGS = [2, 5, 10, 20]; // the only values of floater bids that are handed down (003)
const FIRST = { rounds: 8, minutes: 90, cents: 5, reminder: 2.5 };

const same = (a, b) => String(a) === String(b);

// The options that differ from the base preset.
function changed(rules, options) {
  return rules.options.filter((option) => option.name in options && !same(options[option.name], option.default));
}

// Options that can have no effect beside another one that is chosen: [that one, those]; null: there are none.
function conflict(rules, options) {
  const names = changed(rules, options).map((option) => option.name);
  const [game, others] = Object.entries(rules.alone).map(([name, apart]) => [name, apart.filter((other) => names.includes(other))]).find(([name, apart]) => names.includes(name) && apart.length) || [];
  return game ? [game, others] : null;
}

// What the numbers of an option are now, by what each is of; empty: they are still to be told.
function numbersOf(option, options, rules) {
  const names = option.names[valueOf(rules, options, option.by)];
  const told = String(options[option.name] || "").split(" ").filter(Boolean);
  const usual = Object.fromEntries(option.names.hastings.map((name, i) => [name, HASTINGS[i]]));
  return names.map((name, i) => [name, Number(told.length === names.length ? told[i] : usual[name] || 0)]);
}

// Whether some of them are still to be told.
const lacks = (rules, options) =>
  rules.options.some((option) => option.by && counts(option.name, (other) => valueOf(rules, options, other)) && numbersOf(option, options, rules).some(([, n]) => !n));

// What the form begins with: the last evening's table, else the first preset that is shown.
function opening(offer) {
  const usual = offer.presets.find((preset) => preset.built_in && preset.name === FAMILIAR[0]);
  const last = offer.last || { rules: usual.rules, options: usual.options };
  const players = (last.players || []).map((player) => player.name || player);
  return {
    players,
    dealer: players.includes(last.dealer) ? last.dealer : "",
    rules: last.rules || usual.rules,
    options: last.options || {},
    stock: last.stock_chips || { ...offer.stock },
    counted: !offer.last || Boolean(last.stock_chips),
    rounds: last.rounds || FIRST.rounds,
    minutes: last.minutes || FIRST.minutes,
    until: last.rounds ? "rounds" : last.minutes ? "time" : "open", // where the rules have no option «end»
    money: last.money || null,
    reminder: last.reminder || null,
    deck: last.deck || null,
    kinds: last.chips || null,
    carried: Boolean(offer.left),
    colours: offer.colours,
  };
}

// The table as the server reads it.
function table(draft, offer, dealer) {
  const base = offer.rules.find((each) => each.rules === draft.rules);
  // What was chosen is told even where it is the usual: then nobody asks about it.
  const inForce = (option) => counts(option.name, (other) => valueOf(base, draft.options, other));
  const chosen = base.options.filter((option) => (option.name in draft.options || option.by) && inForce(option));
  const options = Object.fromEntries(chosen.map((option) => [option.name, option.by ? numbersOf(option, draft.options, base).map(([, n]) => n) : draft.options[option.name]]));
  const players = draft.players.map((name, place) => ({ name, colour: colourOf(draft, name, place) }));
  const told = { game: base.game, rules: base.rules, options, players, dealer };
  if (draft.counted) told.stock_chips = Object.fromEntries(kinds(draft).map((kind) => [kind, draft.stock[kind]]));
  if (carries(offer, base, draft)) told.boxes = offer.left.boxes;
  if (draft.deck) told.deck = draft.deck;
  if (draft.kinds) told.chips = draft.kinds;
  if (ending(base, draft) === "rounds" && !has(base, "rounds")) told.rounds = draft.rounds;
  if (ending(base, draft) === "time") told.minutes = draft.minutes;
  if (draft.money) told.money = draft.money;
  if (draft.reminder && valueOf(base, draft.options, "call_required") === "on") told.reminder = draft.reminder;
  return told;
}

// The kinds of chips in use: those that were learnt, else all.
const kinds = (draft) => ["contrat", "fiche", "jeton"].filter((kind) => !draft.kinds || kind in draft.kinds);

// The colour chosen, else the one that goes with the place.
const colourOf = (draft, name, place) => (draft.colours && name in draft.colours ? draft.colours[name] : place % 8);

// Whether what an earlier evening left lies in boxes that this game has, and is taken over.
const fits = (offer, base) => Boolean(offer.left) && Object.keys(offer.left.boxes).every((card) => base.board.includes(card));
const carries = (offer, base, draft) => fits(offer, base) && draft.carried;
// What ends the evening: the option of that name, else what is chosen beside the rules.
const ending = (base, draft) => (has(base, "end") ? valueOf(base, draft.options, "end") : draft.until);

const has = (base, name) => base.options.some((option) => option.name === name);

function valueOf(base, options, name) {
  const option = base.options.find((each) => each.name === name);
  return option && (name in options ? options[name] : option.default);
}

export function SetUp({ words, connection, evening, say, tell, told }) {
  const [offer, setOffer] = useState(null);
  const [draft, setDraft] = useState(null);
  const [busy, setBusy] = useState(false);
  const kept = `draft-${evening}`;

  const load = async () => {
    const found = await connection.get("setup");
    if (found) setOffer(found);
    return found;
  };
  useEffect(() => {
    load().then((found) => {
      if (!found) return;
      const before = { ...opening(found), ...recallObject(kept) };
      setDraft(found.rules.some((each) => each.rules === before.rules) ? before : opening(found));
    });
  }, []);
  if (!offer || !draft) return html`<p class="hint">${words.t("connecting")}</p>`;

  const change = (part) => {
    const now = { ...draft, ...part };
    keep(kept, JSON.stringify(now)); // a phone that slept finds its form again
    setDraft(now);
  };
  dress(draft.kinds || {});
  const base = offer.rules.find((each) => each.rules === draft.rules);
  const choose = (name, value) => change({ options: { ...draft.options, [name]: value } });
  const value = { ...offer.chips, fiche: Number(valueOf(base, draft.options, "fiche") || offer.chips.fiche) };
  const seats = base.players.includes(draft.players.length);
  const apart = conflict(base, draft.options);
  const named = (name) => words.t(`options.${name}.name`);
  const wrong = apart ? words.t("setup.alone", { game: named(apart[0]), others: words.listed(apart[1].map(named)) }) : lacks(base, draft.options) ? words.t("setup.values_lack") : "";
  const begin = async () => {
    setBusy(true);
    const dealer = draft.dealer || draft.players[lot(draft.players.length)];
    if (await tell("setup", { table: table(draft, offer, dealer) })) forget(kept);
    setBusy(false);
  };

  return html`<div class="setup" id="setup">
    <section class="felt"><h1>${words.t("setup.title")}</h1><p class="or">${words.t("setup.intro")}</p></section>
    ${offer.sees ? html`<${FilmHere} words=${words} connection=${connection} />` : null}
    <${Players} words=${words} offer=${offer} draft=${draft} change=${change} say=${say} byCard=${valueOf(base, draft.options, "first_dealer") === "high_card"} />
    <${Rules} words=${words} offer=${offer} draft=${draft} base=${base} change=${change} choose=${choose} tell=${tell} load=${load} say=${say} />
    ${valueOf(base, draft.options, "call_required") === "on"
      ? html`<${Reminder} words=${words} seconds=${draft.reminder} set=${(reminder) => change({ reminder })} />`
      : null}
    <section class="part">
      <h2>${words.t("setup.chips")}</h2>
      <div class="sheetlike">
        ${draft.counted
          ? kinds(draft).map(
              (kind) => html`<${Stepper}
                key=${kind}
                id=${`stock-${kind}`}
                words=${words}
                title=${html`<${Pieces} pieces=${{ [kind]: 1 }} /> ${words.count(`pieces.${kind}`, draft.stock[kind])}`}
                note=${words.t("setup.worth", { n: value[kind] })}
                value=${draft.stock[kind]}
                least=${0}
                most=${200}
                set=${(n) => change({ stock: { ...draft.stock, [kind]: n } })}
              />`,
            )
          : null}
        ${draft.counted
          ? html`<p class="hint" id="stock-each">${words.t("setup.each", {
              n: words.chips(kinds(draft).reduce((sum, kind) => sum + draft.stock[kind] * value[kind], 0)),
            })}</p>`
          : null}
        <${Switch} id="uncounted" on=${!draft.counted} set=${(on) => change({ counted: !on })} title=${words.t("setup.uncounted")} />
        ${fits(offer, base)
          ? html`<${Switch} id="carried" on=${draft.carried} set=${(on) => change({ carried: on })} title=${words.t("setup.carried", { chips: words.chips(offer.left.chips) })} />
              ${draft.carried ? html`<${Lying} boxes=${offer.left.boxes} words=${words} />` : null}`
          : null}
      </div>
      ${offer.sees && base.board.length ? html`<${Chips} words=${words} connection=${connection} chips=${draft.kinds} choose=${(learnt) => change({ kinds: learnt })} told=${told} />` : null}
    </section>
    ${base.board.length ? html`<${HostMicrophone} words=${words} connection=${connection} say=${say} />` : null}
    ${offer.sees ? html`<${CameraCheck} words=${words} connection=${connection} players=${draft.players} tell=${tell} say=${say} />` : null}
    ${offer.sees
      ? html`<${Pack} words=${words} connection=${connection} chosen=${draft.deck} choose=${(deck) => change({ deck })} say=${say} told=${told} />`
      : null}
    <section class="part">
      <h2>${words.t("setup.length")}</h2>
      <div class="sheetlike">
        ${base.options
          .filter((option) => option.group === LENGTH)
          .map((option) => html`<${Option} key=${option.name} option=${option} words=${words} options=${draft.options} choose=${choose} />`)}
        ${has(base, "end")
          ? null
          : html`<div class="option" data-option="until"><div class="values" role="radiogroup" aria-label=${words.t("setup.length")}>
              ${["open", "rounds", "time"].map((until) => html`<button key=${until} role="radio" aria-checked=${until === draft.until} data-value=${until} class=${until === draft.until ? "chosen" : ""} onClick=${() => change({ until })}>${words.t(`setup.until.${until}`)}</button>`)}
            </div></div>`}
        ${ending(base, draft) === "rounds" && !has(base, "rounds")
          ? html`<${Stepper} id="rounds" words=${words} title=${words.count("setup.rounds", draft.rounds)} value=${draft.rounds} least=${1} most=${99} set=${(rounds) => change({ rounds })} />`
          : null}
        ${ending(base, draft) === "time"
          ? html`<${Stepper} id="minutes" words=${words} title=${words.count("setup.minutes", draft.minutes)} value=${draft.minutes} least=${10} most=${600} by=${10} set=${(minutes) => change({ minutes })} />`
          : null}
        <${Switch}
          id="money"
          on=${Boolean(draft.money)}
          set=${(on) => change({ money: on ? { cents: FIRST.cents, currency: CURRENCIES[0] } : null })}
          title=${words.t("setup.money")}
        />
        ${draft.money
          ? html`<${Stepper}
                id="cents"
                words=${words}
                title=${`${words.t("setup.jeton")} ${words.money(draft.money)}`}
                value=${draft.money.cents}
                least=${1}
                most=${10000}
                set=${(cents) => change({ money: { ...draft.money, cents } })}
              />
              <div class="names">
                ${CURRENCIES.map(
                  (currency) => html`<button key=${currency} class=${currency === draft.money.currency ? "chosen" : ""} aria-pressed=${currency === draft.money.currency} onClick=${() => change({ money: { ...draft.money, currency } })}>
                    ${currency}
                  </button>`,
                )}
              </div>`
          : null}
      </div>
    </section>
    ${wrong ? html`<p class="told-alert" id="conflict" role="status">${wrong}</p>` : null}
    <footer class="bottom">
      <button class="wide" id="begin" disabled=${!seats || busy || Boolean(wrong)} onClick=${begin}>
        ${seats
          ? words.t("setup.begin")
          : draft.players.length < base.players[0]
            ? words.t("setup.few", { n: base.players[0] - draft.players.length })
            : words.t("setup.only", { n: numbers(base.players, words) })}
      </button>
    </footer>
  </div>`;
}

// 2–8, or 3 ou 5.
const numbers = (counts, words) =>
  counts.length > 2 && counts[counts.length - 1] - counts[0] === counts.length - 1
    ? `${counts[0]}–${counts[counts.length - 1]}`
    : counts.join(words.t("setup.or"));

function Players({ words, offer, draft, change, say, byCard }) {
  const [name, setName] = useState("");
  const [draws, setDraws] = useState(null);
  const field = useRef(null);
  const { players } = draft;
  const others = offer.players.filter((other) => !players.includes(other));
  const without = (out) => change({ players: players.filter((each) => each !== out), dealer: draft.dealer === out ? "" : draft.dealer });
  const add = (more) => {
    const clean = more.trim().replace(/\s+/g, " ");
    if (clean && !players.includes(clean)) change({ players: [...players, clean] });
    setName("");
  };
  const recolour = (name, i) => change({ colours: { ...draft.colours, [name]: (colourOf(draft, name, i) + 1) % 8 } });
  const draw = () => {
    const cards = byCard ? highCard(players) : null;
    const drawn = cards ? highest(cards[cards.length - 1])[0] : players[lot(players.length)];
    setDraws(cards);
    change({ dealer: drawn });
    say(words.t(cards ? "ending.high_card" : "ending.lot", { name: drawn }));
  };
  // They tell nothing any more once somebody came or went, or another rule was chosen.
  const told = byCard && draws && Object.keys(draws[0]).sort().join() === [...players].sort().join();
  const forward = (i) => change({ players: players.map((each, j) => (j === i - 1 ? players[i] : j === i ? players[i - 1] : each)) });
  return html`<section class="part">
    <h2>${words.t("setup.players")}</h2>
    <p class="hint first">${words.t("setup.players_hint")}</p>
    ${players.length
      ? html`<ol class="players seats" id="seats">
          ${players.map(
            (each, i) => html`<li key=${each}>
              <b class="place">${i + 1}</b>
              <button class="paint" aria-label=${words.t("ending.colour", { name: each })} onClick=${() => recolour(each, i)}><i class=${`dot of-${colourOf(draft, each, i)}`}></i></button><span class="name">${each}</span>
              ${i ? html`<button class="small" aria-label=${words.t("setup.up", { name: each })} onClick=${() => forward(i)}>↑</button>` : null}
              <button class="small" aria-label=${words.t("setup.out", { name: each })} onClick=${() => without(each)}>✕</button>
            </li>`,
          )}
        </ol>`
      : null}
    ${others.length
      ? html`<div class="names" id="remembered">
          ${others.map((other) => html`<button key=${other} data-name=${other} onClick=${() => add(other)}>+ ${other}</button>`)}
        </div>`
      : null}
    <form class="adder" onSubmit=${(event) => { event.preventDefault(); add(name); field.current.focus(); }}>
      <input id="new-player" ref=${field} maxlength="24" autocomplete="off" placeholder=${words.t("setup.name")} aria-label=${words.t("setup.name")} value=${name} onInput=${(event) => setName(event.target.value)} />
      <button id="add-player">${words.t("setup.add")}</button>
    </form>
    ${players.length > 1
      ? html`<h3>${words.t("setup.dealer")}</h3>
          <div class="names" id="dealer">
            <button id="lot" onClick=${draw}>⚄ ${words.t(byCard ? "setup.high_card" : "setup.lot")}</button>
            ${players.map(
              (each) => html`<button key=${each} data-dealer=${each} class=${each === draft.dealer ? "chosen" : ""} aria-pressed=${each === draft.dealer} onClick=${() => change({ dealer: each })}>${each}</button>`,
            )}
          </div>
          ${told ? html`<${Draws} draws=${draws} words=${words} />` : null}`
      : null}
  </section>`;
}

function Rules({ words, offer, draft, base, change, choose, tell, load, say }) {
  const [name, setName] = useState("");
  const different = changed(base, draft.options);
  // How long the evening lasts is no matter of whose rules they are.
  const played = (options) =>
    JSON.stringify(changed(base, options).filter(({ name }) => name !== "end").map(({ name }) => [name, String(options[name])]));
  const plays = (preset) => preset.rules === draft.rules && played(preset.options) === played(draft.options);
  const chosen = offer.presets.find(plays);
  const pick = ({ rules, options }) => {
    const lasts = rules === draft.rules && "end" in draft.options ? { end: draft.options.end } : {};
    change({ rules, options: { ...lasts, ...options } });
  };
  const save = async (event) => {
    event.preventDefault();
    const options = Object.fromEntries(different.map((option) => [option.name, draft.options[option.name]]));
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
    ${base.part !== "stops" || base.guest
      ? null
      : html`<p class="hint"><a id="how" href="how/#mine" target="_blank" onClick=${() => keep("how", JSON.stringify({ rules: draft.rules, options: draft.options }))}>${words.t("setup.how")}</a></p>`}
    ${folded.length
      ? html`<details class="every" id="other-presets"><summary>${words.t("setup.others")}</summary><div class="presets">${folded.map(line)}</div></details>`
      : null}
    <details class="every" id="every-rule">
      <summary>${words.t("setup.see")} <small id="changed">${words.count("setup.changed", different.length)}</small></summary>
      ${base.groups.filter((group) => group !== LENGTH).map((group) => {
        const options = base.options.filter((option) => option.group === group && counts(option.name, (other) => valueOf(base, draft.options, other)));
        return options.length
          ? html`<h3 key=${group}>${words.t(`setup.group.${group}`)}</h3>
              <div class="sheetlike">
                ${options.map((option) => html`<${Option} key=${option.name} option=${option} words=${words} options=${draft.options} choose=${choose} rules=${base} />`)}
              </div>`
          : null;
      })}
    </details>
    ${chosen || !different.length
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
  const names = FAMILIAR.includes(preset.name) ? `setup.familiar.${preset.name}` : `presets.${preset.name}`;
  const [title, what] = preset.built_in
    ? [words.t(`${names}.name`), words.t(`${names}.what`)]
    : [preset.name, `${words.t(`presets.${preset.rules}.name`)} · ${words.count("setup.changed", Object.keys(preset.options).length)}`];
  const fits = at.players.includes(draft.players.length) || draft.players.length < at.players[0];
  return html`<div class="preset-line">
    <button class=${`preset ${chosen ? "chosen" : ""}`} data-preset=${preset.name} aria-pressed=${chosen} onClick=${() => pick(preset)}>
      <b>${title}</b>${preset.built_in ? null : html`<span class="tag">${words.t("setup.own")}</span>`}
      <small>${what}${fits ? "" : ` (${words.t("setup.only", { n: numbers(at.players, words) })})`}</small>
    </button>
    ${chosen && !preset.built_in ? html`<button class="small" data-forget=${preset.name} onClick=${() => forget(preset)}>${words.t("setup.forget")}</button>` : null}
  </div>`;
}

// A strict table, or a kind one that asks for a forgotten call while it still counts.
function Reminder({ words, seconds, set }) {
  const written = new Intl.NumberFormat(words.language).format(seconds || FIRST.reminder);
  return html`<section class="part" id="reminder">
    <h2>${words.t("forgotten.title")}</h2>
    <div class="sheetlike">
      <div class="values" role="radiogroup" aria-label=${words.t("forgotten.title")}>
        ${["strict", "kind"].map((table) => {
          const on = (table === "kind") === Boolean(seconds);
          return html`<button key=${table} role="radio" aria-checked=${on} data-table=${table} class=${on ? "chosen" : ""} onClick=${() => set(table === "kind" ? FIRST.reminder : null)}>
            ${words.t(`forgotten.${table}`)}<small>${words.t(`forgotten.${table}_what`)}</small>
          </button>`;
        })}
      </div>
      ${seconds
        ? html`<${Stepper} id="reminder-seconds" words=${words} title=${words.t("forgotten.after", { n: written })} shown=${written} value=${seconds} least=${1.5} most=${5} by=${0.5} set=${set} />`
        : null}
    </div>
  </section>`;
}

// One rule: what it changes, its values with their sources; a tap chooses.
function Option({ option, words, options, choose, rules }) {
  const { name } = option;
  const value = name in options ? options[name] : option.default;
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
          ${told(each)}<small>${[same(each, option.default) ? words.t("setup.usual") : "", from(each)].filter(Boolean).join(" · ")}</small>
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

function Stepper({ id, words, title, note, value, shown = value, least, most, by = 1, set }) {
  const step = (to) => set(Math.min(most, Math.max(least, to)));
  return html`<div class="stepper" id=${id}>
    <span>${title}${note ? html`<small>${note}</small>` : null}</span>
    <button aria-label=${words.t("setup.fewer")} disabled=${value <= least} onClick=${() => step(value - by)}>−</button>
    <output>${shown}</output>
    <button aria-label=${words.t("setup.more")} disabled=${value >= most} onClick=${() => step(value + by)}>+</button>
  </div>`;
}

function Switch({ id, on, set, title }) {
  return html`<label class="switch">
    <input type="checkbox" id=${id} checked=${on} onChange=${(event) => set(event.target.checked)} /><span>${title}</span>
  </label>`;
}
