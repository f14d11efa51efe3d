/* The interface of FMI 2.0: types and functions as the standard has them. */
#ifndef ARM_FMI2_H
#define ARM_FMI2_H

#include <stddef.h>

#if defined(_WIN32) || defined(__CYGWIN__)
#define EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

/* Linked into another program, all functions begin with the name of the model. */
#define F(type) EXPORTED type
#ifdef FMI2_FUNCTION_PREFIX
#define PASTE(a, b) a##b
#define JOIN(a, b) PASTE(a, b)
#define fmi2CancelStep JOIN(FMI2_FUNCTION_PREFIX, fmi2CancelStep)
#define fmi2CompletedIntegratorStep JOIN(FMI2_FUNCTION_PREFIX, fmi2CompletedIntegratorStep)
#define fmi2DeSerializeFMUstate JOIN(FMI2_FUNCTION_PREFIX, fmi2DeSerializeFMUstate)
#define fmi2DoStep JOIN(FMI2_FUNCTION_PREFIX, fmi2DoStep)
#define fmi2EnterContinuousTimeMode JOIN(FMI2_FUNCTION_PREFIX, fmi2EnterContinuousTimeMode)
#define fmi2EnterEventMode JOIN(FMI2_FUNCTION_PREFIX, fmi2EnterEventMode)
#define fmi2EnterInitializationMode JOIN(FMI2_FUNCTION_PREFIX, fmi2EnterInitializationMode)
#define fmi2ExitInitializationMode JOIN(FMI2_FUNCTION_PREFIX, fmi2ExitInitializationMode)
#define fmi2FreeFMUstate JOIN(FMI2_FUNCTION_PREFIX, fmi2FreeFMUstate)
#define fmi2FreeInstance JOIN(FMI2_FUNCTION_PREFIX, fmi2FreeInstance)
#define fmi2GetBoolean JOIN(FMI2_FUNCTION_PREFIX, fmi2GetBoolean)
#define fmi2GetBooleanStatus JOIN(FMI2_FUNCTION_PREFIX, fmi2GetBooleanStatus)
#define fmi2GetContinuousStates JOIN(FMI2_FUNCTION_PREFIX, fmi2GetContinuousStates)
#define fmi2GetDerivatives JOIN(FMI2_FUNCTION_PREFIX, fmi2GetDerivatives)
#define fmi2GetDirectionalDerivative JOIN(FMI2_FUNCTION_PREFIX, fmi2GetDirectionalDerivative)
#define fmi2GetEventIndicators JOIN(FMI2_FUNCTION_PREFIX, fmi2GetEventIndicators)
#define fmi2GetFMUstate JOIN(FMI2_FUNCTION_PREFIX, fmi2GetFMUstate)
#define fmi2GetInteger JOIN(FMI2_FUNCTION_PREFIX, fmi2GetInteger)
#define fmi2GetIntegerStatus JOIN(FMI2_FUNCTION_PREFIX, fmi2GetIntegerStatus)
#define fmi2GetNominalsOfContinuousStates JOIN(FMI2_FUNCTION_PREFIX, fmi2GetNominalsOfContinuousStates)
#define fmi2GetReal JOIN(FMI2_FUNCTION_PREFIX, fmi2GetReal)
#define fmi2GetRealOutputDerivatives JOIN(FMI2_FUNCTION_PREFIX, fmi2GetRealOutputDerivatives)
#define fmi2GetRealStatus JOIN(FMI2_FUNCTION_PREFIX, fmi2GetRealStatus)
#define fmi2GetStatus JOIN(FMI2_FUNCTION_PREFIX, fmi2GetStatus)
#define fmi2GetString JOIN(FMI2_FUNCTION_PREFIX, fmi2GetString)
#define fmi2GetStringStatus JOIN(FMI2_FUNCTION_PREFIX, fmi2GetStringStatus)
#define fmi2GetTypesPlatform JOIN(FMI2_FUNCTION_PREFIX, fmi2GetTypesPlatform)
#define fmi2GetVersion JOIN(FMI2_FUNCTION_PREFIX, fmi2GetVersion)
#define fmi2Instantiate JOIN(FMI2_FUNCTION_PREFIX, fmi2Instantiate)
#define fmi2NewDiscreteStates JOIN(FMI2_FUNCTION_PREFIX, fmi2NewDiscreteStates)
#define fmi2Reset JOIN(FMI2_FUNCTION_PREFIX, fmi2Reset)
#define fmi2SerializeFMUstate JOIN(FMI2_FUNCTION_PREFIX, fmi2SerializeFMUstate)
#define fmi2SerializedFMUstateSize JOIN(FMI2_FUNCTION_PREFIX, fmi2SerializedFMUstateSize)
#define fmi2SetBoolean JOIN(FMI2_FUNCTION_PREFIX, fmi2SetBoolean)
#define fmi2SetContinuousStates JOIN(FMI2_FUNCTION_PREFIX, fmi2SetContinuousStates)
#define fmi2SetDebugLogging JOIN(FMI2_FUNCTION_PREFIX, fmi2SetDebugLogging)
#define fmi2SetFMUstate JOIN(FMI2_FUNCTION_PREFIX, fmi2SetFMUstate)
#define fmi2SetInteger JOIN(FMI2_FUNCTION_PREFIX, fmi2SetInteger)
#define fmi2SetReal JOIN(FMI2_FUNCTION_PREFIX, fmi2SetReal)
#define fmi2SetRealInputDerivatives JOIN(FMI2_FUNCTION_PREFIX, fmi2SetRealInputDerivatives)
#define fmi2SetString JOIN(FMI2_FUNCTION_PREFIX, fmi2SetString)
#define fmi2SetTime JOIN(FMI2_FUNCTION_PREFIX, fmi2SetTime)
#define fmi2SetupExperiment JOIN(FMI2_FUNCTION_PREFIX, fmi2SetupExperiment)
#define fmi2Terminate JOIN(FMI2_FUNCTION_PREFIX, fmi2Terminate)
#endif

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t, size_t);
typedef void (*fmi2CallbackFreeMemory)(void *);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment, fmi2Status);

typedef struct {
    fmi2CallbackLogger logger;
    fmi2CallbackAllocateMemory allocateMemory;
    fmi2CallbackFreeMemory freeMemory;
    fmi2StepFinished stepFinished;
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#endif
