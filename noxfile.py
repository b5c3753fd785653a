"""What is checked before a change goes in: ``nox`` does the quick ones, ``nox -s NAME`` one of them.

Every session makes an environment of its own from the pinned versions; ``nox -R`` uses it again.
"""

from __future__ import annotations

import platform
import shutil
import sys
import tomllib
from pathlib import Path

import nox

nox.options.sessions = ["lint", "types", "quick"]
nox.options.reuse_existing_virtualenvs = True
BROWSER = "from browser import"
"""What a file of tests holds that starts Chromium."""


CONSTRAINTS = {
    "constraints/all.txt": ("test-all", "dev"),
    "constraints/dev.txt": ("test", "dev"),
    "constraints/extras.txt": ("print", "openvino", "voice", "whisper", "postgres"),
    "constraints/computer.txt": ("openvino", "postgres"),
    "constraints/test.txt": ("test",),
    "constraints.txt": (),
    "constraints/program.txt": ("program",),
    "constraints/train.txt": ("train",),
}
"""What is installed, each file with the SHA-256 of every archive in it, and for which extras."""


def installed(session: nox.Session) -> None:
    """Our own package with all that its tests need: what was fetched is what passed the tests."""
    session.install("--require-hashes", "-r", "constraints/all.txt")
    session.install("--no-deps", "--no-build-isolation", "-e", ".")


@nox.session
def lint(session: nox.Session) -> None:
    """Style: the linter, the formatter."""
    session.install("--require-hashes", "-r", "constraints/dev.txt")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Types, strictly in every room but training (pyproject.toml)."""
    installed(session)
    session.run("mypy")


@nox.session
def quick(session: nox.Session) -> None:
    """Something of every room, in about a minute on two cores."""
    installed(session)
    session.run("pytest", "-m", "not slow", *session.posargs)


@nox.session
def suite(session: nox.Session) -> None:
    """Everything."""
    installed(session)
    session.run("pytest", *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """The pages, in Chromium (Debian: chromium)."""
    installed(session)
    files = sorted(Path("tests").rglob("test_*.py"))
    session.run("pytest", *[str(one) for one in files if BROWSER in one.read_text(encoding="utf-8")])


@nox.session
def docs(session: nox.Session) -> None:
    """Documents: their links, and that they say what the program does."""
    installed(session)
    session.run(
        "pytest",
        "tests/test_documents.py",
        "tests/test_dependencies.py",
        "tests/companion_api/web/test_live_document.py",
    )


@nox.session
def wheel(session: nox.Session) -> None:
    """What people install, built and looked into; it lies in ``dist/`` afterwards."""
    session.install("build")
    session.run("python", "-m", "build", "--outdir", "dist")
    installed(session)
    session.run("pytest", "tests/test_install.py")


@nox.session
def program(session: nox.Session) -> None:
    """The folder for people without Python, for the system that this is, and its archive: ``dist/``."""
    session.install("--require-hashes", "-r", "constraints/program.txt")
    session.install("--no-deps", "--no-build-isolation", ".")
    work = session.create_tmp()
    session.run("pyinstaller", "--noconfirm", "--workpath", work, "hardware/program/nainjaune.spec")
    kind = "zip" if sys.platform == "win32" else "xztar"
    name = f"dist/nainjaune-{platform.system().lower()}-{platform.machine().lower()}"
    session.log(shutil.make_archive(name, kind, "dist", "nainjaune"))


@nox.session
def lock(session: nox.Session) -> None:
    """Writes CONSTRAINTS anew, for every system and Python: by the bounds; ``-- --upgrade``: all newest."""
    session.install("--require-hashes", "-r", "constraints/dev.txt")
    needs = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    build = Path(session.create_tmp(), "build.in").resolve()
    build.write_text("\n".join(needs), encoding="utf-8")
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate"]
    known: list[str] = []
    for file, extras in CONSTRAINTS.items():
        asked = [word for extra in extras for word in ("--extra", extra)]
        compiled = ["uv", "pip", "compile", "-q", "pyproject.toml", str(build), "-o", file]
        session.run(*compiled, *options, *known, *asked, *session.posargs)
        known += ["-c", file]  # one version of each in all of them
