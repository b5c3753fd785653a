// An evening as a picture to share, drawn on this phone: who won, the photograph, the standings, what was remarkable.
import { COLOURS } from "../series/canvas.js";
import { isolated, signed } from "../words.js";

const WIDTH = 1080;
const LINE = 84;
const PHOTO = 620;
const SERIF = 'Palatino, "Book Antiqua", Georgia, serif';
const SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';

// Grands opéras, the longest run, calls forgotten, in one line each.
function remarks(evening, words) {
  const operas = evening.rounds.filter((round) => round.opera && round.winner).map((round) => round.winner);
  const runs = evening.rounds.flatMap((round) => Object.entries(round.longest));
  const most = Math.max(0, ...runs.map(([, cards]) => cards));
  const runners = [...new Set(runs.filter(([, cards]) => cards === most).map(([name]) => name))];
  const forgotten = {};
  for (const { player } of evening.rounds.flatMap((round) => round.missed)) forgotten[player] = (forgotten[player] || 0) + 1;
  const calls = Math.max(0, ...Object.values(forgotten));
  const forgetful = Object.keys(forgotten).filter((name) => forgotten[name] === calls);
  return [
    operas.length ? words.t("season.operas", { names: words.listed([...new Set(operas)]) }) : "",
    most > 1 ? words.t("season.run", { names: words.listed(runners), cards: words.count("history.cards", most) }) : "",
    calls ? words.t("season.forgets", { names: words.listed(forgetful), calls: words.count("season.calls", calls) }) : "",
  ].filter(Boolean);
}

// A text in lines that fit.
function wrapped(pen, text, width) {
  const lines = [""];
  for (const word of text.split(/[ \n\t]+/)) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (pen.measureText(longer).width <= width || !lines[lines.length - 1]) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// Who won an evening: one, or several together.
export const wonBy = (best, words) => words.t(best.length > 1 ? "evening.win" : "history.winner", { name: best[0], names: words.listed(best) });

// photo: the address of the evening's picture, null: it has none.
export async function drawn(evening, players, words, photo) {
  const image = photo && (await new Promise((done) => Object.assign(new Image(), { onload: (loaded) => done(loaded.target), onerror: () => done(null), src: photo })));
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  pen.font = `italic 40px ${SERIF}`;
  const note = evening.note ? wrapped(pen, `«\u00a0${evening.note}\u00a0»`, WIDTH - 120) : [];
  const told = remarks(evening, words);
  const names = [...evening.players].sort((a, b) => evening.won[b] - evening.won[a]);
  const rest = -names.reduce((sum, name) => sum + evening.won[name], 0); // what lies in the boxes: with it the sums add up
  canvas.width = WIDTH;
  canvas.height = 370 + (image ? PHOTO + 30 : 0) + (names.length + (rest ? 1 : 0)) * LINE + 50 + told.length * 56 + (note.length ? 30 + note.length * 54 : 0) + 50;
  const write = (text, x, y, font, colour, align = "left") => Object.assign(pen, { font, fillStyle: colour, textAlign: align }).fillText(text, x, y, WIDTH - 120);
  const box = (x, y, width, height, round, colour) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, y, width, height, round);
    pen.fill();
  };
  box(0, 0, canvas.width, canvas.height, 0, "#f7efdc");
  box(40, 40, WIDTH - 80, 290, 36, "#1d5a45");
  const date = new Intl.DateTimeFormat(words.language, { dateStyle: "long" }).format(new Date(evening.started));
  write(words.t(evening.game === "nap" ? "presets.nap.name" : "title"), WIDTH / 2, 118, `600 44px ${SERIF}`, "#f0b323", "center");
  write(evening.best.length ? wonBy(evening.best, words) : words.t("history.no_winner"), WIDTH / 2, 206, `600 66px ${SERIF}`, "#fdf6e3", "center");
  write(`${date} · ${words.count("history.rounds_n", evening.rounds.length)}`, WIDTH / 2, 276, `34px ${SANS}`, "#cfe3d2", "center");
  let y = 370;
  if (image) {
    const scale = Math.max((WIDTH - 80) / image.naturalWidth, PHOTO / image.naturalHeight);
    const [width, height] = [(WIDTH - 80) / scale, PHOTO / scale];
    pen.save();
    pen.beginPath();
    pen.roundRect(40, y, WIDTH - 80, PHOTO, 36);
    pen.clip();
    pen.drawImage(image, (image.naturalWidth - width) / 2, (image.naturalHeight - height) / 2, width, height, 40, y, WIDTH - 80, PHOTO);
    pen.restore();
    y += PHOTO + 30;
  }
  const colourOf = (name) => {
    const place = players.findIndex((player) => player.name === name);
    return COLOURS[(players[place]?.colour ?? players[place]?.seat ?? Math.max(0, place)) % COLOURS.length];
  };
  names.forEach((name, place) => {
    y += LINE;
    box(60, y - 52, 10, 56, 4, colourOf(name));
    write(`${place + 1}.  ${isolated(name)}`, 92, y - 8, `600 42px ${SERIF}`, "#2d231b");
    write(signed(evening.won[name]), WIDTH - 60, y - 8, `700 46px ${SERIF}`, evening.won[name] < 0 ? "#b92a26" : "#1d6b49", "right");
  });
  if (rest) {
    y += LINE;
    write(words.t("evening.rest"), 92, y - 8, `italic 38px ${SERIF}`, "#6b5c50");
    write(signed(rest), WIDTH - 60, y - 8, `700 42px ${SERIF}`, "#6b5c50", "right");
  }
  y += 50;
  for (const line of told) write(line, 60, (y += 56) - 20, `34px ${SANS}`, "#6b5c50");
  if (note.length) y += 30;
  for (const line of note) write(line, 60, (y += 54) - 16, `italic 40px ${SERIF}`, "#2d231b");
  return canvas;
}
