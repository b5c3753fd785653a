// The line to the table: one live channel that finds its way back after sleep, and taps.
import { PATIENCE, PATIENCE_LONG, PATIENCE_TAP, ask } from "./ask.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const BARRED_WAIT = 60000; // after too many wrong tries from this address
const QUIET = 4000; // ms without a word after which the page asks whether anybody is there
const ANSWER = 4000; // ms for the answer: else the line is dead, whatever the browser believes
const OPENING = 5000; // ms for the first word on a new line; longer each time, as a busy computer needs it
const LONGEST_OPENING = 20000;
const AGAIN = 2000; // ms until what had no answer is asked for again
const SLOW = { check: PATIENCE_LONG, chips: PATIENCE_LONG, lesson: PATIENCE_LONG, microphone: PATIENCE_LONG, setup: PATIENCE_LONG, evenings: PATIENCE_LONG };

export class Connection {
  // tell(change): {now} new state, with {said} what is to be said of it and {resumed} whether it goes on from the last
  // one that was told on this line, {joined: true|false}, {refused: true} the pass is no longer known
  constructor(held, tell) {
    this.held = held;
    this.tell = tell;
    this.evening = 0;
    this.seq = 0;
    this.wait = FIRST_WAIT;
    this.opening = OPENING;
    this.pictures = new Map();
    this.gone = new AbortController();
    this.line = new AbortController(); // aborted when the line turns out to be dead, with all that was asked on it
    const { signal } = this.gone;
    const awake = () => document.visibilityState === "visible" && this.awake();
    document.addEventListener("visibilitychange", awake, { signal });
    for (const sign of ["online", "pageshow"]) addEventListener(sign, () => this.awake(), { signal });
    addEventListener("offline", () => this.anybody(), { signal });
    this.open();
  }

  close() {
    this.gone.abort();
    this.hangUp();
  }

  hangUp() {
    clearTimeout(this.later);
    clearTimeout(this.clock);
    const old = this.socket;
    this.socket = null;
    if (old) old.close();
  }

  open() {
    this.hangUp();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    this.socket = socket;
    let first = true; // what happened before this line stood is not said any more
    this.clock = setTimeout(() => this.lost(), this.opening);
    socket.onopen = () =>
      socket.send(JSON.stringify({ token: this.held, evening: this.evening, seq: this.seq }));
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      const now = JSON.parse(message.data);
      this.wait = FIRST_WAIT;
      this.opening = OPENING;
      clearTimeout(this.clock);
      this.clock = setTimeout(() => this.anybody(), QUIET);
      if (now.alive) return;
      this.took(now, !first);
      first = false;
      this.tell({ joined: true });
    };
    socket.onclose = (end) => {
      if (this.socket !== socket) return;
      if (end.code === 4401) {
        this.tell({ refused: true });
        return;
      }
      if (end.code === 4429) this.wait = BARRED_WAIT;
      this.again();
    };
  }

  // A line over which nothing comes may be dead: ask, and believe it only as long as an answer takes.
  anybody() {
    clearTimeout(this.clock);
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    if (document.visibilityState === "visible") {
      this.socket.send(JSON.stringify({ alive: true }));
      this.clock = setTimeout(() => this.lost(), ANSWER);
    } else this.clock = setTimeout(() => this.anybody(), QUIET); // it is tried anew when somebody looks
  }

  lost() {
    this.opening = Math.min(this.opening * 2, LONGEST_OPENING);
    this.line.abort();
    this.line = new AbortController();
    this.again();
  }

  again() {
    this.hangUp();
    this.tell({ joined: false });
    this.later = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  // A phone that slept may hold a channel that is long dead: start a fresh one at once.
  awake() {
    this.wait = FIRST_WAIT;
    this.open();
  }

  took(now, aloud = true) {
    const resumed = now.evening === this.evening && now.seq >= this.seq;
    if (!resumed) this.pictures.clear();
    const said = aloud && resumed ? now.said.filter((each) => each.seq > this.seq) : [];
    this.evening = now.evening;
    this.seq = now.seq;
    this.you = now.you || this.you; // an answer to a tap does not say it again
    this.tell({ now: { ...now, you: this.you }, said, resumed: aloud && resumed });
  }

  // What is asked on this line, with this phone's pass; see `ask`.
  ask(path, options = {}) {
    const headers = { Authorization: `Bearer ${this.held}`, ...options.headers };
    return ask(`api/${path}`, { patience: SLOW[path] || PATIENCE, gone: this.line.signal, ...options, headers });
  }

  // The state that is shown now: what is asked of the table is asked on it.
  get at() {
    return { evening: this.evening, seq: this.seq };
  }

  // A command with the state it was given on. Returns null when done, else {error, detail, rule}.
  async send(path, what, at) {
    const answer = await this.post(path, what, at);
    return answer.error ? answer : null;
  }

  // The same, for commands that are answered: what the table says, or {error, detail, rule}.
  async post(path, what, at = this.at) {
    const answer = await this.ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...what, ...at }),
      ...(path in SLOW ? {} : { patience: PATIENCE_TAP }),
    });
    if (!answer) return { error: "network" };
    const said = answer.said || {};
    if (answer.ok) return said;
    if (answer.status === 409) this.took(said);
    return { error: said.error || (answer.status === 403 ? "role" : "other"), detail: said.detail || "", rule: said.rule || "", since: said.since };
  }

  // The same, asked until an answer comes; null when this line is given up.
  async ever(path, options) {
    while (!this.gone.signal.aborted) {
      const answer = await this.ask(path, options);
      if (answer) return answer;
      await new Promise((go) => setTimeout(go, AGAIN));
    }
    return null;
  }

  // What the table's computer has at this path, as soon as it answers; null where it has nothing.
  async get(path) {
    const answer = await this.ever(path);
    return answer && answer.ok ? answer.said : null;
  }

  // How the camera sees the table now; {error} when no picture comes, null without a network.
  async check() {
    const answer = await this.ask("check");
    return answer && answer.said;
  }

  // Hear with this microphone, "" the standard one, null none: how it hears now, or {error, detail}.
  async hearWith(name) {
    const told = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }) };
    const answer = await this.ask("microphone", told);
    return answer ? answer.said || { error: "other" } : { error: "network" };
  }

  picture(seq) {
    const key = `${this.evening}/${seq}`;
    if (!this.pictures.has(key)) {
      this.pictures.set(
        key,
        this.ever(`pictures/${seq}`, { read: "blob" }).then((answer) => (answer && answer.ok ? URL.createObjectURL(answer.said) : null)),
      );
    }
    return this.pictures.get(key);
  }

  // How many pictures were deleted; null when the table did not hear of it.
  async forgetPictures() {
    const answer = await this.ask("pictures", { method: "DELETE" });
    if (!answer || !answer.ok) return null;
    this.pictures.clear();
    return answer.said.forgotten;
  }

  // The evening as a file; null when it cannot be had now.
  async log() {
    const answer = await this.ask("log", { read: "blob" });
    return answer && answer.ok ? answer.said : null;
  }
}
