"""Strain gauge: the axial strain of a fibre of a beam.

At a distance x from the root, on the fibre at c ŷ (plane "y") or c ẑ (plane "z") from the line of the beam,
    ε = a' − c v''   or   ε = a' − c w''                                                          (1)
with the deflections v along y and w along z and the axial displacement a: bending towards the gauge compresses it. A
beam with modes has v'' = Σ v_k'' q_k. A beam of sublinks has the moments M = K δ of its elastic joints, interpolated
and extrapolated linearly, and v'' = M / E Iz.                                                        (2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import numpy as np

from armillary.description.beam import Beam, Section
from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity
from armillary.files.words import unknown
from armillary.multibody import Model
from armillary.multibody.coordinates import elastic_places
from armillary.multibody.flexible.pieces import Cut
from armillary.multibody.flexible.sublinks import expand
from armillary.simulation.sensors.sensor import Channel, Instrument
from armillary.spatial.scalar import Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.loop.instant import Instant

PLANES = {"y": 3, "z": 2}
"""Planes of bending, and the axis of rotation of the section in each: 3 is z, 2 is y."""


@dataclass(frozen=True)
class StrainGauge(Instrument):
    """Dimensionless axial strain of a fibre of a beam, (1).

    Args:
        link: Name of the link, which has a beam.
        at: Distance of the gauge from the root of the beam [m].
        plane: Plane of bending, "y" (default) or "z", an axis of the section.
        fibre: Distance c of the gauge from the axis of the beam [m]; default: the outer face of the section.

    Other arguments are those of `Instrument`.
    """

    KIND: ClassVar[str] = "strain"

    link: Annotated[str, "link with a beam"]
    at: Annotated[float, Quantity("length", least=0, says="distance from the root of the beam")]
    _: KW_ONLY
    plane: Annotated[Literal["y", "z"], "plane of bending"] = "y"
    fibre: Annotated[float | None, Quantity("length", says="distance from the axis of the beam")] = None

    @property
    def place(self) -> str:
        """The link."""
        return self.link

    def channels(self, plant: Model) -> tuple[Channel, ...]:
        """Return the channel."""
        self._factors(plant)
        return (Channel("strain", ""),)

    def quantity(self, now: Instant) -> Sequence[Scalar]:
        """Return ε, (1)."""
        first, factors = self._factors(now.plant)
        return [now.q[first : first + len(factors)] @ factors]

    def _factors(self, plant: Model) -> tuple[int, Floats]:
        """Return the index in q of the first elastic coordinate of the link, and ε per unit of each coordinate."""
        beams = {link.name: link.beam for link in plant.robot.links if isinstance(link.beam, Beam)}
        if self.link not in beams:
            found, expected, hint = unknown(self.link, beams, "a link with a beam")
            raise ArgumentError("link", found, expected if beams else "a robot with flexible links", hint)
        beam = beams[self.link]
        if self.at > beam.length:
            raise ArgumentError("at", f"{self.at:g} m on {self.link!r}", f"at most its length, {beam.length:g} m")
        c = self._fibre(beam.section(self.at))
        factors_of = _modes if beam.sublinks is None else _sublinks
        first, factors = factors_of(self, plant, beam, c)
        if not np.any(factors):
            found = f"{self.plane!r}, in which {self.link!r} is not strained at {self.at:g} m"
            raise ArgumentError("plane", found, "a plane in which the link bends")
        return first, factors

    def _fibre(self, section: Section) -> float:
        """Return c [m]."""
        if self.fibre is not None:
            return self.fibre
        if section.shape == "general":
            raise ArgumentError("fibre", "a general section, whose size is not known", "a distance [m]")
        return section.size[self.plane == "z" and section.shape == "rectangle"] / 2


def _modes(gauge: StrainGauge, plant: Model, beam: Beam, c: float) -> tuple[int, Floats]:
    """Return the factors of a beam with modes, which may be divided into segments."""
    names = expand(plant.robot).segments.get(gauge.link, (gauge.link,))
    length = beam.length / len(names)
    segment = min(int(gauge.at / length), len(names) - 1)
    modal = next((body.modal for body in plant.bodies if body.name == names[segment] and body.modal.count), None)
    if modal is None or modal.field.strained is None:
        raise ArgumentError("link", f"{gauge.link!r}, whose beam is rigid", "a beam with modes or sublinks")
    strained = modal.field.strained(min(gauge.at - segment * length, length))
    curvature = strained[:, PLANES[gauge.plane] - 1] * (1.0 if gauge.plane == "y" else -1.0)  # v'' or w''
    return modal.q.start, strained[:, 3] - c * curvature  # (1)


def _sublinks(gauge: StrainGauge, plant: Model, beam: Beam, c: float) -> tuple[int, Floats]:
    """Return the factors of a beam of sublinks, (2)."""
    cut = Cut(plant.robot.link(gauge.link), beam, frozenset())
    bending = next((way for way in cut.ways if way.kind == f"bending_{gauge.plane}"), None)
    names = [name for name, (link, _) in expand(plant.robot).elastic.items() if link.name == gauge.link]
    first = elastic_places(plant).start + plant.elastic.index(names[0])
    factors, section = np.zeros(len(names)), beam.section(gauge.at)
    if bending is not None:
        rigidity = beam.E * (section.Iz if gauge.plane == "y" else section.Iy)
        hinges = slice(cut.ways.index(bending), None, len(cut.ways))  # each elastic joint has a coordinate per way
        factors[hinges] = -c / rigidity * bending.stiffness * _weights(cut.hinges, gauge.at)
    return first, factors


def _weights(places: Floats, at: float) -> Floats:
    """Return the weights of values at `places` that interpolate or extrapolate linearly to `at`."""
    if len(places) == 1:
        return np.ones(1)
    k = int(np.clip(np.searchsorted(places, at) - 1, 0, len(places) - 2))
    fraction = (at - places[k]) / (places[k + 1] - places[k])
    weights = np.zeros(len(places))
    weights[k], weights[k + 1] = 1 - fraction, fraction
    return weights
