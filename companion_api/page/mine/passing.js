// The host hands his role to another phone that is here.
import { html, useState } from "../vendor/preact-htm.module.js";

export function PassOn({ words, phones, me, tell, close, say }) {
  const [sure, setSure] = useState("");
  const others = (phones || []).filter((name) => name !== me);
  if (!others.length) return null;
  const pass = async (player) => {
    if (sure !== player) return setSure(player);
    if (await tell("host", { player })) {
      say(words.t("my.passed", { name: player }));
      close();
    }
    return setSure("");
  };
  return html`<h3>${words.t("my.pass_on")}</h3>
    <p class="hint">${words.t("my.pass_on_what")}</p>
    <div class="names" id="pass-on">
      ${others.map((name) => html`<button key=${name} class=${name === sure ? "remove" : ""} data-pass=${name} onClick=${() => pass(name)}>${name === sure ? words.t("my.pass_sure", { name }) : name}</button>`)}
    </div>`;
}
