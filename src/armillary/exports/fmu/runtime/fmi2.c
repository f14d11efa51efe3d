/* The functions of FMI 2.0 for an instance; wrong use is an error with a message and changes nothing. */
#include "fmi2.h"

#include "core.c"
#include "solver.c"

#define TAKE(allowed, what)                                                                                            \
    Instance *m = (Instance *)c;                                                                                       \
    if (!usable(m))                                                                                                    \
        return fmi2Error;                                                                                              \
    if (!(m->d.mode & (allowed)))                                                                                      \
    return (fmi2Status)complain(m, ERROR, "%s is called in the wrong state: %s", what, mode_name(m->d.mode))

/* Loggers of FMI 2 read the text as a format, and text between two # as a variable: both signs are doubled. */
static void say(const Instance *m, Status status, const char *category, const char *text) {
    fmi2CallbackLogger logger = (fmi2CallbackLogger)m->logger;
    char format[1300];
    size_t k = 0;
    if (logger == NULL)
        return;
    for (; *text != '\0' && k + 3 < sizeof format; text++) {
        if (*text == '%' || *text == '#')
            format[k++] = *text;
        format[k++] = *text;
    }
    format[k] = '\0';
    logger(m->environment, m->name, (fmi2Status)status, category, format);
}

F(const char *) fmi2GetTypesPlatform(void) { return "default"; }
F(const char *) fmi2GetVersion(void) { return "2.0"; }

F(fmi2Status) fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[]) {
    TAKE(ANY, "fmi2SetDebugLogging");
    return (fmi2Status)core_log(m, on, count, categories);
}

F(fmi2Component)
fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging) {
    void *(*allocate)(size_t, size_t) = calloc;
    void (*release)(void *) = free;
    Instance *m;
    const char *fault = NULL;
    (void)resources;
    (void)visible;
    if (functions == NULL)
        return NULL;
    if (name == NULL || *name == '\0')
        fault = "the name of the instance is missing";
    else if (guid == NULL || strcmp(guid, MODEL_TOKEN) != 0)
        fault = "the GUID is not that of this model";
    else if (type != fmi2ModelExchange && type != fmi2CoSimulation)
        fault = "the type is neither model exchange nor co-simulation";
    if (fault != NULL) {
        if (functions->logger != NULL)
            functions->logger(functions->componentEnvironment, name == NULL ? "" : name, fmi2Error, "logStatusError",
                              fault);
        return NULL;
    }
    if (functions->allocateMemory != NULL && functions->freeMemory != NULL) {
        allocate = functions->allocateMemory;
        release = functions->freeMemory;
    }
    m = core_new(allocate, release, name, logging);
    if (m == NULL)
        return NULL;
    m->logger = (void (*)(void))functions->logger;
    m->environment = functions->componentEnvironment;
    m->say = say;
    m->d.co_simulation = type == fmi2CoSimulation;
    core_reset(m);
    return m;
}

F(void) fmi2FreeInstance(fmi2Component c) {
    if (usable((Instance *)c))
        core_free((Instance *)c);
}

F(fmi2Status)
fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                    fmi2Boolean has_stop, fmi2Real stop) {
    TAKE(INSTANTIATED, "fmi2SetupExperiment");
    return (fmi2Status)core_begin(m, has_tolerance, tolerance, start, has_stop, stop);
}

F(fmi2Status) fmi2EnterInitializationMode(fmi2Component c) {
    TAKE(INSTANTIATED, "fmi2EnterInitializationMode");
    m->d.mode = INITIALIZATION;
    m->d.clean = 0;
    return fmi2OK;
}

F(fmi2Status) fmi2ExitInitializationMode(fmi2Component c) {
    TAKE(INITIALIZATION, "fmi2ExitInitializationMode");
    Status status = core_ready(m);
    if (status == OK)
        m->d.mode = m->d.co_simulation ? STEP : EVENT;
    return (fmi2Status)status;
}

F(fmi2Status) fmi2Terminate(fmi2Component c) {
    TAKE(RUNNING, "fmi2Terminate");
    m->d.mode = TERMINATED;
    return fmi2OK;
}

F(fmi2Status) fmi2Reset(fmi2Component c) {
    TAKE(ANY, "fmi2Reset");
    core_reset(m);
    return fmi2OK;
}

/* Values */

F(fmi2Status) fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real values[]) {
    TAKE(ANY, "fmi2GetReal");
    return (fmi2Status)core_get(m, vr, count, values);
}

F(fmi2Status) fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Real values[]) {
    TAKE(ANY, "fmi2SetReal");
    return (fmi2Status)core_set(m, vr, count, values);
}

F(fmi2Status) fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Boolean values[]) {
    TAKE(ANY, "fmi2GetBoolean");
    size_t k;
    if (count > 0 && (vr == NULL || values == NULL))
        return (fmi2Status)complain(m, ERROR, "fmi2GetBoolean: an array is NULL");
    for (k = 0; k < count; k++) {
        Status status = core_get_boolean(m, vr[k], &values[k]);
        if (status != OK)
            return (fmi2Status)status;
    }
    return fmi2OK;
}

F(fmi2Status)
fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Boolean values[]) {
    TAKE(ANY, "fmi2SetBoolean");
    size_t k;
    if (count > 0 && (vr == NULL || values == NULL))
        return (fmi2Status)complain(m, ERROR, "fmi2SetBoolean: an array is NULL");
    for (k = 0; k < count; k++) {
        Status status = core_set_boolean(m, vr[k], values[k]);
        if (status != OK)
            return (fmi2Status)status;
    }
    return fmi2OK;
}

#define NO_VARIABLES(name, type, of)                                                                                   \
    F(fmi2Status) name(fmi2Component c, const fmi2ValueReference vr[], size_t count, type values[]) {                  \
        TAKE(ANY, #name);                                                                                              \
        (void)vr;                                                                                                      \
        (void)values;                                                                                                  \
        return count == 0 ? fmi2OK : (fmi2Status)complain(m, ERROR, "%s: there are no %s variables", #name, of);       \
    }

NO_VARIABLES(fmi2GetInteger, fmi2Integer, "integer")
NO_VARIABLES(fmi2SetInteger, const fmi2Integer, "integer")
NO_VARIABLES(fmi2GetString, fmi2String, "string")
NO_VARIABLES(fmi2SetString, const fmi2String, "string")

/* Saved states */

F(fmi2Status) fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) {
    TAKE(ANY, "fmi2GetFMUstate");
    return (fmi2Status)core_save(m, state);
}

F(fmi2Status) fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
    TAKE(ANY, "fmi2SetFMUstate");
    return (fmi2Status)core_restore(m, state);
}

F(fmi2Status) fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) {
    TAKE(ANY, "fmi2FreeFMUstate");
    return (fmi2Status)core_forget(m, state);
}

F(fmi2Status) fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size) {
    TAKE(ANY, "fmi2SerializedFMUstateSize");
    if (!is_saved(state) || size == NULL)
        return (fmi2Status)complain(m, ERROR, "that is no saved state");
    *size = sizeof(Saved);
    return fmi2OK;
}

F(fmi2Status) fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
    TAKE(ANY, "fmi2SerializeFMUstate");
    return (fmi2Status)core_serialize(m, state, (uint8_t *)bytes, size);
}

F(fmi2Status) fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state) {
    TAKE(ANY, "fmi2DeSerializeFMUstate");
    return (fmi2Status)core_deserialize(m, (const uint8_t *)bytes, size, state);
}

F(fmi2Status)
fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
                             const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[],
                             fmi2Real sensitivity[]) {
    TAKE(INITIALIZATION | RUNNING | TERMINATED, "fmi2GetDirectionalDerivative");
    return (fmi2Status)core_derivative(m, unknown, unknowns, known, knowns, seed, sensitivity, 0);
}

/* Model exchange */

F(fmi2Status) fmi2EnterEventMode(fmi2Component c) {
    TAKE(CONTINUOUS | EVENT, "fmi2EnterEventMode");
    m->d.mode = EVENT;
    return fmi2OK;
}

F(fmi2Status) fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info) {
    TAKE(EVENT, "fmi2NewDiscreteStates");
    if (info == NULL)
        return (fmi2Status)complain(m, ERROR, "fmi2NewDiscreteStates: the event information is NULL");
    if (core_update(m) != OK)
        return fmi2Error;
    info->newDiscreteStatesNeeded = 0;
    info->terminateSimulation = m->d.ended;
    info->nominalsOfContinuousStatesChanged = 0;
    info->valuesOfContinuousStatesChanged = m->jumped;
    info->nextEventTimeDefined = core_next_event(m, &info->nextEventTime);
    return fmi2OK;
}

F(fmi2Status) fmi2EnterContinuousTimeMode(fmi2Component c) {
    TAKE(EVENT, "fmi2EnterContinuousTimeMode");
    m->d.mode = CONTINUOUS;
    return fmi2OK;
}

F(fmi2Status)
fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return, fmi2Boolean *enter, fmi2Boolean *terminate) {
    TAKE(CONTINUOUS, "fmi2CompletedIntegratorStep");
    (void)no_return;
    if (enter == NULL || terminate == NULL)
        return (fmi2Status)complain(m, ERROR, "fmi2CompletedIntegratorStep: an argument is NULL");
    core_bending(m);
    *enter = core_event_due(m); /* for solvers without event detection */
    *terminate = 0;
    return fmi2OK;
}

F(fmi2Status) fmi2SetTime(fmi2Component c, fmi2Real t) {
    TAKE(EVENT | CONTINUOUS, "fmi2SetTime");
    return (fmi2Status)core_set_time(m, t);
}

F(fmi2Status) fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t count) {
    TAKE(EVENT | CONTINUOUS, "fmi2SetContinuousStates");
    return (fmi2Status)core_set_states(m, x, count);
}

F(fmi2Status) fmi2GetDerivatives(fmi2Component c, fmi2Real dx[], size_t count) {
    TAKE(INITIALIZATION | EVENT | CONTINUOUS | TERMINATED, "fmi2GetDerivatives");
    return (fmi2Status)core_get_rates(m, dx, count);
}

F(fmi2Status) fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t count) {
    TAKE(INITIALIZATION | EVENT | CONTINUOUS | TERMINATED, "fmi2GetEventIndicators");
    return (fmi2Status)core_get_events(m, z, count);
}

F(fmi2Status) fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t count) {
    TAKE(INITIALIZATION | EVENT | CONTINUOUS | TERMINATED, "fmi2GetContinuousStates");
    return (fmi2Status)core_get_states(m, x, count);
}

F(fmi2Status) fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t count) {
    TAKE(ANY, "fmi2GetNominalsOfContinuousStates");
    return (fmi2Status)core_nominals(m, x, count);
}

/* Co-simulation */

F(fmi2Status)
fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Integer order[],
                            const fmi2Real values[]) {
    TAKE(ANY, "fmi2SetRealInputDerivatives");
    (void)vr;
    (void)count;
    (void)order;
    (void)values;
    return (fmi2Status)complain(m, ERROR, "inputs are held between steps: they have no derivatives");
}

F(fmi2Status)
fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Integer order[],
                             fmi2Real values[]) {
    TAKE(ANY, "fmi2GetRealOutputDerivatives");
    (void)vr;
    (void)count;
    (void)order;
    (void)values;
    return (fmi2Status)complain(m, ERROR, "outputs come without derivatives");
}

F(fmi2Status) fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_return) {
    TAKE(STEP, "fmi2DoStep");
    Status status = core_step(m, t, h);
    (void)no_return;
    if (status == OK && m->d.ended)
        return (fmi2Status)complain(m, DISCARD, "a joint reaches its limit at t = %.9g s: the simulation ends there",
                                    m->d.t);
    return (fmi2Status)status;
}

F(fmi2Status) fmi2CancelStep(fmi2Component c) {
    TAKE(ANY, "fmi2CancelStep");
    return (fmi2Status)complain(m, ERROR, "there is no step to cancel: steps return when they are done");
}

F(fmi2Status) fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
    TAKE(ANY, "fmi2GetStatus");
    (void)value;
    return (fmi2Status)complain(m, DISCARD, "fmi2GetStatus: kind %d is not known: steps return when done", (int)kind);
}

F(fmi2Status) fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
    TAKE(ANY, "fmi2GetRealStatus");
    if (kind != fmi2LastSuccessfulTime || value == NULL)
        return (fmi2Status)complain(m, DISCARD, "fmi2GetRealStatus: kind %d is not known", (int)kind);
    *value = m->d.last_time;
    return fmi2OK;
}

F(fmi2Status) fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value) {
    TAKE(ANY, "fmi2GetIntegerStatus");
    (void)value;
    return (fmi2Status)complain(m, DISCARD, "fmi2GetIntegerStatus: kind %d is not known", (int)kind);
}

F(fmi2Status) fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
    TAKE(ANY, "fmi2GetBooleanStatus");
    if (kind != fmi2Terminated || value == NULL)
        return (fmi2Status)complain(m, DISCARD, "fmi2GetBooleanStatus: kind %d is not known", (int)kind);
    *value = m->d.ended != 0;
    return fmi2OK;
}

F(fmi2Status) fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value) {
    TAKE(ANY, "fmi2GetStringStatus");
    (void)value;
    return (fmi2Status)complain(m, DISCARD, "fmi2GetStringStatus: kind %d is not known", (int)kind);
}
