"""The integrals of a flexible link as letters.

The names say what they are an integral of, with the numbers of the modes (`model.modal` has the equations):
    a k   ∫ Φ_k dm      w k   ∫ Φ_k rᵀ dm      z kl   ∫ Φ_k Φ_lᵀ dm      h k   rotary inertia      μ kl   modal mass
and of a node φ k (its shift), φ′ k (its turn) and γ kl (its foreshortening), each with axes where several occur.
An entry that vanishes for the link at hand is zero. Where sections have no rotary inertia the modal mass is the trace
of z, and no letter of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.model.body import Body
from armillary.model.field import Field, NodeShape
from armillary.model.modal import Bent, Modal, vee
from armillary.spatial.rotation import Array

Namer = Callable[[str, str, float, str, str, Any], Any]
AXES = "xyz"
SMALL = 1e-13


@dataclass(frozen=True, eq=False)
class SymbolicModal(Modal):
    """The modes of a link, their integrals polynomials."""

    number: str = ""
    letters: dict[str, Array] = field(default_factory=dict)
    rigid: tuple[Any, Array, Array] = (0.0, np.zeros(3), np.zeros((3, 3)))

    def amplitudes(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return the amplitudes a and their derivatives A by the coordinates."""
        own, C = np.asarray(q)[self.q], self.letters["C"]
        if not len(C):
            return own, np.eye(self.count)
        rows = np.stack([half @ own for half in C])
        return np.concatenate([own, rows @ own / 2]), np.vstack([np.eye(self.count), rows])

    def moments(self, q: ArrayLike) -> tuple[Array, Array]:
        """Return what bending adds to the first and second moments [kg·m, kg·m²]."""
        a, _ = self.amplitudes(q)
        half = np.tensordot(a, self.letters["W"] + np.tensordot(a, self.letters["Z"], axes=1) / 2, axes=1)
        return self.letters["p"].T @ a, half + half.T

    def at(self, q: ArrayLike) -> Bent:
        """Return the modal part of the link bent by q."""
        a, A = self.amplitudes(q)
        of = self.letters
        W = of["W"] + np.tensordot(a, of["Z"], axes=(0, 1))
        return Bent(self.v, A, of["p"], W, of["h"], of["m"], vee(of["Z"]), of["C"])

    def node(self, name: str, shape: NodeShape, namer: Namer) -> NodeShape:
        """Return the shape of a node with letters."""
        tip = self.number + "e"
        what = f"at {name!r}"
        return NodeShape(
            shape.position,
            _named("φ", tip, shape.translation, "m/m", f"shift of mode {{}} {what}", namer),
            _named("φ′", tip, shape.rotation, "rad/m", f"turn of mode {{}} {what}", namer),
            _named("γ", tip, shape.second, "1/m", f"foreshortening of modes {{}} {what}", namer, pairs=True),
        )


def symbolic_modal(body: Body, number: str, namer: Namer) -> SymbolicModal:
    """Return the modes of a body with letters for their integrals."""
    modal = body.modal
    C = modal.field.shortening[1]
    what = f"of {body.name!r}"
    Z = _named("z", number, modal.products, "kg", f"∫ΦΦᵀdm of modes {{}} {what}", namer, pairs=True)
    letters = {
        "p": _named("a", number, modal.p, "kg", f"∫Φdm of mode {{}} {what}", namer),
        "W": _named("w", number, modal.W, "kg·m", f"∫Φrᵀdm of mode {{}} {what}", namer),
        "Z": Z,
        "h": _named("h", number, modal.h, "kg·m", f"rotary inertia of mode {{}} {what}", namer),
        "m": _masses(modal, Z, number, what, namer),
        "C": _named("χ", number, C, "1/m", f"foreshortening of modes {{}} {what}", namer, pairs=True),
    }
    return SymbolicModal(modal.field, modal.q, modal.v, number, letters, _rigid(modal.field, number, what, namer))


def _masses(modal: Modal, Z: Array, number: str, what: str, namer: Namer) -> Array:
    """Return the modal masses: traces of z where that is all."""
    traces = np.trace(modal.products, axis1=2, axis2=3)
    if np.allclose(traces, modal.m, rtol=1e-9, atol=SMALL * float(np.abs(modal.m).max(initial=0.0))):
        return np.asarray(Z[..., 0, 0] + Z[..., 1, 1] + Z[..., 2, 2])
    return _named("μ", number, modal.m, "kg", f"modal mass of modes {{}} {what}", namer, pairs=True)


def _rigid(field: Field, number: str, what: str, namer: Namer) -> tuple[Any, Array, Array]:
    """Return mass, first moment and inertia about the origin of the undeformed link."""
    mass, s, inertia = field.rigid_part()
    limit = SMALL * (float(np.abs(inertia).max()) or 1.0)
    J: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(i, 3):
            if abs(inertia[i, j]) > limit:
                axes = AXES[i] + AXES[j]
                meaning = f"inertia {axes} of the beam {what}, about its root"
                J[i][j] = J[j][i] = namer("J", axes + number, inertia[i, j], "kg·m²", meaning, "inertia")
    several = np.count_nonzero(np.abs(s) > SMALL) > 1
    first = [
        namer("σ", (AXES[k] if several else "") + number, x, "kg·m", f"first moment of the beam {what}", "modal")
        if abs(x) > SMALL
        else 0.0
        for k, x in enumerate(s)
    ]
    return (
        namer("m", "b" + number, mass, "kg", f"mass of the beam {what}", "mass"),
        np.array(first, dtype=object),
        np.array(J, dtype=object),
    )


def _named(stem: str, number: str, values: Array, unit: str, meaning: str, namer: Namer, pairs: bool = False) -> Array:
    """Return an array with a letter for each entry that is not zero; of symmetric pairs only one is named.

    Axes are in the name only where an array has entries along several.
    """
    values = np.asarray(values, dtype=float)
    named = np.zeros(values.shape, dtype=object) + 0.0
    limit = SMALL * float(np.abs(values).max(initial=0.0))
    count = 2 if pairs else 1
    found = [index for index in np.ndindex(*values.shape) if abs(values[index]) > limit]
    if stem == "χ":  # its first index is that of the field of shortening, not a mode
        order = [(index, index[1:], f"{index[0]}") for index in found]
    else:
        tails = {index[count:] for index in found}
        axes = {tail: "".join(AXES[k] for k in tail) if len(tails) > 1 else "" for tail in tails}
        order = [(index, index[:count], axes[index[count:]]) for index in found]
    known: dict[tuple[Any, ...], Any] = {}
    for index, own, tail in order:
        mirrored = tuple(sorted(own)), (tail if tuple(sorted(own)) == own else tail[::-1])
        key = mirrored if pairs else (own, tail)
        if key not in known:
            text = "".join(str(k + 1) for k in key[0])
            modes = ", ".join(str(k + 1) for k in key[0])
            known[key] = namer(
                stem, f"{key[1]}{number},{text}", float(values[index]), unit, meaning.format(modes), "modal"
            )
        named[index] = known[key]
    return named
