{% autoescape false %}
/* {{ description }}: sizes and tables. */
#ifndef MODEL_H
#define MODEL_H

#include <stdint.h>

{% for name in functions %}
#include "{{ identifier }}_{{ name }}.h"
{% endfor %}

{% for name in functions %}
#define model_{{ name }} {{ identifier }}_{{ name }}
{% endfor %}

{% if tasks %}
static void (*const model_tasks[])(const double *, const double *, const double *, const double *, const double *,
                                   double *) = {
{%- for k in range(tasks) %}{{ identifier }}_task{{ k }}{{ "" if loop.last else ", " }}{% endfor -%} };
static void (*const model_task_tangents[])(const double *, const double *, const double *, const double *,
                                           const double *, const double *, const double *, double *) = {
{%- for k in range(tasks) %}{{ identifier }}_task{{ k }}_tangent{{ "" if loop.last else ", " }}{% endfor -%} };
{% endif %}

#define MODEL_TOKEN "{{ token }}"
{% for name, size in sizes.items() %}
#define {{ name }} {{ size }}
{% endfor %}

{% for name, number in numbers.items() %}
#define {{ name }} {{ number }}
{% endfor %}

{% for name, rows in matrices.items() %}
static const double {{ name }}[{{ rows | length }}][{{ rows[-1] | length }}] = {
{% for row in rows %}
    { {{- row | join(", ") or "0.0" -}} },
{% endfor %}
};
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
