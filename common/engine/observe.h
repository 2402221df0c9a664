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
    const void *to, *from;    /* of a copy */
    unsigned long long bytes; /* of a copy */
    bool to_host, inside;     /* a copy from the device's memory to the host's, or to itself */
};

/* What kernels have asked the memory for. */
struct memory_traffic {
    unsigned long long bytes;                  /* that threads asked global memory for, */
    unsigned long long requests, sectors;      /* in requests of warps, sectors of 32 bytes; */
    unsigned long long least_sectors;          /* the least that would do */
    unsigned long long shared, bank_conflicts; /* requests to shared memory, extra wavefronts */
};

/* In place of a stream: none; all, in their order; the n-th used by the launcher, from 0. */
#define NO_STREAM     ((void *)-1)
#define EVERY_STREAM  ((void *)-2)
#define NTH_STREAM(n) ((void *)(-3L - (n)))
#define EVERY_KERNEL  0x7fffffff

struct observer {
    void (*list_calls)(void); /* begins a list of calls */
    /* Those since then that have succeeded, and launches that have not, in their order. No more are
     * listed. */
    const struct call *(*calls)(int *count);
    /* From now on `count` kernels do nothing, beginning with launch number `first`, from 0. */
    void (*leave_out)(int first, int count);
    /* From now on what is queued in this stream waits until somebody waits for it. */
    void (*hold_back)(const void *stream);
    void (*refuse_pinned)(int on); /* on: there is no more pinned memory */
    /* Only in a build that counts memory traffic: counts while on; what was counted so far. */
    void (*count_traffic)(int on);
    struct memory_traffic (*traffic)(void);
};
extern const struct observer observer;

/* true: this is `make traffic`: versions are not timed, but each is run once and counted. */
bool counts_traffic(void);
