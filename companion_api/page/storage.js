// What this device remembers. Where the browser keeps nothing (site data blocked, its room full), the tab does:
// its name lasts as long as itself, through reloads and through this page's folders, and asks no permission.

const MARK = "nain-jaune:";

function ofVisit() {
  try {
    return window.name.startsWith(MARK) ? Object(JSON.parse(window.name.slice(MARK.length))) : {};
  } catch {
    return {};
  }
}

// value null: nothing stands there in this visit, whatever the browser still holds.
function visit(name, value) {
  window.name = MARK + JSON.stringify({ ...ofVisit(), [name]: value });
}

// What is kept under this name, null where nothing is.
export function recall(name) {
  const here = ofVisit();
  if (name in here) return here[name];
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
    if (localStorage.getItem(name) === value && !(name in ofVisit())) return;
  } catch {
    // the tab keeps it
  }
  visit(name, value);
}

export function forget(name) {
  try {
    localStorage.removeItem(name);
    if (localStorage.getItem(name) === null && !(name in ofVisit())) return;
  } catch {
    // the tab forgets it
  }
  visit(name, null);
}

// An object as it was kept; {} where there is none that can be read.
export function recallObject(name) {
  try {
    return Object(JSON.parse(recall(name)));
  } catch {
    return {};
  }
}
