/* CPU device: what it can tell of a program's launchers, and what it can do to test them. A program
 * that nvcc built has none of these functions, and their addresses are NULL:
 *
 *   if (cpu_device_counts)
 *       printf("%ld launches\n", cpu_device_counts().launches);
 */
#ifndef CPU_DEVICE_OBSERVE_H
#define CPU_DEVICE_OBSERVE_H

/* Calls of the host that succeeded since the program began. A call counts once, even where it uses
 * another one to do its work. */
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
    CALL_WAIT,     /* a synchronize; a query that is repeated until it succeeds; not a copy */
    CALL_ALLOCATE, /* also pins memory */
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
    const void *stream;       /* of a launch, copy, memset, event or wait; NULL: the default one */
    const void *to, *from;    /* of a copy; of an event: recorded (to), waited for (from); */
    unsigned long long bytes; /* of a copy: how many, */
    int to_host, inside;      /* and whether from the device's memory to the host's, or to itself */
    int waits;                /* of a copy: until it is done */
    const char *name;         /* of the function: cudaMemcpyAsync */
    const void *code[8];      /* return addresses, innermost first; only where traffic is counted */
    unsigned grid[3], block[3]; /* of a launch, refused or not */
};

#ifdef __cplusplus
extern "C" {
#endif
struct cpu_device_counts cpu_device_counts(void) __attribute__((weak));

/* What the threads of kernels did since the last call of this: loads, stores and atomics of device
 * and shared memory. Only in the bug finder's build (cucc --check); NULL in others. */
struct cpu_device_accesses {
    unsigned long long most, atomics; /* most: of one thread */
    unsigned long long threads;       /* that made any */
};
struct cpu_device_accesses cpu_device_accesses(void) __attribute__((weak));

/* The first begins a list of calls, the second ends it and returns it: those that succeeded, and
 * the launches that failed, in their order. */
void cpu_device_list_calls(void) __attribute__((weak));
const struct cpu_device_call *cpu_device_calls(int *count) __attribute__((weak));
/* A call that failed, whose result the program has neither looked at nor asked for since:
 * "cudaFree, my.cu:7"; an empty text if there is none. Which argument is wrong, if that is known:
 * "the target is a null pointer". */
void cpu_device_failed_call(char text[256], char why[160]) __attribute__((weak));
/* Where in the source the call stands, my.cu:7, or an empty text. Only where traffic is counted. */
void cpu_device_call_line(const struct cpu_device_call *call, char line[256]) __attribute__((weak));

/* What kernels have asked the memory for since the program began. Only in a build that counts it
 * (cucc --traffic); NULL in others. Launches count only while counting is on, as it is at first. */
struct cpu_device_traffic {
    unsigned long long bytes;                  /* that threads asked global memory for, */
    unsigned long long requests, sectors;      /* of warps; in sectors of 32 bytes; */
    unsigned long long least_sectors;          /* the fewest that would do */
    unsigned long long shared, bank_conflicts; /* requests to shared memory, their conflicts */
};
struct cpu_device_traffic cpu_device_traffic(void) __attribute__((weak));
#define COUNT_NOTHING 0
#define COUNT_APART   1 /* for cpu_device_count alone: the report leaves these kernels out */
#define COUNT_ALL     2 /* for the report and cpu_device_traffic as well */
void cpu_device_count_traffic(int what) __attribute__((weak));

/* What kernels have done since counting was last turned on. Bytes are those that threads asked for;
 * loaded and stored are of global memory where shared does not say otherwise. An atomic counts once
 * among all bytes, and as a load and as a store. */
enum cpu_device_counter {
    COUNT_THREADS,        /* launched */
    COUNT_BLOCKS,         /* launched */
    COUNT_WARP_BLOCKS,    /* launched, of 32 threads or fewer */
    COUNT_BARRIERS,       /* of blocks */
    COUNT_ATOMICS,        /* of threads, on any memory, */
    COUNT_GLOBAL_ATOMICS, /* on global memory */
    COUNT_GLOBAL,         /* bytes loaded, stored and changed by atomics */
    COUNT_LOADED,         /* bytes, */
    COUNT_LOADED_ANEW,    /* but those that are among the thread's last 12 loads since a barrier; */
    COUNT_LOADED_NARROW,  /* by accesses of less than 16 bytes; */
    COUNT_LOADED_WAITING, /* where, between two barriers, the block read less than twice as many of
                             shared memory */
    COUNT_LOADED_SECTORS, /* sectors */
    COUNT_STORED,
    COUNT_STORED_NARROW,
    COUNT_STORED_SECTORS,
    COUNT_SHARED, /* bytes of shared memory, as COUNT_GLOBAL */
    COUNT_SHARED_LOADED,
    COUNT_SHARED_LOADED_ANEW,
    COUNT_SHARED_STORES,   /* numbers: a store of a thread, or its atomic, is one */
    COUNT_LOADS_OF_THREAD, /* the most that one thread made, of any memory */
    COUNT_TRIPS_OF_THREAD, /* the most that one thread made, round all loops */
    COUNT_ATOMICS_OF_WARP, /* the most that the threads of one warp made together */
    CPU_DEVICE_COUNTERS
};
struct cpu_device_count {
    unsigned long long all, in_one_block; /* most in one block */
    int whole;                            /* 0: not all was counted, there was too much */
};
struct cpu_device_count cpu_device_count(enum cpu_device_counter which) __attribute__((weak));
/* The line of the source that adds most to it, matmul.cu:47; empty: not known. It takes a process
 * to find it. */
void cpu_device_count_line(enum cpu_device_counter which, char line[256]) __attribute__((weak));

/* Holds a stream back: from now on its operations run only when something waits for them, or needs
 * them in CUDA's order. So a program that forgets to wait is found every time. NULL: the default
 * stream. EVERY_STREAM: all of them, their operations in order. NTH_STREAM(n): the n-th stream,
 * counted from 0, that gets an operation from now on: it may be the program's own. NO_STREAM: no
 * stream is held back any more. */
#define NO_STREAM     ((void *)-1)
#define EVERY_STREAM  ((void *)-2)
#define NTH_STREAM(n) ((void *)(-3L - (n)))
void cpu_device_hold_back(const void *stream) __attribute__((weak));

/* Leaves kernels out: of those launched from now on, numbered 0, 1, ..., `count` do nothing,
 * beginning with number `first`. They count as launches. */
#define EVERY_KERNEL 0x7fffffff
void cpu_device_leave_out(int first, int count) __attribute__((weak));

/* From now on the blocks of a kernel, and the threads of a block between two barriers, run in an
 * order that is drawn, on one CPU thread: the same for the same seed and launches. 0: in the usual
 * order. (CPU_DEVICE_ORDER=17 in the environment does it for a whole program.) A kernel that takes
 * more than `seconds` of CPU time (0: no limit) is given up, for it may wait for a block that is
 * still to come; no kernel runs then until this is called again. Returns whether one was given up
 * since the last call. The device must be idle. */
int cpu_device_order(unsigned long long seed, double seconds) __attribute__((weak));

/* From now on only some blocks run of a kernel with 8,192 or more in x and a single one in y and z:
 * the first, the last, and some between that the seed draws, the same for the same seed. 0: all
 * run, as at first. Returns how many blocks were left out since the last call. The device must be
 * idle. Only in a build that neither finds bugs nor counts; NULL in others. */
unsigned long long cpu_device_run_some(unsigned long long seed) __attribute__((weak));

/* The whole pages of this stretch of device memory can be neither read nor written, until NULL
 * opens all again: an access is an illegal address. The device must be idle. */
void cpu_device_close(const void *p, unsigned long long bytes) __attribute__((weak));

/* In findings this device memory is the launcher's parameter of this name, and begins here. Only in
 * the bug finder's build; NULL in others. */
void cpu_device_name_parameter(const void *p, const char *name) __attribute__((weak));

/* on: there is no more pinned memory, as on a machine that is short of it. */
void cpu_device_refuse_pinned(int on) __attribute__((weak));
#ifdef __cplusplus
}
#endif

#endif
