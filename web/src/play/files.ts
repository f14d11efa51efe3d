// The recorded run as CSV, and the present state as a scenario file. Nothing is sent: files are made in the page.

import type { Player } from "./player";
import type { Session } from "./session";

export function saveText(text: string, name: string, kind: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function titled({ name, unit }: { name: string; unit: string }): string {
  return quoted(unit ? `${name} [${unit}]` : name);
}

/** Returns the recorded rows of one loop: times, states, outputs, each number with all its digits. */
export function csv(player: Player): string {
  const { data } = player.entry;
  const { tape } = player;
  const lines = [["t [s]", ...data.states.map(titled), ...data.outputs.map(titled)].join(",")];
  for (let k = 0; k < tape.length; k++) {
    lines.push([tape.time(k), ...tape.state(k), ...tape.outputs(k)].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** Returns all pushes as CSV, as armillary.simulation.recorded_pushes reads them: forces on links, and efforts at velocities. */
export function pushesCsv(session: Session): string {
  const { efforts } = session.players[0].entry.data;
  const head = "t [s],link,force x [N],force y [N],force z [N],point x [m],point y [m],point z [m]";
  const lines = [[head, ...efforts.map(titled)].join(",")];
  const [noLink, noEfforts] = [Array(7).fill(""), efforts.map(() => "")];
  for (const one of session.pushes.list)
    lines.push(("link" in one ? [one.t, quoted(one.link), ...one.force, ...one.point, ...noEfforts] : [one.t, ...noLink, ...one.efforts]).join(","));
  return `${lines.join("\n")}\n`;
}

function toml(value: number): string {
  const text = String(value);
  return /[.eE]/.test(text) || !Number.isFinite(value) ? text : `${text}.0`;
}

/** Returns the present state as a scenario file, with changed parameters as comments where a file has no place for them. */
export function scenarioFile(player: Player): string {
  const { data, scenario } = player.entry;
  const { x, t } = player.loop;
  const list = (from: number, count: number): string => `[${Array.from(x.subarray(from, from + count), toml).join(", ")}]`;
  const changed = data.parameters.filter((one) => player.loop.get(one) !== one.value);
  const notes = changed.map((one) => `#   ${one.name.replace(/[\x00-\x1f\x7f]/g, " ")} = ${toml(player.loop.get(one))}`);
  const head = [`# State at ${t} s of a playable page.`];
  if (notes.length) head.push("# Changed in the page:", ...notes);
  const start = [`q0 = ${list(0, data.nq)}`, `qd0 = ${list(data.nq, data.nv)}`];
  return `${[...head, ...start].join("\n")}\n${scenario}`;
}

/** Copies a text; a page from a folder may have no clipboard, then a field with the text is selected. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
