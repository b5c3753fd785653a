// The line to the table: one live channel that finds its way back after sleep, and taps.
import { PATIENCE, PATIENCE_LONG, PATIENCE_TAP, ask } from "../ask.js";
import { Line } from "./line.js";

const AGAIN = 2000; // ms until what had no answer is asked for again
const SLOW = { check: PATIENCE_LONG, chips: PATIENCE_LONG, lesson: PATIENCE_LONG, microphone: PATIENCE_LONG, setup: PATIENCE_LONG, evenings: PATIENCE_LONG };

export class Connection extends Line {
  // tell(change): {now} new state, with {said} what is to be said of it and {resumed} whether it goes on from the last
  // one that was told on this line, {joined: true|false}, {refused: true} the pass is no longer known,
  // with {removed: true} because the host has sent this device away
  constructor(held, tell) {
    super("/api/live");
    this.held = held;
    this.tell = tell;
    this.evening = 0;
    this.seq = 0;
    this.pictures = new Map();
    this.proved = new Set(); // the events whose picture shows their card as it lies
    this.line = new AbortController(); // aborted when the line turns out to be dead, with all that was asked on it
    this.open();
  }

  hello() {
    return { token: this.held, evening: this.evening, seq: this.seq };
  }

  heard(now, first) {
    this.took(now, !first); // what happened before this line stood is not said any more
  }

  joined() {
    this.tell({ joined: true });
  }

  parted() {
    this.tell({ joined: false });
  }

  refused(removed) {
    this.tell({ refused: true, removed });
  }

  lost() {
    this.line.abort();
    this.line = new AbortController();
    super.lost();
  }

  took(now, aloud = true) {
    const resumed = now.evening === this.evening && now.seq >= this.seq;
    if (!resumed) this.pictures.clear();
    const said = aloud && resumed ? now.said.filter((each) => each.seq > this.seq) : [];
    this.evening = now.evening;
    this.seq = now.seq;
    this.proved = new Set(now.proved);
    const { you = this.you, wants = this.wants, asked = this.asked } = now; // an answer to a tap does not say them again
    Object.assign(this, { you, wants, asked });
    this.tell({ now: { ...now, you, wants, asked }, said, resumed: aloud && resumed });
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

  // A command with the state it was given on. Returns null when done, else {error, detail, rule, said}.
  async send(path, what, at) {
    const answer = await this.post(path, what, at);
    return answer.error ? answer : null;
  }

  // The same, for commands that are answered: what the table says, or {error, detail, rule, said}.
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
    return { error: said.error || (answer.status === 403 ? "role" : "other"), detail: said.detail || "", rule: said.rule || "", since: said.since, said: said.said };
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
    const key = `${this.evening}/${seq}/${this.proved.has(seq)}`;
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
