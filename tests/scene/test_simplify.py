"""Meshes made coarser: fewer vertices, the same body."""

import numpy as np
import pytest

from internals import Mesh, _places, box, cluster, from_rpy, join, limit_vertices, revolve, sphere


def volume(mesh):
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6


def fine_sphere():
    mesh = sphere(0.5, rings=200)
    assert len(mesh.vertices) > 4000
    return mesh


def test_a_fine_sphere_stays_a_sphere():
    fine = fine_sphere()
    (coarse,) = limit_vertices([fine], 1000)
    assert 200 < len(coarse.vertices) <= 1000
    assert np.linalg.norm(coarse.vertices, axis=1).max() <= 0.5 + 1e-12
    assert abs(volume(coarse) / volume(fine) - 1) < 0.05


def test_faces_point_to_vertices_and_have_three_corners():
    coarse = cluster(fine_sphere(), 1 / 20)
    assert coarse.faces.max() < len(coarse.vertices)
    assert all(len(set(face)) == 3 for face in coarse.faces.tolist())


def test_what_fits_stays_as_it_is():
    meshes = [box((1, 2, 3)), sphere(1.0)]
    assert limit_vertices(meshes, 10_000) == meshes


def test_only_what_is_large_is_made_coarser():
    small, large = box((1, 1, 1)), fine_sphere()
    found = limit_vertices([small, large], 1500)
    assert found[0] is small
    assert sum(len(mesh.vertices) for mesh in found) <= 1500


def test_a_mesh_without_extent():
    mesh = box((0.0, 0.0, 0.0))
    assert limit_vertices([mesh], 4) == [mesh]


def test_one_cell_size_for_all_meshes():
    """A ball of half the size has a quarter of the vertices, however many both had."""
    angles = np.linspace(0, np.pi, 101)
    large = revolve(np.stack([np.sin(angles), -np.cos(angles)], axis=1), sides=200)
    one, two = limit_vertices([large, Mesh(large.vertices / 2, large.faces)], 3000)
    assert len(one.vertices) + len(two.vertices) <= 3000
    assert 3 < len(one.vertices) / len(two.vertices) < 5


def test_edges_stay_sharp():
    """A finely divided box: each vertex at an edge is there once for each side."""
    grid = np.linspace(-0.5, 0.5, 60)
    x, y = (values.ravel() for values in np.meshgrid(grid, grid, indexing="ij"))
    k = np.arange(59 * 59) // 59 * 60 + np.arange(59 * 59) % 59
    faces = np.concatenate([np.stack([k, k + 60, k + 61], axis=1), np.stack([k, k + 61, k + 1], axis=1)])
    side = Mesh(np.stack([x, y, np.full(x.size, 0.5)], axis=1), faces)
    quarters = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (0, 3)]
    turns = [from_rpy(a * np.pi / 2, b * np.pi / 2, 0) for a, b in quarters]
    (coarse,) = limit_vertices([join([side.transform(turn, (0, 0, 0)) for turn in turns])], 1500)
    normals = np.cross(*(coarse.vertices[coarse.faces[:, k]] - coarse.vertices[coarse.faces[:, 0]] for k in (1, 2)))
    flat = np.abs(normals / np.linalg.norm(normals, axis=1, keepdims=True)).max(axis=1) > 0.999
    assert flat.mean() > 0.8
    assert volume(coarse) > 0.9
    assert len(np.unique(np.round(coarse.vertices, 9), axis=0)) < len(coarse.vertices)


@pytest.mark.parametrize("scale", [1e-200, 1e-9, 1e9, 1e160])
def test_any_size_ends(scale):
    fine = fine_sphere()
    assert len(limit_vertices([Mesh(fine.vertices * scale, fine.faces)], 1000)) == 1


def test_places_are_those_of_numpy():
    rng = np.random.default_rng(3)
    rows = np.rint(rng.uniform(-3, 3, (500, 3)))  # many of them equal, some with zeros of both signs
    _, first, same = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    found, places = _places(rows)
    assert np.array_equal(found, first)
    assert np.array_equal(places, same.reshape(-1))
