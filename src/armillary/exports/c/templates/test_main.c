{% autoescape false %}
/*
 * Compares the functions of {{ name }}.c with values that the kernels of Armillary gave for
 * {{ robot }}: greatest difference relative to the greatest entry. {{ mark }}.
 */
#include "{{ name }}.h"
{% for line in header %}
{{ line }}
{% endfor %}

#include <math.h>
#include <stdio.h>

static int failures = 0;

{% if checks | selectattr("inputs") | list %}
/* Compares one output at one state; worst takes the greatest difference relative to the greatest entry. */
static void compare(const {{ kind }} *found, const {{ kind }} *expected, int size, {{ kind }} allowed, {{ kind }} *worst)
{
    {{ kind }} difference = 0.0{{ f }};
    {{ kind }} scale = 0.0{{ f }};
    int finite = 1;
    int k;

    for (k = 0; k < size; ++k) {
        const {{ kind }} off = fabs{{ f }}(found[k] - expected[k]);
        if (!(off <= allowed)) { /* NaN fails too */
            finite = 0;
        }
        if (off > difference) {
            difference = off;
        }
        if (fabs{{ f }}(expected[k]) > scale) {
            scale = fabs{{ f }}(expected[k]);
        }
    }
    if (scale > 0.0{{ f }}) {
        difference /= scale;
    }
    if (difference > *worst) {
        *worst = difference;
    }
    if (finite == 0) {
        ++failures;
    }
}

static void report(const char *name, {{ kind }} worst, int failed)
{
    (void)printf("%-40s %8.1e %s\n", name, (double)worst, (failed != 0) ? "FAILED" : "ok");
}
{% endif %}
{% macro table(name, rows) %}
    static const {{ kind }} {{ name }}[{{ rows | length }}][{{ rows[0] | length }}] = {
{% for row in rows %}
        { {%- for four in row | batch(4) %}{{ four | join(", ") }}{{ "" if loop.last else ",\n         " }}{% endfor -%} },
{% endfor %}
    };
{% endmacro %}
{% for check in checks %}

static void check_{{ check.name }}(void)
{
{% if check.inputs %}
{% for name, rows in check.inputs %}
{{ table(name ~ "_at", rows) -}}
{% endfor %}
{% for name, size, rows, allowed in check.outputs %}
{{ table(name ~ "_expected", rows) -}}
{{ "    " }}static const {{ kind }} {{ name }}_allowed[{{ allowed | length }}] = { {{- allowed | join(", ") -}} };
{% endfor %}
{% for name, size, rows, allowed in check.outputs %}
    {{ kind }} {{ name }}[{{ size }}];
{% endfor %}
    {{ kind }} worst = 0.0{{ f }};
    const int before = failures;
    int k;

    for (k = 0; k < {{ check.states }}; ++k) {
        {{ check.function }}({% for name, rows in check.inputs %}{{ name }}_at[k], {% endfor %}{{ check.outputs | map("first") | join(", ") }});
{% for name, size, rows, allowed in check.outputs %}
        compare({{ name }}, {{ name }}_expected[k], {{ size }}, {{ name }}_allowed[k], &worst);
{% endfor %}
    }
    report("{{ check.function }}", worst, failures - before);
{% else %}
    /* Not finite at any of the states: the mass matrix is singular. */
    (void)printf("{{ "%-40s" | format(check.function) }} no finite value to compare with\n");
{% endif %}
}
{% endfor %}

int main(void)
{
{% for check in checks %}
    check_{{ check.name }}();
{% endfor %}
    return (failures == 0) ? 0 : 1;
}
{% endautoescape %}
