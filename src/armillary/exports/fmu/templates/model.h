{% autoescape false %}
/* {{ description }}: sizes and tables. */
#ifndef MODEL_H
#define MODEL_H

{% for name in functions %}
#include "{{ identifier }}_{{ name }}.h"
{% endfor %}

{% for name in functions %}
#define model_{{ name }} {{ identifier }}_{{ name }}
{% endfor %}

#define MODEL_TOKEN "{{ token }}"
{% for name, size in sizes.items() %}
#define {{ name }} {{ size }}
{% endfor %}

{% for kind, name, values in tables %}
static const {{ kind }} {{ name }}[{{ values | length }}] = { {{- values | join(", ") -}} };
{% endfor %}
static const char *const variable_names[{{ names | length }}] = {
{% for name in names %}
    "{{ name }}",
{% endfor %}
};

#endif
{% endautoescape %}
