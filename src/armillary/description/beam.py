"""Flexible links: a straight beam with its sections, or modal data from a finite-element program.

A beam starts at the origin of its link's frame and runs along `axis`. `normal` is the y axis of its
sections; z completes the right-handed set (axis, normal, z). Bending "y" is deflection along y, which
E·Iz resists; bending "z" is deflection along z, which E·Iy resists. A node is a point of the beam at
which joints, motors, payloads and frames may sit; every beam has the nodes "root" and "tip".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, ClassVar, Literal, get_args

from armillary.description.part import Part
from armillary.files.arguments import number, word
from armillary.files.quantity import Quantity

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SectionShape = Literal["rectangle", "circle", "tube", "general"]
DIAMETER = Quantity("length", above=0, says="diameter")
SECOND_MOMENT = Quantity("second moment of area", above=0)
SECTION_SIZES: dict[str, dict[str, Quantity]] = {
    "rectangle": {
        "width": Quantity("length", above=0, says="width along y"),
        "height": Quantity("length", above=0, says="height along z"),
    },
    "circle": {"diameter": DIAMETER},
    "tube": {"outer": DIAMETER, "inner": Quantity("length", least=0, says="inner diameter")},
    "general": {
        "area": Quantity("area", above=0, says="area"),
        "Iy": replace(SECOND_MOMENT, says="second moment of area about y"),
        "Iz": replace(SECOND_MOMENT, says="second moment of area about z"),
        "J": replace(SECOND_MOMENT, says="torsion constant"),
    },
}
"""Numbers of each kind of section, in their order."""

ShapeFamily = Literal["loaded", "cantilever", "tip-mass", "attachment", "polynomial"]
SHAPE_FAMILIES: tuple[str, ...] = get_args(ShapeFamily)

KINDS = ("bending_y", "bending_z", "torsion", "axial")
"""Kinds of assumed modes, in the order of the elastic coordinates; sublinks have the first three."""

ROOT, TIP = "root", "tip"

SLENDER = 20.0
"""Ratio of length to depth from which beams do not shear by default."""

POISSON = 0.3
"""Poisson's ratio of a beam without shear modulus."""

MOST_POINTS = 1000
"""Largest number of Gauss points between two stations of a beam."""

DAMPING = Quantity(least=0, most=1, free=True, says="damping ratio", hint="'5 %' is 0.05")


@dataclass(frozen=True)
class Section(Part):
    """A cross-section: its kind and its numbers, in the order of `SECTION_SIZES`.

    Example:
        >>> Section("rectangle", (0.005, 0.04)).area
        0.0002
    """

    shape: SectionShape
    size: tuple[float, ...]

    @property
    def area(self) -> float:
        """Area [m²]."""
        return self._moments()[0]

    @property
    def Iy(self) -> float:
        """Second moment of area about y [m⁴]: resists deflection along z."""
        return self._moments()[1]

    @property
    def Iz(self) -> float:
        """Second moment of area about z [m⁴]: resists deflection along y."""
        return self._moments()[2]

    def depth(self, plane: str) -> float:
        """Return the size along y or z, the direction in which the section is displaced [m].

        Of a section given by its numbers it is the size of the rectangle with the same area and second moment.
        """
        word("plane", plane, ("y", "z"))
        if self.shape == "general":
            return math.sqrt(12 * (self.Iz if plane == "y" else self.Iy) / self.area)
        return self.size[self.shape == "rectangle" and plane == "z"]

    def shear_factor(self, poisson: float) -> float:
        """Return Cowper's shear factor κ, the share of the area that resists shear. [Cowper1966]

        A section given by its numbers counts as a rectangle.
        """
        nu = number("poisson", poisson)
        match self.shape:
            case "circle" | "tube":
                outer, inner = (*self.size, 0.0)[:2]
                m = (inner / outer) ** 2 if outer else 0.0
                return 6 * (1 + nu) * (1 + m) ** 2 / ((7 + 6 * nu) * (1 + m) ** 2 + (20 + 12 * nu) * m)
        return 10 * (1 + nu) / (12 + 11 * nu)

    @property
    def J(self) -> float:
        """Torsion constant [m⁴]."""
        if self.shape == "rectangle":
            return _rectangle_torsion(*self.size)
        return self.size[3] if self.shape == "general" else self.polar

    @property
    def polar(self) -> float:
        """Polar second moment of area [m⁴]: rotary inertia about the axis of the beam."""
        return self.Iy + self.Iz

    def _moments(self) -> tuple[float, ...]:
        """Return the area [m²] and the second moments about y and z [m⁴]."""
        match self.shape:
            case "rectangle":
                w, h = self.size
                return w * h, w * h**3 / 12, h * w**3 / 12
            case "circle" | "tube":
                outer, inner = (*self.size, 0.0)[:2]
                ring = math.pi * (outer**4 - inner**4) / 64  # about a diameter
                return math.pi * (outer**2 - inner**2) / 4, ring, ring
        return self.size[:3]

    def towards(self, other: Section, part: float) -> Section:
        """Return the section between this one and another of the same kind: its numbers change linearly."""
        return Section(self.shape, tuple(a + part * (b - a) for a, b in zip(self.size, other.size, strict=True)))


ZETA_5 = 1.0369277551433699
"""Σ 1/n⁵, Riemann's ζ(5)."""


def _rectangle_torsion(w: float, h: float) -> float:
    """Return the torsion constant of a rectangle [m⁴], Saint-Venant's series. [Timoshenko1970, ch. 10]

    J = a b³ [1/3 − (64/π⁵)(b/a) Σ_odd tanh(nπa/2b)/n⁵], a ≥ b the sides; with tanh x = 1 − 2/(e^{2x} + 1) the sum is
    (31/32) ζ(5) less a series that eight terms exhaust.
    """
    a, b = max(w, h), min(w, h)
    tail = sum(2 / ((math.exp(min(n * math.pi * a / b, 700.0)) + 1) * n**5) for n in range(1, 16, 2))
    return a * b**3 * (1 / 3 - 64 / math.pi**5 * (b / a) * (31 / 32 * ZETA_5 - tail))


@dataclass(frozen=True)
class Station(Part):
    """The section of a beam at a distance `at` [m] from its root.

    Between two stations the numbers of the section change linearly. Two stations at one place are a step.
    """

    at: Annotated[float, Quantity("length", least=0, says="distance from the root")]
    section: Section


@dataclass(frozen=True)
class BeamNode(Part):
    """A named point of a beam, `at` [m] from its root."""

    name: str
    at: Annotated[float, Quantity("length", least=0, says="distance from the root")]


@dataclass(frozen=True)
class Modes(Part):
    """Assumed modes: numbers of each kind, and the family of their shapes.

    `shapes` is "loaded" (clamped, with everything that the link carries about zero joint coordinates), "cantilever"
    (clamped–free), "tip-mass" (clamped, with `tip_mass` [kg] and `tip_inertia` [kg·m²] at the end; None takes the parts
    fixed to the tip node), "attachment" (Craig–Bampton: unit displacement and rotation of the tip, then clamped–clamped
    modes) or "polynomial". `damping` is the ratio to critical damping of the modes of the link alone, clamped at the
    root and free at the tip: one for all, or one for each. `published_half_slope` halves every rotation of a node. It
    reproduces an error of published figures and is wrong for anything else.
    """

    bending_y: Annotated[int, Quantity(least=0, says="modes of bending along y")] = 0
    bending_z: Annotated[int, Quantity(least=0, says="modes of bending along z")] = 0
    torsion: Annotated[int, Quantity(least=0, says="modes of torsion")] = 0
    axial: Annotated[int, Quantity(least=0, says="modes along the axis")] = 0
    shapes: ShapeFamily = "loaded"
    damping: Annotated[tuple[float, ...], DAMPING] = (0.0,)
    tip_mass: Annotated[float | None, Quantity("mass", least=0, says="mass at the tip")] = None
    tip_inertia: Annotated[float | None, Quantity("inertia", least=0, says="inertia at the tip")] = None
    published_half_slope: bool = False

    @property
    def count(self) -> int:
        """Number of elastic coordinates."""
        return sum(self.counts.values())

    @property
    def counts(self) -> dict[str, int]:
        """Number of modes of each kind, in the order of `KINDS`."""
        return {kind: getattr(self, kind) for kind in KINDS}


def points_needed(modes: Modes) -> int:
    """Return the least number of Gauss points in each stretch of a beam that resolves these modes.

    A bending shape of order k has k half waves, and products of two shapes and of their slopes are integrated;
    torsion and axial shapes are quarter waves of lower order.
    """
    bending, other = max(modes.bending_y, modes.bending_z), max(modes.torsion, modes.axial)
    return max(2 * bending + 4 if bending else 1, 2 * other + 2 if other else 1)


@dataclass(frozen=True)
class Sublinks(Part):
    """Rigid sublinks with elastic joints between them. [Celentano2008, sect. 5]

    ν = `count` elastic joints cut the beam into ν + 1 rigid pieces of lengths L/2ν, L/ν, …, L/ν, L/2ν. Each joint has a
    hinge for every direction that is turned on: bending along y, bending along z, torsion. Those of a beam that shears
    also slide along each direction in which they bend.
    `damping` is the ratio to critical damping of the link's first mode in each direction, clamped at the root; a mode
    at f times that frequency has f times the ratio. A node at an elastic joint belongs to the piece before it.
    """

    count: Annotated[
        int, Quantity(least=1, most=300, says="elastic joints", hint="leave out sublinks for a rigid beam")
    ]
    bending_y: bool = True
    bending_z: bool = False
    torsion: bool = False
    damping: Annotated[float, DAMPING] = 0.0


@dataclass(frozen=True)
class Beam(Part):
    """A straight elastic beam: length [m], Young's and shear modulus [Pa], density [kg/m³], sections.

    `segments` cuts a beam with modes into this number of equal parts, each with the given modes in a separate frame,
    so that large deflections are possible. `stiffening` is the motion of second order in the deformation:
    foreshortening, by which spin and axial loads stiffen or soften a beam, and the coupling of bending and torsion.
    `shear` lets sections turn against the line of the beam, with κGA for `shear_factor` κ (Timoshenko's beam): one for
    both planes, or those of y and z. Default are Cowper's factors; Poisson's ratio is that of E and G, or 0.3 without
    G. `rotary_inertia` makes sections laminae that turn with their inertia (Rayleigh's beam); without it a beam is a
    thin rod with inertia about its axis only. None chooses: `shears` and `laminae` have the choice.
    `quadrature` is the number of Gauss points of each stretch between stations; None chooses enough.

    Example:
        >>> Beam(0.4, 71e9, 2710, (Station(0, Section("rectangle", (0.005, 0.04))),), modes=Modes(bending_y=2)).mass
        0.21680000000000002
    """

    length: Annotated[float, Quantity("length", above=0, says="length")]
    E: Annotated[float, Quantity("pressure", above=0, free=True, says="Young's modulus")]
    density: Annotated[float, Quantity("density", above=0, free=True, says="density")]
    stations: tuple[Station, ...]
    G: Annotated[float | None, Quantity("pressure", above=0, free=True, says="shear modulus")] = None
    axis: Annotated[Vector, Quantity(direction=True, says="line of the beam")] = (1.0, 0.0, 0.0)
    normal: Annotated[Vector, Quantity(direction=True, says="y axis of the sections")] = (0.0, 1.0, 0.0)
    nodes: tuple[BeamNode, ...] = ()
    modes: Modes | None = None
    sublinks: Sublinks | None = None
    segments: Annotated[int, Quantity(least=1, says="segments with separate frames")] = 1
    stiffening: bool = True
    shear: bool | None = None
    shear_factor: Annotated[
        tuple[float, ...],
        Quantity(above=0, most=1.5, says="share of the area that resists shear", hint="5/6 for a rectangle"),
    ] = ()
    rotary_inertia: bool | None = None
    quadrature: Annotated[int | None, Quantity(least=1, most=MOST_POINTS, says="Gauss points between stations")] = None

    @property
    def planes(self) -> tuple[str, ...]:
        """The directions in which the beam bends: "y", "z", both or none."""
        moves = self.modes if self.modes is not None else self.sublinks
        return tuple(plane for plane in "yz" if getattr(moves, f"bending_{plane}", 0))

    @property
    def slenderness(self) -> float:
        """Length over the greatest depth of a section in a plane in which the beam bends; infinite if it does not."""
        depths = [station.section.depth(plane) for station in self.stations for plane in self.planes]
        return self.length / max(depths, default=0.0) if any(depths) else math.inf

    @property
    def shears(self) -> bool:
        """Whether the beam shears: as `shear` says, else if its slenderness is below 20 or it has a shear factor."""
        thick = self.slenderness < SLENDER or bool(self.shear_factor)
        return bool(self.planes) and (thick if self.shear is None else self.shear)

    @property
    def laminae(self) -> bool:
        """Whether sections are laminae that turn with their inertia: as `rotary_inertia` says, else where it matters.

        It does not for a slender beam that bends in one plane and does not twist: no spin acts on its sections then.
        """
        if self.rotary_inertia is not None:
            return self.rotary_inertia
        moves = self.modes if self.modes is not None else self.sublinks
        return self.shears or len(self.planes) != 1 or bool(getattr(moves, "torsion", 0))

    @property
    def shear_modulus(self) -> float:
        """G, or E / 2(1 + ν) with Poisson's ratio 0.3 [Pa]."""
        return self.G if self.G is not None else self.E / (2 * (1 + POISSON))

    def shear_area(self, section: Section, plane: str) -> float:
        """Return κA, the area of a section that resists shear along y or z [m²]."""
        if self.shear_factor:
            return section.area * self.shear_factor[-1 if plane == "z" else 0]
        poisson = min(max(self.E / (2 * self.shear_modulus) - 1, 0.0), 0.5)  # beyond, the material is not isotropic
        return section.area * section.shear_factor(poisson)

    @property
    def mass(self) -> float:
        """Mass [kg]."""
        return self.density * sum(
            (b.at - a.at) * (a.section.area + 4 * a.section.towards(b.section, 0.5).area + b.section.area) / 6
            for a, b in self.stretches()
        )  # Simpson's rule: the area is at most quadratic between stations

    @property
    def freedoms(self) -> int:
        """Number of elastic coordinates."""
        cut = self.sublinks
        if cut is not None:
            return cut.count * (len(self.planes) * (1 + self.shears) + cut.torsion)
        return self.segments * self.modes.count if self.modes is not None else 0

    def stretches(self) -> tuple[tuple[Station, Station], ...]:
        """Return the pieces between stations, from root to tip; sections are constant beyond the outer stations."""
        stations = list(self.stations)
        if stations[0].at > 0:
            stations.insert(0, Station(0.0, stations[0].section))
        if stations[-1].at < self.length:
            stations.append(Station(self.length, stations[-1].section))
        return tuple((a, b) for a, b in pairwise(stations) if b.at > a.at)

    def section(self, at: float) -> Section:
        """Return the section at a distance from the root [m]; at a step, that of the outer side."""
        at = number("at", at)
        a, b = next(((a, b) for a, b in reversed(self.stretches()) if a.at <= at), self.stretches()[0])
        part = min(max((at - a.at) / (b.at - a.at), 0.0), 1.0)
        return a.section if a.section == b.section else a.section.towards(b.section, part)

    def node_positions(self) -> dict[str, float]:
        """Return the distance of every node from the root [m]."""
        return {ROOT: 0.0} | {node.name: node.at for node in self.nodes} | {TIP: self.length}

    @property
    def end(self) -> str:
        """Name of the node at which parts sit by default."""
        return TIP

    def mode_names(self) -> Iterator[str]:
        """Yield the names of the modal coordinates, such as ``bending_y1``."""
        counts = self.modes.counts if self.modes is not None else {}
        return (f"{kind}{k + 1}" for kind, count in counts.items() for k in range(count))


@dataclass(frozen=True)
class ModalNode(Part):
    """A node of modal data: position [m], lumped mass [kg] and inertia [kg·m²], and its motion in each mode.

    `translation` [m] and `rotation` [rad], one vector for each mode, are for a modal coordinate of one.
    """

    name: str
    position: Annotated[Vector, Quantity("length", says="position")]
    mass: Annotated[float, Quantity("mass", least=0, says="lumped mass")] = 0.0
    inertia: Annotated[Matrix, Quantity("inertia", says="lumped inertia")] = ((0.0, 0.0, 0.0),) * 3
    translation: Annotated[tuple[Vector, ...], Quantity(says="displacement in each mode")] = ()
    rotation: Annotated[tuple[Vector, ...], Quantity(says="rotation in each mode")] = ()


@dataclass(frozen=True)
class ModalData(Part):
    """A flexible link from a finite-element program: frequencies [Hz], damping ratios, nodes with their shapes.

    The link is clamped at the origin of its frame. Its mass is that of the nodes; default `modal_masses` follow from
    them. Stiffness is modal mass · (2π f)². With `stiffening`, data of a straight beam have its terms of second order.
    """

    table: ClassVar[str] = "modal"

    frequencies: Annotated[tuple[float, ...], Quantity("frequency", above=0, says="frequencies")]
    nodes: tuple[ModalNode, ...]
    damping: Annotated[tuple[float, ...], DAMPING] = (0.0,)
    modal_masses: Annotated[tuple[float, ...], Quantity("mass", above=0, says="modal masses")] = ()
    stiffening: bool = True

    @property
    def mass(self) -> float:
        """Mass [kg]."""
        return sum(node.mass for node in self.nodes)

    @property
    def freedoms(self) -> int:
        """Number of elastic coordinates."""
        return len(self.frequencies)

    def node_positions(self) -> dict[str, Vector]:
        """Return the position of every node in the link's frame [m]."""
        return {node.name: node.position for node in self.nodes}

    @property
    def end(self) -> str:
        """Name of the node at the end of the link: `tip`, or the last node where there is none of that name."""
        return TIP if any(node.name == TIP for node in self.nodes) else self.nodes[-1].name

    def mode_names(self) -> Iterator[str]:
        """Yield the names of the modal coordinates: ``mode1``, ``mode2``, …"""
        return (f"mode{k + 1}" for k in range(self.freedoms))
