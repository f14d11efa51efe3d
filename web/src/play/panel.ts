// Buttons and readouts beside the picture: energies, speed, pushes of joints, modes, loops, files.

import { element, shown } from "../dom";
import { RUN_COLOURS, type View } from "../view";
import type { PlayData } from "./data";
import { copyText, csv, pushesCsv, saveText, scenarioFile } from "./files";
import type { Plots } from "./plots";
import type { Session } from "./session";
import type { Shake } from "./shake";

/** Milliseconds between two updates of the numbers. */
const PAUSE = 100;

const LABELS: Record<string, string> = {
  elastic: "elastic part", work: "work of motors", external: "work of pushes", changed: "changed parameters",
  imbalance: "error of balance", drift_max: "largest drift",
};

/** Returns a button that acts while it is held, by pointer or by key. */
function held(text: string, label: string, begin: () => void, end: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: "hold", "aria-label": label, title: label }, text);
  const stop = () => {
    if (made.classList.contains("on")) end();
    made.classList.remove("on");
  };
  const start = () => {
    made.classList.add("on");
    begin();
  };
  made.addEventListener("pointerdown", (event) => {
    if (event.isTrusted) made.setPointerCapture(event.pointerId);
    start();
  });
  for (const name of ["pointerup", "pointercancel", "blur"] as const) made.addEventListener(name, stop);
  made.addEventListener("keydown", (event) => {
    if ((event.key === " " || event.key === "Enter") && !event.repeat) start();
  });
  made.addEventListener("keyup", stop);
  made.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch is no menu
  return made;
}

/** Energies of the first loop, its drift, and the speed that this machine gives. */
export class Readings {
  readonly place = element("dl", { class: "readings" });
  private values = new Map<string, HTMLElement>();
  private last = 0;
  available = 0;

  constructor(private session: Session) {
    const { outputs } = session.main.entry.data;
    for (const { name, unit } of outputs) if (unit === "J" || unit === "%") this.add(name, LABELS[name] ?? name, unit);
    this.add("speed", "speed available", "× real time");
    session.onChange(() => this.show(false));
  }

  private add(key: string, label: string, unit: string): void {
    const value = element("dd", { id: `reading-${key}` });
    this.values.set(key, value);
    this.place.append(element("div", {}, element("dt", {}, label), value, element("span", { class: "unit" }, unit)));
  }

  /** Measures the speed again and keeps the greatest: engines optimise code while it runs. */
  measure(): void {
    this.available = Math.max(this.available, this.session.available());
    this.show(true);
  }

  show(now: boolean): void {
    if (!now && performance.now() - this.last < PAUSE && this.session.playing) return;
    this.last = performance.now();
    const { loop, entry } = this.session.main;
    const row = loop.outputs();
    entry.data.outputs.forEach((one, k) => {
      const place = this.values.get(one.name);
      if (place) place.textContent = shown(row[k]);
    });
    const slow = this.session.playing && this.session.reached < 0.8 * this.session.speed;
    const reached = slow ? ` (now ${shown(this.session.reached, 2)})` : "";
    this.values.get("speed")!.textContent = `${shown(this.available, 3)}${reached}`;
  }
}

/** Buttons that push joints while they are held. */
export function jointPushes(session: Session, shake: Shake, sizes: number[]): HTMLElement {
  const list = element("div", { class: "pushes" });
  session.main.entry.data.efforts.forEach(({ name, unit }, k) => {
    if (!(sizes[k] > 0)) return;
    const field = element("input", { type: "text", inputmode: "decimal", size: 6, value: shown(sizes[k], 3), "aria-label": `effort at ${name} [${unit}]` });
    const effort = (sign: number) => () => {
      const size = Number(field.value.replace(",", "."));
      shake.joint(k, Number.isFinite(size) ? sign * size : 0);
    };
    const end = () => shake.joint(k, 0);
    list.append(
      element("div", { class: "push" }, held("−", `push ${name} backward`, effort(-1), end), held("+", `push ${name} forward`, effort(1), end), element("span", { class: "label", title: name }, name), field, element("span", { class: "unit" }, unit)),
    );
  });
  return list;
}

/** Buttons that shake modes while they are held. */
export function modeButtons(play: PlayData, shake: Shake): HTMLElement {
  const list = element("div", { class: "modes" });
  for (const mode of play.modes)
    list.append(held(`${mode.name}: ${shown(mode.hz)} Hz`, `shake mode ${mode.name} while held`, () => shake.excite(mode), () => shake.excite(null)));
  return list;
}

/** Switches of the loops: which are shown, and which one is solid: pulled, read and saved. */
export function loopSwitches(session: Session, view: View | null, plots: Plots): HTMLElement {
  const group = element("div", { class: "loops", role: "group", "aria-label": "loops" });
  session.players.forEach(({ entry }, k) => {
    const box = element("input", { type: "checkbox", id: `loop-${k}`, "aria-label": `show ${entry.name}` });
    box.checked = true;
    box.addEventListener("change", () => {
      view?.showRun(k, box.checked);
      plots.show(k, box.checked);
    });
    const solid = element("input", { type: "radio", name: "solid", id: `solid-${k}` });
    solid.checked = k === 0;
    solid.addEventListener("change", () => {
      session.lead(k);
      view?.lead(k);
      plots.make();
    });
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = RUN_COLOURS[k];
    const step = element("small", {}, ` step ${shown(1e6 * entry.data.step)} µs`); // short steps make a page slow
    const name = element("span", { class: "field" }, box, swatch, entry.name, step);
    group.append(element("div", { class: "loop" }, name, element("label", { class: "field" }, solid, "pull and read this one")));
  });
  return group;
}

/** Buttons that save the run and copy the state. */
export function fileButtons(session: Session): HTMLElement {
  const row = element("div", { class: "row files" });
  const says = element("span", { class: "said", role: "status" });
  const add = (id: string, text: string, action: () => void) => {
    const made = element("button", { type: "button", id }, text);
    made.addEventListener("click", action);
    row.append(made);
  };
  add("csv", "save run (.csv)", () => saveText(csv(session.main), "run.csv", "text/csv"));
  add("pushes", "save pushes (.csv)", () => saveText(pushesCsv(session), "pushes.csv", "text/csv"));
  add("copy", "copy state (.toml)", () => {
    const text = scenarioFile(session.main);
    void copyText(text).then((done) => {
      says.textContent = done ? "copied" : "not copied: the browser refused";
      setTimeout(() => (says.textContent = ""), 2500);
    });
  });
  row.append(says);
  return row;
}
