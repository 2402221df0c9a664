/* Loads, stores, atomics, and where they may go: each access is looked at, that it lies within
 * memory which the device knows, that its address is aligned, and that what is read has been
 * written. */
#include "numbers.h"
#include "ptx.h"

#include <stdio.h>

/* ---- where an address lies ----------------------------------------------------------------- */

static const char *const space_names[] = { "generic", "global",   "shared",
                                           "local",   "constant", "parameter" };
static const char *const access_names[] = { "read", "write", "atomic", "copy" };

static void note_unwritten(const struct warp *w, const struct instruction *i, enum space space)
{
    char words[256];

    snprintf(words, sizeof words, "%.120s:%u: reads %s memory that was never written",
             file_of(w->block->module, i), i->line, space_names[space]);
    host_note(UNWRITTEN, words);
}

static bool all_written(const unsigned char *written, unsigned size)
{
    uint32_t four;

    if (size != 4)
        return !memchr(written, 0, size);
    memcpy(&four, written, 4);
    return four == 0x01010101;
}

/* A structure is copied by words, and some of its bytes may be gaps: of these one byte must have
 * been written. A number must have all. */
static bool was_written(const struct instruction *i, const unsigned char *written, unsigned size)
{
    if (is_float(i->type) || i->run == run_atomic || size < 4)
        return all_written(written, size);
    return memchr(written, 1, size);
}

/* A structure may also be copied by bytes: one of the four must have been written. */
static bool is_in_gap(const unsigned char *written, uint64_t address, unsigned size)
{
    return size < 4 && memchr(written + address / 4 * 4, 1, 4);
}

/* Marks what is written; notes what is read before that. */
static void look_at_written(const struct warp *w, const struct instruction *i, enum space space,
                            unsigned char *written, unsigned size, enum access how)
{
    if (how == ASYNC)
        return;
    if (how != WRITE && !was_written(i, written, size))
        note_unwritten(w, i, space);
    if (how != READ)
        memset(written, 1, size);
}

static _Noreturn void outside(const struct warp *w, const struct instruction *i, unsigned lane,
                              enum space space, uint64_t address, unsigned size, enum access how,
                              uint64_t there)
{
    fault_at(w, i, lane, ILLEGAL_ADDRESS,
             "%s of %u bytes at %s address 0x%llx: there are %llu bytes", access_names[how], size,
             space_names[space], (unsigned long long)address, (unsigned long long)there);
}

static const struct stretch *find_stretch(struct block *b, uintptr_t address)
{
    size_t low = 0, high = b->memory_count;

    if (b->last_hit < b->memory_count &&
        address - b->memory[b->last_hit].first < b->memory[b->last_hit].size)
        return &b->memory[b->last_hit];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->memory[middle].first <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address - b->memory[low - 1].first >= b->memory[low - 1].size)
        return NULL;
    b->last_hit = low - 1;
    return &b->memory[low - 1];
}

static unsigned char *global_bytes(struct warp *w, const struct instruction *i, unsigned lane,
                                   enum space space, uint64_t address, unsigned size,
                                   enum access how)
{
    const struct stretch *s = find_stretch(w->block, address);

    if (!s)
        fault_at(w, i, lane, ILLEGAL_ADDRESS,
                 "%s of %u bytes at 0x%llx: no memory of the device lies there", access_names[how],
                 size, (unsigned long long)address);
    if (size > s->first + s->size - address)
        fault_at(w, i, lane, ILLEGAL_ADDRESS,
                 "%s of %u bytes, at byte %llu of an array of %llu bytes", access_names[how], size,
                 (unsigned long long)(address - s->first), (unsigned long long)s->size);
    if (s->written)
        look_at_written(w, i, space, s->written + (address - s->first), size, how);
    return (unsigned char *)(uintptr_t)address;
}

static enum space space_at(uint64_t address)
{
    switch (address & WINDOW) {
    case SHARED_WINDOW:
        return SHARED;
    case LOCAL_WINDOW:
        return LOCAL;
    case PARAM_WINDOW:
        return PARAM;
    default:
        return GLOBAL;
    }
}

unsigned char *bytes_at(struct warp *w, const struct instruction *i, unsigned lane,
                        enum space space, uint64_t address, unsigned size, enum access how)
{
    struct block *b = w->block;

    if (space == GENERIC && (space = space_at(address)) != GLOBAL)
        address &= ~WINDOW;
    if (address & (size - 1))
        fault_at(w, i, lane, MISALIGNED,
                 "%s of %u bytes at %s address 0x%llx, which is not aligned", access_names[how],
                 size, space_names[space], (unsigned long long)address);
    if (space == SHARED) {
        if (address > b->shared_bytes || size > b->shared_bytes - address)
            outside(w, i, lane, space, address, size, how, b->shared_bytes);
        look_at_written(w, i, space, b->shared_written + address, size, how);
        return b->shared + address;
    }
    if (space == LOCAL) {
        const struct frame *f = w->frames[lane];
        uint32_t end = f->local_base + f->function->local_bytes;
        if (address > end || size > end - address)
            outside(w, i, lane, space, address, size, how, end);
        if (how != READ || is_float(i->type) || !is_in_gap(w->local[lane].written, address, size))
            look_at_written(w, i, space, w->local[lane].written + address, size, how);
        return w->local[lane].bytes + address;
    }
    if (space == PARAM) {
        if (address > b->kernel->formal_bytes || size > b->kernel->formal_bytes - address)
            outside(w, i, lane, space, address, size, how, b->kernel->formal_bytes);
        return b->params + address;
    }
    return global_bytes(w, i, lane, space, address, size, how);
}

/* ---- loads and stores ---------------------------------------------------------------------- */

/* The addresses of the lanes; counted, if somebody counts. */
static void addresses_of(struct warp *w, const struct instruction *i, const uint64_t *base,
                         uint32_t lanes, uint64_t *addresses)
{
    FOR_LANES(k, lanes) addresses[k] = base[k] + (uint64_t)i->offset;
    if (i->space == SHARED) /* 32 bits are an address there as well */
        FOR_LANES(k, lanes) addresses[k] = (uint32_t)addresses[k];
    if (!w->block->tallies)
        return;
    enum space space = i->space;
    if (space == GENERIC)
        space = space_at(addresses[__builtin_ctz(lanes)]);
    count_request(w->block, i, i->run == run_load ? LOAD_REQUEST : OTHER_REQUEST, space, lanes,
                  addresses, i->vector * type_bytes(i->type));
}

static void load_part(const struct instruction *i, uint64_t *d, unsigned char *const *from,
                      uint32_t lanes, unsigned bytes)
{
    FOR_LANES(k, lanes)
    {
        uint64_t value = 0;
        memcpy(&value, from[k], bytes);
        d[k] = is_signed(i->type) ? extended(value, i->type) : value;
    }
}

void run_load(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned bytes = type_bytes(i->type);
    uint64_t addresses[LANES];
    unsigned char *from[LANES];

    addresses_of(w, i, row_of(w, i->o[i->vector]), lanes, addresses);
    FOR_LANES(k, lanes)
    from[k] = bytes_at(w, i, k, i->space, addresses[k], bytes * i->vector, READ);
    for (unsigned n = 0; n < i->vector; n++) {
        uint64_t *d = row_of(w, i->o[n]);
        if (bytes == 4 && !is_signed(i->type)) { /* the most frequent one */
            FOR_LANES(k, lanes)
            {
                uint32_t value;
                memcpy(&value, from[k] + 4 * n, 4);
                d[k] = value;
            }
            continue;
        }
        load_part(i, d, from, lanes, bytes);
        FOR_LANES(k, lanes) from[k] += bytes;
    }
    if (i->may_wait)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void run_store(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned bytes = type_bytes(i->type);
    uint64_t addresses[LANES];

    if (i->may_wait)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    addresses_of(w, i, row_of(w, i->o[i->vector]), lanes, addresses);
    FOR_LANES(k, lanes)
    {
        unsigned char *to = bytes_at(w, i, k, i->space, addresses[k], bytes * i->vector, WRITE);
        for (unsigned n = 0; n < i->vector; n++) {
            uint64_t value = row_of(w, i->o[n])[k];
            if (bytes == 4)
                memcpy(to + 4 * n, &value, 4);
            else
                memcpy(to + (size_t)bytes * n, &value, bytes);
        }
    }
}

/* Of a parameter: of the kernel's, which all lanes share, or of the lane's own. */
static unsigned char *param_bytes(const struct warp *w, const struct instruction *i, unsigned lane)
{
    const struct frame *f = w->frame;

    return f->function->entry && !i->mode
               ? w->block->params + i->offset
               : f->params + (size_t)lane * f->function->param_bytes + i->offset;
}

void run_load_param(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned bytes = type_bytes(i->type);

    for (unsigned n = 0; n < i->vector; n++) {
        uint64_t *d = row_of(w, i->o[n]);
        FOR_LANES(k, lanes)
        {
            uint64_t value = 0;
            memcpy(&value, param_bytes(w, i, k) + n * bytes, bytes);
            d[k] = is_signed(i->type) ? extended(value, i->type) : value;
        }
    }
}

void run_store_param(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned bytes = type_bytes(i->type);

    for (unsigned n = 0; n < i->vector; n++) {
        const uint64_t *a = row_of(w, i->o[n]);
        FOR_LANES(k, lanes) memcpy(param_bytes(w, i, k) + n * bytes, &a[k], bytes);
    }
}

/* ---- atomics ------------------------------------------------------------------------------- */

static uint64_t atomic_float(enum atomic_of what, enum type t, uint64_t old, uint64_t value)
{
    if (t == F32)
        return of_f32(as_f32(old) + as_f32(value));
    if (t == F64)
        return of_f64(as_f64(old) + as_f64(value));
    if (t == F16X2)
        return atomic_float(what, F16, old & 0xffff, value & 0xffff) |
               atomic_float(what, F16, old >> 16 & 0xffff, value >> 16 & 0xffff) << 16;
    return double_to_half(half_to_double((uint16_t)old) + half_to_double((uint16_t)value), RN);
}

/* What an atomic leaves where `old` was. */
static uint64_t atomic_result(enum atomic_of what, enum type t, uint64_t old, uint64_t value,
                              uint64_t swap)
{
    uint64_t a = extended(old, t), b = extended(value, t);
    bool less = is_signed(t) ? (int64_t)a < (int64_t)b : a < b;

    switch (what) {
    case ATOMIC_ADD:
        return is_float(t) ? atomic_float(what, t, old, value) : a + b;
    case ATOMIC_MIN:
        return less ? a : b;
    case ATOMIC_MAX:
        return less ? b : a;
    case ATOMIC_AND:
        return a & b;
    case ATOMIC_OR:
        return a | b;
    case ATOMIC_XOR:
        return a ^ b;
    case ATOMIC_EXCH:
        return b;
    case ATOMIC_CAS:
        return a == b ? swap : a;
    case ATOMIC_INC:
        return a >= b ? 0 : a + 1;
    case ATOMIC_DEC:
        return a == 0 || a > b ? b : a - 1;
    }
    return a;
}

#define UPDATE(name, word)                                                                         \
    static uint64_t name(void *p, const struct instruction *i, uint64_t value, uint64_t swap)      \
    {                                                                                              \
        word old = __atomic_load_n((word *)p, __ATOMIC_RELAXED), now;                              \
        do                                                                                         \
            now = (word)atomic_result(i->mode, i->type, old, value, swap);                         \
        while (!__atomic_compare_exchange_n((word *)p, &old, now, false, __ATOMIC_SEQ_CST,         \
                                            __ATOMIC_RELAXED));                                    \
        return old;                                                                                \
    }
UPDATE(update_16, uint16_t)
UPDATE(update_32, uint32_t)
UPDATE(update_64, uint64_t)

void run_atomic(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]), addresses[LANES];
    const uint64_t *value = row_of(w, i->o[2]), *swap = row_of(w, i->o[3]);
    unsigned bytes = type_bytes(i->type);
    bool stores = i->mode == ATOMIC_EXCH && !i->results;

    addresses_of(w, i, row_of(w, i->o[1]), lanes, addresses);
    FOR_LANES(k, lanes)
    {
        void *p = bytes_at(w, i, k, i->space, addresses[k], bytes, stores ? WRITE : ATOMIC);
        uint64_t a = value[k], b = swap[k];
        d[k] = bytes == 2   ? update_16(p, i, a, b)
               : bytes == 4 ? update_32(p, i, a, b)
                            : update_64(p, i, a, b);
    }
}

void run_fence(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    (void)w, (void)i, (void)lanes;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
