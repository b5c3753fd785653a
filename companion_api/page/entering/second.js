// A second phone of one player: it is asked for on his first one, and by the host.
import { html } from "../vendor/preact-htm.module.js";

// On the phone that waits: it watches until somebody has said yes.
export function Wanting({ words, player, out }) {
  return html`<section class="part asked" id="wanting" role="status">
    <p class="ask">${words.t("devices.wanting", { name: player })}<small>${words.t("devices.wanting_what", { name: player })}</small></p>
    <div class="two"><button onClick=${out}>${words.t("join.change")}</button></div>
  </section>`;
}

// On his first phone, and the host's.
export function SecondPhones({ words, asked, me, connection, say }) {
  const answer = async (mark, allow) => {
    const done = await connection.ask(`devices/${mark}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ allow }) });
    if (!done) say(words.t("unsent")); // answered elsewhere meanwhile: there is nothing more to say
  };
  return asked.map(
    ({ mark, player }) => html`<section key=${mark} class="part asked" data-asked=${player} role="group" aria-label=${words.t("devices.second", { name: player })}>
      <p class="ask">${words.t("devices.second", { name: player })}<small>${words.t(player === me ? "devices.second_yours" : "devices.second_his", { name: player })}</small></p>
      <div class="two">
        <button data-answer="no" onClick=${() => answer(mark, false)}>${words.t("no")}</button>
        <button class="sure" data-answer="yes" onClick=${() => answer(mark, true)}>${words.t("yes")}</button>
      </div>
    </section>`,
  );
}
