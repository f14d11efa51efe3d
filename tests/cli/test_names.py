"""The names written out for help are those of the registry."""

import pytest

from armillary.analysis import bench
from armillary.cli import names
from armillary.compiler import indices
from armillary.formulations import registry


def test_quantities():
    assert set(names.INDICES) == set(indices.INDICES)
    assert tuple(names.DERIVATIVES) == tuple(registry.DERIVATIVES)
    assert (*registry.QUANTITIES, *registry.DERIVATIVES) == names.QUANTITIES


def test_formulations():
    ways = dict.fromkeys(way for quantity in registry.QUANTITIES.values() for way in quantity.ways)
    assert set(names.FORMULATIONS) == {*ways, "derivatives"}
    assert len(names.FORMULATIONS) == len(set(names.FORMULATIONS))


def test_what_is_timed():
    assert names.TIMED == bench.KNOWN
    assert names.USUAL_TIMES == bench.USUAL


@pytest.mark.parametrize(
    ("command", "listed"),
    [("cost", names.QUANTITIES), ("cost", names.FORMULATIONS), ("bench", names.TIMED)],
)
def test_help_lists_them_and_the_default(armillary, command, listed):
    text = " ".join(armillary(command, "--help").stdout.split())
    assert ", ".join(listed) in text
    assert f"[default: {', '.join(names.USUAL_COSTS if command == 'cost' else names.USUAL_TIMES)}]" in text
