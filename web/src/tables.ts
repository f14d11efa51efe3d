// Tables that sort by a click on a heading and show the rows that pass the filters below the headings.
//
// A filter is a text that a cell contains, or a condition on its number: <2, >=0.5, =3, 1..2.

import { element } from "./dom";

type Passes = (text: string) => boolean;

/** Returns the number that a cell shows, or NaN. */
function numberOf(text: string): number {
  const plain = text.trim().replace(/−/g, "-").replace(/,/g, "");
  if (plain === "∞" || plain === "-∞") return plain === "∞" ? Infinity : -Infinity;
  return plain === "" ? NaN : Number(plain);
}

function compare(one: string, other: string): number {
  const [a, b] = [numberOf(one), numberOf(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1;
  return one < other ? -1 : one > other ? 1 : 0;
}

function condition(filter: string): Passes {
  const text = filter.trim();
  const range = /^(.+?)\.\.(.+)$/.exec(text);
  if (range) {
    const [low, high] = [numberOf(range[1]), numberOf(range[2])];
    if (!Number.isNaN(low) && !Number.isNaN(high)) return (cell) => numberOf(cell) >= low && numberOf(cell) <= high;
  }
  const found = /^(<=|>=|<|>|=)(.+)$/.exec(text);
  const bound = found ? numberOf(found[2]) : NaN;
  if (found && !Number.isNaN(bound)) {
    const tests: Record<string, (value: number) => boolean> = {
      "<": (value) => value < bound,
      ">": (value) => value > bound,
      "<=": (value) => value <= bound,
      ">=": (value) => value >= bound,
      "=": (value) => value === bound,
    };
    return (cell) => tests[found[1]](numberOf(cell));
  }
  const part = text.toLowerCase();
  return (cell) => cell.toLowerCase().includes(part);
}

function enhance(table: HTMLTableElement): void {
  const body = table.tBodies[0];
  const heads = Array.from(table.tHead!.rows[0].cells);
  const rows = Array.from(body.rows).map((row) => ({ row, texts: Array.from(row.cells, (cell) => cell.textContent ?? "") }));
  const shown = element("p", { class: "shown", "aria-live": "polite" });
  const inputs = heads.map((head) =>
    element("input", { type: "search", "aria-label": `filter ${head.textContent}`, placeholder: "filter" }),
  );
  const filter = (): void => {
    const passes = inputs.map((input) => (input.value.trim() ? condition(input.value) : null));
    let count = 0;
    for (const { row, texts } of rows) {
      row.hidden = !passes.every((pass, k) => pass === null || pass(texts[k]));
      if (!row.hidden) count += 1;
    }
    shown.textContent = `${count} of ${rows.length} rows`;
  };
  heads.forEach((head, k) => {
    const button = element("button", { type: "button", class: "sort" }, head.textContent ?? "");
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((one) => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => {
        const empty = Number(a.texts[k] === "–") - Number(b.texts[k] === "–"); // runs without a value stay below
        return empty || (down ? -1 : 1) * compare(a.texts[k], b.texts[k]);
      });
      body.append(...rows.map((one) => one.row));
    });
  });
  table.tHead!.append(element("tr", { class: "filters" }, ...inputs.map((input) => element("th", {}, input))));
  inputs.forEach((input) => input.addEventListener("input", filter));
  table.parentElement!.before(shown);
  filter();
}

export function startTables(): void {
  document.querySelectorAll<HTMLTableElement>("table.sorts").forEach(enhance);
}
