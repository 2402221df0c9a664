/* What the device can tell of a launcher. The CPU device sees every call and can leave kernels out;
 * of a GPU's runtime nothing is known: there each of these is NULL. */
#pragma once

/* What a call has done. */
enum done {
    LAUNCHED,
    COPIED,
    WAITED,
    ALLOCATED,
    FREED,
    SET,
    CREATED, /* a stream or an event */
    DESTROYED,
    RECORDED,   /* an event in a stream; or the stream waits for one */
    REFUSED,    /* a launch that failed at once */
    FREED_ASYNC /* the one way to free memory that does not wait */
};

/* A call that a launcher has made. */
struct call {
    enum done done;
    const void *stream;       /* of a launch, copy, memset or event; NULL: the default stream */
    const void *to, *from;    /* of a copy; of an event: which is recorded, which is waited for */
    unsigned long long bytes; /* of a copy */
    bool to_host, inside;     /* a copy from the device's memory to the host's, or to itself */
    bool waits;               /* a copy, until it is done */
    const char *name;         /* cudaMemcpyAsync */
    int number;               /* in the list, from 0: see call_line */
    double blocks;            /* of a launch's grid */
};

/* What kernels have asked the memory for. */
struct memory_traffic {
    unsigned long long bytes;                  /* that threads asked global memory for, */
    unsigned long long requests, sectors;      /* in requests of warps, sectors of 32 bytes; */
    unsigned long long least_sectors;          /* the least that would do */
    unsigned long long shared, bank_conflicts; /* requests to shared memory, extra wavefronts */
};

/* What is counted of the kernels of a run; bytes are those that threads asked for. */
enum counter {
    THREADS_LAUNCHED,
    BLOCKS_LAUNCHED,
    WARP_BLOCKS,    /* launched, of a single warp */
    BARRIERS,       /* of blocks */
    ATOMICS,        /* of threads, on any memory, */
    GLOBAL_ATOMICS, /* on global memory */
    GLOBAL_BYTES,
    LOADED_BYTES,         /* of global memory, like all down to the sectors stored; */
    LOADED_ANEW_BYTES,    /* but what is among the thread's last 12 loads, which nvcc keeps; */
    LOADED_NARROW_BYTES,  /* in pieces of less than 16 bytes; */
    LOADED_WAITING_BYTES, /* while the block reads (nearly) no shared memory: see COUNT_... */
    LOADED_SECTORS,
    STORED_BYTES,
    STORED_NARROW_BYTES,
    STORED_SECTORS,
    SHARED_BYTES,
    SHARED_LOADED_BYTES,
    SHARED_LOADED_ANEW_BYTES,
    SHARED_STORES,     /* of threads */
    LOADS_OF_A_THREAD, /* the most */
    TRIPS_OF_A_THREAD, /* round all loops, the most */
    ATOMICS_OF_A_WARP, /* the most that its threads make together */
    COUNTERS,          /* what follows is not the device's: see goals.cu */
    COPIES_THAT_WAIT = COUNTERS,
    WAITS,
    LONGEST_CHAIN, /* of copies and kernels that wait for one another */
    ALL_COUNTERS
};
struct counter_value {
    unsigned long long all, in_one_block; /* the block that has most */
    bool whole;                           /* false: not all was counted */
    char line[256];                       /* of the source, that has most of it; empty: not known */
};

/* In place of a stream: none; all, in their order; the n-th used by the launcher, from 0. */
#define NO_STREAM     ((void *)-1)
#define EVERY_STREAM  ((void *)-2)
#define NTH_STREAM(n) ((void *)(-3L - (n)))
#define EVERY_KERNEL  0x7fffffff

/* NO_KERNELS; KERNELS_APART for `count` alone, so that no table of the run has them; ALL_KERNELS.
 */
enum counting { NO_KERNELS, KERNELS_APART, ALL_KERNELS };

struct observer {
    void (*list_calls)(void); /* begins a list of calls */
    /* Those since then that have succeeded, and launches that have not, in their order. No more are
     * listed. */
    const struct call *(*calls)(int *count);
    /* From now on `count` kernels do nothing, beginning with launch number `first`, from 0. */
    void (*leave_out)(int first, int count);
    /* From now on what is queued in this stream waits until somebody waits for it. */
    void (*hold_back)(const void *stream);
    /* From now on blocks, and threads between barriers, run in a drawn order; seed 0: as usual. A
     * kernel that takes longer is given up. Was one, since the last call? */
    int (*order)(unsigned long long seed, double seconds);
    /* From now on only some blocks of a very large grid run, drawn by the seed; 0: all. How many
     * blocks were left out since the last call? */
    unsigned long long (*run_some)(unsigned long long seed);
    void (*close)(const void *memory, unsigned long long bytes); /* to kernels; NULL opens all */
    /* What findings call this memory: by the launcher's parameter. */
    void (*name_parameter)(const void *memory, const char *name);
    void (*refuse_pinned)(int on); /* on: there is no more pinned memory */
    /* Only in a build that counts memory traffic: what is counted from now on, an enum counting;
     * what was counted so far. */
    void (*count_traffic)(int what);
    struct memory_traffic (*traffic)(void);
    struct counter_value (*count)(enum counter which);      /* since counting was last turned on */
    void (*count_line)(enum counter which, char line[256]); /* takes some time */
    void (*call_line)(const struct call *call, char line[256]); /* where it stands, or empty */
    /* Nobody looked at its result: cudaFree, my.cu:7; which argument is wrong, if that is known. */
    void (*failed_call)(char text[256], char why[160]);
};
extern const struct observer observer;
