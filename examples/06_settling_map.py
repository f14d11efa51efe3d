"""How soon a flexible arm comes to rest, over its payload and the frequency that its motion is shaped for.

A two-link flexible arm turns its joints by 0.3 rad in 0.25 s. An input shaper (ZV) makes two half motions of it, half a
period apart, so that their vibrations cancel if the frequency is that of the arm, which falls with the payload. The
study simulates every pair of both and keeps the settling times of the tip in a store: a sweep that is interrupted goes
on, and one with more values computes only these. docs/sweeps.md explains studies.

Run: python examples/06_settling_map.py [PICTURE.png]
"""

from __future__ import annotations

import sys
import tempfile

import armillary as arm

START, END = [0.0, 0.6], [0.3, 0.9]
KP, KD = [1000.0, 300.0], [25.0, 8.0]
PAYLOADS = arm.axes.Range("0 kg", "0.5 kg", 21)
FREQUENCIES = arm.axes.Range("2 Hz", "5 Hz", 25)


def settling_times(robot: arm.Robot) -> arm.Study:
    """Return a study of settling times; the links start straight, since they bend in a horizontal plane."""
    turn = arm.references.FifthOrder(start=START, end=END, duration=0.25)
    scenario = arm.Scenario(
        robot,
        controller=arm.controllers.PD(kp=KP, kd=KD),
        reference=arm.references.Shaped(turn, arm.references.ZV(frequency=3.0)),
        solver=arm.solvers.RK4(step=1e-3),
        q0=[*START, 0.0, 0.0, 0.0, 0.0],
        duration=6.0,
        record=5e-3,
    )
    axes = {"payload.mass": PAYLOADS, "reference.shaper.frequency": FREQUENCIES}
    return arm.Study(scenario, axes=axes, outputs=["frame_settling_time"], chunk=PAYLOADS.count)


def natural_frequencies(robot: arm.Robot) -> arm.Study:
    """Return a study of the lowest natural frequency at the end of the motion, joints held by their controller."""
    lowest = arm.outputs.Frequencies(count=1, joints=KP)
    return arm.Study(arm.Scenario(robot, q0=END), axes={"payload.mass": PAYLOADS}, outputs=[lowest])


def main(*pictures: str) -> None:
    """Print the best shaping frequency for some payloads beside the frequency of the arm; draw the map."""
    robot, here = arm.library.get("flexrob"), arm.executors.Serial()  # few runs; the default is all cores
    with tempfile.TemporaryDirectory() as folder:
        results = arm.sweep(settling_times(robot), f"{folder}/settling.zarr", executor=here)
        times = results.dataset["frame_settling_time"].sel(frame="tip").load()
        own = arm.sweep(natural_frequencies(robot), f"{folder}/own.zarr", executor=here).dataset["frequencies"][:, 0]
        print("payload [kg]   arm [Hz]   best shaper [Hz]   settled after [s]   shaped for no payload [s]")
        unloaded = times.sel({"reference.shaper.frequency": float(own[0])}, method="nearest")
        for k in range(0, PAYLOADS.count, 5):
            best = times[k].idxmin().item()
            least, other = times[k].min().item(), unloaded[k].item()
            print(f"{own['payload.mass'][k]:12.3f} {own[k]:10.2f} {best:18.2f} {least:19.2f} {other:27.2f}")
        for picture in pictures:
            figure = results.plot(
                "map", axes=["payload.mass", "reference.shaper.frequency"], title="Settling time of a flexible arm"
            )
            panel = figure.axes[0]
            panel.plot(own["payload.mass"], own, "--", color="#D55E00", linewidth=2, label="arm's own frequency")
            panel.legend(loc="upper right", fontsize=8)
            figure.savefig(picture, dpi=160)


if __name__ == "__main__":
    main(*sys.argv[1:])
