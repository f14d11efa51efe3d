// The picture of a playable page: robots, the spring of the pointer, targets and paths of the tip, and its switches.

import { element, shown } from "../dom";
import { strainScale } from "../scale";
import { type Direction, View } from "../view";
import type { Stage } from "./data";
import { Grab } from "./grab";
import { Pointer } from "./pointer";
import { Rays } from "./rays";
import type { Session } from "./session";
import { Target } from "./target";
import { Trail } from "./trail";

const MOST_MAGNIFIED = 200;
/** Number of steps of the magnification slider, logarithmic. */
const STEPS = 100;

/** Returns a switch with its name. */
function check(text: string, id: string, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = element("input", { type: "checkbox", id });
  box.checked = on;
  box.addEventListener("change", () => change(box.checked));
  return element("label", { class: "field" }, box, ` ${text}`);
}

export class Picture {
  readonly place = element("div", { class: "view" });
  readonly view: View | null;
  readonly grab: Grab | null = null;
  /** The folded switches below the picture; none without a picture. */
  readonly options: HTMLElement[] = [];
  private slider = element("input", {
    type: "range", id: "magnification", min: 0, max: STEPS, value: 0, "aria-label": "magnification of bending",
  });
  private factor = element("output", { for: "magnification" }, "×1");

  constructor(
    private stage: Stage,
    private session: Session,
  ) {
    this.view = this.pictured();
    if (!this.view) return;
    const { view } = this;
    const rays = new Rays(view);
    const grab = new Grab(session, view, rays, stage.play.spring.stiffness, stage.play.spring.damping);
    session.pushers.push(grab);
    this.grab = grab;
    const target = new Target(session, view);
    const pointer = new Pointer(this.place, session, view, rays, grab, target);
    const more = element("details", { class: "more" }, element("summary", {}, "options of the picture"), this.switches(view, pointer, target));
    more.open = innerWidth > 900; // a phone has little room beside the picture
    this.options.push(more);
    this.place.append(grab.label, hint());
    const trails = session.players.map((player, k) => new Trail(player, view, k));
    session.onChange(() => {
      grab.draw();
      target.draw();
      for (const trail of trails) trail.draw();
      view.setTime(session.time, session.playing);
    });
  }

  private pictured(): View | null {
    const { stage, place, session } = this;
    const names = stage.robots.map((robot) => robot.name).join(", ");
    const said = `moving picture of ${names}; drag the robot to pull it, drag beside it to turn the view`;
    const canvas = element("canvas", { role: "img", "aria-label": said, tabindex: 0 });
    const context = canvas.getContext("webgl2", { antialias: true });
    if (!context) {
      place.append(element("p", { class: "none" }, "This browser has no WebGL 2: charts and sliders work, the picture does not."));
      return null;
    }
    place.append(canvas);
    const view = new View(place, canvas, context, stage.meshes, session.players, stage.play.strain);
    view.follows = true;
    if (stage.play.strain > 0) place.append(strainScale(stage.play.strain));
    return view;
  }

  /** Multiplies the magnification of bending by a factor. */
  magnify(by: number): void {
    if (!this.view) return;
    this.view.magnification = Math.min(Math.max(this.view.magnification * by, 1), MOST_MAGNIFIED);
    this.factor.textContent = `×${shown(this.view.magnification, 3)}`;
    this.slider.value = String((STEPS * Math.log(this.view.magnification)) / Math.log(MOST_MAGNIFIED));
    this.view.invalidate();
  }

  /** Returns the switches: bending, strain, path, targets by the pointer, direction. */
  private switches(view: View, pointer: Pointer, target: Target): HTMLElement {
    const row = element("div", { class: "row options" });
    this.slider.addEventListener("input", () => this.magnify(MOST_MAGNIFIED ** (Number(this.slider.value) / STEPS) / view.magnification));
    if (this.session.players.some(({ robot }) => robot.elastic > 0))
      row.append(element("label", { class: "field" }, "bending ", this.slider, this.factor));
    if (view.strainLimit > 0) row.append(check("strain colours", "strain", true, (on) => view.showStrain(on)));
    row.append(check("path of the tip", "trail", true, (on) => ((view.trails = on), this.session.changed())));
    const aim = (on: boolean): void => {
      pointer.aiming = on;
      if (!on) target.hide();
    };
    if (target.possible) row.append(check("pointer moves the target", "aiming", false, aim));
    const look = element("select", { id: "look", "aria-label": "look from" });
    for (const one of ["three-quarter", "side", "front", "top"]) look.append(element("option", { value: one }, one));
    look.addEventListener("change", () => view.look(look.value as Direction));
    const fit = element("button", { type: "button", id: "fit" }, "reset view");
    fit.addEventListener("click", () => view.look(look.value as Direction));
    row.append(element("span", { class: "field" }, look, fit));
    return row;
  }
}

/** Returns the line over the picture that says what to do; it goes at the first touch. */
function hint(): HTMLElement {
  const said = element("p", { class: "hint" }, "Drag the robot to pull it; drag beside it to turn the view.");
  document.addEventListener("pointerdown", () => said.remove(), { once: true, capture: true }); // a grabbed robot keeps the event to itself
  return said;
}
