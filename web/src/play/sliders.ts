// Sliders of parameters, in groups; each goes back to its first value by a button.

import { element, shown } from "../dom";
import type { ParameterData } from "./loop";
import type { Session } from "./session";

const STEPS = 400;
/** Labels with more letters have a line of their own above the slider. */
const LONG = 16;
/** Groups with more sliders start folded. */
const OPEN = 8;
/** Ratio of the ends of a range from which its slider is logarithmic. */
const WIDE = 40;
/** Titles of groups, in their order, and the groups that start open. */
const TITLES: Record<string, string> = {
  target: "Targets", payload: "Payload", gain: "Gains", stiffness: "Stiffness", gravity: "Gravity", friction: "Friction",
  parameter: "Parameters",
};
const SHOWN = ["target", "payload", "stiffness"];

/** Returns the places of a slider, from 0 to STEPS, and the values there. */
class Scale {
  private logarithmic: boolean;

  constructor(
    private low: number,
    private high: number,
  ) {
    this.logarithmic = low > 0 && high / low > WIDE;
  }

  value(place: number): number {
    const part = place / STEPS;
    if (this.logarithmic) return this.low * (this.high / this.low) ** part;
    return this.low + part * (this.high - this.low);
  }

  place(value: number): number {
    if (this.logarithmic) return (STEPS * Math.log(Math.max(value, this.low) / this.low)) / Math.log(this.high / this.low);
    return (STEPS * (value - this.low)) / (this.high - this.low || 1);
  }
}

/** A quantity that a slider sets: name, unit, range, and its value now. */
export interface Adjusted {
  label: string;
  unit: string;
  low: number;
  high: number;
  first: number;
  get(): number;
  set(value: number): void;
}

export class Slider {
  readonly row: HTMLElement;
  private range: HTMLInputElement;
  private field: HTMLInputElement;
  private back: HTMLButtonElement;
  private scale: Scale;
  private seen = NaN;

  constructor(private of: Adjusted) {
    this.scale = new Scale(of.low, of.high);
    const named = of.unit ? `${of.label} [${of.unit}]` : of.label;
    this.range = element("input", { type: "range", min: 0, max: STEPS, step: "any", "aria-label": named });
    this.field = element("input", { type: "text", inputmode: "decimal", "aria-label": `${named}, number`, size: 8 });
    this.back = element("button", { type: "button", class: "back", title: "first value", "aria-label": `${named}: first value` }, "↺");
    this.range.addEventListener("input", () => this.set(this.scale.value(Number(this.range.value))));
    this.field.addEventListener("change", () => this.typed());
    this.back.addEventListener("click", () => this.set(of.first));
    const label = element("span", { class: "label", title: named }, of.label);
    this.row = element("div", { class: of.label.length > LONG ? "slider long" : "slider" }, label, this.range, this.field, element("span", { class: "unit" }, of.unit), this.back);
    this.show();
  }

  private typed(): void {
    const value = Number(this.field.value.replace(/−/g, "-").replace(",", "."));
    this.seen = NaN;
    if (this.field.value.trim() && Number.isFinite(value)) this.set(value);
    else this.show();
  }

  set(value: number): void {
    this.of.set(value);
    this.show();
  }

  show(): void {
    const value = this.of.get();
    if (value === this.seen || document.activeElement === this.field) return;
    this.seen = value;
    this.range.value = String(this.scale.place(value));
    this.range.setAttribute("aria-valuetext", `${shown(value)} ${this.of.unit}`);
    this.field.value = shown(value);
    this.back.disabled = value === this.of.first;
  }
}

/** The sliders of all parameters of the loops. */
export class Sliders {
  readonly place = element("div", { class: "sliders" });
  readonly all: Slider[] = [];

  constructor(private session: Session) {
    const groups = new Map<string, ParameterData[]>();
    for (const name of Object.keys(TITLES)) groups.set(name, []); // in this order
    for (const one of this.parameters()) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
    for (const [group, list] of groups)
      this.add(TITLES[group] ?? group, list.map((one) => this.adjusted(one)), list.length <= OPEN && SHOWN.includes(group));
    session.onChange(() => this.show());
  }

  /** Returns the parameters of all loops, each name once. */
  private parameters(): ParameterData[] {
    const found = new Map<string, ParameterData>();
    for (const { entry } of this.session.players)
      for (const one of entry.data.parameters) if (!found.has(one.name)) found.set(one.name, one);
    return [...found.values()];
  }

  private adjusted(one: ParameterData): Adjusted {
    const owner = this.session.players.find(({ entry }) => entry.data.parameters.includes(one))!;
    return {
      label: one.label.replace(/^target of /, ""), unit: one.unit, low: one.low, high: one.high, first: one.value,
      get: () => owner.loop.get(one),
      set: (value) => this.session.setParameter(one.name, value),
    };
  }

  /** Adds a group of sliders. */
  add(title: string, list: Adjusted[], open: boolean): void {
    if (!list.length) return;
    const made = list.map((one) => new Slider(one));
    this.all.push(...made);
    const reset = element("button", { type: "button", class: "back", title: `first values of all: ${title}` }, "↺ all");
    reset.addEventListener("click", () => made.forEach((one, k) => one.set(list[k].first)));
    const box = element("details", { class: "group" }, element("summary", {}, title, element("small", {}, ` ${list.length}`)), ...made.map((one) => one.row));
    if (made.length > 1) box.append(reset);
    box.open = open;
    this.place.append(box);
  }

  private show(): void {
    for (const one of this.all) if (one.row.offsetParent !== null) one.show();
  }
}
