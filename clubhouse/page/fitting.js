// What is read from afar is seen whole: letters are as large as the screen has room for.
import { useEffect, useRef } from "../vendor/preact-htm.module.js";

const AFAR = matchMedia("(min-width: 1200px) and (min-height: 600px)"); // as in club.css
const LARGEST = 28; // pixels; not even a wall needs more
const SMALLEST = 8;
const STEP = 0.5;
const MARGIN = 20; // pixels left free below

const isWhole = (place) => [...place.children].every((part) => part.getBoundingClientRect().bottom + scrollY <= innerHeight - MARGIN);

// Larger letters may leave room for fewer columns and yet fit: the sizes are tried one by one.
function fit(place) {
  place.style.fontSize = "";
  if (!AFAR.matches) return;
  for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
    place.style.fontSize = `${size}px`;
    if (isWhole(place)) return;
  }
}

// A reference for an element whose parts are to be seen whole; anew where `content` is another.
export function useFitting(content) {
  const place = useRef(null);
  useEffect(() => {
    const again = () => place.current && fit(place.current);
    again();
    document.fonts.ready.then(again);
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, [content]);
  return place;
}
