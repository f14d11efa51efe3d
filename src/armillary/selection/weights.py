"""Weights of measures: default weights, user weights, and weight files.

A weight is a number of zero or more for the key of a measure, for example "workspace.volume"; only ratios matter. The
weight of a group, for example "workspace", is divided among its measures in proportion to their default weights. User
weights replace the default weights: measures without a weight do not count.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Mapping

from armillary.errors import ArgumentError, WeightsError
from armillary.files.document import Kind
from armillary.files.fields import Table
from armillary.files.quantity import Quantity
from armillary.files.text import Source
from armillary.files.words import hint, near, shortened
from armillary.selection.candidate import Measure
from armillary.selection.measures import GROUPS

USUAL: Mapping[str, float] = {
    "operations.inverse_dynamics": 0.25,
    "operations.forward_dynamics": 0.25,
    "times.inverse_dynamics": 0.25,
    "times.forward_dynamics": 0.25,
    "inertia.off_diagonal": 0.5,
    "base_parameters.count": 0.5,
    "workspace.volume": 1.0,
    "dexterity.isotropy": 1.0,
    "effort.peak_power": 0.5,
    "effort.energy": 0.5,
    "payload.mass": 1.0,
    "flexible.frequency": 0.5,
    "flexible.deflection": 0.5,
}
"""Default weights, one for each criterion, divided among its measures: computation, coupling and identification,
workspace, dexterity, power and energy, payload, stiffness. Power and energy represent the efforts, since torques and
forces are not comparable and not all robots have both."""


WEIGHT = Quantity(least=0, hint="workspace.volume = 1")


def check_weights(weights: Mapping[str, float] | None, measured: Collection[str]) -> None:
    """Reject weights that are invalid for all robots: not numbers, negative, or of groups that are not measured."""
    if weights is None:
        return
    if not isinstance(weights, Mapping) or not weights:
        raise ArgumentError("weights", shortened(weights), "weights by measure", '{"workspace.volume": 1.0}')
    for key, weight in weights.items():
        if not isinstance(key, str):
            raise ArgumentError("weights", shortened(key), "names of measures such as 'workspace.volume'")
        if fault := WEIGHT.fault(weight):
            found, expected, _ = fault
            raise ArgumentError("weights", f"{found} for {key}", expected)
        group = key.partition(".")[0]
        if group in GROUPS and group not in measured:
            raise ArgumentError("weights", f"{key}, which is not measured here", f"some of {', '.join(measured)}")
        if "." in key and group not in GROUPS:
            advice = hint(f"{similar}.{key.partition('.')[2]}" for similar in near(group, GROUPS))
            raise ArgumentError("weights", shortened(key), f"a group out of {', '.join(GROUPS)}", advice)
    if not any(weights.values()):
        raise ArgumentError("weights", "nothing above zero", "a positive weight for at least one measure")


def weights_for(weights: Mapping[str, float] | None, known: Mapping[str, Measure]) -> dict[str, float]:
    """Return the weights by known measure.

    Raises:
        ArgumentError: Measures are unknown or have no preferred direction; the message lists all.
    """
    if weights is None:
        return {key: weight for key, weight in USUAL.items() if key in known}
    by_measure: dict[str, float] = {}
    unknown: list[str] = []
    for key, weight in weights.items():
        # The key of a group: its default weights say how the group's weight is divided.
        usual = {name: default for name, default in USUAL.items() if name in known and known[name].group == key}
        if key in known:
            by_measure[key] = by_measure.get(key, 0.0) + float(weight)
        elif usual:
            total = math.fsum(usual.values())
            for name, default in usual.items():
                by_measure[name] = by_measure.get(name, 0.0) + float(weight) * default / total
        else:
            unknown.append(key)
    if unknown:
        hints = []
        for key in unknown:
            if advice := _nearest(key, known):
                hints.append(f"{key}: {advice}" if len(unknown) > 1 else advice)
        unknown_groups = {key.partition(".")[0] for key in unknown}
        listed = [key for key, measure in known.items() if measure.group in unknown_groups and measure.better]
        groups = sorted({measure.group for measure in known.values()})
        expected = f"some of {', '.join(listed)}" if listed else f"measures of {', '.join(groups)}"
        raise ArgumentError("weights", ", ".join(map(repr, unknown)), expected, "; ".join(hints))
    aimless = [key for key, weight in by_measure.items() if weight and known[key].better == ""]
    if aimless:
        raise ArgumentError("weights", ", ".join(aimless), "measures with a preferred direction")
    return by_measure


def _nearest(key: str, known: Mapping[str, Measure]) -> str:
    """Return a hint at the nearest measure, by the whole key or by the name after the dot."""
    able = [name for name, measure in known.items() if measure.better]
    same = [name for name in able if name.partition(".")[2] == key.rpartition(".")[2]]
    tails = {name.partition(".")[2]: name for name in able}
    similar = same or near(key, able) or [tails[tail] for tail in near(key.rpartition(".")[2], tails)]
    return hint(similar[:3])


WEIGHTS = Kind(
    Source("file of weights", "weights by measure: workspace.volume = 1", "docs/selection.md", WeightsError),
    Table,
)


_FORM = ("MEASURE=NUMBER, separated by commas", "or the name of a .toml file")


def parse_weights(text: str) -> dict[str, float]:
    """Parse weights such as "workspace.volume=2,operations=1".

    Example:
        >>> parse_weights("workspace.volume=2, operations=1")
        {'workspace.volume': 2.0, 'operations': 1.0}
    """
    weights: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, number = (piece.strip() for piece in part.partition("="))
        if key in weights:
            raise ArgumentError("weights", f"{key} twice", "each measure once")
        try:
            weights[key] = float(number)
        except ValueError:
            raise ArgumentError("weights", shortened(part), *_FORM) from None
    if not weights:
        raise ArgumentError("weights", shortened(text), *_FORM)
    return weights


def load_weights(path: str | os.PathLike[str]) -> dict[str, float]:
    """Read weights from a TOML file: `workspace.volume = 1`, or `volume = 1` in a table [workspace].

    Raises:
        WeightsError: Lists every problem of the file, each with its line.
    """
    document = WEIGHTS.load(path)
    weights: dict[str, float] = {}
    for group, entry in document.data.items():
        for key, weight in entry.items() if isinstance(entry, dict) else [("", entry)]:
            if fault := WEIGHT.fault(weight):
                document.fault((group, key) if key else (group,), *fault)
            else:
                weights[f"{group}.{key}" if key else group] = float(weight)
    document.check()
    return weights
