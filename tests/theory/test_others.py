"""Other software finds the same: a sample of `make compare`."""

import pytest

from tools.compare_with_others import AGREES, WRONG, count, with_highs, with_perceptron, with_svm


@pytest.mark.parametrize(
    ("compare", "agree"), [(with_perceptron, 100), (with_svm, 95), (with_highs, 80)]
)
def test_the_same_as_other_software(compare, agree):
    answers = count(compare, 100, seed=1)
    assert answers[AGREES] >= agree
    assert not answers[WRONG], answers
