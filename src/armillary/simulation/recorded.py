"""From recorded states to a trajectory: efforts, accelerations, energies, the reference, events seen in the rows."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArmillaryWarning, outside
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_units, velocity_names
from armillary.multibody.validity import bending
from armillary.results.positions import with_positions
from armillary.results.trajectory import Event, Trajectory
from armillary.simulation import health
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.intervals import Excess, saturations, speed_events, speeding, stop_events, stopping
from armillary.simulation.loop.digital import Digital
from armillary.simulation.run import Recording, Simulation
from armillary.spatial.scalar import Floats, Scalar

AT_ONCE = 65_536
"""Greatest count of numbers in the rows of p whose outputs are computed together: they stay in the cache."""


def _currents(plant: Model) -> list[Scalar]:
    return [each.own.current for each in plant.windings]


def _voltages(plant: Model) -> list[Scalar]:
    return [each.own.voltage for each in plant.windings]


LIMITS = {"current": _currents, "voltage": _voltages}
"""Limits of the windings of a plant."""


UNITS = {"current": "A", "voltage": "V"}


def recorded(simulation: Simulation, recording: Recording) -> Trajectory:
    """Return the trajectory of a recording, or a stack if its x has a leading axis of runs."""
    loop, scenario, layout, t, x = (
        simulation.loop,
        simulation.loop.scenario,
        simulation.loop.layout,
        recording.t,
        recording.x,
    )
    out, furthest = _outputs(simulation, recording), _furthest(simulation, recording)
    work, external, dissipated, *kinds = np.moveaxis(x[..., layout.audit], -1, 0)
    kinds = kinds or [dissipated] * len(loop.equations.heats)
    shown = {name.removeprefix("signal "): values for name, values in out.items() if name.startswith("signal ")}
    if "tip" in out and scenario.output.frames != ():
        shown["tip"] = out["tip"]
    read, channels = _readings(simulation, recording)
    fast = speeding(simulation, recording, x[..., layout.v], out["qdd"]) if simulation.limited else None
    signals = {"reference": out["reference"], "elastic": out["stored"][..., 0], **_drives(simulation, x, out, kinds)}
    trajectory = Trajectory(
        model=scenario.plant_model,
        t=t,
        q=x[..., layout.q],
        qd=x[..., layout.v],
        qdd=out["qdd"],
        tau=out["tau"],
        kinetic=out["kinetic"][..., 0],
        potential=out["potential"][..., 0],
        work=work,
        external=external,
        dissipated=dissipated,
        signals=signals | shown | read,
        events=_sorted(
            [
                *_events(simulation, recording, out),
                *_speed_events(simulation, fast, x.ndim == 3),
                *_stops(simulation, recording, out),
            ]
        ),
        info=_info(simulation, channels) | recording.counts,
        changes=tuple((begin, plant) for begin, plant in scenario.plants[1:] if begin < t[-1]),
        imbalance_steps=_greatest_imbalance(recording, out),
        angular_steps=_change(simulation, recording.extremes[..., 2]),
        linear_steps=_change(simulation, recording.extremes[..., 3]),
        slope_steps=_greatest(recording, [(step.runs, step.bending.slope) for step in furthest]),
        speed_steps=_speed_steps(simulation, fast, x),
        stretch_steps=_greatest(recording, [(step.runs, np.abs(step.bending.stretch)) for step in furthest]),
        parameters={name: np.broadcast_to(value, x.shape[:-2]) for name, value in loop.parameters.items()},
        scenario=scenario,
    )
    _warn_of_drift(trajectory)
    trajectory = _warn_of_bending(trajectory, health.bent(trajectory, furthest))
    frames = scenario.output.frames
    return with_positions(trajectory if not frames else with_positions(trajectory), frames)


def _events(simulation: Simulation, recording: Recording, out: Mapping[str, Floats]) -> list[Event]:
    """Return the events of the runs, and those that their rows show: limits that are reached, singularities."""
    loop, plant, t = simulation.loop, simulation.loop.equations.plant, recording.t
    limits = np.array([equations.effort_limits for _, equations in loop.phases])
    limits = limits[0] if len(limits) == 1 else limits[recording.phase]
    names, units = velocity_names(plant), coordinate_units(plant)["tau"]
    events = [*recording.events, *saturations(simulation, recording, out["tau"], limits, names, units)]
    events += health.smoothed(simulation.solver, loop.equations)
    if loop.task_space is not None:
        events += health.singularities(t, recording.x[..., loop.layout.q], loop.task_space)
    for limit in LIMITS if plant.windings else ():
        by_phase = {k: loop.numbers(LIMITS[limit], int(k)) for k in np.unique(recording.phase)}
        most = np.stack([by_phase[k] for k in recording.phase], axis=1).reshape(out[f"{limit}s"].shape)
        motors = [motor.name for motor in plant.windings]
        events += saturations(
            simulation, recording, out[f"{limit}s"], most, motors, [UNITS[limit]] * len(motors), limit, f"{limit}s"
        )
    return events


def _stops(simulation: Simulation, recording: Recording, out: Mapping[str, Floats]) -> list[Event]:
    """Return the events of joints on their end stops."""
    if not simulation.sides():
        return []
    plant, x, layout = simulation.loop.equations.plant, recording.x, simulation.loop.layout
    contacts = stopping(simulation, recording, x[..., layout.q], x[..., layout.v], out["qdd"])
    return stop_events(simulation, contacts, velocity_names(plant), coordinate_units(plant), x.ndim == 3)


def _speed_events(simulation: Simulation, fast: Excess | None, stacked: bool) -> list[Event]:
    """Return the events of joints beyond their speed limits."""
    plant = simulation.loop.equations.plant
    if fast is None:
        return []
    return speed_events(simulation, fast, velocity_names(plant), coordinate_units(plant)["qd"], stacked)


def _speed_steps(simulation: Simulation, fast: Excess | None, x: Floats) -> Floats | None:
    """Return the greatest speeds over the steps, shape (…, nv), NaN without a limit; None where none has a limit."""
    if fast is None:
        return None
    greatest = np.full((len(fast.greatest), simulation.loop.equations.plant.nv), np.nan)
    greatest[:, list(simulation.limited)] = fast.greatest
    return greatest if x.ndim == 3 else greatest[0]


def _drives(simulation: Simulation, x: Floats, out: Mapping[str, Floats], kinds: Sequence[Floats]) -> dict[str, Floats]:
    """Return the signals of drives: their states, current and voltage of windings, heat and stored energy by kind."""
    plant = simulation.loop.equations.plant
    signals = {state.name: x[..., k] for k, state in enumerate(drive_states(plant), simulation.loop.layout.d.start)}
    for k, motor in enumerate(plant.windings):
        signals |= {f"{motor.name}.{limit}": out[f"{limit}s"][..., k] for limit in LIMITS}
    signals |= {f"heat.{kind}": values for kind, values in zip(simulation.loop.equations.heats, kinds, strict=True)}
    return signals | {
        f"stored.{kind}": out["stores"][..., k] for k, kind in enumerate(simulation.loop.equations.stores)
    }


def _info(simulation: Simulation, channels: Mapping[str, list[list[str]]]) -> dict[str, Any]:
    """Return how a trajectory was computed."""
    scenario, frame = simulation.loop.scenario, simulation.loop.task_frame
    info: dict[str, Any] = {
        "solver": simulation.solver.name,
        "duration": simulation.duration,
        "start": simulation.loop.start_words,
    }
    info |= {"why": simulation.why} if simulation.why else {}
    info |= {"limits": scenario.limits}
    info |= (
        {"stops": {each.name: each.words for each in simulation.loop.equations.stops}}
        if simulation.loop.equations.stops
        else {}
    )
    info |= {} if frame is None else {"space": "task", "frame": frame}
    info |= {"sensors": channels} if channels else {}
    info |= {} if scenario.file is None and not scenario.text else {"scenario": scenario.file or ""}
    return info | ({"scenario_text": scenario.text} if scenario.text else {})


def _warn_of_bending(trajectory: Trajectory, bent: Sequence[Event]) -> Trajectory:
    """Return the trajectory with events of links that bend too far; warn of the first."""
    if not bent:
        return trajectory
    first, others = min(bent, key=lambda event: event.t), len({event.run for event in bent}) - 1
    more = f" (run {first.run}, and {others} other runs)" if others else ""
    warnings.warn(f"{first.message}{more}", ArmillaryWarning, stacklevel=outside())
    return replace(trajectory, events=_sorted([*trajectory.events, *bent]))


def _readings(simulation: Simulation, recording: Recording) -> tuple[dict[str, Floats], dict[str, list[list[str]]]]:
    """Return the readings of sensors as signals, (…, K, channels), and names and units of the channels of each."""
    controller = simulation.loop.equations.controller
    if not isinstance(controller, Digital):
        return {}, {}
    memory = recording.changing[..., controller.places["y"]]
    sensors = {f"measured.{name}": sensor for name, sensor in controller.sensing.mounted.items()}
    channels = {name: [[channel.name, channel.unit] for channel in sensor.channels] for name, sensor in sensors.items()}
    return {name: memory[..., sensor.reading] for name, sensor in sensors.items()}, channels


def _sorted(events: list[Event]) -> tuple[Event, ...]:
    return tuple(sorted(events, key=lambda event: (event.run or 0, event.t)))


def _outputs(simulation: Simulation, recording: Recording) -> dict[str, Floats]:
    """Return outputs of the recorded states: efforts, accelerations, energies, the reference; shapes (…, K, size)."""
    shapes = {port.name: port.size for port in simulation.loop.equations.outputs.outputs}
    inputs = (np.stack([recording.t, recording.inside], axis=1), recording.x, recording.changing)
    if recording.outputs:
        return _complete_outputs(simulation, recording, inputs)
    outputs = {name: np.empty((*recording.x.shape[:-1], size)) for name, size in shapes.items()}
    if len(simulation.loop.phases) == 1:
        _compute_outputs(simulation, 0, inputs, list(outputs.values()))
        return outputs
    for phase in np.unique(recording.phase).tolist():
        of_phase = np.flatnonzero(recording.phase == phase)
        parts = [np.empty((*recording.x.shape[:-2], len(of_phase), size)) for size in shapes.values()]
        _compute_outputs(simulation, phase, [each[..., of_phase, :] for each in inputs], parts)
        for values, part in zip(outputs.values(), parts, strict=True):
            values[..., of_phase, :] = part
    return outputs


def _complete_outputs(simulation: Simulation, recording: Recording, inputs: Sequence[Floats]) -> dict[str, Floats]:
    """Return the outputs that a device has computed, with those of the other runs."""
    runs = np.array(sorted(recording.redone), dtype=np.int64)
    if len(runs):
        clock, x, changing = inputs
        parts = [np.empty((len(runs), *values.shape[1:])) for values in recording.outputs.values()]
        _compute_outputs(simulation, 0, (clock, x[runs], changing[runs]), parts, runs)
        for values, part in zip(recording.outputs.values(), parts, strict=True):
            values[runs] = part
    return recording.outputs


def _compute_outputs(
    simulation: Simulation,
    phase: int,
    inputs: Sequence[Floats],
    to: list[Floats],
    runs: NDArray[np.int64] | None = None,
) -> None:
    """Write outputs of one closed loop, each (…, K, size), for clocks (K, 2), x and changing values (…, K, size).

    `runs` are the numbers of the runs of a stack, default all.
    """
    loop, kernel = simulation.loop, simulation.equations(phase).output_kernel
    clock, x, changing, *flat = (np.ascontiguousarray(each).reshape(-1, each.shape[-1]) for each in (*inputs, *to))
    most, shared_p = max(1, AT_ONCE // loop.equations.size_of_p), not loop.stacked
    p = np.empty((min(most, len(x)), loop.equations.size_of_p))
    p[:] = loop.p()
    for first in range(0, len(x), most):
        part = slice(first, min(first + most, len(x)))
        p, clocks = p[: part.stop - first], clock[part]
        if not shared_p:
            run, row = np.divmod(np.arange(first, part.stop), len(clock))
            p, clocks = loop.p(run if runs is None else runs[run]), clock[row]
        p[:, : changing.shape[1]] = changing[part]
        kernel.batch(clocks, x[part], p, *(values[part] for values in flat))


def _greatest_imbalance(recording: Recording, out: dict[str, Floats]) -> Floats:
    """Return the greatest difference of the energy balance from its start over all steps [J], shape () or (N,)."""
    start = out["kinetic"][..., 0, 0] + out["potential"][..., 0, 0]  # work and losses are zero there
    with np.errstate(invalid="ignore", over="ignore"):
        apart = np.fmax(recording.extremes[..., 1] - start, start - recording.extremes[..., 0])
    return np.asarray(np.fmax(apart, 0.0))


def _change(simulation: Simulation, squares: Floats) -> Floats | None:
    """Return the greatest change of momentum, shape () or (N,); None where it was not watched or the plant changes."""
    watched = len(simulation.loop.phases) == 1 and np.any(squares > -np.inf)
    return np.sqrt(np.fmax(squares, 0.0)) if watched else None


def _furthest(simulation: Simulation, recording: Recording) -> list[health.Furthest]:
    """Return the steps at which runs bend furthest, by plant."""
    if not any(equations.plant.elastic for _, equations in simulation.loop.phases):
        return []
    worst = recording.worst.reshape(-1, recording.worst.shape[-1])
    t, q = worst[:, 1], worst[:, 2:][:, simulation.loop.layout.q]
    runs = np.flatnonzero(np.isfinite(q).all(axis=1))
    phase = np.array([simulation.loop.phase(np.nextafter(t[k], 0.0)) for k in runs], dtype=np.int64)
    groups = [(int(phase_number), runs[phase == phase_number]) for phase_number in np.unique(phase)]
    return [
        health.Furthest(
            runs_of_plant, t[runs_of_plant], bending(simulation.equations(phase_number).plant, q[runs_of_plant])
        )
        for phase_number, runs_of_plant in groups
    ]


def _greatest(recording: Recording, parts: list[tuple[NDArray[np.int64], Floats]]) -> Floats | None:
    """Return the greatest number of each run, shape () or (N,), from rows (n, nodes) of some runs; None without any."""
    greatest = np.zeros(recording.worst.size // recording.worst.shape[-1])
    for runs, values in parts:
        greatest[runs] = values.max(axis=1, initial=0.0)
    return greatest.reshape(recording.worst.shape[:-1]) if parts else None


def _warn_of_drift(trajectory: Trajectory) -> None:
    doubtful = np.atleast_1d(trajectory.doubtful & ~trajectory.lost)
    if np.any(doubtful):
        drift, several = np.atleast_1d(trajectory.drifts)[doubtful].max(), np.count_nonzero(doubtful)
        of = f" in {several} of {len(doubtful)} runs" if trajectory.stacked else ""
        text = f"the energy balance drifts by up to {drift:.3g} % of the greatest energy{of}; "
        warnings.warn(text + "try a smaller step or tighter tolerances", ArmillaryWarning, stacklevel=outside())
