// What a game from elsewhere shows besides the table: its own part of the page, fetched once it is played.
import { html, useEffect, useErrorBoundary, useState } from "../vendor/preact-htm.module.js";

// `view.rules.beside`: where that part lies; it exports `Part`, which is given what the table is.
export function Beside({ view, ...more }) {
  const at = view.rules && view.rules.beside;
  const [found, setFound] = useState(null);
  useEffect(() => {
    let here = true;
    setFound(null);
    if (at)
      import(new URL(at, document.baseURI).href).then(
        ({ Part }) => here && Part && setFound({ Part }),
        () => {}, // the table goes on without it
      );
    return () => {
      here = false;
    };
  }, [at]);
  return found ? html`<${Apart} key=${at}><${found.Part} view=${view} ...${more} /><//>` : null;
}

// Somebody else's part that fails takes itself away, and not the table with it.
function Apart({ children }) {
  const [failed] = useErrorBoundary();
  return failed ? null : children;
}
