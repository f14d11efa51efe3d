// The page of a report: a moving picture and plots on one clock.

import { Charts } from "./charts";
import { Clock } from "./clock";
import { Controls } from "./controls";
import { type PageData, readData } from "./data";
import { element, shown } from "./dom";
import { type Pose, type Vec, bodyPoses, magnified, tipOf } from "./kinematics";
import { Motion } from "./motion";
import { type Playing, exposed, startPlay } from "./play/page";
import { startSaving } from "./save";
import { strainScale } from "./scale";
import { startTables } from "./tables";
import { onTheme, startTheme } from "./theme";
import { View } from "./view";

function pictured(data: PageData, motions: Motion[], stage: HTMLElement): View | null {
  const place = element("div", { class: "view" });
  stage.append(place);
  if (!motions.some((one) => one.moves)) {
    place.append(element("p", { class: "none" }, "No row of the results is finite: there is no picture."));
    return null;
  }
  const names = data.robots.map((robot) => robot.name).join(", ");
  const canvas = element("canvas", { role: "img", "aria-label": `moving picture of ${names}; drag to turn it`, tabindex: 0 });
  const context = canvas.getContext("webgl2", { antialias: true });
  if (!context) {
    place.append(element("p", { class: "none" }, "This browser has no WebGL 2: the plots work, the picture does not."));
    return null;
  }
  place.append(canvas);
  const limit = Math.max(0, ...data.runs.map((run) => run.strain));
  const view = new View(place, canvas, context, data.meshes, motions.map((one) => (one.moves ? one : null)), limit);
  if (limit > 0) place.append(strainScale(limit));
  return view;
}

function start(): void {
  startTheme();
  startSaving();
  startTables();
  const data = readData();
  if (data.play && data.runs.length === 0) {
    void playable(data);
    return;
  }
  const motions = data.runs.map((run) => new Motion(run, data.robots[run.robot]));
  const clock = new Clock(Math.min(...data.runs.map((run) => run.begin)), Math.max(...data.runs.map((run) => run.end)));
  const stage = element("div", { class: "stage card" });
  const charts = new Charts(data, clock);
  const work = element("div", { class: "work" }, stage, charts.place);
  document.getElementById("stage-place")!.replaceWith(work);
  const view = pictured(data, motions, stage);
  const live = data.play ? () => fromHere(data, work, clock) : null;
  const controls = new Controls(data, clock, charts, view, live);
  stage.append(controls.place);
  charts.make();
  view?.retrail();
  onTheme(() => {
    charts.make();
    view?.recolour();
  });
  document.querySelectorAll<HTMLElement>("[data-time]").forEach((button) =>
    button.addEventListener("click", () => {
      clock.set(Number(button.dataset.time));
      stage.scrollIntoView({ block: "start" });
    }),
  );
  expose(data, motions, clock, charts, controls, view);
}

/** Lets the closed loop of the first run go on from the time of the report, in the place of its picture and plots. */
async function fromHere(data: PageData, report: HTMLElement, clock: Clock): Promise<void> {
  clock.pause();
  const work = element("div", { class: "work" });
  const back = element("button", { type: "button", id: "back-to-report" }, "back to the report");
  const bar = element("p", { class: "bar" }, back, ` The closed loop runs on from ${shown(clock.time)} s of the run.`);
  report.hidden = true;
  report.before(bar, work);
  const stage = { ...data, play: data.play! };
  const made = await startPlay(work, stage, clock.time);
  back.addEventListener("click", () => {
    made.session.pause();
    work.remove();
    bar.remove();
    report.hidden = false;
  });
  Object.assign((window as unknown as { armillary: object }).armillary, { live: exposed(made) });
}

/** Makes the page of loops alone. */
async function playable(data: PageData): Promise<void> {
  const begin = performance.now();
  const work = element("div", { class: "work" });
  document.getElementById("stage-place")!.replaceWith(work);
  const stage = { ...data, play: data.play! };
  const made: Playing = await startPlay(work, stage);
  const own = { version: data.version, ready: performance.now() - begin, ...exposed(made) };
  (window as unknown as { armillary: typeof own }).armillary = own;
}

/** Puts functions on the window that tests, and curious readers, may call. */
function expose(
  data: PageData,
  motions: Motion[],
  clock: Clock,
  charts: Charts,
  controls: Controls,
  view: View | null,
): void {
  const own = {
    version: data.version,
    clock,
    times: (run: number): number[] => Array.from(motions[run].t),
    q: (run: number, time: number): number[] => Array.from(motions[run].q(time)),
    poses: (run: number, time: number, magnification = 1): Record<number, Pose> =>
      motions[run].poses(time, magnification),
    posesAt: (robot: number, q: number[], magnification = 1): Record<number, Pose> =>
      bodyPoses(data.robots[robot], magnified(data.robots[robot], q, magnification)),
    tip: (run: number, time: number, magnification = 1): Vec | null =>
      tipOf(motions[run].robot, motions[run].poses(time, magnification)),
    vertices: (run: number, part: number, time: number, magnification = 1): Vec[] =>
      view!.vertices(run, part, time, magnification),
    magnify: (factor: number): void => controls.setMagnification(factor),
    magnification: (): number => controls.magnification,
    plots: () => charts.plots.filter((plot) => !plot.figure.hidden).map((plot) => plot.state()),
    frames: (): number => view?.frames ?? 0,
    distance: (): number => view?.away ?? 0,
  };
  (window as unknown as { armillary: typeof own }).armillary = own;
}

start();
