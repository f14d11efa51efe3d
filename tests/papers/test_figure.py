"""What a figure asks of ours: to equal the expected value, to stay below it, or nothing."""

import pytest

from armillary.reproduce.figure import Figure


@pytest.mark.parametrize(
    ("kind", "expected", "ours", "holds"),
    [
        ("equal", 1.0, 1.05, True),
        ("equal", 1.0, 1.2, False),
        ("equal", 1.0, 0.8, False),
        ("at most", 10.0, 3.0, True),
        ("at most", 10.0, 10.0, True),
        ("at most", 10.0, 11.0, False),
        ("shown", 10.0, 99.0, True),
        ("shown", None, 99.0, True),
        ("equal", None, 99.0, False),
        ("at most", None, 1.0, False),
    ],
)
def test_holds(kind, expected, ours, holds):
    figure = Figure("item", expected, ours, 0.1, "Table 1", kind=kind)
    assert figure.holds is holds
    assert (figure.difference is None) == (expected is None)


def test_nan_never_holds():
    assert not Figure("item", 1.0, float("nan"), 0.1, "Table 1").holds
    assert not Figure("item", 1.0, float("nan"), 0.1, "Table 1", kind="at most").holds
