"""The runtime of FMUs under the sanitisers of addresses and of undefined behaviour, used rightly and wrongly."""

import shutil
import subprocess
from pathlib import Path

import pytest

import armillary as arm
from fmu_driver import SAMPLED
from internals import compiled_files, contents, loop_block, parse_scenario, plant_block
from samples import some

GCC = shutil.which("gcc")

MAIN2 = r"""
#include "fmi2.c"
#include <assert.h>

static int told;
static void hear(fmi2ComponentEnvironment e, fmi2String n, fmi2Status s, fmi2String c, fmi2String text, ...) {
    (void)e; (void)n; (void)s; (void)c;
    assert(text != NULL && *text != '\0');
    told++;
}

int main(void) {
    fmi2CallbackFunctions f = {hear, calloc, free, NULL, NULL};
    fmi2Type kind;
    for (kind = fmi2ModelExchange; kind <= fmi2CoSimulation; kind++) {
        fmi2Component c = fmi2Instantiate("one", kind, MODEL_TOKEN, "", &f, 0, 1);
        fmi2Component d = fmi2Instantiate("two", kind, MODEL_TOKEN, "", &f, 0, 1);
        fmi2ValueReference all[VR_END], r;
        fmi2Real values[VR_END], x[NX], nan = NAN;
        fmi2FMUstate state = NULL, other = NULL;
        fmi2Byte *bytes;
        fmi2EventInfo info;
        fmi2Boolean enter, terminate;
        size_t size = 0;
        int k;
        assert(c != NULL && d != NULL);
        assert(fmi2Instantiate("x", kind, "wrong", "", &f, 0, 1) == NULL);
        assert(fmi2Instantiate(NULL, kind, MODEL_TOKEN, "", &f, 0, 1) == NULL);
        for (r = 0; r < VR_END; r++) all[r] = r;
        assert(fmi2DoStep(c, 0, 0.1, 1) == fmi2Error);
        for (r = 0; r < VR_END + 3; r++) assert(fmi2SetReal(c, &r, 1, &nan) == fmi2Error);
        assert(fmi2SetupExperiment(c, 1, -1.0, 0, 0, 0) == fmi2Error);
        assert(fmi2SetupExperiment(c, 1, 1e-9, 0, 1, 5.0) == fmi2OK);
        assert(fmi2SetupExperiment(d, 0, 0, 0, 0, 0) == fmi2OK);
        assert(fmi2EnterInitializationMode(c) == fmi2OK && fmi2EnterInitializationMode(d) == fmi2OK);
        assert(fmi2GetReal(c, all, VR_STOP, values) == fmi2OK);
        assert(fmi2GetContinuousStates(c, x, NX) == fmi2OK);
        assert(fmi2GetDirectionalDerivative(c, all, VR_EVENT, all + VR_STATE, NX, x, values) == fmi2OK);
        assert(fmi2ExitInitializationMode(c) == fmi2OK && fmi2ExitInitializationMode(d) == fmi2OK);
        assert(fmi2GetFMUstate(c, &state) == fmi2OK);
        if (kind == fmi2CoSimulation) {
            for (k = 0; k < 20; k++) assert(fmi2DoStep(c, 0.01 * k, 0.01, 1) == fmi2OK);
            assert(fmi2DoStep(c, 0.0, 0.01, 1) == fmi2Error && fmi2DoStep(c, 0.2, -0.01, 1) == fmi2Error);
            assert(fmi2NewDiscreteStates(c, &info) == fmi2Error);
        } else {
            assert(fmi2NewDiscreteStates(c, &info) == fmi2OK && fmi2EnterContinuousTimeMode(c) == fmi2OK);
            assert(fmi2SetTime(c, 0.001) == fmi2OK && fmi2GetContinuousStates(c, x, NX) == fmi2OK);
            assert(fmi2SetContinuousStates(c, x, NX) == fmi2OK && fmi2GetDerivatives(c, x, NX) == fmi2OK);
            assert(fmi2SetContinuousStates(c, x, NX + 1) == fmi2Error);
            assert(fmi2CompletedIntegratorStep(c, 1, &enter, &terminate) == fmi2OK);
            assert(fmi2GetEventIndicators(c, values, NZ) == fmi2OK);
            assert(fmi2DoStep(c, 0, 0.1, 1) == fmi2Error);
        }
        for (r = 0; r < VR_EVENT; r++) {
            fmi2Real one = 1.0;
            fmi2Status s = fmi2GetDirectionalDerivative(c, all, VR_EVENT, &r, 1, &one, values);
            int computed = (r >= VR_RATE && r < VR_INPUT) || (r >= VR_OUTPUT && r < VR_PARAMETER);
            assert(s == (computed ? fmi2Error : fmi2OK));
        }
        assert(fmi2SerializedFMUstateSize(c, state, &size) == fmi2OK);
        bytes = malloc(size);
        assert(fmi2SerializeFMUstate(c, state, bytes, size - 1) == fmi2Error);
        assert(fmi2SerializeFMUstate(c, state, bytes, size) == fmi2OK);
        for (k = 0; k < (int)size; k += 7) {
            bytes[k] ^= 0x55;
            (void)fmi2DeSerializeFMUstate(d, bytes, size, &other);
            bytes[k] ^= 0x55;
        }
        assert(fmi2DeSerializeFMUstate(d, bytes, size, &other) == fmi2OK);
        assert(fmi2SetFMUstate(d, other) == fmi2OK && fmi2SetFMUstate(d, NULL) == fmi2Error);
        free(bytes);
        assert(fmi2FreeFMUstate(c, &state) == fmi2OK && fmi2FreeFMUstate(d, &other) == fmi2OK);
        assert(fmi2FreeFMUstate(c, &state) == fmi2OK);
        assert(fmi2Terminate(c) == fmi2OK && fmi2Terminate(c) == fmi2Error);
        assert(fmi2Reset(c) == fmi2OK);
        fmi2FreeInstance(c);
        fmi2FreeInstance(d);
        fmi2FreeInstance(NULL);
    }
    assert(fmi2DoStep(NULL, 0, 1, 1) == fmi2Error);
    for (kind = fmi2ModelExchange; kind <= fmi2CoSimulation; kind++) {
        fmi2CallbackFunctions quiet = {NULL, NULL, NULL, NULL, NULL};
        fmi2Component c = fmi2Instantiate("quiet", kind, MODEL_TOKEN, NULL, kind ? &f : &quiet, 0, 1);
        char category[3000];
        fmi2String categories[1] = {category};
        memset(category, '%', sizeof category - 1);
        category[sizeof category - 1] = '\0';
        assert(fmi2SetDebugLogging(c, 1, 1, categories) == fmi2Error);
        assert(fmi2SetDebugLogging(c, 0, 0, NULL) == fmi2OK);
        fmi2FreeInstance(c);
    }
    return told > 0 ? 0 : 1;
}
"""
MAIN3 = r"""
#include "fmi3.c"
#include <assert.h>

static int told;
static void hear(fmi3InstanceEnvironment e, fmi3Status s, fmi3String c, fmi3String text) {
    (void)e; (void)s; (void)c;
    assert(text != NULL && *text != '\0');
    told++;
}

int main(void) {
    fmi3Instance c = fmi3InstantiateCoSimulation("one", MODEL_TOKEN, "", 0, 1, 0, 1, NULL, 0, NULL, hear, NULL);
    fmi3ValueReference all[VR_END], r;
    fmi3Float64 values[VR_END], last, nan = NAN, seed[VR_END];
    fmi3Boolean event, end, early;
    fmi3FMUState state = NULL;
    int k;
    assert(c != NULL);
    assert(fmi3InstantiateCoSimulation("x", "wrong", "", 0, 1, 0, 1, NULL, 0, NULL, hear, NULL) == NULL);
    assert(fmi3InstantiateModelExchange("x", NULL, "", 0, 1, NULL, NULL) == NULL);
    for (r = 0; r < VR_END; r++) { all[r] = r; seed[r] = 1.0; }
    for (r = 0; r < VR_END + 3; r++) assert(fmi3SetFloat64(c, &r, 1, &nan, 1) == fmi3Error);
    assert(fmi3GetFloat64(c, all, 2, values, 3) == fmi3Error);
    assert(fmi3EnterInitializationMode(c, 0, 0, 0, 0, 0) == fmi3OK && fmi3ExitInitializationMode(c) == fmi3OK);
    for (k = 0; k < 20; k++) assert(fmi3DoStep(c, 0.01 * k, 0.01, 1, &event, &end, &early, &last) == fmi3OK);
    assert(fmi3DoStep(c, 0.0, 0.01, 1, &event, &end, &early, &last) == fmi3Error);
    assert(fmi3DoStep(c, 0.2, 0.01, 1, NULL, NULL, NULL, NULL) == fmi3Error);
    assert(fmi3GetFloat64(c, all, VR_STOP, values, VR_STOP) == fmi3OK);
    assert(fmi3GetAdjointDerivative(c, all + VR_RATE, NX, all + VR_STATE, NX, seed, NX, values, NX) == fmi3OK);
    assert(fmi3GetFMUState(c, &state) == fmi3OK && fmi3SetFMUState(c, state) == fmi3OK);
    assert(fmi3FreeFMUState(c, &state) == fmi3OK);
    assert(fmi3EnterEventMode(c) == fmi3Error && fmi3GetInt32(c, all, 1, NULL, 1) == fmi3Error);
    assert(fmi3Terminate(c) == fmi3OK);
    fmi3FreeInstance(c);
    return told > 0 ? 0 : 1;
}
"""
BLOCKS = {
    "khatib-rr": lambda: plant_block(arm.library.get("khatib-rr"), "x", tunable="all"),
    "flexrob": lambda: plant_block(arm.library.get("flexrob"), "x"),
    "sampled": lambda: loop_block(parse_scenario(SAMPLED), "x", tunable=("gains",)),
}
PAIRS = [("khatib-rr", "2.0"), ("sampled", "3.0"), ("flexrob", "2.0")]
PAIRS += [("khatib-rr", "3.0"), ("flexrob", "3.0"), ("sampled", "2.0")]


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize(("name", "fmi"), some(PAIRS, 3))
def test_no_use_however_wrong_touches_what_is_not_ours(tmp_path: Path, name: str, fmi: str):
    files = contents(BLOCKS[name](), fmi)
    code = {file.removeprefix("sources/"): text for file, text in files.items() if file.startswith("sources/")}
    for file, text in code.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    (tmp_path / "main.c").write_text(MAIN2 if fmi == "2.0" else MAIN3, encoding="utf-8")
    listed = [file for file in compiled_files(code, fmi) if not file.startswith("fmi")]
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run([GCC, *warnings, "-O1", "-fsyntax-only", *compiled_files(code, fmi)], cwd=tmp_path, check=True)
    flags = ["-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    built = subprocess.run(
        [GCC, *flags, "main.c", *listed, "-o", "main", "-lm"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if built.returncode and "cannot find" in built.stderr:
        pytest.skip("gcc without the libraries of its sanitisers")
    assert built.returncode == 0, built.stderr[-2000:]
    done = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
