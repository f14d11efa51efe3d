// Keys of a playable page.

import type { Session } from "./session";
import type { Transport } from "./transport";

export const KEYS: [string, string][] = [
  ["space", "play, pause"],
  [".", "one step of the solver"],
  ["← →", "back and forward in what was recorded, 0.1 s (with shift 1 s)"],
  ["home", "back to the start"],
  ["+ −", "faster, slower"],
  ["[ ]", "less, more magnification of bending"],
  ["shift + drag", "move the target of the tip"],
  ["?", "show or hide this list"],
];

export interface Actions {
  magnify(factor: number): void;
  help(): void;
}

export function startKeys(session: Session, transport: Transport, actions: Actions): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || transport.place.offsetParent === null) return;
    const target = event.target as HTMLElement;
    const kind = target instanceof HTMLInputElement ? target.type : target.tagName.toLowerCase();
    if (["text", "select", "textarea"].includes(kind)) return;
    if (event.key === " " && ["button", "a", "summary", "checkbox", "radio"].includes(kind)) return;
    if (kind === "range" && event.key.startsWith("Arrow") && target.id !== "time") return;
    if (kind === "range" && event.key === "Home" && target.id !== "time") return;
    const by = event.shiftKey ? 1 : 0.1;
    const known: Record<string, () => void> = {
      " ": () => session.toggle(),
      ".": () => session.single(),
      ArrowLeft: () => transport.shift(-by),
      ArrowRight: () => transport.shift(by),
      Home: () => session.restart(),
      "+": () => transport.faster(1),
      "=": () => transport.faster(1),
      "-": () => transport.faster(-1),
      "]": () => actions.magnify(1.25),
      "[": () => actions.magnify(1 / 1.25),
      "?": () => actions.help(),
    };
    const action = known[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
