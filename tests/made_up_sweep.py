"""Datasets of results as studies leave them, made by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr

HOSTILE = ("<b>$x$</b>", "_hidden", "a very long name that goes on and on and on and on")


def grid() -> Any:
    """Two axes with given values and an output for three joints; some runs failed, some are not run."""
    payload, frequency = np.linspace(0, 2, 5), np.geomspace(0.5, 20, 7)
    P, F = np.meshgrid(payload, frequency, indexing="ij")
    time = 0.2 + np.abs(np.log(F * np.sqrt(1 + P) / 3))
    times = np.stack([time, 0.5 * time, -2 * time * (F > 10)], axis=-1)
    error = np.exp(-P) * F
    status = np.ones(time.shape, dtype=np.uint8)
    status[3:, 2:4], status[-1, -1] = 2, 0
    times[status != 1] = np.nan
    error[status != 1] = np.nan
    dims = ("payload.mass", "frequency")
    return xr.Dataset(
        {
            "settling_time": ((*dims, "joint"), times, {"units": "s", "long_name": "settling time"}),
            "error": (dims, error, {"units": "m", "long_name": "error of the tip"}),
            "status": (dims, status),
        },
        {
            "payload.mass": ("payload.mass", payload, {"units": "kg", "long_name": "mass of the payload"}),
            "frequency": ("frequency", frequency, {"units": "Hz"}),
            "joint": ["shoulder", "elbow", "wrist"],
        },
        {"title": "A made-up study"},
    )


def ishigami(u: Any) -> Any:
    """Return the function of Ishigami and Homma at points of the unit cube, shape (…, 3)."""
    x = np.pi * (2 * u - 1)
    return np.sin(x[..., 0]) + 7 * np.sin(x[..., 1]) ** 2 + 0.1 * x[..., 2] ** 4 * np.sin(x[..., 0])


def blocks(A: Any, B: Any) -> Any:
    """Return the rows A, AB_1 … AB_k, B of each pair of points, shape (n (k + 2), k)."""
    k = A.shape[1]
    mixed = [np.where(np.arange(k) == i, B, A) for i in range(k)]
    return np.stack([A, *mixed, B], axis=1).reshape(-1, k)


def samples(sampling: str = "saltelli", count: int = 64) -> Any:
    """Three random axes; one sample failed."""
    rng = np.random.default_rng(5)
    u = blocks(*rng.random((2, count, 3))) if sampling == "saltelli" else rng.random((count, 3))
    y = ishigami(u)
    status = np.ones(len(y), dtype=np.uint8)
    status[7], y[7] = 2, np.nan
    return xr.Dataset(
        {
            "effort": ("sample", y, {"units": "N·m", "long_name": "peak effort"}),
            "time": ("sample", 1 + u[:, 0] ** 2, {"units": "s"}),
            "status": ("sample", status),
        },
        {name: ("sample", u[:, k], {"units": "kg"}) for k, name in enumerate(("a", "b", HOSTILE[0]))},
        {"study": f'format = 1  # 0a\nsampling = "{sampling}"  # 0b\nseed = 3  # 0c\n'},
    )


def signals() -> Any:
    """Robots by name and random samples, with a signal over time."""
    rng, t = np.random.default_rng(2), np.linspace(0, 1, 21)
    tip = np.sin(5 * t) * rng.normal(1, 0.2, (3, 40, 1)) * np.array([1, 2, 3]).reshape(3, 1, 1)
    dims = ("robot", "sample")
    return xr.Dataset(
        {
            "tip": ((*dims, "time"), tip, {"units": "m"}),
            "error": (dims, tip[..., -1] ** 2 + 1, {"units": "m"}),
            "status": (dims, np.ones((3, 40), dtype=np.uint8)),
        },
        {"robot": list(HOSTILE), "time": ("time", t, {"units": "s"}), "m": ("sample", rng.random(40), {"units": "kg"})},
        {},
    )
