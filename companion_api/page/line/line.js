// A live channel that finds its way back: after sleep, a dead network, a computer that went and came.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const BARRED_WAIT = 60000; // after too many wrong tries from this address
const QUIET = 4000; // ms without a word after which the page asks whether anybody is there
const ANSWER = 4000; // ms for the answer: else the line is dead, whatever the browser believes
const OPENING = 5000; // ms for the first word on a new line; longer each time, as a busy computer needs it
const LONGEST_OPENING = 20000;
const WRONG_TOKEN = 4401;
const REMOVED = 4410; // the host has sent this device away
const TOO_OFTEN = 4429;

// What extends it gives `hello()`, what is said first, and `heard(message, first)`, and is told by `joined`, `parted`
// and `refused`; it calls `open` when all that it needs is there.
export class Line {
  constructor(path) {
    this.path = path;
    this.wait = FIRST_WAIT;
    this.opening = OPENING;
    this.gone = new AbortController();
    const { signal } = this.gone;
    const awake = () => document.visibilityState === "visible" && this.awake();
    document.addEventListener("visibilitychange", awake, { signal });
    for (const sign of ["online", "pageshow"]) addEventListener(sign, () => this.awake(), { signal });
    addEventListener("offline", () => this.anybody(), { signal });
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
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    let first = true;
    this.clock = setTimeout(() => this.lost(), this.opening);
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      const now = JSON.parse(message.data);
      this.wait = FIRST_WAIT;
      this.opening = OPENING;
      clearTimeout(this.clock);
      this.clock = setTimeout(() => this.anybody(), QUIET);
      if (now.alive) return;
      this.heard(now, first);
      first = false;
      this.joined();
    };
    socket.onclose = (end) => {
      if (this.socket !== socket) return;
      if (end.code === WRONG_TOKEN || end.code === REMOVED) {
        this.refused(end.code === REMOVED);
        return;
      }
      if (end.code === TOO_OFTEN) this.wait = BARRED_WAIT;
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
    this.again();
  }

  again() {
    this.hangUp();
    this.parted();
    this.later = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  // A phone that slept may hold a channel that is long dead: start a fresh one at once.
  awake() {
    this.wait = FIRST_WAIT;
    this.open();
  }

  joined() {}
}
