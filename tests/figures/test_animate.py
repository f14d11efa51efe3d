"""Stick figures: where their lines are, from where they are seen, and the films they make."""

import itertools
import json
import os
import shutil
import stat
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import armillary as arm
from internals import SAMPLES, StickFigure, _Film, animate, bent_lines, plane_of, playing
from internals import TURNING_MOST_LINES as MOST_LINES
from matrix.kinds import KINDS
from moved import moved
from odd_robots import odd_robot
from samples import some


def model_of(name):
    return arm.model(arm.library.get(name))


def ends(bones):
    return {tuple(np.round(point, 9)) for line in bones.lines for point in (line[0], line[-1])}


@pytest.mark.parametrize("name", arm.library.names())
def test_lines_hang_together(name):
    """Every line begins at the world's origin or where another has a point, and one ends at the tip."""
    model = model_of(name)
    rng = np.random.default_rng(3)
    q = model.integrate(
        model.neutral,
        rng.normal(size=model.nv) * np.where(np.arange(model.nv) < model.nv - len(model.elastic), 0.5, 1e-3),
    )
    bones = StickFigure(model).at(q)
    points = [np.round(point, 7) for line in bones.lines for point in line]
    reached = {(0.0, 0.0, 0.0)}
    for _ in range(len(bones.lines)):
        for line in bones.lines:
            keys = [tuple(np.round(point, 7) + 0.0) for point in (line[0], line[-1])]
            if reached & set(keys):
                reached |= {tuple(np.round(point, 7) + 0.0) for point in line}
    assert {tuple(point + 0.0) for point in points} <= reached
    if bones.tip is not None:
        assert min(np.linalg.norm(point - bones.tip) for point in points) < 1e-6


def test_a_planar_arm_is_its_links():
    bones = StickFigure(model_of("planar-3r")).at(np.array([0.3, 0.4, -0.2]))
    angles = np.cumsum([0.3, 0.4, -0.2])
    corners = np.vstack([[0, 0], np.cumsum(np.stack([np.cos(angles), np.sin(angles)], axis=1), axis=0)])
    assert np.allclose(bones.joints[:, :2], corners[:3])
    assert np.allclose(bones.tip[:2], corners[3])


@pytest.mark.parametrize("name", ["flexrob", "flexible-3r", "deluca-siciliano"])
def test_centre_lines_are_bent_as_the_nodes_are(name):
    model = model_of(name)
    q = model.neutral.copy()
    q[model.nq - len(model.elastic) :] = 0.003 * np.cos(np.arange(len(model.elastic)))
    for body in model.bodies:
        if not body.modal.count:
            continue
        (line,) = bent_lines(body.modal.field, q[body.modal.q])
        assert line.shape == (SAMPLES, 3)
        tip = body.modal.field.nodes["tip"]
        own = q[body.modal.q]
        expected = tip.position + own @ tip.translation + np.einsum("k,l,kli->i", own, own, tip.second) / 2
        assert np.allclose(line[-1], expected, atol=1e-12)
        assert np.allclose(line[0], 0.0)
        straight = np.outer(np.linspace(0, 1, SAMPLES), line[-1])
        assert np.abs(line - straight).max() > 1e-5


ROBOTS = {
    **{f"kind {name}": kind.make for name, kind in KINDS.items()},
    **{f"odd {seed}": lambda seed=seed: odd_robot(np.random.default_rng(seed), 3) for seed in range(8)},
    **{name: lambda name=name: arm.library.get(name) for name in arm.library.names()},
}
"""Robots of every kind, odd ones and those of the library."""
FILMED = ["kind prismatic", "kind free_base", "kind planar", "kind segments", "odd 3", "stanford", "kind cylindrical"]


def swung(robot, rows=3):
    """A motion of every coordinate, from the undisplaced configuration, where slides have no length."""
    model = arm.model(robot)
    steps = np.outer(np.linspace(0.0, 1.0, rows), np.full(model.nv, 0.2))
    steps[:, model.nv - len(model.elastic) :] *= 0.02
    q = np.array([model.integrate(model.neutral, step) for step in steps])
    rates, none = np.zeros((rows, model.nv)), np.zeros(rows)
    return arm.Trajectory(model, np.linspace(0.0, 0.2, rows), q, rates, rates, rates, *[none] * 5)


@pytest.mark.parametrize("name", ROBOTS)
def test_lines_are_as_many_in_every_configuration(name):
    run = swung(ROBOTS[name]())
    skeleton = StickFigure(run.model)
    shapes = [[line.shape for line in skeleton.at(q).lines] for q in run.q]
    assert shapes[0] == shapes[1] == shapes[2]


@pytest.mark.parametrize("name", some(dict.fromkeys([*FILMED, *ROBOTS]), len(FILMED)))
def test_robots_of_every_kind_move_in_a_film_and_in_notebooks(name, tmp_path):
    run = swung(ROBOTS[name]())
    run.animate(tmp_path / "film.gif", fps=10)
    with Image.open(tmp_path / "film.gif") as film:
        assert film.n_frames == 3
        frames = []
        for k in range(film.n_frames):
            film.seek(k)
            frames.append(np.asarray(film.convert("RGB"), dtype=int))
    still = slice(0, -40)  # below is the time
    assert all(np.abs(b - a)[still].max() > 50 for a, b in itertools.pairwise(frames))
    assert (playing(run, name) is None) == (len(StickFigure(run.model).at(run.q[0]).lines) > MOST_LINES)


def test_a_slide_is_drawn_along_its_guide_and_a_floating_body_at_no_line():
    slide = arm.Robot("slide", (arm.Link("cart"),), (arm.Joint("rail", "prismatic", "base", "cart", axis=(1, 0, 0)),))
    (line,) = StickFigure(arm.model(slide)).at(np.array([0.7])).lines
    assert line.tolist() == [[0.0, 0.0, 0.0], [0.7, 0.0, 0.0]]
    floating = arm.model(KINDS["free_base"].robot)
    q = floating.integrate(floating.neutral, np.array([3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1]))
    lines = StickFigure(floating).at(q).lines
    assert lines
    assert all(np.linalg.norm(line, axis=1).min() > 0 for line in lines)  # none comes from the world's origin


def test_planes():
    plane = plane_of(model_of("planar-3r"))
    assert plane.names == ("x", "y")
    assert np.allclose(plane.project(np.array([[1.0, 2.0, 3.0]])), [[1.0, 2.0]])
    assert plane_of(model_of("panda")) is None
    vertical = arm.Robot(
        "pendulum",
        links=(arm.Link("bob", 1.0, (0.5, 0.0, 0.0)),),
        joints=(arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0)),),
    )
    assert plane_of(arm.model(vertical)).names == ("x", "z")  # gravity points down


@pytest.mark.parametrize("name", some(["flexrob", "panda", "planar-3r", "spherical-chain"], 2))
def test_gif(name, tmp_path):
    path = tmp_path / "motion.gif"
    done = []
    count = animate(moved(name, duration=0.4, rows=9), path, fps=20, progress=done.append)
    assert count == 9
    assert done[-1] == 1.0
    with Image.open(path) as film:
        assert film.n_frames == 9
        assert film.info["duration"] == 50
        frames = []
        for k in (0, 8):
            film.seek(k)
            frames.append(np.asarray(film.convert("RGB")).astype(int))
    assert np.abs(frames[0] - frames[1]).max() > 100  # something moved
    blue = np.abs(frames[1] - [0, 114, 178]).sum(axis=2) < 30
    assert blue.sum() > 200  # the links are there, in their colour
    assert [file.name for file in tmp_path.iterdir()] == ["motion.gif"]


@pytest.mark.parametrize("name", ["planar-3r", "flexrob", "spherical-chain"])
def test_the_path_is_finer_than_the_film(name):
    motion = moved(name, rows=401)
    film = _Film(motion, 3.0, "tip")
    t, path = film.trace()
    assert len(path) == 401
    for k in (0, 100, 400):
        (q,) = film.configurations(motion.t[k : k + 1])
        assert np.allclose(path[k], film.skeleton.at(q).tip, atol=1e-9)
    assert np.array_equal(t, motion.t)


def test_delays_add_up_at_any_rate(tmp_path):
    animate(moved("khatib-rr", duration=1.0), tmp_path / "motion.gif", fps=12)
    with Image.open(tmp_path / "motion.gif") as film:
        total = 0
        for k in range(film.n_frames):
            film.seek(k)
            total += film.info["duration"]
    assert total == pytest.approx(13 / 12 * 1000, abs=10)


def test_refused(tmp_path, monkeypatch):
    motion = moved("khatib-rr", rows=5)
    with pytest.raises(arm.ArgumentError, match=r"\.gif or \.mp4"):
        animate(motion, tmp_path / "motion.avi")
    with pytest.raises(arm.ArgumentError, match="at most"):
        animate(motion, tmp_path / "motion.gif", fps=1e6)
    with pytest.raises(arm.ArgumentError, match="speed: 0; expected a finite value above zero"):
        animate(motion, tmp_path / "motion.gif", speed=0)
    with pytest.raises(arm.ArgumentError, match="frame"):
        animate(motion, tmp_path / "motion.gif", frame="nose")
    with pytest.raises(arm.ArgumentError, match="not finite"):
        animate(replace(motion, q=motion.q * np.nan), tmp_path / "motion.gif")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(arm.ArgumentError, match="needs the program ffmpeg"):
        animate(motion, tmp_path / "motion.mp4")
    assert not list(tmp_path.iterdir())


ENCODER = """#!{python}
import sys
side = sys.argv[sys.argv.index("-s") + 1]
data = sys.stdin.buffer.read()
{action}
"""


@pytest.mark.skipif(not shutil.which("ffprobe"), reason="needs ffmpeg")
@pytest.mark.parametrize("name", ["khatib-rr", "flexrob"])
def test_ffmpeg_makes_a_film_with_every_frame(name, tmp_path):
    count = animate(moved(name, duration=0.4, rows=9), tmp_path / "motion.mp4", fps=20)
    fields = "stream=codec_name,nb_read_frames,r_frame_rate,width,height"
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-show_entries", fields, "-of", "json", "motion.mp4"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    (stream,) = json.loads(done.stdout)["streams"]
    assert int(stream["nb_read_frames"]) == count == 9
    assert stream["r_frame_rate"] == "20/1"
    subprocess.run(["ffmpeg", "-v", "error", "-i", "motion.mp4", "frame%d.png"], cwd=tmp_path, check=True)
    frames = [np.asarray(Image.open(tmp_path / f"frame{k}.png").convert("RGB")).astype(int) for k in (1, 9)]
    assert np.abs(frames[0] - frames[1]).max() > 100  # something moved
    assert (np.abs(frames[1] - [0, 114, 178]).sum(axis=2) < 60).sum() > 200  # the links, in their colour


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands in for ffmpeg")
class TestMp4:
    """With a program in the place of ffmpeg that takes the same arguments."""

    def encoder(self, folder, monkeypatch, action):
        path = folder / "bin" / "ffmpeg"
        path.parent.mkdir()
        path.write_text(ENCODER.format(python=sys.executable, action=action))
        path.chmod(path.stat().st_mode | stat.S_IEXEC)
        monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")

    def test_every_frame_goes_through_the_pipe(self, tmp_path, monkeypatch):
        self.encoder(tmp_path, monkeypatch, "open(sys.argv[-1], 'w').write(f'{side} {len(data)}')")
        count = animate(moved("khatib-rr", duration=0.2, rows=9), tmp_path / "motion.mp4")
        side, size = (tmp_path / "motion.mp4").read_text().split()
        width, height = map(int, side.split("x"))
        assert width % 2 == height % 2 == 0
        assert int(size) == count * width * height * 3

    def test_what_it_says_when_it_fails_is_told(self, tmp_path, monkeypatch):
        self.encoder(tmp_path, monkeypatch, "sys.exit('no such codec')")
        with pytest.raises(arm.ArgumentError, match="no such codec"):
            animate(moved("khatib-rr", duration=0.2, rows=9), tmp_path / "motion.mp4")
        assert not list(tmp_path.glob("*.mp4"))
