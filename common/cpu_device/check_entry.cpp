/* CPU device: the bug finder: what the compiler calls before each load and store
 * (-fsanitize=thread,bounds,alignment), and memcpy and its like as programs call them. */
#include <string.h>
#include "check_state.h"

using namespace cpu_device;
using namespace cpu_device::check;

#define CALLER __builtin_return_address(0)

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

#define ACCESS(n)                                                                                  \
    void __tsan_read##n(void *p) { load<n>((uintptr_t)p, CALLER); }                                \
    void __tsan_unaligned_read##n(void *p) { load<n>((uintptr_t)p, CALLER); }                      \
    void __tsan_volatile_read##n(void *p)                                                          \
    {                                                                                              \
        on_access((uintptr_t)p, n, read_access, true, false, CALLER);                              \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##n(void *p)                                                \
    {                                                                                              \
        on_access((uintptr_t)p, n, read_access, true, false, CALLER);                              \
    }                                                                                              \
    void __tsan_write##n(void *p) { store<n>((uintptr_t)p, CALLER); }                              \
    void __tsan_unaligned_write##n(void *p) { store<n>((uintptr_t)p, CALLER); }                    \
    void __tsan_volatile_write##n(void *p)                                                         \
    {                                                                                              \
        on_access((uintptr_t)p, n, write_access, true, false, CALLER);                             \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##n(void *p)                                               \
    {                                                                                              \
        on_access((uintptr_t)p, n, write_access, true, false, CALLER);                             \
    }                                                                                              \
    void __tsan_read_write##n(void *p) { __tsan_write##n(p); }                                     \
    void __tsan_unaligned_read_write##n(void *p) { __tsan_write##n(p); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *p, size_t n)
{
    on_access((uintptr_t)p, (unsigned)n, read_access, false, false, CALLER);
}
void __tsan_write_range(void *p, size_t n)
{
    on_access((uintptr_t)p, (unsigned)n, write_access, false, false, CALLER);
}

#define UPDATE(bits, type, name, builtin)                                                          \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int)                           \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, false, CALLER);                   \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                                \
    }
#define ATOMIC(bits, type)                                                                         \
    type __tsan_atomic##bits##_load(const volatile type *p, int)                                   \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, false, CALLER);                   \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int)                            \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, false, CALLER);                   \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *old, type value,     \
                                                      int, int)                                    \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, true, CALLER);                    \
        return __atomic_compare_exchange_n(p, old, value, false, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *old, type value, int,  \
                                                    int)                                           \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, true, CALLER);                    \
        return __atomic_compare_exchange_n(p, old, value, false, __ATOMIC_SEQ_CST,                 \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type old, type value, int,   \
                                                    int)                                           \
    {                                                                                              \
        on_access((uintptr_t)p, sizeof *p, atomic_access, false, true, CALLER);                    \
        __atomic_compare_exchange_n(p, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
        return old;                                                                                \
    }                                                                                              \
    UPDATE(bits, type, exchange, __atomic_exchange_n)                                              \
    UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                              \
    UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                              \
    UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                              \
    UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                \
    UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                              \
    UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

/* memcpy and its like, as a program calls them (see cuda_runtime.h). */
#define COPY(name)                                                                                 \
    void *cpu_device_##name(void *dst, const void *src, size_t n)                                  \
    {                                                                                              \
        if (n) {                                                                                   \
            on_access((uintptr_t)src, (unsigned)n, read_access, false, false, CALLER);             \
            on_access((uintptr_t)dst, (unsigned)n, write_access, false, false, CALLER);            \
        }                                                                                          \
        return name(dst, src, n);                                                                  \
    }
COPY(memcpy)
COPY(memmove)
void *cpu_device_memset(void *p, int value, size_t n)
{
    if (n)
        on_access((uintptr_t)p, (unsigned)n, write_access, false, false, CALLER);
    return memset(p, value, n);
}

/* -fsanitize=bounds,alignment: what they pass is laid out by the compilers alike. */
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

void __ubsan_handle_out_of_bounds(const bounds_data *d, uintptr_t index)
{
    event e = { 0, 0, no_access, false, false, CALLER, 0 };
    side a = { {},        std::string(d->place.file) + ":" + std::to_string(d->place.line),
               no_access, at.block_number,
               at.thread, self != nullptr };
    finding *f = find(out_of_bounds, e, a);
    bool is_signed = d->index->kind == 0 && d->index->info & 1;
    unsigned bits = 1u << (d->index->info >> 1);
    f->index = is_signed && bits < 64 ? (long long)((int64_t)(index << (64 - bits)) >> (64 - bits))
                                      : (long long)index;
    f->array = d->array->name;
    f->detail = "index " + std::to_string(f->index) + " of an array of type " + d->array->name;
}

void *__tsan_memcpy(void *dst, const void *src, size_t n) { return cpu_device_memcpy(dst, src, n); }
void *__tsan_memmove(void *dst, const void *src, size_t n)
{
    return cpu_device_memmove(dst, src, n);
}
void *__tsan_memset(void *p, int value, size_t n) { return cpu_device_memset(p, value, n); }

void __ubsan_handle_type_mismatch_v1(const mismatch_data *d, uintptr_t address)
{
    event e = { address,
                1u << d->log_alignment,
                d->check == 1 ? write_access : read_access,
                false,
                false,
                CALLER,
                0 };
    side a = { {},        std::string(d->place.file) + ":" + std::to_string(d->place.line),
               e.kind,    at.block_number,
               at.thread, self != nullptr };
    if (self && address % e.bytes)
        find(misaligned, e, a)->detail = "the address is no multiple of " + std::to_string(e.bytes);
}
}
