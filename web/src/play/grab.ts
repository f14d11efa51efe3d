// A spring between the pointer and a link of the robot.
//
//     f = k (target - point) - c v                                                            (1)
// point is fixed in the link; v is its velocity, from its places now and at the last update. f is constant over each step
// and acts on all loops alike.

import { ArrowHelper, BufferGeometry, Float32BufferAttribute, Line, LineDashedMaterial, Vector3 } from "three";
import { element, shown } from "../dom";
import { type Pose, type Vec, apply, bodyPoses } from "../kinematics";
import type { View } from "../view";
import type { Player } from "./player";
import type { Hit, Rays } from "./rays";
import type { Pusher, Session } from "./session";

/** Distance from the tip, as a part of the robot's size, within which the tip itself is grabbed. */
const NEAR = 0.12;
const COLOUR = 0xd9480f;

/** Returns Rᵀ x. */
function turnedBack(R: number[], x: Vector3): Vec {
  const back = [R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]];
  return apply(back, [x.x, x.y, x.z]);
}

function placed({ R, o }: Pose, point: Vec): Vector3 {
  return new Vector3(...apply(R, point)).add(new Vector3(...o));
}

interface Held {
  link: number;
  body: number;
  point: Vec;
  target: Vector3;
  /** Shown and true places of the point when it was grabbed: they differ where bending is magnified. */
  seen: Vector3;
  begin: Vector3;
  /** Place and time [s] of the last update. */
  before: { at: Vector3; t: number } | null;
}

export class Grab implements Pusher {
  readonly label = element("div", { class: "force", hidden: true });
  force: Vec = [0, 0, 0];
  private held: Held | null = null;
  private arrow = new ArrowHelper(new Vector3(0, 0, 1), new Vector3(), 1, COLOUR);
  private spring = new Line(
    new BufferGeometry().setAttribute("position", new Float32BufferAttribute(new Float32Array(6), 3)),
    new LineDashedMaterial({ color: COLOUR, dashSize: 0.02, gapSize: 0.015 }),
  );

  constructor(
    private session: Session,
    private view: View,
    private rays: Rays,
    public stiffness: number,
    public damping: number,
  ) {
    for (const one of [this.arrow, this.spring]) {
      one.visible = false;
      one.traverse((part) => (part.frustumCulled = false));
      view.scene.add(one);
    }
    const dash = this.spring.material as LineDashedMaterial;
    dash.dashSize = 0.02 * this.player.robot.size;
    dash.gapSize = 0.6 * dash.dashSize;
  }

  get active(): boolean {
    return this.held !== null;
  }

  private get player(): Player {
    return this.session.main;
  }

  /** Returns the grabbed link and the place of the grabbed point [m]; null while nothing is held. */
  get holding(): { link: string; point: Vec } | null {
    return this.held && { link: this.player.entry.data.links[this.held.link].name, point: this.held.point };
  }

  /** Grabs the part under the pointer; returns whether there is one that moves. */
  start({ part, point }: Hit): boolean {
    const poses = this.player.poses(0, this.view.magnification);
    const link = this.linkAt(part.body, point, poses);
    if (link === null) return false;
    const { body } = this.player.entry.data.links[link];
    let local = turnedBack(poses[body].R, point.clone().sub(new Vector3(...poses[body].o)));
    const { tip, size } = this.player.robot;
    if (tip && tip.body === body && placed(poses[body], tip.t as Vec).distanceTo(point) < NEAR * size) local = tip.t as Vec;
    this.take(link, local);
    return true;
  }

  /** Grabs a point of a link. */
  take(link: number, point: Vec): void {
    const { body } = this.player.entry.data.links[link];
    const seen = placed(this.player.poses(0, this.view.magnification)[body], point);
    const begin = placed(bodyPoses(this.player.robot, this.player.q())[body], point);
    this.held = { link, body, point, seen, begin, target: begin.clone(), before: null };
    this.session.changed();
  }

  /** Returns the link of a body; of a bending one, the nearest of its frame and its nodes. */
  private linkAt(body: number, point: Vector3, poses: Record<number, Pose>): number | null {
    const { joints } = this.player.robot;
    let best: number | null = null;
    let least = Infinity;
    this.player.entry.data.links.forEach((link, k) => {
      const own = link.body === body;
      const node = joints[link.body]?.kind === "node" && joints[link.body].parent === body;
      if (!own && !node) return;
      const away = new Vector3(...poses[link.body].o).distanceTo(point);
      if (away < least) [best, least] = [k, away];
    });
    return best;
  }

  /** Moves the end of the spring under the pointer. */
  move(event: PointerEvent): void {
    const at = this.held && this.rays.onPlane(event, this.held.seen);
    if (at) this.aim(at.sub(this.held!.seen));
  }

  /** Moves the end of the spring by a vector from where it was grabbed [m]. */
  aim(shift: Vector3): void {
    if (!this.held) return;
    this.held.target.copy(this.held.begin).add(shift);
    this.session.changed();
  }

  release(): void {
    if (!this.held) return;
    this.session.pushLink(this.held.link, [0, 0, 0], this.held.point);
    this.held = null;
    this.force = [0, 0, 0];
    this.session.changed();
  }

  /** Sets the force for the next step, (1). */
  push(session: Session): void {
    const held = this.held!;
    const at = placed(bodyPoses(this.player.robot, this.player.q())[held.body], held.point);
    const f = held.target.clone().sub(at).multiplyScalar(this.stiffness);
    const passed = held.before ? session.time - held.before.t : 0; // negative after going back
    if (passed > 0) f.addScaledVector(at.clone().sub(held.before!.at), -this.damping / passed);
    held.before = { at, t: session.time };
    this.force = [f.x, f.y, f.z];
    session.pushLink(held.link, this.force, held.point);
  }

  /** Draws spring, arrow and the size of the force. */
  draw(): void {
    const { held } = this;
    for (const one of [this.arrow, this.spring]) one.visible = held !== null;
    this.label.hidden = held === null;
    if (!held) return;
    const at = placed(this.player.poses(0, this.view.magnification)[held.body], held.point);
    const to = held.target.clone().sub(held.begin).add(held.seen);
    const line = this.spring.geometry.getAttribute("position") as Float32BufferAttribute;
    line.setXYZ(0, at.x, at.y, at.z);
    line.setXYZ(1, to.x, to.y, to.z);
    line.needsUpdate = true;
    this.spring.computeLineDistances();
    const force = new Vector3(...this.force);
    const size = force.length();
    const length = Math.max(Math.min(size / this.stiffness, 0.6 * this.player.robot.size), 1e-4);
    this.arrow.position.copy(at);
    this.arrow.setDirection(size > 0 ? force.normalize() : new Vector3(0, 0, 1));
    this.arrow.setLength(length, Math.min(0.3 * length, 0.05 * this.player.robot.size), 0.025 * this.player.robot.size);
    this.label.textContent = `${shown(size, 3)} N`;
    const [x, y] = this.rays.onScreen([at.x, at.y, at.z]);
    const box = this.view.canvas.getBoundingClientRect();
    this.label.style.transform = `translate(${x - box.left + 14}px, ${y - box.top - 30}px)`;
  }
}
