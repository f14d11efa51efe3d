"""The integrals of a flexible link as letters.

The names, with the numbers of the modes (`flexible.modal` has the equations):
    a k   ∫ Φ_k dm      w k   ∫ Φ_k rᵀ dm      z kl   ∫ Φ_k Φ_lᵀ dm      h k   rotary inertia      μ kl   modal mass
and of a node φ k (its shift), φ′ k (its turn) and γ kl (its foreshortening), each with axes where several occur.
Foreshortening of the link itself has separate shapes, numbered after the modes; shape j has the amplitude
½ Σ χ_jkl δ_k δ_l. Entries that vanish for the link are zero. If its sections have no rotary inertia, the modal mass is
the trace of z and has no letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from armillary.multibody.flexible.field import NodeShape
from armillary.multibody.flexible.modal import Modal
from armillary.spatial.inertia import Part
from armillary.spatial.scalar import Array
from armillary.symbolic.model.letters import AXES, Letters

SMALL = 1e-13

Unit = Callable[[Sequence[str]], str]
"""The unit of an integral, from the units of the amplitudes of its modes."""


def symbolic_node(modal: Modal, name: str, shape: NodeShape, letters: Letters, number: str) -> NodeShape:
    """Return the shape of the node that has a number, with letters: φ1e of node 1t."""
    before, _, after = number.rpartition("t")
    namer, what = _ModeNamer(letters, modal, f"{before}e{after}"), f"at {name!r}"
    return NodeShape(
        shape.position,
        namer.named("φ", shape.translation, partial(_over, "m"), f"shift of mode {{}} {what}"),
        namer.named("φ′", shape.rotation, partial(_over, "rad"), f"turn of mode {{}} {what}"),
        namer.named("γ", shape.second, partial(_unit, "", 1), f"foreshortening of modes {{}} {what}", pairs=True),
        shape.second_rotation,  # zero: the node turns about one axis
    )


def symbolic_modal(letters: Letters, i: int) -> Modal:
    """Return the modes of a body with letters for their integrals."""
    body, number = letters.model.bodies[i], letters.index[i]
    modal, what = body.modal, f"of {body.name!r}"
    namer = _ModeNamer(letters, modal, number)
    Z = namer.named("z", modal.products, partial(_unit, "kg", 2), f"∫ΦΦᵀdm of shapes {{}} {what}", pairs=True)
    return replace(
        modal,
        products=Z,
        p=namer.named("a", modal.p, partial(_unit, "kg", 1), f"∫Φdm of shape {{}} {what}"),
        W=namer.named("w", modal.W, partial(_unit, "kg", 2), f"∫Φrᵀdm of shape {{}} {what}"),
        h=namer.named("h", modal.h, partial(_unit, "kg", 2), f"rotary inertia of mode {{}} {what}"),
        m=_masses(modal, Z, what, namer),
        C=namer.shortening(modal.C, what),
        rigid=_rigid(modal, number, what, letters),
    )


def _masses(modal: Modal, Z: Array, what: str, namer: _ModeNamer) -> Array:
    """Return the modal masses: the traces of z if sections have no rotary inertia, else letters."""
    traces = np.trace(modal.products, axis1=2, axis2=3)
    if np.allclose(traces, modal.m, rtol=1e-9, atol=SMALL * float(np.abs(modal.m).max(initial=0.0))):
        return np.asarray(Z[..., 0, 0] + Z[..., 1, 1] + Z[..., 2, 2])
    return namer.named("μ", modal.m, partial(_unit, "kg", 2), f"modal mass of shapes {{}} {what}", pairs=True)


def _rigid(modal: Modal, number: str, what: str, letters: Letters) -> Part:
    """Return mass, first moment and inertia about the origin of the undeformed link."""
    mass, s, inertia = modal.rigid
    J = letters.tensor("J", "", number, inertia, f"the beam {what}, about its root")
    along = np.flatnonzero(np.abs(s) > SMALL)
    first = np.zeros(3).astype(object)
    for k in along:
        sub = (AXES[k] if len(along) > 1 else "") + number
        first[k] = letters.value("σ", sub, s[k], "kg·m", f"first moment of the beam {what}", "modal")
    return letters.value("m", "b" + number, mass, "kg", f"mass of the beam {what}", "mass"), first, J


class _ModeNamer:
    """Names the integrals over the modes of one link, or the shapes of one of its nodes."""

    def __init__(self, letters: Letters, modal: Modal, number: str) -> None:
        self.letters, self.number, self.modes = letters, number, modal.count
        self.units = (*letters.units[modal.v], *["m"] * len(modal.C))
        """The units of the amplitudes: of modes, then of shapes of foreshortening."""

    def named(self, stem: str, values: Array, unit: Unit, meaning: str, pairs: bool = False) -> Array:
        """Return an array with a letter for each entry that is not zero; symmetric pairs share one letter.

        Names have axes only if the array has entries along several axes.
        """
        values = np.asarray(values, dtype=float)
        named = np.zeros(values.shape, dtype=object) + 0.0
        count = 2 if pairs else 1
        present = _present(values)
        tails = {index[count:] for index in present}
        axes = {tail: "".join(AXES[k] for k in tail) if len(tails) > 1 else "" for tail in tails}
        letters: dict[tuple[Any, ...], Any] = {}
        for index in present:
            mode_indices, tail = index[:count], axes[index[count:]]
            modes = tuple(sorted(mode_indices))
            key = modes, tail if modes == mode_indices else tail[::-1]
            if key not in letters:
                over = unit([self.units[k] for k in mode_indices])
                letters[key] = self._letter(stem, key[1], modes, float(values[index]), over, meaning)
            named[index] = letters[key]
        return named

    def shortening(self, values: Array, what: str) -> Array:
        """Return the amplitude of each shape of foreshortening per pair of modes, with letters."""
        values = np.asarray(values, dtype=float)
        named = np.zeros(values.shape, dtype=object) + 0.0
        for j, k, m in _present(values):
            if k <= m:
                shapes, unit = (self.modes + j, k, m), _unit("", 1, [self.units[k], self.units[m]])
                meaning = f"shape {self.modes + j + 1} by foreshortening of modes {k + 1}, {m + 1} {what}"
                named[j, k, m] = named[j, m, k] = self._letter("χ", "", shapes, float(values[j, k, m]), unit, meaning)
        return named

    def _letter(self, stem: str, axes: str, modes: Sequence[int], value: float, unit: str, meaning: str) -> Any:
        numbers = [str(k + 1) for k in modes]
        sub = f"{axes}{self.number},{('' if len(self.units) < 10 else ',').join(numbers)}"
        return self.letters.value(stem, sub, value, unit, meaning.format(", ".join(numbers)), "modal")


def _present(values: Array) -> list[tuple[int, ...]]:
    """Return the places of entries that are not zero."""
    limit = SMALL * float(np.abs(values).max(initial=0.0))
    return [index for index in np.ndindex(*values.shape) if abs(values[index]) > limit]


def _unit(mass: str, metres: int, amplitudes: Sequence[str]) -> str:
    """Return the unit: mass times a power of metres, per amplitudes; angles and amplitudes without unit are numbers."""
    power = metres - amplitudes.count("m")
    if power < 0:
        return f"{mass or 1}/m" + ("²" if power < -1 else "")
    return "·".join(part for part in (mass, ("", "m", "m²")[power]) if part)


def _over(unit: str, amplitudes: Sequence[str]) -> str:
    """Return a unit per that of an amplitude."""
    return "/".join(part for part in (unit, *amplitudes) if part)
