// The data of a page, as src/armillary/pages writes it, and arrays out of base64.

import type { PlayData } from "./play/data";

export interface Packed {
  type: "f4" | "f8" | "u2" | "u4";
  shape: number[];
  data: string;
}

export type Numbers = Float32Array | Float64Array | Uint16Array | Uint32Array;

/** A turn about an axis, or a slide along a vector, by the entry q of a joint's coordinates. */
export interface Movement {
  q: number;
  axis: number[];
}

export interface JointData {
  name: string;
  parent: number;
  R: number[];
  t: number[];
  q: number;
  kind: "joint" | "node";
  /** Turns outermost first, slides in the axes of the parent; offset is the angle of the only turn at q = 0. */
  turns?: Movement[];
  slides?: Movement[];
  offset?: number;
  /** Of a coupled joint: coefficients of its position as a polynomial of q, lowest order first. */
  polynomial?: number[];
  /** The first of four entries of a unit quaternion among the joint's coordinates. */
  quaternion?: number | null;
  translation?: number[][];
  rotation?: number[][];
  second?: number[][][];
  secondRotation?: number[][][];
}

/**
 * n elastic coordinates, S sections, V vertices: shift, turn (n, S, 3), second, second_turn of pairs k <= l
 * (n (n + 1) / 2, S, 3) or of none if they are zero, offset (V, 3), strain (n, V).
 */
export interface BendingData {
  start: number;
  section: Packed;
  shift: Packed;
  second: Packed;
  turn: Packed;
  second_turn: Packed;
  offset: Packed;
  strain: Packed;
}

export interface MeshData {
  vertices: Packed;
  faces: Packed;
}

export interface PartData {
  name: string;
  body: number;
  role: string;
  colour: [number, number, number];
  mesh: number;
  bending: BendingData | null;
}

export interface RobotData {
  name: string;
  nq: number;
  elastic: number;
  up: [number, number, number];
  size: number;
  joints: JointData[];
  tip: { body: number; t: number[] } | null;
  parts: PartData[];
}

export interface LineData {
  name: string;
  desired: boolean;
  values: Packed;
}

export interface ChartData {
  title: string;
  quantity: string;
  unit: string;
  logarithmic: boolean;
  t: Packed | null;
  lines: LineData[];
}

export interface EventData {
  t: number | null;
  kind: string;
  message: string;
  where: string;
}

export interface RunData {
  name: string;
  robot: number;
  begin: number;
  end: number;
  recorded: number;
  times: Packed | null;
  t: Packed;
  q: Packed;
  strain: number;
  charts: ChartData[];
  events: EventData[];
}

export interface PageData {
  version: string;
  title: string;
  robots: RobotData[];
  meshes: MeshData[];
  runs: RunData[];
  /** Closed loops that the page can run; a page of loops alone has no runs. */
  play?: PlayData | null;
}

export function readData(): PageData {
  return JSON.parse(document.getElementById("data")!.textContent!) as PageData;
}

/** Returns the numbers of an array; current browsers are little-endian, like the bytes. */
export function unpacked(packed: Packed): Numbers {
  const text = atob(packed.data);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  if (packed.type === "f8") return new Float64Array(bytes.buffer);
  if (packed.type === "u4") return new Uint32Array(bytes.buffer);
  return packed.type === "u2" ? new Uint16Array(bytes.buffer) : new Float32Array(bytes.buffer);
}

/** Returns the index k of a time in rising times, with t[k] <= time, and the fraction of the way to the next. */
export function located(t: ArrayLike<number>, time: number): [number, number] {
  let low = 0;
  let high = t.length - 1;
  if (!(time > t[low])) return [low, 0];
  if (time >= t[high]) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle] <= time) low = middle;
    else high = middle;
  }
  const step = t[high] - t[low];
  return [low, step > 0 ? (time - t[low]) / step : 0];
}

/** Returns the value of a line at a time, interpolated linearly; NaN outside its points. */
export function valueAt(t: ArrayLike<number>, values: ArrayLike<number>, time: number): number {
  if (!t.length || time < t[0] - 1e-9 || time > t[t.length - 1] + 1e-9) return NaN;
  const [k, part] = located(t, time);
  return part === 0 ? values[k] : values[k] + part * (values[k + 1] - values[k]);
}
