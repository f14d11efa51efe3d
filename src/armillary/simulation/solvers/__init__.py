"""The integrators by name, one per file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Info:
    """What is known of an integrator: whether its step is fixed, its order, the form it integrates, a line of text.

    `form` is "velocity" or "momentum" (`forms.momentum`); `linear` says that it needs `forms.linear` as well.
    """

    fixed: bool
    order: int
    form: str
    about: str
    linear: bool = False


INTEGRATORS: dict[str, Info] = {
    "rk4": Info(True, 4, "velocity", "classical Runge–Kutta, fixed step"),
    "semi_implicit_euler": Info(True, 1, "velocity", "new velocities first, then coordinates with these; fixed step"),
    "gauss2": Info(True, 4, "momentum", "Gauss–Legendre, 2 stages: symplectic and symmetric, fixed step"),
    "gauss3": Info(True, 6, "momentum", "Gauss–Legendre, 3 stages: symplectic and symmetric, fixed step"),
    "rk45": Info(False, 5, "velocity", "Dormand–Prince 5(4), chooses its step"),
    "dop853": Info(False, 8, "velocity", "Dormand–Prince 8(5,3), chooses its step, for small tolerances"),
    "rosenbrock": Info(False, 4, "velocity", "RODAS 4(3), L-stable, chooses its step, for stiff arms", linear=True),
}
"""What `simulate` knows by name."""
