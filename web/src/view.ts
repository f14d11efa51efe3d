// The robots in space: the first solid, others as coloured ghosts. Drawn only after changes.

import {
  AmbientLight,
  BufferGeometry,
  Color,
  DirectionalLight,
  Float32BufferAttribute,
  GridHelper,
  Group,
  Line,
  LineBasicMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { MeshData } from "./data";
import { colour } from "./dom";
import { type Pose, type Vec, apply, bodyPoses, magnified } from "./kinematics";
import type { Moving } from "./motion";
import { Surface } from "./surface";

export const RUN_COLOURS = ["#3b82c4", "#e07b39", "#2f9e6e", "#a05fb8"];
const DIRECTIONS = ["three-quarter", "side", "front", "top"] as const;
/** Parts of the radius of the view by which a robot may leave its middle before the camera follows: one that floats, others. */
const SLACK = { floating: 0.05, standing: 0.6 };
export type Direction = (typeof DIRECTIONS)[number];

interface Shown {
  motion: Moving;
  group: Group;
  surfaces: Surface[];
  parts: number[];
  trail: Line;
}

/** Returns the extent of points along a direction. */
function spread(points: Vector3[], way: Vector3): number {
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    low = Math.min(low, point.dot(way));
    high = Math.max(high, point.dot(way));
  }
  return high - low;
}

/** Greatest number of rows whose shapes are measured. */
const ROWS = 48;

/** Returns points around all parts of a robot at some rows, the first among them: shapes from files reach farther than joints. */
function reached({ motion, surfaces, parts }: Shown, most = ROWS): Vector3[] {
  const corners = surfaces.map((one) => one.corners());
  const found: Vector3[] = [];
  const every = Math.max(1, Math.ceil(motion.t.length / most));
  for (let k = 0; k < motion.t.length; k += every) {
    const poses = bodyPoses(motion.robot, motion.row(k));
    parts.forEach((body, p) => {
      const { R, o } = poses[body];
      for (const x of corners[p]) found.push(new Vector3(...apply(R, x)).add(new Vector3(...o)));
    });
  }
  return found;
}

export class View {
  frames = 0;
  magnification = 1;
  private strain = true;
  trails = true;
  readonly canvas: HTMLCanvasElement;
  private renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(32, 1, 0.001, 1000);
  private controls: OrbitControls;
  readonly shown: Shown[] = [];
  /** Number of the solid robot. */
  first = 0;
  private grid: GridHelper;
  private centre = new Vector3();
  private radius = 1;
  private points: Vector3[] = [];
  private margin = 0;
  private up: Vector3;
  private across: Vector3;
  private flat = false;
  private waiting = false;
  private time = 0;
  private direction: Direction = "three-quarter";
  private turned = false;
  /** Whether the camera follows the solid robot, whose motion is not known beforehand. */
  follows = false;
  /** How far the camera has followed. */
  private passed = new Vector3();
  private cell = 1;
  private level = new Vector3();
  /** Middle of the solid robot in the first picture. */
  private middle: Vector3 | null = null;

  constructor(
    private place: HTMLElement,
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    private meshes: MeshData[],
    motions: (Moving | null)[],
    readonly strainLimit: number,
  ) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, context, antialias: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    const known = motions.filter((one): one is Moving => one !== null);
    this.up = new Vector3(...known[0].robot.up).normalize();
    this.across = new Vector3(1, 0, 0);
    this.camera.up.copy(this.up);
    motions.forEach((motion, k) => this.addRun(motion, k));
    this.measure(known);
    this.grid = this.addGround(known);
    this.addLights();
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => this.invalidate());
    this.controls.addEventListener("start", () => (this.turned = true));
    new ResizeObserver(() => this.resize()).observe(place);
    this.resize();
    this.look("three-quarter");
    this.recolour();
  }

  private addRun(motion: Moving | null, k: number): void {
    if (!motion) {
      this.shown.push({ motion: null as never, group: new Group(), surfaces: [], parts: [], trail: new Line() });
      return;
    }
    const ghost = k === 0 ? null : new Color(RUN_COLOURS[k]);
    const group = new Group();
    const surfaces = motion.robot.parts.map((part) => new Surface(part, this.meshes[part.mesh], ghost));
    for (const surface of surfaces) group.add(surface.mesh);
    const trail = new Line(
      new BufferGeometry(),
      new LineBasicMaterial({ color: RUN_COLOURS[k], transparent: true, opacity: 0.8 }),
    );
    trail.frustumCulled = false;
    group.add(trail);
    this.scene.add(group);
    this.shown.push({ motion, group, surfaces, parts: motion.robot.parts.map((part) => part.body), trail });
  }

  /** Finds a ball around the whole motion, and the direction of least motion. */
  private measure(motions: Moving[]): void {
    const points: Vector3[] = [];
    for (const motion of motions) {
      const every = Math.max(1, Math.ceil(motion.t.length / 60));
      for (let k = 0; k < motion.t.length; k += every) {
        const poses = bodyPoses(motion.robot, motion.row(k));
        for (const pose of Object.values(poses)) points.push(new Vector3(...pose.o));
      }
      points.push(...motion.trail(1, 120).map((at) => new Vector3(...at)));
    }
    for (const one of this.shown) if (one.motion) for (const point of reached(one)) points.push(point);
    this.points = points;
    const low = points.reduce((a, p) => a.min(p), points[0].clone());
    const high = points.reduce((a, p) => a.max(p), points[0].clone());
    this.centre.addVectors(low, high).multiplyScalar(0.5);
    const size = Math.max(...motions.map((one) => one.robot.size));
    this.margin = 0.06 * size;
    this.radius = points.reduce((most, p) => Math.max(most, p.distanceTo(this.centre)), 0.3 * size) + this.margin;
    const aside = new Vector3(0, 0, 1).cross(this.up);
    const e1 = (aside.length() > 0.5 ? aside : new Vector3(1, 0, 0)).normalize();
    const e2 = new Vector3().crossVectors(this.up, e1);
    let least = Infinity;
    for (let k = 0; k < 18; k++) {
      // least spread among directions across the vertical: the line of sight of a robot that moves in a plane
      const angle = (Math.PI * k) / 18;
      const way = e1.clone().multiplyScalar(Math.cos(angle)).addScaledVector(e2, Math.sin(angle));
      const extent = spread(points, way);
      if (extent < least - 1e-6 * this.radius) {
        least = extent;
        this.across.copy(way);
      }
    }
    // from the side from which x, or y, points to the right
    const right = new Vector3().crossVectors(this.up, this.across);
    const lean = Math.abs(right.x) > 1e-6 ? right.x : right.y;
    if (lean < 0) this.across.negate();
    this.flat = spread(points, this.up) < 0.3 * this.radius;
  }

  private addGround(motions: Moving[]): GridHelper {
    const size = 10 ** Math.floor(Math.log10(this.radius)) * 0.5;
    const cells = Math.ceil((2.4 * this.radius) / size);
    const grid = new GridHelper(size * cells, cells);
    grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), this.up));
    let lowest = Math.min(0, ...motions.flatMap((m) => m.trail(1, 60).map((at) => new Vector3(...at).dot(this.up))));
    // below the feet of a robot whose base is its trunk
    for (const one of this.shown) if (one.motion) for (const point of reached(one, 1)) lowest = Math.min(lowest, point.dot(this.up));
    const height = this.flat ? -0.02 * motions[0].robot.size : lowest - 0.03 * motions[0].robot.size;
    const level = this.centre.clone().addScaledVector(this.up, -this.centre.dot(this.up));
    grid.position.copy(level).addScaledVector(this.up, height);
    this.level.copy(grid.position);
    this.cell = size;
    this.scene.add(grid);
    return grid;
  }

  private addLights(): void {
    this.scene.add(new AmbientLight(0xffffff, 1.5));
    const sun = new DirectionalLight(0xffffff, 2.2);
    const side = new Vector3().crossVectors(this.up, this.across);
    sun.position.copy(this.up).addScaledVector(this.across, 0.8).addScaledVector(side, -0.5);
    const back = new DirectionalLight(0xffffff, 0.6);
    back.position.copy(this.across).multiplyScalar(-1).addScaledVector(this.up, 0.2);
    this.scene.add(sun, back);
  }

  /** Shows all robots from a direction. */
  look(direction: Direction): void {
    this.direction = direction;
    this.turned = false;
    const side = new Vector3().crossVectors(this.up, this.across);
    const from = new Vector3();
    if (direction === "top") from.copy(this.up).addScaledVector(this.across, 1e-3);
    else if (direction === "front") from.copy(side);
    else if (direction === "side") from.copy(this.across);
    else
      from
        .copy(this.across)
        .addScaledVector(side, this.flat ? 0.15 : 0.45)
        .addScaledVector(this.up, this.flat ? 1.3 : 0.4);
    const distance = this.distance(from.normalize());
    this.camera.near = distance / 200;
    this.camera.far = distance * 20;
    this.camera.position.copy(this.centre).addScaledVector(from, distance);
    this.controls.target.copy(this.centre);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.invalidate();
  }

  /** Distance of the camera from the centre of the motion [m]. */
  get away(): number {
    return this.camera.position.distanceTo(this.centre);
  }

  /** Returns the distance from which all points fit the picture, seen from a direction. */
  private distance(from: Vector3): number {
    const right = new Vector3().crossVectors(this.up, from).normalize();
    const above = new Vector3().crossVectors(from, right);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    const wide = tall * this.camera.aspect;
    let farthest = this.margin / tall;
    for (const point of this.points) {
      const p = point.clone().sub(this.centre).add(this.passed);
      const x = (Math.abs(p.dot(right)) + this.margin) / wide;
      const y = (Math.abs(p.dot(above)) + this.margin) / tall;
      farthest = Math.max(farthest, p.dot(from) + Math.max(x, y));
    }
    return farthest * 1.05;
  }

  recolour(): void {
    this.scene.background = new Color(colour("--stage"));
    const lines = new Color(colour("--grid"));
    const material = this.grid.material as LineBasicMaterial;
    material.vertexColors = false;
    material.color.copy(lines);
    material.needsUpdate = true;
    this.invalidate();
  }

  showRun(k: number, visible: boolean): void {
    this.shown[k].group.visible = visible;
    this.invalidate();
  }

  /** Draws one robot solid and the others as ghosts. */
  lead(k: number): void {
    this.first = k;
    this.shown.forEach(({ surfaces }, n) => {
      for (const surface of surfaces) surface.dress(n === k ? null : new Color(RUN_COLOURS[n]));
    });
    this.invalidate();
  }

  showStrain(on: boolean): void {
    this.strain = on;
    const scale = this.place.querySelector<HTMLElement>(".scale");
    if (scale) scale.hidden = !on;
    this.invalidate();
  }

  /** Shows a time; at once during playback, which calls this once per frame. */
  setTime(time: number, playing: boolean): void {
    this.time = time;
    if (playing) this.draw();
    else this.invalidate();
  }

  /** Draws the trails again after a change of magnification or of their switch. */
  retrail(): void {
    for (const { motion, trail } of this.shown) {
      if (!motion) continue;
      trail.visible = this.trails;
      if (!this.trails) continue;
      const points = motion.trail(this.magnification).flat();
      trail.geometry.dispose();
      trail.geometry = new BufferGeometry();
      trail.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    }
    this.invalidate();
  }

  invalidate(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  /** Returns the vertices of a bending part in the world, for tests. */
  vertices(run: number, part: number, time: number, magnification: number): Vec[] {
    const { motion, surfaces, parts } = this.shown[run];
    const q = motion.q(time);
    const pose = motion.poses(time, magnification)[parts[part]];
    const flat = surfaces[part].vertices(q, magnification);
    const found: Vec[] = [];
    for (let k = 0; k < flat.length; k += 3) {
      const x = [flat[k], flat[k + 1], flat[k + 2]];
      const row = (i: number) => pose.R[3 * i] * x[0] + pose.R[3 * i + 1] * x[1] + pose.R[3 * i + 2] * x[2] + pose.o[i];
      found.push([row(0), row(1), row(2)]);
    }
    return found;
  }

  /** Moves the camera with the solid robot where that leaves the middle of the view, and the grid by whole cells. */
  private follow({ motion, parts }: Shown, poses: Record<number, Pose>): void {
    const middle = new Vector3();
    const moving = parts.filter((body) => body >= 0); // the others stand on the ground
    for (const body of moving) middle.addScaledVector(new Vector3(...poses[body].o), 1 / moving.length);
    if (!this.middle) this.middle = middle.clone();
    const off = middle.sub(this.middle).sub(this.passed);
    const floats = motion.robot.joints.some(({ parent, quaternion, slides }) => parent < 0 && quaternion != null && slides?.length);
    const slack = (floats ? SLACK.floating : SLACK.standing) * this.radius;
    const far = off.length();
    if (!(far > slack) || !Number.isFinite(far)) return;
    off.multiplyScalar(1 - slack / far);
    for (const one of [this.passed, this.centre, this.camera.position, this.controls.target]) one.add(off);
    const flat = this.passed.clone().addScaledVector(this.up, -this.passed.dot(this.up));
    const rows = flat.applyQuaternion(this.grid.quaternion.clone().invert());
    rows.set(Math.round(rows.x / this.cell) * this.cell, 0, Math.round(rows.z / this.cell) * this.cell);
    this.grid.position.copy(this.level).add(rows.applyQuaternion(this.grid.quaternion));
    this.camera.updateMatrixWorld();
  }

  private draw(): void {
    for (const one of this.shown) {
      const { motion, group, surfaces, parts } = one;
      if (!motion || !group.visible) continue;
      const q = motion.q(this.time);
      const poses = bodyPoses(motion.robot, magnified(motion.robot, q, this.magnification));
      if (this.follows && one === this.shown[this.first]) this.follow(one, poses);
      const limit = this.strain ? this.strainLimit : 0;
      surfaces.forEach((surface, k) => surface.place(poses[parts[k]], q, this.magnification, limit));
    }
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.place;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    if (!this.turned) this.look(this.direction); // a phone that is turned on its side shows all again
    this.invalidate();
  }
}
