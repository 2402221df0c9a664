/* The device of a lab: what it is, what its limits are, and what a launcher did wrong on it. */
#pragma once

#include "check.h"
#include "common/cuda_check.h"
#include "nouns.h"

/* Opens device 0. What it can do at best is what its boost clock allows, until measure_peaks has
 * measured it. Without a device: one line, and STATUS_NO_DEVICE. */
struct device device_open(void);

/* Ends the program with STATUS_USAGE and one line when `option`, such as "--size 4096", needs more
 * bytes than the host or the device has free; `instead` says in words what would be right. */
void need_memory(const struct lab *lab, const char *option, const char *instead,
                 const struct device *device, double host_bytes, double device_bytes);

/* Bytes that are free. On the CPU device the device's also lie on the host. */
struct free_bytes {
    double host, device;
    double addresses; /* of the host, which ulimit -v limits */
};
struct free_bytes count_free_bytes(void);

/* From here on a CUDA_CHECK that fails is a finding of check; NULL: it ends the program again. */
void cuda_check_finds_for(struct check *check);

/* Waits for the device after a launch. Did all go well? If the launch or the kernel failed, check
 * has CUDA's words for it. */
int device_finished(struct check *check);

/* Keeps a GPU at work until the clock of its SMs is steady, WARM_UP_MOST_MS at most. Where it is
 * still as high as it was, or is not known, that takes a moment. */
void warm_up_clock(struct device *device);

/* Empties the L2 cache of a GPU, so that every sample reads from memory; does not wait. It reads a
 * buffer of twice the L2: lines that were written before have then gone to the memory. A memset
 * would leave its own lines in their place, and the next kernel would wait for these to be written
 * back, in its own time. */
void flush_l2(void);
