// Chips that fly from the boxes to a player, over the stage; only transform and opacity move.

const MOST = 12; // chips drawn of one box
const AFTER = 600; // ms: first it is read what happened
const APART = 60;
const TAKES = 850;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// screen: the stage's element, which the chips are laid into. sources: {card: chips}. Returns what ends it.
export function fly(screen, sources, player) {
  const find = (name, value) => [screen, document].map((at) => at.querySelector(`[data-${name}="${CSS.escape(value)}"]`)).find(Boolean);
  const to = find("player", player);
  const chips = [];
  if (to && !still()) {
    for (const [card, sum] of Object.entries(sources)) {
      const from = find("box", card);
      if (from) chips.push(...launch(screen, middle(from), middle(to), Math.min(MOST, sum)));
    }
  }
  return () => chips.forEach((chip) => chip.remove());
}

function launch(screen, [x, y], [toX, toY], many) {
  const at = (left, top, turn, size) => `translate(${left}px, ${top}px) rotate(${turn}deg) scale(${size})`;
  return Array.from({ length: many }, (_, i) => {
    const chip = document.createElement("i");
    chip.className = "flying";
    screen.append(chip);
    const aside = ((i % 5) - 2) * 26; // they do not fly as one
    const high = Math.min(y, toY) - 140 - (i % 4) * 40;
    chip.animate(
      [
        { transform: at(x + aside, y, 0, 0.6), opacity: 0, easing: "ease-out" },
        { transform: at(x + aside, y - 30, 40, 1), opacity: 1, offset: 0.12, easing: "ease-out" },
        { transform: at((x + toX) / 2 + aside, Math.max(40, high), 200, 1.25), opacity: 1, offset: 0.55, easing: "ease-in" },
        { transform: at(toX, toY, 380, 0.8), opacity: 1, offset: 0.96 },
        { transform: at(toX, toY, 380, 0.4), opacity: 0 },
      ],
      { duration: TAKES, delay: AFTER + i * APART, fill: "both" },
    );
    return chip;
  });
}
