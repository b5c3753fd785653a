"""Deals of Nap on three phones in Chromium, every option played: ``python measure_nap.py [DEALS] [SEED]``.

Each evening is set up by the host's form with other rules, played by taps on the three pages, and ended; what
they show is held against a second, plain settlement of the log alone (`tests/engine/plain_nap.py`).
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "engine")]


def main(deals: int = 40, seed: int = 0) -> int:
    from nap_phones import Family
    from nap_told import houses

    with tempfile.TemporaryDirectory() as folder:
        family, rng = Family(folder), Random(seed)
        done = right = 0
        rules = houses()
        played: set[tuple[str, str]] = set()
        began = time.monotonic()
        try:
            for place, (_, players, options) in enumerate(rules):
                many = deals // len(rules) + (place < deals % len(rules))
                if done:
                    family.again()
                family.set_up(players, options)
                for deal in range(many):
                    if deal:
                        family.next_deal()
                    family.deal(rng)
                    done += 1
                family.end(rng)
                right += many * family.settled_as_the_log_alone()
                played |= {(name, str(value)) for name, value in options.items()}
                print(f"{done} deals, {right} as the log alone, {time.monotonic() - began:.0f} s", flush=True)
        finally:
            family.close()
        print(f"{right} of {done} deals; {len(rules)} evenings; {len(played)} values of options")
    return 0 if right == done == deals else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
