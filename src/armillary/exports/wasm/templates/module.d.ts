{% autoescape false %}
/* Types of {{ name }}.js: {{ robot }}. {{ mark }}. */

/** Entries of q. */
export const NQ: number;
/** Entries of qd, qdd and tau. */
export const NV: number;
/** Names of the entries of q. */
export const COORDINATES: readonly string[];
/** Names of the entries of qd, qdd and tau. */
export const VELOCITIES: readonly string[];

/** The functions of the robot, in SI units. */
export interface Robot {
{% for each in functions %}
{% for line in each.comment %}
  {{ line }}
{% endfor %}
  {{ each.name }}({% for one in each.inputs %}{{ one.name }}: ArrayLike<number>{{ "" if loop.last else ", " }}{% endfor %}): {{ each.returns }};
{% endfor %}
}

/** Returns the functions of the robot. */
export function load(): Promise<Readonly<Robot>>;
{% endautoescape %}
