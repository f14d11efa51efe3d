// The closed loop of a scenario, in a WebAssembly module of one block of memory (armillary.exports.wasm.loop).

/** A number that may change while the loop runs: entry `at` of p is the number less `zero`. */
export interface ParameterData {
  name: string;
  label: string;
  group: string;
  unit: string;
  at: number;
  value: number;
  low: number;
  high: number;
  zero: number;
  /** Place in q, for a target of a joint. */
  coordinate: number | null;
}

/** A body that may be pushed: six entries of p from `at` on, the force [N] in world axes, then its point [m] in the
 *  frame of the body. The force keeps its direction in the world, and its point moves with the body. */
export interface LinkData {
  name: string;
  body: number;
  at: number;
}

/** A velocity coordinate that may be pushed: entry `at` of p is an effort. */
export interface EffortData {
  name: string;
  unit: string;
  at: number;
}

export interface StateData {
  name: string;
  unit: string;
}

/** Names and places of everything in a module, as `LoopModule.about` gives them. */
export interface LoopData {
  name: string;
  nq: number;
  nv: number;
  /** Number of the first entries of p that a sampled controller changes: its memory. */
  changing: number;
  states: StateData[];
  parameters: ParameterData[];
  links: LinkData[];
  efforts: EffortData[];
  outputs: StateData[];
  solver: string;
  /** Length of a step [s]; steps are shorter where instants of a controller or of a push cut them. */
  step: number;
  /** Control period of a sampled controller [s]. */
  period: number | null;
  start: number[];
  memory: {
    at: number;
    places: Record<string, [number, number]>;
    marks: string[];
    start: Record<string, (number | null)[]>;
  };
}

interface Functions {
  memory: WebAssembly.Memory;
  begin(at: number): void;
  step(at: number, n: number): number;
  look(at: number): void;
}

/** Why the last call of `step` has taken fewer steps than it was asked for. */
export type Stop = "" | "not finite" | "out of bounds" | "too many events" | "controller not finite";

const STOPS: Record<number, Stop> = {
  0: "",
  1: "not finite",
  2: "out of bounds",
  6: "too many events",
  50: "controller not finite",
};
const MOST = 2 ** 31 - 1;
/** Part of a step that is nothing. */
const CLOSE = 1e-6;

/** A closed loop that goes on step by step. */
export class Loop {
  /** The state, q first: a view of the memory. */
  readonly x: Float64Array;
  /** All parameters: a view of the memory. A change acts from the next step on. */
  readonly p: Float64Array;
  /** Bounds of the state, where a run stops: views of the memory. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  private readonly block: Float64Array;
  private readonly marks: Float64Array;
  private readonly row: Float64Array;
  private readonly first: Float64Array;

  private constructor(
    readonly data: LoopData,
    private readonly code: Functions,
  ) {
    const { at, places, start } = data.memory;
    const length = Math.max(...Object.values(places).map(([place, size]) => place + size));
    this.block = new Float64Array(code.memory.buffer, at, length);
    this.x = this.part("x");
    this.p = this.part("p");
    this.lower = this.part("lower");
    this.upper = this.part("upper");
    this.marks = this.part("marks");
    this.row = this.part("outputs");
    for (const [name, values] of Object.entries(start)) {
      const open = name === "lower" ? -Infinity : Infinity; // JSON has no infinities
      this.part(name).set(values.map((value) => value ?? open));
    }
    code.begin(at);
    this.first = this.save();
  }

  /** Returns a loop at the start of its scenario. */
  static async make(data: LoopData, code: BufferSource): Promise<Loop> {
    const { instance } = await WebAssembly.instantiate(code);
    return new Loop(data, instance.exports as unknown as Functions);
  }

  private part(name: string): Float64Array {
    const [place, size] = this.data.memory.places[name];
    return this.block.subarray(place, place + size);
  }

  private mark(name: string): number {
    return this.marks[this.data.memory.marks.indexOf(name)];
  }

  /** The time [s]. */
  get t(): number {
    return this.mark("t");
  }

  /** Why the last steps ended early; empty if they did not. */
  get stopped(): Stop {
    return STOPS[this.mark("status")] ?? "not finite";
  }

  /** Takes n steps and returns how many it has taken: fewer where the state is not finite or leaves its bounds. */
  step(n: number): number {
    return this.code.step(this.data.memory.at, Math.max(0, Math.min(Math.round(n), MOST)));
  }

  /** Takes steps up to the first one at or after the time t [s], and returns how many it has taken. */
  until(t: number): number {
    const { step } = this.data;
    let taken = 0;
    while (t - this.t > CLOSE * step) {
      const wanted = Math.max(1, Math.floor((t - this.t) / step + CLOSE)); // steps may be shorter, not longer
      const found = this.step(wanted);
      taken += found;
      if (found < wanted || this.stopped) break;
    }
    return taken;
  }

  /** Returns the values of `data.outputs` at the present state and parameters: a view that the next call changes. */
  outputs(): Float64Array {
    this.code.look(this.data.memory.at);
    return this.row;
  }

  /** Returns a live number by its data. */
  get(parameter: ParameterData): number {
    return this.p[parameter.at] + parameter.zero;
  }

  /** Changes a live number. */
  set(parameter: ParameterData, value: number): void {
    this.p[parameter.at] = value - parameter.zero;
  }

  /** Pushes a body with a force [N] in world axes at a point [m] of its frame; other pushes stay. */
  push(link: LinkData, force: ArrayLike<number>, point: ArrayLike<number> = [0, 0, 0]): void {
    this.p.set(force, link.at);
    this.p.set(point, link.at + 3);
  }

  /** Takes all pushes away. */
  release(): void {
    for (const { at } of this.data.links) this.p.fill(0, at, at + 6);
    for (const { at } of this.data.efforts) this.p[at] = 0;
  }

  /** Begins a run at t [s] in a state x; `p` may give parameters, with the memory of a sampled controller first. */
  begin(t: number, x: ArrayLike<number>, p?: ArrayLike<number>): void {
    this.marks[this.data.memory.marks.indexOf("t")] = t;
    this.x.set(x);
    if (p) this.p.set(p);
    this.code.begin(this.data.memory.at);
  }

  /** Returns everything that the motion depends on, the memory of sampled controllers and random numbers included. */
  save(): Float64Array {
    return this.block.slice();
  }

  /** Goes back to what `save` returned, of this loop or another one with the same data. */
  restore(saved: Float64Array): void {
    this.block.set(saved);
  }

  /** Goes back to the start of the scenario. */
  reset(): void {
    this.restore(this.first);
  }
}
