const STOPS = {
  0: "",
  1: "not finite",
  2: "out of bounds",
  6: "too many events",
  50: "controller not finite"
};
const MOST = 2 ** 31 - 1;
const CLOSE = 1e-6;
export class Loop {
  constructor(data, code) {
    this.data = data;
    this.code = code;
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
      const open = name === "lower" ? -Infinity : Infinity;
      this.part(name).set(values.map((value) => value ?? open));
    }
    code.begin(at);
    this.first = this.save();
  }
  /** Returns a loop at the start of its scenario. */
  static async make(data, code) {
    const { instance } = await WebAssembly.instantiate(code);
    return new Loop(data, instance.exports);
  }
  part(name) {
    const [place, size] = this.data.memory.places[name];
    return this.block.subarray(place, place + size);
  }
  mark(name) {
    return this.marks[this.data.memory.marks.indexOf(name)];
  }
  /** The time [s]. */
  get t() {
    return this.mark("t");
  }
  /** Why the last steps ended early; empty if they did not. */
  get stopped() {
    return STOPS[this.mark("status")] ?? "not finite";
  }
  /** Takes n steps and returns how many it has taken: fewer where the state is not finite or leaves its bounds. */
  step(n) {
    return this.code.step(this.data.memory.at, Math.max(0, Math.min(Math.round(n), MOST)));
  }
  /** Takes steps up to the first one at or after the time t [s], and returns how many it has taken. */
  until(t) {
    const { step } = this.data;
    let taken = 0;
    while (t - this.t > CLOSE * step) {
      const wanted = Math.max(1, Math.floor((t - this.t) / step + CLOSE));
      const found = this.step(wanted);
      taken += found;
      if (found < wanted || this.stopped) break;
    }
    return taken;
  }
  /** Returns the values of `data.outputs` at the present state and parameters: a view that the next call changes. */
  outputs() {
    this.code.look(this.data.memory.at);
    return this.row;
  }
  /** Returns a live number by its data. */
  get(parameter) {
    return this.p[parameter.at] + parameter.zero;
  }
  /** Changes a live number. */
  set(parameter, value) {
    this.p[parameter.at] = value - parameter.zero;
  }
  /** Pushes a body with a force [N] in world axes at a point [m] of its frame; other pushes stay. */
  push(link, force, point = [0, 0, 0]) {
    this.p.set(force, link.at);
    this.p.set(point, link.at + 3);
  }
  /** Takes all pushes away. */
  release() {
    for (const { at } of this.data.links) this.p.fill(0, at, at + 6);
    for (const { at } of this.data.efforts) this.p[at] = 0;
  }
  /** Begins a run at t [s] in a state x; `p` may give parameters, with the memory of a sampled controller first. */
  begin(t, x, p) {
    this.marks[this.data.memory.marks.indexOf("t")] = t;
    this.x.set(x);
    if (p) this.p.set(p);
    this.code.begin(this.data.memory.at);
  }
  /** Returns everything that the motion depends on, the memory of sampled controllers and random numbers included. */
  save() {
    return this.block.slice();
  }
  /** Goes back to what `save` returned, of this loop or another one with the same data. */
  restore(saved) {
    this.block.set(saved);
  }
  /** Goes back to the start of the scenario. */
  reset() {
    this.restore(this.first);
  }
}
