"""Stribeck and LuGre friction at one coordinate. [Armstrong1994, Canudas1995]

A joint or rotor whose position is p(x), a polynomial of the coordinate x, moves at v = p′ ẋ and loads x with a p′ F, a
being the `factor`. With s = sign(v),
    F = s g(v),   g = c_s + (f_s − c_s) exp(−|v / v_s|^α),   c_s = c + d s,   f_s = f + e s                        (1)
c, f are the means of Coulomb and static friction over both directions, d, e half their differences. Bristles of
stiffness σ₀ and damping σ₁ with the deflection z turn F into
    F = σ₀ z + σ₁ ż,   ż = v − σ₀ |v| z / g(v)                                                                    (2)
which is (1) at a constant rate. A law that is smooth by name has s = tanh(v / v₀) in (1).
The bristles store σ₀ z² / 2, and the power
    F v − σ₀ z ż = σ₀² z² |v| / g + σ₁ ż v                                                                        (3)
becomes heat, both times a. A block that (2) holds under a constant load F₀ < a f rests at z = F₀ / (a σ₀): it does not
creep.
"""

from __future__ import annotations

from dataclasses import dataclass

from armillary.description.couplings import derivative, value_at
from armillary.description.robot import Friction
from armillary.spatial.scalar import Scalar, exp, log, magnitude, sign, tanh

TINY = 1e-300
"""Least square of a rate over the Stribeck velocity, so that its logarithm is finite."""


def sides(ahead: Scalar, back: Scalar | None, scale: Scalar = 1.0) -> tuple[Scalar, Scalar]:
    """Return the mean and half the difference of efforts at positive and negative rates, times `scale`."""
    mean, half = (ahead, 0.0) if back is None else ((ahead + back) / 2, (ahead - back) / 2)
    return mean * scale, half * scale


@dataclass(frozen=True, eq=False)
class Stribeck:
    """Friction (1), or (2) with bristles, that loads coordinate `k`; its numbers may be expressions."""

    name: str
    turns: bool
    """Whether the rate is an angular one."""
    k: int
    polynomial: tuple[Scalar, ...]
    coulomb: tuple[Scalar, Scalar]
    """c and d of (1)."""
    static: tuple[Scalar, Scalar] | None
    """f and e of (1); None where they equal c and d."""
    velocity: Scalar
    exponent: float
    stiffness: Scalar
    damping: Scalar
    factor: Scalar
    """a, by which F, the stored energy and the heat are multiplied; z does not depend on it."""
    smooth: Scalar = 0.0
    """v₀ of a law that is smooth by name; 0 for others."""

    @classmethod
    def of(cls, name: str, turns: bool, k: int, polynomial: tuple[Scalar, ...], law: Friction) -> Stribeck:
        """Return the law of a joint or motor at p(x)."""
        static = None
        if law.static is not None:
            sided = law.coulomb_negative is not None or law.static_negative is not None
            back = law.static if law.static_negative is None else law.static_negative
            static = sides(law.static, back if sided else None)
        bristles = (0.0, 0.0) if law.bristle_stiffness is None else (law.bristle_stiffness, law.bristle_damping)
        coulomb = sides(law.coulomb, law.coulomb_negative)
        velocity = 1.0 if law.stribeck_velocity is None else law.stribeck_velocity
        smooth = 0.0 if law.smooth_velocity is None else law.smooth_velocity
        laws = (coulomb, static, velocity, law.stribeck_exponent)
        return cls(name, turns, k, polynomial, *laws, *bristles, law.factor, smooth)

    @property
    def bristled(self) -> bool:
        """Whether it has bristles, (2)."""
        return not isinstance(self.stiffness, (int, float)) or self.stiffness != 0

    @property
    def sticks(self) -> bool:
        """Whether it jumps at rest: neither bristles nor smooth."""
        return not self.bristled and isinstance(self.smooth, (int, float)) and self.smooth == 0

    def direction(self, v: Scalar) -> Scalar:
        """Return s of (1) at the rate v."""
        return sign(v) if isinstance(self.smooth, (int, float)) and self.smooth == 0 else tanh(v / self.smooth)

    def slope(self, x: Scalar) -> Scalar:
        """Return p′(x)."""
        return value_at(derivative(self.polynomial), x)

    def bend(self, x: Scalar) -> Scalar:
        """Return p″(x)."""
        return value_at(derivative(derivative(self.polynomial)), x)

    def level(self, v: Scalar, s: Scalar) -> Scalar:
        """Return g of (1) at the rate v; s is its sign, or a smooth function in its place."""
        coulomb = _at(self.coulomb, s)
        return coulomb if self.static is None else coulomb + (_at(self.static, s) - coulomb) * exp(-self._power(v))

    def effort(self, v: Scalar, s: Scalar) -> Scalar:
        """Return a F of (1)."""
        return self.factor * self.level(v, s) * s

    def effort_slope(self, v: Scalar, s: Scalar) -> Scalar:
        """Return a dF/dv of (1); s is constant, or smooth."""
        turning: Scalar = 0.0
        if not isinstance(self.smooth, (int, float)) or self.smooth:
            sided = self.coulomb[1]
            if self.static is not None:
                sided = sided + (self.static[1] - sided) * exp(-self._power(v))
            turning = self.factor * (self.level(v, s) + sided * s) * (1 - s * s) / self.smooth
        if self.static is None:
            return turning
        ratio, power = v / self.velocity, self._power(v)
        if self.exponent == 1:
            steep = sign(v)
        else:
            steep = 2 * ratio if self.exponent == 2 else self.exponent * power * ratio / (ratio * ratio + TINY)
        fall = self.factor * (_at(self.coulomb, s) - _at(self.static, s)) * s
        return turning + fall * exp(-power) * steep / self.velocity

    def _power(self, v: Scalar) -> Scalar:
        """Return |v / v_s|^α."""
        ratio = v / self.velocity
        if self.exponent == 2:
            return ratio * ratio
        return magnitude(ratio) if self.exponent == 1 else exp(0.5 * self.exponent * log(ratio * ratio + TINY))


def _at(pair: tuple[Scalar, Scalar], s: Scalar) -> Scalar:
    mean, half = pair
    return mean if isinstance(half, (int, float)) and half == 0 else mean + half * s
