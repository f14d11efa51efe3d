"""Meshes made coarser: fewer vertices, the same body."""

import numpy as np

from armillary.pages.robot_data import thinned, within
from armillary.scene.mesh import box, sphere
from armillary.scene.weld import clustered


def volume(mesh):
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6


def fine_sphere():
    mesh = sphere(0.5, rings=200)
    assert len(mesh.vertices) > 4000
    return mesh


def test_a_fine_sphere_stays_a_sphere():
    fine = fine_sphere()
    coarse = thinned(fine, 1000)
    assert 200 < len(coarse.vertices) <= 1000
    assert np.linalg.norm(coarse.vertices, axis=1).max() <= 0.5 + 1e-12
    assert abs(volume(coarse) / volume(fine) - 1) < 0.05


def test_faces_point_to_vertices_and_have_three_corners():
    coarse = clustered(fine_sphere(), 20)
    assert coarse.faces.max() < len(coarse.vertices)
    assert all(len(set(face)) == 3 for face in coarse.faces.tolist())


def test_what_fits_stays_as_it_is():
    meshes = [box((1, 2, 3)), sphere(1.0)]
    assert within(meshes, 10_000) == meshes


def test_only_what_is_large_is_made_coarser():
    small, large = box((1, 1, 1)), fine_sphere()
    found = within([small, large], 1500)
    assert found[0] is small
    assert sum(len(mesh.vertices) for mesh in found) <= 1500


def test_a_mesh_without_extent():
    mesh = box((0.0, 0.0, 0.0))
    assert thinned(mesh, 4) is mesh
