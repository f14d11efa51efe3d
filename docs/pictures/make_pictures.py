"""Makes the pictures of README.md and the documents, in docs/pictures. `make pictures` runs it; it needs Chromium.

report.png      the page that `arm.report` writes, as a browser shows it
play.png        a playable page, whose robot is pulled
modes.png       the first bending modes of a flexible arm
arm.gif         a flexible arm that moves and swings
margins.png     Bode plot of a sampled loop around a flexible arm
settling.png    settling time of a flexible arm over payload and shaping frequency
flow.svg        how data flow through the folders of src/armillary
The pictures of docs/figures are written there by the code of their page.
"""

import os
import re
import runpy
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch
from PIL import Image

import armillary as arm
from armillary.figures.skeleton import StickFigure

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
COLOURS = 256


def smaller(path: Path, width: int) -> None:
    """Scale a picture to a width [pixels] and store it with few colours."""
    with Image.open(path) as image:
        height = round(image.height * width / image.width)
        image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS).quantize(
            COLOURS, Image.Quantize.FASTOCTREE
        ).save(path, optimize=True)


NEXT_FRAME = (
    "const done = arguments[0]; {}; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 1000)))"
)


def photograph(page: Path, script: str, picture: str) -> None:
    """Write a picture of a page as a browser shows it after a script."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    flags = (
        "--headless=new",
        "--no-sandbox",
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
    )
    for flag in (*flags, "--window-size=1400,1000", f"--user-data-dir={page.parent}/profile"):
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        browser.get(page.as_uri())
        browser.implicitly_wait(5)
        browser.execute_async_script(NEXT_FRAME.format(script))
        browser.save_screenshot(str(PICTURES / picture))
    finally:
        browser.quit()
    smaller(PICTURES / picture, 1000)


def report(scenario: Path) -> None:
    """Write report.png: two runs of a scenario, with and without motors, in one page."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        runs = [
            arm.simulate(arm.load_scenario(scenario)),
            arm.simulate(arm.load_scenario(scenario.with_name(scenario.stem + "_without_motors.toml"))),
        ]
        arm.report(runs, page, names=["with motors", "without"], title="A flexible arm with and without motors")
        photograph(page, "armillary.clock.set(0.55)", "report.png")


PULL = """
armillary.pause(); armillary.restart(); armillary.step(3000)
setTimeout(() => {
  const canvas = document.querySelector('.view canvas'), [x, y] = armillary.tipOnScreen()
  const send = (kind, dx, dy) => canvas.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: 7, pointerType: 'mouse', button: 0, buttons: 1, clientX: x + dx, clientY: y + dy }))
  send('pointerdown', 0, 0)
  for (let k = 1; k <= 60; k++) { send('pointermove', 3 * k, -2 * k); armillary.step(10) }
}, 500)
"""
"""Pulls the tip of the robot up and aside, and holds it there."""


def play() -> None:
    """Write play.png: the pointer pulls the tip of the Panda in its playable page."""
    from armillary.motion.first_scenario import first_scenario

    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "play.html"
        first_scenario(arm.library.get("panda")).page(page)
        photograph(page, PULL, "play.png")


def margins() -> None:
    """Write margins.png: the example of docs/simulation/margins.md."""
    law = arm.controllers.PD(kp=[100, 10], kd=[20, 0.5])
    scenario = arm.Scenario(arm.library.get("flexrob"), controller=law, period=1e-3, delay=0.5e-3, q0=[0.3, 0.9])
    arm.margins(scenario).plot("bode", PICTURES / "margins.png")
    smaller(PICTURES / "margins.png", 900)


def settling() -> None:
    """Write settling.png: the map of examples/06_settling_map.py."""
    example = runpy.run_path(str(ROOT / "examples" / "06_settling_map.py"))
    example["main"](str(PICTURES / "settling.png"))
    smaller(PICTURES / "settling.png", 800)


def modes(robot: arm.Robot, q: list[float], swing: float = 0.08) -> None:
    """Write modes.png: a planar arm at rest in grey, and bent by its first modes until a point moves by `swing` [m]."""
    found = arm.frequencies(robot, q=q)
    model = arm.model(robot)
    skeleton = StickFigure(model)

    def points(amplitude: float, shape: np.ndarray) -> list[np.ndarray]:
        return [
            np.asarray(line)[:, :2] for line in skeleton.at(model.integrate(np.array(found.q), amplitude * shape)).lines
        ]

    figure = Figure(figsize=(10, 3.7), layout="constrained")
    panels = figure.subplots(1, 3, sharex=True, sharey=True)
    for k, axes in enumerate(panels):
        shape = np.real(found.shapes[:, k])
        rest, nudged = points(0.0, shape), points(1e-6, shape)
        size = swing * 1e-6 / max(np.abs(a - b).max() for a, b in zip(rest, nudged, strict=True))
        looks = ((0.0, "0.75", "at rest"), (-size, "#9ecae1", "one extreme"), (size, "#1f77b4", "the other"))
        for amplitude, colour, label in looks:
            for line in points(amplitude, shape):
                axes.plot(*line.T, color=colour, linewidth=3, solid_capstyle="round", label=label)
                label = "_"  # one entry of the legend for each look
        axes.set_aspect("equal")
        axes.grid(True, linewidth=0.4, alpha=0.5)
        axes.set_title(f"mode {k + 1}: {found.hz[k]:.1f} Hz")
        axes.set_xlabel("x [m]")
    panels[0].set_ylabel("y [m]")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    figure.savefig(PICTURES / "modes.png", dpi=100)
    smaller(PICTURES / "modes.png", 1000)


def figures() -> None:
    """Write the pictures of docs/figures: run the code of the page."""
    folder = ROOT / "docs" / "figures"
    page = (folder / "README.md").read_text(encoding="utf-8")
    os.chdir(folder)
    exec("\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), {})
    for path in folder.glob("*.png"):
        with Image.open(path) as image:
            width = image.width
        smaller(path, min(900, width))


def moving() -> None:
    """Write arm.gif: a two-link arm turns its joints by 90 degrees; its bending is drawn fifteen times as large."""
    run = arm.simulate(arm.load_scenario(ROOT / "examples" / "flexible_arm.toml"))
    run.animate(PICTURES / "arm.gif", fps=20, speed=0.75, exaggerate=15)


BOXES = {
    "tools": (0, 1.0, "files · tables\nspatial · expr", "general tools"),
    "Robot": (1, 1.0, "description", "as described"),
    "Model": (2, 1.0, "multibody", "all choices made"),
    "Program": (3, 1.0, "kinematics\nformulations", "expressions, simplified"),
    "code": (4, 1.0, "compiler\nexports", "native, C, FMU, CasADi"),
    "Equations": (3, 2.1, "symbolic", "readable"),
    "Scenario": (2, -0.1, "simulation\nmotion", "a closed loop"),
    "Trajectory": (3, -0.1, "results\nanalysis · selection", "recorded motion"),
    "views": (4, -0.1, "scene · figures\npages · viewer", "charts, films, pages"),
}
"""Values and steps of the flow: column, row, the folders that make them, and a few words."""
ARROWS = (
    ("tools", "Robot"), ("Robot", "Model"), ("Model", "Program"), ("Program", "code"), ("Model", "Equations"),
    ("Model", "Scenario"), ("Scenario", "Trajectory"), ("Trajectory", "views"), ("code", "Trajectory"),
    ("Scenario", "Program"),
)  # fmt: skip


def flow() -> None:
    """Write flow.svg: five values and the folders between them."""
    from matplotlib import rc_context

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "flow", "font.family": "sans-serif"}):
        figure = Figure(figsize=(11, 4.6))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(-0.5, 4.5), ylim=(-0.65, 2.65))
        axes.axis("off")
        half = (0.41, 0.4)
        for name, (x, y, folders, words) in BOXES.items():
            value = name[0].isupper()
            box = FancyBboxPatch(
                (x - half[0], y - half[1]), 2 * half[0], 2 * half[1], boxstyle="round,pad=0,rounding_size=0.06",
                facecolor="#dce9f5" if value else "#f2f2f2", edgecolor="#1f4e79" if value else "0.6",
                mutation_aspect=0.5,
            )  # fmt: skip
            axes.add_patch(box)
            axes.text(x, y + 0.22, name, ha="center", va="center", size=13, weight="bold")
            axes.text(x, y + 0.02, words, ha="center", va="center", size=9, color="0.3", style="italic")
            axes.text(x, y - 0.23, folders, ha="center", va="center", size=9, family="monospace")
        for one, other in ARROWS:
            (x, y, *_), (u, v, *_) = BOXES[one], BOXES[other]
            aside = half[0] * np.sign(u - x) * (abs(u - x) == 1 and y == v)
            begin = (x + aside, y + (half[1] * np.sign(v - y) if y != v else 0))
            end = (u - aside, v - (half[1] * np.sign(v - y) if y != v else 0))
            if y != v and abs(u - x) == 1:  # from a corner to a corner
                begin = (x + 0.8 * half[0] * np.sign(u - x), begin[1])
                end = (u - 0.8 * half[0] * np.sign(u - x), end[1])
            axes.annotate("", end, begin, arrowprops={"arrowstyle": "-|>", "color": "#1f4e79", "linewidth": 1.6})
        figure.savefig(PICTURES / "flow.svg", metadata={"Date": None})
        figure.savefig(Path(tempfile.gettempdir()) / "flow.png", dpi=90)


def main(names: list[str]) -> None:
    """Make the pictures of these names; default all."""
    PICTURES.mkdir(exist_ok=True)
    makers = {
        "report": lambda: report(ROOT / "examples" / "flexible_arm.toml"),
        "play": play,
        "modes": lambda: modes(arm.library.get("flexrob"), [0.3, 0.9]),
        "margins": margins,
        "settling": settling,
        "arm": moving,
        "figures": figures,
        "flow": flow,
    }
    for name in names or makers:
        makers[name]()
        print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
