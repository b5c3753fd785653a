// Before an evening: who plays, by which rules, with which chips, for how long.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { dress } from "../cards.js";
import { Switch } from "../controls.js";
import { FilmHere } from "../entering/invitation.js";
import { forget, keep, recallObject } from "../storage.js";
import { GOES_ON } from "../table/evening.js";
import { HostMicrophone } from "../voice/listening.js";
import { CameraCheck } from "./check.js";
import { conflict, isGuided, lacks, opening, seated, table, valueOf } from "./draft.js";
import { lot } from "./draw.js";
import { Length } from "./length.js";
import { Pack } from "./lesson.js";
import { Players } from "./players.js";
import { Rules, numbers } from "./presets.js";
import { Reminder } from "./reminder.js";
import { Stock } from "./stock.js";

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
      const before = { ...opening(found), ...recallObject(GOES_ON), ...recallObject(kept) };
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
  const all = { ...draft, players: seated(draft) };
  const seats = base.players.includes(all.players.length);
  const apart = conflict(base, draft.options);
  const named = (name) => words.t(`options.${name}.name`);
  const wrong = apart ? words.t("setup.alone", { game: named(apart[0]), others: words.listed(apart[1].map(named)) }) : lacks(base, draft.options) ? words.t("setup.values_lack") : "";
  const begin = async () => {
    setBusy(true);
    const dealer = draft.dealer || all.players[lot(all.players.length)];
    if (await tell("setup", { table: table(all, offer, dealer) })) [kept, GOES_ON].forEach(forget);
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
    <${Stock} words=${words} connection=${connection} offer=${offer} draft=${draft} base=${base} change=${change} told=${told} />
    ${base.board.length ? html`<${HostMicrophone} words=${words} connection=${connection} say=${say} />` : null}
    ${offer.sees ? html`<${CameraCheck} words=${words} connection=${connection} players=${draft.players} tell=${tell} say=${say} />` : null}
    ${offer.sees
      ? html`<${Pack} words=${words} connection=${connection} chosen=${draft.deck} choose=${(deck) => change({ deck })} say=${say} told=${told} />`
      : null}
    <${Length} words=${words} draft=${draft} base=${base} change=${change} choose=${choose} />
    <section class="part"><div class="sheetlike">
      <${Switch} id="guided" on=${isGuided(all, offer)} set=${(guided) => change({ guided })} title=${html`<b>${words.t("guiding.choose")}</b><small>${words.t("guiding.choose_what")}</small>`} />
    </div></section>
    ${wrong ? html`<p class="told-alert" id="conflict" role="status">${wrong}</p>` : null}
    <footer class="bottom">
      <button class="wide" id="begin" disabled=${!seats || busy || Boolean(wrong)} onClick=${begin}>
        ${seats
          ? words.t("setup.begin")
          : all.players.length < base.players[0]
            ? words.t("setup.few", { n: base.players[0] - all.players.length })
            : words.t("setup.only", { n: numbers(base.players, words) })}
      </button>
    </footer>
  </div>`;
}
