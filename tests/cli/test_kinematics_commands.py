"""`armillary fk` and `armillary jacobian`."""

import json

import numpy as np
import pytest

import armillary as arm

Q = "0,-90deg,90deg,0,10deg,0"
AT = np.array([0, -np.pi / 2, np.pi / 2, 0, np.pi / 18, 0])


def data_of(result):
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_fk_is_the_pose(armillary):
    data = data_of(armillary("fk", "ur5", "--q", Q, "--frame", "forearm_link", "--json"))
    pose = arm.evaluate(arm.library.get("ur5")).pose(AT, "forearm_link")
    np.testing.assert_allclose(data["pose"], pose, atol=1e-15)
    np.testing.assert_allclose(data["position"], pose[:3, 3])
    text = armillary("fk", "ur5", "--q", Q).stdout
    for word in ("position [m]", "roll, pitch, yaw [deg]   90, 0, 170", "quaternion w, x, y, z"):
        assert word in text


def test_fk_in_letters(armillary):
    assert "x1 = l1 c1 + l2 c12 + l3 c123" in armillary("fk", "planar-3r", "--symbolic").stdout
    data = data_of(armillary("fk", "planar-3r", "--symbolic", "--json"))
    assert [*data["quantities"]] == ["x", "R"]
    assert "x1 = l1 c1 + l2 c12\n" in armillary("fk", "planar-3r", "--symbolic", "--frame", "link3").stdout
    refused = armillary("fk", "ur5", "--symbolic", "--frame", "nowhere")
    assert refused.exit_code == 2
    assert "--frame" in refused.stderr


@pytest.mark.parametrize(
    "options",
    [
        {"reference": "world"},
        {"reference": "body"},
        {"reference": "space"},
        {"reference": "analytic"},
        {"reference": "analytic", "orientation": "quaternion"},
    ],
)
def test_jacobian_in_every_reference(armillary, options):
    words = [part for name, value in options.items() for part in (f"--{name}", value)]
    data = data_of(armillary("jacobian", "ur5", "--q", Q, *words, "--json"))
    dyn = arm.evaluate(arm.library.get("ur5"))
    np.testing.assert_allclose(data["jacobian"], dyn.jacobian(AT, **options), atol=1e-14)
    assert data["rank"] == 3
    assert data["manipulability"] == pytest.approx(dyn.manipulability(AT))
    assert data["condition_number"] == pytest.approx(dyn.condition_number(AT))
    semi = arm.ellipsoids(dyn.model, [AT])
    np.testing.assert_allclose(data["ellipsoids"]["velocity"], semi.velocity[0])
    assert "rank of the position: 3 of 3" in armillary("jacobian", "ur5", "--q", Q, *words).stdout


def test_static_forces(armillary):
    """Efforts Jᵀ w hold against −w: with both, statics finds no other effort than gravity."""
    wrench = [1.0, 2.0, 3.0, 10.0, -5.0, 2.0]
    text = ",".join(map(str, wrench))
    data = data_of(armillary("jacobian", "ur5", "--q", Q, "--wrench", text, "--json"))
    robot = arm.library.get("ur5")
    loaded = arm.statics(robot, AT, wrench={"tip": wrench}).tau
    np.testing.assert_allclose(arm.statics(robot, AT).tau - loaded, data["efforts"], atol=1e-9)
    both = data_of(
        armillary("jacobian", "ur5", "--q", Q, "--wrench", text, "--wrench", f"forearm_link={text}", "--json")
    )
    J = arm.evaluate(robot).jacobian(AT, "forearm_link")
    np.testing.assert_allclose(both["efforts"], data["efforts"] + J.T @ wrench, atol=1e-12)
    assert "exerts the wrench" in armillary("jacobian", "ur5", "--q", Q, "--wrench", text).stdout


def test_jacobian_in_letters(armillary):
    text = armillary("jacobian", "planar-3r", "--symbolic").stdout
    assert "det = l1 l2 s2" in text
    assert "singular at s2 = 0: θ2 = 0 or π" in text
    inner = armillary("jacobian", "planar-3r", "--symbolic", "--frame", "link3").stdout
    assert "−l1 s1 − l2 s12" in inner
    assert "l3" not in inner
    data = data_of(armillary("jacobian", "planar-3r", "--symbolic", "--json"))
    assert data["singular"] == ["s2 = 0: θ2 = 0 or π"]
    assert "J is not square" in armillary("jacobian", "planar-4r", "--symbolic").stdout


def test_a_picture_of_the_ellipsoids(armillary, tmp_path):
    pytest.importorskip("matplotlib")
    place = tmp_path / "ellipsoids.svg"
    result = armillary("jacobian", "planar-3r", "--q", "0.1,0.5,0.3", "-o", str(place))
    assert result.exit_code == 0
    assert place.stat().st_size > 1000
    assert "written:" in result.stdout


def test_singular_angles_have_a_note(armillary):
    text = armillary("jacobian", "planar-3r", "--reference", "analytic", "--orientation", "zyz").stdout
    assert "the zyz angles are singular" in text


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("--wrench", "1,2"), "--wrench"),
        (("--frame", "nowhere"), "--frame"),
        (("--orientation", "zyz"), "--orientation"),
        (("--wrench", "nowhere=0,0,0,1,0,0"), "--wrench"),
        (("--task", "pos"), "--task"),
        (("--reference", "analytic", "--wrench", "0,0,0,1,0,0"), "--wrench"),
        (("--symbolic", "--reference", "body"), "--reference"),
        (("-o", "x.toml"), "--output"),
    ],
)
def test_wrong_options_are_named(armillary, words, option):
    result = armillary("jacobian", "ur5", *words)
    assert result.exit_code == 2
    assert option in result.stderr
    assert result.stdout == ""
