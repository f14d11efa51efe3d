// A playable page: the closed loop itself runs here, and the reader pulls the robot and turns its gains.

import { Vector3 } from "three";
import { element, shown } from "../dom";
import { type Vec, tipOf } from "../kinematics";
import { strainScale } from "../scale";
import { onTheme } from "../theme";
import { type Direction, View } from "../view";
import type { Stage } from "./data";
import { csv, scenarioFile } from "./files";
import { Grab } from "./grab";
import { KEYS, startKeys } from "./keys";
import { Readings, fileButtons, jointPushes, loopSwitches, modeButtons } from "./panel";
import { Player } from "./player";
import { Plots } from "./plots";
import { Pointer } from "./pointer";
import { Rays } from "./rays";
import { Session } from "./session";
import { Shake } from "./shake";
import { Sliders } from "./sliders";
import { Target } from "./target";
import { Trail } from "./trail";
import { Transport } from "./transport";

const MOST_MAGNIFIED = 200;
const STEPS = 100;
/** Milliseconds after the start at which the available speed is measured. */
const MEASURED = [150, 1200, 4000];

/** Everything of the page, for its parts and for tests. */
export interface Playing {
  session: Session;
  view: View | null;
  grab: Grab | null;
  readings: Readings;
  transport: Transport;
}

function folded(title: string, inside: HTMLElement, open: boolean): HTMLElement {
  const box = element("details", { class: "group" }, element("summary", {}, title), inside);
  box.open = open;
  return box;
}

function pictured(stage: Stage, players: Player[], place: HTMLElement): View | null {
  const names = stage.robots.map((robot) => robot.name).join(", ");
  const said = `moving picture of ${names}; drag the robot to pull it, drag beside it to turn the view`;
  const canvas = element("canvas", { role: "img", "aria-label": said, tabindex: 0 });
  const context = canvas.getContext("webgl2", { antialias: true });
  if (!context) {
    place.append(element("p", { class: "none" }, "This browser has no WebGL 2: charts and sliders work, the picture does not."));
    return null;
  }
  place.append(canvas);
  const view = new View(place, canvas, context, stage.meshes, players, stage.play.strain);
  if (stage.play.strain > 0) place.append(strainScale(stage.play.strain));
  return view;
}

/** Returns the switches of the picture: bending, strain, path, direction, targets by the pointer. */
function viewOptions(view: View, session: Session, pointer: Pointer, target: Target): HTMLElement & { magnify(factor: number): void } {
  const row = element("div", { class: "row options" });
  const magnify = (factor: number): void => {
    view.magnification = Math.min(Math.max(factor, 1), MOST_MAGNIFIED);
    readout.textContent = `×${shown(view.magnification, 3)}`;
    slider.value = String((STEPS * Math.log(view.magnification)) / Math.log(MOST_MAGNIFIED));
    view.invalidate();
  };
  const slider = element("input", { type: "range", id: "magnification", min: 0, max: STEPS, value: 0, "aria-label": "magnification of bending" });
  const readout = element("output", { for: "magnification" }, "×1");
  slider.addEventListener("input", () => magnify(MOST_MAGNIFIED ** (Number(slider.value) / STEPS)));
  const check = (text: string, id: string, on: boolean, change: (on: boolean) => void): void => {
    const box = element("input", { type: "checkbox", id });
    box.checked = on;
    box.addEventListener("change", () => change(box.checked));
    row.append(element("label", { class: "field" }, box, ` ${text}`));
  };
  if (session.players.some(({ robot }) => robot.elastic > 0))
    row.append(element("label", { class: "field" }, "bending ", slider, readout));
  if (view.strainLimit > 0) check("strain colours", "strain", true, (on) => view.showStrain(on));
  check("path of the tip", "trail", true, (on) => ((view.trails = on), view.invalidate()));
  if (target.possible)
    check("pointer moves the target", "aiming", false, (on) => {
      pointer.aiming = on;
      if (!on) target.hide();
    });
  const look = element("select", { id: "look", "aria-label": "look from" });
  for (const one of ["three-quarter", "side", "front", "top"]) look.append(element("option", { value: one }, one));
  look.addEventListener("change", () => view.look(look.value as Direction));
  const fit = element("button", { type: "button", id: "fit" }, "reset view");
  fit.addEventListener("click", () => view.look(look.value as Direction));
  row.append(element("span", { class: "field" }, look, fit));
  return Object.assign(row, { magnify });
}

/** Puts a loop at the state of a run from which the page begins. */
function begun(stage: Stage, player: Player, time: number | null): void {
  const { begin } = stage.play;
  const until = time ?? begin?.t ?? 0;
  if (until > 0) player.loop.until(until);
  const { nq, nv } = player.entry.data;
  if (!begin || time !== null || begin.x.length !== nq + nv) return;
  const x = player.loop.x.slice();
  x.set(begin.x);
  player.loop.begin(begin.t, x);
}

/** Fills a place of the page with the loops and starts them, at a time of the run [s]; null for that of the data. */
export async function startPlay(place: HTMLElement, stage: Stage, time: number | null = null): Promise<Playing> {
  const { play } = stage;
  const players = await Promise.all(play.loops.map((entry) => Player.make(entry, stage.robots[entry.robot], play.loops.length)));
  for (const player of players) begun(stage, player, time);
  const session = new Session(players);
  const restart = (): void => session.restart((player) => begun(stage, player, time));
  const transport = new Transport(session, restart);
  const readings = new Readings(session);
  const shake = new Shake(session);
  session.pushers.push(shake);
  const plots = new Plots(session, play.charts);
  const sliders = new Sliders(session);
  const picture = element("div", { class: "view" });
  const left = element("div", { class: "stage card" }, picture);
  const controls = element("div", { class: "controls" }, transport.place);
  const right = element("div", { class: "side" });
  left.append(controls);
  place.classList.add("playing");
  place.replaceChildren(left, right, plots.place);
  const view = pictured(stage, players, picture);
  let grab: Grab | null = null;
  let magnify = (_factor: number): void => {};
  if (view) {
    const rays = new Rays(view);
    grab = new Grab(session, view, rays, play.spring.stiffness, play.spring.damping);
    session.pushers.push(grab);
    const target = new Target(session, view);
    const pointer = new Pointer(picture, session, view, rays, grab, target);
    const options = viewOptions(view, session, pointer, target);
    const more = element("details", { class: "more" }, element("summary", {}, "options of the picture"), options);
    more.open = innerWidth > 900;
    controls.append(more);
    magnify = (factor) => options.magnify(view.magnification * factor);
    picture.append(grab.label, hint());
    const trails = players.map((player, k) => new Trail(player, view, k));
    session.onChange(() => {
      grab!.draw();
      target.draw();
      for (const trail of trails) trail.draw();
      view.setTime(session.time, session.playing);
    });
    springSliders(sliders, grab, play.spring);
  }
  const keys = element("dl", { class: "keys" });
  for (const [key, does] of KEYS) keys.append(element("dt", {}, key), element("dd", {}, does));
  const help = folded("Keys", keys, false) as HTMLDetailsElement;
  right.append(element("section", { class: "card energies" }, element("h2", {}, "Energy audit"), readings.place));
  if (players.length > 1) right.append(element("section", { class: "card" }, element("h2", {}, "Side by side"), loopSwitches(session, view, plots)));
  const settings = element("section", { class: "card settings" }, element("h2", {}, "Change it while it moves"), sliders.place);
  const joints = jointPushes(session, shake, play.pushes);
  if (joints.childElementCount) settings.append(folded("Push a joint", joints, false));
  if (play.modes.length) settings.append(folded("Shake a mode", modeButtons(play, shake), true));
  right.append(settings, element("section", { class: "card" }, fileButtons(session, play), help));
  onTheme(() => {
    plots.make();
    view?.recolour();
  });
  startKeys(session, transport, { restart, magnify, help: () => (help.open = !help.open) });
  session.changed();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) session.play();
  for (const later of MEASURED) setTimeout(() => readings.measure(), later);
  return { session, view, grab, readings, transport };
}

/** Returns the line over the picture that says what to do; it goes at the first touch. */
function hint(): HTMLElement {
  const said = element("p", { class: "hint" }, "Drag the robot to pull it; drag beside it to turn the view.");
  document.addEventListener("pointerdown", () => said.remove(), { once: true });
  return said;
}

function springSliders(sliders: Sliders, grab: Grab, { stiffness, damping }: { stiffness: number; damping: number }): void {
  sliders.add(
    "Spring of the pointer",
    [
      { label: "stiffness", unit: "N/m", low: stiffness / 50, high: stiffness * 20, first: stiffness, get: () => grab.stiffness, set: (value) => (grab.stiffness = value) },
      { label: "damping", unit: "N·s/m", low: 0, high: damping * 8, first: damping, get: () => grab.damping, set: (value) => (grab.damping = value) },
    ],
    false,
  );
}

/** Puts functions on the window that tests, and curious readers, may call. */
export function exposed({ session, view, grab, readings, transport }: Playing, stage: Stage): Record<string, unknown> {
  const rays = view && new Rays(view);
  const tip = (): Vec | null => tipOf(session.main.robot, session.main.poses(0, 1));
  return {
    play: () => session.play(),
    pause: () => session.pause(),
    step: (steps = 1) => session.single(steps),
    seek: (time: number) => session.seek(time),
    setSpeed: (speed: number) => transport.setSpeed(speed),
    playing: () => session.playing,
    data: () => session.main.entry.data,
    time: () => session.time,
    x: (loop = 0) => Array.from(session.players[loop].loop.x),
    outputs: (loop = 0) => Object.fromEntries(session.players[loop].entry.data.outputs.map((one, k) => [one.name, session.players[loop].loop.outputs()[k]])),
    set: (name: string, value: number) => session.setParameter(name, value),
    parameters: () =>
      Object.fromEntries(session.main.entry.data.parameters.map((one) => [one.name, session.main.loop.get(one)])),
    pushes: () => session.pushes,
    recorded: () => session.recorded,
    rows: () => session.main.tape.length,
    tip,
    tipOnScreen: () => (tip() ? rays!.onScreen(tip()!) : null),
    force: () => grab?.force,
    pull: (by: Vec) => grab?.aim(new Vector3(...by)),
    available: () => readings.available,
    measure: () => readings.measure(),
    csv: () => csv(session.main),
    toml: () => scenarioFile(stage.play, session.main),
    frames: () => view?.frames ?? 0,
    restart: () => session.restart(),
  };
}
