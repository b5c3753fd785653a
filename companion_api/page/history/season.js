// The season: who leads, who is whose rival, who forgets, the longest run, the opéras.
import { html } from "../vendor/preact-htm.module.js";
import { isolated, signed } from "../words.js";

const SHOWN = 5; // players of a season's table
const called = (season) => `${season.first}–${season.first + 1}`;

// What is told of a season, in sentences; dates: of evenings by their number.
function facts(season, words, dates) {
  const { rivals, forgets, longest, operas } = season;
  const many = (record) => ({ names: words.listed(record.names) });
  return [
    rivals && ["rivals", words.t("season.rivals", { one: rivals.names[0], other: rivals.names[1], n: rivals.ahead[0], m: rivals.ahead[1] })],
    forgets && ["forgets", words.t("season.forgets", { ...many(forgets), calls: words.count("season.calls", forgets.count) })],
    longest && ["longest", words.t("season.longest", { ...many(longest), cards: words.count("history.cards", longest.count), date: dates[longest.evening] || "" })],
    operas.length && ["operas", words.t("season.operas", { names: words.listed(operas.map(({ name, count }) => (count > 1 ? `${isolated(name)} (${count})` : name))) })],
  ].filter(Boolean);
}

// over: people say who won it, no longer who leads.
export function Season({ season, words, dates, over = false }) {
  const said = over ? ["season.led_one", "season.led"] : ["season.leads", "season.lead"];
  return html`<section class="season" data-season=${season.first}>
    <h2>${words.t("season.title", { years: called(season) })} <small>${words.count("season.evenings", season.evenings)}</small></h2>
    <p class="season-leads">${words.t(said[season.leaders.length > 1 ? 1 : 0], { names: words.listed(season.leaders) })}</p>
    <ol class="season-table">
      ${season.table.slice(0, SHOWN).map(
        (line) => html`<li key=${line.name}><b>${line.name}</b><span>${words.count("season.won", line.evenings_won)}</span><span class=${`net ${line.won < 0 ? "minus" : "plus"}`}>${signed(line.won)}</span></li>`,
      )}
    </ol>
    <ul class="season-facts">${facts(season, words, dates).map(([kind, text]) => html`<li key=${kind} data-fact=${kind}>${text}</li>`)}</ul>
  </section>`;
}

// This season; the earlier ones behind a line each.
export function Seasons({ seasons, words, dates }) {
  const [now, ...before] = seasons;
  if (!now) return null;
  return html`<${Season} season=${now} words=${words} dates=${dates} />
    ${before.map(
      (season) => html`<details key=${season.first} class="season-before">
        <summary><b>${words.t("season.title", { years: called(season) })}</b><span class="tally">${words.t(season.leaders.length > 1 ? "season.led" : "season.led_one", { names: words.listed(season.leaders) })}</span></summary>
        <${Season} season=${season} words=${words} dates=${dates} over />
      </details>`,
    )}`;
}
