// Controls of time: play, one step, back to the start, speed, and a slider over what was recorded.

import { element, shown } from "../dom";
import type { Session } from "./session";

export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8];

function button(id: string, text: string, title: string, action: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", id, title, "aria-label": title }, text);
  made.addEventListener("click", action);
  return made;
}

export class Transport {
  readonly place = element("div", { class: "row main transport" });
  private play: HTMLButtonElement;
  private slider = element("input", { type: "range", id: "time", step: "any", "aria-label": "recorded time" });
  private readout = element("output", { class: "time", for: "time" });
  private speed = element("select", { id: "speed", "aria-label": "speed" });
  private note = element("p", { class: "stopped", role: "alert", hidden: true });

  constructor(private session: Session) {
    this.play = button("play", "▶", "play", () => session.toggle());
    this.play.className = "play";
    const step = button("step", "▸|", "one step of the solver", () => session.single());
    const again = button("restart", "⟲", "back to the start", () => session.restart());
    this.slider.addEventListener("input", () => session.seek(Number(this.slider.value)));
    for (const one of SPEEDS) this.speed.append(element("option", { value: one }, `${one}×`));
    this.speed.value = "1";
    this.speed.addEventListener("change", () => session.setSpeed(Number(this.speed.value)));
    this.place.append(this.play, step, again, this.slider, this.readout, this.speed, this.note);
    session.onChange(() => this.show());
    this.show();
  }

  faster(by: number): void {
    const place = SPEEDS.indexOf(this.session.speed) + by;
    this.session.setSpeed(SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)]);
  }

  /** Goes back or forward in what was recorded, by a part of a second. */
  shift(by: number): void {
    this.session.seek(this.session.time + by);
  }

  private show(): void {
    const { playing, time, recorded, stopped, speed } = this.session;
    const [begin, end] = recorded;
    this.play.textContent = playing ? "❚❚" : "▶";
    const says = playing ? "pause" : "play";
    if (this.play.title !== says) {
      this.play.title = says;
      this.play.setAttribute("aria-label", says);
      this.play.setAttribute("aria-pressed", String(playing));
    }
    this.play.disabled = stopped !== "";
    this.slider.min = String(begin);
    this.slider.max = String(Math.max(end, begin + 1e-9));
    this.slider.value = String(time);
    this.readout.textContent = `${time.toFixed(3)} s`;
    this.slider.setAttribute("aria-valuetext", `${shown(time, 5)} s`);
    this.speed.value = String(speed);
    this.note.hidden = !stopped;
    if (stopped && this.note.textContent === "") this.note.textContent = `${stopped} Go back in time, or to the start.`;
    if (!stopped) this.note.textContent = "";
  }
}
