{% autoescape false %}
/* Types of {{ name }}.js: {{ robot }}. {{ mark }}. */

{{ types }}
/** Names and places of everything in the module. */
export const DATA: LoopData;

/** Returns the closed loop at the start of its scenario. */
export function load(): Promise<Loop>;
{% endautoescape %}
