// A sound made as it plays, from the notes of pack.json: each has its second `at`, how long it `lasts` while it dies
// away, its `gain`, and either `hz` (gliding `to` another) in a `wave`, or `noise` round a frequency, `q` how narrow.

const ATTACK = 0.008; // s; less clicks
const SILENT = 0.0001; // what an exponential dies away to

function noise(context, lasts) {
  const buffer = context.createBuffer(1, Math.ceil(lasts * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}

function voiceOf(context, note, from) {
  if (note.noise) {
    const source = noise(context, note.lasts);
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = note.noise;
    band.Q.value = note.q;
    return [source, source.connect(band)];
  }
  const source = context.createOscillator();
  source.type = note.wave || "sine";
  source.frequency.setValueAtTime(note.hz, from);
  if (note.to) source.frequency.exponentialRampToValueAtTime(note.to, from + note.lasts);
  return [source, source];
}

// Play these notes into a node of `context`, from second `now` of its clock.
export function synthesise(context, notes, into, now) {
  for (const note of notes) {
    const from = now + note.at;
    const gain = context.createGain();
    gain.gain.setValueAtTime(SILENT, from);
    gain.gain.exponentialRampToValueAtTime(note.gain, from + ATTACK);
    gain.gain.exponentialRampToValueAtTime(SILENT, from + note.lasts);
    const [source, voice] = voiceOf(context, note, from);
    voice.connect(gain).connect(into);
    source.start(from);
    source.stop(from + note.lasts);
  }
}
