{% autoescape false %}
/*
 * Compares the functions of {{ name }}.js with values that the kernels of Armillary gave for
 * {{ robot }}. {{ mark }}.     node test_{{ name }}.mjs
 */
import { load } from "./{{ name }}.js";

const CHECKS = {{ checks }};

const robot = await load();
let failures = 0;
for (const { name, inputs, outputs, allowed } of CHECKS) {
  let worst = 0;
  let failed = false;
  const states = outputs[0].length;
  for (let k = 0; k < states; ++k) {
    const result = robot[name](...inputs.map((each) => each[k]));
    const found = outputs.length === 1 ? [result] : Object.values(result);
    outputs.forEach((expected, j) => {
      const values = typeof found[j] === "number" ? [found[j]] : [...found[j]];
      const scale = Math.max(...expected[k].map(Math.abs), Number.MIN_VALUE);
      expected[k].forEach((value, i) => {
        const off = Math.abs(values[i] - value);
        if (!(off <= allowed[j][k])) failed = true; // NaN fails too
        worst = Math.max(worst, off / scale);
      });
    });
  }
  failures += failed ? 1 : 0;
  const verdict = states === 0 ? "no finite value to compare with" : failed ? "FAILED" : "ok";
  console.log(`${name.padEnd(40)} ${worst.toExponential(1).padStart(8)} ${verdict}`);
}
process.exitCode = failures ? 1 : 0;
{% endautoescape %}
