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

/* Opens device 0 and measures its ceilings; from here on crashes are caught. Without a device: one
 * line, and STATUS_NO_DEVICE. */
struct device device_open(void);

/* Ends the program with STATUS_USAGE and one line when a size needs more bytes than the host or the
 * device has free. */
void need_memory(const struct lab *lab, const struct device *device, long long size,
                 double host_bytes, double device_bytes);

/* The same where it is not --size alone that decides: `option` and what would be right, in words.
 */
void need_memory_for(const struct lab *lab, const char *option, const char *instead,
                     const struct device *device, double host_bytes, double device_bytes);

/* 1: so many bytes are free on both. */
int fits_memory(const struct device *device, double host_bytes, double device_bytes);

/* `count` floats on both sides of the bus, on each with CHECK_GUARD more behind them. */
struct array {
    float *host, *device;
    size_t count;
};

float *host_floats(size_t count); /* malloc, but never NULL: without memory it ends the program */
struct array array_make(size_t count);
void array_free(struct array *array);
void array_send(const struct array *array);   /* to the device */
void array_fetch(const struct array *array);  /* to the host, the guard too */
void array_poison(const struct array *array); /* both sides and both guards; does not wait */

/* check_input: the device must still hold what the host holds. */
void check_array(struct check *check, const char *name, const struct array *array);

/* Waits for the device after a launch. 1: all went well. 0: the launch or the kernel failed, and
 * check has CUDA's words for it. */
int device_finished(struct check *check);

/* Empties the L2 cache of what the last sample left there, so that every sample reads from memory:
 * overwrites a buffer of twice its size; does not wait. On the CPU device: nothing. */
void flush_l2(void);

#endif
