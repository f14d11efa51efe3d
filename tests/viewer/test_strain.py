"""Bands of strain that make up the surface of a bent link."""

import numpy as np

import armillary as arm
from armillary.scene.scene import Scene
from armillary.viewer.strain import FACES, LEVELS, bands, colour, greatest_strain, levels

SCENE = Scene(arm.model(arm.library.get("flexible-3r")))
PART = next(part for part in SCENE.parts if part.bending is not None)


def bent(size: float) -> np.ndarray:
    q = SCENE.model.neutral.copy()
    q[PART.bending.start] = size
    return q


def areas(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


def test_bands_together_are_the_surface_and_no_face_is_in_two():
    limit = greatest_strain(SCENE.parts, bent(0.05)[None])
    found = bands(PART, bent(0.05), bent(0.05), limit)
    drawn = [areas(found.vertices, faces) for k in range(LEVELS) if (faces := found.faces(k)) is not None]
    assert len(drawn) == LEVELS
    np.testing.assert_allclose(np.sum(drawn, axis=0), areas(found.vertices, FACES))
    assert np.all(np.sum(np.array(drawn) > 0, axis=0) == 1)


def test_faces_are_turned_outwards():
    found = bands(PART, bent(0.0), bent(0.0), 1.0)
    a, b, c = (found.vertices[FACES[:, k]] for k in range(3))
    rings = found.vertices.reshape(-1, 20, 3).mean(axis=1)
    inside = rings[FACES[:, 0] // 20]
    assert np.all(np.sum(np.cross(b - a, c - a) * (a - inside), axis=1) > 0)


def test_strain_is_that_of_q_and_shape_that_of_the_magnified():
    limit = greatest_strain(SCENE.parts, bent(0.01)[None])
    plain, large = bands(PART, bent(0.01), bent(0.01), limit), bands(PART, bent(0.01), bent(0.5), limit)
    np.testing.assert_array_equal(plain.levels, large.levels)
    assert np.abs(large.vertices - plain.vertices).max() > 0.2
    assert {0, LEVELS - 1} <= set(plain.levels)


def test_a_link_that_is_not_bent_is_grey():
    found = bands(PART, bent(0.0), bent(0.0), 0.0)
    assert set(found.levels) == {LEVELS // 2}
    assert found.faces(0) is None


def test_levels_and_colours_go_from_blue_over_grey_to_red():
    assert levels(np.array([-5.0, -1.0, 0.0, 1.0, 9.0]), 1.0).tolist() == [0, 0, LEVELS // 2, LEVELS - 1, LEVELS - 1]
    lowest, middle, highest = colour(0), colour(LEVELS // 2), colour(LEVELS - 1)
    assert lowest[2] > lowest[0]
    assert highest[0] > highest[2]
    assert len(set(middle)) == 1
