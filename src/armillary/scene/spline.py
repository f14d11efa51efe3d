"""Cubic splines. SciPy's interpolation is not used: its import takes longer than making all surfaces of a robot.

With m_k = s''(x_k), h_k = x_{k+1} − x_k and u = x_{k+1} − x, w = x − x_k in piece k [deBoor1978, ch. IV],
    s = (m_k u³ + m_{k+1} w³) / 6h_k + (y_k / h_k − m_k h_k / 6) u + (y_{k+1} / h_k − m_{k+1} h_k / 6) w         (1)
    h_{k−1} m_{k−1} + 2 (h_{k−1} + h_k) m_k + h_k m_{k+1} = 6 ((y_{k+1} − y_k) / h_k − (y_k − y_{k−1}) / h_{k−1})   (2)
and s''' is continuous at the second and the last but one point (not-a-knot). Three points give a parabola, two a line.
"""

from __future__ import annotations

import numpy as np

from armillary.spatial.scalar import Floats


def spline_weights(at: Floats, x: Floats, derivative: int = 0) -> Floats:
    """Return W, shape (S, K): the spline through values y at rising places `at` (K,) is W y at x (S,).

    Args:
        at: Places of the values, two or more.
        x: Places between the first and the last.
        derivative: 0, or 1 for the slope of the spline.

    Example:
        >>> at = np.array([0.0, 1.0, 2.0, 4.0])
        >>> spline_weights(at, np.array([3.0])) @ at**3
        array([27.])
    """
    m = _curvatures(at)
    y = np.eye(len(at))  # unit values: the spline is linear in its values
    h = np.diff(at)
    k = np.clip(np.searchsorted(at, x, side="right") - 1, 0, len(at) - 2)
    u = (at[k + 1] - x)[:, None]
    w = (x - at[k])[:, None]
    step = h[k][:, None]
    if derivative:
        curved = (m[k + 1] * w**2 - m[k] * u**2) / (2 * step) - (m[k + 1] - m[k]) * step / 6
        return np.asarray(curved + (y[k + 1] - y[k]) / step)
    curved = (m[k] * u**3 + m[k + 1] * w**3) / (6 * step) - (m[k] * u + m[k + 1] * w) * step / 6
    return np.asarray(curved + (y[k] * u + y[k + 1] * w) / step)  # (1)


def _curvatures(at: Floats) -> Floats:
    """Return m as a function of y, shape (K, K), (2)."""
    n = len(at)
    h = np.diff(at)
    if n == 2:
        return np.zeros((2, 2))
    A = np.zeros((n, n))
    B = np.zeros((n, n))
    for k in range(1, n - 1):
        A[k, k - 1 : k + 2] = h[k - 1], 2 * (h[k - 1] + h[k]), h[k]
        B[k, k - 1 : k + 2] = 6 / h[k - 1], -6 / h[k - 1] - 6 / h[k], 6 / h[k]
    if n == 3:  # not-a-knot has two conditions for one point: equal curvatures instead, a parabola
        A[0, :2] = A[2, 1:] = 1.0, -1.0
    else:
        A[0, :3] = h[1], -h[0] - h[1], h[0]
        A[-1, -3:] = h[-1], -h[-1] - h[-2], h[-2]
    return np.asarray(np.linalg.solve(A, B))
