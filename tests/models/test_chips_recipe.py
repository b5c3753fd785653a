"""The finder of chips learns on from a file that was made of it before."""

import pytest

torch = pytest.importorskip("torch", reason="needs torch (extra [train])")
pytest.importorskip("onnx", reason="needs onnx (extra [train])")

from models import weights  # noqa: E402
from models.training.networks import chips  # noqa: E402


@pytest.mark.parametrize("name, scenes", [("chips", "any"), ("boxes", "laid")])
def test_what_learns_on_answers_as_the_file_does_and_its_norms_are_those_of_its_pictures(name, scenes):
    torch.manual_seed(1)
    pictures = chips.batch(chips.SCENES[scenes][0], 1, 0, 16)[0]
    net = chips.trained(weights.path(name), pictures)
    with torch.no_grad():
        alone = net(pictures)
        told = torch.from_numpy(weights.load(weights.path(name))(pictures.contiguous().numpy())[0])
        assert (alone - told).abs().max() < 1e-3
        # In training norms go by the pictures shown: by those on which they were measured nothing changes.
        assert (net.train()(pictures) - alone).abs().mean() < 1e-2
