// A playable page: the closed loop itself runs here, and the reader pulls the robot and turns its gains.

import { Vector3 } from "three";
import { element } from "../dom";
import { type Vec, tipOf } from "../kinematics";
import { onTheme } from "../theme";
import type { View } from "../view";
import type { PlayData, Stage } from "./data";
import { csv, pushesCsv, scenarioFile } from "./files";
import type { Grab } from "./grab";
import { KEYS, startKeys } from "./keys";
import { Readings, fileButtons, jointPushes, loopSwitches, modeButtons } from "./panel";
import { Picture } from "./picture";
import { Player } from "./player";
import { Plots } from "./plots";
import { Rays } from "./rays";
import { Session } from "./session";
import { Shake } from "./shake";
import { Sliders } from "./sliders";
import { Transport } from "./transport";

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

function folded(title: string, inside: HTMLElement, open: boolean): HTMLDetailsElement {
  const box = element("details", { class: "group" }, element("summary", {}, title), inside);
  box.open = open;
  return box;
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

/** Returns the column beside the picture: energies, loops, sliders, pushes, files; and the list of keys. */
function sideOf(play: PlayData, { session, view, readings }: Playing, plots: Plots, sliders: Sliders): [HTMLElement, HTMLDetailsElement] {
  const shake = new Shake(session);
  session.pushers.push(shake);
  const card = (title: string, ...inside: HTMLElement[]): HTMLElement =>
    element("section", { class: "card" }, element("h2", {}, title), ...inside);
  const side = element("div", { class: "side" }, card("Energy audit", readings.place));
  if (session.players.length > 1) side.append(card("Side by side", loopSwitches(session, view, plots)));
  const settings = card("Change it while it moves", sliders.place);
  const joints = jointPushes(session, shake, play.pushes);
  if (joints.childElementCount) settings.append(folded("Push a joint", joints, false));
  if (play.modes.length) settings.append(folded("Shake a mode", modeButtons(play, shake), true));
  const keys = element("dl", { class: "keys" });
  for (const [key, does] of KEYS) keys.append(element("dt", {}, key), element("dd", {}, does));
  const help = folded("Keys", keys, false);
  side.append(settings, element("section", { class: "card" }, fileButtons(session), help));
  return [side, help];
}

/** Fills a place of the page with the loops and starts them, at a time of the run [s]; null for that of the data. */
export async function startPlay(place: HTMLElement, stage: Stage, time: number | null = null): Promise<Playing> {
  const { play } = stage;
  const players = await Promise.all(play.loops.map((entry) => Player.make(entry, stage.robots[entry.robot], play.loops.length)));
  for (const player of players) begun(stage, player, time);
  const session = new Session(players);
  const transport = new Transport(session);
  const plots = new Plots(session, play.charts);
  const sliders = new Sliders(session);
  const picture = new Picture(stage, session);
  const controls = element("div", { class: "controls" }, transport.place, ...picture.options);
  const made = { session, view: picture.view, grab: picture.grab, readings: new Readings(session), transport };
  if (picture.grab) springSliders(sliders, picture.grab, play.spring);
  const [side, help] = sideOf(play, made, plots, sliders);
  place.classList.add("playing");
  place.replaceChildren(element("div", { class: "stage card" }, picture.place, controls), side, plots.place);
  onTheme(() => {
    plots.make();
    picture.view?.recolour();
  });
  startKeys(session, transport, { magnify: (by) => picture.magnify(by), help: () => (help.open = !help.open) });
  session.changed();
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) session.play();
  for (const later of MEASURED) setTimeout(() => made.readings.measure(), later);
  return made;
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
export function exposed({ session, view, grab, readings }: Playing): Record<string, unknown> {
  const rays = view && new Rays(view);
  const tip = (): Vec | null => tipOf(session.main.robot, session.main.poses(0, 1));
  return {
    play: () => session.play(),
    pause: () => session.pause(),
    step: (steps = 1) => session.single(steps),
    seek: (time: number) => session.seek(time),
    setSpeed: (speed: number) => session.setSpeed(speed),
    playing: () => session.playing,
    data: () => session.main.entry.data,
    time: () => session.time,
    x: (loop = 0) => Array.from(session.players[loop].loop.x),
    outputs: (loop = 0) => Object.fromEntries(session.players[loop].entry.data.outputs.map((one, k) => [one.name, session.players[loop].loop.outputs()[k]])),
    set: (name: string, value: number) => session.setParameter(name, value),
    parameters: () =>
      Object.fromEntries(session.main.entry.data.parameters.map((one) => [one.name, session.main.loop.get(one)])),
    pushes: () => session.pushes.list,
    pushesCsv: () => pushesCsv(session),
    moved: () => session.moved,
    recorded: () => session.recorded,
    rows: () => session.main.tape.length,
    tip,
    tipOnScreen: () => (tip() ? rays!.onScreen(tip()!) : null),
    inView: () => rays!.share(Object.values(session.main.poses(0, 1)).map(({ o }) => o)),
    force: () => grab?.force,
    pull: (by: Vec) => grab?.aim(new Vector3(...by)),
    available: () => readings.available,
    measure: () => readings.measure(),
    csv: () => csv(session.main),
    toml: () => scenarioFile(session.main),
    frames: () => view?.frames ?? 0,
    restart: () => session.restart(),
  };
}
