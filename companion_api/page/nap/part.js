// Nap on the page: told by taps, bid by bid and card by card.
import { styled } from "../controls.js";
import { now, note } from "./rules.js";
import { awaited, perhaps } from "./mine.js";
import { Settlement } from "./settlement.js";
import { Table } from "./table.js";
import { Play, Settled } from "./television.js";

styled("nap/nap.css");

export const PART = { Table, Settlement, Play, Settled, awaited, perhaps, now, note, corrects: (filmed) => (filmed ? ["player", "missed"] : []), calls: false };
