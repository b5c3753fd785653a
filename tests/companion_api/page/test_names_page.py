"""Names from right to left, wide or joined: beside them arrows and figures stay as they are."""

import pytest
from browser import Door, come_in, leave, phone
from pages import found, keep_whole, press
from scripted import wait_for
from tapped import House

NAMES = ("נועה", "مريم", "李雷", "Zoe\u0301")
DRAWN = """
const done = arguments[0], written = [];
const write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
  written.push(text);
  return write.call(this, text, ...where);
};
HTMLAnchorElement.prototype.click = () => done(written);
document.querySelector("#share").click();
"""
ORDER = """
const middle = (part) => { const at = part.getBoundingClientRect(); return at.left + at.width / 2; };
return [...document.querySelectorAll("#debts .who")].map((who) => [...who.children].map(middle));
"""


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """The end of an evening of theirs, and its page."""
    house = House(tmp_path_factory.mktemp("data"))
    house.arrange(*NAMES)
    house.play_round(3)
    door, browser = Door(house.app, house.token), phone()
    come_in(browser, door.address)
    press(browser, "#finish")
    press(browser, "#finish")
    wait_for(lambda: found(browser, "#evening-end"))
    if found(browser, "#leftover"):
        press(browser, "[data-leftover=split]")
    wait_for(lambda: found(browser, "#debts .who"))
    yield house, browser
    leave(browser)
    door.stop()
    house.close()


def test_who_pays_stands_before_the_arrow_and_who_gets_it_behind(ended):
    _, page = ended
    keep_whole(page, "names-end")
    order = page.execute_script(ORDER)
    assert order and all(line == sorted(line) and len(line) == 3 for line in order)


def test_in_the_picture_that_is_shared_each_of_them_stands_by_itself(ended):
    house, page = ended
    written = page.execute_async_script(DRAWN)
    debts = house.view["evening"]["debts"]
    assert debts
    alone = {name: f"\u2068{name}\u2069" for name in NAMES[:2]}
    for debt in debts:
        giver, taker = (alone.get(debt[side], debt[side]) for side in ("from", "to"))
        assert f"{giver}  →  {taker}" in written
    for line in house.view["evening"]["standings"]:
        assert f"{line['place']}.  {alone.get(line['name'], line['name'])}" in written
