// How often, how large and how sharp pictures are sent: as much as the network and the phone carry.
const WANTED_FPS = 15;
const SLOW_MS = 250; // a picture that takes longer on its way makes the next ones smaller
const FAST_MS = 100;
const POOR_FPS = 6; // fewer than these and cards are seen late
const HOT = 2.5; // times as long as at the beginning to draw a picture: the phone slows itself down
const STEPS = [
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.7 },
  { scale: 0.85, quality: 0.7 },
  { scale: 0.75, quality: 0.6 },
];
const PATIENCE = 8; // pictures between two changes

export class Pace {
  constructor() {
    this.step = 0;
    this.since = 0;
    this.fps = WANTED_FPS;
    this.could = WANTED_FPS; // pictures a second, had the computer looked at each at once
    this.every = 1000 / WANTED_FPS;
    this.travel = FAST_MS;
    this.drawing = null;
    this.usual = null;
    this.count = 0;
  }

  get scale() {
    return STEPS[this.step].scale;
  }

  get quality() {
    return STEPS[this.step].quality;
  }

  // A picture has arrived: ms to draw it, on its way, waiting for the computer to look, and when.
  sent(drawing, travel, waited, at) {
    this.count += 1;
    const smooth = (old, now) => (old === null ? now : 0.9 * old + 0.1 * now);
    this.travel = smooth(this.travel, travel);
    this.drawing = smooth(this.drawing, drawing);
    if (this.count === 100) this.usual = this.drawing;
    if (this.last) {
      this.fps = 1000 / smooth(1000 / this.fps, at - this.last);
      this.could = 1000 / smooth(1000 / this.could, at - this.last - waited);
    }
    this.last = at;
    this.since += 1;
    if (this.since < PATIENCE) return;
    const worse = this.travel > SLOW_MS && this.step < STEPS.length - 1;
    const better = this.travel < FAST_MS && this.step > 0;
    if (worse || better) {
      this.step += worse ? 1 : -1;
      this.since = 0;
    }
  }

  // What people should know, as a key of the catalogue, or "".
  get advice() {
    if (this.usual !== null && this.drawing > HOT * this.usual) return "hot";
    if (this.count > 3 * PATIENCE && this.could < POOR_FPS) return "slow";
    return "";
  }
}
