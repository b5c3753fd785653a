// The line to the club's board: one live channel that finds its way back.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const QUIET = 8000; // ms without a word after which the page asks whether anybody is there
const ANSWER = 5000; // ms for the answer: else the line is dead
const WRONG_TOKEN = 4401;

export class Line {
  // tell({now}) the club as it stands, ({lost: true}) nobody answers, ({refused: true}) the invitation is none
  constructor(token, tell) {
    this.token = token;
    this.tell = tell;
    this.wait = FIRST_WAIT;
    for (const sign of ["online", "pageshow"]) addEventListener(sign, () => this.open());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.anybody());
    this.open();
  }

  open() {
    clearTimeout(this.later);
    clearTimeout(this.clock);
    const old = this.socket;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/club/live`);
    this.socket = socket;
    if (old) old.close();
    this.clock = setTimeout(() => this.lost(), ANSWER);
    socket.onopen = () => socket.send(JSON.stringify({ token: this.token }));
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      this.wait = FIRST_WAIT;
      clearTimeout(this.clock);
      this.clock = setTimeout(() => this.anybody(), QUIET);
      const now = JSON.parse(message.data);
      if (!now.alive) this.tell({ now });
    };
    socket.onclose = (end) => {
      if (this.socket !== socket) return;
      if (end.code === WRONG_TOKEN) this.tell({ refused: true });
      else this.lost();
    };
  }

  // A line over which nothing comes may be dead: ask, and believe it only as long as an answer takes.
  anybody() {
    clearTimeout(this.clock);
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send("{}");
    this.clock = setTimeout(() => this.lost(), ANSWER);
  }

  lost() {
    clearTimeout(this.clock);
    clearTimeout(this.later);
    this.tell({ lost: true });
    this.later = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
