"""The companion among this computer's other programs: an entry in its menu with an icon.

Linux has desktop entries (freedesktop.org, Desktop Entry Specification 1.5), macOS application folders,
Windows shortcuts in the Start menu, which only its own scripting makes.
"""

from __future__ import annotations

import os
import plistlib
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image

from engine.errors import BadInput

NAME = "Nain Jaune"
PICTURES = Path(__file__).parents[1] / "page"
COMMENTS = {
    "": "Le compagnon du Nain Jaune",
    "[en]": "The companion of the game Nain Jaune",
    "[de]": "Der Begleiter des Spiels Nain Jaune",
}
SHORTCUT = (
    "$s = (New-Object -ComObject WScript.Shell).CreateShortcut($env:NAINJAUNE_LINK); "
    "$s.TargetPath = $env:NAINJAUNE_PROGRAM; $s.Arguments = $env:NAINJAUNE_ARGUMENTS; "
    "$s.IconLocation = $env:NAINJAUNE_ICON; $s.WindowStyle = 7; $s.Save()"
)
"""PowerShell: what it needs comes in its environment, so that no name of a folder is taken for code."""
RESERVED = frozenset(" \t\n\"'\\><~|&;$*?#()`")
"""Characters for which the specification has an argument quoted."""


def own_command() -> list[str]:
    """What starts this very installation."""
    beside = Path(sys.executable).with_name("nainjaune.exe" if os.name == "nt" else "nainjaune")
    if beside.is_file():
        return [str(beside)]
    return [sys.executable, "-c", "from companion_api.command import main; raise SystemExit(main())"]


def menu_folder(system: str = sys.platform) -> Path:
    """Where this computer's programs stand for this person."""
    home = Path.home()
    if system == "darwin":
        return home / "Applications"
    if system == "win32":
        roaming = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
        return roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def install(
    folder: Path,
    command: Sequence[str],
    system: str = sys.platform,
    run: Callable[..., object] = subprocess.run,
) -> Path:
    """Put the entry there.

    Args:
        folder: see `menu_folder`.
        command: what it starts.
        system: as `sys.platform` has it.
        run: starts PowerShell, on Windows.

    Returns:
        The entry.

    Raises:
        BadInput: it cannot be written.
    """
    make = {"darwin": _application, "win32": _shortcut}.get(system, _desktop_entry)
    try:
        return make(folder, command, run)
    except (OSError, subprocess.SubprocessError) as error:
        raise BadInput(f"install-icon: {folder}: cannot be written ({error})") from None


def remove(folder: Path, system: str = sys.platform) -> list[Path]:
    """Take the entry away again; what was there."""
    places = {
        "darwin": [folder / f"{NAME}.app"],
        "win32": [folder / f"{NAME}.lnk", folder / f"{NAME}.ico"],
    }.get(system, [folder / "applications" / "nainjaune.desktop", _linux_icon(folder)])
    there = [place for place in places if place.exists()]
    for place in there:
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()
    return there


def _linux_icon(folder: Path) -> Path:
    return folder / "icons" / "hicolor" / "scalable" / "apps" / "nainjaune.svg"


def _desktop_entry(folder: Path, command: Sequence[str], run: Callable[..., object]) -> Path:
    icon, entry = _linux_icon(folder), folder / "applications" / "nainjaune.desktop"
    for place in (icon, entry):
        place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(PICTURES / "icon.svg", icon)
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.5",
        f"Name={NAME}",
        *(f"Comment{language}={comment}" for language, comment in COMMENTS.items()),
        f"Exec={' '.join(map(quoted, command))}",
        f"Icon={icon}",
        "Terminal=false",
        "Categories=Game;CardGame;",
    ]
    entry.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return entry


def quoted(argument: str) -> str:
    """An argument of a desktop entry's ``Exec``: quoted where it must be, ``%`` doubled."""
    plain = argument.replace("%", "%%")
    if not RESERVED & set(plain):
        return plain
    for sign in ("\\", '"', "`", "$"):
        plain = plain.replace(sign, f"\\{sign}")
    # The whole value's own escapes come on top.
    return f'"{plain}"'.replace("\\", "\\\\")


def _application(folder: Path, command: Sequence[str], run: Callable[..., object]) -> Path:
    application = folder / f"{NAME}.app"
    inside = application / "Contents"
    for part in ("MacOS", "Resources"):
        (inside / part).mkdir(parents=True, exist_ok=True)
    properties = {
        "CFBundleName": NAME,
        "CFBundleIdentifier": "org.nainjaune.companion",
        "CFBundleExecutable": "nainjaune",
        "CFBundleIconFile": "nainjaune.icns",
        "CFBundlePackageType": "APPL",
        "LSUIElement": True,
        "NSCameraUsageDescription": "Une caméra au-dessus de la table lit les cartes ; rien n’est envoyé.",
        "NSMicrophoneUsageDescription": "Le micro entend les annonces ; rien n’est envoyé.",
    }
    (inside / "Info.plist").write_bytes(plistlib.dumps(properties))
    with Image.open(PICTURES / "icon-512.png") as picture:
        picture.save(inside / "Resources" / "nainjaune.icns")
    program = inside / "MacOS" / "nainjaune"
    program.write_text(f"#!/bin/sh\nexec {shlex.join(command)}\n", encoding="utf-8")
    program.chmod(0o755)
    return application


def _shortcut(folder: Path, command: Sequence[str], run: Callable[..., object]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    link, icon = folder / f"{NAME}.lnk", folder / f"{NAME}.ico"
    with Image.open(PICTURES / "icon-512.png") as picture:
        picture.save(icon, sizes=[(16, 16), (32, 32), (48, 48), (256, 256)])
    variables = {
        "NAINJAUNE_LINK": str(link),
        "NAINJAUNE_PROGRAM": command[0],
        "NAINJAUNE_ARGUMENTS": subprocess.list2cmdline(command[1:]),
        "NAINJAUNE_ICON": str(icon),
    }
    run(["powershell", "-NoProfile", "-Command", SHORTCUT], check=True, env={**os.environ, **variables})
    return link
