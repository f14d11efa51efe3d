// The data of a playable page, as src/armillary/pages/play.py writes it.

import type { MeshData, RobotData } from "../data";
import type { LoopData } from "./loop";

/** One closed loop: the first moves solid, the others as ghosts. `code` is the module in base64, `scenario` the scenario as
 *  a file without its start; a comment where it cannot be written. */
export interface LoopEntry {
  name: string;
  robot: number;
  data: LoopData;
  code: string;
  scenario: string;
}

/** A line of a chart: the name that is shown, and that of a state or an output of the loops. */
export interface LineSource {
  name: string;
  from: "state" | "output";
  key: string;
}

export interface ChartSource {
  title: string;
  quantity: string;
  unit: string;
  open: boolean;
  lines: LineSource[];
}

/** A natural mode of the start: efforts at all velocities that excite it, as the amplitude of a sine at its frequency. */
export interface ModeSource {
  name: string;
  hz: number;
  efforts: number[];
}

/** A state of a run: time [s] and the first entries of the state, q and velocities. */
export interface BeginData {
  t: number;
  x: number[];
}

export interface PlayData {
  loops: LoopEntry[];
  charts: ChartSource[];
  modes: ModeSource[];
  /** Effort of a push at each velocity [N·m or N]; 0 where there is no button. */
  pushes: number[];
  /** Spring between pointer and robot: stiffness [N/m] and damping [N·s/m]. */
  spring: { stiffness: number; damping: number };
  /** Strain of full colour; 0 without bending links. */
  strain: number;
  begin: BeginData | null;
}

/** What the page shows: robots and meshes of the whole page, and the loops. */
export interface Stage {
  title: string;
  robots: RobotData[];
  meshes: MeshData[];
  play: PlayData;
}
