// Pages that other packages bring, as links of the menu.
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";

export function Pages() {
  const [pages, setPages] = useState([]);
  useEffect(() => {
    fetch("pages.json").then(async (answer) => setPages(await answer.json())).catch(() => {}); // the menu goes on without
  }, []);
  return pages.map(({ name, title }) => html`<a key=${name} data-page=${name} href=${`pages/${name}/`}>${title}</a>`);
}
