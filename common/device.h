/* The device of a lab: checked CUDA calls, what it is, what its limits are, and arrays on it. */
#ifndef DEVICE_H
#define DEVICE_H

#include <cuda_runtime.h>
#include "check.h"
#include "options.h"
#include "report.h"

/* Every CUDA call of the kit goes through this; a failure ends the program with status 1 and
 * `file:line: call: what CUDA says: what to do`. For what a student's launcher may cause, see
 * device_finished. */
#define CUDA_CHECK(call) device_must(call, #call, __FILE__, __LINE__)
void device_must(cudaError_t error, const char *call, const char *file, int line);

/* Opens device 0 and measures its ceilings. Without a device: one line, and STATUS_NO_DEVICE. */
struct device device_open(void);

/* Ends the program with STATUS_USAGE and one line that names --size, when a size needs more bytes
 * than the host or the device has free. */
void need_memory(const struct device *device, long long size, double host_bytes,
                 double device_bytes);

/* Arrays of `count` floats, with room for CHECK_GUARD more behind them; they never return NULL. */
float *host_floats(size_t count);
float *device_floats(size_t count);
void device_free(float *d_x);

/* To and from the device; count + CHECK_GUARD brings the guard along. */
void to_device(float *d_x, const float *x, size_t count);
void from_device(float *x, const float *d_x, size_t count);

/* Fills an array and its guard with poison; poison_device does not wait. */
void poison_host(float *x, size_t count);
void poison_device(float *d_x, size_t count);

/* Waits for the device after a launch. 1: all went well. 0: the launch or the kernel failed, and
 * check has CUDA's words for it. */
int device_finished(struct check *check);

/* check_input for an array on the device. */
void check_device_input(struct check *check, const char *name, const float *d_x,
                        const float *before, size_t count);

/* Empties the L2 cache of what the last sample left there, so that every sample reads from memory:
 * overwrites a buffer of twice its size, and waits. On the CPU device: waits. */
void flush_l2(void);

#endif
