"""What the terms of a track weigh is fitted on films and measured on others."""

import numpy as np
import pytest

from bench.films.fitting import fit, logistic
from engine.errors import BadInput


def test_the_weights_that_made_the_examples_are_found_again():
    rng = np.random.default_rng(1)
    terms = rng.normal(size=(20000, 3))
    true = np.array([0.5, -2.0, 1.0, 0.3])
    lies = rng.random(20000) < 1 / (1 + np.exp(-(terms @ true[:3] + true[3])))
    assert logistic(terms, lies, np.ones(20000)) == pytest.approx(true, abs=0.1)


def test_an_example_counts_its_share():
    terms = np.zeros((3, 1))
    weights = logistic(terms, np.array([True, True, False]), np.array([0.5, 0.5, 1.0]))
    assert weights[-1] == pytest.approx(0, abs=1e-6), "as many cards as there are none"


def test_one_film_is_none_to_measure_on():
    with pytest.raises(BadInput, match="expected two"):
        fit({"one": None})
