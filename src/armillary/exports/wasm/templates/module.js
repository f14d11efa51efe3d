{% autoescape false %}
{% for line in head %}
{{ line }}
{% endfor %}

export const NQ = {{ nq }};
export const NV = {{ nv }};
export const COORDINATES = {{ coordinates }};
export const VELOCITIES = {{ velocities }};

/* Arrays of each function as [name, number of entries, address]; 0 entries stand for a number. */
const FUNCTIONS = {
{% for each in functions %}
  {{ each.name }}: {
    inputs: [{% for one in each.inputs %}["{{ one.name }}", {{ one.size }}, {{ one.at }}]{{ "" if loop.last else ", " }}{% endfor %}],
    outputs: [{% for one in each.outputs %}["{{ one.name }}", {{ one.size if one.shape else 0 }}, {{ one.at }}]{{ "" if loop.last else ", " }}{% endfor %}],
  },
{% endfor %}
};

function callable(name, run, memory) {
  const { inputs, outputs } = FUNCTIONS[name];
  const view = ([, size, at]) => new Float64Array(memory.buffer, at, size || 1);
  const given = inputs.map(view);
  const found = outputs.map(view);
  const places = [...inputs, ...outputs].map(([, , at]) => at);
  const result = (k) => (outputs[k][1] ? found[k].slice() : found[k][0]);
  return (...values) => {
    if (values.length !== inputs.length) {
      throw new TypeError(`${name}: ${values.length} arguments; expected ${inputs.map(([each]) => each).join(", ")}`);
    }
    values.forEach((value, k) => {
      if (value?.length !== inputs[k][1]) {
        throw new RangeError(`${name}: ${inputs[k][0]} has length ${value?.length}; expected ${inputs[k][1]}`);
      }
      given[k].set(value);
    });
    run(...places);
    if (outputs.length === 1) return result(0);
    return Object.fromEntries(outputs.map(([each], k) => [each, result(k)]));
  };
}

/* Returns the functions of the robot; each call has its own memory. */
export async function load() {
  const bytes = Uint8Array.from(atob(CODE), (each) => each.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes);
  const { memory, ...functions } = instance.exports;
  const named = Object.entries(functions).map(([name, run]) => [name, callable(name, run, memory)]);
  return Object.freeze(Object.fromEntries(named));
}

const CODE = [
{% for line in code %}
  "{{ line }}",
{% endfor %}
].join("");
{% endautoescape %}
