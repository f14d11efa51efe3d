"""Torque over speed of each chosen motor, against what it may do: a chart for each joint.

The motion is a curve in the plane of speed and torque. Around it are the limits: the continuous torque, which the root
mean square of the motion has to stay below, the peak torque, cut off by the speed-torque line where that is known, and
the greatest speed. Torque limits are divided by the safety factor: a curve that touches one uses all of it.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from armillary.figures.draw import matplotlib, save_plot
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.selection.motors.duty import Duty
    from armillary.selection.motors.output import Output

WIDTH, HEIGHT = 4.6, 3.4
"""Size of one chart [inch]."""
RPM = 30 / np.pi


def plot_motors(choice: Output) -> Any:
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
    figure.suptitle(_plain(f"{choice.robot_name}: motors for {choice.motion.name}"), fontsize=10, wrap=True)
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


def save_motors(choice: Output, path: str | os.PathLike[str], argument: str = "path") -> None:
    """Draw the charts to a .png, .svg or .pdf file."""
    save_plot(plot_motors(choice), path, argument)


def peak_outline(duty: Duty) -> tuple[Floats, Floats]:
    """Return speeds [rad/s] and torques [N·m] of the bound of what the motor may do, as a closed outline.

    At a torque the speed is bounded by the greatest one and by the speed-torque line, which gives a braking motor more.
    """
    motor, s = duty.drive.motor, duty.safety
    peak = motor.peak_torque / s
    torques = np.linspace(peak, -peak, 201)
    speeds = np.minimum(motor.maximum_speed, _voltage_bound(motor.no_load_speed, s * torques / motor.stall_torque))
    return np.concatenate([speeds, -speeds]), np.concatenate([torques, -torques])


def _voltage_bound(no_load: float, part: Floats) -> Floats:
    """Return the speed that the voltage lets a torque have, given as part of that at stall; no line, no bound."""
    return np.asarray(no_load * np.maximum(1 - part, 0.0)) if np.isfinite(no_load) else np.full_like(part, np.inf)


def _draw(axes: Any, duty: Duty) -> None:
    drive, s = duty.drive, duty.safety
    speeds, torques = peak_outline(duty)
    axes.fill(speeds * RPM, torques, facecolor="0.93", edgecolor="0.35", linewidth=1.0, label="peak limit")
    fastest = drive.motor.maximum_speed * RPM
    continuous = drive.motor.continuous_torque / s
    for sign in (1, -1):
        label = "continuous torque (for the rms)" if sign == 1 else None
        axes.axhline(sign * continuous, color="C2", linestyle="--", linewidth=1.0, label=label)
        axes.axvline(
            sign * fastest, color="C3", linestyle=":", linewidth=1.2, label="greatest speed" if sign == 1 else None
        )
        axes.axhline(
            sign * duty.rms, color="C1", linestyle="-.", linewidth=1.0, label="rms of the motion" if sign == 1 else None
        )
    axes.plot(duty.speed * RPM, duty.torque, color="C0", linewidth=1.3, label="motion", zorder=3)
    _scale(axes, duty, continuous)
    axes.set_xlabel("rotor speed [rpm]")
    axes.set_ylabel("rotor torque [N·m]")
    verdict = f"{duty.worst.limit} {duty.worst.use:.0%}" + ("" if duty.feasible else ", too much")
    axes.set_title(_plain(f"{duty.joint}: {drive.motor.name}, {drive.gear.name}\n{verdict}"), fontsize=8, loc="left")
    axes.grid(True, linewidth=0.4, alpha=0.5)


def _scale(axes: Any, duty: Duty, continuous: float) -> None:
    """Show the motion large enough: a peak limit far above it is cut, which the outline's open end then shows."""
    most = max(float(np.abs(duty.torque).max()), continuous, duty.rms)
    peak = duty.drive.motor.peak_torque / duty.safety
    high = 1.15 * peak if peak < 4 * most else 1.6 * most
    fastest = 1.1 * max(float(np.abs(duty.speed).max()), duty.drive.motor.maximum_speed) * RPM
    axes.set_ylim(-max(high, 1.1 * most), max(high, 1.1 * most))
    axes.set_xlim(-fastest, fastest)
    axes.locator_params(axis="x", nbins=6)


def _plain(text: str) -> str:
    """Return text that matplotlib does not typeset."""
    return text.replace("$", r"\$")
