#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/cuda_check.h"
#include "mode.h"
#include "nouns.h"
#include "observe.h"

/* 64 rows of 1,024 floats: a tile that sticks out by all its rows stays within. The bug finder
 * knows the bounds of every allocation: there, arrays have no guards. */
static size_t guard(void) { return lab_mode() == MODE_PLAIN ? 256 << 10 : 0; }

struct array array_of(enum dtype dtype, size_t count)
{
    struct array array = {};

    array.dtype = dtype;
    array.count = count;
    array.bytes = count * dtypes[dtype].bytes;
    array.scale = 1;
    array.poison = array.device_poison = POISON_BYTE;
    return array;
}

double array_needs(const struct array *array)
{
    return array->count ? (double)array->bytes + 2.0 * guard() : 0;
}

void out_of_host_memory(void)
{
    fprintf(stderr, _("out of host memory: give a smaller --size\n"));
    exit(STATUS_USAGE);
}

void *host_memory(size_t bytes)
{
    void *x = aligned_alloc(256, (bytes + 255) / 256 * 256);

    if (!x)
        out_of_host_memory();
    return x;
}

static void *before(void *first) { return (char *)first - guard(); }

static size_t skipped(const struct array *array)
{
    return array->skip * dtypes[array->dtype].bytes;
}

/* What was allocated for the array. */
static void *memory_of(const struct array *array, void *first)
{
    return (char *)before(first) - skipped(array);
}

static void *past_end(const struct array *array, void *first)
{
    return (char *)first + array->bytes;
}

static size_t whole(const struct array *array) { return array->bytes + 2 * guard(); }

void array_allocate_host(struct array *array)
{
    size_t bytes = skipped(array) + whole(array);

    if (!array->count)
        return;
    array->host = array->place ? array->place->alloc(bytes) : host_memory(bytes);
    if (array->host)
        array->host = (char *)array->host + skipped(array) + guard();
}

#define PAGE 4096

/* More elements to skip, so that the array's last one lies at a page's end. It begins at a multiple
 * of 256 bytes as before. */
static void skip_to_end_of_page(struct array *array, const void *device)
{
    size_t end = (size_t)device + skipped(array) + guard() + array->bytes;

    array->skip += (PAGE - end % PAGE) % PAGE / 256 * 256 / dtypes[array->dtype].bytes;
}

void array_allocate(struct array *array)
{
    void *device;

    if (array->count) {
        CUDA_CHECK(cudaMalloc(&device, skipped(array) + whole(array) + (array->fenced ? PAGE : 0)));
        if (array->fenced)
            skip_to_end_of_page(array, device);
        array->device = (char *)device + skipped(array) + guard();
    }
    array_allocate_host(array);
}

void array_close(const struct array *array)
{
    if (!array->count || !observer.close || !guard())
        return;
    observer.close(before(array->device), guard());
    observer.close(past_end(array, array->device), guard());
}

void array_free(struct array *array)
{
    if (!array->count)
        return;
    if (!array->place)
        free(memory_of(array, array->host));
    else if (array->host)
        array->place->free(memory_of(array, array->host));
    if (array->device) /* unchecked: after a fault it repeats what was told already */
        cudaFree(memory_of(array, array->device));
}

/* ---- what stands in it ---------------------------------------------------------------------- */

static void draw(struct array *array, size_t first, size_t count, struct random *random)
{
    char *from = (char *)array->host + first * dtypes[array->dtype].bytes;

    dtype_draw(array->dtype, from, count, array->scale, random);
}

void array_draw(struct array *array, struct random *random)
{
    if (!array->count)
        return;
    if (array->given) {
        memcpy(array->host, array->given, array->bytes);
        return;
    }
    if (!array->has_scale)
        array->scale = dtype_scale(array->dtype, random);
    draw(array, 0, array->count, random);
}

#define CHANGED 1024 /* elements */

void array_change(struct array *array, struct random *random)
{
    size_t count = array->count < CHANGED ? array->count : CHANGED,
           size = dtypes[array->dtype].bytes;

    if (!array->count || array->given)
        return;
    size_t first = random_between(random, 0, array->count - count);
    draw(array, first, count, random);
    if (array->device)
        CUDA_CHECK(cudaMemcpy((char *)array->device + first * size,
                              (char *)array->host + first * size, count * size,
                              cudaMemcpyHostToDevice));
}

void array_send(struct array *array)
{
    if (!array->count || !array->device)
        return;
    CUDA_CHECK(cudaMemcpy(array->device, array->host, array->bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemsetAsync(before(array->device), array->device_poison, guard(), 0));
    CUDA_CHECK(cudaMemsetAsync(past_end(array, array->device), array->device_poison, guard(), 0));
    memset(before(array->host), array->poison, guard());
    memset(past_end(array, array->host), array->poison, guard());
}

void array_fetch(const struct array *array)
{
    CUDA_CHECK(cudaMemcpy(array->host, array->device, array->bytes, cudaMemcpyDeviceToHost));
}

void array_poison(struct array *array, int byte)
{
    array->poison = byte;
    array_poison_device(array, byte);
    memset(before(array->host), byte, whole(array));
}

void array_poison_device(struct array *array, int byte)
{
    array->device_poison = byte;
    CUDA_CHECK(cudaMemsetAsync(before(array->device), byte, whole(array), 0));
}

void array_poison_host(const struct array *array)
{
    memset(array->host, array->poison, array->bytes);
}

/* ---- what was done to it -------------------------------------------------------------------- */

static void check_guard_at(struct check *check, const char *name, size_t size, const void *from,
                           int poison, int is_front)
{
    static unsigned char *copy; /* kept, because new memory costs more than to look through it */
    size_t bytes = guard(), distance = 0;

    if (!copy)
        copy = (unsigned char *)host_memory(bytes);
    CUDA_CHECK(cudaMemcpy(copy, from, bytes, cudaMemcpyDefault));
    if (copy[0] == poison && !memcmp(copy, copy + 1, bytes - 1)) /* all of it: the usual case */
        return;
    while (copy[is_front ? bytes - 1 - distance : distance] == poison) /* from the array */
        distance++;
    check_fail(check, "wrote outside: element %zu %s %s", distance / size + 1,
               is_front ? _("in front of") : _("past the end of"), name);
}

void check_guards(struct check *check, const char *name, const struct array *array)
{
    size_t size = dtypes[array->dtype].bytes;
    const char *names[] = { array->name ? array->name : name,
                            array->device_name ? array->device_name : name };
    void *const sides[] = { array->host, array->device };
    const int poison[] = { array->poison, array->device_poison };

    for (int i = 0; i < 2 && array->count && guard(); i++) {
        check_guard_at(check, names[i], size, before(sides[i]), poison[i], 1);
        check_guard_at(check, names[i], size, past_end(array, sides[i]), poison[i], 0);
    }
}

size_t array_difference(const struct array *array, const void *x, const void *y)
{
    const char *one = (const char *)x, *other = (const char *)y;
    size_t size = dtypes[array->dtype].bytes, i = 0;

    if (!memcmp(one, other, array->bytes))
        return array->count;
    while (!memcmp(one + i * size, other + i * size, size))
        i++;
    return i;
}

static void fail_changed(struct check *check, const struct array *array, const char *name, size_t i,
                         const char *before, const char *now)
{
    const size_t at = i * dtypes[array->dtype].bytes;
    char was[24], is[24];

    dtype_print(array->dtype, was, sizeof(was), before + at);
    dtype_print(array->dtype, is, sizeof(is), now + at);
    check_fail(check, "changed its input %s: element [%zu] was %s, is %s",
               array->name ? array->name : name, i, was, is);
}

void check_unchanged(struct check *check, const char *name, const struct array *array)
{
    if (!array->count)
        return;
    char *copy = (char *)host_memory(array->bytes), *now = copy, *before = (char *)array->host;
    CUDA_CHECK(cudaMemcpy(copy, array->device, array->bytes, cudaMemcpyDeviceToHost));
    if (array->data == array->host) { /* then the device's array is unchanged */
        now = before;
        before = copy;
    }
    size_t i = array_difference(array, now, before);
    if (i < array->count)
        fail_changed(check, array, name, i, before, now);
    free(copy);
}
