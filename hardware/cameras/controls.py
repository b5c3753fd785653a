"""A webcam's exposure, focus, white balance and mains filter, held still for as long as people play.

An automatic that follows every white card and every sleeve makes the known table look new, and a hunting
focus blurs it. So the automatic first finds its values; then they are held, if the picture is then as
bright and as sharp as before, and the automatic comes back if not. When the room's light changes for
good (the sun sets), exposure is found anew.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

SETTLE = 20
"""Pictures until an automatic has found its value, or a new value shows."""
DARKER, DULLER = 0.15, 0.2
"""Share of brightness, of sharpness, that holding a value may cost."""
DRIFT, DRIFT_SECONDS = 0.3, 20.0
"""Share by which the room's light must have changed, and for how long, for exposure to be found anew."""
FLICKER_PICTURES = 12
"""Pictures over which the rows' brightness is compared."""


class Driver(Protocol):
    """What a camera lets be set. Names: ``exposure``, ``focus``, ``white_balance`` and ``mains`` (Hz)."""

    def value(self, name: str) -> float | None:
        """What is set now; None when the camera does not have it."""
        ...

    def hold(self, name: str, value: float) -> bool:
        """Switch the automatic off and set this value; False when the camera refuses."""
        ...

    def release(self, name: str) -> None:
        """Switch the automatic on again."""
        ...


@dataclass(frozen=True, slots=True)
class Setting:
    """What was decided about one of them, and why.

    Attributes:
        name: as `Driver` has it.
        held: the value that is held; None: the automatic has it.
        why: ``steady`` (held, the picture as good as before), ``darker``, ``duller``, ``refused``,
            ``flicker`` (mains: this filter flickers least), ``none`` (the camera does not have it).
        before, after: what was compared: brightness (0–255), sharpness, or flicker.
    """

    name: str
    held: float | None
    why: str
    before: float = 0.0
    after: float = 0.0


def settle(driver: Driver, look: Callable[[], np.ndarray]) -> list[Setting]:
    """Hold what can be held without making the picture worse.

    Args:
        driver: of the camera.
        look: its next picture, uint8 H × W × 3.
    """
    _skip(look)
    return [
        _mains(driver, look),
        *(_held(driver, look, name) for name in ("exposure", "white_balance", "focus")),
    ]


def _held(driver: Driver, look: Callable[[], np.ndarray], name: str) -> Setting:
    value = driver.value(name)
    if value is None:
        return Setting(name, None, "none")
    before = look()
    if not driver.hold(name, value):
        driver.release(name)
        return Setting(name, None, "refused")
    _skip(look)
    after = look()
    light, sharp = (brightness(before), brightness(after)), (_sharpness(before), _sharpness(after))
    if abs(light[1] - light[0]) > DARKER * max(light[0], 1.0):
        driver.release(name)
        return Setting(name, None, "darker", *light)
    if sharp[1] < (1 - DULLER) * sharp[0]:
        driver.release(name)
        return Setting(name, None, "duller", *sharp)
    return Setting(name, value, "steady", *(sharp if name == "focus" else light))


def _mains(driver: Driver, look: Callable[[], np.ndarray]) -> Setting:
    """The filter against the lamps' flicker, 50 or 60 Hz: whichever leaves less of it."""
    was = driver.value("mains")
    if was is None:
        return Setting("mains", None, "none")
    left = {}
    for hertz in (50.0, 60.0):
        if driver.hold("mains", hertz):
            _skip(look)
            left[hertz] = flicker([look() for _ in range(FLICKER_PICTURES)])
    if not left:
        return Setting("mains", None, "refused")
    best = min(left, key=lambda hertz: left[hertz])
    driver.hold("mains", best)
    return Setting("mains", best, "flicker", max(left.values()), left[best])


def _skip(look: Callable[[], np.ndarray]) -> None:
    for _ in range(SETTLE):
        look()


def brightness(image: np.ndarray) -> float:
    """The mean of all pixels, 0–255."""
    return float(image[::8, ::8].mean())


def _sharpness(image: np.ndarray) -> float:
    """Variance of the Laplacian: for comparing two pictures of one scene only."""
    return float(cv2.Laplacian(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.CV_32F).var())


def flicker(images: list[np.ndarray]) -> float:
    """How much the rows' brightness changes from picture to picture of a still scene, 0–255.

    Lamps on mains light the rows of a rolling shutter unevenly, and unevenly anew in each picture.
    """
    rows = np.array([image[:, ::8].mean(axis=(1, 2)) for image in images])
    return float(rows.std(axis=0).mean())


class Steady:
    """A `cv2.VideoCapture` whose automatics are held; `read` as there.

    Args:
        capture: opened.
        driver: of the same camera.
        settings: decided earlier, for a camera that was unplugged; None: they are decided now.
    """

    def __init__(self, capture: Any, driver: Driver, settings: list[Setting] | None = None) -> None:
        self._capture = capture
        self._driver = driver
        if settings is None:
            settings = settle(driver, self._picture)
        else:
            for setting in settings:
                if setting.held is not None:
                    driver.hold(setting.name, setting.held)
        self.settings = settings
        self._light: float | None = None
        self._drifting: float | None = None

    def read(self) -> tuple[bool, Any]:
        """The next picture."""
        ok, image = self._capture.read()
        if ok and any(one.name == "exposure" and one.held is not None for one in self.settings):
            self._follow(image, time.monotonic())
        return ok, image

    def _picture(self) -> np.ndarray:
        ok, image = self._capture.read()
        return image if ok else np.zeros((8, 8, 3), np.uint8)

    def _follow(self, image: np.ndarray, now: float) -> None:
        """Find the exposure anew once the light has been another for long."""
        light = brightness(image)
        if self._light is None:
            self._light = light
        if abs(light - self._light) <= DRIFT * max(self._light, 1.0):
            self._drifting = None
        elif self._drifting is None:
            self._drifting = now
        elif now - self._drifting > DRIFT_SECONDS:
            self._driver.release("exposure")
            _skip(self._picture)
            anew = _held(self._driver, self._picture, "exposure")
            self.settings = [anew if one.name == "exposure" else one for one in self.settings]
            self._light = self._drifting = None

    def get(self, prop: int) -> float:
        """See `cv2.VideoCapture.get`."""
        return float(self._capture.get(prop))

    def release(self) -> None:
        """Let go of the device."""
        self._capture.release()


LINUX = sys.platform == "linux"
AUTOMATICS = {
    # Video4Linux has 1 for manual and 3 for aperture priority, the other interfaces a quarter and three.
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, *((1, 3) if LINUX else (0.25, 0.75))),
    "white_balance": (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE, 0, 1),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS, 0, 1),
}
"""OpenCV's properties: the automatic, the value, what switches the automatic off and on."""
MAINS = {50.0: 1, 60.0: 2}
"""Video4Linux's numbers of the mains filter, which OpenCV does not know."""


class WebcamDriver:
    """A webcam's settings through OpenCV, its mains filter through Video4Linux.

    Args:
        capture: the opened `cv2.VideoCapture`.
        mains: the filter's control (`linuxpy`), None where there is none.
    """

    def __init__(self, capture: Any, mains: Any = None) -> None:
        self._capture = capture
        self._filter = mains

    def value(self, name: str) -> float | None:
        """See `Driver`."""
        if name == "mains":
            return None if self._filter is None else float(self._filter.value)
        auto, value, _, _ = AUTOMATICS[name]
        # -1: the backend does not know the property; 0 of both: the camera does not have it.
        now = float(self._capture.get(value))
        return None if self._capture.get(auto) < 0 or now in (-1.0, 0.0) else now

    def hold(self, name: str, value: float) -> bool:
        """See `Driver`."""
        if name == "mains":
            try:
                self._filter.value = MAINS[value]
            except (OSError, AttributeError, ValueError, TypeError):
                return False
            return True
        auto, prop, off, _ = AUTOMATICS[name]
        return bool(self._capture.set(auto, off)) and bool(self._capture.set(prop, value))

    def release(self, name: str) -> None:
        """See `Driver`."""
        auto, _, _, on = AUTOMATICS[name]
        self._capture.set(auto, on)


def driver_for(number: int, capture: Any) -> Driver:
    """The settings of webcam ``number``, opened as ``capture``."""
    return WebcamDriver(capture, _mains_filter(number) if LINUX else None)


def _mains_filter(number: int) -> Any:
    from linuxpy.video.device import ControlID, Device

    device = Device.from_id(number)
    try:
        device.open()
    except OSError:
        return None
    controls = device.controls.values()
    return next((one for one in controls if one.standard == ControlID.POWER_LINE_FREQUENCY), None)
