// Asking the table's computer: nobody waits for an answer that does not come.

export const PATIENCE = 15000; // ms
export const PATIENCE_TAP = 7000; // the computer itself gives up on a busy table a second before (watching.py)
export const PATIENCE_LONG = 45000; // a camera is opened, a picture is read, a file is taken in

// The answer, already read: {ok, status, said}; null when none comes in time or `gone` (a signal) is given.
// read: "json" (null where it is none), "blob", …
export async function ask(path, { read = "json", patience = PATIENCE, gone, ...options } = {}) {
  const late = new AbortController();
  const give = () => late.abort();
  const clock = setTimeout(give, patience);
  if (gone) gone.addEventListener("abort", give);
  try {
    const answer = await fetch(path, { ...options, signal: late.signal });
    const said = answer.ok && read !== "json" ? await answer[read]() : parsed(await answer.text());
    return { ok: answer.ok, status: answer.status, said };
  } catch {
    return null;
  } finally {
    clearTimeout(clock);
    if (gone) gone.removeEventListener("abort", give);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
