"""Results of analyses as tables: frequencies, equilibria, linear systems, checks, times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from armillary.multibody.coordinates import coordinate_units, elastic_units, joint_count, joint_places
from armillary.tables.parts import Facts, Notes, Part, Text
from armillary.tables.table import Table, columns

if TYPE_CHECKING:
    from armillary.analysis.bench import BenchResult, OtherTimes, Row
    from armillary.analysis.check import CheckResult, Disagreement
    from armillary.analysis.frequencies import Frequencies
    from armillary.analysis.state_space import StateSpace
    from armillary.analysis.statics import Statics

BENCH_LEGEND = (
    "scalar: the kernel for one state in a native loop; batch: that for a batch, per state; call: one from Python, "
    "with out= if it has one result. bound: multiplies of the batch kernel, sines and cosines included, times what one "
    "takes in a loop of nothing else. flops are counted after simplification, sines and cosines not included."
)


def frequency_tables(found: Frequencies, most: int | None = None) -> list[Part]:
    """Return natural frequencies, the lowest `most` of them, damping ratios and the coordinates that move most."""
    damped = bool(found.damping.any())
    rows = [
        (str(k + 1), f"{f:.6g}", f"{zeta:.4g}" if damped else "", ", ".join(found.main_coordinates(k)))
        for k, (f, zeta) in enumerate(zip(found.hz, found.damping, strict=True))
    ]
    heads = columns("mode>", "f [Hz]>", "damping ratio>", "moves mostly", wrap={"moves mostly": 20})
    more = [f"… and {len(rows) - most} more"] if most and len(rows) > most else []
    return [*([Table("", heads, rows[:most])] if rows else []), Notes([*more, *found.remarks()])]


def statics_tables(found: Statics) -> list[Part]:
    """Return deflection and slope of a frame, efforts of joints and elastic coordinates at an equilibrium."""
    model = found.model
    movements = {"deflection [mm]": 1000 * found.deflection, "slope [deg]": np.degrees(found.slope)}
    moved = [(name, *map(_number, _tidy(xyz)), _number(np.linalg.norm(xyz))) for name, xyz in movements.items()]
    units, joints = coordinate_units(model)["tau"], range(joint_count(model))
    positions = {v.start: found.q[q.start] for q, v in joint_places(model).values() if q.stop - q.start == 1}
    at = dict(zip(positions, _tidy(positions.values()), strict=True))
    tau, bent = _tidy(found.tau), _tidy(found.q[model.nq - len(model.elastic) :])
    rows = [(found.names[k], _number(at[k]) if k in at else "", _number(tau[k]), units[k]) for k in joints]
    elastic = list(zip(model.elastic, map(_number, bent), elastic_units(model), strict=True))
    tables = [
        Table("", columns(found.frame, "x>", "y>", "z>", "in all>"), moved),
        Table("", columns("joint", "at [rad, m]>", "effort>", ""), rows),
        Table("", columns("elastic coordinate", "value>", ""), elastic),
    ]
    return [*(table for table in tables if table.rows), Notes([f"warning: {text}" for text in found.warnings])]


def state_space_tables(system: StateSpace) -> list[Part]:
    """Return names of states, inputs and outputs, and the poles, one of each conjugate pair."""
    named = {name: getattr(system, name) for name in ("states", "inputs", "outputs")}
    poles = system.poles()
    rounding = 1e-13 * np.abs(poles).max(initial=0.0)
    rows = []
    for pole in poles[poles.imag >= 0]:
        real, size = (0.0 if abs(pole.real) <= rounding else pole.real), abs(pole)
        ratio = f"{0.0 - real / size:.4g}" if size else ""
        rows.append((f"{real:.6g}", f"{pole.imag:.6g}", f"{size / (2 * np.pi):.6g}", ratio))
    return [
        Facts({name: f"{len(own)}: {', '.join(own)}" for name, own in named.items()}),
        Table("", columns("pole, real [1/s]>", "imaginary [1/s]>", "f [Hz]>", "damping ratio>"), rows),
        Notes([f"warning: {warning}" for warning in system.warnings]),
    ]


def check_tables(found: CheckResult, tolerance: float, summary: bool = False) -> list[Part]:
    """Return the worst disagreement of each pair of formulations, or with `summary` of each quantity, and a verdict."""
    quantities: dict[str, list[Disagreement]] = {}
    for row in found.rows:
        quantities.setdefault(row.quantity, []).append(row)
    pairs = [] if summary else [_pairs(quantity, rows, tolerance) for quantity, rows in quantities.items()]
    lines = []
    for quantity, rows in quantities.items():
        worst = max(rows, key=lambda row: (row.worst != row.worst, row.worst))  # NaN is the worst of all
        verdict = "ok" if worst.worst <= tolerance else "FAIL"
        lines.append((quantity, len(_names(rows)), f"{worst.first} : {worst.second}", f"{worst.worst:.1e}", verdict))
    agree = found.worst <= tolerance
    said = "All formulations agree" if agree else "The formulations DISAGREE"
    said += f": worst relative disagreement {found.worst:.1e}, tolerance {tolerance:.0e}."
    heads = columns("quantity", "ways>", "worst pair", "disagreement>", "", wrap={"worst pair": 20})
    return [*pairs, Table("", heads, lines), Text(said, "good" if agree else "bad")]


def bench_tables(found: BenchResult) -> list[Part]:
    """Return times of compiled code [ns per state], those of other packages beside them, and what the columns mean."""
    cpu = f"CPU {found.cpu}, {found.width} doubles in a vector, batches of {found.states} random states"
    own = columns(
        "quantity", "formulation", "flops>", "scalar>", "batch>", "call>", "multiplies>", "bound>", "of bound>",
        spare=("multiplies", "formulation"),
    )  # fmt: skip
    other = columns(
        "quantity", "package", "function", "loop>", "/ batch>", "call>", "/ call>", spare=("function",)
    )  # fmt: skip
    others = [_other(row, other) for row in found.rows for other in row.others]
    return [
        Text(cpu),
        Text(),
        Table("", own, [_times(row) for row in found.rows]),
        *([Table("", other, others)] if others else []),
        Notes([*(f"left out: {line}" for line in dict.fromkeys(found.left_out)), BENCH_LEGEND]),
    ]


def _tidy(values: Iterable[float]) -> list[float]:
    """Return numbers with zeros in place of rounding errors: against the largest, or against one."""
    numbers = [float(value) for value in values]
    floor = 1e-13 * max((abs(value) for value in numbers), default=0.0)
    return [value if abs(value) > max(floor, 1e-18) else 0.0 for value in numbers]


def _number(value: float | np.floating) -> str:
    return f"{value + 0.0:.6g}"


def _names(rows: list[Disagreement]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in (row.first, row.second)))


def _pairs(quantity: str, rows: list[Disagreement], tolerance: float) -> Table:
    """Return the pairs of one quantity as a triangle: a row and a column for each formulation."""
    names = _names(rows)
    worst = {(row.first, row.second): row.worst for row in rows}
    worst |= {(second, first): value for (first, second), value in worst.items()}

    def cell(first: str, second: str) -> str:
        value = worst.get((first, second))
        return "" if value is None else f"{value:.1e}" + ("" if value <= tolerance else " FAIL")

    lines = [(second, *(cell(first, second) if j < k else "" for j, first in enumerate(names[:-1])))
             for k, second in enumerate(names) if k]  # fmt: skip
    return Table("", columns(quantity, *(f"{name}>" for name in names[:-1])), lines, wide="shelve")


def _times(row: Row) -> tuple[str, ...]:
    return (
        row.quantity,
        row.formulation,
        str(row.cost.flops),
        f"{row.scalar:.1f}",
        f"{row.batch:.2f}",
        f"{row.call:.0f}",
        str(row.multiplications),
        f"{row.bound:.2f}",
        f"{row.share:.0%}",
    )


def _other(row: Row, other: OtherTimes) -> tuple[str, ...]:
    loop = (f"{other.loop:.0f}", f"{other.loop / row.batch:.1f}×") if other.loop else ("", "")
    return row.quantity, other.package, other.function, *loop, f"{other.call:.0f}", f"{other.call / row.call:.1f}×"
