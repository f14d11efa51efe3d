"""Checks of flexible links: geometry, material, sections, nodes and modes of beams; counts and modes of modal data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from armillary.description.beam import (
    KINDS,
    MOST_POINTS,
    ROOT,
    SECTION_SIZES,
    SHAPE_FAMILIES,
    TIP,
    Beam,
    BeamNode,
    ModalData,
    ModalNode,
    Modes,
    Section,
    Station,
    Sublinks,
    points_needed,
)
from armillary.description.part import Part
from armillary.description.validate.quantities import position, real_inertia
from armillary.description.validate.ranges import range_faults
from armillary.errors import Problem
from armillary.files.words import nearest, shortened

MOST_MODES = 200
"""Largest number of modes of a link: its integrals grow with the square of that number."""
INDEPENDENT = 1e-13
"""Least eigenvalue of the mass matrix of normalised modes; below it, modes count as dependent."""


def beam_faults(field: str, beam: Beam) -> Iterator[Problem]:
    """Yield every fault of a beam."""
    if beam.G is None and ((beam.modes and beam.modes.torsion > 0) or (beam.sublinks and beam.sublinks.torsion)):
        hint = "E / (2 (1 + ν)) for an isotropic material"
        yield Problem(f"{field}.G", "the shear modulus is missing", "G = … in Pa, since the beam twists", hint)
    yield from _axes(field, beam)
    stations = [*_stations(field, beam.stations, beam.length)]
    yield from stations
    yield from node_names(field, beam.nodes)
    for i, node in enumerate(beam.nodes):
        yield from _within(f"{field}.nodes[{i}].at", node.at, beam.length)
    if beam.modes is not None and beam.sublinks is not None:
        yield Problem(f"{field}.sublinks", "given together with modes", "either sublinks or modes")
    yield from _segments(f"{field}.segments", beam)
    if beam.modes is not None:
        yield from _modes(f"{field}.modes", beam.modes, beam.segments)
    if beam.sublinks is not None:
        yield from _sublinks(f"{field}.sublinks", beam.sublinks)
        if not beam.stiffening:
            problem = "turned off for a beam of sublinks"
            yield Problem(f"{field}.stiffening", problem, "true or left out", "sublinks shorten as they bend, exactly")
    yield from _shear_factors(f"{field}.shear_factor", beam)
    yield from _quadrature(field, beam)
    if not stations and not _out_of_range(beam):
        mass = beam.mass
        if mass > 0 and math.isfinite(mass * beam.length * beam.length):
            yield from _rigidity(field, beam)
        else:
            yield Problem(field, f"the mass is {mass:g} kg and the length {beam.length:g} m", "numbers of a real beam")


def _segments(field: str, beam: Beam) -> Iterator[Problem]:
    if beam.segments > 1 and not (beam.modes and beam.modes.count):
        yield Problem(field, f"{beam.segments} segments of a beam without modes", "modes, which each segment has")
    elif beam.segments > 1 and beam.modes and beam.modes.shapes in ("cantilever", "tip-mass"):
        problem = f"{beam.modes.shapes} shapes, which have no moment where segments meet"
        yield Problem(field, problem, "modes with shapes = 'loaded', 'attachment' or 'polynomial'")
    elif beam.modes and (modes := beam.segments * beam.modes.count) > MOST_MODES and beam.segments > 1:
        yield Problem(field, f"{modes} modes in {beam.segments} segments", f"at most {MOST_MODES} modes")


def _axes(field: str, beam: Beam) -> Iterator[Problem]:
    along = sum(a * n for a, n in zip(beam.axis, beam.normal, strict=True))
    lengths = math.hypot(*beam.axis), math.hypot(*beam.normal)
    if not all(abs(length - 1.0) <= 1e-9 for length in lengths) or abs(along) <= 1e-9:
        return
    parallel = abs(along) > 1 - 1e-9
    problem = f"{beam.normal} is {'parallel' if parallel else 'not at right angles'} to the axis {beam.axis}"
    yield Problem(f"{field}.normal", problem, "a direction across the axis")


def _stations(field: str, stations: Sequence[Station], length: float) -> Iterator[Problem]:
    if not stations:
        yield Problem(f"{field}.stations", "the beam has no section", "at least one section")
    places: list[float] = []
    for i, station in enumerate(stations):
        place = f"{field}.stations[{i}]"
        yield from _within(f"{place}.at", station.at, length)
        if places and station.at < places[-1]:
            yield Problem(f"{place}.at", f"{station.at!r} m, after {places[-1]!r} m", "stations from root to tip")
        elif places[-2:] == [station.at] * 2:
            yield Problem(f"{place}.at", f"a third station at {station.at!r} m", "at most two, which make a step")
        places.append(station.at)
        yield from _section(f"{place}.section", station.section)
        if station.section.shape != stations[0].section.shape:
            problem = f"{station.section.shape!r} after {stations[0].section.shape!r}"
            yield Problem(
                f"{place}.section.shape", problem, "the same shape at every station", "give area, Iy, Iz and J"
            )


def _within(field: str, at: float, length: float) -> Iterator[Problem]:
    if math.isfinite(length) and math.isfinite(at) and at > length > 0:
        yield Problem(field, f"{at!r} m is beyond the end of the beam", f"at most the length, {length!r} m")


def _section(field: str, section: Section) -> Iterator[Problem]:
    names = SECTION_SIZES.get(section.shape)
    if names is None:
        hint = nearest(section.shape, SECTION_SIZES)
        yield Problem(f"{field}.shape", shortened(section.shape), f"one of {', '.join(SECTION_SIZES)}", hint)
        return
    if len(names) != len(section.size):
        yield Problem(field, f"{len(section.size)} numbers for a {section.shape}", f"{len(names)}: {', '.join(names)}")
        return
    wrong = [*_sizes(field, section, names)]
    yield from wrong
    if not wrong:
        try:
            values = (section.area, section.Iy, section.Iz, section.J)
        except (OverflowError, ZeroDivisionError):
            values = (math.inf,) * 4
        if not all(math.isfinite(value) and value > 0 for value in values):
            yield Problem(field, "its area or second moments are too large or too small a number", "sizes in metres")


def _sizes(field: str, section: Section, names: Iterable[str]) -> Iterator[Problem]:
    for name, value in zip(names, section.size, strict=True):
        says = SECTION_SIZES[section.shape][name]
        if fault := says.fault(value):
            yield Problem(f"{field}.{name}", *fault)
    if section.shape == "tube" and section.size[1] >= section.size[0] > 0:
        outer, inner = section.size
        problem = f"the inner diameter is {inner:g} m, the outer {outer:g} m: the wall has no thickness"
        yield Problem(f"{field}.inner", problem, "less than outer")


def _rigidity(field: str, beam: Beam) -> Iterator[Problem]:
    """Refuse a modulus with which a rigidity, or the flexibility of the beam, overflows or underflows."""
    for name, modulus in (("E", beam.E), ("G", beam.G)):
        if modulus is None or not (math.isfinite(modulus) and modulus > 0):
            continue  # reported elsewhere
        sections = [station.section for station in beam.stations]
        rigidities = [modulus * n for section in sections for n in (section.area, section.Iy, section.Iz, section.J)]
        values = rigidities + [value / beam.length / beam.length / beam.length for value in rigidities]
        if not all(0 < value < math.inf and 1 / value < math.inf for value in values):
            problem = f"{modulus:g} Pa makes a rigidity that is too large or too small a number"
            yield Problem(f"{field}.{name}", problem, "the modulus of a real material")


def node_names(field: str, nodes: Sequence[BeamNode | ModalNode]) -> Iterator[Problem]:
    """Yield a problem for each name of a node that is empty, reserved or repeated."""
    seen: set[str] = set()
    for i, node in enumerate(nodes):
        place = f"{field}.nodes[{i}].name"
        if not node.name.strip():
            yield Problem(place, "an empty name", "a name")
        elif isinstance(node, BeamNode) and node.name in (ROOT, TIP):
            yield Problem(place, f"{node.name!r}, which every beam has", "another name")
        elif node.name in seen:
            yield Problem(place, f"{node.name!r} is used twice", "a name that no other node of the link has")
        seen.add(node.name)


def _modes(field: str, modes: Modes, segments: int) -> Iterator[Problem]:
    counts = modes.counts
    if not any(counts.values()):
        idle = f", but a damping of {', '.join(f'{ratio:g}' for ratio in modes.damping)}" if any(modes.damping) else ""
        hint = "leave out modes for a rigid beam"
        yield Problem(field, f"there are no modes{idle}", f"at least one of {', '.join(KINDS)}", hint)
    elif modes.count > MOST_MODES:
        problem = f"{shortened(modes.count)} modes"
        yield Problem(field, problem, f"at most {MOST_MODES}", "a few of each kind describe a link")
    if modes.shapes not in SHAPE_FAMILIES:
        hint = nearest(modes.shapes, SHAPE_FAMILIES)
        yield Problem(f"{field}.shapes", shortened(modes.shapes), f"one of {', '.join(SHAPE_FAMILIES)}", hint)
    if min(counts.values()) >= 0 and modes.count:
        yield from ratio_faults(f"{field}.damping", modes.damping, modes.count * segments)
    for name in ("tip_mass", "tip_inertia"):
        value = getattr(modes, name)
        if value is not None and modes.shapes != "tip-mass":
            yield Problem(f"{field}.{name}", f"given with shapes = {modes.shapes!r}", "shapes = 'tip-mass' with it")


def _sublinks(field: str, sublinks: Sublinks) -> Iterator[Problem]:
    if not (sublinks.bending_y or sublinks.bending_z or sublinks.torsion):
        yield Problem(field, "its joints neither bend nor twist", "one of bending_y, bending_z, torsion = true")


def _shear_factors(field: str, beam: Beam) -> Iterator[Problem]:
    factors = beam.shear_factor
    if len(factors) > 2:
        yield Problem(field, f"{len(factors)} numbers", "one for both planes, or two: along y and along z")
    if factors and beam.shear is False:
        yield Problem(field, "given with shear = false", "shear = true, or left out")


def ratio_faults(field: str, damping: Sequence[float], modes: int) -> Iterator[Problem]:
    """Yield the faults of damping ratios: one for all modes, or one for each."""
    if len(damping) not in (1, modes):
        expected = "one" if modes == 1 else f"one for all, or {modes}"
        yield Problem(field, f"{len(damping)} damping ratios for {modes} mode{'s' * (modes != 1)}", expected)


def _quadrature(field: str, beam: Beam) -> Iterator[Problem]:
    points, modes = beam.quadrature, beam.modes
    if (
        points is not None
        and 1 <= points <= MOST_POINTS
        and modes
        and modes.count <= MOST_MODES
        and points < points_needed(modes)
    ):
        problem = f"{points} Gauss point{'s' * (points != 1)} do not resolve {modes.count} modes"
        yield Problem(
            f"{field}.quadrature", problem, f"at least {points_needed(modes)}", "leave it out for enough points"
        )


def modal_faults(field: str, data: ModalData) -> Iterator[Problem]:
    """Yield every fault of modal data."""
    n = len(data.frequencies)
    if not n:
        yield Problem(f"{field}.frequencies", "an empty list", "one for each mode", "a rigid link needs no modal data")
    if n > MOST_MODES:
        yield Problem(f"{field}.frequencies", f"{n} modes", f"at most {MOST_MODES}", "keep the modes of low frequency")
    if n:
        yield from ratio_faults(f"{field}.damping", data.damping, n)
    if data.modal_masses and len(data.modal_masses) != n:
        yield Problem(f"{field}.modal_masses", f"{len(data.modal_masses)} for {n} frequencies", f"{n}, or none")
    nodes = [*node_names(field, data.nodes)]
    for i, node in enumerate(data.nodes):
        nodes += _node(f"{field}.nodes[{i}]", node, n)
    yield from nodes
    if not data.nodes:
        yield Problem(f"{field}.nodes", "an empty list", "at least one node with mass")
    if n and not nodes and data.nodes and not any(map(_out_of_range, data.nodes)):
        yield from _modes_move_mass(field, data)


def _out_of_range(part: Part) -> bool:
    return any(range_faults(part))


def _node(place: str, node: ModalNode, n: int) -> Iterator[Problem]:
    yield from position(f"{place}.position", node.mass, node.position)
    yield from real_inertia(f"{place}.inertia", node.inertia)
    for name in ("translation", "rotation"):
        rows = getattr(node, name)
        if len(rows) != n and (rows or name == "translation"):
            problem = f"node {node.name!r} has {len(rows)} vector{'s' * (len(rows) != 1)} for {n} frequencies"
            yield Problem(f"{place}.{name}", problem, f"{n} rows of three, one for each mode")
    if any(value for row in node.inertia for value in row) and not node.rotation:
        yield Problem(f"{place}.rotation", f"node {node.name!r} has an inertia and no rotation", "a row for each mode")
    moves = any(value for row in (*node.translation, *node.rotation) for value in row)
    if node.name == ROOT and (moves or any(node.position)):
        problem = f"node {ROOT!r} is away from the origin or moves"
        yield Problem(
            place, problem, "the origin of the link's frame, where it is clamped", "give the node another name"
        )


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
        problem = f"mode {idle[0]} moves no mass" if len(idle) == 1 else f"modes {', '.join(idle)} move no mass"
        yield Problem(f"{field}.nodes", problem, "translations that are not zero where there is mass")
    elif not np.isfinite(M).all():
        yield Problem(f"{field}.nodes", "masses or shapes are too large a number", "numbers in SI units")
    elif np.linalg.eigvalsh(M / np.outer(lengths, lengths))[0] < INDEPENDENT:
        yield Problem(f"{field}.nodes", "the modes are not independent at these nodes", "more nodes, or fewer modes")
