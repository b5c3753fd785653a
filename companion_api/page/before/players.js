// Who plays, in which order, and who deals first.
import { html, useRef, useState } from "../vendor/preact-htm.module.js";
import { colourOf, seated } from "./draft.js";
import { Draws, highCard, highest, lot } from "./draw.js";

export function Players({ words, offer, draft, change, say, byCard }) {
  const [draws, setDraws] = useState(null);
  const field = useRef(null);
  const { players } = draft;
  const others = offer.players.filter((other) => !players.includes(other));
  const without = (out) => change({ players: players.filter((each) => each !== out), dealer: draft.dealer === out ? "" : draft.dealer });
  const add = (more) => {
    change({ players: seated({ players, typed: more }), typed: "" });
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
    <p class="hint first">${words.t(offer.players.length || players.length ? "setup.players_hint" : "setup.players_first")}</p>
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
          ${others.map((other) => html`<button key=${other} data-name=${other} onClick=${() => change({ players: [...players, other] })}>+ ${other}</button>`)}
        </div>`
      : null}
    <form class="adder" onSubmit=${(event) => { event.preventDefault(); add(draft.typed || ""); field.current.focus(); }}>
      <input id="new-player" ref=${field} maxlength="200" autocomplete="off" placeholder=${words.t(players.length ? "setup.name" : "inviting.several")} aria-label=${words.t("setup.name")} value=${draft.typed || ""} onInput=${(event) => change({ typed: event.target.value })} />
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
