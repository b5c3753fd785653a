// What the page says, in the language chosen. Card names come in the form that follows a verb.
export const LANGUAGES = ["fr", "en", "de"];

const RANKS = "A23456789TJQK";

export function rankOf(card) {
  return RANKS.indexOf(card[0]) + 1;
}

export function preferredLanguage() {
  const kept = localStorage.getItem("language");
  if (LANGUAGES.includes(kept)) return kept;
  const asked = (navigator.languages || []).map((code) => code.slice(0, 2)).find((code) => LANGUAGES.includes(code));
  return asked || "fr";
}

export async function loadWords(language) {
  const table = await (await fetch(`words/${language}.json`)).json();
  document.documentElement.lang = language;
  return new Words(language, table);
}

class Words {
  constructor(language, table) {
    this.language = language;
    this.table = table;
  }

  // t("alert.missed_call", {name}) – the entry at that path with its {places} filled.
  t(path, places = {}) {
    const entry = path.split(".").reduce((found, key) => (found === undefined ? found : found[key]), this.table);
    if (entry === undefined) return path;
    return entry.replace(/\{(\w+)\}/g, (whole, key) => (places[key] === undefined ? whole : places[key]));
  }

  has(path) {
    return path.split(".").reduce((found, key) => (found === undefined ? found : found[key]), this.table) !== undefined;
  }

  // An entry by number: its own word where there is one, else the "n" form.
  count(path, n) {
    return this.t(this.has(`${path}.${n}`) ? `${path}.${n}` : `${path}.n`, { n });
  }

  chips(n) {
    return n === 1 ? this.t("chips.1") : this.t("chips.n", { n });
  }

  index(card) {
    const rank = rankOf(card);
    return this.has(`index.${rank}`) ? this.t(`index.${rank}`) : String(rank);
  }

  card(card) {
    const rank = rankOf(card);
    const path = this.has(`card.${rank}`) ? `card.${rank}` : "card.n";
    return this.t(path, { n: rank, suit: this.t(`suits.${card[1]}`) });
  }

  aRank(rank) {
    return this.count("a_rank", rank);
  }

  // {contrat: 1, fiche: 2, jeton: 0} → "1 contrat et 2 fiches"
  pieces(pieces) {
    const said = ["contrat", "fiche", "jeton"]
      .filter((kind) => pieces[kind] > 0)
      .map((kind) => this.count(`pieces.${kind}`, pieces[kind]));
    if (said.length < 2) return said.join("");
    return said.slice(0, -1).join(", ") + this.t("and") + said[said.length - 1];
  }

  alert(alert) {
    const { kind, player, card } = alert;
    const places = {
      name: player || "?",
      card: card ? this.card(card) : "?",
      box: card && this.has(`honours.${card}`) ? this.t(`honours.${card}`) : card || "?",
    };
    let path = `alert.${kind}`;
    if ((kind === "late_call" || kind === "void_call") && player) path += "_who";
    if (kind === "uncertain") path += card ? (player ? "_who" : "") : player ? "_hand" : "_none";
    return this.t(this.has(path) ? path : "alert.other", places);
  }
}
