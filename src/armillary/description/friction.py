"""Friction of a joint coordinate or of a motor, as numbers.

At the rate v the friction effort is, with s = sign(v),
    F = viscous v + s g(v),   g(v) = coulomb + (static − coulomb) exp(−|v / stribeck_velocity|^stribeck_exponent)   (1)
Without `static`, g is the Coulomb friction alone. With a `bristle_stiffness` the dry part has a state, the mean
deflection z of bristles between the surfaces, so that a spring holds a sticking joint [Canudas1995]:
    ż = v − bristle_stiffness |v| z / g(v),   F = viscous v + bristle_stiffness z + bristle_damping ż               (2)
At a constant rate (2) becomes (1). At negative rates `coulomb_negative` and `static_negative` replace `coulomb` and
`static`. A joint at rest sticks while its load is below static friction. With a `smooth_velocity`, for gradients, it
creeps instead: s = tanh(v / smooth_velocity) in (1), and g is (1 + s)/2 times that of positive rates plus (1 − s)/2
times that of negative rates.                                                                                        (3)
F is multiplied by `factor`, for instance the effect of temperature or wear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from armillary.description.part import Part
from armillary.files.quantity import Quantity


@dataclass(frozen=True)
class Friction(Part):
    """Friction of one coordinate: viscous, Coulomb, Stribeck (1) or LuGre (2).

    Args:
        viscous: Viscous friction [N·m·s/rad or N·s/m].
        coulomb: Coulomb friction [N·m or N].
        coulomb_negative: Coulomb friction at negative rates [N·m or N]; default `coulomb`.
        static: Breakaway effort of a joint at rest [N·m or N]; default `coulomb`.
        static_negative: Breakaway effort towards negative rates; default `static`.
        stribeck_velocity: Rate at which friction falls from `static` to `coulomb` [rad/s or m/s].
        stribeck_exponent: Exponent of (1); default 2.
        bristle_stiffness: Stiffness of the bristles [N·m/rad or N/m]; default none: no bristles.
        bristle_damping: Damping of the bristles [N·m·s/rad or N·s/m].
        factor: Factor of the whole friction effort; default 1.
        smooth_velocity: Rate scale of (3) [rad/s or m/s]; default none: joints stick.

    Example:
        >>> Friction(viscous=0.4, coulomb=1.0, static=1.5, stribeck_velocity=1e-3).curved
        True
    """

    viscous: Annotated[float, Quantity("joint damping", least=0, lenient=True, free=True, says="viscous friction")] = (
        0.0
    )
    coulomb: Annotated[float, Quantity("joint effort", least=0, lenient=True, free=True, says="dry friction")] = 0.0
    coulomb_negative: Annotated[
        float | None,
        Quantity("joint effort", least=0, lenient=True, free=True, says="dry friction at negative rates"),
    ] = None
    static: Annotated[float | None, Quantity("joint effort", above=0, free=True, says="dry friction at rest")] = None
    static_negative: Annotated[
        float | None, Quantity("joint effort", above=0, free=True, says="dry friction at rest towards negative rates")
    ] = None
    stribeck_velocity: Annotated[
        float | None, Quantity("joint speed", above=0, free=True, says="Stribeck velocity")
    ] = None
    stribeck_exponent: Annotated[float, Quantity(above=0, says="Stribeck exponent")] = 2.0
    bristle_stiffness: Annotated[
        float | None, Quantity("joint stiffness", above=0, free=True, says="stiffness of the bristles")
    ] = None
    bristle_damping: Annotated[float, Quantity("joint damping", least=0, free=True, says="damping of the bristles")] = (
        0.0
    )
    factor: Annotated[float, Quantity(least=0, free=True, says="factor of the friction")] = 1.0
    smooth_velocity: Annotated[
        float | None, Quantity("joint speed", above=0, free=True, says="velocity of the smooth friction")
    ] = None

    @property
    def curved(self) -> bool:
        """Whether dry friction goes beyond Coulomb friction: Stribeck, LuGre or smooth friction."""
        return any(field is not None for field in (self.static, self.bristle_stiffness, self.smooth_velocity))


FRICTIONLESS = Friction()
