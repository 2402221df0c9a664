/* Names and words of the errors, as programs print them. */
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

int main()
{
    struct { cudaError_t code; int value; const char *name, *words; } t[] = {
#define E(name, value, words) { name, value, #name, words }
        E(cudaSuccess, 0, "no error"),
        E(cudaErrorInvalidValue, 1, "invalid argument"),
        E(cudaErrorMemoryAllocation, 2, "out of memory"),
        E(cudaErrorInitializationError, 3, "initialization error"),
        E(cudaErrorInvalidConfiguration, 9, "invalid configuration argument"),
        E(cudaErrorInvalidPitchValue, 12, "invalid pitch argument"),
        E(cudaErrorInvalidSymbol, 13, "invalid device symbol"),
        E(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy"),
        E(cudaErrorInvalidDeviceFunction, 98, "invalid device function"),
        E(cudaErrorNoDevice, 100, "no CUDA-capable device is detected"),
        E(cudaErrorInvalidDevice, 101, "invalid device ordinal"),
        E(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device"),
        E(cudaErrorInvalidResourceHandle, 400, "invalid resource handle"),
        E(cudaErrorNotReady, 600, "device not ready"),
        E(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered"),
        E(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch"),
        E(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated"),
        E(cudaErrorAssert, 710, "device-side assert triggered"),
        E(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped"),
        E(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region"),
        E(cudaErrorMisalignedAddress, 716, "misaligned address"),
        E(cudaErrorLaunchFailure, 719, "unspecified launch failure"),
        E(cudaErrorNotSupported, 801, "operation not supported"),
        E(cudaErrorUnknown, 999, "unknown error"),
    };
    int bad = 0;
    for (auto &e : t)
        if (e.code != e.value || strcmp(cudaGetErrorName(e.code), e.name) ||
            strcmp(cudaGetErrorString(e.code), e.words)) {
            fprintf(stderr, "%d: %s, \"%s\"; expected %s, \"%s\"\n", e.code, cudaGetErrorName(e.code),
                cudaGetErrorString(e.code), e.name, e.words);
            bad = 1;
        }
    if (strcmp(cudaGetErrorName((cudaError_t)12345), "unrecognized error code") ||
        strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code")) {
        fprintf(stderr, "12345: %s, %s\n", cudaGetErrorName((cudaError_t)12345),
            cudaGetErrorString((cudaError_t)12345));
        bad = 1;
    }
    return bad;
}
