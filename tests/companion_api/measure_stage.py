"""How long from an event until its effect fills a television's screen, and how evenly it moves there.

A planned round behind a fake camera, the real referee, store, server and page, and Chromium at 1920 × 1080.
Not a test, as it holds a clock: ``PYTHONPATH=. python tests/companion_api/measure_stage.py [effects]``.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from browser import TELEVISION, Door, come_in, leave, phone
from scripted import Evening, wait_for

from companion_api.web.app import create_app

FULL = ("taken", "missed_call", "missed_bete", "opera", "main_pleine")
# ``gaps``: ms between two frames of one effect; ``still``: between others.
LOOK = """
window.seen = [];
window.gaps = [];
window.still = [];
const now = () => performance.timeOrigin + performance.now();
let last = now(), shown = '';
const look = () => {
  const effect = document.querySelector('#effect'), at = now();
  (effect && shown ? window.gaps : window.still).push(at - last);
  const id = effect ? effect.dataset.moment : '';
  const painted = () => window.seen.push([effect.dataset.kind, now()]);
  if (id && id !== shown) requestAnimationFrame(painted);
  [last, shown] = [at, id];
  requestAnimationFrame(look);
};
look();
"""


def play(browser, seed, wanted):
    """A round with this seed: [(kind, ms from event to effect)], [ms between its frames], [others]."""
    with tempfile.TemporaryDirectory() as folder:
        evening, told = Evening(Path(folder), seed), []
        evening.live.when_said(
            lambda said: said.kind in FULL and told.append((said.kind, 1000 * time.time()))
        )
        door = Door(create_app(evening.live, evening.desk), evening.token)
        try:
            come_in(browser, door.address, "television")
            wait_for(lambda: browser.find_elements("#wanted"))
            browser.execute_script(LOOK)
            while evening.observer.number < evening.last_frame and len(told) < wanted:
                before = len(told)
                evening.frames(evening.observer.number + 1)
                if len(told) > before:
                    wait_for(lambda: len(browser.execute_script("return window.seen")) >= len(told))
                    wait_for(lambda: not browser.find_elements("#effect"))
                time.sleep(0.1)
            seen, gaps, still = browser.execute_script("return [window.seen, window.gaps, window.still]")
        finally:
            browser.get("about:blank")
            door.stop()
            evening.close()
    assert [kind for kind, _ in seen] == [kind for kind, _ in told]
    return [(kind, at - since) for (kind, since), (_, at) in zip(told, seen, strict=True)], gaps, still


def main():
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    browser, waits, gaps, still, seed = phone(metrics=TELEVISION), [], [], [], 1
    try:
        while len(waits) < wanted:
            more, between, others = play(browser, seed, wanted - len(waits))
            waits, gaps, still, seed = waits + more, gaps + between, still + others, seed + 1
    finally:
        leave(browser)
    after = [ms for _, ms in waits]
    print(
        json.dumps(
            {
                "effects": len(after),
                "ms_p50": round(float(np.percentile(after, 50))),
                "ms_p95": round(float(np.percentile(after, 95))),
                "ms_most": round(max(after)),
                "frames": len(gaps),
                "frame_ms_p50": round(float(np.percentile(gaps, 50)), 1),
                "frame_ms_p99": round(float(np.percentile(gaps, 99)), 1),
                "frame_ms_most": round(max(gaps)),
                "frames_over_100_ms": sum(gap > 100 for gap in gaps),
                "frames_without_effect": len(still),
                "of_them_over_100_ms": sum(gap > 100 for gap in still),
            }
        )
    )


if __name__ == "__main__":
    main()
