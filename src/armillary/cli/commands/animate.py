"""`armillary animate`: a simulated motion as a moving picture."""

from __future__ import annotations

from pathlib import Path

import click

from armillary.cli.options import FiniteFloat, arguments_as_options, file_option, json_option
from armillary.tables.json import to_json

EXAMPLES = (
    "\b\nExamples:\n  armillary animate swing.nc -o swing.gif\n"
    "  armillary animate flexible.nc -o flexible.mp4 --speed 0.2 --exaggerate 10"
)


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@file_option("--output", "-o", help="A .gif file, or .mp4 with ffmpeg; default: beside FILE, as .gif.")
@click.option("--fps", type=FiniteFloat(min=0.1, max=100), default=25.0, show_default=True, help="Pictures per second.")
@click.option(
    "--speed",
    type=FiniteFloat(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Simulated seconds per second of the film.",
)
@click.option(
    "--exaggerate",
    type=FiniteFloat(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Factor by which the deformation of flexible links is enlarged.",
)
@click.option("--frame", default="tip", show_default=True, help="Frame whose path is drawn.")
@json_option
def command(
    file: Path, output: Path | None, fps: float, speed: float, exaggerate: float, frame: str, as_json: bool
) -> None:
    """Show the motion in FILE, a result of `simulate` (.nc), as a stick figure: planar or in space."""
    from armillary.cli.terminal.late_bar import late_bar
    from armillary.figures import animate
    from armillary.results import Trajectory

    target = output or file.with_suffix(".gif")
    motion = Trajectory.load(file)
    with arguments_as_options("fps", "speed", "exaggerate", "frame"), late_bar("drawing") as progress:
        count = animate(
            motion, target, fps=fps, speed=speed, exaggerate=exaggerate, frame=frame, progress=progress,
            argument="--output",
        )  # fmt: skip
    if as_json:
        click.echo(to_json({"written": str(target), "frames": count, "fps": fps, "seconds": count / fps}))
    else:
        click.echo(f"written: {target} ({count} frames, {count / fps:.3g} s)")
