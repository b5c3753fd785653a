"""How a club holds: tables at once, cuts of server and network, what an event costs. Run by hand.

python tests/companion_api/club/measure_club.py load TABLES SECONDS PAGES
python tests/companion_api/club/measure_club.py cuts TABLES MOMENTS
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parents[2]
sys.path[:0] = [str(HERE), str(HERE.parent)]

import psutil  # noqa: E402
import websockets  # noqa: E402
from clubs import Club, Playing, Wire, evening  # noqa: E402
from cluster import Cluster  # noqa: E402

from companion_api.store.outbox import key_of  # noqa: E402

EVENTS_A_SECOND = 0.4
"""Of a real table, about: 40 events of a round of two minutes; tables here play twice as fast."""


def own(store):
    """What a table has, as the club should have it: bodies by evening and number."""
    return {
        (key_of(one.started, one.token), line["seq"]): line
        for one in store.evenings()
        for line in store.events(one.id)
    }


def compared(club, tables):
    """Events lost, doubled or different, and numbers out of order, over all tables."""
    lost = other = disorder = events = 0
    for number, table in tables.items():
        here = own(table.store)
        role = f"{club.admin.database}_table_{number}"
        query = (
            'SELECT evening, seq, body, number FROM club.events WHERE "table" = %s ORDER BY arrived, number'
        )
        rows = club.rows(query, None, role)
        there = {(key, seq): json.loads(body) for key, seq, body, _ in rows}
        numbers = [row[3] for row in rows]
        events += len(here)
        lost += len(here.keys() - there.keys())
        other += sum(there[each] != here.get(each) for each in there) + len(rows) - len(there)
        disorder += sum(later <= before for before, later in pairwise(numbers))
    return {"events": events, "lost": lost, "doubled_or_changed": other, "out_of_order": disorder}


def seconds_of(pid):
    """Processor seconds of a process and all its children."""
    total = 0.0
    for one in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
        try:
            used = one.cpu_times()
            total += used.user + used.system
        except psutil.Error:
            pass
    return total


def load(count, seconds, pages):
    """Tables play by logs at twice real speed; when does an event reach the pages of a board?"""
    cluster, folder = Cluster(), Path(tempfile.mkdtemp())
    tables: dict[int, Playing] = {}
    board = None
    try:
        club = Club(cluster, folder / "club", count)
        setup = "INSERT INTO club.rounds (night, round) VALUES (current_date, 1)"
        club.rows(setup, "host")
        command = "import sys; from companion_api.command import main; sys.exit(main())"
        args = ["club", "board", str(folder / "club" / "host.club"), "--port", "0", "--json"]
        board = subprocess.Popen(
            [sys.executable, "-c", command, *args], stdout=subprocess.PIPE, encoding="utf-8", cwd=HERE.parent
        )
        address, token = json.loads(board.stdout.readline())["address"].split("/club/#t=")
        logs = {}
        for number in range(1, count + 1):
            players = [f"{name} {number}" for name in ("Ana", "Bruno", "Chloé", "Dora")]
            tables[number] = Playing(folder / f"t{number}", club.url(f"table-{number}"))
            tables[number].begin(players)
            logs[number] = evening(players, 60, number)
        sent, seen = {}, []
        stop = threading.Event()
        watching = threading.Thread(
            target=lambda: asyncio.run(watch(address, token, pages, sent, seen, stop)), daemon=True
        )
        watching.start()
        time.sleep(5)
        before = {"server": seconds_of(cluster_pid(cluster)), "board": seconds_of(board.pid)}
        rng, end, written = random.Random(1), time.monotonic() + seconds, 0
        due = {number: time.monotonic() + rng.random() / EVENTS_A_SECOND for number in tables}
        at = dict.fromkeys(tables, 0)
        while (now := time.monotonic()) < end:
            for number, table in tables.items():
                if due[number] <= now:
                    line = logs[number][at[number]]
                    table.add([line])
                    at[number] += 1
                    written += 1
                    if line["type"] == "card_played":
                        sent[number, sum(x["type"] == "card_played" for x in logs[number][: at[number]])] = (
                            time.monotonic()
                        )
                    due[number] = now + rng.expovariate(2 * EVENTS_A_SECOND)
            time.sleep(0.005)
        after = {"server": seconds_of(cluster_pid(cluster)), "board": seconds_of(board.pid)}
        time.sleep(5)
        stop.set()
        watching.join(10)
        seen.sort()
        per_event = {name: round(1000 * (after[name] - before[name]) / written, 2) for name in after}
        waits = {f"p{part}": round(seen[int(len(seen) * part / 100)], 3) for part in (50, 95, 99) if seen}
        return {
            "tables": count, "seconds": seconds, "pages": pages, "written": written, "seen": len(seen),
            "seconds_to_the_slowest_page": waits, "ms_of_processor_per_event": per_event,
            "load": psutil.getloadavg()[0], **compared(club, tables),
        }  # fmt: skip
    finally:
        for table in tables.values():
            table.close()
        if board is not None:
            board.terminate()
            board.wait(20)
        cluster.close()


def cluster_pid(cluster):
    """The server's first process."""
    return int((cluster.folder / "data" / "postmaster.pid").read_text().splitlines()[0])


async def watch(address, token, pages, sent, seen, stop):
    """So many pages; the time from an event at its table to the last page that shows as many cards."""
    url = address.replace("http", "ws", 1) + "/api/club/live"
    shown: dict[tuple[int, int], int] = {}
    total: dict[int, dict[int, tuple[int, int]]] = {}

    async def page(name):
        mine = total.setdefault(name, {})
        async with websockets.connect(url, max_size=None) as line:
            await line.send(json.dumps({"token": token}))
            while not stop.is_set():
                try:
                    text = await asyncio.wait_for(line.recv(), 1)
                except TimeoutError:
                    continue
                now = time.monotonic()
                for table in json.loads(text)["tables"]:
                    number, here = table["number"], (table["settled"], table["cards"])
                    if mine.get(number) != here:
                        mine[number] = here
                        key = (number, *here)
                        shown[key] = shown.get(key, 0) + 1
                        if shown[key] == pages:
                            moments.append((number, here, now))

    moments: list[tuple[int, tuple[int, int], float]] = []
    await asyncio.gather(*(page(name) for name in range(pages)))
    counts: dict[int, int] = {}
    for number, _, now in moments:
        # The newest card that had been laid when this look was shown everywhere.
        laid = [card for (table, card), when in sent.items() if table == number and when <= now]
        if laid and laid[-1] > counts.get(number, 0):
            for card in range(counts.get(number, 0) + 1, laid[-1] + 1):
                seen.append(now - sent[number, card])
            counts[number] = laid[-1]


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
    what, *numbers = sys.argv[1:]
    print(json.dumps({"load": load, "cuts": cuts}[what](*map(int, numbers)), indent=1))
