/* CPU device: how often a program has asked its device for something, since it began: for whoever
 * judges a program from outside. A program that nvcc built has no such device; then the function's
 * address is null:
 *
 *   if (cpu_device_counts)
 *       printf("%ld launches\n", cpu_device_counts().launches);
 */
#ifndef CPU_DEVICE_OBSERVE_H
#define CPU_DEVICE_OBSERVE_H

/* Calls of the host that succeeded, one each, whatever other function does the work. */
struct cpu_device_counts {
    long launches;              /* of kernels, in any way, */
    long other_stream_launches; /* and of these, in another than the default stream */
    long copies;                /* cudaMemcpy and all its relatives */
    long memsets;
    long allocations;  /* of the device, pinned, managed */
    long streams;      /* created */
    long synchronizes; /* of the device, a stream or an event; a copy that waits is a copy alone */
};

/* One of the calls that cpu_device_calls lists. */
enum cpu_device_called {
    CALL_LAUNCH,
    CALL_COPY,
    CALL_WAIT,
    CALL_ALLOCATE,
    CALL_FREE,
    CALL_SET,
    CALL_CREATE, /* a stream or an event */
    CALL_DESTROY,
    CALL_EVENT,     /* is recorded in a stream, or the stream waits for it */
    CALL_REFUSED,   /* a launch that failed at once */
    CALL_FREE_ASYNC /* the one way to free memory that does not wait */
};
struct cpu_device_call {
    enum cpu_device_called what;
    const void *stream;       /* of a launch, copy, memset or event; NULL: the default stream */
    const void *to, *from;    /* of a copy, */
    unsigned long long bytes; /* how many, */
    int to_host, inside;      /* and whether from the device's memory to the host's, or to itself */
};

#ifdef __cplusplus
extern "C" {
#endif
struct cpu_device_counts cpu_device_counts(void) __attribute__((weak));

/* Begins a list of calls. Then: those that have succeeded since, and the launches that have not, in
 * their order; no more are listed. What waits is an explicit wait, or a query that is repeated
 * until it succeeds, and not a copy; to pin memory is to allocate, too. */
void cpu_device_list_calls(void) __attribute__((weak));
const struct cpu_device_call *cpu_device_calls(int *count) __attribute__((weak));

/* What kernels have asked the memory for since the program began; NULL but in a build that counts
 * it (cucc --traffic). Only launches count that come while it is switched on, as it is at first. */
struct cpu_device_traffic {
    unsigned long long bytes;                  /* that threads asked global memory for, */
    unsigned long long requests, sectors;      /* by so many warps, in sectors of 32 bytes; */
    unsigned long long least_sectors;          /* the least that would do */
    unsigned long long shared, bank_conflicts; /* the same of shared memory: warps, wavefronts */
};
struct cpu_device_traffic cpu_device_traffic(void) __attribute__((weak));
void cpu_device_count_traffic(int on) __attribute__((weak));

/* Makes a stream slow (NULL: the default one): from now on its operations are held back until
 * something waits for them, or needs them in CUDA's order. So a program that does not wait is found
 * every time. EVERY_STREAM: those of all streams, in their order. NTH_STREAM(n): the stream that is
 * the n-th to get one, of 0, 1, ...: it may be the program's own. NO_STREAM: none from now on. */
#define NO_STREAM     ((void *)-1)
#define EVERY_STREAM  ((void *)-2)
#define NTH_STREAM(n) ((void *)(-3L - (n)))
void cpu_device_hold_back(const void *stream) __attribute__((weak));

/* Of the kernels launched from now on, `count` do nothing, from the first-th of 0, 1, ... on,
 * although they count as launches. */
#define EVERY_KERNEL 0x7fffffff
void cpu_device_leave_out(int first, int count) __attribute__((weak));

/* on: there is no more pinned memory, as on a machine that is short of it. */
void cpu_device_refuse_pinned(int on) __attribute__((weak));
#ifdef __cplusplus
}
#endif

#endif
