"""Frameworks beside direct calls: checks of `armillary.torch` on a device, overhead, environments, JAX.

    python benchmarks/frameworks.py [--device cuda] [--states 1000000] [--robots 4096]

Prints gradcheck, `torch.compile` and streams as "passed" or the error, then ratios in one run: the time of
`armillary.torch` over that of `arm.compile`, and periods a second of `armillary.gym`.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections.abc import Callable

import numpy as np
import torch

import armillary as arm
import armillary.gym as ag
import armillary.torch as at


def least(work: Callable[[], object], device: str, repeats: int = 7) -> float:
    """Return the least time of some calls [s], each until the device has finished."""
    found = []
    for _ in range(repeats + 1):
        begin = time.perf_counter() if device != "cpu" else time.process_time()
        work()
        if device != "cpu":
            torch.cuda.synchronize()
        found.append((time.perf_counter() if device != "cpu" else time.process_time()) - begin)
    return min(found[1:])


def told(name: str, check: Callable[[], object]) -> None:
    """Print whether a check passes."""
    try:
        found = check()
    except Exception:
        found = "FAILED\n" + traceback.format_exc(limit=4)
    print(f"{name:44} {'passed' if found is True or found is None else found}", flush=True)


def checks(device: str) -> None:
    """Check gradients, graphs and streams on a device."""
    model = arm.model(arm.library.get("khatib-rr"), friction=False, free=["link2.mass"])
    forward = at.compile(model, "forward_dynamics", wrenches=["tip"])
    plain = at.compile(model, "forward_dynamics")
    generator = torch.Generator(device=device).manual_seed(0)

    def random(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, dtype=torch.float64, device=device, generator=generator).requires_grad_()

    q, qd, tau, wrench = random(4, 2), random(2), random(3, 4, 2), random(6)
    mass = (2.0 + torch.rand(1, dtype=torch.float64, device=device)).requires_grad_()
    told("gradcheck of forward dynamics", lambda: torch.autograd.gradcheck(forward, (q, qd, tau, mass, wrench)))
    for name in ("mass_matrix", "pose", "kinetic_energy"):
        function = at.compile(model, name)
        given = [random(3, 2) for each in function.inputs if each in ("q", "qd")]
        told(f"gradcheck of {name}", lambda function=function, given=given: torch.autograd.gradcheck(function, given))
    rows = [random(4, 2), random(4, 2), random(4, 2), random(4, 1)]
    told("opcheck", lambda: str(torch.library.opcheck(torch.ops.armillary.rows.default, (plain.key, rows))))

    def compiled() -> bool:
        def loss(*given: torch.Tensor) -> torch.Tensor:
            return (plain(*given) ** 2).sum()

        expected = torch.autograd.grad(loss(*rows), rows)
        found = torch.autograd.grad(torch.compile(loss, fullgraph=True)(*rows), rows)
        return all(torch.allclose(a, b, rtol=1e-10) for a, b in zip(expected, found, strict=True))

    told("torch.compile, fullgraph", compiled)
    told("vmap(jacrev)", lambda: str(torch.func.vmap(torch.func.jacrev(plain))(*(r.detach() for r in rows)).shape))
    if device != "cpu":
        told("another stream", lambda: streams(device))
    dyn = arm.compile(model)
    here = [each.detach().cpu().numpy() for each in rows]
    expected = dyn.forward_dynamics(*here[:3], parameters=here[3])
    print("difference from CPU code:", np.abs(plain(*rows).detach().cpu().numpy() - expected).max())


def streams(device: str) -> bool:
    """Return whether results of a stream that is not the default one are right while another one is busy."""
    robot = arm.library.get("panda")
    forward, dyn = at.compile(robot, "forward_dynamics"), arm.compile(robot, device=device)
    state = [torch.randn(200_000, 7, dtype=torch.float64, device=device) for _ in range(3)]
    expected = dyn.forward_dynamics(*state)
    torch.cuda.synchronize()
    own = torch.cuda.Stream()
    with torch.cuda.stream(own):
        torch.cuda._sleep(200_000_000)  # the copy and the kernel come after it
        moved = [each.clone() for each in state]
        found = forward(*moved)
    own.synchronize()
    return bool(torch.equal(found, expected))


def overhead(device: str, states: int) -> None:
    """Print the time of `armillary.torch` beside that of `arm.compile`."""
    robot = arm.library.get("panda")
    forward = at.compile(robot, "forward_dynamics")
    for dtype in ("float64", "float32") if device != "cpu" else ("float64",):
        dyn = arm.compile(robot) if device == "cpu" else arm.compile(robot, device=device, dtype=dtype)
        for count in (1000, states):
            given = [torch.randn(count, 7, dtype=getattr(torch, dtype), device=device) for _ in range(3)]
            shown = ", ".join(f"{name} {1e6 * each:.1f} µs" for name, each in timed(dyn, forward, given).items())
            print(f"panda, forward dynamics, {count} states, {dtype}: {shown}", flush=True)


def timed(dyn: arm.types.Dynamics, forward: at.Function, given: list[torch.Tensor]) -> dict[str, float]:
    """Return the times of values and gradients at some states [s]."""
    device, bar = given[0].device.type, torch.ones_like(given[0])
    direct = [each.numpy() if device == "cpu" else each for each in (*given, bar)]
    tracked = [each.clone().requires_grad_() for each in given]
    return {
        "arm.compile": least(lambda: dyn.forward_dynamics(*direct[:3]), device),
        "armillary.torch": least(lambda: forward(*given), device),
        "VJP, arm.compile": least(lambda: dyn.forward_dynamics_vjp(*direct), device),
        "value and gradient": least(lambda: torch.autograd.grad(forward(*tracked), tracked, bar), device),
    }


def environments(device: str, robots: int) -> None:
    """Print the periods a second of an environment of Pandas with PD control and joint targets."""
    model = arm.model(arm.library.get("panda"), friction=False)
    scenario = arm.Scenario(model, controller=arm.controllers.PD(kp=50.0, kd=5.0), limits="none")
    task = ag.Task(
        scenario,
        action="targets",
        reward=lambda state, action: -(state.q**2).sum(1),
        solver=arm.solvers.SemiImplicitEuler(step=2e-3),
        episode=10**6,
    )
    for array in ("numpy", "torch") if device == "cpu" else ("torch",):
        for dtype in ("float64", "float32") if device != "cpu" else ("float64",):
            env = ag.VectorEnv(task, robots, array=array, device=device, dtype=dtype)
            env.reset(seed=0)
            actions = np.tile(model.neutral, (robots, 1)) + 0.1
            given = torch.as_tensor(actions, device=device) if array == "torch" else actions
            seconds = least(lambda env=env, given=given: env.step(given), device, 20)
            print(f"gym, {robots} pandas, {array} {dtype}: {robots / seconds:.3g} periods/s of 10 steps", flush=True)


def with_jax() -> None:
    """Print the platform of JAX, differences from direct calls, and times beside them."""
    import jax

    import armillary.jax as aj

    jax.config.update("jax_enable_x64", True)
    robot = arm.library.get("panda")
    forward, dyn = aj.compile(robot, "forward_dynamics"), arm.compile(robot)
    state = np.random.default_rng(0).normal(size=(3, 1000, 7))
    value = jax.jit(forward)
    slope = jax.jit(jax.grad(lambda *given: forward(*given).sum(), argnums=(0, 1, 2)))
    here, there = dyn.forward_dynamics(*state), [jax.numpy.asarray(each) for each in state]
    expected = dyn.forward_dynamics_vjp(*state, np.ones((1000, 7)))
    print(f"JAX {jax.__version__} on {jax.default_backend()}")
    print("difference of values:", np.abs(np.asarray(value(*there)) - here).max() / np.abs(here).max())
    pairs = zip(slope(*there), expected, strict=True)
    print("difference of gradients:", max(np.abs(np.asarray(a) - b).max() / np.abs(b).max() for a, b in pairs))
    times = {
        "arm.compile": least(lambda: dyn.forward_dynamics(*state), "cpu"),
        "armillary.jax": least(lambda: value(*there).block_until_ready(), "cpu"),
        "value and gradient": least(lambda: jax.block_until_ready(slope(*there)), "cpu"),
    }
    print("1000 states:", ", ".join(f"{name} {1e6 * each:.1f} µs" for name, each in times.items()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--states", type=int, default=1_000_000)
    parser.add_argument("--robots", type=int, default=4096)
    given = parser.parse_args()
    torch.set_num_threads(1)
    checks(given.device)
    overhead(given.device, given.states)
    environments(given.device, given.robots)
    if given.device != "cpu":
        environments(given.device, 256 * given.robots)
    told("armillary.jax", with_jax)


if __name__ == "__main__":
    main()
