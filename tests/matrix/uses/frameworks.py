"""Frameworks and GPUs; the driver of a GPU is that of the tests, whose kernels are their CPU twins."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import armillary as arm
from gpu_twins import fake_driver
from matrix.cells import use
from matrix.kinds import Kind
from matrix.uses.quantities import arguments, close

GROUP = "Frameworks and GPUs"
RK4 = arm.solvers.RK4(step=1e-4)
TIME = 2e-3
"""Duration of the motions [s]."""


def smooth(kind: Kind) -> arm.Scenario:
    """Return the closed loop without limits, from links and gears that carry nothing."""
    return replace(kind.loop, limits="none", start="undeformed")


@use(GROUP, "PyTorch")
def torch(kind: Kind, folder: Path) -> None:
    import torch

    import armillary.torch as at

    given = [torch.tensor(each, requires_grad=True) for each in arguments(kind, "forward_dynamics")]
    found = at.compile(kind.model, "forward_dynamics")(*given)
    close(found.detach().numpy(), kind.plain.forward_dynamics(*arguments(kind, "forward_dynamics")))
    found.sum().backward()
    expected = kind.native.forward_dynamics_vjp(*arguments(kind, "forward_dynamics"), np.ones(kind.model.nv))
    close(given[2].grad.numpy(), expected[2])


@use(GROUP, "PyTorch: motions")
def torch_motion(kind: Kind, folder: Path) -> None:
    import armillary.torch as at

    scenario = smooth(kind)
    found = at.rollout(scenario, TIME, solver=RK4, record=TIME)()
    known = arm.simulate(scenario, TIME, solver=RK4, record=TIME)
    close(found[0].detach().numpy().reshape(known.q.shape), known.q)


@use(GROUP, "JAX")
def jax(kind: Kind, folder: Path) -> None:
    import jax

    import armillary.jax as aj

    with jax.enable_x64(True):
        given = arguments(kind, "forward_dynamics")
        found = jax.jit(aj.compile(kind.model, "forward_dynamics"))(*given)
        close(np.asarray(found), kind.plain.forward_dynamics(*given))


@use(GROUP, "Gymnasium")
def gym(kind: Kind, folder: Path) -> None:
    import armillary.gym as ag

    scenario = replace(kind.loop, controller=None, limits="none")
    task = ag.Task(
        scenario=scenario,
        reward=lambda state, action: -(state.qd**2).sum(1),
        bounds=(-1.0, 1.0),
        episode=4,
        period=TIME,
        solver=RK4,
    )
    env = ag.VectorEnv(task, 2)
    env.reset(seed=1)
    seen, rewards, *_ = env.step(np.zeros(env.action_space.shape))
    known = arm.simulate(scenario, TIME, solver=RK4, record=TIME)
    close(seen[1], np.concatenate([known.q[-1], known.qd[-1]]), 1e-6)
    assert np.all(rewards < 0)


def on_gpu(compute: Callable[[], Any]) -> Any:
    """Return what a function computes with a driver of its own, which frees all code before the next one comes."""
    with pytest.MonkeyPatch.context() as patch:
        fake_driver(patch)
        found = compute()
        gc.collect()
    return found


@use(GROUP, "GPU: quantities")
def gpu(kind: Kind, folder: Path) -> None:
    rows = [np.tile(each, (3, 1)) for each in arguments(kind, "forward_dynamics")]
    found = on_gpu(lambda: arm.compile(kind.model, device="cuda").forward_dynamics(*rows))
    close(found, kind.native.forward_dynamics(*rows))


@use(GROUP, "GPU: stacks of runs")
def gpu_stacks(kind: Kind, folder: Path) -> None:
    scenario = replace(kind.loop, qd0=np.outer([0.5, 1.0], kind.loop.qd0))
    known = arm.simulate(scenario, TIME, solver=RK4, record=TIME)
    found = on_gpu(lambda: arm.simulate(scenario, TIME, solver=RK4, record=TIME, device="cuda"))
    close(found.q, known.q)
    close(found.dissipated, known.dissipated)


@use(GROUP, "GPU: gradients of motions")
def gpu_gradients(kind: Kind, folder: Path) -> None:
    def computed(**device: str) -> dict[str, np.ndarray]:
        run = arm.rollout(smooth(kind), TIME, solver=RK4, record=TIME, **device)
        gradients = run.vjp(np.ones(np.shape(run.q)))
        return {"motion": np.array(run.q)} | {name: np.array(value) for name, value in gradients.items()}

    known = computed()
    for name, value in on_gpu(lambda: computed(device="cuda")).items():
        close(value, known[name])
