// Which part of the page draws which game (view.part). The stops games' is here; others come when one is played.
// A part: {Table, Settlement, Play, Settled, awaited, perhaps, now, note, corrects, calls}. Play and Settled are the television's (the
// stops games' come with it), awaited and perhaps what concerns one player (mine.js), now the rules at hand, note what stands beside a player's name
// there, corrects what a card's sheet may put right besides its face (where a camera films, or not), calls whether a voice is listened for.
import { useEffect, useState } from "../vendor/preact-htm.module.js";
import { awaited, perhaps } from "../mine/mine.js";
import { now } from "./rules.js";
import { Settlement } from "./settlement.js";
import { Table } from "./table.js";

const STOPS = {
  Table, Settlement, awaited, perhaps, now,
  note: (view, player, words) => words.count("cards_left", player.cards_left),
  corrects: () => ["player", "missed"],
  calls: true,
};
const LATER = { nap: () => import("../nap/part.js") };
const AGAIN = 2000; // ms until a part that did not come is asked for again

async function fetched(name) {
  for (;;) {
    try {
      return await LATER[name]();
    } catch {
      await new Promise((go) => setTimeout(go, AGAIN));
    }
  }
}

// The part of this name with its words; null until they have come. No name: no game is chosen yet.
export function usePart(name, words) {
  const [come, setCome] = useState({});
  useEffect(() => {
    document.documentElement.dataset.part = name || ""; // for looks that one game alone has
  }, [name]);
  useEffect(() => {
    if (!(name in LATER)) return undefined;
    let wanted = true;
    Promise.all([fetched(name), words.include(name)]).then(([{ PART }]) => wanted && setCome({ name, words, PART }));
    return () => {
      wanted = false;
    };
  }, [name, words]);
  if (!(name in LATER)) return STOPS;
  return come.name === name && come.words === words ? come.PART : null;
}
