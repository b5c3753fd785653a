// The sheet on a phone in which a round is seen again.
import { html } from "../vendor/preact-htm.module.js";
import { Sheet } from "../table/sheets.js";
import { SeeAgain } from "./replay.js";
import { Fetched } from "./round.js";

export function RoundSheet({ number, words, connection, close, may, me, say, replay, filmed }) {
  const show = async (step) => {
    const answer = await connection.post("replay", { round: number, step });
    if (answer.error) say(words.t(answer.error === "network" ? "unsent" : "replay.round.gone"));
    return !answer.error;
  };
  const scene = (picture) => html`<${SeeAgain} seq=${picture} connection=${connection} words=${words} may=${may} me=${me} say=${say} replay=${replay} />`;
  return html`<${Sheet} title=${`${words.t("replay.round.title")} · ${words.t("round", { n: number })}`} close=${close} words=${words}>
    <${Fetched} fetched=${() => connection.ask(`rounds/${number}`)} words=${words} connection=${connection} show=${may.host || me ? show : null} scene=${filmed ? scene : null} />
  <//>`;
}
