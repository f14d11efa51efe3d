"""Linear systems ẋ = A x + B u, y = C x + D u with named states, for SciPy and python-control."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.errors import ArgumentError, MissingExtraError
from armillary.files.arguments import floats, words
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns


def scipy_system(*matrices: Floats, **options: Any) -> Any:
    """Return a `scipy.signal.StateSpace` of A, B, C, D."""
    return import_module("scipy.signal").StateSpace(*matrices, **options)


def control_system(*matrices: Floats, **options: Any) -> Any:
    """Return a `control.StateSpace` of A, B, C, D, or raise `MissingExtraError` without python-control."""
    if find_spec("control") is None:
        raise MissingExtraError("control", "control", "a system for python-control")
    return import_module("control").ss(*matrices, **options)


@dataclass(frozen=True, eq=False)
class StateSpace(Shown):
    """A robot or a closed loop linearised about a point: small changes x of the state, u of efforts, y of outputs.

    Iteration yields A, B, C, D: ``scipy.signal.StateSpace(*system)``. `states`, `inputs` and `outputs` are the names of
    the entries of x, u and y. `q`, `qd`, `tau`, `qdd` are the operating point; `warnings` tells if it is not steady.
    `model` is the model that was linearised.
    """

    A: Floats
    B: Floats
    C: Floats
    D: Floats
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    q: Floats
    qd: Floats
    tau: Floats
    qdd: Floats
    robot: str = ""
    warnings: tuple[str, ...] = ()
    model: Model | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        sizes = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        return f"<StateSpace of {self.robot}: {sizes}>"

    def __iter__(self) -> Iterator[Floats]:
        return iter((self.A, self.B, self.C, self.D))

    def __len__(self) -> int:
        return 4

    def tables(self) -> list[Part]:
        """Return the names of states, inputs and outputs, and the poles, one of each conjugate pair."""
        named = {name: getattr(self, name) for name in ("states", "inputs", "outputs")}
        poles = self.poles()
        rounding = 1e-13 * np.abs(poles).max(initial=0.0)
        rows = []
        for pole in poles[poles.imag >= 0]:
            size = abs(pole)
            real = 0.0 if abs(pole.real) <= rounding else pole.real
            ratio = f"{0.0 - real / size:.4g}" if size else ""
            rows.append((f"{real:.6g}", f"{pole.imag:.6g}", f"{size / (2 * np.pi):.6g}", ratio))
        return [
            Facts({kind: f"{len(names)}: {', '.join(names)}" for kind, names in named.items()}),
            Table("", columns("pole, real [1/s]>", "imaginary [1/s]>", "f [Hz]>", "damping ratio>"), rows),
            Notes([f"warning: {warning}" for warning in self.warnings]),
        ]

    def poles(self) -> Any:
        """Return the eigenvalues of A [1/s], by increasing magnitude."""
        values = np.linalg.eigvals(self.A)
        return values[np.lexsort((values.imag, np.abs(values)))]

    def response(self, omega: ArrayLike) -> NDArray[np.complex128]:
        """Return H(iω) = C (iω − A)⁻¹ B + D at frequencies ω [rad/s], shape (N, outputs, inputs).

        H is infinite where iω is a pole.
        """
        frequencies = floats("omega", omega, "frequencies [rad/s]").reshape(-1)
        if not np.all(np.isfinite(frequencies)):
            raise ArgumentError("omega", shortened(omega), "finite frequencies [rad/s]")
        n = len(self.A)
        H = np.empty((len(frequencies), *self.D.shape), dtype=complex)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # at a pole, or next to it
            for k, w in enumerate(frequencies.tolist()):
                try:
                    H[k] = self.C @ np.linalg.solve(1j * w * np.eye(n) - self.A, self.B) + self.D
                except np.linalg.LinAlgError:
                    H[k] = np.inf
        return np.where(np.isfinite(H), H, np.inf)

    def bode(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        inputs: str | Sequence[str] | None = None,
        outputs: str | Sequence[str] | None = None,
    ) -> Any:
        """Return a figure of matplotlib: magnitude and phase of outputs over inputs.

        Args:
            path: A .png, .svg or .pdf file to write the figure to; default: no file.
            inputs: Names of inputs; default all.
            outputs: Names of outputs; default: of each input the output of the same name, or else all outputs.

        Example:
            >>> import armillary as arm
            >>> system = arm.linearise(arm.library.get("khatib-rr"), q=[0.3, 0.5])
            >>> [axes.get_ylabel() for axes in system.bode().axes]
            ['magnitude in SI units [dB]', 'phase [°]']
        """
        from armillary.figures.bode import plot_bode
        from armillary.figures.draw import kept

        chosen = self.inputs if inputs is None else words("inputs", inputs, self.inputs)
        if outputs is None and set(chosen) <= set(self.outputs):
            names = [(name, name) for name in chosen]
        else:
            rows = self.outputs if outputs is None else words("outputs", outputs, self.outputs)
            names = [(row, column) for row in rows for column in chosen]
        pairs = [(self.outputs.index(row), self.inputs.index(column)) for row, column in names]
        return kept(plot_bode(self, pairs), path)

    def to_scipy(self) -> Any:
        """Return a `scipy.signal.StateSpace`."""
        return scipy_system(*self)

    def to_control(self) -> Any:
        """Return a `control.StateSpace` of python-control, with names; dots in them become underscores."""
        states, inputs, outputs = ([name.replace(".", "_") for name in names] for names in self.names())
        return control_system(*self, states=states, inputs=inputs, outputs=outputs)

    def names(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of states, inputs and outputs."""
        return self.states, self.inputs, self.outputs

    def arrays(self) -> dict[str, Any]:
        """Return all matrices and names as arrays, for a file."""
        fields = ("A", "B", "C", "D", "states", "inputs", "outputs", "q", "qd", "tau", "qdd", "robot")
        return {name: getattr(self, name) for name in fields}
