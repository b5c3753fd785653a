// What a forgotten call costs and until when it may still be said, in words. Pure.

// Until when the call that is open counts.
export function until(view, words) {
  if (view.phase === "hands") return words.t("stage.until.hand");
  return words.t(`stage.until.${view.rules ? view.rules.options.call_window : "next_card"}`);
}

// {title, who, cost, until} of an alert about a forgotten call; null of any other, or once it is said.
export function consequence(alert, view, words) {
  const { player, card } = alert;
  const about = (each) => each.card === card && each.player === player;
  if (alert.kind === "reminder" && view.call && about(view.call)) {
    const { chips } = view.call;
    return { title: words.alert(alert), who: "", cost: chips ? words.t("stage.else", { n: words.chips(chips) }) : "", until: until(view, words) };
  }
  const missed = alert.kind === "missed_call" && view.missed.find(about);
  if (!missed) return null;
  const bete = missed.chips > 0 && view.rules && view.rules.options.missed_call === "bete";
  return {
    title: words.t(missed.chips ? "stage.keeps" : "stage.keeps_none", { n: words.chips(missed.chips) }),
    who: words.t("stage.forgot", { name: player, card }),
    cost: bete ? words.t("stage.pays", { name: player, chips: words.chips(missed.chips) }) : "",
    until: words.t("stage.claim"),
  };
}
