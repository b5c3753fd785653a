// The evening as a picture to share: drawn here, on this phone, and sent by nobody but its owner.
import { owing, wonBy } from "./evening.js";
import { gameName } from "./rules.js";
import { COLOURS, send } from "../series/canvas.js";
import { isolated, signed } from "../words.js";

const WIDTH = 1080;
const LINE = 92;
const SERIF = 'Palatino, "Book Antiqua", Georgia, serif';
const SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';

// A canvas with standings and debts, in money where people agreed on it.
export function picture(view, words) {
  const { evening } = view;
  const debts = (evening.choices.length ? [] : owing(evening)).map((debt) => ({
    who: `${isolated(debt.from)}  →  ${isolated(debt.to)}`,
    sum: debt.money ? words.money(debt.money) : words.chips(debt.chips),
  }));
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  const rest = -evening.standings.reduce((sum, line) => sum + line.won, 0); // what lies in the boxes: with it the sums add up
  canvas.height = 420 + (evening.standings.length + (rest ? 1 : 0)) * LINE + (debts.length ? 110 + debts.length * 62 : 0) + 60;
  const pen = canvas.getContext("2d");
  const write = (text, x, y, font, colour, align = "left") => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y, WIDTH - 120);
  };
  pen.fillStyle = "#f7efdc";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#1d5a45";
  pen.beginPath();
  pen.roundRect(40, 40, WIDTH - 80, 300, 36);
  pen.fill();
  const title = wonBy(evening, words);
  write(gameName(view, words), WIDTH / 2, 120, `600 44px ${SERIF}`, "#f0b323", "center");
  write(title, WIDTH / 2, 210, `600 66px ${SERIF}`, "#fdf6e3", "center");
  const day = new Intl.DateTimeFormat(words.language, { dateStyle: "long" }).format(new Date());
  write(`${day} · ${words.count("evening.rounds", evening.rounds)}`, WIDTH / 2, 282, `34px ${SANS}`, "#cfe3d2", "center");
  const colours = Object.fromEntries(view.players.map((player) => [player.name, COLOURS[player.colour % COLOURS.length]]));
  const most = Math.max(1, ...evening.standings.map((line) => Math.abs(line.won)));
  let y = 420;
  for (const line of evening.standings) {
    pen.fillStyle = colours[line.name];
    pen.beginPath();
    pen.roundRect(60, y - 44, 16 + (380 * Math.abs(line.won)) / most, 60, 10);
    pen.globalAlpha = 0.22;
    pen.fill();
    pen.globalAlpha = 1;
    pen.fillRect(60, y - 44, 10, 60);
    write(`${line.place}.  ${isolated(line.name)}`, 92, y, `600 44px ${SERIF}`, "#2d231b");
    write(signed(line.won), WIDTH - 60, y, `700 50px ${SERIF}`, line.won < 0 ? "#b92a26" : "#1d6b49", "right");
    if (line.money) write(words.money(line.money), WIDTH - 220, y, `34px ${SANS}`, "#75665a", "right");
    y += LINE;
  }
  if (rest) {
    write(words.t("evening.rest"), 92, y, `italic 40px ${SERIF}`, "#6b5c50");
    write(signed(rest), WIDTH - 60, y, `700 46px ${SERIF}`, "#6b5c50", "right");
    y += LINE;
  }
  if (debts.length) {
    y += 40;
    write(words.t("evening.debts"), 60, y, `600 40px ${SERIF}`, "#2d231b");
    for (const debt of debts) {
      y += 62;
      write(debt.who, 60, y, `38px ${SANS}`, "#2d231b");
      write(debt.sum, WIDTH - 60, y, `600 38px ${SANS}`, "#2d231b", "right");
    }
  }
  return canvas;
}

export const share = (view, words) => send(picture(view, words));
