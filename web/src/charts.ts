// Plots over time. A chart of the same title and unit in several runs is one plot: colours distinguish lines, dashes distinguish runs.
// Press or drag to move the time; hold shift and drag to zoom, double-click to reset the zoom.

import uPlot from "uplot";
import type { Clock } from "./clock";
import { type PageData, type RunData, unpacked, valueAt } from "./data";
import { colour, element, shown } from "./dom";

const COLOURS = ["--line-1", "--line-2", "--line-3", "--line-4", "--line-5", "--line-6", "--line-7", "--line-8"];
const DASHES: number[][] = [[], [8, 4], [12, 3, 3, 3], [12, 3, 3, 3, 3, 3]];

interface Trace {
  run: number;
  name: string;
  desired: boolean;
  t: ArrayLike<number>;
  values: ArrayLike<number>;
}

interface Gathered {
  title: string;
  quantity: string;
  unit: string;
  logarithmic: boolean;
  names: string[];
  traces: Trace[];
}

function gather(runs: RunData[]): Gathered[] {
  const found = new Map<string, Gathered>();
  runs.forEach((run, k) => {
    const times = run.times ? unpacked(run.times) : new Float64Array(0);
    for (const chart of run.charts) {
      const key = JSON.stringify([chart.title, chart.unit]);
      const { title, quantity, unit, logarithmic } = chart;
      if (!found.has(key)) found.set(key, { title, quantity, unit, logarithmic, names: [], traces: [] });
      const own = found.get(key)!;
      const t = chart.t ? unpacked(chart.t) : times;
      for (const line of chart.lines) {
        if (!own.names.includes(line.name)) own.names.push(line.name);
        own.traces.push({ run: k, name: line.name, desired: line.desired, t, values: unpacked(line.values) });
      }
    }
  });
  return [...found.values()];
}

/** Returns the lines of other runs minus those of the first, at the times of the first. */
function subtracted(chart: Gathered): Trace[] {
  const found: Trace[] = [];
  for (const trace of chart.traces) {
    const first = chart.traces.find((one) => one.run === 0 && one.name === trace.name && !one.desired);
    if (trace.run === 0 || trace.desired || !first) continue;
    const values = Array.from(first.t, (t, k) => valueAt(trace.t, trace.values, t) - first.values[k]);
    found.push({ ...trace, t: first.t, values });
  }
  return found;
}

function column(values: ArrayLike<number>, logarithmic: boolean): (number | null)[] {
  return Array.from(values, (one) => (Number.isFinite(one) && (!logarithmic || one > 0) ? one : null));
}

/** Returns the range of a vertical axis: a little more than that of the values; not empty if all are equal. */
function spanned(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [-1, 1];
  const room = high > low ? 0.07 * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

/** Returns the look of an axis, in the colours of the page. */
export function axisLook(): uPlot.Axis {
  return {
    stroke: () => colour("--muted"),
    grid: { stroke: () => colour("--grid"), width: 1 },
    ticks: { stroke: () => colour("--grid"), width: 1, size: 4 },
    font: "11px system-ui, sans-serif",
    values: (_, splits) => splits.map((one) => (one === null ? "" : shown(one, 6))),
  };
}

class Plot {
  readonly figure: HTMLElement;
  private hidden = new Set<string>();
  private plot: uPlot | null = null;
  private cursor = element("div", { class: "cursor" });
  private values = new Map<string, HTMLElement>();
  private traces: Trace[] = [];
  private holder = element("div", { class: "plot" });
  private seen = true;

  constructor(
    private owner: Charts,
    private chart: Gathered,
  ) {
    const label = chart.unit ? `${chart.quantity} [${chart.unit}]` : chart.quantity;
    const caption = element("figcaption", {}, element("strong", {}, chart.title), ` ${label} over t [s]`);
    const names = chart.names.length > 6 ? `${chart.names.length} lines` : chart.names.join(", ");
    this.holder.setAttribute("role", "img");
    this.holder.setAttribute("aria-label", `${chart.title}, ${label}, over time: ${names}`);
    this.figure = element("figure", { class: "chart card" }, caption, this.legend(), this.holder);
    owner.observe(this.holder, () => this.resize());
    owner.watch(this.figure, (seen) => {
      this.seen = seen;
      this.move();
    });
  }

  private legend(): HTMLElement {
    const list = element("div", { class: "legend", role: "group", "aria-label": `lines of ${this.chart.title}` });
    this.chart.names.forEach((name, k) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = `var(${COLOURS[k % COLOURS.length]})`;
      const value = element("span", { class: "value" });
      this.values.set(name, value);
      const button = element("button", { type: "button", "aria-pressed": "true" }, swatch, name, " ", value);
      button.title = "show or hide this line";
      button.addEventListener("click", () => {
        if (this.hidden.has(name)) this.hidden.delete(name);
        else this.hidden.add(name);
        button.setAttribute("aria-pressed", String(!this.hidden.has(name)));
        this.make();
      });
      list.append(button);
    });
    return list;
  }

  /** Draws the plot again after a change of lines, theme or differences. */
  make(): void {
    this.plot?.destroy();
    const all = this.owner.difference ? subtracted(this.chart) : this.chart.traces;
    this.traces = all.filter((one) => this.owner.visible[one.run]);
    const drawn = this.traces.filter((one) => !this.hidden.has(one.name));
    this.figure.hidden = this.owner.difference && all.length === 0;
    const positive = drawn.some((one) => Array.from(one.values).some((value) => value > 0));
    const logarithmic = this.chart.logarithmic && !this.owner.difference && positive;
    const tables = drawn.map((one) => [Array.from(one.t), column(one.values, logarithmic)] as uPlot.AlignedData);
    const data = tables.length ? uPlot.join(tables) : ([this.owner.window] as uPlot.AlignedData);
    this.plot = new uPlot(this.options(drawn, logarithmic), data, this.holder);
    this.plot.over.append(this.cursor);
    this.owner.steer(this.plot);
    this.move();
  }

  private options(drawn: Trace[], logarithmic: boolean): uPlot.Options {
    const axis = axisLook();
    return {
      width: Math.max(this.holder.clientWidth, 120),
      height: this.holder.clientHeight || 170,
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => this.owner.window },
        y: logarithmic ? { distr: 3 } : { range: spanned },
      },
      axes: [
        { ...axis, size: 26, space: 60 },
        { ...axis, size: 62, space: 34 },
      ],
      series: [
        {},
        ...drawn.map((one): uPlot.Series => ({
          label: one.name,
          stroke: () => this.stroke(one),
          width: one.desired ? 1 : 1.6,
          dash: one.desired ? [2, 2] : DASHES[one.run],
          points: { show: one.t.length === 1 },
        })),
      ],
      hooks: {
        drawClear: [(plot) => this.owner.drawEvents(plot)],
        ready: [() => this.move()], // positions are known from here on
      },
    };
  }

  private stroke(trace: Trace): string {
    const own = colour(COLOURS[this.chart.names.indexOf(trace.name) % COLOURS.length]);
    return trace.desired ? `${own}99` : own;
  }

  /** Moves the cursor to the time and shows the values of the lines there, if the plot is visible. */
  move(): void {
    if (!this.plot || this.figure.hidden || !this.seen) return;
    const time = this.owner.clock.time;
    const x = this.plot.valToPos(time, "x");
    const width = this.plot.bbox.width / devicePixelRatio;
    this.cursor.hidden = !(x >= -0.5 && x <= width + 0.5);
    this.cursor.style.transform = `translateX(${x}px)`;
    for (const [name, place] of this.values) {
      const own = this.traces.filter((one) => one.name === name && !one.desired);
      place.textContent = own.map((one) => shown(valueAt(one.t, one.values, time))).join(" · ");
    }
  }

  rescale(): void {
    this.plot?.setScale("x", { min: this.owner.window[0], max: this.owner.window[1] });
    this.move();
  }

  /** Returns the position of the cursor [px] and the names of the lines, for tests. */
  state(): { title: string; cursor: number; time: number; lines: string[] } {
    const seen = this.seen;
    this.seen = true;
    this.move();
    this.seen = seen;
    const box = this.cursor.getBoundingClientRect();
    const over = this.plot!.over.getBoundingClientRect();
    const x = box.left - over.left;
    const lines = this.plot!.series.slice(1).map((one) => String(one.label));
    return { title: this.chart.title, cursor: x, time: this.plot!.posToVal(x, "x"), lines };
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (this.plot && width > 0 && (width !== this.plot.width || height !== this.plot.height)) {
      this.plot.setSize({ width, height });
      this.move();
    }
  }
}

export class Charts {
  readonly place = element("div", { class: "charts" });
  readonly plots: Plot[];
  readonly visible: boolean[];
  difference = false;
  window: [number, number];
  private resizes = new Map<Element, () => void>();
  private observer = new ResizeObserver((entries) => entries.forEach((one) => this.resizes.get(one.target)?.()));

  constructor(
    private data: PageData,
    readonly clock: Clock,
  ) {
    this.visible = data.runs.map(() => true);
    this.window = this.whole();
    this.plots = gather(data.runs).map((chart) => new Plot(this, chart));
    this.place.append(...this.plots.map((plot) => plot.figure));
    clock.onChange(() => this.move());
  }

  /** Returns the time range of all runs, never empty. */
  private whole(): [number, number] {
    const { begin, end } = this.clock;
    return end > begin ? [begin, end] : [begin - 0.5, end + 0.5];
  }

  /** Calls back when a figure enters or leaves the view. */
  watch(figure: HTMLElement, change: (seen: boolean) => void): void {
    new IntersectionObserver((entries) => change(entries[entries.length - 1].isIntersecting)).observe(figure);
  }

  observe(holder: HTMLElement, resize: () => void): void {
    this.resizes.set(holder, resize);
    this.observer.observe(holder);
  }

  make(): void {
    for (const plot of this.plots) plot.make();
  }

  move(): void {
    for (const plot of this.plots) plot.move();
  }

  showRun(run: number, visible: boolean): void {
    this.visible[run] = visible;
    this.make();
  }

  setWindow(window: [number, number]): void {
    this.window = window;
    for (const plot of this.plots) plot.rescale();
  }

  /** Draws a line at each event in every plot. */
  drawEvents(plot: uPlot): void {
    const context = plot.ctx;
    const { left, top, width, height } = plot.bbox;
    context.save();
    context.strokeStyle = colour("--event");
    context.lineWidth = devicePixelRatio;
    this.data.runs.forEach((run, k) => {
      if (!this.visible[k]) return;
      for (const event of run.events) {
        if (event.t === null) continue;
        const x = Math.round(plot.valToPos(event.t, "x", true)) + 0.5;
        if (x < left || x > left + width) continue;
        context.beginPath();
        context.moveTo(x, top);
        context.lineTo(x, top + height);
        context.stroke();
      }
    });
    context.restore();
  }

  /** Lets a plot move the time, and zoom with shift. */
  steer(plot: uPlot): void {
    const over = plot.over;
    let from: number | null = null;
    let piece = false;
    const band = element("div", { class: "band", hidden: true });
    over.append(band);
    const at = (event: PointerEvent) => {
      const x = Math.min(Math.max(event.clientX - over.getBoundingClientRect().left, 0), over.clientWidth);
      return { x, time: plot.posToVal(x, "x") };
    };
    over.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const { x, time } = at(event);
      from = x;
      piece = event.shiftKey;
      over.setPointerCapture(event.pointerId);
      if (!piece) this.clock.set(time);
      event.preventDefault();
    });
    over.addEventListener("pointermove", (event) => {
      if (from === null) return;
      const { x, time } = at(event);
      if (!piece) this.clock.set(time);
      band.hidden = !piece;
      band.style.left = `${Math.min(x, from)}px`;
      band.style.width = `${Math.abs(x - from)}px`;
    });
    over.addEventListener("pointerup", (event) => {
      const { x, time } = at(event);
      if (piece && from !== null && Math.abs(x - from) > 5) {
        const other = plot.posToVal(from, "x");
        this.setWindow([Math.min(time, other), Math.max(time, other)]);
      }
      band.hidden = true;
      from = null;
    });
    over.addEventListener("pointercancel", () => {
      band.hidden = true;
      from = null;
    });
    over.addEventListener("dblclick", () => this.setWindow(this.whole()));
  }
}
