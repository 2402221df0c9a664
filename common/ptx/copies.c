/* cp.async: copies to shared memory that run beside their thread. Each is done as late as PTX
 * allows: when its lane waits for it, and never if the lane does not wait; so a program that
 * forgets the wait reads what was there before. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* The addresses, aligned to `bytes`, are looked at now; `taken` bytes of the source are read. */
static struct copy checked_copy(struct warp *w, const struct instruction *i, unsigned lane,
                                uint64_t to, uint64_t from, unsigned bytes, unsigned taken)
{
    struct copy c = { i, to, NULL, (uint8_t)bytes, (uint8_t)taken, (uint8_t)lane, w->groups[lane] };
    unsigned step = taken & -taken; /* bytes_at wants a power of 2 */

    bytes_at(w, i, lane, SHARED, to, bytes, ASYNC);
    if (from & (bytes - 1))
        fault_at(w, i, lane, MISALIGNED, "%s of %u bytes from 0x%llx, which is not aligned",
                 i->name, bytes, (unsigned long long)from);
    for (unsigned n = taken; n > 0; n -= step) /* backwards: the first byte comes last */
        c.from = bytes_at(w, i, lane, GLOBAL, from + n - step, step, READ);
    return c;
}

static void keep(struct warp *w, struct copy c)
{
    if (w->copy_count == w->copies_there) {
        w->copies_there = w->copies_there ? 2 * w->copies_there : 64;
        w->copies = realloc(w->copies, w->copies_there * sizeof *w->copies);
        if (!w->copies)
            abort();
    }
    w->copies[w->copy_count++] = c;
}

static void count(struct warp *w, const struct instruction *i, uint32_t lanes, const uint64_t *to,
                  const uint64_t *from, uint32_t loads, unsigned bytes)
{
    if (!w->block->tallies)
        return;
    count_request(w->block, i, COPY_REQUEST, SHARED, lanes, to, bytes);
    if (loads)
        count_request(w->block, i, COPY_REQUEST, GLOBAL, loads, from, bytes);
}

/* o: the destination, the source, the bytes, and of these how many come from the source. */
void run_copy_async(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const uint64_t *size = row_of(w, i->o[2]), *part = row_of(w, i->o[i->count > 3 ? 3 : 2]);
    uint64_t to[LANES], from[LANES];
    uint32_t loads = 0;
    unsigned bytes = 4;

    FOR_LANES(k, lanes)
    {
        bytes = (unsigned)size[k];
        if (bytes != 4 && bytes != 8 && bytes != 16)
            fault_at(w, i, k, FAILURE, "cp.async of %u bytes", bytes);
        unsigned taken = (uint32_t)part[k] < bytes ? (unsigned)part[k] : bytes;
        to[k] = (uint32_t)(row_of(w, i->o[0])[k] + (uint64_t)i->offset);
        from[k] = row_of(w, i->o[1])[k] + (uint64_t)i->second_offset;
        keep(w, checked_copy(w, i, k, to[k], from[k], bytes, taken));
        loads |= (uint32_t)(taken > 0) << k;
    }
    count(w, i, lanes, to, from, loads, bytes);
}

void run_commit(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    (void)i;
    FOR_LANES(k, lanes) w->groups[k]++;
}

static void do_copy(struct warp *w, const struct copy *c)
{
    unsigned char *to = bytes_at(w, c->asked, c->lane, SHARED, c->to, c->bytes, WRITE);

    if (c->taken)
        memcpy(to, c->from, c->taken);
    memset(to + c->taken, 0, c->bytes - c->taken);
}

/* cp.async.wait_group n: all of the lane's groups but the last n are done; wait_all: all copies. */
void run_wait_copies(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    size_t left = 0;

    for (size_t n = 0; n < w->copy_count; n++) {
        struct copy c = w->copies[n];
        uint64_t open = i->count ? row_of(w, i->o[0])[c.lane] : 0;
        bool done = !i->count || w->groups[c.lane] - c.group > open;
        if (lanes >> c.lane & 1 && done)
            do_copy(w, &c);
        else
            w->copies[left++] = c;
    }
    w->copy_count = left;
}
