"""Where the downloadable program begins: `nainjaune`, without a Python to be installed.

It reads pictures of strangers' films and cameras in a process of its own, which is `python -m` elsewhere
(`hardware.files.decoding`): here the program is its own Python for that one module.
"""

import multiprocessing
import runpy
import sys

from companion_api.command import main
from hardware.files import decoder

OWN = (decoder.__name__,)


def begin() -> int:
    """Run what was asked for."""
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["-m"] and sys.argv[2] in OWN:
        module, sys.argv = sys.argv[2], sys.argv[2:]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    return main()


if __name__ == "__main__":
    sys.exit(begin())
