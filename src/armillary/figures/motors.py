"""Torque over speed of each chosen motor, with its limits: a chart for each joint.

The motion is a curve in the plane of speed and torque. Its limits are the continuous torque, an upper bound on the root
mean square of the motion; the peak torque, cut off by the speed-torque line where that is known; and the greatest
speed. Torque limits are divided by the safety factor. `plot_windings` draws the motors of a run in the same way, over
the range that the limits of current and voltage allow at the resistance of the cold winding.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.figures.draw import shown
from armillary.figures.style import (
    BLUE,
    GREEN,
    LINE,
    ORANGE,
    SMALL,
    VERMILION,
    heading,
    label,
    legend_below,
    new_panels,
)
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.description.winding import Winding
    from armillary.multibody.motors import PlacedWinding
    from armillary.results.trajectory import Trajectory
    from armillary.selection.motors.duty import Duty
    from armillary.selection.motors.output import MotorChoice

WIDTH, HEIGHT = 4.6, 3.4
"""Size of one chart [inch]."""
RPM = 30 / np.pi
LIMITING = ("torque_constant", "resistance", "current", "voltage")
"""Numbers of a winding that its outline depends on."""
AXES = ("rotor speed [rpm]", "rotor torque [N·m]")


def plot_motors(choice: MotorChoice) -> Any:
    """Return a figure of matplotlib with torque over speed of each joint's motor."""
    duties = list(choice.duties.values())
    figure, panels = _panels(len(duties), f"{shown(choice.robot_name)}: motors for {shown(choice.motion.name)}")
    for axes, duty in zip(panels, duties, strict=True):
        _draw(axes, duty)
    note = f"torque limits divided by the safety factor {choice.safety:g}" if choice.safety != 1 else ""
    legend_below(figure, title=note)
    return figure


def plot_windings(trajectory: Trajectory) -> Any:
    """Return a figure with torque over speed of each motor with a winding; the runs of a stack are drawn faintly.

    Raises:
        ArgumentError: The robot has no winding.
    """
    placed = trajectory.model.windings
    if not placed:
        hint = "give a motor a winding, as in Motor(…, winding=Winding(0.05, 0.5))"
        raise ArgumentError("trajectory", "motors without windings", "a motor with a winding", hint)
    figure, panels = _panels(len(placed), f"{shown(trajectory.robot.name)}: motors")
    runs = list(trajectory) if trajectory.stacked else [trajectory]
    for axes, motor in zip(panels, placed, strict=True):
        driven = [_driven(run, motor) for run in runs]
        fastest = max(float(np.nanmax(np.abs(speed))) for _, speed, _ in driven)
        strongest = max(float(np.nanmax(np.abs(torque))) for _, _, torque in driven)
        # Runs of a stack may differ in the numbers of a winding: each different one has its outline.
        for k, winding in enumerate(dict.fromkeys(winding for winding, _, _ in driven)):
            speeds, torques = winding_outline(winding, fastest, strongest)
            look = {"facecolor": "0.93", "edgecolor": "0.35", "linewidth": 1.0, "label": None if k else "limits"}
            axes.fill(speeds * RPM, torques, **look)
        shade = max(0.15, len(runs) ** -0.5)
        for k, (_, speed, torque) in enumerate(driven):
            name = "run" if k == 0 else None
            axes.plot(speed * RPM, torque, color=BLUE, linewidth=LINE, alpha=shade, label=name, zorder=3)
        heading(axes, shown(motor.name), SMALL)
        label(axes, *AXES)
    legend_below(figure)
    return figure


def _driven(run: Trajectory, placed: PlacedWinding) -> tuple[Winding, Floats, Floats]:
    """Return the winding of a motor in a run, with the values of free parameters, its speeds and torques."""
    motor = next(motor for motor in run.robot.motors if motor.name == placed.name)
    parameters = {name: float(value) for name, value in run.parameters.items()}
    # A motor's number has the prefix "motor." if a link has the same name: full names win.
    values = {name.removeprefix("motor."): value for name, value in parameters.items()} | parameters
    names = {field: f"{placed.name}.winding.{field}" for field in LIMITING}
    limits: dict[str, Any] = {field: values[name] for field, name in names.items() if name in values}
    ratio = float(placed.ratio) * values.get(f"{placed.name}.ratio", motor.ratio) / motor.ratio
    winding = replace(placed.own, **limits)
    return winding, ratio * run.qd[:, placed.k], winding.torque_constant * run.signals[f"{placed.name}.current"]


def winding_outline(winding: Winding, fastest: float, strongest: float) -> tuple[Floats, Floats]:
    """Return speeds [rad/s] and torques [N·m] of the closed outline of the limits of current and voltage.

    A missing limit is drawn a little beyond the greatest speed or torque of a run, `fastest` and `strongest`.
    """
    k, R = winding.torque_constant, winding.resistance
    most = k * winding.current if np.isfinite(winding.current) else 1.2 * strongest
    torques = np.linspace(most, -most, 201)
    if not np.isfinite(winding.voltage):
        speeds = np.full_like(torques, 1.2 * fastest)
        return np.concatenate([speeds, -speeds]), np.concatenate([torques, -torques])
    speeds = (winding.voltage - R * torques / k) / k
    return np.concatenate([speeds, -speeds]), np.concatenate([torques, -torques])


def _panels(count: int, title: str) -> tuple[Any, list[Any]]:
    """Return a figure and the axes of its charts, two in a row up to four of them."""
    return new_panels(count, (WIDTH, HEIGHT), 2 if count <= 4 else 3, (0.0, 0.8), title)


def peak_outline(duty: Duty) -> tuple[Floats, Floats]:
    """Return speeds [rad/s] and torques [N·m] of the closed outline of the motor's operating range.

    The speed is limited by the greatest one and by the speed-torque line, which allows a braking motor more.
    """
    motor, s = duty.drive.motor, duty.safety
    peak = motor.peak_torque / s
    torques = np.linspace(peak, -peak, 201)
    speeds = np.full_like(torques, motor.maximum_speed)
    if np.isfinite(motor.no_load_speed):  # the speed-torque line is known
        line = motor.no_load_speed * np.maximum(1 - s * torques / motor.stall_torque, 0.0)
        speeds = np.minimum(speeds, line)
    return np.concatenate([speeds, -speeds]), np.concatenate([torques, -torques])


def _draw(axes: Any, duty: Duty) -> None:
    drive, s = duty.drive, duty.safety
    speeds, torques = peak_outline(duty)
    axes.fill(speeds * RPM, torques, facecolor="0.93", edgecolor="0.35", linewidth=1.0, label="peak limit")
    fastest = drive.motor.maximum_speed * RPM
    continuous = drive.motor.continuous_torque / s
    limits = (
        (axes.axhline, continuous, GREEN, "--", "continuous torque (for the rms)"),
        (axes.axvline, fastest, VERMILION, ":", "greatest speed"),
        (axes.axhline, duty.rms, ORANGE, "-.", "rms of the motion"),
    )
    for draw, value, colour, style, name in limits:
        draw(value, color=colour, linestyle=style, linewidth=1.0, label=name)
        draw(-value, color=colour, linestyle=style, linewidth=1.0)
    axes.plot(duty.speed * RPM, duty.torque, color=BLUE, linewidth=LINE, label="motion", zorder=3)
    _scale(axes, duty, continuous)
    verdict = f"{duty.worst.limit} {duty.worst.use:.0%}" + ("" if duty.feasible else ", too much")
    names = shown(f"{duty.joint}: {drive.motor.name}, {drive.gear.name}")
    heading(axes, f"{names}\n{verdict}", SMALL)
    label(axes, *AXES)


def _scale(axes: Any, duty: Duty, continuous: float) -> None:
    """Scale the axes to the motion; a peak limit far above it is cut off, so that its outline stays open."""
    most = max(float(np.abs(duty.torque).max()), continuous, duty.rms)
    peak = duty.drive.motor.peak_torque / duty.safety
    high = 1.15 * peak if peak < 4 * most else 1.6 * most
    fastest = 1.1 * max(float(np.abs(duty.speed).max()), duty.drive.motor.maximum_speed) * RPM
    axes.set_ylim(-max(high, 1.1 * most), max(high, 1.1 * most))
    axes.set_xlim(-fastest, fastest)
    axes.locator_params(axis="x", nbins=6)
