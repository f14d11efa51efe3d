// The pointer in the picture: it pulls links, or the target of the tip; beside the robot it turns the view.

import type { Vector3 } from "three";
import type { View } from "../view";
import type { Grab } from "./grab";
import type { Rays } from "./rays";
import type { Session } from "./session";
import type { Target } from "./target";

export class Pointer {
  /** Whether the pointer moves the target of the tip and pulls nothing. */
  aiming = false;
  private depth: Vector3 | null = null;
  private holds: number | null = null;

  constructor(
    place: HTMLElement,
    private session: Session,
    private view: View,
    private rays: Rays,
    private grab: Grab,
    private target: Target,
  ) {
    // Before the listeners of the canvas, which turn the view.
    place.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    place.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    for (const name of ["pointerup", "pointercancel"] as const)
      place.addEventListener(name, (event) => this.up(event), { capture: true });
  }

  private down(event: PointerEvent): void {
    if (event.target !== this.view.canvas || event.button !== 0 || this.holds !== null) return;
    if ((this.aiming || event.shiftKey) && this.target.possible) {
      this.depth = this.target.place();
      const at = this.rays.onPlane(event, this.depth);
      if (at) this.target.aim(at);
    } else {
      const hit = this.rays.hit(event);
      if (!hit || !this.grab.start(hit)) return;
      this.grab.move(event);
    }
    event.stopPropagation();
    event.preventDefault();
    this.holds = event.pointerId;
    if (event.isTrusted) this.view.canvas.setPointerCapture(event.pointerId);
    this.view.canvas.focus({ preventScroll: true });
    if (!this.session.playing) this.session.play();
  }

  private move(event: PointerEvent): void {
    if (this.holds !== event.pointerId) {
      if (event.target === this.view.canvas && event.buttons === 0) this.hint(event);
      return;
    }
    event.stopPropagation();
    if (this.depth) {
      const at = this.rays.onPlane(event, this.depth);
      if (at) this.target.aim(at);
    } else this.grab.move(event);
  }

  private up(event: PointerEvent): void {
    if (this.holds !== event.pointerId) return;
    event.stopPropagation();
    this.holds = null;
    this.depth = null;
    this.grab.release();
  }

  /** Shows by the form of the pointer whether there is something to pull. */
  private hint(event: PointerEvent): void {
    if (event.pointerType !== "mouse") return;
    const on = this.aiming ? "crosshair" : this.rays.hit(event) ? "pointer" : "grab";
    this.view.canvas.style.cursor = on;
  }
}
