// Asking the table's computer again and again.
import { useEffect } from "../vendor/preact-htm.module.js";

// While `on`: asks, hands the answer on, and asks anew so many milliseconds after it has come.
export function useAgain(ms, ask, take, on = true) {
  useEffect(() => {
    if (!on) return undefined;
    let wait;
    let here = true;
    const look = async () => {
      const found = await ask();
      if (!here) return;
      take(found);
      wait = setTimeout(look, ms);
    };
    look();
    return () => {
      here = false;
      clearTimeout(wait);
    };
  }, [on]);
}
