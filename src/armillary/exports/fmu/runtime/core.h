/* An instance of a model: values, discrete changes, derivatives and saved states, for both versions of FMI.
 *
 * This code is included into one translation unit (fmi2.c or fmi3.c) and exports no names, so that several FMUs
 * can be linked into one program. The model is in the generated files.
 *
 * Modes of dry friction and backlash are the last entries of h. model_events computes the event indicators (margins
 * of limits, margins of modes, switches) and behind them the modes that follow where a margin is negative.
 *
 * Value references, in this order: time, states, their derivatives, inputs, outputs, parameters, event
 * indicators, and two Booleans: stop_at_limits and beyond_limits.
 */
#ifndef ARM_CORE_H
#define ARM_CORE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "model.h"

#define AT_LEAST_ONE(n) ((n) > 0 ? (n) : 1)

enum {
    VR_TIME = 0,
    VR_STATE = 1,
    VR_RATE = VR_STATE + NX,
    VR_INPUT = VR_RATE + NX,
    VR_OUTPUT = VR_INPUT + NU,
    VR_PARAMETER = VR_OUTPUT + NY,
    VR_EVENT = VR_PARAMETER + NP,
    VR_STOP = VR_EVENT + NZ,
    VR_BEYOND = VR_STOP + 1,
    VR_END = VR_BEYOND + 1
};

enum { FIRST_MODE = NH - N_MODES, N_EVENTS = NZ + N_MODES };

/* The same numbers in FMI 2 and FMI 3. */
typedef enum { OK = 0, WARNING = 1, DISCARD = 2, ERROR = 3, FATAL = 4 } Status;

typedef enum {
    INSTANTIATED = 1,
    INITIALIZATION = 2,
    EVENT = 4,
    CONTINUOUS = 8,
    STEP = 16,
    TERMINATED = 32
} Mode;

#define BEFORE (INSTANTIATED | INITIALIZATION)
#define RUNNING (EVENT | CONTINUOUS | STEP)
#define ANY (BEFORE | RUNNING | TERMINATED)

/* Kinds of messages, as bits of Instance.logging. */
enum { LOG_ERRORS = 1, LOG_WARNINGS = 2, LOG_EVENTS = 4, LOG_ALL = 7 };

/* The complete state of an instance, which can be saved and restored. */
typedef struct {
    int32_t mode, co_simulation, stop_at_limits, beyond_limits, ended;
    int32_t stiff, stiff_steps, calm_steps, refused;
    int32_t has_stop, clean;
    double t, start_time, stop_time, tolerance, last_time;
    double inside, next_switch, instants[AT_LEAST_ONE(N_TASKS)]; /* the number of the next instant of each task */
    double step, error;                  /* of the integrator: the next step, the last error */
    double x[AT_LEAST_ONE(NX)], u[AT_LEAST_ONE(NU)], p[AT_LEAST_ONE(NP)], h[AT_LEAST_ONE(NH)];
} Data;

typedef struct Instance Instance;
typedef void (*Say)(const Instance *instance, Status status, const char *category, const char *text);

struct Instance {
    uint32_t magic;
    Data d;
    char *name;
    int logging, early_return;
    int jumped; /* whether the last event changed a state */
    int bent[AT_LEAST_ONE(N_BENDS)]; /* whether a warning about this link has been given */
    Say say;
    void *environment;
    void (*logger)(void);  /* the importer's function, of the type of its version of FMI */
    void (*release)(void *);
    double y[AT_LEAST_ONE(NY)]; /* outputs, if d.clean */
    double work[24 * AT_LEAST_ONE(NX)];
    double matrix[2 * AT_LEAST_ONE(NX) * AT_LEAST_ONE(NX)];
    int pivot[AT_LEAST_ONE(NX)];
};

typedef struct {
    uint32_t magic, version;
    uint64_t token, check;
    Data d;
} Saved;

static Status complain(const Instance *m, Status status, const char *format, ...);
static void tell(const Instance *m, const char *format, ...);
static int usable(const Instance *m);
static const char *mode_name(int mode);
static Status core_log(Instance *m, int on, size_t count, const char *const *categories);
static void core_reset(Instance *m);
static Status core_get(Instance *m, const uint32_t *vr, size_t count, double *values);
static Status core_set(Instance *m, const uint32_t *vr, size_t count, const double *values);
static Status core_get_boolean(Instance *m, uint32_t vr, int *value);
static Status core_set_boolean(Instance *m, uint32_t vr, int value);
static Status core_begin(Instance *m, int has_tolerance, double tolerance, double start, int has_stop, double stop);
static Status core_ready(Instance *m);
static Status core_update(Instance *m);
static int core_next_event(const Instance *m, double *t);
static int core_event_due(Instance *m);
static void core_bending(Instance *m);
static Status core_set_time(Instance *m, double t);
static Status core_set_states(Instance *m, const double *x, size_t count);
static Status core_get_states(const Instance *m, double *x, size_t count);
static Status core_get_rates(Instance *m, double *dx, size_t count);
static Status core_get_events(Instance *m, double *z, size_t count);
static Status core_nominals(const Instance *m, double *x, size_t count);
static inline Status core_rates(Instance *m, double t, const double *x, double *dx);
static Status core_events(Instance *m, double t, const double *x, double *z);
static Status core_derivative(Instance *m, const uint32_t *unknown, size_t unknowns, const uint32_t *known,
                              size_t knowns, const double *seed, double *sensitivity, int adjoint);
static Status core_step(Instance *m, double t, double h);
static Status core_save(Instance *m, void **state);
static Status core_restore(Instance *m, void *state);
static Status core_forget(Instance *m, void **state);
static Status core_serialize(Instance *m, void *state, uint8_t *bytes, size_t size);
static Status core_deserialize(Instance *m, const uint8_t *bytes, size_t size, void **state);
static Status solve(Instance *m, double end);

#endif
