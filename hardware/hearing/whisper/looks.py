"""Several looks at one window: the same sound, slower, faster, and with its noise subtracted.

What a small network makes of a soft or strange voice hangs on chance; the best of several looks does so less.
"""

from __future__ import annotations

import numpy as np

SPEEDS = (0.92, 1.08)
"""Of the second and the third look; the voice's pitch moves with it. With them and `without_noise`, the
calibration's log-loss of voices left out falls from 0.238 to 0.209 (1,120 windows of 23 voices); a beginning
0.37 s later, a high-pass of 250 Hz and the last 1.3 s alone added nothing to that."""
FRAME, STEP = 512, 128
"""Samples of a spectrum, and from one to the next: 32 and 8 ms at 16 kHz."""
QUIETEST = 20
"""Percentile of each frequency's magnitudes that is taken for the noise: a television goes on while others
pause."""
MORE, LEAST = 1.5, 0.1
"""How much more than that is subtracted, and the share of a magnitude that stays (Berouti, Schwartz & Makhoul
1979, ICASSP: oversubtraction with a floor)."""


def looks(samples: np.ndarray) -> list[np.ndarray]:
    """The sound itself first (float32, −1 to 1, `windows.RATE`), then what else is worth a look."""
    return [samples, *(_at_speed(samples, speed) for speed in SPEEDS), without_noise(samples)]


def _at_speed(samples: np.ndarray, speed: float) -> np.ndarray:
    at = np.arange(int(len(samples) / speed)) * speed
    changed: np.ndarray = np.interp(at, np.arange(len(samples)), samples).astype(np.float32)
    return changed


def without_noise(samples: np.ndarray) -> np.ndarray:
    """The same sound with what goes on all the time taken off: spectral subtraction."""
    shape = np.hanning(FRAME)
    silence = np.zeros(FRAME)
    padded = np.concatenate([silence, samples, silence])
    starts = range(0, len(padded) - FRAME, STEP)
    spectra = np.fft.rfft([padded[start : start + FRAME] * shape for start in starts])
    loud = np.abs(spectra)
    total = loud.sum(axis=1)
    noise = np.percentile(loud[total >= 0.05 * np.median(total)], QUIETEST, axis=0)
    spectra *= np.maximum(LEAST, 1 - MORE * noise / np.maximum(loud, 1e-9))
    cleaned, weight = np.zeros(len(padded)), np.zeros(len(padded))
    for start, frame in zip(starts, np.fft.irfft(spectra, FRAME), strict=True):
        cleaned[start : start + FRAME] += frame * shape
        weight[start : start + FRAME] += shape**2
    whole = cleaned / np.maximum(weight, 1e-3)
    return whole[FRAME : FRAME + len(samples)].astype(np.float32)
