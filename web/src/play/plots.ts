// Charts that scroll with the time of the page: the last seconds of what was recorded, of all loops.

import uPlot from "uplot";
import { axisLook } from "../charts";
import { colour, element, shown } from "../dom";
import type { ChartSource, LineSource } from "./data";
import type { Player } from "./player";
import type { Session } from "./session";

/** Lines that are drawn at first; the others wait behind their names. */
const MOST_LINES = 9;
/** Points of a line. */
const POINTS = 500;
/** Milliseconds between two drawings. */
const PAUSE = 60;
const DASHES: number[][] = [[], [8, 4], [2, 3], [12, 3, 3, 3]];

function lineColour(k: number): string {
  return `--line-${(k % 9) + 1}`;
}

/** Returns the values of a line at some rows of a loop; gaps where the loop lacks the value. */
function values({ tape, entry }: Player, { from, key }: LineSource, rows: number[]): (number | null)[] {
  const names = from === "state" ? entry.data.states : entry.data.outputs;
  const at = names.findIndex((one) => one.name === key);
  return rows.map((k) => (from === "state" ? tape.state(k) : tape.outputs(k))[at] ?? null);
}

class Plot {
  readonly figure: HTMLElement;
  private holder = element("div", { class: "plot" });
  private numbers: HTMLElement[] = [];
  private hidden: boolean[];
  private plot: uPlot | null = null;
  private seen = true;

  constructor(
    private owner: Plots,
    private chart: ChartSource,
  ) {
    this.hidden = chart.lines.map((_, k) => k >= MOST_LINES);
    const label = chart.unit ? `${chart.quantity} [${chart.unit}]` : chart.quantity;
    this.holder.setAttribute("role", "img");
    this.holder.setAttribute("aria-label", `${chart.title}, ${label}, over the last seconds`);
    const summary = element("summary", {}, element("strong", {}, chart.title), ` ${label} over t [s]`);
    const box = element("details", {}, summary, this.legend(), this.holder);
    box.open = chart.open;
    box.addEventListener("toggle", () => this.draw());
    this.figure = element("figure", { class: "chart card" }, box);
    new ResizeObserver(() => this.resize()).observe(this.holder);
    new IntersectionObserver((entries) => {
      this.seen = entries[entries.length - 1].isIntersecting;
    }).observe(this.figure);
  }

  private legend(): HTMLElement {
    const list = element("div", { class: "legend", role: "group", "aria-label": `lines of ${this.chart.title}` });
    this.chart.lines.forEach((line, k) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = `var(${lineColour(k)})`;
      const value = element("span", { class: "value" });
      this.numbers.push(value);
      const button = element("button", { type: "button", "aria-pressed": String(!this.hidden[k]) }, swatch, line.name, " ", value);
      button.addEventListener("click", () => {
        this.hidden[k] = !this.hidden[k];
        button.setAttribute("aria-pressed", String(!this.hidden[k]));
        this.make();
      });
      list.append(button);
    });
    return list;
  }

  /** Makes the plot again after a change of its lines or of the colours. */
  make(): void {
    this.plot?.destroy();
    this.plot = null;
    this.draw();
  }

  private drawn(): { line: LineSource; k: number; run: number }[] {
    return this.owner.session.players.flatMap((_, run) =>
      this.chart.lines.map((line, k) => ({ line, k, run })).filter(({ k }) => !this.hidden[k] && this.owner.visible[run]),
    );
  }

  draw(): void {
    if (!this.seen || !(this.figure.firstElementChild as HTMLDetailsElement).open || !this.holder.clientWidth) return;
    const { session } = this.owner;
    const { players, main } = session;
    const rows = this.owner.rows();
    const lines = this.drawn();
    const times = rows.map((k) => main.tape.time(k));
    const own = players.map((player) => rows.map((k) => session.rowOf(player, k)));
    const data = [times, ...lines.map(({ line, run }) => values(players[run], line, own[run]))] as uPlot.AlignedData;
    if (this.plot) this.plot.setData(data);
    else this.plot = new uPlot(this.options(lines), data, this.holder);
    const last = rows[rows.length - 1];
    this.chart.lines.forEach((line, k) => {
      this.numbers[k].textContent = shown(values(main, line, [last])[0] ?? NaN);
    });
  }

  private options(lines: { line: LineSource; k: number; run: number }[]): uPlot.Options {
    const axis = axisLook();
    return {
      width: this.holder.clientWidth,
      height: this.holder.clientHeight || 150,
      padding: [8, 12, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: () => this.owner.window }, y: { range: spanned } },
      axes: [
        { ...axis, size: 26, space: 60 },
        { ...axis, size: 62, space: 34 },
      ],
      series: [
        {},
        ...lines.map(({ line, k, run }): uPlot.Series => ({
          label: line.name, stroke: () => colour(lineColour(k)), width: 1.5, dash: DASHES[run], points: { show: false },
        })),
      ],
    };
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (!width) return;
    if (this.plot) this.plot.setSize({ width, height });
    else this.draw();
  }
}

/** Returns the range of a vertical axis: a little more than that of the values, never empty. */
function spanned(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const room = high - low > 1e-9 * Math.max(Math.abs(high), Math.abs(low)) ? 0.07 * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

export class Plots {
  readonly place = element("div", { class: "charts" });
  readonly visible: boolean[];
  /** Seconds that charts show. */
  span = 10;
  private plots: Plot[];
  private last = 0;
  private waiting = false;

  constructor(
    readonly session: Session,
    charts: ChartSource[],
  ) {
    this.visible = session.players.map(() => true);
    this.plots = charts.map((one) => new Plot(this, one));
    this.place.append(...this.plots.map((one) => one.figure));
    session.onChange(() => this.soon());
  }

  get window(): [number, number] {
    const { time } = this.session;
    const begin = this.session.recorded[0];
    return [Math.max(begin, time - this.span), Math.max(time, Math.min(begin + this.span, begin + 1))];
  }

  /** Returns the recorded rows in the window: all, or every n-th. */
  rows(): number[] {
    const { tape } = this.session.main;
    const [low, high] = [tape.at(this.window[0]), tape.at(this.session.time)];
    const every = Math.max(1, Math.ceil((high - low) / POINTS));
    const found: number[] = [];
    for (let k = Math.ceil(low / every) * every; k < high; k += every) found.push(k);
    found.push(high);
    return found;
  }

  show(run: number, visible: boolean): void {
    this.visible[run] = visible;
    this.make();
  }

  make(): void {
    for (const one of this.plots) one.make();
  }

  /** Draws at most every PAUSE milliseconds. */
  private soon(): void {
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      this.last = performance.now();
      for (const one of this.plots) one.draw();
    }, Math.max(0, PAUSE - (performance.now() - this.last)));
  }
}
