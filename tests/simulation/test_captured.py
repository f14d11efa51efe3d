"""Which functions can keep values between calls, by their code and what they capture."""

import functools
from dataclasses import dataclass

import numpy as np
import pytest

import armillary as arm
from internals import keeps_values

TABLE = {"kp": 9.0, "kd": 6.0}
COUNT = 0
SEEN = []


@dataclass(frozen=True)
class Gains:
    kp: float

    def force(self, e):
        return self.kp * e


class Law:
    def __init__(self):
        self.kp, self.total, self.rng = 3.0, np.zeros(2), None

    def plain(self, t, q, qd, r):
        return -self.kp * q

    def summing(self, t, q, qd, r):
        self.total = self.total + q
        return -self.total

    def filling(self, t, q, qd, r):
        self.total[0] += q[0]
        return -self.total

    def indirect(self, t, q, qd, r):
        return self.summing(t, q, qd, r)

    def drawing(self, t, q, qd, r):
        return self.rng.normal(size=2)


def by_global(t, q, qd, r):
    global COUNT
    COUNT += 1
    return -q


def helper(q):
    SEEN.append(q)
    return -q


def pure(k, array, gains):
    dyn = arm.model(arm.library.get("khatib-rr"))
    own = lambda t, q, qd, r: [k * q[0] - gains.force(qd[0]), array[1] * q[1]]  # noqa: E731

    def branching(t, q, qd, r):
        def inner(x):
            return k * x

        tau = [inner(x) for x in q]
        return np.array(tau) + dyn.gravity[2]

    return [own, branching, lambda t, q, qd, r: -TABLE["kp"] * q - TABLE["kd"] * qd, Law().plain]


@pytest.mark.parametrize("function", pure(2.0, np.ones(2), Gains(2.0)))
def test_functions_of_their_arguments_keep_nothing(function):
    assert keeps_values(function) == ""


def nonlocal_law():
    count = 0

    def law(t, q, qd, r):
        nonlocal count
        count += 1
        return -q

    return law


def drawing():
    law = Law()
    law.rng = np.random.default_rng(0)
    return law.drawing


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (nonlocal_law(), "assigns to count"),
        (by_global, "assigns to COUNT"),
        (lambda t, q, qd, r: helper(q), "calls append, and can reach SEEN"),
        (lambda t, q, qd, r, kept=[]: kept.append(t) or -q, "calls append"),
        (Law().summing, "stores values, and can reach self"),
        (Law().filling, "stores values, and can reach self"),
        (Law().indirect, "stores values, and can reach self"),
        (drawing(), "draw from self.rng"),
        (functools.partial(by_global), "assigns to COUNT"),
        (functools.partial(lambda log, t, q, qd, r: log.append(t) or -q, []), "calls append"),
    ],
)
def test_functions_that_can_keep_values_are_told_apart(function, says):
    before = COUNT, list(SEEN)
    assert says in keeps_values(function)
    assert (COUNT, list(SEEN)) == before  # nothing was called
