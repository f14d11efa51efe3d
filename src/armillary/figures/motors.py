"""Torque over speed of each chosen motor, with its limits: a chart for each joint.

The motion is a curve in the plane of speed and torque. Its limits are the continuous torque, an upper bound on the root
mean square of the motion; the peak torque, cut off by the speed-torque line where that is known; and the greatest
speed. Torque limits are divided by the safety factor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import matplotlib, shown
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.selection.motors.duty import Duty
    from armillary.selection.motors.output import MotorChoice

WIDTH, HEIGHT = 4.6, 3.4
"""Size of one chart [inch]."""
RPM = 30 / np.pi


def plot_motors(choice: MotorChoice) -> Any:
    """Return a figure of matplotlib with torque over speed of each joint's motor."""
    matplotlib()
    from matplotlib.figure import Figure

    duties = list(choice.duties.values())
    across = 1 if len(duties) == 1 else 2 if len(duties) <= 4 else 3
    down = -(-len(duties) // across)
    figure = Figure(figsize=(WIDTH * across, HEIGHT * down + 0.8), layout="constrained")
    grid = figure.add_gridspec(down, across)
    for k, duty in enumerate(duties):
        _draw(figure.add_subplot(grid[k // across, k % across]), duty)
    figure.suptitle(f"{shown(choice.robot_name)}: motors for {shown(choice.motion.name)}", fontsize=10, wrap=True)
    handles: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    note = f"torque limits divided by the safety factor {choice.safety:g}" if choice.safety != 1 else ""
    figure.legend(
        list(handles.values()), list(handles), loc="outside lower center", ncols=3, fontsize=8, frameon=False,
        title=note or None, title_fontsize=8,
    )  # fmt: skip
    return figure


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
        (axes.axhline, continuous, "C2", "--", "continuous torque (for the rms)"),
        (axes.axvline, fastest, "C3", ":", "greatest speed"),
        (axes.axhline, duty.rms, "C1", "-.", "rms of the motion"),
    )
    for draw, value, colour, style, label in limits:
        draw(value, color=colour, linestyle=style, linewidth=1.0, label=label)
        draw(-value, color=colour, linestyle=style, linewidth=1.0)
    axes.plot(duty.speed * RPM, duty.torque, color="C0", linewidth=1.3, label="motion", zorder=3)
    _scale(axes, duty, continuous)
    axes.set_xlabel("rotor speed [rpm]")
    axes.set_ylabel("rotor torque [N·m]")
    verdict = f"{duty.worst.limit} {duty.worst.use:.0%}" + ("" if duty.feasible else ", too much")
    names = shown(f"{duty.joint}: {drive.motor.name}, {drive.gear.name}")
    axes.set_title(f"{names}\n{verdict}", fontsize=8, loc="left")
    axes.grid(True, linewidth=0.4, alpha=0.5)


def _scale(axes: Any, duty: Duty, continuous: float) -> None:
    """Scale the axes to the motion; a peak limit far above it is cut off, so that its outline stays open."""
    most = max(float(np.abs(duty.torque).max()), continuous, duty.rms)
    peak = duty.drive.motor.peak_torque / duty.safety
    high = 1.15 * peak if peak < 4 * most else 1.6 * most
    fastest = 1.1 * max(float(np.abs(duty.speed).max()), duty.drive.motor.maximum_speed) * RPM
    axes.set_ylim(-max(high, 1.1 * most), max(high, 1.1 * most))
    axes.set_xlim(-fastest, fastest)
    axes.locator_params(axis="x", nbins=6)
