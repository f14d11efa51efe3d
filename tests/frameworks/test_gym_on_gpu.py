"""Robots of environments on a driver of the tests: the kernel is its CPU twin. Robots of a CPU are the reference."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

import armillary as arm
from internals import DeviceRobots, HostRobots
from made_up_task import COUNT, LAWS, MODEL, made


class HostTorch:
    """PyTorch whose GPU is the driver of the tests, in this process's memory."""

    float32, float64, int64 = torch.float32, torch.float64, torch.int64
    isfinite = staticmethod(torch.isfinite)

    class cuda:  # noqa: N801
        @staticmethod
        def current_stream(device):
            return SimpleNamespace(cuda_stream=0)

    @staticmethod
    def as_tensor(values, dtype, device):
        return torch.as_tensor(values, dtype=dtype)


@pytest.mark.parametrize("law", ["delayed", "sensors", "pushed"])
def test_robots_of_a_gpu_move_as_those_of_a_cpu(law, cuda):
    scenario = arm.Scenario(MODEL, limits="none", q0=[0.1, 0.2], **LAWS[law])
    episodes = made(scenario=scenario, solver=arm.solvers.RK4(step=1e-3)).episodes()
    actions = np.random.default_rng(1).uniform(-1, 1, (COUNT, 2))
    host = HostRobots(episodes, COUNT, "float64", 1)
    device = DeviceRobots(episodes, COUNT, "float64", "cuda", HostTorch)
    late = np.array([1, 3])
    for period in range(4):
        for robots in (host, device):
            if period == 2:
                robots.begin(late, *(np.repeat(rows, 2, axis=0) for rows in episodes.starts()))
            robots.advance(actions if robots is host else torch.as_tensor(actions))
        for part in episodes.parts:
            np.testing.assert_allclose(device.state(part).numpy(), host.state(part), rtol=1e-12, atol=1e-12)
        for name, rows in host.readings().items():
            np.testing.assert_allclose(device.readings()[name].numpy(), rows, rtol=1e-12, atol=1e-12)
        assert device.finite().all()
