"""`armillary animate`: a simulated motion as a moving picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from armillary.cli import options as shared

EXAMPLES = (
    "\b\nExamples:\n  armillary animate swing.nc -o swing.gif\n"
    "  armillary animate flexible.nc -o flexible.mp4 --speed 0.2 --exaggerate 10"
)


@click.command(epilog=EXAMPLES)
@click.argument("file", type=shared.PATH)
@shared.file_option("--output", "-o", help="A .gif file, or .mp4 with ffmpeg; default: beside FILE, as .gif.")
@click.option("--fps", type=shared.FiniteFloat(min=0.1, max=100), default=25.0, help="Pictures per second.")
@click.option("--speed", type=shared.POSITIVE, default=1.0, help="Simulated seconds per second of the film.")
@click.option("--exaggerate", type=shared.POSITIVE, default=1.0, help="Factor on the deformation of flexible links.")
@click.option("--frame", default="tip", help="Frame whose path is drawn.")
@shared.json_option
def command(file: Path, output: Path | None, fps: float, as_json: bool, **options: Any) -> None:
    """Show the motion in FILE, a result of `simulate` (.nc), as a stick figure: planar or in space."""
    from armillary.cli.terminal.late_bar import late_bar
    from armillary.figures import animate
    from armillary.results import Trajectory

    target = output or file.with_suffix(".gif")
    motion = Trajectory.load(file)
    with shared.arguments_as_options("fps", *options), late_bar("drawing") as progress:
        count = animate(motion, target, fps=fps, progress=progress, argument="--output", **options)
    data = {"written": str(target), "frames": count, "fps": fps, "seconds": count / fps}
    shared.answer(as_json, data, line=f"written: {target} ({count} frames, {count / fps:.3g} s)")
