"""How far a film is, as a terminal shows it."""

import io
import re

import numpy as np
from rich.console import Console

from companion_api.commands.seeing.progress import followed
from engine.boundaries import Frame


def test_a_film_s_frames_pass_and_the_terminal_sees_how_far_they_are(capsys):
    frames = [Frame(n, n / 10, "film", np.zeros((2, 2, 3), np.uint8)) for n in range(101)]
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=80)
    passed = []
    for frame in followed(frames, 10.0, console):
        passed.append(frame)
        if frame.number == 50:
            print("Ana pose le roi de cœur")
    assert passed == frames
    percent = [int(each) for each in re.findall(r"(\d+)%", shown.getvalue())]
    assert percent == sorted(percent) and percent[-1] == 100
    assert capsys.readouterr().out == "Ana pose le roi de cœur\n"
