/* See core.h. */
#include "core.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if N_PAIRS > 0
#include "noise.c"
#endif

#define MAGIC 0x41524d31u
#define SAVED_MAGIC 0x41524d53u
#define AT_LIMIT 1e-9 /* distance from a limit [rad or m] below which a joint is at it */
#define AHEAD 1e-9    /* distance in time [s], relative beyond one second, at which model exchange decides on modes */

/* Messages */

static Status complain(const Instance *m, Status status, const char *format, ...) {
    char text[640];
    va_list arguments;
    int warning = status == WARNING;
    if (!(m->logging & (warning ? LOG_WARNINGS : LOG_ERRORS)))
        return status;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    m->say(m, status, warning ? "logStatusWarning" : "logStatusError", text);
    return status;
}

static void tell(const Instance *m, const char *format, ...) {
    char text[640];
    va_list arguments;
    if (!(m->logging & LOG_EVENTS))
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    m->say(m, OK, "logEvents", text);
}

/* Turn messages of some categories, or of all, on or off. */
static Status core_log(Instance *m, int on, size_t count, const char *const *categories) {
    static const char *const names[] = {"logStatusError", "logStatusWarning", "logEvents"};
    int chosen = count == 0 ? LOG_ALL : 0, kind;
    size_t k;
    if (count > 0 && categories == NULL)
        return complain(m, ERROR, "the categories of messages are NULL");
    for (k = 0; k < count; k++) {
        for (kind = 0; kind < 3; kind++)
            if (categories[k] != NULL && strcmp(categories[k], names[kind]) == 0)
                break;
        if (kind == 3)
            return complain(m, ERROR, "there is no category of messages %.80s",
                            categories[k] == NULL ? "NULL" : categories[k]);
        chosen |= 1 << kind;
    }
    m->logging = on ? m->logging | chosen : m->logging & ~chosen;
    return OK;
}

static const char *mode_name(int mode) {
    return mode & INSTANTIATED     ? "instantiated, not yet initialised"
           : mode & INITIALIZATION ? "initialization mode"
           : mode & EVENT          ? "event mode"
           : mode & CONTINUOUS     ? "continuous-time mode"
           : mode & STEP           ? "between steps"
                                   : "terminated";
}

static int usable(const Instance *m) { return m != NULL && m->magic == MAGIC; }

static const char *name_of(uint32_t vr) { return vr < VR_END ? variable_names[vr] : "?"; }

/* Discrete changes: switches in time, control instants */

/* Instants that are closer than this are one: relative to the time, or to one second. */
static double slack(double t) { return SHORTEST * (fabs(t) > 1.0 ? fabs(t) : 1.0); }

static void find_stretch(Data *d) {
    double before = -DBL_MAX, after = DBL_MAX;
    int k;
    for (k = 0; k < N_SWITCHES; k++) {
        if (switch_times[k] <= d->t + slack(d->t))
            before = switch_times[k];
        else {
            after = switch_times[k];
            break;
        }
    }
    d->next_switch = after;
    if (before == -DBL_MAX && after == DBL_MAX)
        d->inside = d->t;
    else if (before == -DBL_MAX)
        d->inside = after - 1.0;
    else if (after == DBL_MAX)
        d->inside = before + 1.0;
    else
        d->inside = before + (after - before) / 2;
}

static inline int all_finite(const double *values, int count) {
    int k;
    for (k = 0; k < count; k++)
        if (!isfinite(values[k]))
            return 0;
    return 1;
}

/* The time of the next instant of a task: a product, which does not drift. */
static double due(const Data *d, int task) { return task_offsets[task] + d->instants[task] * task_periods[task]; }

/* Before the first instant: what is held, modes, and the number of the first instant of each task. */
static void start_tasks(Data *d) {
    int k;
    memcpy(d->h, held_start, sizeof d->h);
    for (k = 0; k < N_MODES; k++)
        if (mode_rates[k] >= 0) { /* a joint at rest sticks, another one slips */
            double v = d->x[mode_rates[k]];
            d->h[FIRST_MODE + k] = (v > 0) - (v < 0);
        }
    for (k = 0; k < N_TASKS; k++) {
        double first = ceil((d->t - task_offsets[k]) / task_periods[k] - NEXT_TO_NOTHING);
        d->instants[k] = first > 0 ? first : 0;
    }
}

/* Run the tasks that are due. With a direction s, s_h becomes the derivative of what is held. */
static Status run_tasks(Instance *m, const double *s, double *s_h) {
#if N_TASKS > 0
    Data *d = &m->d;
    double clock[2], next[NH], tangent[NH], w[AT_LEAST_ONE(2 * N_PAIRS)] = {0.0};
    int k;
    clock[0] = d->t;
    clock[1] = d->inside;
    for (k = 0; k < N_TASKS; k++) {
        double after = floor((d->t - task_offsets[k]) / task_periods[k] + NEXT_TO_NOTHING) + 1;
        if (d->t + slack(d->t) < due(d, k))
            continue;
#if N_PAIRS > 0
        int j;
        for (j = 0; j < task_pairs[k]; j++)
            normal_pair(noise_origin[0], noise_origin[1], (uint64_t)task_streams[first_streams[k] + j],
                        (uint64_t)d->instants[k], w + 2 * j);
#endif
        if (s != NULL) {
            model_task_tangents[k](clock, d->x, d->p, d->h, w, s, s_h, tangent);
            memcpy(s_h, tangent, FIRST_MODE * sizeof *tangent);
        }
        model_tasks[k](clock, d->x, d->p, d->h, w, next);
        /* Rounding of t / period must not give the last instant again. */
        d->instants[k] = task_once[k] ? INFINITY : after < d->instants[k] + 1 ? d->instants[k] + 1 : after;
        d->clean = 0;
        if (!all_finite(next, FIRST_MODE))
            return complain(m, DISCARD, "the controller gives a number that is not finite at t = %.9g s", d->t);
        memcpy(d->h, next, FIRST_MODE * sizeof *next);
    }
#else
    (void)m;
    (void)s;
    (void)s_h;
#endif
    return OK;
}

static int core_next_event(const Instance *m, double *t) {
    int k;
    *t = m->d.next_switch;
    for (k = 0; k < N_TASKS; k++)
        if (due(&m->d, k) < *t)
            *t = due(&m->d, k);
    return *t < DBL_MAX;
}

/* Values at one time */

static inline Status core_rates(Instance *m, double t, const double *x, double *dx) {
    double clock[2];
    clock[0] = t;
    clock[1] = m->d.inside;
    model_rates(clock, x, m->d.u, m->d.p, m->d.h, dx);
    return all_finite(dx, NX) ? OK : DISCARD;
}

static Status core_events(Instance *m, double t, const double *x, double *z) {
    double clock[2];
    clock[0] = t;
    clock[1] = m->d.inside;
    model_events(clock, x, m->d.u, m->d.p, m->d.h, z);
    return all_finite(z, NZ) ? OK : DISCARD;
}

/* The first mode whose margin is negative; -1 if all modes hold. */
static int wrong_mode(const double *z) {
    int k;
    for (k = 0; k < N_MODES; k++)
        if (z[N_LIMITS + k] < 0)
            return k;
    return -1;
}

/* Change modes, one at a time, until all hold; return whether a velocity was set to zero. Solvers of importers approach
 * a zero margin from either side, and may not see it again: in model exchange, modes must hold just after the event. */
static int change_modes(Instance *m) {
    double z[AT_LEAST_ONE(N_EVENTS)], x[AT_LEAST_ONE(NX)], dx[AT_LEAST_ONE(NX)];
    double ahead = m->d.co_simulation ? 0.0 : AHEAD * fmax(1.0, fabs(m->d.t));
    int round, stopped = 0;
    for (round = 0; round < MOST_ROUNDS; round++) {
        int k, i;
        memcpy(x, m->d.x, sizeof x);
        if (ahead > 0 && core_rates(m, m->d.t, m->d.x, dx) == OK)
            for (i = 0; i < NX; i++)
                x[i] += ahead * dx[i];
        core_events(m, m->d.t + ahead, x, z);
        k = wrong_mode(z);
        if (k < 0)
            break;
        m->d.h[FIRST_MODE + k] = z[NZ + k];
        if (z[NZ + k] == 0 && mode_rates[k] >= 0 && m->d.x[mode_rates[k]] != 0) {
            m->d.x[mode_rates[k]] = 0.0;
            stopped = 1;
        }
        m->d.clean = 0;
    }
    return stopped;
}

static void settle(Instance *m) {
    double clock[2];
    if (m->d.clean)
        return;
    if (m->d.mode & BEFORE) {
        start_tasks(&m->d);
        run_tasks(m, NULL, NULL);
    }
    if (m->d.mode & (BEFORE | STEP)) /* efforts may have jumped */
        change_modes(m);
    clock[0] = m->d.t;
    clock[1] = m->d.inside;
    model_outputs(clock, m->d.x, m->d.u, m->d.p, m->d.h, m->y);
    m->d.clean = 1;
}

static Status core_get(Instance *m, const uint32_t *vr, size_t count, double *values) {
    double dx[AT_LEAST_ONE(NX)], z[AT_LEAST_ONE(N_EVENTS)];
    int rates_known = 0, events_known = 0;
    size_t k;
    if (count > 0 && (vr == NULL || values == NULL))
        return complain(m, ERROR, "values: the array is NULL");
    for (k = 0; k < count; k++) {
        uint32_t r = vr[k];
        if (r >= VR_STOP)
            return complain(m, ERROR, "value reference %u is not that of a real variable", (unsigned)r);
        if (r == VR_TIME)
            values[k] = m->d.t;
        else if (r < VR_RATE)
            values[k] = m->d.x[r - VR_STATE];
        else if (r < VR_INPUT) {
            if (!rates_known) {
                settle(m);
                core_rates(m, m->d.t, m->d.x, dx);
                rates_known = 1;
            }
            values[k] = dx[r - VR_RATE];
        } else if (r < VR_OUTPUT)
            values[k] = m->d.u[r - VR_INPUT];
        else if (r < VR_PARAMETER) {
            settle(m);
            values[k] = m->y[r - VR_OUTPUT];
        } else if (r < VR_EVENT)
            values[k] = m->d.p[r - VR_PARAMETER];
        else {
            if (!events_known) {
                settle(m);
                core_events(m, m->d.t, m->d.x, z);
                events_known = 1;
            }
            values[k] = z[r - VR_EVENT];
        }
        if (!isfinite(values[k]))
            return complain(m, DISCARD, "%s is not finite at t = %g s: look at the inputs and the state", name_of(r),
                            m->d.t);
    }
    return OK;
}

static Status check_set(const Instance *m, uint32_t r, double value) {
    const Data *d = &m->d;
    if (r >= VR_STOP)
        return complain(m, ERROR, "value reference %u is not that of a real variable", (unsigned)r);
    if (!isfinite(value))
        return complain(m, ERROR, "%s is set to a value that is not finite", name_of(r));
    if (r >= VR_INPUT && r < VR_OUTPUT)
        return d->mode & TERMINATED ? complain(m, ERROR, "%s is set after the end", name_of(r)) : OK;
    if (r >= VR_PARAMETER && r < VR_EVENT) {
        uint32_t k = r - VR_PARAMETER;
        if (parameter_fixed[k] && !(d->mode & BEFORE))
            return complain(m, ERROR, "%s is a fixed parameter: it is set before the simulation begins", name_of(r));
        if (!parameter_fixed[k] && !(d->mode & (BEFORE | EVENT | STEP)))
            return complain(m, ERROR, "%s is a tunable parameter: it is set in event mode or between steps",
                            name_of(r));
        if (value < parameter_minimum[k])
            return complain(m, ERROR, "%s = %g is below its minimum %g", name_of(r), value, parameter_minimum[k]);
        return OK;
    }
    if (r >= VR_STATE && r < VR_RATE) {
        if (d->mode & (EVENT | CONTINUOUS)) /* some importers set continuous states one by one */
            return OK;
        if (STARTS_FROM_PARAMETERS)
            return complain(m, ERROR, "%s starts from a parameter: set initial.%s", name_of(r), name_of(r));
        if (!(d->mode & BEFORE))
            return complain(m, ERROR, "%s is a state: its start value is set before the simulation begins",
                            name_of(r));
        return OK;
    }
    return complain(m, ERROR, "%s cannot be set: it is computed", name_of(r));
}

/* Check all values before any is set. */
static Status core_set(Instance *m, const uint32_t *vr, size_t count, const double *values) {
    size_t k;
    if (count > 0 && (vr == NULL || values == NULL))
        return complain(m, ERROR, "values: the array is NULL");
    for (k = 0; k < count; k++) {
        Status status = check_set(m, vr[k], values[k]);
        if (status != OK)
            return status;
    }
    for (k = 0; k < count; k++) {
        uint32_t r = vr[k];
        if (r < VR_RATE)
            m->d.x[r - VR_STATE] = values[k];
        else if (r < VR_OUTPUT)
            m->d.u[r - VR_INPUT] = values[k];
        else {
            uint32_t p = r - VR_PARAMETER;
            m->d.p[p] = values[k];
            if (STARTS_FROM_PARAMETERS && (int)p >= FIRST_START && (int)p < FIRST_START + NX)
                m->d.x[p - FIRST_START] = values[k];
        }
    }
    m->d.clean = 0;
    return OK;
}

static Status core_get_boolean(Instance *m, uint32_t vr, int *value) {
    if (vr == VR_STOP)
        *value = m->d.stop_at_limits != 0;
    else if (vr == VR_BEYOND)
        *value = m->d.beyond_limits != 0;
    else
        return complain(m, ERROR, "value reference %u is not that of a Boolean variable", (unsigned)vr);
    return OK;
}

static Status core_set_boolean(Instance *m, uint32_t vr, int value) {
    if (vr != VR_STOP)
        return complain(m, ERROR, "%s cannot be set as a Boolean", name_of(vr));
    if (!(m->d.mode & BEFORE))
        return complain(m, ERROR, "%s is a fixed parameter: it is set before the simulation begins", name_of(vr));
    m->d.stop_at_limits = value != 0;
    return OK;
}

/* Initialization */

static void core_reset(Instance *m) {
    int co_simulation = m->d.co_simulation;
    memset(&m->d, 0, sizeof m->d);
    memset(m->bent, 0, sizeof m->bent);
    m->d.co_simulation = co_simulation;
    m->d.mode = INSTANTIATED;
    m->d.stop_at_limits = STOP_AT_LIMITS;
    m->d.tolerance = TOLERANCE;
    memcpy(m->d.x, state_start, sizeof m->d.x);
    memcpy(m->d.u, input_start, sizeof m->d.u);
    memcpy(m->d.p, parameter_start, sizeof m->d.p);
    find_stretch(&m->d);
    start_tasks(&m->d);
}

static Status core_begin(Instance *m, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
    if (has_tolerance && !(tolerance > 0 && tolerance < 1))
        return complain(m, ERROR, "a tolerance of %g; expected one between 0 and 1", tolerance);
    if (!isfinite(start) || (has_stop && !(stop > start)))
        return complain(m, ERROR, "from %g s to %g s; expected times in rising order", start, stop);
    if (has_tolerance) /* The tolerance is never larger than that of the model. */
        m->d.tolerance = tolerance < TOLERANCE ? tolerance : TOLERANCE;
    m->d.t = m->d.last_time = m->d.start_time = start;
    m->d.has_stop = has_stop;
    m->d.stop_time = stop;
    find_stretch(&m->d);
    m->d.clean = 0;
    return OK;
}

static void straighten(double *q) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    int k;
    for (k = 0; k < 4; k++)
        q[k] /= length;
}

static void straighten_all(double *x) {
    int k;
    for (k = 0; k < N_QUATERNIONS; k++)
        straighten(x + quaternion_places[k]);
}

static int outside(const double *z) {
    int k;
    for (k = 0; k < N_LIMITS; k++)
        if (z[k] < 0)
            return k;
    return -1;
}

/* The limit that a joint exceeds, or is at and about to exceed: solvers approach a zero margin from either side. */
static int passed(Instance *m) {
    double z[AT_LEAST_ONE(N_EVENTS)], dx[AT_LEAST_ONE(NX)];
    int k;
    if (N_LIMITS == 0)
        return -1;
    core_events(m, m->d.t, m->d.x, z);
    core_rates(m, m->d.t, m->d.x, dx);
    for (k = 0; k < N_LIMITS; k++) {
        double margin_rate = limit_signs[k] * dx[limit_states[k]];
        if (z[k] < -AT_LIMIT || (z[k] < 0 && margin_rate <= 0) || (z[k] < AT_LIMIT && margin_rate < 0))
            return k;
    }
    return -1;
}

/* Leave initialization: check all values, and run the tasks that are due at the beginning. */
static Status core_ready(Instance *m) {
    double z[AT_LEAST_ONE(N_EVENTS)], dx[AT_LEAST_ONE(NX)];
    int k;
    for (k = 0; k < N_QUATERNIONS; k++) {
        double *q = m->d.x + quaternion_places[k];
        double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(fabs(length - 1) <= UNIT))
            return complain(m, ERROR, "%s: a quaternion of length %g; expected a unit quaternion",
                            name_of((uint32_t)(VR_STATE + quaternion_places[k])), length);
        straighten(q);
    }
    find_stretch(&m->d);
    start_tasks(&m->d);
    if (run_tasks(m, NULL, NULL) != OK)
        return ERROR;
    change_modes(m);
    core_events(m, m->d.t, m->d.x, z);
    k = outside(z);
    if (k >= 0 && m->d.stop_at_limits)
        return complain(m, ERROR, "%s is negative at the beginning: a joint starts outside its limits",
                        name_of((uint32_t)(VR_EVENT + k)));
    m->d.beyond_limits = k >= 0;
    if (core_rates(m, m->d.t, m->d.x, dx) != OK)
        return complain(m, ERROR, "the accelerations are not finite at the beginning: look at masses and inertias");
    m->d.clean = 0;
    return OK;
}

/* An event: the next interval between switches begins, controllers are evaluated, modes change, limits are checked. */
static Status core_update(Instance *m) {
    int k, was = m->d.beyond_limits;
    Status status;
    find_stretch(&m->d);
    status = run_tasks(m, NULL, NULL);
    if (status != OK)
        return status;
    m->jumped = change_modes(m);
    k = passed(m);
    m->d.beyond_limits = k >= 0;
    if (k >= 0 && !was)
        tell(m, "a joint passes its limit at t = %.9g s: %s is negative", m->d.t,
             name_of((uint32_t)(VR_EVENT + k)));
    if (k >= 0 && m->d.stop_at_limits)
        m->d.ended = 1;
    m->d.clean = 0;
    return OK;
}

/* One warning for each link that bends or stretches further than its modes describe, with the node that is furthest. */
static void core_bending(Instance *m) {
    const double *shapes = bend_shapes;
    int k, node, i, j;
    for (k = 0; k < N_BENDS; k++) {
        const double *x = m->d.x + bend_states[k];
        double furthest = 1, slope = 0, stretch = 0;
        for (node = 0; node < bend_nodes[k]; node++) {
            double moved[4] = {0, 0, 0, 0}, turned, excess;
            for (i = 0; i < bend_counts[k]; i++, shapes += 4)
                for (j = 0; j < 4; j++)
                    moved[j] += shapes[j] * x[i];
            turned = sqrt(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2]);
            excess = fmax(turned / STEEP, fabs(moved[3]) / LONG);
            if (excess > furthest) {
                furthest = excess;
                slope = turned;
                stretch = moved[3];
            }
        }
        if (m->bent[k] || furthest == 1)
            continue;
        m->bent[k] = 1;
        complain(m, WARNING,
                 "the link of %s bends too far at t = %.9g s: it rotates by %.2g rad, with a stretch of %.2g; beyond "
                 "%g rad or %g, modes are some per cent off: cut the link into segments or sublinks",
                 name_of((uint32_t)(VR_STATE + bend_states[k])), m->d.t, slope, stretch, STEEP, LONG);
    }
}

/* Whether a solver without event detection must have an event: at a limit, or where a mode does not hold. */
static int core_event_due(Instance *m) {
    double z[AT_LEAST_ONE(N_EVENTS)];
    if (N_MODES > 0) {
        core_events(m, m->d.t, m->d.x, z);
        if (wrong_mode(z) >= 0)
            return 1;
    }
    return !m->d.beyond_limits && passed(m) >= 0;
}

/* Model exchange: all values of a kind */

static Status core_set_time(Instance *m, double t) {
    if (!isfinite(t) || t < m->d.start_time - slack(t))
        return complain(m, ERROR, "the time is set to %g s, before the beginning at %g s", t, m->d.start_time);
    m->d.t = t;
    m->d.clean = 0;
    return OK;
}

static Status core_set_states(Instance *m, const double *x, size_t count) {
    if (x == NULL || count != NX || !all_finite(x, NX))
        return complain(m, ERROR, "continuous states: expected %d finite numbers", NX);
    memcpy(m->d.x, x, NX * sizeof *x);
    m->d.clean = 0;
    return OK;
}

static Status core_get_states(const Instance *m, double *x, size_t count) {
    if (x == NULL || count != NX)
        return complain(m, ERROR, "continuous states: expected room for %d numbers", NX);
    memcpy(x, m->d.x, NX * sizeof *x);
    return OK;
}

static Status core_get_rates(Instance *m, double *dx, size_t count) {
    if (dx == NULL || count != NX)
        return complain(m, ERROR, "derivatives of states: expected room for %d numbers", NX);
    settle(m);
    if (core_rates(m, m->d.t, m->d.x, dx) != OK)
        return complain(m, DISCARD, "the accelerations are not finite at t = %.9g s", m->d.t);
    return OK;
}

static Status core_get_events(Instance *m, double *z, size_t count) {
    if (count != NZ || (NZ > 0 && z == NULL))
        return complain(m, ERROR, "event indicators: expected room for %d numbers", NZ);
    settle(m);
    if (NZ > 0) {
        double all[AT_LEAST_ONE(N_EVENTS)];
        if (core_events(m, m->d.t, m->d.x, all) != OK)
            return complain(m, DISCARD, "event indicators are not finite at t = %.9g s", m->d.t);
        memcpy(z, all, NZ * sizeof *z);
    }
    return OK;
}

static Status core_nominals(const Instance *m, double *x, size_t count) {
    size_t k;
    if (x == NULL || count != NX)
        return complain(m, ERROR, "nominal values of states: expected room for %d numbers", NX);
    for (k = 0; k < count; k++)
        x[k] = 1.0;
    return OK;
}

/* Derivatives */

static int seed_place(uint32_t r, size_t *place) {
    if (r == VR_TIME)
        *place = 0;
    else if (r < VR_RATE)
        *place = 1 + (r - VR_STATE);
    else if (r >= VR_INPUT && r < VR_OUTPUT)
        *place = 1 + NX + (r - VR_INPUT);
    else if (r >= VR_PARAMETER && r < VR_EVENT)
        *place = 1 + NX + NU + (r - VR_PARAMETER);
    else
        return 0;
    return 1;
}

typedef struct {
    double s[1 + NX + NU + NP], dx[AT_LEAST_ONE(NX)], y[AT_LEAST_ONE(NY)];
} Tangent;

static void run_tangent(Instance *m, double t, const double *x, Tangent *a) {
    double clock[2], s_h[AT_LEAST_ONE(NH)] = {0.0};
    clock[0] = t;
    clock[1] = m->d.inside;
    if (STARTS_FROM_PARAMETERS && m->d.mode & BEFORE) {
        int k; /* before the start the states are these parameters */
        for (k = 0; k < NX; k++)
            a->s[1 + k] += a->s[1 + NX + NU + FIRST_START + k];
    }
    if (m->d.mode & BEFORE) {
        start_tasks(&m->d);
        run_tasks(m, a->s, s_h);
        change_modes(m);
    }
    model_tangent(clock, x, m->d.u, m->d.p, m->d.h, a->s, s_h, a->dx, a->y);
}

static double tangent_of(const Tangent *a, uint32_t r) {
    size_t place;
    if (seed_place(r, &place))
        return a->s[place];
    return r < VR_INPUT ? a->dx[r - VR_RATE] : a->y[r - VR_OUTPUT];
}

static Status core_derivative(Instance *m, const uint32_t *unknown, size_t unknowns, const uint32_t *known,
                              size_t knowns, const double *seed, double *sensitivity, int adjoint) {
    Tangent a;
    size_t i, j, place;
    if ((unknowns > 0 && unknown == NULL) || (knowns > 0 && known == NULL) ||
        ((adjoint ? unknowns : knowns) > 0 && seed == NULL) || ((adjoint ? knowns : unknowns) > 0 && sensitivity == NULL))
        return complain(m, ERROR, "derivatives: an array is NULL");
    for (i = 0; i < unknowns; i++)
        if (unknown[i] >= VR_EVENT)
            return complain(m, ERROR, "there is no derivative of value reference %u", (unsigned)unknown[i]);
    for (j = 0; j < knowns; j++)
        if (!seed_place(known[j], &place))
            return complain(m, ERROR, "there is no derivative by value reference %u", (unsigned)known[j]);
    settle(m);
    if (!adjoint) {
        memset(&a, 0, sizeof a);
        for (j = 0; j < knowns; j++) {
            seed_place(known[j], &place);
            a.s[place] += seed[j];
        }
        run_tangent(m, m->d.t, m->d.x, &a);
        for (i = 0; i < unknowns; i++)
            sensitivity[i] = tangent_of(&a, unknown[i]);
        return all_finite(sensitivity, (int)unknowns) ? OK : complain(m, DISCARD, "a derivative is not finite");
    }
    for (j = 0; j < knowns; j++) {
        memset(&a, 0, sizeof a);
        seed_place(known[j], &place);
        a.s[place] = 1.0;
        run_tangent(m, m->d.t, m->d.x, &a);
        sensitivity[j] = 0.0;
        for (i = 0; i < unknowns; i++)
            sensitivity[j] += seed[i] * tangent_of(&a, unknown[i]);
    }
    return all_finite(sensitivity, (int)knowns) ? OK : complain(m, DISCARD, "a derivative is not finite");
}

/* Saved states */

static uint64_t digest(const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint64_t sum = 14695981039346656037u;
    size_t k;
    for (k = 0; k < size; k++)
        sum = (sum ^ bytes[k]) * 1099511628211u;
    return sum;
}

static int is_saved(const Saved *saved) { return saved != NULL && saved->magic == SAVED_MAGIC; }

/* Memory for a saved state: the present one or a new one; NULL if there is no memory. */
static Saved *room_for(const Instance *m, void **state) {
    Saved *saved = *state;
    if (saved != NULL && !is_saved(saved)) {
        complain(m, ERROR, "saved state: what is there is none; expected NULL or a saved state");
        return NULL;
    }
    if (saved == NULL)
        saved = calloc(1, sizeof *saved);
    if (saved == NULL)
        complain(m, ERROR, "there is no memory left for a saved state");
    return saved;
}

static Status core_save(Instance *m, void **state) {
    Saved *saved;
    if (state == NULL)
        return complain(m, ERROR, "saved state: the place for it is NULL");
    saved = room_for(m, state);
    if (saved == NULL)
        return ERROR;
    saved->magic = SAVED_MAGIC;
    saved->version = 1;
    saved->token = digest(MODEL_TOKEN, strlen(MODEL_TOKEN));
    memcpy(&saved->d, &m->d, sizeof m->d);
    saved->check = digest(&saved->d, sizeof saved->d);
    *state = saved;
    return OK;
}

static Status core_restore(Instance *m, void *state) {
    Saved *saved = state;
    if (!is_saved(saved))
        return complain(m, ERROR, "that is no saved state");
    if (saved->token != digest(MODEL_TOKEN, strlen(MODEL_TOKEN)))
        return complain(m, ERROR, "that is a saved state of another model");
    if (saved->d.co_simulation != m->d.co_simulation)
        return complain(m, ERROR, "that is a saved state of the other interface");
    memcpy(&m->d, &saved->d, sizeof m->d);
    m->d.clean = 0;
    return OK;
}

static Status core_forget(Instance *m, void **state) {
    Saved *saved;
    if (state == NULL || *state == NULL)
        return OK;
    saved = *state;
    if (!is_saved(saved))
        return complain(m, ERROR, "that is no saved state");
    saved->magic = 0;
    free(saved);
    *state = NULL;
    return OK;
}

static Status core_serialize(Instance *m, void *state, uint8_t *bytes, size_t size) {
    if (!is_saved(state))
        return complain(m, ERROR, "that is no saved state");
    if (bytes == NULL || size < sizeof(Saved))
        return complain(m, ERROR, "a saved state takes %u bytes, not %u", (unsigned)sizeof(Saved), (unsigned)size);
    memcpy(bytes, state, sizeof(Saved));
    return OK;
}

static Status core_deserialize(Instance *m, const uint8_t *bytes, size_t size, void **state) {
    Saved read, *saved;
    if (bytes == NULL || state == NULL || size != sizeof(Saved))
        return complain(m, ERROR, "these %u bytes are no saved state of this model", (unsigned)size);
    memcpy(&read, bytes, sizeof read);
    if (read.magic != SAVED_MAGIC || read.version != 1 || read.token != digest(MODEL_TOKEN, strlen(MODEL_TOKEN)) ||
        read.check != digest(&read.d, sizeof read.d))
        return complain(m, ERROR, "these bytes are no saved state of this model, or they are damaged");
    saved = room_for(m, state);
    if (saved == NULL)
        return ERROR;
    memcpy(saved, &read, sizeof read);
    *state = saved;
    return OK;
}

/* Co-simulation */

static Status core_step(Instance *m, double t, double h) {
    Data *d = &m->d;
    double end;
    if (!isfinite(t) || !isfinite(h) || h <= 0)
        return complain(m, ERROR, "a step of %g s from t = %g s; expected a step forward", h, t);
    if (fabs(t - d->t) > 1e-9 * (1.0 + fabs(t)))
        return complain(m, ERROR, "a step from t = %.12g s, while the model is at t = %.12g s", t, d->t);
    end = t + h;
    if (d->has_stop && end > d->stop_time + 1e-9 * (1.0 + fabs(d->stop_time)))
        return complain(m, ERROR, "a step to t = %.12g s, beyond the end at %.12g s", end, d->stop_time);
    if (d->ended)
        return complain(m, ERROR, "a step after the simulation was ended by a limit at t = %.9g s", d->t);
    return solve(m, end);
}

static void core_free(Instance *m) {
    void (*release)(void *) = m->release;
    m->magic = 0;
    release(m->name);
    release(m);
}

static Instance *core_new(void *(*allocate)(size_t, size_t), void (*release)(void *), const char *name, int logging) {
    Instance *m = allocate(1, sizeof *m);
    if (m == NULL)
        return NULL;
    memset(m, 0, sizeof *m);
    m->name = allocate(strlen(name) + 1, 1);
    if (m->name == NULL) {
        release(m);
        return NULL;
    }
    memcpy(m->name, name, strlen(name) + 1);
    m->magic = MAGIC;
    m->release = release;
    m->logging = logging ? LOG_ALL : LOG_ERRORS | LOG_WARNINGS;
    return m;
}
