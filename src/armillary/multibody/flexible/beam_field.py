"""The displacement field of a beam with assumed modes.

The section at x, with the axes x̂ (the beam's), ŷ and ẑ = x̂ × ŷ, is displaced and turned by
    u₁ = Σ v_k ŷ q_k + Σ w_k ẑ q_k + Σ a_k x̂ q_k,   θ = Σ v_k' ẑ q_k − Σ w_k' ŷ q_k + Σ ϑ_k x̂ q_k,           (1)
with the shapes v, w of bending, ϑ of torsion and a of stretching. `second_order` has the displacement and rotation of
second order, foreshortening among them:
    g_kl = −x̂ ∫₀ˣ (v_k' v_l' + w_k' w_l') ds + …                                               (2)
The strain energy ½ qᵀKq is that of Euler and Bernoulli's beam,
    K = ∫ E Iz v_k'' v_l'' + E Iy w_k'' w_l'' + G J ϑ_k' ϑ_l' + E A a_k' a_l' dx.               (3)
Sections may change along the beam: the shapes then have the moments of a uniform beam's shapes, and with them the
curvatures of the true sections (shapes/varying.py). Steps and tapers need few modes more than a uniform beam.
In a beam that shears (shapes/timoshenko.py) the sections turn by ψ in place of v', and by the strain γ = v' − ψ less
than its line. Nodes, laminae and strains turn and bend with ψ, and
    K = ∫ E Iz ψ_k' ψ_l' + κ G A γ_k γ_l + … dx.                                               (3a)
Each mass point stands for ρA dx of a thin rod, and for the polar inertia ρ (Iy + Iz) x̂x̂ᵀ dx about its axis, constant in
the frame of the link. Where rotary inertia is asked for, it stands for a lamina with the second moments
    E = ρ (Iz ŷŷᵀ + Iy ẑẑᵀ) dx,   and so with the inertia   ρ [(Iy + Iz) x̂x̂ᵀ + Iy ŷŷᵀ + Iz ẑẑᵀ] dx.              (4)
Damping: with the modes V of the beam alone, K V = m V Ω², Vᵀ m V = 1, ratios ζ to critical damping mean
    D = V⁻ᵀ 2ζΩ V⁻¹ = m V 2ζΩ Vᵀ m.                                                            (5)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from armillary.description.beam import Beam, Modes, Section, Station
from armillary.errors import ArgumentError
from armillary.multibody.flexible.field import Field, NodeShape, modal_mass
from armillary.multibody.flexible.second_order import Strained, second_order
from armillary.multibody.shapes import BeamLoad, bar_shapes, bending_shapes
from armillary.multibody.shapes.quadrature import STEEP, Running, enough_points, gauss
from armillary.multibody.shapes.timoshenko import Thick, ThickShapes
from armillary.multibody.shapes.varying import HELD, Functions, Pieces, Uniform, carried
from armillary.spatial.scalar import Floats

_Values = tuple[Floats, Floats, Floats, Floats]

SHORTEST = 1e-9
"""Shortest part of a pointed beam that is cut further, relative to its length."""


@dataclass(frozen=True, eq=False)
class _Grid:
    """The mass points of a beam: distance from the root, Gauss weight [m], and the sections there, each (G,)."""

    x: Floats
    weight: Floats
    area: Floats
    Iy: Floats
    Iz: Floats
    J: Floats
    shear_y: Floats  # κA along y
    shear_z: Floats
    pieces: Pieces | None  # where the section changes, or the beam shears


@dataclass(frozen=True, eq=False)
class _Tip:
    """Load at the tip, as ratios to the beam: mass and the inertias about x̂, ŷ and ẑ."""

    mass: float
    torsion: float
    about_y: float
    about_z: float
    loads: tuple[tuple[BeamLoad, ...], tuple[BeamLoad, ...]] = ((), ())
    """Bodies that the beam carries, in bending along y and along z."""


@dataclass(frozen=True, eq=False)
class _Kind:
    """The shapes of one kind: displacement along a direction, rotation about another, strain and its rigidity (G,).

    `functions` gives displacement, rotation, strain and shear strain at many ξ, each (n, len(ξ)). It is no closure:
    models are sent to other processes with it. `shear` is the rigidity against shear strain (G,).
    """

    functions: Callable[[Floats], _Values]
    along: Floats
    about: Floats
    rigidity: Floats
    shear: Floats | None = None


def beam_field(
    beam: Beam,
    tip_mass: float = 0.0,
    tip_inertia: Floats | None = None,
    loads: Mapping[str, tuple[float, Floats, Floats]] | None = None,
) -> Field:
    """Return the field of a beam with modes; without any it is undeformable.

    `tip_mass` [kg] and `tip_inertia` [kg·m²], shape (3, 3) about the tip in the link's axes, are the load fixed to the
    tip. They determine modes of the family "tip-mass" where `Modes.tip_mass` or `Modes.tip_inertia` is None. `loads`
    are mass, first moment and inertia of everything at each node and beyond, in the link's axes about the node; they
    determine modes of the family "loaded".
    """
    modes = beam.modes or Modes()
    axes, grid = section_axes(beam), _grid(beam, modes)
    positions = beam.node_positions()
    xi = np.concatenate([grid.x, list(positions.values())]) / beam.length  # mass points, then nodes
    tip = _tip(beam, modes, axes, grid, tip_mass, tip_inertia)
    if modes.shapes == "loaded":
        tip = _loaded(beam, axes, grid, loads or {})
    kinds = _kinds(beam, modes, grid, tip)
    G, n = len(grid.x), modes.count
    shape, theta, strain, gamma = _at(kinds, xi)
    second, second_turn = np.zeros((2, n, n, len(xi), 3))
    if n and beam.stiffening:
        second, second_turn = (part @ axes for part in _second(beam, kinds, grid, xi, theta))
    shape, turn, strain = shape @ axes, theta @ axes, strain[:, :G]
    number = np.repeat(np.arange(len(kinds)), list(modes.counts.values()))
    stiff = strain * np.array([kind.rigidity * grid.weight for kind in kinds])[number]
    K = np.where(number[:, None] == number, stiff @ strain.T, 0.0)  # (3)
    K = (K + K.T) / 2
    sheared = None
    if beam.shears:
        stiff = gamma[:, :G] * np.array([_none(kind.shear, grid.x) * grid.weight for kind in kinds])[number]
        sheared = np.where(number[:, None] == number, stiff @ gamma[:, :G].T, 0.0)  # (3a)
        sheared = (sheared + sheared.T) / 2
        K = K + sheared
    mass, (spin, lamina) = beam.density * grid.area * grid.weight, _spin(beam, axes, grid)
    slope = 0.5 if modes.published_half_slope else 1.0
    nodes = {
        name: NodeShape(axes[0] * at, shape[:, i], slope * turn[:, i], second[:, :, i], slope * second_turn[:, :, i])
        for i, (name, at) in enumerate(positions.items(), G)
    }
    r = np.multiply.outer(grid.x, axes[0])
    moved = (shape[:, :G], second[:, :, :G], turn[:, :G], second_turn[:, :, :G])
    strained = partial(_strained, kinds, beam.length)
    linear = not beam.stiffening
    field = Field(r, mass, *moved, spin, K, np.zeros_like(K), nodes, axes.T, lamina, linear, strained, sheared)
    if not n:
        return field
    return replace(
        field, damping=modal_damping(modes.damping, K, modal_mass(mass, field.shape, field.rotary, field.turn))
    )


def section_axes(beam: Beam) -> Floats:
    """Return x̂, ŷ and ẑ of the sections of a beam as rows, in the axes of its link."""
    axis, normal = np.array(beam.axis), np.array(beam.normal)
    z = np.cross(axis, normal)
    axis, z = axis / np.linalg.norm(axis), z / np.linalg.norm(z)
    return np.array([axis, np.cross(z, axis), z])


def _grid(beam: Beam, modes: Modes) -> _Grid:
    """Return the Gauss points of every stretch between stations; forces in a beam that shears jump at nodes, too."""
    most = max(modes.counts.values())
    places, weights, sections, ends, counts = [], [], [], [0.0], []
    varying = len({station.section for station in beam.stations}) > 1
    stretches = _cut(beam, modes) if varying else list(beam.stretches())
    for a, b in _cut_at_nodes(beam, stretches) if beam.shears else stretches:
        length = b.at - a.at
        points, weight = gauss(beam.quadrature or enough_points(most, length / beam.length, varying))
        places.append(a.at + length * points)
        weights.append(length * weight)
        ends.append(b.at / beam.length)
        counts.append(len(points))
        if a.section == b.section:
            sections += [_numbers(beam, a.section, modes)] * len(points)
        else:
            sections += [_numbers(beam, a.section.towards(b.section, part), modes) for part in points]
    pieces = Pieces(np.array(ends), tuple(counts)) if varying or beam.shears else None
    area, Iy, Iz, J, shear_y, shear_z = np.array(sections).T
    return _Grid(np.concatenate(places), np.concatenate(weights), area, Iy, Iz, J, shear_y, shear_z, pieces)


def _cut_at_nodes(beam: Beam, stretches: list[tuple[Station, Station]]) -> list[tuple[Station, Station]]:
    """Return the stretches cut at the nodes inside them."""
    pieces: list[tuple[Station, Station]] = []
    for a, b in stretches:
        inside = {at for at in beam.node_positions().values() if SHORTEST * beam.length < at - a.at and at < b.at}
        places = [at for at in sorted(inside) if SHORTEST * beam.length < b.at - at]
        parts = [(at - a.at) / (b.at - a.at) for at in places]
        between = [Station(at, a.section.towards(b.section, part)) for at, part in zip(places, parts, strict=True)]
        pieces += pairwise([a, *between, b])
    return pieces


def _cut(beam: Beam, modes: Modes) -> list[tuple[Station, Station]]:
    """Return the stretches between stations, halved until no size changes by more than the factor STEEP.

    Where the number of points is given, or nothing bends, stretches stay whole.
    """
    left, pieces = list(beam.stretches()[::-1]), []
    while left:
        a, b = left.pop()
        sizes = zip(_sizes(a.section), _sizes(b.section), strict=True)
        steep = any(max(pair) > STEEP * min(pair) > 0 for pair in sizes)
        if steep and modes.count and beam.quadrature is None and b.at - a.at > SHORTEST * beam.length:
            middle = Station((a.at + b.at) / 2, a.section.towards(b.section, 0.5))
            left += [(middle, b), (a, middle)]
        else:
            pieces.append((a, b))
    return pieces


def _sizes(section: Section) -> tuple[float, ...]:
    """Return the factors of the rigidities: the sizes, and the wall of a tube."""
    return (*section.size, section.size[0] - section.size[1]) if section.shape == "tube" else section.size


def _numbers(beam: Beam, section: Section, modes: Modes) -> tuple[float, ...]:
    """Return the numbers of a section, in the order of `_Grid`."""
    sheared = (beam.shear_area(section, "y"), beam.shear_area(section, "z")) if beam.shears else (0.0, 0.0)
    return section.area, section.Iy, section.Iz, section.J if modes.torsion else 0.0, *sheared


def _tip(beam: Beam, modes: Modes, axes: Floats, grid: _Grid, mass: float, inertia: Floats | None) -> _Tip:
    """Return the load at the tip, of the modes or else of the robot, against a uniform beam of the same mass."""
    if modes.shapes != "tip-mass":
        return _Tip(0.0, 0.0, 0.0, 0.0)
    mass = mass if modes.tip_mass is None else modes.tip_mass
    matrix = np.zeros((3, 3)) if inertia is None else np.asarray(inertia)
    if modes.tip_inertia is not None:
        matrix = modes.tip_inertia * np.eye(3)
    about = np.einsum("ai,ij,aj->a", axes, matrix, axes)
    beam_mass = beam.density * float(grid.area @ grid.weight)
    polar = beam.density * float((grid.Iy + grid.Iz) @ grid.weight)
    y, z = about[1:] / (beam_mass * beam.length**2)
    return _Tip(mass / beam_mass, float(about[0]) / polar, float(y), float(z))


def _loaded(beam: Beam, axes: Floats, grid: _Grid, loads: Mapping[str, tuple[float, Floats, Floats]]) -> _Tip:
    """Return the bodies that a beam carries, against a uniform beam of the same mass."""
    beam_mass = beam.density * float(grid.area @ grid.weight)
    polar = beam.density * float((grid.Iy + grid.Iz) @ grid.weight)
    places, L = beam.node_positions(), beam.length
    along = []
    mass = torsion = 0.0
    for node, (m, moment, inertia) in loads.items():
        about = np.einsum("ai,ij,aj->a", axes, inertia, axes)
        ahead = float(axes[0] @ moment) / (beam_mass * L)
        along.append(
            [BeamLoad(places[node] / L, m / beam_mass, ahead, float(about[k]) / (beam_mass * L**2)) for k in (2, 1)]
        )
        if places[node] == L:
            mass, torsion = m / beam_mass, float(about[0]) / polar
    y, z = (tuple(pair[k] for pair in along if pair[k].mass) for k in (0, 1))
    return _Tip(mass, torsion, 0.0, 0.0, (y, z))


def _kinds(beam: Beam, modes: Modes, grid: _Grid, tip: _Tip) -> list[_Kind]:
    """Return bending along y, bending along z, torsion and stretching, (1)–(3)."""
    x_axis, y_axis, z_axis = np.eye(3)
    L, family, none = beam.length, modes.shapes, np.zeros(3)
    thick = _sheared(beam, grid)

    def shapes(uniform: Uniform, count: int, order: int, rigidity: Floats) -> Functions:
        if not count or grid.pieces is None or np.all(rigidity == rigidity[0]):
            return partial(uniform, count)
        return carried(uniform, count, HELD[family][2 - order], order, grid.pieces, rigidity)

    def bending(count: int, plane: int, along: Floats, about: Floats, rigidity: Floats) -> _Kind:
        ratio, loads = (tip.about_z, tip.about_y)[plane], tip.loads[plane]
        if thick is not None and count:
            bodies = (BeamLoad(1.0, tip.mass, 0.0, ratio),) if family == "tip-mass" else loads
            shear, functions = thick[plane], thick[plane].beam(rigidity, bodies).shapes(family, count)
            return _Kind(partial(_thick, functions, L), along, about, rigidity, shear.rigidity)
        uniform = partial(bending_shapes, family, mass_ratio=tip.mass, inertia_ratio=ratio, loads=loads)
        return _Kind(partial(_bending, shapes(uniform, count, 2, rigidity), L), along, about, rigidity)

    def bar(count: int, ratio: float, along: Floats, about: Floats, rigidity: Floats) -> _Kind:
        functions = shapes(partial(bar_shapes, family, ratio=ratio), count, 1, rigidity)
        return _Kind(partial(_bar, functions, L), along, about, rigidity)

    return [
        bending(modes.bending_y, 0, y_axis, z_axis, beam.E * grid.Iz),
        bending(modes.bending_z, 1, z_axis, -y_axis, beam.E * grid.Iy),
        bar(modes.torsion, tip.torsion, none, x_axis, (beam.G or 0.0) * grid.J),
        bar(modes.axial, tip.mass, x_axis, none, beam.E * grid.area),
    ]


@dataclass(frozen=True, eq=False)
class _Sheared:
    """One plane of a beam that shears: its length [m], pieces, and κGA, ρA and rotary inertia, each (G,)."""

    length: float
    pieces: Pieces
    rigidity: Floats
    mass: Floats
    rotary: Floats

    def beam(self, bending: Floats, bodies: tuple[BeamLoad, ...]) -> Thick:
        """Return the beam with the numbers of `Thick`, against a uniform beam of the same mass and length."""
        L, stiffest = self.length, float(bending.max())
        beam_mass = L * float(self.mass @ self.pieces.weights)
        mass, rotary = self.mass * L / beam_mass, self.rotary / (beam_mass * L)
        numbers = (bending / stiffest, self.rigidity * L**2 / stiffest, mass, rotary)
        return Thick(self.pieces, *numbers, bodies)


def _sheared(beam: Beam, grid: _Grid) -> tuple[_Sheared, _Sheared] | None:
    """Return the planes of a beam that shears, displaced along y and along z; None for other beams."""
    if not beam.shears or grid.pieces is None:
        return None
    G, turning = beam.shear_modulus, beam.density * float(beam.laminae)
    both = ((grid.shear_y, grid.Iz), (grid.shear_z, grid.Iy))
    mass = beam.density * grid.area
    y, z = (_Sheared(beam.length, grid.pieces, G * area, mass, turning * moment) for area, moment in both)
    return y, z


def _bending(functions: Functions, L: float, xi: Floats) -> _Values:
    """Return displacement, rotation and curvature of bending shapes, from functions of ξ, and no shear strain."""
    v, dv, ddv = functions(xi)
    return v, dv / L, ddv / L**2, np.zeros_like(v)


def _thick(shapes: ThickShapes, L: float, xi: Floats) -> _Values:
    """Return displacement, rotation, curvature and shear strain of bending shapes, from functions of ξ."""
    v, turn, curvature, shear = shapes(xi)
    return v, turn / L, curvature / L**2, shear / L


def _bar(functions: Functions, L: float, xi: Floats) -> _Values:
    """Return displacement, rotation and strain of torsion or stretching, from functions of ξ, and no shear strain."""
    v, dv = functions(xi)[:2]
    return v, v, dv / L, np.zeros_like(v)


def _none(values: Floats | None, x: Floats) -> Floats:
    """Return the values at the places x, zero where there are none."""
    return np.zeros_like(x) if values is None else values


def _second(beam: Beam, kinds: list[_Kind], grid: _Grid, xi: Floats, theta: Floats) -> tuple[Floats, Floats]:
    """Return displacement and rotation of second order at all ξ, each (n, n, P, 3), in section axes."""
    running = Running(xi) if grid.pieces is None else Running(xi, grid.pieces.ends)
    points = running.points
    number = np.repeat(np.arange(len(kinds)), list((beam.modes or Modes()).counts.values()))  # the kind of each mode
    _, turn, strain, gamma = _at(kinds, points)
    kappa = strain[..., None] * np.array([kind.about for kind in kinds])[number, None]
    stretch = strain * np.array([kind.along[0] for kind in kinds])[number, None]
    radius = _radius(beam, points * beam.length) if np.any(kappa[..., 0]) else np.zeros_like(points)
    sheared = gamma[..., None] * np.array([kind.along for kind in kinds])[number, None] if beam.shears else None
    return second_order(running, beam.length, Strained(turn, kappa, stretch, radius, sheared), theta)


def _at(kinds: list[_Kind], xi: Floats) -> _Values:
    """Return displacement and rotation of all modes, (n, len(ξ), 3) in section axes, and their strains, (n, len(ξ))."""
    values = [(kind, *kind.functions(xi)) for kind in kinds]
    shape = np.concatenate([np.multiply.outer(v, kind.along) for kind, v, *_ in values])
    theta = np.concatenate([np.multiply.outer(turn, kind.about) for kind, _, turn, *_ in values])
    strain, gamma = (np.concatenate([value[i] for value in values]) for i in (3, 4))
    return shape, theta, strain, gamma


def _strained(kinds: list[_Kind], length: float, x: float) -> Floats:
    """Return curvatures and twist in section axes [rad/m], and the stretch, of all modes at x [m], (n, 4)."""
    strains = [(kind, kind.functions(np.array([x / length]))[2][:, 0]) for kind in kinds]
    return np.concatenate([np.outer(strain, [*kind.about, kind.along[0]]) for kind, strain in strains])


def _radius(beam: Beam, x: Floats) -> Floats:
    """Return the polar radius of gyration of the sections, √((Iy + Iz)/A) [m]."""
    radius = np.empty_like(x)
    for a, b in beam.stretches():
        here = np.flatnonzero((a.at <= x) & (x <= b.at))
        if a.section == b.section:
            radius[here] = np.sqrt(a.section.polar / a.section.area)
            continue
        parts = np.minimum((x[here] - a.at) / (b.at - a.at), 1 - 1e-9)  # a pointed end has no section
        sections = (a.section.towards(b.section, part) for part in parts)
        radius[here] = [np.sqrt(section.polar / section.area) for section in sections]
    return radius


def _spin(beam: Beam, axes: Floats, grid: _Grid) -> tuple[Floats, Floats | None]:
    """Return the polar inertia of every point, or the second moments of its lamina (4), each (G, 3, 3) [kg·m²]."""
    about, none = np.zeros((len(grid.x), 3)), np.zeros((len(grid.x), 3, 3))
    about[:, 0] = grid.Iy + grid.Iz
    if beam.laminae:
        about = np.stack([np.zeros_like(grid.Iz), grid.Iz, grid.Iy], axis=1)
    tensors = np.einsum("g,ga,ai,aj->gij", beam.density * grid.weight, about, axes, axes)
    return (none, tensors) if beam.laminae else (tensors, None)


def modal_damping(ratios: tuple[float, ...], K: Floats, m: Floats) -> Floats:
    """Return D (5) for ratios to critical damping, one for all modes or one for each in the order of frequencies."""
    if not any(ratios):
        return np.zeros_like(K)
    try:
        root = np.linalg.inv(np.linalg.cholesky(m))
    except np.linalg.LinAlgError:
        problem = "a mode that moves no mass"
        raise ArgumentError("beam.modes", problem, "sections with mass, and inertia in torsion") from None
    squares, modes = np.linalg.eigh(root @ K @ root.T)
    momenta = m @ root.T @ modes  # m V
    D = (momenta * (2 * np.array(ratios) * np.sqrt(squares))) @ momenta.T
    scale = np.sqrt(np.diagonal(D))
    return np.where(np.abs(D) > 1e-14 * np.outer(scale, scale), (D + D.T) / 2, 0.0)
