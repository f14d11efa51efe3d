// The scale of strain colours below a picture.

import { element, shown } from "./dom";

/** Returns the scale of strain colours. */
export function strainScale(limit: number): HTMLElement {
  const end = limit < 1e-3 ? `${shown(limit * 1e6, 3)} µm/m` : `${shown(limit * 1e3, 3)} mm/m`;
  const bar = element("span", { class: "strain" });
  return element("div", { class: "scale", "aria-label": `strain colours from −${end} to ${end}` }, `−${end} `, bar, ` +${end}`);
}
