"""`armillary.torch`: values and gradients are those of the compiled code; PyTorch's own checks of operators pass."""

import sys

import numpy as np
import pytest
import torch
from torch.autograd import gradcheck
from torch.func import grad, jacrev, vmap
from torch.library import opcheck

import armillary as arm
import armillary.gym as ag
import armillary.torch as at

MODEL = arm.model(arm.library.get("khatib-rr"), friction=False, free=["link1.mass", "link2.mass"])
MASSES = torch.tensor([3.0, 2.0], dtype=torch.float64)
RNG = np.random.default_rng(7)


def random(*shape, needs=True):
    return torch.tensor(RNG.normal(size=shape), requires_grad=needs)


@pytest.fixture(scope="module")
def forward():
    return at.compile(MODEL, "forward_dynamics")


@pytest.fixture(scope="module")
def motion():
    law = arm.controllers.PD(kp=[80.0, 40.0], kd=[8.0, 4.0])
    move = arm.references.FifthOrder(start=[0, 0], end=[0.5, 0.5], duration=0.3)
    plant = arm.model(arm.library.get("khatib-rr"), friction=False)
    scenario = arm.Scenario(plant, controller=law, reference=move, q0=[0.0, 0.0], limits="none")
    gains = {"controller.kp[0]": 80.0, "controller.kd[0]": 8.0}
    rk4 = arm.solvers.RK4(step=5e-3)
    return at.rollout(scenario, 0.02, solver=rk4, record=0.01, parameters=gains, efforts=np.zeros((2, 2)))


def test_values_are_those_of_compiled_code(forward):
    q, qd, tau = (random(3, 5, 2, needs=False) for _ in range(3))
    expected = arm.compile(MODEL).forward_dynamics(
        *(each.reshape(15, 2).numpy() for each in (q, qd, tau)), parameters=MASSES.numpy()
    )
    assert np.array_equal(forward(q, qd, tau, parameters=MASSES).numpy().reshape(15, 2), expected)
    single = forward(q.float(), qd.float(), tau.float(), parameters={"link2.mass": MASSES[1].float()})
    assert single.dtype == torch.float32
    own = MODEL.free_parameters[0].value
    same = arm.compile(MODEL, dtype="float32").forward_dynamics(
        *(each.reshape(15, 2).float().numpy() for each in (q, qd, tau)), parameters=[own, 2.0]
    )
    assert np.array_equal(single.numpy().reshape(15, 2), same)
    columns = [each.reshape(15, 2).T.contiguous().T for each in (q, qd, tau)]
    assert np.array_equal(forward(*columns, MASSES).numpy(), expected)
    assert forward(q[0, 0], qd[0, 0], tau[0, 0], MASSES).shape == (2,)
    assert forward(q[:, :0], qd[:, :0], tau[:, :0], MASSES).shape == (3, 0, 2)


def test_gradients_of_dynamics_broadcast(forward):
    assert gradcheck(forward, (random(3, 2), random(2), random(2, 3, 2), MASSES.clone().requires_grad_()))
    inverse = at.compile(MODEL, "inverse_dynamics", wrenches=["tip"])

    def loaded(q, qdd, wrench, mass):
        return inverse(q, 0 * q, qdd, wrenches={"tip": wrench}, parameters={"link2.mass": mass})

    assert gradcheck(loaded, (random(2, 2), random(2), random(6), MASSES[1].clone().requires_grad_()))


@pytest.mark.parametrize("quantity", ["mass_matrix", "kinetic_energy", "jacobian", "manipulability"])
def test_other_quantities_have_gradients(quantity):
    function = at.compile(MODEL, quantity)
    assert gradcheck(function, [random(2, 2) for name in function.inputs if name in ("q", "qd")])


def test_quaternions_have_gradients_by_their_entries():
    model = arm.model(arm.planar([1], [1], coms=[0.5], inertias=[0.1]), friction=False)
    model = arm.model(arm.free(model.robot), friction=False)
    inverse = at.compile(model, "inverse_dynamics")
    assert model.nq == model.nv + 1
    q = torch.tensor(model.neutral + 0.1, requires_grad=True)  # cotangents hold off the unit sphere, too
    assert gradcheck(inverse, (q, random(model.nv), random(model.nv)))


def test_motions_have_gradients(motion):
    kp = torch.tensor([80.0, 60.0], dtype=torch.float64, requires_grad=True)

    def moved(q0, qd0, kp, efforts):
        return motion(q0, qd0, parameters={"controller.kp[0]": kp}, efforts=efforts)

    assert gradcheck(moved, (random(2, 2), random(2), kp, random(2, 2, 2)))
    q, qd = motion()
    assert q.shape == qd.shape == (3, 2)
    assert np.array_equal(q.numpy(), motion.batched.rollout.q)


def test_operators_pass_the_checks_of_pytorch(forward, motion):
    rows = [random(3, 2), random(3, 2), random(3, 2), MASSES.expand(3, 2).clone().requires_grad_()]
    opcheck(torch.ops.armillary.rows.default, (forward.key, rows))
    plain = [each.detach() for each in rows]
    opcheck(torch.ops.armillary.rows_vjp.default, (forward.key, [True, False, True, True], plain, [plain[0]]))
    gains = [random(3).abs().detach().requires_grad_() for _ in range(2)]
    start = [random(3, 2), random(3, 2), *gains, random(3, 2, 2)]
    opcheck(torch.ops.armillary.rows.default, (motion.key, start))


def test_compiled_graphs_have_no_breaks(forward, motion):
    def loss(q, qd, tau, efforts):
        moved, _ = motion(q, qd, efforts=efforts)
        return (forward(q, qd, tau, parameters={"link1.mass": q[..., 0] + 3.0}) ** 2).sum() + moved[..., -1, :].sum()

    given = random(3, 2), random(3, 2), random(3, 2), random(3, 2, 2)
    graph = torch.compile(loss, fullgraph=True, backend="aot_eager")
    for expected, found in zip(*(torch.autograd.grad(each(*given), given) for each in (loss, graph)), strict=True):
        torch.testing.assert_close(found, expected, rtol=1e-12, atol=1e-12)


def test_transforms_of_functions(forward):
    given = [random(4, 2, needs=False) for _ in range(3)]
    assert torch.equal(vmap(forward)(*given), forward(*given))
    turned = vmap(forward, in_dims=(1, None, 1))(given[0].T, given[1][0], given[2].T)
    assert torch.equal(turned, forward(given[0], given[1][0], given[2]))
    by_q, by_qd, by_tau = arm.compile(MODEL).forward_dynamics_derivatives(*(each.numpy() for each in given))
    found = vmap(jacrev(forward, argnums=(0, 1, 2)))(*given)
    for matrix, expected in zip(found, (by_q, by_qd, by_tau), strict=True):
        np.testing.assert_allclose(matrix.numpy(), expected, rtol=1e-10, atol=1e-10)
    slope = vmap(grad(lambda *state: forward(*state).sum()))(*given)
    np.testing.assert_allclose(slope.numpy(), by_q.sum(axis=1), rtol=1e-10, atol=1e-10)


def test_environments_of_gymnasium_give_tensors():
    task = ag.Task(
        arm.Scenario(MODEL, controller=arm.controllers.PD(kp=40.0, kd=4.0), limits="none"),
        reward=lambda state, action: -(state.q**2).sum(1),
        start=lambda rng, count: (0.1 * rng.normal(size=(count, 2)), np.zeros((count, 2))),
        action="targets",
        bounds=(-1.0, 1.0),
        episode=4,
        solver=arm.solvers.RK4(step=4e-3),
    )
    arrays, tensors = ag.VectorEnv(task, 3), ag.VectorEnv(task, 3, array="torch")
    actions = torch.full((3, 2), 0.5, requires_grad=True)  # those of a policy
    assert np.array_equal(arrays.reset(seed=1)[0], tensors.reset(seed=1)[0].numpy())
    for _ in range(5):
        for each, tensor in zip(arrays.step(actions.detach().numpy())[:4], tensors.step(actions)[:4], strict=True):
            np.testing.assert_allclose(tensor.numpy(), each, rtol=1e-6)
            assert str(tensor.dtype).removeprefix("torch.") == str(each.dtype)
            assert not tensor.requires_grad


def test_what_is_refused(forward, motion, monkeypatch):
    q = random(2, 2, needs=False)
    for arguments, text in [
        ((q,), "qd, tau missing"),
        ((q, q, q.float()), "float32"),
        ((q, q, q[:, :1]), r"shape \(2, 1\)"),
        ((q, q, [1.0, 2.0]), "list"),
        ((q, q, q.to("meta")), "on meta"),
        ((q,) * 5, "5 arrays"),
        ((q, q, random(3, 2)), r"leading dimensions \(2,\), \(2,\), \(3,\)"),
    ]:
        with pytest.raises(arm.ArgumentError, match=text):
            forward(*arguments)
    with pytest.raises(arm.ArgumentError, match=r"link3\.mass"):
        forward(q, q, q, parameters={"link3.mass": q[:, 0]})
    with pytest.raises(arm.ArgumentError, match="numbers alone"):
        forward(q, q, q, parameters={"link2.mass": 2.0})
    assert torch.equal(forward(q, q, q, parameters={}), forward(q, q, q))
    with pytest.raises(arm.ArgumentError, match="tau: two arrays"):
        forward(q, q, q, tau=q)
    with pytest.raises(arm.ArgumentError, match="unknown wrenches"):
        forward(q, q, q, wrenches=q)
    with pytest.raises(arm.ArgumentError, match="q0: ndarray"):
        motion(np.zeros(2))
    with pytest.raises(arm.ArgumentError, match="device"):
        at.rollout(arm.Scenario(MODEL, limits="none"), 0.1, device="cuda")
    with pytest.raises(arm.ArgumentError, match="no frame"):
        at.compile(MODEL, "pose", frame="elbow")
    with pytest.raises(arm.ArgumentError, match="singular values"):
        at.compile(MODEL, "condition_number")(q.requires_grad_()).sum().backward()
    with pytest.raises(arm.ArgumentError, match="2 runs"):
        at.rollout(arm.Scenario(MODEL, q0=np.zeros((2, 2)), limits="none"), 0.1)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(arm.errors.MissingExtraError, match=r"armillary\[torch\]"):
        at.compile(MODEL, "gravity")
