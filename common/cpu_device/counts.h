/* CPU device: how often a program has asked its device for something, since it began: for whoever
 * judges a program from outside. A program that nvcc built has no such device; then the function's
 * address is null:
 *
 *   if (cpu_device_counts)
 *       printf("%ld launches\n", cpu_device_counts().launches);
 */
#ifndef CPU_DEVICE_COUNTS_H
#define CPU_DEVICE_COUNTS_H

/* Calls of the host that succeeded, one each, whatever other function does the work. */
struct cpu_device_counts {
    long launches;              /* of kernels, in any way, */
    long other_stream_launches; /* and of these, in another than the default stream */
    long copies;                /* cudaMemcpy and all its relatives */
    long memsets;
    long allocations;  /* of the device, pinned, managed */
    long streams;      /* created */
    long synchronizes; /* of the device, a stream or an event; a copy that waits is a copy alone */
    long copies_to_host;    /* of the copies: from memory of the device to that of the host */
    long other_stream_work; /* copies and memsets in another than the default stream */
};

#ifdef __cplusplus
extern "C" {
#endif
struct cpu_device_counts cpu_device_counts(void) __attribute__((weak));
#ifdef __cplusplus
}
#endif

#endif
