// «Revoir la manche»: a round that is over, step by step: its cards, boxes and hands, on a phone, on televisions, from the history.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.module.js";
import { Card, Lying, Proof } from "../cards.js";
import { styled, useEscape } from "../controls.js";
import { isolated, signed } from "../words.js";

const BEAT = 1100; // ms between two steps that follow by themselves
const ROW = 7; // cards in sight
const STAYS = 120000; // ms that a television goes on showing a step that nobody changes

styled(new URL("round.css", import.meta.url).href);

// What happened at a step, in words: [[sentence, kind]]. Pure.
export function said(step, round, words) {
  const name = step.player;
  const first = {
    round_started: () => words.t(Object.keys(step.boxes).length ? "replay.round.antes" : "replay.round.deals", { name: round.dealer }),
    card_played: () => `${isolated(step.player)}${words.t("review.colon")} ${words.card(step.card)}`,
    hand_shown: () => words.t("replay.round.shows", { name }),
    bid: () => `${isolated(step.player)}${words.t("review.colon")} ${words.t(`bids.${step.bid}`)}`,
    exchanged: () => words.t("replay.round.exchanges", { name, n: step.count }),
    trump_named: () => words.t("replay.round.trump", { name, suit: words.t(`suits.${step.suit}`) }),
    fined: () => words.t("replay.round.fined", { name, chips: words.chips(step.chips || 0) }),
    settlement: () => (round.winner ? words.t("wins", { name: round.winner }) : words.t("replay.round.over")),
  }[step.type];
  return [
    first ? [first(), step.type] : null,
    ...step.takes.map(({ player, chips }) => [words.t("stage.takes", { name: player, chips: words.chips(chips) }), "takes"]),
    ...step.missed.map(({ player, card }) => [words.t("stage.forgot", { name: player, card }), "forgot"]),
  ].filter(Boolean);
}

// What a player still held of which it came out: {cards, more}. Pure.
export function held(name, step, round) {
  const laid = new Set(round.cards.slice(0, step.laid).map(({ card }) => card));
  const cards = (round.hands[name] || []).filter((card) => !laid.has(card));
  return { cards, more: Math.max(0, step.left[name] - cards.length) };
}

// The table at a step.
function Moment({ round, at, words }) {
  const step = round.steps[at];
  const [[title] = [""], ...more] = said(step, round, words);
  const row = step.run ? round.cards.slice(step.laid - step.run, step.laid) : [];
  const end = step.type === "settlement";
  return html`<div class="moment">
    <section class="felt">
      <h3 class="wanted" id="step-says" aria-live="polite">${title}</h3>
      <p class="or">${more.map(([text, kind]) => html`<span key=${text} class=${`step-${kind}`}>${text}</span>`)}
        ${more.length ? null : step.wanted ? words.t("wanted", { rank: words.aRank(step.wanted) }) : "\u00a0"}</p>
      <div class="sequence">
        ${row.slice(-ROW).map((laid, place, all) => html`<span key=${laid.seq} class=${`lay ${place === all.length - 1 ? "newest" : ""}`}>
          <${Card} card=${laid.card} words=${words} size=${place === all.length - 1 ? "middle" : "small"} /><small>${laid.player}</small></span>`)}
      </div>
    </section>
    ${Object.keys(step.boxes).length ? html`<${Lying} boxes=${step.boxes} words=${words} />` : null}
    <ul class="step-hands">
      ${round.players.map(({ name, colour }) => {
        const { cards, more: unseen } = held(name, step, round);
        return html`<li key=${name} data-player=${name} class=${`his-${colour} ${step.player === name ? "turn" : ""}`}>
          <p><i class=${`dot of-${colour}`} aria-hidden="true"></i><b>${isolated(name)}</b> <small>${end ? signed(round.net[name]) : words.count("cards_left", step.left[name])}</small></p>
          <span class="step-hand">${cards.map((card) => html`<${Card} key=${card} card=${card} words=${words} size="mini" />`)}
            ${unseen ? html`<small>${words.count("replay.round.unseen", unseen)}</small>` : null}</span>
        </li>`;
      })}
    </ul>
  </div>`;
}

// Step `at` of so many, `go(to)`, and whether they follow by themselves: until the last one, or somebody goes himself.
function useSteps(many, start) {
  const [at, setAt] = useState(start);
  const [runs, run] = useState(false);
  const step = (to) => setAt((now) => Math.max(0, Math.min(many - 1, typeof to === "function" ? to(now) : to)));
  const go = (to) => {
    run(false);
    step(to);
  };
  useEffect(() => {
    if (!runs) return undefined;
    if (at >= many - 1) return run(false);
    const clock = setTimeout(() => step(at + 1), BEAT);
    return () => clearTimeout(clock);
  }, [runs, at]);
  const play = () => {
    if (at >= many - 1) step(0);
    run(!runs);
  };
  return { at, go, play, runs };
}

function Steps({ round, words, at, go, play, runs }) {
  const last = round.steps.length - 1;
  const bar = useRef(null);
  useEffect(() => {
    const keys = (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || event.target === bar.current) return;
      event.preventDefault();
      go((now) => now + by);
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
  const says = words.t("replay.round.step", { n: at + 1, of: last + 1 });
  return html`<div class="step-bar" role="group" aria-label=${words.t("replay.round.title")}>
    <input type="range" min="0" max=${last} value=${at} ref=${bar} aria-label=${says} aria-valuetext=${says} onInput=${(event) => go(Number(event.target.value))} />
    <button id="step-back" aria-label=${words.t("replay.round.back")} disabled=${at === 0} onClick=${() => go(at - 1)}>‹</button>
    <button id="step-play" onClick=${play}>${words.t(`replay.round.${runs ? "stop" : "play"}`)}</button>
    <button id="step-on" aria-label=${words.t("replay.round.on")} disabled=${at === last} onClick=${() => go(at + 1)}>›</button>
    <output id="step-number">${says}</output>
  </div>`;
}

// A round on a phone or in the history. `connection`: of its pictures ({picture, proved}); `show(step)`: puts it on televisions, where
// there are any; `scene(picture)`: draws the seconds round a card, where they are in memory.
export function Round({ round, words, connection, show, scene }) {
  const steps = useSteps(round.steps.length, 0);
  const [shared, share] = useState(false);
  const { at } = steps;
  useEffect(() => {
    if (shared) show(at).then((there) => there || share(false));
  }, [shared, at]);
  const step = round.steps[at];
  const laid = step.type === "card_played" ? round.cards[step.laid - 1] : null;
  return html`<div class="round-again" data-round=${round.round}>
    <${Steps} round=${round} words=${words} ...${steps} />
    <${Moment} round=${round} at=${at} words=${words} />
    ${laid && laid.picture ? html`<div key=${laid.seq}><${Proof} seq=${laid.picture} connection=${connection} words=${words} what=${words.card(laid.card)} />${scene ? scene(laid.picture) : null}</div>` : null}
    ${show ? html`<button class="wide quiet" id="step-television" aria-pressed=${shared} onClick=${() => share(!shared)}>${words.t(`replay.round.${shared ? "alone" : "television"}`)}</button>` : null}
  </div>`;
}

// The same as it is fetched: `fetched()` gives {ok, said} or null. It says why where it cannot be had.
export function Fetched({ fetched, words, ...given }) {
  const [round, setRound] = useState(null);
  const [why, setWhy] = useState("");
  useEffect(() => {
    let here = true;
    fetched().then((answer) => {
      if (!here) return;
      if (answer && answer.ok && answer.said) setRound(answer.said);
      else setWhy(answer ? "replay.round.gone" : "unsent");
    });
    return () => {
      here = false;
    };
  }, []);
  if (!round) return html`<p class="hint" role="status">${words.t(why || "connecting")}</p>`;
  return html`<${Round} round=${round} words=${words} ...${given} />`;
}

// On a television: it follows whoever goes through the round, or the keys of its own; until somebody taps, or the game goes on.
export function RoundStage({ shown, view, words, connection, close }) {
  const [round, setRound] = useState(null);
  useEffect(() => {
    let here = true;
    connection.get(`rounds/${shown.round}`).then((found) => here && (found ? setRound(found) : close()));
    return () => {
      here = false;
    };
  }, [shown.round]);
  const now = useRef(`${view.round} ${view.phase}`);
  useEffect(() => {
    if (now.current !== `${view.round} ${view.phase}`) close();
  }, [view.round, view.phase]);
  return round && round.round === shown.round ? html`<${OnStage} key=${shown.round} round=${round} shown=${shown} words=${words} close=${close} />` : null;
}

function OnStage({ round, shown, words, close }) {
  const steps = useSteps(round.steps.length, shown.step);
  const { at } = steps;
  useEffect(() => steps.go(shown.step), [shown.number]);
  useEffect(() => {
    const later = setTimeout(close, STAYS);
    return () => clearTimeout(later);
  }, [at, shown.number]);
  useEscape(close);
  return html`<div class="scene-stage tv round-stage" id="round-stage" role="dialog" aria-label=${words.t("replay.round.title")}>
    <header><b>↻ ${words.t("round", { n: round.round })}</b><button class="quiet" id="stage-close" onClick=${close}>${words.t("close")}</button></header>
    <${Moment} round=${round} at=${at} words=${words} />
    <${Steps} round=${round} words=${words} ...${steps} />
  </div>`;
}
