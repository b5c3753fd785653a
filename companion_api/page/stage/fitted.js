// What a television shows is all in sight, whoever plays and whatever their names: each column is drawn as large as it fits.
import { useEffect, useLayoutEffect } from "../vendor/preact-htm.module.js";

const COLUMNS = ".tv-main, .tv-side";
const PARTS = ".felt, .sequence, .pays, .tv-people, .name, .stops, .podium, .boxes, .guide, .corner, .story, .said-bids"; // that hide what they have no room for
const STEP = 0.05;
const LEAST = 0.4;

const spills = (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;

export function useFitted(screen) {
  const fit = () => {
    for (const column of screen.current.querySelectorAll(COLUMNS)) {
      const parts = [column, ...column.querySelectorAll(PARTS)];
      let zoom = 1;
      column.style.zoom = zoom;
      while (zoom > LEAST && parts.some(spills)) column.style.zoom = zoom -= STEP;
    }
  };
  useLayoutEffect(fit);
  useEffect(() => {
    addEventListener("resize", fit);
    // What comes later by itself (the code to join) has to have its room, too.
    const come = new MutationObserver(fit);
    come.observe(screen.current, { childList: true, characterData: true, subtree: true });
    return () => {
      removeEventListener("resize", fit);
      come.disconnect();
    };
  }, []);
}
