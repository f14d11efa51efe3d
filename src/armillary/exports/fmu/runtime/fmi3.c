/* The functions of FMI 3.0 for an instance; wrong use is an error with a message and changes nothing. */
#include "fmi3.h"

#include "core.c"
#include "solver.c"

#define TAKE(allowed, what)                                                                                            \
    Instance *m = (Instance *)instance;                                                                                \
    if (!usable(m))                                                                                                    \
        return fmi3Error;                                                                                              \
    if (!(m->d.mode & (allowed)))                                                                                      \
    return (fmi3Status)complain(m, ERROR, "%s is called in the wrong state: %s", what, mode_name(m->d.mode))

static void say(const Instance *m, Status status, const char *category, const char *text) {
    fmi3LogMessageCallback logger = (fmi3LogMessageCallback)m->logger;
    if (logger != NULL)
        logger(m->environment, (fmi3Status)status, category, text);
}

EXPORTED const char *NAME(fmi3GetVersion)(void) { return "3.0"; }

F(fmi3SetDebugLogging)(fmi3Instance instance, fmi3Boolean on, size_t count, const fmi3String categories[]) {
    TAKE(ANY, "fmi3SetDebugLogging");
    return (fmi3Status)core_log(m, on, count, categories);
}

static Instance *instantiate(fmi3String name, fmi3String token, int co_simulation, fmi3Boolean logging,
                             fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger) {
    Instance *m;
    const char *fault = NULL;
    if (name == NULL || *name == '\0')
        fault = "the name of the instance is missing";
    else if (token == NULL || strcmp(token, MODEL_TOKEN) != 0)
        fault = "the instantiation token is not that of this model";
    if (fault != NULL) {
        if (logger != NULL)
            logger(environment, fmi3Error, "logStatusError", fault);
        return NULL;
    }
    m = core_new(calloc, free, name, logging);
    if (m == NULL)
        return NULL;
    m->logger = (void (*)(void))logger;
    m->environment = environment;
    m->say = say;
    m->d.co_simulation = co_simulation;
    core_reset(m);
    return m;
}

EXPORTED fmi3Instance NAME(fmi3InstantiateModelExchange)(fmi3String name, fmi3String token, fmi3String resources,
                                                         fmi3Boolean visible, fmi3Boolean logging,
                                                         fmi3InstanceEnvironment environment,
                                                         fmi3LogMessageCallback logger) {
    (void)resources;
    (void)visible;
    return instantiate(name, token, 0, logging, environment, logger);
}

EXPORTED fmi3Instance NAME(fmi3InstantiateCoSimulation)(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
    fmi3Boolean event_mode, fmi3Boolean early_return, const fmi3ValueReference required[], size_t count,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger, fmi3IntermediateUpdateCallback update) {
    Instance *m;
    (void)resources;
    (void)visible;
    (void)required;
    (void)update;
    if (event_mode || count > 0) {
        if (logger != NULL)
            logger(environment, fmi3Error, "logStatusError",
                   "there is neither event mode nor intermediate update in co-simulation");
        return NULL;
    }
    m = instantiate(name, token, 1, logging, environment, logger);
    if (m != NULL)
        m->early_return = early_return;
    return m;
}

EXPORTED fmi3Instance NAME(fmi3InstantiateScheduledExecution)(fmi3String name, fmi3String token, fmi3String resources,
                                                              fmi3Boolean visible, fmi3Boolean logging,
                                                              fmi3InstanceEnvironment environment,
                                                              fmi3LogMessageCallback logger,
                                                              fmi3ClockUpdateCallback clock,
                                                              fmi3LockPreemptionCallback lock,
                                                              fmi3UnlockPreemptionCallback unlock) {
    (void)name;
    (void)token;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)clock;
    (void)lock;
    (void)unlock;
    if (logger != NULL)
        logger(environment, fmi3Error, "logStatusError", "there is no scheduled execution");
    return NULL;
}

EXPORTED void NAME(fmi3FreeInstance)(fmi3Instance instance) {
    if (usable((Instance *)instance))
        core_free((Instance *)instance);
}

F(fmi3EnterInitializationMode)(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                               fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
    TAKE(INSTANTIATED, "fmi3EnterInitializationMode");
    Status status = core_begin(m, has_tolerance, tolerance, start, has_stop, stop);
    if (status == OK)
        m->d.mode = INITIALIZATION;
    return (fmi3Status)status;
}

F(fmi3ExitInitializationMode)(fmi3Instance instance) {
    TAKE(INITIALIZATION, "fmi3ExitInitializationMode");
    Status status = core_ready(m);
    if (status == OK)
        m->d.mode = m->d.co_simulation ? STEP : EVENT;
    return (fmi3Status)status;
}

F(fmi3EnterEventMode)(fmi3Instance instance) {
    TAKE(CONTINUOUS | EVENT, "fmi3EnterEventMode");
    m->d.mode = EVENT;
    return fmi3OK;
}

F(fmi3Terminate)(fmi3Instance instance) {
    TAKE(RUNNING, "fmi3Terminate");
    m->d.mode = TERMINATED;
    return fmi3OK;
}

F(fmi3Reset)(fmi3Instance instance) {
    TAKE(ANY, "fmi3Reset");
    core_reset(m);
    return fmi3OK;
}

/* There are no structural parameters, so there is no configuration mode. */
F(fmi3EnterConfigurationMode)(fmi3Instance instance) {
    TAKE(ANY, "fmi3EnterConfigurationMode");
    return (fmi3Status)complain(m, ERROR, "fmi3EnterConfigurationMode: there are no structural parameters");
}

F(fmi3ExitConfigurationMode)(fmi3Instance instance) {
    TAKE(ANY, "fmi3ExitConfigurationMode");
    return (fmi3Status)complain(m, ERROR, "fmi3ExitConfigurationMode: there are no structural parameters");
}

/* Values */

F(fmi3GetFloat64)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, fmi3Float64 values[],
                  size_t size) {
    TAKE(ANY, "fmi3GetFloat64");
    if (size != count)
        return (fmi3Status)complain(m, ERROR, "fmi3GetFloat64: %u variables and %u values: all are scalars",
                                    (unsigned)count, (unsigned)size);
    return (fmi3Status)core_get(m, vr, count, values);
}

F(fmi3SetFloat64)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, const fmi3Float64 values[],
                  size_t size) {
    TAKE(ANY, "fmi3SetFloat64");
    if (size != count)
        return (fmi3Status)complain(m, ERROR, "fmi3SetFloat64: %u variables and %u values: all are scalars",
                                    (unsigned)count, (unsigned)size);
    return (fmi3Status)core_set(m, vr, count, values);
}

F(fmi3GetBoolean)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, fmi3Boolean values[],
                  size_t size) {
    TAKE(ANY, "fmi3GetBoolean");
    size_t k;
    if (size != count || (count > 0 && (vr == NULL || values == NULL)))
        return (fmi3Status)complain(m, ERROR, "fmi3GetBoolean: the arrays do not fit: all variables are scalars");
    for (k = 0; k < count; k++) {
        int value = 0;
        Status status = core_get_boolean(m, vr[k], &value);
        if (status != OK)
            return (fmi3Status)status;
        values[k] = value != 0;
    }
    return fmi3OK;
}

F(fmi3SetBoolean)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, const fmi3Boolean values[],
                  size_t size) {
    TAKE(ANY, "fmi3SetBoolean");
    size_t k;
    if (size != count || (count > 0 && (vr == NULL || values == NULL)))
        return (fmi3Status)complain(m, ERROR, "fmi3SetBoolean: the arrays do not fit: all variables are scalars");
    for (k = 0; k < count; k++) {
        Status status = core_set_boolean(m, vr[k], values[k]);
        if (status != OK)
            return (fmi3Status)status;
    }
    return fmi3OK;
}

#define NO_VARIABLES(name, type)                                                                                       \
    F(name)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, type values[], size_t size) {          \
        TAKE(ANY, #name);                                                                                              \
        (void)vr;                                                                                                      \
        (void)values;                                                                                                  \
        (void)size;                                                                                                    \
        return count == 0 ? fmi3OK : (fmi3Status)complain(m, ERROR, "%s: there are no such variables", #name);         \
    }

#define NO_VARIABLES_OF(type)                                                                                          \
    NO_VARIABLES(fmi3Get##type, fmi3##type)                                                                            \
    NO_VARIABLES(fmi3Set##type, const fmi3##type)

NO_VARIABLES_OF(Float32)
NO_VARIABLES_OF(Int8)
NO_VARIABLES_OF(UInt8)
NO_VARIABLES_OF(Int16)
NO_VARIABLES_OF(UInt16)
NO_VARIABLES_OF(Int32)
NO_VARIABLES_OF(UInt32)
NO_VARIABLES_OF(Int64)
NO_VARIABLES_OF(UInt64)
NO_VARIABLES_OF(String)

F(fmi3GetBinary)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, size_t sizes[],
                 fmi3Binary values[], size_t size) {
    TAKE(ANY, "fmi3GetBinary");
    (void)vr;
    (void)sizes;
    (void)values;
    (void)size;
    return count == 0 ? fmi3OK : (fmi3Status)complain(m, ERROR, "fmi3GetBinary: there are no such variables");
}

F(fmi3SetBinary)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, const size_t sizes[],
                 const fmi3Binary values[], size_t size) {
    TAKE(ANY, "fmi3SetBinary");
    (void)vr;
    (void)sizes;
    (void)values;
    (void)size;
    return count == 0 ? fmi3OK : (fmi3Status)complain(m, ERROR, "fmi3SetBinary: there are no such variables");
}

/* There are no clocks. */

#define NO_CLOCKS(name, ...)                                                                                           \
    F(name)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, __VA_ARGS__) {                         \
        TAKE(ANY, #name);                                                                                              \
        (void)vr;                                                                                                      \
        (void)a;                                                                                                       \
        return count == 0 ? fmi3OK : (fmi3Status)complain(m, ERROR, "%s: there are no clocks", #name);                 \
    }
#define NO_CLOCKS_2(name, ...)                                                                                         \
    F(name)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, __VA_ARGS__) {                         \
        TAKE(ANY, #name);                                                                                              \
        (void)vr;                                                                                                      \
        (void)a;                                                                                                       \
        (void)b;                                                                                                       \
        return count == 0 ? fmi3OK : (fmi3Status)complain(m, ERROR, "%s: there are no clocks", #name);                 \
    }
#define NO_CLOCKS_3(name, ...)                                                                                         \
    F(name)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count, __VA_ARGS__) {                         \
        TAKE(ANY, #name);                                                                                              \
        (void)vr;                                                                                                      \
        (void)a;                                                                                                       \
        (void)b;                                                                                                       \
        (void)d;                                                                                                       \
        return count == 0 ? fmi3OK : (fmi3Status)complain(m, ERROR, "%s: there are no clocks", #name);                 \
    }

NO_CLOCKS(fmi3GetClock, fmi3Clock a[])
NO_CLOCKS(fmi3SetClock, const fmi3Clock a[])
NO_CLOCKS_2(fmi3GetIntervalDecimal, fmi3Float64 a[], fmi3IntervalQualifier b[])
NO_CLOCKS_3(fmi3GetIntervalFraction, fmi3UInt64 a[], fmi3UInt64 b[], fmi3IntervalQualifier d[])
NO_CLOCKS(fmi3GetShiftDecimal, fmi3Float64 a[])
NO_CLOCKS_2(fmi3GetShiftFraction, fmi3UInt64 a[], fmi3UInt64 b[])
NO_CLOCKS(fmi3SetIntervalDecimal, const fmi3Float64 a[])
NO_CLOCKS_2(fmi3SetIntervalFraction, const fmi3UInt64 a[], const fmi3UInt64 b[])
NO_CLOCKS(fmi3SetShiftDecimal, const fmi3Float64 a[])
NO_CLOCKS_2(fmi3SetShiftFraction, const fmi3UInt64 a[], const fmi3UInt64 b[])

F(fmi3ActivateModelPartition)(fmi3Instance instance, fmi3ValueReference clock, fmi3Float64 t) {
    TAKE(ANY, "fmi3ActivateModelPartition");
    (void)clock;
    (void)t;
    return (fmi3Status)complain(m, ERROR, "fmi3ActivateModelPartition: there is no scheduled execution");
}

/* Dependencies are constant: those of the model description. */

F(fmi3GetNumberOfVariableDependencies)(fmi3Instance instance, fmi3ValueReference vr, size_t *count) {
    TAKE(ANY, "fmi3GetNumberOfVariableDependencies");
    (void)vr;
    (void)count;
    return (fmi3Status)complain(m, ERROR, "dependencies are those of the model description: they do not change");
}

F(fmi3GetVariableDependencies)(fmi3Instance instance, fmi3ValueReference vr, size_t dependent[],
                               fmi3ValueReference independents[], size_t independent[], fmi3DependencyKind kinds[],
                               size_t count) {
    TAKE(ANY, "fmi3GetVariableDependencies");
    (void)vr;
    (void)dependent;
    (void)independents;
    (void)independent;
    (void)kinds;
    (void)count;
    return (fmi3Status)complain(m, ERROR, "dependencies are those of the model description: they do not change");
}

/* Saved states */

F(fmi3GetFMUState)(fmi3Instance instance, fmi3FMUState *state) {
    TAKE(ANY, "fmi3GetFMUState");
    return (fmi3Status)core_save(m, state);
}

F(fmi3SetFMUState)(fmi3Instance instance, fmi3FMUState state) {
    TAKE(ANY, "fmi3SetFMUState");
    return (fmi3Status)core_restore(m, state);
}

F(fmi3FreeFMUState)(fmi3Instance instance, fmi3FMUState *state) {
    TAKE(ANY, "fmi3FreeFMUState");
    return (fmi3Status)core_forget(m, state);
}

F(fmi3SerializedFMUStateSize)(fmi3Instance instance, fmi3FMUState state, size_t *size) {
    TAKE(ANY, "fmi3SerializedFMUStateSize");
    if (!is_saved(state) || size == NULL)
        return (fmi3Status)complain(m, ERROR, "that is no saved state");
    *size = sizeof(Saved);
    return fmi3OK;
}

F(fmi3SerializeFMUState)(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
    TAKE(ANY, "fmi3SerializeFMUState");
    return (fmi3Status)core_serialize(m, state, bytes, size);
}

F(fmi3DeserializeFMUState)(fmi3Instance instance, const fmi3Byte bytes[], size_t size, fmi3FMUState *state) {
    TAKE(ANY, "fmi3DeserializeFMUState");
    return (fmi3Status)core_deserialize(m, bytes, size, state);
}

/* Derivatives */

F(fmi3GetDirectionalDerivative)(fmi3Instance instance, const fmi3ValueReference unknown[], size_t unknowns,
                                const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[],
                                size_t seeds, fmi3Float64 sensitivity[], size_t sensitivities) {
    TAKE(INITIALIZATION | RUNNING | TERMINATED, "fmi3GetDirectionalDerivative");
    if (seeds != knowns || sensitivities != unknowns)
        return (fmi3Status)complain(m, ERROR, "fmi3GetDirectionalDerivative: all variables are scalars");
    return (fmi3Status)core_derivative(m, unknown, unknowns, known, knowns, seed, sensitivity, 0);
}

F(fmi3GetAdjointDerivative)(fmi3Instance instance, const fmi3ValueReference unknown[], size_t unknowns,
                            const fmi3ValueReference known[], size_t knowns, const fmi3Float64 seed[], size_t seeds,
                            fmi3Float64 sensitivity[], size_t sensitivities) {
    TAKE(INITIALIZATION | RUNNING | TERMINATED, "fmi3GetAdjointDerivative");
    if (seeds != unknowns || sensitivities != knowns)
        return (fmi3Status)complain(m, ERROR, "fmi3GetAdjointDerivative: all variables are scalars");
    return (fmi3Status)core_derivative(m, unknown, unknowns, known, knowns, seed, sensitivity, 1);
}

/* Model exchange */

F(fmi3EvaluateDiscreteStates)(fmi3Instance instance) {
    TAKE(INITIALIZATION | EVENT, "fmi3EvaluateDiscreteStates");
    return fmi3OK;
}

F(fmi3UpdateDiscreteStates)(fmi3Instance instance, fmi3Boolean *again, fmi3Boolean *terminate,
                            fmi3Boolean *nominals_changed, fmi3Boolean *values_changed, fmi3Boolean *has_next,
                            fmi3Float64 *next) {
    TAKE(EVENT, "fmi3UpdateDiscreteStates");
    if (again == NULL || terminate == NULL || nominals_changed == NULL || values_changed == NULL || has_next == NULL ||
        next == NULL)
        return (fmi3Status)complain(m, ERROR, "fmi3UpdateDiscreteStates: an argument is NULL");
    if (core_update(m) != OK)
        return fmi3Error;
    *again = false;
    *terminate = m->d.ended != 0;
    *nominals_changed = false;
    *values_changed = m->jumped != 0;
    *has_next = core_next_event(m, next) != 0;
    return fmi3OK;
}

F(fmi3EnterContinuousTimeMode)(fmi3Instance instance) {
    TAKE(EVENT, "fmi3EnterContinuousTimeMode");
    m->d.mode = CONTINUOUS;
    return fmi3OK;
}

F(fmi3CompletedIntegratorStep)(fmi3Instance instance, fmi3Boolean no_return, fmi3Boolean *enter,
                               fmi3Boolean *terminate) {
    TAKE(CONTINUOUS, "fmi3CompletedIntegratorStep");
    (void)no_return;
    if (enter == NULL || terminate == NULL)
        return (fmi3Status)complain(m, ERROR, "fmi3CompletedIntegratorStep: an argument is NULL");
    core_bending(m);
    *enter = core_event_due(m) != 0; /* for solvers without event detection */
    *terminate = false;
    return fmi3OK;
}

F(fmi3SetTime)(fmi3Instance instance, fmi3Float64 t) {
    TAKE(EVENT | CONTINUOUS, "fmi3SetTime");
    return (fmi3Status)core_set_time(m, t);
}

F(fmi3SetContinuousStates)(fmi3Instance instance, const fmi3Float64 x[], size_t count) {
    TAKE(EVENT | CONTINUOUS, "fmi3SetContinuousStates");
    return (fmi3Status)core_set_states(m, x, count);
}

F(fmi3GetContinuousStateDerivatives)(fmi3Instance instance, fmi3Float64 dx[], size_t count) {
    TAKE(INITIALIZATION | EVENT | CONTINUOUS | TERMINATED, "fmi3GetContinuousStateDerivatives");
    return (fmi3Status)core_get_rates(m, dx, count);
}

F(fmi3GetEventIndicators)(fmi3Instance instance, fmi3Float64 z[], size_t count) {
    TAKE(INITIALIZATION | EVENT | CONTINUOUS | TERMINATED, "fmi3GetEventIndicators");
    return (fmi3Status)core_get_events(m, z, count);
}

F(fmi3GetContinuousStates)(fmi3Instance instance, fmi3Float64 x[], size_t count) {
    TAKE(INITIALIZATION | EVENT | CONTINUOUS | TERMINATED, "fmi3GetContinuousStates");
    return (fmi3Status)core_get_states(m, x, count);
}

F(fmi3GetNominalsOfContinuousStates)(fmi3Instance instance, fmi3Float64 x[], size_t count) {
    TAKE(ANY, "fmi3GetNominalsOfContinuousStates");
    return (fmi3Status)core_nominals(m, x, count);
}

F(fmi3GetNumberOfEventIndicators)(fmi3Instance instance, size_t *count) {
    TAKE(ANY, "fmi3GetNumberOfEventIndicators");
    if (count == NULL)
        return (fmi3Status)complain(m, ERROR, "fmi3GetNumberOfEventIndicators: the argument is NULL");
    *count = NZ;
    return fmi3OK;
}

F(fmi3GetNumberOfContinuousStates)(fmi3Instance instance, size_t *count) {
    TAKE(ANY, "fmi3GetNumberOfContinuousStates");
    if (count == NULL)
        return (fmi3Status)complain(m, ERROR, "fmi3GetNumberOfContinuousStates: the argument is NULL");
    *count = NX;
    return fmi3OK;
}

/* Co-simulation */

F(fmi3EnterStepMode)(fmi3Instance instance) {
    TAKE(ANY, "fmi3EnterStepMode");
    return (fmi3Status)complain(m, ERROR, "fmi3EnterStepMode: there is no event mode in co-simulation");
}

F(fmi3GetOutputDerivatives)(fmi3Instance instance, const fmi3ValueReference vr[], size_t count,
                            const fmi3Int32 orders[], fmi3Float64 values[], size_t size) {
    TAKE(ANY, "fmi3GetOutputDerivatives");
    (void)vr;
    (void)orders;
    (void)values;
    (void)size;
    return count == 0 ? fmi3OK : (fmi3Status)complain(m, ERROR, "outputs come without derivatives");
}

F(fmi3DoStep)(fmi3Instance instance, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_return, fmi3Boolean *event,
              fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last) {
    TAKE(STEP, "fmi3DoStep");
    const Data before = m->d;
    Status status;
    (void)no_return;
    if (event == NULL || terminate == NULL || early == NULL || last == NULL)
        return (fmi3Status)complain(m, ERROR, "fmi3DoStep: an argument is NULL");
    status = core_step(m, t, h);
    if (status == DISCARD) /* in FMI 3 this restores the state */
        m->d = before;
    *event = false;
    *terminate = m->d.ended != 0;
    *early = m->early_return && status == OK && m->d.t < t + h - slack(t + h);
    *last = m->d.last_time;
    if (status == OK && m->d.ended)
        tell(m, "a joint reaches its limit at t = %.9g s: the simulation ends there", m->d.t);
    return (fmi3Status)status;
}
