// «Ça n'a pas marché ?»: the evening as a file for whoever looks for the mistake; made when the host asks, sent nowhere.
import { html, useState } from "../vendor/preact-htm.module.js";
import { download } from "../files.js";
import { Sheet } from "../table/sheets.js";

const PATIENCE = 45000; // ms

export function FailedSheet({ words, connection, close, say }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const answer = await connection.ask("failed", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(connection.at),
      read: "blob",
      patience: PATIENCE,
    });
    setBusy(false);
    if (!answer || !answer.ok) return say(words.t(answer && answer.status === 429 ? "replay.often" : "unsent"));
    download(answer.said, "nain-jaune-failed.zip");
    say(words.t("replay.failed_done"));
    return close();
  };
  return html`<${Sheet} title=${words.t("replay.failed")} close=${close} words=${words}>
    <p>${words.t("replay.failed_what")}</p>
    <button class="sure wide" id="failed-save" disabled=${busy} onClick=${save}>${words.t("replay.failed_save")}</button>
  <//>`;
}
