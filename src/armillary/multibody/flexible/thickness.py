"""Notes on thick beams that shear by default, and warnings of thick beams whose shear is off.

Both are those of a clamped uniform beam with the thickest section, in a plane in which the beam bends. Its deflection
under a force at the tip is too small by 3 s, s = EI/(κGA L²), without shear. Frequencies are those of the energies
    K = ∫ ψ'² + (v' − ψ)²/s dξ,   M = ∫ v² + r ψ² dξ,   r = I/(A L²)                            (1)
of Timoshenko's beam, and without shear (ψ = v') of
    K = ∫ v''² dξ,   M = ∫ v² + r v'² dξ,                                                       (2)
with r = 0 if sections do not turn with their inertia, by Ritz's method with polynomials. [Timoshenko1921]
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import scipy  # loads scipy.linalg at its first use
from numpy.polynomial import Legendre

from armillary.description.beam import SLENDER, Beam
from armillary.description.robot import Robot
from armillary.multibody.shapes.quadrature import gauss
from armillary.spatial.scalar import Floats

SHARE, MORE = 1.6, 8
"""Polynomials for each mode, and further ones: the highest mode is then right to 1e-4."""
TOLERATED = 0.01
"""Expected relative error of a frequency or a deflection above which there is a warning."""


def thickness_notes(robot: Robot) -> list[str]:
    """Return a note for each beam that shears by default because it is thick."""
    notes = []
    for link in robot.links:
        beam = link.beam
        if not isinstance(beam, Beam) or not beam.shears or beam.shear is not None or beam.slenderness >= SLENDER:
            continue
        assumed = [] if beam.G is not None else ["G is that of Poisson's ratio 0.3"]
        if not beam.shear_factor and any(station.section.shape == "general" for station in beam.stations):
            assumed.append("the shear factor that of a rectangle")
        more = f"; {', '.join(assumed)}" if assumed else ""
        thick = f"{link.name}: length / depth is {beam.slenderness:.3g}, below {SLENDER:g}"
        notes.append(f"{thick}: its sections shear and turn with their inertia (shear = false: they do not){more}")
    return notes


def frequency_warnings(robot: Robot) -> list[str]:
    """Return a warning for each beam without shear whose highest bending mode in use is too high."""
    warnings = []
    for name, beam in _without_shear(robot):
        mode, error = max((_frequency_error(beam, plane) for plane in beam.planes), key=lambda pair: pair[1])
        if error > TOLERATED:
            which = f"bending mode {mode} of {name}"
            warnings.append(f"{which}: about {_percent(error)} % too high without shear; try shear = true")
    return warnings


def deflection_warnings(robot: Robot) -> list[str]:
    """Return a warning for each beam without shear whose deflection is too small."""
    warnings = []
    for name, beam in _without_shear(robot):
        error = max(3 * _ratio(beam, plane)[0] for plane in beam.planes)
        if error > TOLERATED:
            which = f"deflection of {name}"
            warnings.append(f"{which}: about {_percent(error)} % too small without shear; try shear = true")
    return warnings


def _without_shear(robot: Robot) -> Iterator[tuple[str, Beam]]:
    """Yield the names of links with beams that bend and do not shear, and these beams."""
    for link in robot.links:
        if isinstance(link.beam, Beam) and link.beam.planes and not link.beam.shears:
            yield link.name, link.beam


def _percent(error: float) -> str:
    """Return a relative error in per cent, with two digits and without an exponent."""
    return f"{100 * error:.0f}" if error > 0.1 else f"{100 * error:.2g}"


def _frequency_error(beam: Beam, plane: str) -> tuple[int, float]:
    """Return the number of the highest mode in use, and the relative error of its frequency, (1) and (2)."""
    mode = 2  # cut beams have many modes: the second stands for those of interest
    if beam.modes is not None and beam.segments == 1:
        mode = int(getattr(beam.modes, f"bending_{plane}"))
    shear, rotary = _ratio(beam, plane)
    return mode, math.sqrt(_without(rotary * beam.laminae, mode) / _with(shear, rotary, mode)) - 1


@lru_cache(maxsize=256)
def _with(shear: float, rotary: float, mode: int) -> float:
    """Return ω² of a mode of (1), for s and r."""
    P, dP, weight = _polynomials(mode, 1)[:3]
    zero = np.zeros((len(P), len(P)))
    mass = (P * weight) @ P.T
    slide = (dP * weight) @ dP.T / shear
    mixed = -(dP * weight) @ P.T / shear
    K = np.block([[slide, mixed], [mixed.T, (dP * weight) @ dP.T + mass / shear]])
    M = np.block([[mass, zero], [zero, rotary * mass]])
    return 1 / float(scipy.linalg.eigh(M, K, eigvals_only=True)[-mode])  # of 1/ω²: shear makes K of slender beams huge


@lru_cache(maxsize=256)
def _without(rotary: float, mode: int) -> float:
    """Return ω² of a mode of (2), for r."""
    P, dP, weight, ddP = _polynomials(mode, 2)
    K, M = (ddP * weight) @ ddP.T, (P * weight) @ P.T + rotary * (dP * weight) @ dP.T
    return 1 / float(scipy.linalg.eigh(M, K, eigvals_only=True)[-mode])


def _polynomials(mode: int, order: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Return ξ^order times Legendre's polynomials, first derivatives, Gauss weights and second derivatives."""
    count = math.ceil(SHARE * mode) + MORE
    xi, weight = gauss(count + order + 1)
    factor = Legendre.fromroots([0.0] * order, [0.0, 1.0])
    shapes = [factor * Legendre.basis(k, [0.0, 1.0]) for k in range(count)]
    values, first, second = (np.array([shape.deriv(k)(xi) if k else shape(xi) for shape in shapes]) for k in range(3))
    return values, first, weight, second


def _ratio(beam: Beam, plane: str) -> tuple[float, float]:
    """Return EI/(κGA L²) and I/AL² of the thickest section."""
    ratios = []
    for station in beam.stations:
        section = station.section
        moment = section.Iz if plane == "y" else section.Iy
        stiff = beam.shear_modulus * beam.shear_area(section, plane)
        ratios.append((beam.E * moment / (stiff * beam.length**2), moment / (section.area * beam.length**2)))
    return max(ratios)
