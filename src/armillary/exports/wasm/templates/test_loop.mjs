{% autoescape false %}
/*
 * Compares steps of {{ name }}.js with a run of native code of Armillary for
 * {{ robot }}. {{ mark }}.     node test_{{ name }}.mjs
 */
import { load } from "./{{ name }}.js";

const { t, values, allowed } = {{ rows }};

const loop = await load();
const { nq, nv, outputs } = loop.data;
const places = new Map(outputs.map(({ name }, k) => [name, k]));
const worst = new Map(Object.keys(values).map((name) => [name, 0]));

function found(name, row) {
  if (name === "q") return loop.x.subarray(0, nq);
  if (name === "qd") return loop.x.subarray(nq, nq + nv);
  return name === "tau" ? row.subarray(0, nv) : [row[places.get(name)]];
}

t.forEach((time, k) => {
  loop.until(time);
  const row = loop.outputs();
  const late = Math.abs(loop.t - time) > 1e-9 * (1 + time);
  for (const [name, rows] of Object.entries(values)) {
    if (name === "tau" && k === 0) continue; // before the first instant of a sampled controller
    const ours = found(name, row);
    const off = late ? Infinity : Math.max(...rows[k].map((value, j) => Math.abs(ours[j] - value)));
    worst.set(name, off <= worst.get(name) ? worst.get(name) : off); // NaN stays
  }
});
let failures = 0;
for (const [name, off] of worst) {
  const fine = off <= allowed[name];
  failures += fine ? 0 : 1;
  console.log(`${name.padEnd(40)} ${off.toExponential(1).padStart(8)} ${fine ? "ok" : "FAILED"}`);
}
process.exitCode = failures ? 1 : 0;
{% endautoescape %}
