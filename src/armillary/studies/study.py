"""A study as one value: a scenario, the quantities that vary, and the results of every run.

A study is frozen, equal by value and checked when it is made. It decides everything about its runs: their number and
order, the values and the random numbers of each, and the chunks in which they are computed (docs/decisions/0023).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property, partial
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.ptx.target import CPU, check_device
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, DescriptionError, Problem, StudyError
from armillary.files.arguments import fitting, listed
from armillary.files.keywords import Helpful
from armillary.files.quantity import Quantity, declared
from armillary.files.words import is_whole, shortened
from armillary.multibody import Model
from armillary.simulation.parameters import settle
from armillary.simulation.scenario import Scenario
from armillary.studies.axes import KINDS
from armillary.studies.axes.axis import Column
from armillary.studies.axes.distributions import Random
from armillary.studies.compute import compute
from armillary.studies.device import check_solver
from armillary.studies.dimensions import (
    Dimension,
    VariedQuantity,
    check_axis,
    dimensions_of,
    layout_of,
    quantities_of,
    take,
    widths_of,
)
from armillary.studies.fingerprint import fingerprint
from armillary.studies.layout import ChunkResults, GridChunk, GridCoordinate, RunGrid, Variable
from armillary.studies.outputs import Function, Output
from armillary.studies.outputs.collect import check_same, output_of, outputs_of, variables_of
from armillary.studies.provenance import coordinate, lines_of, robots_of
from armillary.studies.sampling import POINTS, CubeSampling, SamplingKind, run_seed
from armillary.studies.variation import MOST_CHECKED, STARTS, applied, scenario_of

Key = str | tuple[str, ...]
FIELDS = {field.name for kind in KINDS.values() for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
"""Fields of axes, which messages name."""
NO_OUTPUTS = "no outputs, signals or functions"


@dataclass(frozen=True, repr=False, eq=False)
class Study(Helpful):
    """Many runs of a scenario that differ in named quantities.

    Args:
        scenario: The closed loop that varies; a robot or a model for studies of quantities without a simulation.
        axes: Values by the name of what varies: a list, or an axis of `arm.axes`. Names are parameters of `simulate`
            ("payload.mass", "controller.kp") and fields of a scenario ("robot", "period", "solver.step"). A tuple of
            names with rows of values varies several names together. Each of these is a dimension of the grid of runs;
            distributions vary together along one dimension, `sample`. Texts with units, as in "2 kg", are converted.
        samples: Number of samples of the distributions. Without distributions: repeated runs with other noise.
        sampling: "random" (default), "latin" (Latin hypercube), "sobol" (scrambled Sobol sequence) or "saltelli"
            (blocks for first-order and total sensitivities: samples · (distributions + 2) runs).
        seed: Seed of all random numbers; default 0.
        outputs: Results of each run: names of figures of `Metrics` such as "settling_time", of quantities of the robot
            such as "frequencies", or values of `arm.outputs`.
        signals: Recorded signals by name, with the time between kept values [s].
        functions: Results by name: functions of a run, a `Trajectory`, which return a number; or values of
            `arm.outputs.Function`.
        chunk: Number of runs that are computed and written together, or the shape of such a box of the grid. The
            default depends on the size of the study.
        device: Where stacks of runs are computed: "cpu" (default), or a GPU, "cuda" or "cuda:1", with the solvers RK4,
            RK8 and SemiImplicitEuler, as for `simulate`.
        dtype: Precision on a GPU, "float64" (default) or "float32".
        file: Name of the file that the study was read from.

    Raises:
        StudyError: Lists every problem of the study.

    Example:
        >>> import armillary as arm
        >>> study = Study(
        ...     arm.Scenario(arm.library.get("khatib-rr"), controller=arm.controllers.PD(kp=100.0, kd=20.0)),
        ...     axes={"controller.kp": [50, 100, 200], "payload.mass": arm.axes.Uniform("0 kg", "2 kg")},
        ...     samples=100,
        ...     outputs=["rms_error"],
        ... )
        >>> study
        <Study of khatib-rr: 300 runs, 3 controller.kp × 100 sample>
        >>> study.points(study.layout.chunk(0))["controller.kp"].tolist()
        [50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0]
    """

    scenario: Scenario | Robot | Model
    _: KW_ONLY
    axes: Mapping[Any, Any] = field(default_factory=dict)
    samples: Annotated[int | None, Quantity(least=1, most=POINTS, says="samples of the distributions")] = None
    sampling: Annotated[SamplingKind, "how samples are drawn"] = "random"
    seed: Annotated[int, Quantity(least=0, says="seed of all random numbers")] = 0
    outputs: Sequence[str | Output] = ()
    signals: Mapping[str, float] = field(default_factory=dict)
    functions: Mapping[str, Callable[..., Any] | Function] = field(default_factory=dict)
    chunk: int | tuple[int, ...] | None = None
    device: Annotated[str, "where stacks of runs are computed"] = CPU
    dtype: Annotated[Literal["float64", "float32"], "precision on a GPU"] = "float64"
    file: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.scenario, Scenario | Robot | Model):
            raise ArgumentError("scenario", shortened(self.scenario), "a Scenario, or a Robot")
        for name in ("axes", "signals", "functions"):
            if not isinstance(getattr(self, name), Mapping):
                expected = 'values by name, such as {"payload.mass": [0, 1, 2]}'
                raise ArgumentError(name, shortened(getattr(self, name)), expected)
            settle(self, **{name: dict(getattr(self, name))})
        problems: list[Problem] = []
        checks = self._check_axes, self._check_samples, self._check_outputs, self._check_chunk, self._check_device
        for make in checks:
            problems += make()
        problems = problems or self._problems_of(lambda: self.layout) or self._problems_of(self._check_shapes)
        if problems:
            raise StudyError(problems)

    def __repr__(self) -> str:
        dims = " × ".join(f"{n} {name}" for name, n in zip(self.layout.dims, self.layout.shape, strict=True))
        runs = f"{self.layout.runs} run{'s' * (self.layout.runs != 1)}"
        name = " ".join(["Study", *([self.file] if self.file else [])])
        return f"<{name} of {self.robot.name}: {runs}{', ' * bool(dims)}{dims}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Study) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    @property
    def robot(self) -> Robot:
        """The robot of the scenario."""
        base = self.scenario.robot if isinstance(self.scenario, Scenario) else self.scenario
        return base.robot if isinstance(base, Model) else base

    @cached_property
    def varied(self) -> dict[Key, tuple[VariedQuantity, ...]]:
        """The quantities that each axis varies, with their values in SI units."""
        return {key: quantities_of(self.scenario, key, axis) for key, axis in self.axes.items()}

    @cached_property
    def dimensions(self) -> tuple[Dimension, ...]:
        """Dimensions of the grid of runs: axes with given values in their order, then `sample`."""
        sampling = None
        if self.samples is not None:
            sampling = CubeSampling(self.sampling, self.seed, self.samples, widths_of(self.varied))
        return dimensions_of(self.varied, sampling)

    @cached_property
    def layout(self) -> RunGrid:
        """The grid of runs and its chunks."""
        return layout_of(self.dimensions, self.chunk, self.device)

    def points(self, chunk: GridChunk) -> dict[str, Column]:
        """Return the varied values of the runs of a chunk by name: arrays of numbers, or lists of other values."""
        points: dict[str, Column] = {}
        for dimension, indices, start, count in zip(
            self.dimensions, chunk.indices.T, chunk.start, chunk.shape, strict=True
        ):
            values = dimension.values(start, start + count)
            points |= {name: take(column, indices - start) for name, column in values.items()}
        return points

    def compute(self, chunk: GridChunk, todo: NDArray[np.bool_] | None = None) -> ChunkResults:
        """Return the results of the runs of a chunk; `todo` marks the runs to compute, default all."""
        return compute(self, chunk, todo)

    def seed_of(self, indices: Sequence[int]) -> int:
        """Return the seed of the noise of the run with these indices."""
        return run_seed(self.seed, tuple(int(k) for k in indices))

    @cached_property
    def results(self) -> tuple[Output, ...]:
        """The outputs of every run: those of `outputs`, then signals, then functions."""
        return outputs_of(self.outputs, self.signals, self.functions)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """Names, units and dimensions of the results; signals last as long as the longest run."""
        base = scenario_of(self.scenario)
        varied_durations = [
            dimension for dimension in self.dimensions if any(part.name == "duration" for part in dimension.quantities)
        ]
        longest = max(
            (float(max(dimension.values(0, dimension.length)["duration"])) for dimension in varied_durations),
            default=base.duration,
        )
        return variables_of(replace(base, duration=longest), self.results)

    @cached_property
    def coordinates(self) -> tuple[GridCoordinate, ...]:
        """Quantities that vary, with the values of given axes; values that are not numbers are represented by texts."""
        return tuple(
            coordinate(quantity, dimension.name, dimension.length)
            for dimension in self.dimensions
            for quantity in dimension.quantities
        )

    @cached_property
    def robots(self) -> dict[str, str]:
        """Digests of the robots by name."""
        return robots_of(self.scenario, self.dimensions)

    @cached_property
    def text(self) -> str:
        """The study as text: a line for each part that decides the results."""
        return "".join(f"{line}\n" for line in lines_of(self))

    @cached_property
    def fingerprint(self) -> str:
        """Digest of everything that decides the results of the study; equal in every process."""
        return fingerprint(([line.digest for line in lines_of(self)], self.layout.chunks))

    @cached_property
    def family(self) -> str:
        """Digest of the study without the lengths, values and samples that may grow, and without the chunks."""
        return fingerprint([line.digest for line in lines_of(self) if not line.grows])

    def _problems_of(self, make: Callable[[], Any], where: str = "") -> list[Problem]:
        """Return the problems of a check that raises errors; `where` is the place of the checked value."""
        try:
            make()
        except ArgumentError as error:
            inner = error.field if not where or error.field in FIELDS else ""
            place = ".".join(filter(None, (where, inner)))
            return [error.problem(place)]
        except DescriptionError as error:  # of a robot, or of its file
            return [Problem(where, "not a valid robot file", "one without these problems"), *error.problems]
        return []

    def _check_axes(self) -> list[Problem]:
        if not self.axes and self.samples is None:
            return [Problem("axes", "nothing varies", "at least one axis", 'such as {"payload.mass": [0, 1, 2]}')]
        problems, names = [], []
        for key, value in self.axes.items():
            problems += self._problems_of(partial(self._check_axis, key, value), place_of(key))
        for key in () if problems else self.axes:
            names += [quantity.name for quantity in self.varied[key]]
        duplicate = next((name for name in names if names.count(name) > 1), None)
        if duplicate is not None:
            problems.append(Problem(place_of(duplicate), "two axes vary it", "one axis"))
        return problems

    def _check_axis(self, key: Any, value: Any) -> None:
        """Raise an `ArgumentError` if an axis or its values do not fit the scenario."""
        check_axis(self.scenario, quantities_of(self.scenario, key, value))

    def _check_samples(self) -> list[Problem]:
        fields = {field.name: field for field in declared(Study)}

        def count() -> None:
            random = [key for key, axis in self.axes.items() if isinstance(axis, Random)]
            if self.samples is None:
                if random:
                    hint = "such as samples=1000"
                    raise ArgumentError("samples", "nothing", f"a number of samples of {random[0]!r}", hint)
                return
            settle(self, samples=fitting(fields["samples"], self.samples))
            noisy = isinstance(self.scenario, Scenario) and self.scenario.sensors
            if not random and (self.sampling != "random" or not noisy):
                useless = f"{self.samples} samples without a random axis: all would be the same"
                raise ArgumentError("samples", useless, "an axis with a distribution", "such as arm.axes.Uniform(0, 1)")

        return [
            *self._problems_of(lambda: fitting(fields["sampling"], self.sampling)),
            *self._problems_of(lambda: settle(self, seed=fitting(fields["seed"], self.seed))),
            *self._problems_of(count),
        ]

    def _check_outputs(self) -> list[Problem]:
        problems = self._problems_of(lambda: settle(self, outputs=listed("outputs", self.outputs, "names of results")))
        problems = problems or [
            problem for value in self.outputs for problem in self._problems_of(partial(output_of, value))
        ]
        problems = problems or self._problems_of(lambda: self.results)
        if not problems and not self.results:
            return [Problem("outputs", NO_OUTPUTS, "at least one result", 'such as outputs=["settling_time"]')]
        return problems

    def _check_shapes(self) -> None:
        """Raise an `ArgumentError` if an output is impossible, or if its dimensions depend on structural values."""
        first, variables = scenario_of(self.scenario), self.variables
        simulated = any(output.simulated for output in self.results)
        if simulated and not any(
            part.name == "solver" for dimension in self.dimensions for part in dimension.quantities
        ):
            check_solver(first, self.device)
        for dimension in self.dimensions:
            names = [part.name for part in dimension.quantities if part.structural or part.name in STARTS]
            for k in range(min(dimension.length, MOST_CHECKED)) if dimension.structural else ():
                values = dimension.values(k, k + 1)
                other = applied(self.scenario, {name: values[name][0] for name in names})
                check_same(variables, variables_of(other, self.results), (other, first))
                if simulated:
                    check_solver(other, self.device)

    def _check_chunk(self) -> list[Problem]:
        if self.chunk is None or is_whole(self.chunk, 1):
            return []
        if not isinstance(self.chunk, tuple | list) or not all(is_whole(length, 1) for length in self.chunk):
            expected = "a number of runs of at least 1, or the shape of a box"
            return [Problem("chunk", shortened(self.chunk), expected)]
        settle(self, chunk=tuple(map(int, self.chunk)))
        return []

    def _check_device(self) -> list[Problem]:
        return self._problems_of(lambda: check_device(self.device, self.dtype))


def place_of(key: Any) -> str:
    """Return the place of an axis in messages."""
    return f"axes[{key!r}]"
