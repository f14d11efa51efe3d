"""Studies of many runs on every executor, and the command line."""

from __future__ import annotations

import json
import logging
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

import armillary as arm
from internals import main
from matrix.cells import use
from matrix.kinds import Kind
from matrix.uses.quantities import close

GROUP = "Studies and commands"


def swept(kind: Kind, folder: Path, executor: object) -> None:
    """Check a study of two runs against simulations."""
    scenario = arm.Scenario(kind.robot, q0=kind.start, duration=0.02, solver=arm.solvers.RK4(step=1e-3), limits="none")
    study = arm.Study(scenario, axes={"gravity.z": [-9.81, -5.0]}, outputs=["final_q", "work"], chunk=1)
    results = arm.sweep(study, folder / "study.zarr", executor=executor)
    assert results.complete
    assert not results.failures
    known = arm.simulate(scenario, parameters={"gravity.z": -5.0})
    close(np.asarray(results.dataset["final_q"])[1][: kind.joints], known.q[-1][: kind.joints])


@use(GROUP, "study in this process")
def serial(kind: Kind, folder: Path) -> None:
    swept(kind, folder, arm.executors.Serial())


@use(GROUP, "study on processes")
def processes(kind: Kind, folder: Path) -> None:
    swept(kind, folder, arm.executors.Processes(1))


@cache
def cluster() -> Any:
    """Return a cluster of one worker, which all kinds share; `close_cluster` ends it."""
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0")


def close_cluster() -> None:
    """End the cluster, if there is one."""
    if cluster.cache_info().currsize:
        cluster().close()
        cluster.cache_clear()


@use(GROUP, "study on a Dask cluster")
def dask(kind: Kind, folder: Path) -> None:
    executor = arm.executors.Dask(cluster())
    swept(kind, folder, executor)
    executor.client.close()


def told(kind: Kind, folder: Path, *arguments: str) -> str:
    """Return what a command prints on the file of a robot; an error message is a refusal."""
    arm.save(kind.robot, folder / "robot.toml")
    answer = CliRunner().invoke(main, [arguments[0], str(folder / "robot.toml"), *arguments[1:]])
    if answer.exit_code == 1 and isinstance(answer.exception, SystemExit):
        raise arm.ArmillaryError(answer.stderr)
    assert answer.exit_code == 0, answer.output
    return answer.stdout


@use(GROUP, "`armillary show`")
def show(kind: Kind, folder: Path) -> None:
    assert kind.robot.name in told(kind, folder, "show")
    assert json.loads(told(kind, folder, "show", "--json"))["name"] == kind.robot.name


@use(GROUP, "`armillary check`, `cost`")
def commands(kind: Kind, folder: Path) -> None:
    told(kind, folder, "check", "--states", "1")
    told(kind, folder, "cost", "--quantities", "inverse_dynamics")


@use(GROUP, "`armillary repair`, `snap`")
def repair(kind: Kind, folder: Path) -> None:
    assert arm.repair(kind.robot).robot == kind.robot
    close(arm.evaluate(arm.snap(kind.robot)).mass_matrix(kind.state["q"]), kind.plain.mass_matrix(kind.state["q"]))
