// Nap on the page: told by taps, bid by bid and card by card.
import { now, note } from "./rules.js";
import { awaited, perhaps } from "./mine.js";
import { Settlement } from "./settlement.js";
import { Table } from "./table.js";
import { Play, Settled } from "./television.js";

const looks = document.createElement("link");
looks.rel = "stylesheet";
looks.href = "nap/nap.css";
document.head.append(looks);

export const PART = { Table, Settlement, Play, Settled, awaited, perhaps, now, note, corrects: (filmed) => (filmed ? ["player", "missed"] : []), calls: false };
