// The line to the table: one live channel that finds its way back after sleep, and taps.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const BARRED_WAIT = 60000; // after too many wrong tries from this address

// The invitation comes in the fragment (never sent); it is kept, and the address stays clean.
export function takeInvitation() {
  const shown = new URLSearchParams(location.hash.slice(1)).get("t");
  if (shown) {
    localStorage.setItem("invitation", shown);
    history.replaceState(null, "", location.pathname);
  }
  return localStorage.getItem("invitation");
}

export class Connection {
  // tell(change): {now} new state, with {said} what is to be said of it, {joined: true|false}, {refused: true} the pass is no longer known
  constructor(held, tell) {
    this.held = held;
    this.tell = tell;
    this.evening = 0;
    this.seq = 0;
    this.wait = FIRST_WAIT;
    this.pictures = new Map();
    this.gone = new AbortController();
    const { signal } = this.gone;
    const awake = () => document.visibilityState === "visible" && this.awake();
    document.addEventListener("visibilitychange", awake, { signal });
    for (const sign of ["online", "pageshow"]) addEventListener(sign, () => this.awake(), { signal });
    this.open();
  }

  close() {
    this.gone.abort();
    clearTimeout(this.later);
    const old = this.socket;
    this.socket = null;
    if (old) old.close();
  }

  open() {
    clearTimeout(this.later);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    this.socket = socket;
    let first = true; // what happened before this line stood is not said any more
    socket.onopen = () =>
      socket.send(JSON.stringify({ token: this.held, evening: this.evening, seq: this.seq }));
    socket.onmessage = (message) => {
      const now = JSON.parse(message.data);
      this.wait = FIRST_WAIT;
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
      this.tell({ joined: false });
      if (end.code === 4429) this.wait = BARRED_WAIT;
      this.later = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  // A phone that slept may hold a channel that is long dead: start a fresh one at once.
  awake() {
    const old = this.socket;
    if (old && old.readyState === WebSocket.CONNECTING) return;
    this.socket = null;
    if (old) old.close();
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
    this.tell({ now: { ...now, you: this.you }, said });
  }

  headers() {
    return { Authorization: `Bearer ${this.held}` };
  }

  // A command with the state it was given on. Returns null when done, else {error, detail, rule}.
  async send(path, what) {
    const answer = await this.post(path, what);
    return answer.error ? answer : null;
  }

  // The same, for commands that are answered: what the table says, or {error, detail, rule}.
  async post(path, what) {
    let answer;
    try {
      answer = await fetch(`api/${path}`, {
        method: "POST",
        headers: { ...this.headers(), "Content-Type": "application/json" },
        body: JSON.stringify({ ...what, evening: this.evening, seq: this.seq }),
      });
    } catch {
      return { error: "network" };
    }
    if (answer.ok) return answer.json();
    const said = await answer.json().catch(() => ({}));
    if (answer.status === 409) this.took(said);
    return { error: said.error || (answer.status === 403 ? "role" : "other"), detail: said.detail || "", rule: said.rule || "" };
  }

  // What the table's computer has at this path; null when it cannot be had now.
  async get(path) {
    const answer = await fetch(`api/${path}`, { headers: this.headers() }).catch(() => null);
    return answer && answer.ok ? answer.json().catch(() => null) : null;
  }

  // How the camera sees the table now; {error} when no picture comes, null without a network.
  async check() {
    const answer = await fetch("api/check", { headers: this.headers() }).catch(() => null);
    return answer && answer.json().catch(() => null);
  }

  // Hear with this microphone, "" the standard one, null none: how it hears now, or {error, detail}.
  async hearWith(name) {
    const told = { method: "POST", headers: { ...this.headers(), "Content-Type": "application/json" }, body: JSON.stringify({ name }) };
    const answer = await fetch("api/microphone", told).catch(() => null);
    return answer ? answer.json().catch(() => ({ error: "other" })) : { error: "network" };
  }

  picture(seq) {
    const key = `${this.evening}/${seq}`;
    if (!this.pictures.has(key)) {
      this.pictures.set(
        key,
        fetch(`api/pictures/${seq}`, { headers: this.headers() })
          .then((answer) => (answer.ok ? answer.blob() : null))
          .then((blob) => (blob ? URL.createObjectURL(blob) : null))
          .catch(() => {
            this.pictures.delete(key);
            return null;
          }),
      );
    }
    return this.pictures.get(key);
  }

  async forgetPictures() {
    const answer = await fetch("api/pictures", { method: "DELETE", headers: this.headers() });
    this.pictures.clear();
    return (await answer.json()).forgotten;
  }

  async log() {
    const answer = await fetch("api/log", { headers: this.headers() });
    return answer.blob();
  }
}
