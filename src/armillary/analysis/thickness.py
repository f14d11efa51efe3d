"""Notes on thick beams that shear by default, and warnings of thick beams whose shear is off.

A frequency of Euler and Bernoulli's beam is too high, and its deflection under a force at the tip too small, by about
    √(1 + (kL)² (1 + E/κG) I/AL²) − 1,   3 EI/(κGA L²),                                         (1)
with the wave number k of the mode; the term 1 is left out if sections turn with their inertia. [Timoshenko1921]
Both belong to the thickest section and to a plane in which the beam bends.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from armillary.description.beam import SLENDER, Beam
from armillary.description.robot import Robot

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
    """Return a warning for each beam without shear whose highest bending mode in use is too high, (1)."""
    warnings = []
    for name, beam in _without_shear(robot):
        mode, error = max((_frequency_error(beam, plane) for plane in beam.planes), key=lambda pair: pair[1])
        if error > TOLERATED:
            which = f"bending mode {mode} of {name}"
            warnings.append(f"{which}: about {_percent(error)} % too high without shear; try shear = true")
    return warnings


def deflection_warnings(robot: Robot) -> list[str]:
    """Return a warning for each beam without shear whose deflection is too small, (1)."""
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
    """Return the number of the highest mode in use, and its relative error, (1)."""
    mode = 2  # cut beams have many modes: the second stands for those of interest
    if beam.modes is not None and beam.segments == 1:
        mode = int(getattr(beam.modes, f"bending_{plane}"))
    wave = 1.875 if mode == 1 else (mode - 0.5) * math.pi
    shear, rotary = _ratio(beam, plane)
    return mode, math.sqrt(1 + wave**2 * (shear + (0.0 if beam.laminae else rotary))) - 1


def _ratio(beam: Beam, plane: str) -> tuple[float, float]:
    """Return EI/(κGA L²) and I/AL² of the thickest section."""
    ratios = []
    for station in beam.stations:
        section = station.section
        moment = section.Iz if plane == "y" else section.Iy
        stiff = beam.shear_modulus * beam.shear_area(section, plane)
        ratios.append((beam.E * moment / (stiff * beam.length**2), moment / (section.area * beam.length**2)))
    return max(ratios)
