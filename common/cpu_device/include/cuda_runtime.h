/* CPU device: CUDA's runtime for C-style CUDA programs, on a CPU. Kernels run, launches are
 * asynchronous and errors are CUDA's, but times here say nothing about a GPU's.
 *
 * `cpu_device/cucc` preprocesses a .cu file, has launches and __shared__ turned into C++
 * (front/rewrite.c), and compiles it as C++17. */
#ifndef CPU_DEVICE_CUDA_RUNTIME_H
#define CPU_DEVICE_CUDA_RUNTIME_H

#if (defined CPU_DEVICE_CHECK || defined CPU_DEVICE_TRAFFIC) && !defined CPU_DEVICE_RUNTIME_H
#define CPU_DEVICE_OURS(name, ...)                                                                 \
    extern "C" void *name(__VA_ARGS__) noexcept __asm__("cpu_device_" #name);
CPU_DEVICE_OURS(memcpy, void *, const void *, __SIZE_TYPE__)
CPU_DEVICE_OURS(memmove, void *, const void *, __SIZE_TYPE__)
CPU_DEVICE_OURS(memset, void *, int, __SIZE_TYPE__)
#endif

/* What CUDA's own header includes. */
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <new>

/* Macros that programs test. __CUDA_ARCH__ is defined in a second pass: front/arch.c. */
#define __CUDACC__
#define __NVCC__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__
#ifndef CPU_DEVICE_CU /* in a .cu the rewriter sees them, and __shared__ and __noinline__ */
#define __host__
#define __device__
#define __global__
#define __constant__
#define __managed__
#endif
#define __launch_bounds__(...) __attribute__((cpu_device_launch_bounds(0, __VA_ARGS__)))
#define __forceinline__        inline __attribute__((always_inline))
#define __align__(n)           __attribute__((aligned(n)))
#define __builtin_align__(n)   __attribute__((aligned(n)))
#define __grid_constant__

#include "vector_types.h"
#include "host_api.h"
#include "execution.h"
#include "launch.h"
#ifdef CPU_DEVICE_WATCHED /* so that a load in __ldg has the line of its caller */
#include <limits>
#define inline inline __attribute__((always_inline))
#endif
#include "device_functions.h"
#undef inline

#endif
