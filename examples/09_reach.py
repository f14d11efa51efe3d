"""A network learns to bring the tip of an arm with two flexible links to any point of a region, and to hold it there.

The arm is that of [Bascetta2002], whose links bend when it accelerates. The network sees angles, velocities and the
goal, and gives the torques of both joints for 50 ms. It learns by the exact gradient of the whole motion: each period
is a rollout that PyTorch differentiates. The untrained and the trained network are then compared in a Gymnasium
environment with other goals.

Run: python examples/09_reach.py [--iterations 150] [PICTURE.png]
"""

from __future__ import annotations

import argparse

import numpy as np
import torch

import armillary as arm
import armillary.gym as ag
import armillary.torch as at

PERIOD, PERIODS, RUNS = 0.05, 24, 48
TORQUES = np.array([8.0, 2.0])
GOALS = np.array([[0.3, 0.2], [1.2, 1.2]])  # least and greatest angles of the goals [rad]

robot = arm.library.get("flexrob")
scenario = arm.Scenario(robot, q0=[0.0, 0.0], limits="none")
rk4 = arm.solvers.RK4(step=1e-3)
motion = at.rollout(scenario, PERIOD, solver=rk4, record=PERIOD, efforts=np.zeros((1, 6)), threads=1)
pose = at.compile(robot, "pose")


class Policy(torch.nn.Module):
    """Torques of the joints from their angles and velocities, and the goal."""

    def __init__(self) -> None:
        super().__init__()
        layers = [torch.nn.Linear(6, 48), torch.nn.Tanh(), torch.nn.Linear(48, 48), torch.nn.Tanh()]
        self.net = torch.nn.Sequential(*layers, torch.nn.Linear(48, 2), torch.nn.Tanh()).double()

    def forward(self, q: torch.Tensor, qd: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
        """Return torques, shape (N, 2) [N·m]."""
        return self.net(torch.cat([q[:, :2], 0.2 * qd[:, :2], goal], dim=1)) * torch.as_tensor(TORQUES)


def tip(q: torch.Tensor) -> torch.Tensor:
    """Return the place of the tip, bent links included, shape (N, 2) [m]."""
    return pose(q)[..., :2, 3]


def goals(rng: np.random.Generator, count: int) -> np.ndarray:
    """Return places of the tip for random angles of the joints, shape (count, 2) [m]."""
    q = np.zeros((count, 6))
    q[:, :2] = rng.uniform(*GOALS, size=(count, 2))
    return tip(torch.as_tensor(q)).numpy()


def loss_of(policy: Policy, goal: torch.Tensor) -> torch.Tensor:
    """Return the mean squared distance of the tip from the goal, the later the heavier, and that of velocities."""
    q = torch.zeros(len(goal), 6, dtype=torch.float64)
    qd, loss = torch.zeros_like(q), torch.zeros((), dtype=torch.float64)
    for k in range(PERIODS):
        efforts = torch.nn.functional.pad(policy(q, qd, goal), (0, 4))[:, None]  # none at the modes
        q, qd = (each[:, -1] for each in motion(q, qd, efforts=efforts))
        weight = ((k + 1) / PERIODS) ** 2
        loss = loss + weight * ((tip(q) - goal).square().sum(1) + 0.01 * qd[:, :2].square().sum(1)).mean()
    return loss / PERIODS


def distances(policy: Policy, seed: int) -> np.ndarray:
    """Return the distance of the tip from its goal after each period, shape (PERIODS, 200) [m]."""
    task = ag.Task(
        scenario,
        reward=lambda state, action: -(tip(state.q) - state.goal).norm(dim=1),
        observation=lambda state: torch.cat([state.q, state.qd, state.goal], dim=1),
        goal=goals,
        bounds=(-TORQUES, TORQUES),
        period=PERIOD,
        episode=PERIODS,
        solver=rk4,
    )
    env, found = ag.VectorEnv(task, 200, array="torch"), []
    seen, _ = env.reset(seed=seed)
    with torch.no_grad():
        for _ in range(PERIODS):
            seen, reward, *_ = env.step(policy(*seen.double().split([6, 6, 2], dim=1)))
            found.append(-reward.numpy())
    return np.array(found)


def main() -> None:
    """Train, and print the distance from the goals before and after."""
    parser = argparse.ArgumentParser()
    parser.add_argument("picture", nargs="?", help="file of the picture")
    parser.add_argument("--iterations", type=int, default=150, help="steps of the optimiser; default 150")
    given = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)  # small networks
    policy, rng = Policy(), np.random.default_rng(1)
    before = distances(policy, seed=7)
    optimiser = torch.optim.Adam(policy.parameters(), lr=3e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, given.iterations, eta_min=3e-4)
    for k in range(given.iterations):
        optimiser.zero_grad()
        loss = loss_of(policy, torch.as_tensor(goals(rng, RUNS)))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if k % 50 == 0 or k == given.iterations - 1:
            print(f"iteration {k:4d}   loss {loss.item():.4f} m²")
    after = distances(policy, seed=7)
    for name, each in (("untrained", before), ("trained", after)):
        last = 1e3 * each[-4:]  # the last 0.2 s [mm]
        print(f"{name:10} distance: mean {last.mean():6.1f} mm, 95 % of them below {np.quantile(last, 0.95):6.1f} mm")
    if given.picture:
        draw(before, after, given.picture)


def draw(before: np.ndarray, after: np.ndarray, picture: str) -> None:
    """Save the distances over time: median, and the band of 90 % of the goals."""
    import matplotlib.pyplot as plt

    t = PERIOD * np.arange(1, PERIODS + 1)
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for name, each, colour in (("untrained", before, "tab:gray"), ("trained", after, "tab:blue")):
        low, middle, high = np.quantile(each, [0.05, 0.5, 0.95], axis=1)
        axes.fill_between(t, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(t, middle, color=colour, label=f"{name}: median, and 90 % of 200 goals")
    axes.set(xlabel="time [s]", ylabel="distance of the tip from its goal [m]", ylim=(0, None), title="Reach, flexrob")
    axes.legend(frameon=False)
    figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    main()
