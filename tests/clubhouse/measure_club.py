"""How a club holds when server and network are cut at random moments. Run by hand.

python tests/clubhouse/measure_club.py TABLES MOMENTS
(Many tables at once, and what an event costs: `nainjaune bench club`.)
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent)]

import psutil  # noqa: E402
from clubs import Club, Playing, Wire, evening  # noqa: E402
from cluster import Cluster  # noqa: E402

from bench.tapped import club as club_bench  # noqa: E402
from clubhouse import calling  # noqa: E402


def compared(club, tables):
    """Events lost, doubled or different, and numbers out of order, over all tables."""
    stores = {f"{club.admin.database}_table_{number}": table.store for number, table in tables.items()}
    with calling.closing(calling.connect(club.admin)) as connection:
        return club_bench.compared(connection, stores)


def cuts(count, moments):
    """The server killed and started again, the network cut, at random moments; tables never stop."""
    cluster, folder, rng = Cluster(), Path(tempfile.mkdtemp()), random.Random(1)
    wire = Wire(cluster.port)
    tables: dict[int, Playing] = {}
    slowest, stop = [0.0], threading.Event()
    try:
        club = Club(cluster, folder / "club", count)
        for number in range(1, count + 1):
            tables[number] = Playing(folder / f"t{number}", club.url(f"table-{number}", wire))

        def plays(number):
            table, round_ = tables[number], 0
            while not stop.is_set():
                players = ["Ana", "Bruno", "Chloé"]
                table.begin(players)
                for line in evening(players, 1, 1000 * number + round_):
                    if stop.is_set():
                        return
                    began = time.monotonic()
                    table.add([line])
                    slowest[0] = max(slowest[0], time.monotonic() - began)
                    time.sleep(0.1)
                round_ += 1

        playing = [threading.Thread(target=plays, args=(number,)) for number in tables]
        for each in playing:
            each.start()
        kills = 0
        for moment in range(moments):
            time.sleep(rng.random() * 0.5)
            if moment % 10 == 0:
                kills += 1
                with cluster.gone():
                    time.sleep(rng.random() * 0.5)
            else:
                wire.cut()
                time.sleep(rng.random() * 0.5)
                wire.mend()
        stop.set()
        for each in playing:
            each.join()
        began = time.monotonic()
        while time.monotonic() - began < 60 and compared(club, tables)["lost"]:
            time.sleep(0.2)
        told = compared(club, tables)
        return {
            "tables": count, "moments": moments, "kills": kills, **told,
            "slowest_write_at_a_table_s": round(slowest[0], 2),
            "all_there_after_s": round(time.monotonic() - began, 1), "load": psutil.getloadavg()[0],
        }  # fmt: skip
    finally:
        stop.set()
        for table in tables.values():
            table.close()
        wire.close()
        cluster.close()


if __name__ == "__main__":
    print(json.dumps(cuts(*map(int, sys.argv[1:])), indent=1))
