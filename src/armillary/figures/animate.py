"""Moving pictures of a trajectory: the robot as a stick figure, flexible links bent; GIF or MP4.

Frames are drawn one by one in memory. Pillow writes a GIF; MP4 needs ffmpeg, which reads the frames from a pipe.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.figures.draw import shown, without_glyph_warnings
from armillary.figures.skeleton import Bones, StickFigure, plane_of
from armillary.figures.space import Space
from armillary.figures.style import BLUE, LABEL, ORANGE, VERMILION, matplotlib
from armillary.files.arguments import number
from armillary.files.atomic import suffix_of, write_whole
from armillary.files.kinds import FILMS
from armillary.files.words import among
from armillary.multibody.coordinates import elastic_places
from armillary.results.positions import between, positions
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats

Progress = Callable[[float], None]

LINK, JOINT, TRACE = COLOURS = (BLUE, VERMILION, ORANGE)
MOST_FRAMES = 1500
MOST_TRACED = 5000
"""Largest number of frames of a film, and of points of the traced path."""
SIZE, DPI = 5.0, 96
"""Side [inch] and resolution [dots per inch]; MP4 needs an even number of dots."""
FLAT, ROUND = (0.14, 0.11, 0.82, 0.82), (0.0, 0.04, 0.95, 0.93)
"""Left, bottom, width and height of the axes in the figure, for planar and for other robots."""


def animate(
    trajectory: Trajectory,
    path: str | os.PathLike[str],
    *,
    fps: float = 25.0,
    speed: float = 1.0,
    exaggerate: float = 1.0,
    frame: str = "tip",
    progress: Progress | None = None,
) -> int:
    """Write a trajectory as a moving picture, .gif or .mp4, and return the number of frames.

    Args:
        trajectory: A single run.
        path: The file to write.
        fps: Frames per second of the film; default 25.
        speed: Seconds of the motion in a second of the film; default 1.
        exaggerate: Factor by which elastic coordinates are magnified; default 1.
        frame: Frame whose path is traced; default "tip".
        progress: Called after each frame with the fraction done, from 0 to 1.
    """
    kind = suffix_of(path, FILMS)
    for name, value in (("fps", fps), ("speed", speed), ("exaggerate", exaggerate)):
        number(name, value, 0.0, True)
    trajectory = trajectory.single()
    if not np.all(np.isfinite(trajectory.q)):
        raise ArgumentError("trajectory", "coordinates that are not finite", "a motion that can be drawn")
    model = trajectory.model
    if not among(frame, (*model.frames, "tip")):
        model.frame(frame)
    encoder = _ffmpeg() if kind == ".mp4" else ""
    matplotlib()
    times = _times(trajectory, fps, speed)
    pictures = _Film(trajectory, exaggerate, frame).pictures(times, progress)
    with without_glyph_warnings():
        if kind == ".mp4":
            write_whole(path, lambda file: _write_mp4(file, encoder, pictures, fps))
        else:
            write_whole(path, lambda file: _write_gif(file, pictures, fps))
    return len(times)


def _times(trajectory: Trajectory, fps: float, speed: float) -> Floats:
    """Return the times of the frames [s]."""
    start, stop = float(trajectory.t[0]), float(trajectory.t[-1])
    count = int((stop - start) * fps / speed) + 1
    if count > MOST_FRAMES:
        fewer = "fewer frames in a second, or a higher speed"
        raise ArgumentError("fps", f"{count} frames", f"at most {MOST_FRAMES}", fewer)
    return np.minimum(start + np.arange(count) * (speed / fps), stop)


class _Film:
    """Draws the frames of a film in one figure, in which only the robot and the traced path change."""

    def __init__(self, trajectory: Trajectory, exaggerate: float, frame: str) -> None:
        self.trajectory, self.exaggerate = trajectory, exaggerate
        self.model = trajectory.model
        self.skeleton = StickFigure(self.model, frame)

    def configurations(self, times: Floats) -> Floats:
        """Return the configurations at some times [s], elastic coordinates magnified."""
        return self._exaggerated(between(self.model, self.trajectory.t, self.trajectory.q, times))

    def _exaggerated(self, q: Floats) -> Floats:
        """Return configurations (N, nq) with elastic coordinates magnified."""
        exaggerated = q.copy()
        exaggerated[:, elastic_places(self.model)] *= self.exaggerate
        return exaggerated

    def trace(self) -> tuple[Floats, Floats]:
        """Return the path of the traced frame, from all recorded rows: times (N,) [s] and positions (N, 3) [m]."""
        if self.skeleton.frame is None:
            return np.zeros(0), np.zeros((0, 3))
        every = -(-len(self.trajectory) // MOST_TRACED)
        q = self._exaggerated(self.trajectory.q[::every])
        return self.trajectory.t[::every], positions(self.model, q, self.skeleton.frame)

    def pictures(self, times: Floats, progress: Progress | None) -> Iterator[NDArray[np.uint8]]:
        """Yield the last frame, then every frame, as arrays of red, green, blue."""
        bones = [self.skeleton.at(q) for q in self.configurations(times)]
        draw = self._prepare(bones, *self.trace())
        # The last frame comes first: a GIF takes its palette from it.
        yield draw(len(times) - 1, float(times[-1]))
        for k, t in enumerate(times):
            yield draw(k, float(t))
            if progress:
                progress((k + 1) / len(times))

    def _prepare(self, bones: list[Bones], traced: Floats, places: Floats) -> Callable[[int, float], NDArray[np.uint8]]:
        """Return the function that draws a frame."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(SIZE, SIZE), dpi=DPI)
        canvas: Any = FigureCanvasAgg(figure)
        origin, nothing = np.zeros((1, 3)), np.zeros((0, 3))
        points = np.vstack([origin, places, *(line for frame_bones in bones for line in frame_bones.lines)])
        space = Space(figure, FLAT if plane_of(self.model) else ROUND, self.model, points)
        space.line(origin, "s", color="0.3", markersize=8)
        lines = [space.line(nothing, color=LINK, linewidth=3, solid_capstyle="round") for _ in bones[0].lines]
        dots = space.line(nothing, "o", color=JOINT, markersize=5)
        path = space.line(nothing, color=TRACE, linewidth=1)
        text = figure.text(0.02, 0.02, "", fontsize=LABEL)
        note = f", deformation × {self.exaggerate:g}" if self.exaggerate != 1 and self.model.elastic else ""
        figure.text(0.02, 0.965, shown(self.trajectory.robot.name) + note, fontsize=LABEL)
        # Axes, grid and labels are most of the work of a frame: they are drawn once and copied below each frame.
        moving = (*lines, dots, path, text)
        for artist in moving:
            artist.set_animated(True)
        canvas.draw()
        background = canvas.copy_from_bbox(figure.bbox)

        def draw(k: int, t: float) -> NDArray[np.uint8]:
            for line, points in zip(lines, bones[k].lines, strict=True):
                space.move(line, points)
            space.move(dots, bones[k].joints)
            tip = bones[k].tip
            done = places[traced < t]
            space.move(path, done if tip is None else np.vstack([done, tip]))
            text.set_text(f"t = {t:.2f} s")
            canvas.restore_region(background)
            for artist in moving:
                figure.draw_artist(artist)
            return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()

        return draw


def _write_gif(file: Any, pictures: Iterator[NDArray[np.uint8]], fps: float) -> None:
    from matplotlib.colors import to_rgb
    from PIL import Image  # a dependency of matplotlib

    # One palette for all frames, from the last one, which shows the whole path: colours must not flicker.
    colours = Image.fromarray(next(pictures)).quantize(128).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*colours[: 3 * 128], *(round(255 * part) for name in COLOURS for part in to_rgb(name))])
    images = [Image.fromarray(picture).quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    # A GIF counts in hundredths of a second: rounding the times of frames, not their lengths, keeps the speed.
    delays = np.diff(np.round(np.arange(len(images) + 1) * 100 / fps)) * 10
    images[0].save(
        file, format="GIF", save_all=True, append_images=images[1:], duration=[int(d) for d in delays], loop=0
    )


def _ffmpeg() -> str:
    program = shutil.which("ffmpeg")
    if not program:
        missing = "an MP4 file, which needs the program ffmpeg; it is not installed"
        raise ArgumentError("path", missing, "a .gif file, or ffmpeg on the path", "install it from ffmpeg.org")
    return program


def _write_mp4(file: Any, ffmpeg: str, pictures: Iterator[NDArray[np.uint8]], fps: float) -> None:
    """Pipe the frames to ffmpeg; it writes a temporary file, since it must seek in its output."""
    side = int(SIZE * DPI)
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "film.mp4"
        command = [
            ffmpeg, "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{side}x{side}",
            "-r", f"{fps:g}", "-i", "-", "-an", "-pix_fmt", "yuv420p", "-movflags", "+faststart", str(film),
        ]  # fmt: skip
        with tempfile.TemporaryFile() as log:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log)
            try:
                with process.stdin as pipe:  # type: ignore[union-attr]
                    next(pictures)  # the extra frame for palettes
                    for picture in pictures:
                        pipe.write(picture.tobytes())
            except BrokenPipeError:
                pass  # it ended early: its log says why
            finally:
                failed = process.wait() != 0
            log.seek(0)
            message = log.read(2000).decode(errors="replace").strip()
        if failed or not film.is_file():
            raise ArgumentError("ffmpeg", message or "it failed", "a film", "a .gif file needs no ffmpeg")
        with film.open("rb") as made:
            shutil.copyfileobj(made, file)
