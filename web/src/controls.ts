// Controls below the picture, with keys: play, time, speed, magnification, choice of runs.

import type { Charts } from "./charts";
import type { Clock } from "./clock";
import type { PageData } from "./data";
import { element, shown } from "./dom";
import { type Direction, RUN_COLOURS, type View } from "./view";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];
const MOST = 200;
/** Keys that focused tables and files use themselves. */
const SCROLLING = ["ArrowLeft", "ArrowRight", "Home", "End"];
/** Number of steps of the magnification slider, logarithmic. */
const STEPS = 100;

export class Controls {
  readonly place = element("div", { class: "controls" });
  private play = element("button", { type: "button", class: "play", id: "play" });
  private slider: HTMLInputElement;
  private readout = element("output", { class: "time", for: "time" });
  private speed = element("select", { id: "speed", "aria-label": "speed" });
  private magnify: HTMLInputElement | null = null;
  private factor = element("output", { for: "magnification" });

  constructor(
    private data: PageData,
    private clock: Clock,
    private charts: Charts,
    private view: View | null,
    fromHere: (() => void) | null = null,
  ) {
    const { begin, end } = clock;
    this.slider = element("input", {
      type: "range", id: "time", min: begin, max: end, step: "any", value: begin, "aria-label": "time",
    });
    this.play.addEventListener("click", () => clock.toggle());
    this.slider.addEventListener("input", () => clock.set(Number(this.slider.value)));
    for (const one of SPEEDS) this.speed.append(element("option", { value: one }, `${one}×`));
    this.speed.value = "1";
    this.speed.addEventListener("change", () => clock.setSpeed(Number(this.speed.value)));
    const row = element("div", { class: "row main" }, this.play, this.slider, this.readout, this.speed);
    if (fromHere) {
      const live = element("button", { type: "button", id: "from-here", title: "let the closed loop run on from this time" }, "play from here");
      live.addEventListener("click", fromHere);
      row.append(live);
    }
    const more = element("details", { class: "more" }, element("summary", {}, "options"), this.options());
    more.open = innerWidth > 900; // a phone has little room beside the picture
    this.place.append(row, more);
    clock.onChange(() => this.show());
    document.addEventListener("keydown", (event) => this.key(event));
    this.show();
  }

  private options(): HTMLElement {
    const row = element("div", { class: "row options" });
    if (this.view && this.data.robots.some((robot) => robot.elastic > 0)) {
      this.magnify = element("input", {
        type: "range", id: "magnification", min: 0, max: STEPS, step: 1, value: 0, "aria-label": "magnification of bending",
      });
      this.magnify.addEventListener("input", () => this.setMagnification(MOST ** (Number(this.magnify!.value) / STEPS)));
      row.append(element("label", { class: "field" }, "bending ", this.magnify, this.factor));
    }
    if (this.view) row.append(...this.viewOptions(this.view));
    if (this.data.runs.length > 1) row.append(this.runs());
    this.showFactor();
    return row;
  }

  private viewOptions(view: View): HTMLElement[] {
    const found: HTMLElement[] = [];
    if (view.strainLimit > 0)
      found.push(this.check("strain colours", "strain", true, (on) => view.showStrain(on)));
    found.push(this.check("path of the tip", "trail", true, (on) => ((view.trails = on), view.retrail())));
    const look = element("select", { id: "look", "aria-label": "look from" });
    for (const one of ["three-quarter", "side", "front", "top"]) look.append(element("option", { value: one }, one));
    look.addEventListener("change", () => view.look(look.value as Direction));
    const fit = element("button", { type: "button", id: "fit" }, "reset view");
    fit.addEventListener("click", () => view.look(look.value as Direction));
    found.push(element("span", { class: "field" }, look, fit));
    return found;
  }

  private check(text: string, id: string, on: boolean, change: (on: boolean) => void): HTMLElement {
    const box = element("input", { type: "checkbox", id });
    box.checked = on;
    box.addEventListener("change", () => change(box.checked));
    return element("label", { class: "field" }, box, ` ${text}`);
  }

  /** Returns the switches of the runs and of their differences. */
  private runs(): HTMLElement {
    const group = element("div", { class: "runs", role: "group", "aria-label": "runs" });
    this.data.runs.forEach((run, k) => {
      const box = element("input", { type: "checkbox", id: `run-${k}` });
      box.checked = true;
      box.addEventListener("change", () => {
        this.view?.showRun(k, box.checked);
        this.charts.showRun(k, box.checked);
      });
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = RUN_COLOURS[k];
      const dash = ["full lines", "dashed", "dash-dotted", "dash and two dots"][k];
      group.append(element("label", { class: "field" }, box, swatch, run.name, element("small", {}, ` (${dash})`)));
    });
    group.append(
      this.check(`plots show differences from ${this.data.runs[0].name}`, "difference", false, (on) => {
        this.charts.difference = on;
        this.charts.make();
      }),
    );
    return group;
  }

  get magnification(): number {
    return this.view?.magnification ?? 1;
  }

  setMagnification(factor: number): void {
    if (!this.view) return;
    this.view.magnification = Math.min(Math.max(factor, 1), MOST);
    this.view.retrail();
    this.showFactor();
  }

  private showFactor(): void {
    const text = `×${shown(this.magnification, 3)}`;
    this.factor.textContent = text;
    if (!this.magnify) return;
    this.magnify.value = String(Math.round((Math.log(this.magnification) / Math.log(MOST)) * STEPS));
    this.magnify.setAttribute("aria-valuetext", `${shown(this.magnification, 3)} times`);
  }

  private show(): void {
    const { time, end, playing, speed } = this.clock;
    this.slider.value = String(time);
    const text = `${time.toFixed(3)} s`;
    this.slider.setAttribute("aria-valuetext", text);
    this.readout.textContent = `${time.toFixed(3)} s`;
    this.readout.title = `of ${end} s`;
    this.play.textContent = playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", playing ? "pause" : "play");
    this.play.setAttribute("aria-pressed", String(playing));
    this.speed.value = String(speed);
    this.view?.setTime(time, playing);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.place.offsetParent === null) return;
    const target = event.target as HTMLElement;
    const kind = target instanceof HTMLInputElement ? target.type : target.tagName.toLowerCase();
    if (["text", "select", "textarea"].includes(kind)) return;
    if (event.key === " " && ["button", "a", "summary", "checkbox"].includes(kind)) return;
    if (kind === "range" && target.id !== "time" && event.key !== " ") return;
    if (target.closest(".scroll, pre") && SCROLLING.includes(event.key)) return;
    const step = ((this.clock.end - this.clock.begin) / 200) * (event.shiftKey ? 10 : 1);
    const { clock } = this;
    const actions: Record<string, () => void> = {
      " ": () => clock.toggle(),
      ArrowRight: () => clock.set(clock.time + step),
      ArrowLeft: () => clock.set(clock.time - step),
      Home: () => clock.set(clock.begin),
      End: () => clock.set(clock.end),
      "+": () => this.faster(1),
      "=": () => this.faster(1),
      "-": () => this.faster(-1),
      "]": () => this.setMagnification(this.magnification * 1.25),
      "[": () => this.setMagnification(this.magnification / 1.25),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private faster(by: number): void {
    const place = SPEEDS.indexOf(this.clock.speed);
    this.clock.setSpeed(SPEEDS[Math.min(Math.max(place + by, 0), SPEEDS.length - 1)]);
  }
}
