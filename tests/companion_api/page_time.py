"""The page's own clock in a test's hands: what it does after seconds is seen at once, on any machine."""

from contextlib import contextmanager

from browser import before_each, no_more

CLOCK = """
(() => {
  const FROM = 300; // shorter waits are drawing, and stay as they are
  const { setTimeout: later, clearTimeout: forget } = window;
  let now = 0;
  let last = 1e9;
  const due = new Map();
  window.setTimeout = (call, ms = 0, ...rest) => {
    if (ms < FROM) return later(call, ms, ...rest);
    last += 1;
    due.set(last, { at: now + ms, call: () => call(...rest) });
    return last;
  };
  window.clearTimeout = (id) => due.delete(id) || forget(id);
  window.pass = (ms) => {
    const until = now + ms;
    for (;;) {
      const [next] = [...due].filter(([, one]) => one.at <= until).sort((a, b) => a[1].at - b[1].at);
      if (!next) break;
      due.delete(next[0]);
      now = next[1].at;
      next[1].call();
    }
    now = until;
  };
})();
"""

PASS = """
const [ms, done] = arguments;
requestAnimationFrame(() => setTimeout(() => { window.pass(ms); done(); }));
"""
"""After what the page has just begun."""


@contextmanager
def injected(browser, script):
    """Every document that is opened runs this first."""
    told = before_each(browser, script)
    try:
        yield
    finally:
        no_more(browser, told)


def pass_time(browser, seconds):
    """Let so much of the page's time go by, and what is due then happen."""
    browser.execute_async_script(PASS, 1000 * seconds)
