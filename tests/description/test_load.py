"""Options of `arm.load`: checked once, for every format."""

import pytest

import armillary as arm
from internals import Reading


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("strict", 1),
        ("strict", "yes"),
        ("base", "loose"),
        ("base", None),
        ("root", 3),
        ("xacro_args", [("tool", "a")]),
        ("xacro_args", {"tool": 1}),
    ],
)
def test_a_wrong_option_is_named(option, value):
    with pytest.raises(arm.ArgumentError, match=f"^{option}: "):
        arm.load("arm.toml", **{option: value})


def test_the_format_decides_unless_told():
    assert Reading().is_strict(True)
    assert not Reading().is_strict(False)
    assert Reading(strict=True).is_strict(False)
    assert not Reading(strict=False).is_strict(True)
