// Chips over time: a line per player in one SVG, its end named, told in words to who does not see it.
import { html } from "../vendor/preact-htm.module.js";

const WIDTH = 360;
const HEIGHT = 220;
const EDGE = { left: 34, top: 12, bottom: 22 };
const STEPS = [1, 2, 5];
const BETWEEN_NAMES = 13;
const SIGN = 7; // the width of a figure of the scale
const LETTER = 8; // that of a letter of a name, of which so many are shown
const NAMED = 12;

// A round distance between about four horizontal lines.
function step(low, high) {
  const rough = Math.max(1, (high - low) / 4);
  const ten = 10 ** Math.floor(Math.log10(rough));
  return ten * (STEPS.find((one) => one * ten >= rough) || 10);
}

// Names at the ends of lines, moved apart where they would cover each other.
function apart(ends) {
  const placed = [...ends].sort((a, b) => a.y - b.y);
  for (let i = 1; i < placed.length; i += 1) placed[i].y = Math.max(placed[i].y, placed[i - 1].y + BETWEEN_NAMES);
  const over = placed.length ? placed[placed.length - 1].y - (HEIGHT - EDGE.bottom + 4) : 0;
  if (over > 0) for (const end of placed) end.y -= over;
  return placed;
}

// lines: [{name, colour: 0, 1, …, values: [chips]}] of the same length, the first value before anything was played.
export function Plot({ title, lines, marks, says }) {
  const all = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const space = step(Math.min(0, ...all), Math.max(0, ...all));
  const low = Math.floor(Math.min(0, ...all) / space) * space;
  const high = Math.max(low + space, Math.ceil(Math.max(0, ...all) / space) * space);
  const count = lines[0].values.length - 1;
  const left = Math.max(EDGE.left, 8 + SIGN * Math.max(...[low, high].map((at) => String(at).length)));
  const names = lines.map(({ name }) => Array.from(name).slice(0, NAMED).join(""));
  const right = 10 + LETTER * Math.max(...names.map((name) => name.length));
  const x = (n) => left + ((WIDTH - left - right) * n) / Math.max(1, count);
  const y = (chips) => EDGE.top + ((HEIGHT - EDGE.top - EDGE.bottom) * (high - chips)) / (high - low);
  const heights = [];
  for (let at = low; at <= high; at += space) heights.push(at);
  const ends = lines.map((line, place) => ({ name: names[place], colour: line.colour % 8, y: y(line.values[count]) + 4 }));
  return html`<figure class="plot">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}. ${says}`}>
      ${heights.map(
        (at) => html`<g key=${at}>
          <line class=${at === 0 ? "zero" : "grid"} x1=${left} x2=${WIDTH - right} y1=${y(at)} y2=${y(at)} />
          <text class="scale" x=${left - 6} y=${y(at) + 4}>${String(at).replace("-", "−")}</text>
        </g>`,
      )}
      ${marks.map((mark, n) => (mark ? html`<text key=${n} class="mark" x=${x(n)} y=${HEIGHT - 5}>${mark}</text>` : null))}
      ${lines.map(
        (line) => html`<polyline key=${line.name} class=${`line hue-${line.colour % 8}`} points=${line.values.map((chips, at) => `${x(at).toFixed(1)},${y(chips).toFixed(1)}`).join(" ")} />`,
      )}
      ${apart(ends).map((end) => html`<text key=${end.name} class=${`end hue-${end.colour}`} x=${WIDTH - right + 6} y=${end.y}>${end.name}</text>`)}
    </svg>
    <figcaption>${title}</figcaption>
  </figure>`;
}
