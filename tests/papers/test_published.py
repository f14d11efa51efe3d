"""What a figure asks of ours: to equal the expected value, to stay below it, to contradict the print, or nothing."""

import pytest

from internals import PublishedNumber


@pytest.mark.parametrize(
    ("kind", "expected", "ours", "holds"),
    [
        ("equal", 1.0, 1.05, True),
        ("equal", 1.0, 1.2, False),
        ("equal", 1.0, 0.8, False),
        ("at most", 10.0, 3.0, True),
        ("at most", 10.0, 10.0, True),
        ("at most", 10.0, 11.0, False),
        ("differs", 10.0, 99.0, False),
        ("differs", 10.0, 10.05, True),
        ("shown", 10.0, 99.0, None),
        ("shown", None, 99.0, None),
        ("equal", None, 99.0, False),
        ("at most", None, 1.0, False),
    ],
)
def test_holds(kind, expected, ours, holds):
    figure = PublishedNumber("item", expected, ours, 0.1, "Table 1", kind=kind)
    assert figure.holds is holds
    assert (figure.difference is None) == (expected is None)


@pytest.mark.parametrize(
    ("kind", "ours", "verdict"),
    [
        ("equal", 10.0, "ok"),
        ("equal", 11.0, "FAIL"),
        ("at most", 11.0, "FAIL"),
        ("differs", 11.0, "print differs"),
        ("differs", 10.05, "FAIL"),  # a print that is said to be wrong and agrees
        ("differs", float("nan"), "FAIL"),
        ("shown", 11.0, "not checked"),
    ],
)
def test_verdict(kind, ours, verdict):
    assert PublishedNumber("item", 10.0, ours, 0.1, "Table 1", kind=kind).verdict == verdict


def test_nan_never_holds():
    assert not PublishedNumber("item", 1.0, float("nan"), 0.1, "Table 1").holds
    assert not PublishedNumber("item", 1.0, float("nan"), 0.1, "Table 1", kind="at most").holds
