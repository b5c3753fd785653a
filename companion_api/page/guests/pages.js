// Pages that other packages bring, as links of the menu.
import { ask } from "../ask.js";
import { html, useEffect, useState } from "../vendor/preact-htm.module.js";

export function Pages() {
  const [pages, setPages] = useState([]);
  useEffect(() => {
    ask("pages.json").then((answer) => answer?.ok && setPages(answer.said ?? [])); // the menu goes on without
  }, []);
  return pages.map(({ name, title }) => html`<a key=${name} data-page=${name} href=${`pages/${name}/`}>${title}</a>`);
}
