"""A phone that is aimed says the one thing to mend next."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tapped import House

from companion_api.doctor import aiming
from companion_api.doctor.aiming import FIRST, MAY_BE_POOR, RIGHT, next_step
from companion_api.evening.setting_up import SetUp
from companion_api.evening.taps import Desk
from companion_api.evening.who import CAMERA, Pass
from companion_api.saying.words import words
from companion_api.web import passes
from companion_api.web.app import Extras, create_app
from hardware.cameras.phone import PhoneFeed
from hardware.simulator import SimulatedTable
from languages import LANGUAGES

KNOWN = [(check, why) for check, reasons in FIRST for why in reasons]


@given(
    st.lists(
        st.tuples(st.sampled_from([*KNOWN, ("print", "scale")]), st.sampled_from(["good", "poor", "bad"]))
    )
)
def test_what_has_to_be_right_first_is_said_first(found):
    says = next_step([{"check": each[0], "why": each[1], "verdict": verdict} for each, verdict in found])
    told = {
        each
        for each, verdict in found
        if verdict == "bad" or (verdict == "poor" and each[0] not in MAY_BE_POOR)
    }
    wrong = [each for each in KNOWN if each in told]
    assert says == ("_".join(wrong[0]) if wrong else RIGHT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_said_is_short_enough_to_be_read_from_afar(language):
    for says in (RIGHT, *("_".join(each) for each in KNOWN)):
        assert len(words(language).say(f"phone_camera.aim.{says}")) <= 24
    for each in KNOWN:
        assert words(language).entry("doctor." + ".".join(each)), "the doctor knows it"


def test_the_table_is_found_the_dark_is_told_and_during_an_evening_nobody_aims(tmp_path):
    picture = next(iter(SimulatedTable(8, 3))).image
    house = House(tmp_path)
    shown = [picture]
    setup = SetUp(house.live, house.sittings.begin, None, None, None, lambda: shown[0])
    http = TestClient(
        create_app(house.live, Desk(), Extras(setup, PhoneFeed())), base_url="http://127.0.0.1:8765"
    )
    key = {"Authorization": f"Bearer {passes.issue(house.token, Pass(CAMERA))}"}

    def says():
        return http.get("/api/camera/aim", headers=key).json()["says"]

    assert says() == aiming.RIGHT
    shown[0] = np.zeros_like(picture)
    assert says() == "light_black"
    small = cv2.resize(picture, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    shown[0] = cv2.copyMakeBorder(small, 200, 200, 300, 300, cv2.BORDER_CONSTANT, value=(90, 110, 130))
    assert says() == "card_size_small"
    house.arrange("Ana", "Bruno", "Chloé")
    assert http.get("/api/camera/aim", headers=key).status_code == 409
    house.close()
