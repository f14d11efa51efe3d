"""Arrangements worked out a second time, on grids of configurations: motion, masses, averages that tell them apart.

Turning joints take eight equal steps from an odd start, slides the four points of Gauss. Averages of trigonometric
polynomials of degree up to 7, and of powers up to 7, are exact then, so that no shift of q changes them.
"""

from itertools import combinations, pairwise, product

import numpy as np

KINDS, AXES, LINKS = "RP", (1, 2, 3), (1, 2, 3, -1, -2, -3)
MASSES, RADIUS, GRAVITY = (1.3, 0.9, 0.7, 0.5), 0.05, 9.81


def raw(n):
    """All arrangements, equivalent or not, sound or not."""
    return product(product(KINDS, AXES, LINKS), repeat=n)


def direction(signed):
    return np.sign(signed) * np.eye(3)[abs(signed) - 1]


def grid(pieces, strokes):
    """Configurations (N, n) and their weights (N,)."""
    points, weights = np.polynomial.legendre.leggauss(4)
    each = [
        (0.1 + np.arange(8) * np.pi / 4, np.full(8, 1 / 8)) if kind == "R" else (points * stroke / 2, weights / 2)
        for (kind, _, _), stroke in zip(pieces, strokes, strict=True)
    ]
    q = np.stack([axis.ravel() for axis in np.meshgrid(*(x for x, _ in each), indexing="ij")], axis=1)
    w = np.prod(np.stack([axis.ravel() for axis in np.meshgrid(*(x for _, x in each), indexing="ij")]), axis=0)
    return q, w


def turns(u, angles):
    K = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    s, c = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    return np.eye(3) + s * K + (1 - c) * (K @ K)


def chain(pieces, lengths, q):
    """Axes (N, n, 3), places (N, n, 3), rotations of links (N, n, 3, 3), ends of links (N, n, 3)."""
    Q, end = np.tile(np.eye(3), (len(q), 1, 1)), np.zeros((len(q), 3))
    axes, places, rotations, ends = [], [], [], []
    for i, (kind, axis, link) in enumerate(pieces):
        axes.append(Q @ direction(axis))
        if kind == "R":
            Q = Q @ turns(direction(axis), q[:, i])
        else:
            end = end + axes[-1] * q[:, i : i + 1]
        places.append(end)
        rotations.append(Q)
        end = end + Q @ (lengths[i] * direction(link))
        ends.append(end)
    return (np.stack(each, axis=1) for each in (axes, places, rotations, ends))


def columns(pieces, axes, places, point, last):
    """Angular and linear Jacobians (N, 3, n) of a point on link `last`."""
    angular, linear = np.zeros((len(axes), 3, len(pieces))), np.zeros((len(axes), 3, len(pieces)))
    for i, (kind, _, _) in enumerate(pieces[: last + 1]):
        if kind == "R":
            angular[:, :, i] = axes[:, i]
            linear[:, :, i] = np.cross(axes[:, i], point - places[:, i])
        else:
            linear[:, :, i] = axes[:, i]
    return angular, linear


def dynamics(pieces, lengths, q):
    """M (N, n, n), gravity efforts (N, n), potential energy (N,), tips (N, 3), their linear Jacobian (N, 3, n)."""
    axes, places, rotations, ends = chain(pieces, lengths, q)
    n = len(pieces)
    M, g, V = np.zeros((len(q), n, n)), np.zeros((len(q), n)), np.zeros(len(q))
    for i, (_, _, link) in enumerate(pieces):
        m, length = MASSES[i], lengths[i]
        com = ends[:, i] - rotations[:, i] @ (length / 2 * direction(link))
        along, across = m * RADIUS**2 / 2, m * (3 * RADIUS**2 + length**2) / 12
        inertia = np.diag(np.where(direction(link) != 0, along, across))
        world = rotations[:, i] @ inertia @ rotations[:, i].transpose(0, 2, 1)
        Jw, Jv = columns(pieces, axes, places, com, i)
        M += m * Jv.transpose(0, 2, 1) @ Jv + Jw.transpose(0, 2, 1) @ world @ Jw
        g += m * GRAVITY * Jv[:, 2]
        V += m * GRAVITY * com[:, 2]
    Jw, Jv = columns(pieces, axes, places, ends[:, -1], n - 1)
    return M, g, V, ends[:, -1], Jw, Jv


def signature(pieces, lengths):
    """Averages that no map q' = ±q + c, turn about the vertical or mirror image in a vertical plane changes."""
    n = len(pieces)
    q, w = grid(pieces, lengths)
    M, g, V, x, _, J = dynamics(pieces, lengths, q)
    z, V = x[:, 2] - w @ x[:, 2], V - w @ V
    flat = x[:, :2] - w @ x[:, :2]
    G = J.transpose(0, 2, 1) @ J
    found = [z**2, z**3, (flat**2).sum(axis=1), V**2, V**3, V * z]
    for i in range(n):
        own = [M[:, i, i], g[:, i] ** 2, G[:, i, i], J[:, 2, i] ** 2]
        found += own + [one * other for one in own for other in (z, V, M[:, i, i])]
        found += [J[:, 2, i] * g[:, i]]
    for i, j in combinations(range(n), 2):
        own = [M[:, i, j], G[:, i, j], g[:, i] * g[:, j], J[:, 2, i] * J[:, 2, j]]
        found += [one * other for one in own for other in own]
        found += [one * other * third for one in own[:3] for other in own[:3] for third in (z, V)]
        found += [M[:, i, i] * M[:, j, j], M[:, i, i] * g[:, j] ** 2, M[:, j, j] * g[:, i] ** 2]
    for i, j, k in combinations(range(n), 3):
        found += [a[:, i, j] * b[:, j, k] * c[:, k, i] for a in (M, G) for b in (M, G) for c in (M, G)]
    return np.array([w @ one for one in found])


def motion_signature(pieces, lengths):
    """Averages of tip and axes that do not change either when joints change places, nor under any isometry."""
    q, w = grid(pieces, lengths)
    *_, x, Jw, J = dynamics(pieces, lengths, q)
    turning = np.array([kind == "R" for kind, _, _ in pieces])
    x = x - w @ x
    A, B = (J[:, :, own] @ J[:, :, own].transpose(0, 2, 1) for own in (turning, ~turning))
    W = Jw @ Jw.transpose(0, 2, 1)
    C = Jw @ J.transpose(0, 2, 1)  # of one handedness
    found = [(x**2).sum(axis=1), (x**2).sum(axis=1) ** 2]
    for X in (A, B, W):
        found += [trace(X), trace(X @ X), trace(X @ X @ X), np.einsum("ni,nij,nj->n", x, X, x)]
        found += [trace(X @ Y) for Y in (A, B, W)] + [trace(X @ Y @ A) for Y in (B, W)] + [trace(X) * trace(A)]
    found += [np.linalg.det(A + B), trace(C) ** 2, trace(C @ C), trace(C @ C.transpose(0, 2, 1))]
    return np.array([w @ one for one in found])


def trace(X):
    return np.einsum("nii->n", X)


def degenerate(pieces, lengths):
    """Why an arrangement is left out: by random configurations, joint against joint; nothing if it is not."""
    q = np.random.default_rng(4).uniform(0.2, 1.3, (3, len(pieces)))
    axes, places, _, ends = chain(pieces, lengths, q)
    kinds = [kind for kind, _, _ in pieces]
    Jw, Jv = columns(pieces, axes, places, ends[:, -1], len(pieces) - 1)
    twists = np.concatenate([Jw, Jv], axis=1)
    for i, j in combinations(range(len(pieces)), 2):
        if kinds[i] == kinds[j] == "R" and max(np.linalg.matrix_rank(J[:, [i, j]], tol=1e-9) for J in twists) == 1:
            return "coaxial"
    slides = [i for i, kind in enumerate(kinds) if kind == "P"]
    if slides and max(np.linalg.matrix_rank(J[:, slides], tol=1e-9) for J in Jv) < len(slides):
        return "dependent slides"
    if np.any(np.abs(Jv).max(axis=(0, 1)) < 1e-9):
        return "a joint that does not move the tip"
    for (_, _, before), (kind, axis, link) in pairwise(pieces):
        if link == -before and (kind == "P" or abs(link) == axis):
            return "a link that runs back"
    return ""
