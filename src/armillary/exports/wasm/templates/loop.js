{% autoescape false %}
{% for line in head %}
{{ line }}
{% endfor %}

{{ script }}
/* Names and places of everything in the module. */
export const DATA = {{ data }};

/* Returns the closed loop at the start of its scenario; each call has its own memory. */
export async function load() {
  return Loop.make(DATA, Uint8Array.from(atob(CODE), (each) => each.charCodeAt(0)));
}

const CODE = [
{% for line in code %}
  "{{ line }}",
{% endfor %}
].join("");
{% endautoescape %}
