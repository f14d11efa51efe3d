/*
 * Runs an FMU by co-simulation, on the machine that it was built for:
 *     run_fmu LIBRARY VERSION TOKEN STEPS STEP REFERENCE...
 * VERSION is 2 or 3, STEP in seconds. Prints the values of the references after each step, one step a line.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
static void *library(const char *path) { return (void *)LoadLibraryA(path); }
static void *symbol(void *from, const char *name) { return (void *)GetProcAddress((HMODULE)from, name); }
#else
#include <dlfcn.h>
static void *library(const char *path) { return dlopen(path, RTLD_NOW); }
static void *symbol(void *from, const char *name) { return dlsym(from, name); }
#endif

enum { MOST = 64 };

typedef struct {
    void (*log)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void *finished;
    void *environment;
} Callbacks;

static void tell2(void *env, const char *name, int status, const char *kind, const char *text, ...)
{
    (void)env, (void)name;
    (void)fprintf(stderr, "%d %s %s\n", status, kind, text);
}

static void tell3(void *env, int status, const char *kind, const char *text)
{
    (void)env;
    (void)fprintf(stderr, "%d %s %s\n", status, kind, text);
}

static void *loaded;

/* Looks a function up and stops the program without it. */
static void *need(const char *name)
{
    void *found = symbol(loaded, name);
    if (found == NULL) {
        (void)fprintf(stderr, "no function %s\n", name);
        exit(3);
    }
    return found;
}

static void ok(int status)
{
    if (status != 0) {
        (void)fprintf(stderr, "status %d\n", status);
        exit(4);
    }
}

static void *start2(const char *token)
{
    static const Callbacks callbacks = {tell2, calloc, free, NULL, NULL};
    void *(*make)(const char *, int, const char *, const char *, const Callbacks *, int, int) = need("fmi2Instantiate");
    int (*setup)(void *, int, double, double, int, double) = need("fmi2SetupExperiment");
    int (*enter)(void *) = need("fmi2EnterInitializationMode");
    int (*leave)(void *) = need("fmi2ExitInitializationMode");
    void *unit = make("one", 1, token, "", &callbacks, 0, 1);

    if (unit != NULL) {
        ok(setup(unit, 0, 0.0, 0.0, 0, 0.0));
        ok(enter(unit));
        ok(leave(unit));
    }
    return unit;
}

static void *start3(const char *token)
{
    typedef void (*Log)(void *, int, const char *, const char *);
    void *(*make)(const char *, const char *, const char *, _Bool, _Bool, _Bool, _Bool, const unsigned *, size_t, void *,
                  Log, void *) = need("fmi3InstantiateCoSimulation");
    int (*enter)(void *, _Bool, double, double, _Bool, double) = need("fmi3EnterInitializationMode");
    int (*leave)(void *) = need("fmi3ExitInitializationMode");
    void *unit = make("one", token, "", 0, 1, 0, 1, NULL, 0, NULL, tell3, NULL);

    if (unit != NULL) {
        ok(enter(unit, 0, 0.0, 0.0, 0, 0.0));
        ok(leave(unit));
    }
    return unit;
}

static int step(void *unit, int version, double t, double h)
{
    if (version == 2) {
        int (*advance)(void *, double, double, int) = need("fmi2DoStep");
        return advance(unit, t, h, 1);
    }
    _Bool event = 0, terminate = 0, early = 0;
    double last = 0.0;
    int (*advance)(void *, double, double, _Bool, _Bool *, _Bool *, _Bool *, double *) = need("fmi3DoStep");
    return advance(unit, t, h, 1, &event, &terminate, &early, &last);
}

static int values(void *unit, int version, const unsigned *references, size_t count, double *found)
{
    if (version == 2) {
        int (*get)(void *, const unsigned *, size_t, double *) = need("fmi2GetReal");
        return get(unit, references, count, found);
    }
    int (*get)(void *, const unsigned *, size_t, double *, size_t) = need("fmi3GetFloat64");
    return get(unit, references, count, found, count);
}

int main(int argc, char **argv)
{
    unsigned references[MOST];
    double found[MOST];
    const int version = argc > 6 ? atoi(argv[2]) : 0;
    const int steps = argc > 6 ? atoi(argv[4]) : 0;
    const double h = argc > 6 ? strtod(argv[5], NULL) : 0.0;
    const int count = argc - 6;
    void *unit;
    int k, i;

    if (count < 1 || count > MOST) {
        return 2;
    }
    for (i = 0; i < count; ++i) {
        references[i] = (unsigned)strtoul(argv[6 + i], NULL, 10);
    }
    loaded = library(argv[1]);
    if (loaded == NULL) {
        (void)fprintf(stderr, "cannot load %s\n", argv[1]);
        return 3;
    }
    unit = version == 2 ? start2(argv[3]) : start3(argv[3]);
    if (unit == NULL) {
        return 4;
    }
    for (k = 0; k < steps; ++k) {
        ok(step(unit, version, k * h, h));
        ok(values(unit, version, references, (size_t)count, found));
        for (i = 0; i < count; ++i) {
            (void)printf("%.17g%s", found[i], i + 1 < count ? " " : "\n");
        }
    }
    return 0;
}
