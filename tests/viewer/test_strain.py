"""Bands of strain that make up the surface of a bent link."""

import numpy as np

import armillary as arm
from internals import FACES, LEVELS, LIFT, MIDDLE, Scene, bands, colour, greatest_strain, levels

SCENE = Scene(arm.model(arm.library.get("flexible-3r")))
PART = next(part for part in SCENE.parts if part.bending is not None)


def bent(size: float) -> np.ndarray:
    q = SCENE.model.neutral.copy()
    q[PART.bending.start] = size
    return q


def areas(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


def test_no_face_is_in_two_coloured_bands_and_the_middle_band_has_all():
    limit = greatest_strain(SCENE.parts, bent(0.05)[None])
    found = bands(PART, bent(0.05), bent(0.05), limit)
    drawn = np.array([areas(found.vertices(k), found.faces(k)) > 0 for k in range(LEVELS)])
    assert drawn[MIDDLE].all()
    assert drawn.any(axis=1).all()
    coloured = np.delete(drawn, MIDDLE, axis=0).sum(axis=0)
    np.testing.assert_array_equal(coloured, found.levels != MIDDLE)


def test_coloured_bands_lie_over_the_grey_surface():
    found = bands(PART, bent(0.05), bent(0.05), 1.0)
    rings = found.surface.reshape(-1, 20, 3)
    centres = rings.mean(axis=1, keepdims=True)
    inner, outer = (np.linalg.norm(found.vertices(k).reshape(rings.shape) - centres, axis=2) for k in (MIDDLE, 0))
    np.testing.assert_allclose(outer / inner, 1 + LIFT)


def test_faces_are_turned_outwards():
    found = bands(PART, bent(0.0), bent(0.0), 1.0)
    a, b, c = (found.surface[FACES[:, k]] for k in range(3))
    rings = found.surface.reshape(-1, 20, 3).mean(axis=1)
    inside = rings[FACES[:, 0] // 20]
    assert np.all(np.sum(np.cross(b - a, c - a) * (a - inside), axis=1) > 0)


def test_strain_is_that_of_q_and_shape_that_of_the_magnified():
    limit = greatest_strain(SCENE.parts, bent(0.01)[None])
    plain, large = bands(PART, bent(0.01), bent(0.01), limit), bands(PART, bent(0.01), bent(0.5), limit)
    np.testing.assert_array_equal(plain.levels, large.levels)
    assert np.abs(large.surface - plain.surface).max() > 0.2
    assert {0, LEVELS - 1} <= set(plain.levels)


def test_a_link_that_is_not_bent_is_grey():
    found = bands(PART, bent(0.0), bent(0.0), 0.0)
    assert set(found.levels) == {MIDDLE}
    assert not found.faces(0).any()


def test_levels_and_colours_go_from_blue_over_grey_to_red():
    assert levels(np.array([-5.0, -1.0, 0.0, 1.0, 9.0]), 1.0).tolist() == [0, 0, LEVELS // 2, LEVELS - 1, LEVELS - 1]
    lowest, middle, highest = colour(0), colour(LEVELS // 2), colour(LEVELS - 1)
    assert lowest[2] > lowest[0]
    assert highest[0] > highest[2]
    assert len(set(middle)) == 1
