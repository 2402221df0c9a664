/* CPU device: the bug finder: what the compiler calls before each load and store
 * (-fsanitize=thread,bounds,alignment), memcpy and its like as programs call them, and the first
 * thing in a program. */
#include <string.h>
#include "state.h"

using namespace cpu_device;
using namespace cpu_device::check;

#define CALLER __builtin_return_address(0)

#define ON_ACCESS(p, n, kind, is_volatile, compares)                                               \
    (frame = FRAME_OF_CALLER,                                                                      \
     on_access((uintptr_t)(p), (unsigned)(n), kind, is_volatile, compares, CALLER))
#define ON_LOAD(p, n)                  load<n>((uintptr_t)(p), CALLER)
#define ON_STORE(p, n)                 store<n>((uintptr_t)(p), CALLER)
#define ON_UNALIGNED(p, n, kind)       kind == read_access ? ON_LOAD(p, n) : ON_STORE(p, n)
#define ON_VOLATILE(p, n, kind)        ON_ACCESS(p, n, kind, true, false)
#define ON_RANGE(p, n, kind)           ON_ACCESS(p, n, kind, false, false)
#define ON_ATOMIC(p, n)                ON_ACCESS(p, n, atomic_access, false, false)
#define ON_ATOMIC_LOAD(p, n)           ON_ATOMIC(p, n)
#define ON_COMPARE(p, n)               ON_ACCESS(p, n, atomic_access, false, true)
#define ON_COMPARED(p, n, done, order) (void)order
#define ON_CALL(from)                  (void)from
#define ON_RETURN()                    (void)0
#include "../run/compiler_calls.h"

__attribute__((constructor(102))) static void begin() { report_at_end(); }

namespace
{

/* -fsanitize=bounds,alignment: g++ and clang++ pass the same structures. */
struct source_place {
    const char *file;
    uint32_t line, column;
};
struct type_descriptor {
    uint16_t kind, info;
    char name[1];
};
struct bounds_data {
    source_place place;
    const type_descriptor *array, *index;
};
struct mismatch_data {
    source_place place;
    const type_descriptor *type;
    unsigned char log_alignment, check;
};

side at_source(const source_place &p, access_kind kind)
{
    side s =
        by_thread(at.thread, shortened(std::string(p.file) + ":" + std::to_string(p.line)), kind);
    s.in_kernel = self != nullptr;
    return s;
}

} // namespace

extern "C" {

void __ubsan_handle_out_of_bounds(const bounds_data *d, uintptr_t index)
{
    if (trial_runs)
        return;
    finding *f = find(out_of_bounds, event(), at_source(d->place, no_access));
    if (f->count > 1)
        return;
    bool is_signed = d->index->kind == 0 && d->index->info & 1;
    unsigned bits = 1u << (d->index->info >> 1);
    f->index = is_signed && bits < 64 ? (long long)((int64_t)(index << (64 - bits)) >> (64 - bits))
                                      : (long long)index;
    f->array = d->array->name;
    f->detail = in_both(
        [=] { return say(_("index %lld of an array of type %s"), f->index, d->array->name); });
}

void __ubsan_handle_type_mismatch_v1(const mismatch_data *d, uintptr_t address)
{
    event e;
    e.address = address;
    e.bytes = 1u << d->log_alignment;
    e.kind = d->check == 1 ? write_access : read_access;
    if (!self || trial_runs || address % e.bytes == 0)
        return;
    finding *f = find(misaligned, e, at_source(d->place, e.kind));
    if (is_local(address))
        f->memory = "local", f->array = "", f->element = "";
    if (f->detail.empty()) /* of no known array */
        f->detail = in_both([=] { return say(_("the address is no multiple of %u"), e.bytes); });
}
}
