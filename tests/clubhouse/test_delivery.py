"""A table's events reach its club once, in order, whatever happens on the way; nobody waits for that."""

import json
import random
import shutil
import time

import pytest
from clubs import Club, Wire
from scripted import wait_for
from tapped import House

from clubhouse import calling
from clubhouse.delivery import Delivery
from companion_api.store import Store
from companion_api.store.outbox import key_of
from engine.errors import BadInput


@pytest.fixture
def club(cluster, tmp_path):
    return Club(cluster, tmp_path / "club", 3)


@pytest.fixture
def wire(cluster):
    wire = Wire(cluster.port)
    yield wire
    wire.close()


class Seated:
    """A table of a club, with a store of its own."""

    def __init__(self, club, folder, number, wire=None):
        self.club, self.number = club, number
        self.store = Store(folder)
        self.said = []
        self.delivery = Delivery(self.store, club.url(f"table-{number}", wire), self.said.append)
        self.store.enrol(None)

    def begin(self, *players):
        self.evening = self.store.begin({"players": [{"name": name} for name in players]})
        return self.evening

    def add(self, count=1):
        for _ in range(count):
            seq = self.store.lengths().get(self.evening.id, 0)
            self.store.append(self.evening.id, [{"type": "alert", "n": seq, "name": "Zoé"}], expected=seq)

    def own(self):
        """What the table itself has, as the club should have it."""
        return {
            key_of(one.started, one.token): [(line["seq"], line) for line in lines]
            for one in self.store.evenings()
            if (lines := self.store.events(one.id))
        }

    def arrived(self):
        told = self.club.told(self.number)
        return {key: [(seq, json.loads(body)) for seq, body in lines] for key, lines in told.items()}

    def close(self):
        self.delivery.close()
        self.store.close()


@pytest.fixture
def table(club, tmp_path):
    table = Seated(club, tmp_path / "table", 1)
    yield table
    table.close()


def test_everything_arrives_what_was_before_and_what_comes(table):
    table.begin("Ana", "Bruno", "Chloé")
    table.add(450)  # more than one delivery carries
    table.delivery.start()
    wait_for(lambda: table.arrived() == table.own())
    table.add(3)
    wait_for(lambda: table.arrived() == table.own())
    setup = table.club.rows("SELECT setup FROM club.evenings")
    assert json.loads(setup[0][0])["players"][0] == {"name": "Ana"}
    table.store.arrange(table.evening.id, {"players": [{"name": "Dora"}]})
    wait_for(lambda: "Dora" in table.club.rows("SELECT setup FROM club.evenings")[0][0])
    table.begin("Ana", "Bruno")
    table.add(2)
    wait_for(lambda: len(table.arrived()) == 2 and table.arrived() == table.own())


def test_an_evening_of_the_family_s_own_is_none_of_the_club_s(club, tmp_path):
    store = Store(tmp_path)
    at_home = store.begin({})
    store.append(at_home.id, [{"type": "a"}])
    resumed = store.begin({})
    store.append(resumed.id, [{"type": "b"}, {"type": "c"}])
    store.enrol(resumed.id)
    store.append(at_home.id, [{"type": "d"}])
    delivery = Delivery(store, club.url("table-1"))
    delivery.start()
    wait_for(lambda: [len(lines) for lines in club.told(1).values()] == [2])
    store.append(resumed.id, [{"type": "e"}])
    wait_for(lambda: [len(lines) for lines in club.told(1).values()] == [3])
    delivery.close()
    store.close()


def test_nobody_waits_for_a_club_that_is_gone(club, wire, tmp_path):
    wire.cut()
    table = Seated(club, tmp_path / "table", 1, wire)
    table.delivery.start()
    table.begin("Ana", "Bruno")
    wait_for(lambda: table.said)
    slowest = 0.0
    for _ in range(50):
        began = time.monotonic()
        table.add()
        slowest = max(slowest, time.monotonic() - began)
    assert slowest < 2  # a write to the disk; a connection that is refused would take five
    assert club.told(1) == {} and len(table.said) == 1
    assert not any(secret in table.said[0] for secret in (table.club.url("table-1").password,))
    wire.mend()
    wait_for(lambda: table.arrived() == table.own())
    wait_for(lambda: table.said[-1] is None)
    table.close()


def test_cut_at_random_moments_nothing_is_lost_or_doubled(club, wire, cluster, tmp_path):
    rng = random.Random(54)
    tables = [Seated(club, tmp_path / f"table{number}", number, wire) for number in (1, 2)]
    for each in tables:
        each.delivery.start()
        each.begin("Ana", "Bruno")
    for moment in range(24):
        for each in tables:
            each.add(rng.randrange(1, 6))
        time.sleep(rng.random() * 0.05)
        if moment % 8 == 3:
            with cluster.gone():
                tables[0].add(2)
        elif moment % 2:
            wire.cut()
            tables[1].add(2)
            time.sleep(rng.random() * 0.05)
            wire.mend()
        if moment % 8 == 5:  # the table's own program ends without a word
            again = Seated(club, tmp_path / "table1", 1, wire)
            again.evening = tables[0].evening
            tables[0].close()
            tables[0] = again
            again.delivery.start()
    for each in tables:
        wait_for(lambda each=each: each.arrived() == each.own(), 30)
        query = 'SELECT array_agg(number ORDER BY arrived, number) FROM club.events WHERE "table" = %s'
        ((numbers,),) = club.rows(query, None, f"{club.admin.database}_table_{each.number}")
        assert numbers == sorted(set(numbers))
        each.close()


def test_a_file_put_back_from_a_copy_is_told_anew(table, tmp_path):
    table.begin("Ana", "Bruno")
    table.add(5)
    table.delivery.start()
    wait_for(lambda: table.arrived() == table.own())
    table.store.back_up(anew=True)
    table.add(5)  # of these the copy knows nothing
    wait_for(lambda: table.arrived() == table.own())
    table.close()
    copy = table.store.backups.all()[0].file
    shutil.copy(copy, tmp_path / "table" / "nainjaune.db")
    again = Seated(table.club, tmp_path / "table", 1)
    again.evening = table.evening
    again.delivery.start()
    wait_for(lambda: again.arrived() == again.own() and len(*again.own().values()) == 5)
    again.add(1)
    wait_for(lambda: again.arrived() == again.own())
    again.close()


def test_a_club_that_lost_everything_is_told_anew(table):
    table.begin("Ana", "Bruno")
    table.add(5)
    table.delivery.start()
    wait_for(lambda: table.arrived() == table.own())
    table.delivery.close()
    table.club.rows("DELETE FROM club.events; DELETE FROM club.evenings; DELETE FROM club.streams")
    table.delivery = Delivery(table.store, table.club.url("table-1"))
    table.delivery.start()
    wait_for(lambda: table.arrived() == table.own())


def test_what_a_table_forgets_its_club_forgets(table):
    table.begin("Zoé", "Bruno")
    table.add(3)
    table.delivery.start()
    wait_for(lambda: table.arrived() == table.own())
    table.store.rename_player("Zoé", "Anonyme 1")
    wait_for(lambda: "Zoé" not in str(table.club.rows("SELECT setup FROM club.evenings")))
    table.begin("Ana", "Bruno")
    table.store.forget_evening(table.evening.id)
    table.begin("Carl", "Bruno")  # gets the number of the one that was forgotten
    table.add(1)
    wait_for(lambda: table.arrived() == table.own())
    assert len(table.club.rows("SELECT 1 FROM club.evenings")) == 2


def test_lines_out_of_order_are_not_taken(club):
    with pytest.raises(Exception, match="line 3 after 0"):
        club.deliver(1, "s", ("e", 1, "{}"), first=3)
    assert club.deliver(1, "s", ("e", 0, "{}"), ("e", 1, "{}")) == 2
    assert club.deliver(1, "s", ("e", 0, "x"), ("e", 1, "x")) == 2
    assert club.rows("SELECT body FROM club.events") == [("{}",)]


def test_a_whole_evening_by_taps(club, tmp_path):
    house = House(tmp_path / "table")
    house.store.enrol(house.live.evening.id)
    delivery = Delivery(house.store, club.url("table-2"))
    delivery.start()
    house.arrange("Ana", "Bruno", "Chloé")
    house.play_round(3)
    own = house.store.events(house.live.evening.id)
    wait_for(lambda: [json.loads(body) for lines in club.told(2).values() for _, body in lines] == own)
    delivery.close()
    house.close()


def test_an_address_file_that_is_none(tmp_path):
    for text, said in [
        ("", "one line"),
        ("a\nb", "one line"),
        ("sqlite:///x.db", "postgresql://"),
        ("postgresql://a:s3cret@h", "postgresql://"),
        ("postgresql://a:s3cret@h/d?sslmode=prefer", "sslmode"),
        ("mysql://a:s3cret@h/d", "postgresql://"),
    ]:
        (tmp_path / "x.club").write_text(text)
        with pytest.raises(BadInput, match=said) as refused:
            calling.read_address(tmp_path / "x.club")
        assert "s3cret" not in str(refused.value) and "x.club" in str(refused.value)
    with pytest.raises(BadInput, match="no such file"):
        calling.read_address(tmp_path / "nothing.club")
    for host, mode in [("club.example", "require"), ("localhost", None), ("127.0.0.1", None)]:
        (tmp_path / "x.club").write_text(f"postgresql://a:b@{host}/d\n")
        assert calling.read_address(tmp_path / "x.club").query.get("sslmode") == mode
