/* Arrays of a problem: bytes with a type, the same on the host and on the device, with a guard on
 * both sides that nobody may write. dtype.h lists the types. */
#pragma once

#include <cuda_fp16.h>
#include "check.h"
#include "dtype.h"
#include "random.h"

/* Where arrays lie on the host, if not in malloc's memory. */
struct place {
    const char *name;             /* pinned */
    void *(*alloc)(size_t bytes); /* NULL: not that much free, or not written yet */
    void (*free)(void *memory);
};

struct array {
    enum dtype dtype;
    size_t count, bytes;            /* bytes of `count` elements */
    double scale;                   /* the elements of an input lie between -scale and scale */
    bool has_scale;                 /* the lab has set it; otherwise array_draw draws it */
    size_t skip;                    /* elements between a multiple of 256 bytes and the first one */
    const void *given;              /* what an input always holds; NULL: random numbers */
    void *host, *device;            /* the first element */
    const struct place *place;      /* of host; NULL: malloc */
    const char *name, *device_name; /* of host and device for findings; NULL: the engine's */
    union {                         /* host or device: the one that the running version uses */
        void *data;
        float *f32;
        __half *f16;
        int *i32;
        unsigned *u32;
        unsigned long long *u64;
    };
    bool fenced;               /* it ends at a page's end, for array_close; `skip` says how */
    int poison, device_poison; /* the byte that fills the guards and, before a launch, an output */
};

/* An array of `count` elements that has no memory yet. */
struct array array_of(enum dtype dtype, size_t count);

/* The bytes that array_allocate takes on the host, and as many on the device. */
double array_needs(const struct array *array);

/* Ends the program when there is not enough memory. Where a place gives none, host is NULL; call
 * only array_free then. Both pointers are `skip` elements past a multiple of 256 bytes. The
 * contents, also of the guards, are undefined until array_send or array_poison. */
void array_allocate(struct array *array);
void array_allocate_host(struct array *array); /* no memory of the device: device stays NULL */
void array_free(struct array *array);

/* Kernels cannot touch the guards' whole pages any more, where the device can do that; an array
 * that is fenced ends less than 256 bytes before one. */
void array_close(const struct array *array);

/* New elements on the host: what is given, or random numbers between -scale and scale. */
void array_draw(struct array *array, struct random *random);

/* Draws a run of at most 1,024 elements anew, on host and device; what is given stays as it is. */
void array_change(struct array *array, struct random *random);

/* To the device, if it has memory there, with guards of poison on both. */
void array_send(struct array *array);
void array_fetch(const struct array *array);      /* to the host */
void array_poison(struct array *array, int byte); /* host, device and guards; does not wait */
void array_poison_host(const struct array *array);
void array_poison_device(struct array *array, int byte); /* with its guards; does not wait */

/* The first element in which two copies of an array differ; its count if there is none. */
size_t array_difference(const struct array *array, const void *x, const void *y);

/* The guards must still be poison. An input must be the same on the device and on the host; the
 * version has used one of them. `name` is the array's name in the lab, such as "c". */
void check_guards(struct check *check, const char *name, const struct array *array);
void check_unchanged(struct check *check, const char *name, const struct array *array);

/* Memory of the host; without it, ends the program with one line on stderr and status 2. */
void *host_memory(size_t bytes);
void out_of_host_memory(void) __attribute__((noreturn));
