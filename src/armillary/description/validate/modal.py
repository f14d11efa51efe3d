"""Checks of modal data: counts agree, every mode moves mass, and modes are independent."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from armillary.description.beam import ROOT, ModalData, ModalNode
from armillary.description.validate.beams import MOST_MODES, node_names, ratio_faults
from armillary.description.validate.quantities import above_zero, finite, near_enough, not_negative, real_inertia
from armillary.errors import Problem

INDEPENDENT = 1e-13
"""Least eigenvalue of the mass matrix of normalised modes; below it, modes count as dependent."""


def modal_faults(field: str, data: ModalData) -> Iterator[Problem]:
    """Yield every fault of modal data."""
    n = len(data.frequencies)
    if not n:
        yield Problem(f"{field}.frequencies", "there are none", "one for each mode", "a rigid link needs no modal data")
    if n > MOST_MODES:
        yield Problem(f"{field}.frequencies", f"{n} modes", f"at most {MOST_MODES}", "keep those of low frequency")
    for i, frequency in enumerate(data.frequencies):
        yield from above_zero(f"{field}.frequencies[{i}]", frequency, "the frequency", " Hz")
    if n:
        yield from ratio_faults(f"{field}.damping", data.damping, n)
    if data.modal_masses and len(data.modal_masses) != n:
        yield Problem(f"{field}.modal_masses", f"{len(data.modal_masses)} for {n} frequencies", f"{n}, or none")
    for i, mass in enumerate(data.modal_masses):
        yield from above_zero(f"{field}.modal_masses[{i}]", mass, "the modal mass", " kg")
    nodes = [*node_names(field, data.nodes)]
    for i, node in enumerate(data.nodes):
        nodes += _node(f"{field}.nodes[{i}]", node, n)
    yield from nodes
    if not data.nodes:
        yield Problem(f"{field}.nodes", "there are none", "at least one node with mass")
    if n and not nodes and data.nodes:
        yield from _modes_move_mass(field, data)


def _node(place: str, node: ModalNode, n: int) -> Iterator[Problem]:
    yield from finite(f"{place}.position", node.position)
    yield from not_negative(f"{place}.mass", node.mass)
    yield from near_enough(f"{place}.position", node.mass, node.position)
    yield from real_inertia(f"{place}.inertia", node.inertia)
    for name in ("translation", "rotation"):
        rows = getattr(node, name)
        if len(rows) != n and (rows or name == "translation"):
            found = f"node {node.name!r} has {len(rows)} vector{'s' * (len(rows) != 1)} for {n} frequencies"
            yield Problem(f"{place}.{name}", found, f"{n} rows of three, one for each mode")
        if not all(math.isfinite(value) for row in rows for value in row):
            yield Problem(f"{place}.{name}", "a value is not finite", "finite numbers")
    if any(value for row in node.inertia for value in row) and not node.rotation:
        yield Problem(f"{place}.rotation", f"node {node.name!r} has an inertia and no rotation", "a row for each mode")
    moves = any(value for row in (*node.translation, *node.rotation) for value in row)
    if node.name == ROOT and (moves or any(node.position)):
        found = f"node {ROOT!r} is away from the origin or moves"
        yield Problem(place, found, "the origin of the link's frame, where it is clamped", "give the node another name")


def _modes_move_mass(field: str, data: ModalData) -> Iterator[Problem]:
    if data.mass <= 0:
        yield Problem(f"{field}.nodes", "the nodes have no mass", "lumped masses that add up to the link's")
        return
    n = len(data.frequencies)
    M = np.zeros((n, n))  # Σ m Φᵀ Φ + Θᵀ J Θ over the nodes
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        for node in data.nodes:
            Phi = np.array(node.translation)
            M += node.mass * (Phi @ Phi.T)
            if node.rotation:
                Theta = np.array(node.rotation)
                M += Theta @ np.array(node.inertia) @ Theta.T
    lengths = np.sqrt(np.diag(M))
    idle = [str(k + 1) for k in np.flatnonzero(lengths == 0)]
    if idle:
        found = f"mode {idle[0]} moves no mass" if len(idle) == 1 else f"modes {', '.join(idle)} move no mass"
        yield Problem(f"{field}.nodes", found, "translations that are not zero where there is mass")
    elif not np.isfinite(M).all():
        yield Problem(f"{field}.nodes", "masses or shapes are too large a number", "numbers in SI units")
    elif np.linalg.eigvalsh(M / np.outer(lengths, lengths))[0] < INDEPENDENT:
        yield Problem(f"{field}.nodes", "the modes are not independent at these nodes", "more nodes, or fewer modes")
