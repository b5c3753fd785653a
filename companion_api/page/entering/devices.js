// «Qui est là»: the devices that are in; the host sends one away, and makes the codes anew.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Sheet } from "../table/sheets.js";

export function Devices({ words, connection, close, say, tell, phones }) {
  const [devices, setDevices] = useState(null);
  const [sure, setSure] = useState("");
  const [renewing, setRenewing] = useState(false);
  const look = () => connection.get("devices").then((found) => found && setDevices(found));
  useEffect(() => {
    look();
  }, [phones.join()]);
  const remove = async (mark) => {
    if (sure !== mark) return setSure(mark);
    const done = await connection.ask(`devices/${mark}`, { method: "DELETE" });
    say(words.t(done ? "devices.removed" : "unsent"));
    setSure("");
    return look();
  };
  const renew = async () => {
    if (!renewing) return setRenewing(true);
    if (await tell("invitation", {})) say(words.t("devices.renewed"));
    return setRenewing(false);
  };
  const time = new Intl.DateTimeFormat(words.language, { timeStyle: "short" });
  return html`<${Sheet} title=${words.t("devices.title")} close=${close} words=${words}>
    ${devices === null
      ? html`<p class="hint" role="status">${words.t("connecting")}</p>`
      : html`<ul class="devices" id="devices">
          ${devices.map(
            ({ mark, role, player, wants, since, here, you }) => html`<li key=${mark} data-role=${role} data-player=${player || ""} class=${here ? "" : "absent"}>
              <span>
                <b>${player || words.t(`devices.roles.${role}`)}</b>
                <small>${[
                  player ? words.t(`devices.roles.${role}`) : "",
                  wants ? words.t("devices.wants", { name: wants }) : "",
                  words.t(here ? "devices.since" : "devices.away", { time: time.format(new Date(1000 * since)) }),
                  you ? words.t("devices.you") : "",
                ]
                  .filter(Boolean)
                  .join(" · ")}</small>
              </span>
              ${you ? null : html`<button class=${mark === sure ? "remove" : ""} data-remove=${mark} onClick=${() => remove(mark)}>${words.t(mark === sure ? "devices.remove_sure" : "devices.remove")}</button>`}
            </li>`,
          )}
        </ul>`}
    <div class="lines">
      <button id="renew-codes" class=${renewing ? "remove" : ""} onClick=${renew}><b>${words.t(renewing ? "devices.renew_sure" : "devices.renew")}</b><small>${words.t("devices.renew_what")}</small></button>
    </div>
  <//>`;
}
