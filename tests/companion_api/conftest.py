"""What Starlette's test client calls the server counts as this computer's name."""

import pytest

from companion_api import gate


@pytest.fixture(autouse=True, scope="session")
def _test_server():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gate, "LOCAL_NAMES", gate.LOCAL_NAMES | {"testserver"})
        yield
