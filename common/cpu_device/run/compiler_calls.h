/* CPU device: what the compiler calls before each load and store (-fsanitize=thread without its
 * library). The bug finder (../check/entry.cpp) and the traffic counters (../traffic/count.cpp)
 * include this file after they have defined what each call does; p is the address, n the bytes:
 *
 *   ON_LOAD(p, n)  ON_STORE(p, n)          n is a constant, and p a multiple of it
 *   ON_UNALIGNED(p, n, kind)               p may be no multiple of n
 *   ON_VOLATILE(p, n, kind)
 *   ON_RANGE(p, n, kind)                   n is any number
 *   ON_ATOMIC(p, n)  ON_ATOMIC_LOAD(p, n)  called before the atomic
 *   ON_COMPARE(p, n)                       called before a compare-and-exchange
 *   ON_COMPARED(p, n, done, order)         after it: whether it exchanged; its memory order
 *   ON_CALL(from)  ON_RETURN()             a function begins, and ends */
extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void *from) { ON_CALL(from); }
void __tsan_func_exit() { ON_RETURN(); }
void __tsan_vptr_update(void **p, void *) { ON_STORE(p, 8); }
void __tsan_vptr_read(void **p) /* clang's; what it reads of the table it does not say */
{
    ON_LOAD(p, 8);
    ON_LOAD(*p, 8);
}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

#define ACCESS(n)                                                                                  \
    void __tsan_read##n(void *p) { ON_LOAD(p, n); }                                                \
    void __tsan_unaligned_read##n(void *p) { ON_UNALIGNED(p, n, read_access); }                    \
    void __tsan_volatile_read##n(void *p) { ON_VOLATILE(p, n, read_access); }                      \
    void __tsan_unaligned_volatile_read##n(void *p) { ON_VOLATILE(p, n, read_access); }            \
    void __tsan_write##n(void *p) { ON_STORE(p, n); }                                              \
    void __tsan_unaligned_write##n(void *p) { ON_UNALIGNED(p, n, write_access); }                  \
    void __tsan_volatile_write##n(void *p) { ON_VOLATILE(p, n, write_access); }                    \
    void __tsan_unaligned_volatile_write##n(void *p) { ON_VOLATILE(p, n, write_access); }          \
    void __tsan_read_write##n(void *p) { __tsan_write##n(p); }                                     \
    void __tsan_unaligned_read_write##n(void *p) { __tsan_write##n(p); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *p, size_t n) { ON_RANGE(p, n, read_access); }
void __tsan_write_range(void *p, size_t n) { ON_RANGE(p, n, write_access); }

#define UPDATE(bits, type, name, builtin)                                                          \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int)                           \
    {                                                                                              \
        ON_ATOMIC(p, sizeof *p);                                                                   \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                                \
    }
#define COMPARE(p, old, value, order)                                                              \
    ON_COMPARE(p, sizeof *p);                                                                      \
    bool done =                                                                                    \
        __atomic_compare_exchange_n(p, old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
    ON_COMPARED(p, sizeof *p, done, order);
#define ATOMIC(bits, type)                                                                         \
    type __tsan_atomic##bits##_load(const volatile type *p, int)                                   \
    {                                                                                              \
        ON_ATOMIC_LOAD(p, sizeof *p);                                                              \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int)                            \
    {                                                                                              \
        ON_ATOMIC(p, sizeof *p);                                                                   \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile type *p, type *old, type value,     \
                                                      int order, int)                              \
    {                                                                                              \
        COMPARE(p, old, value, order)                                                              \
        return done;                                                                               \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile type *p, type *old, type value,       \
                                                    int order, int)                                \
    {                                                                                              \
        COMPARE(p, old, value, order)                                                              \
        return done;                                                                               \
    }                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type old, type value,        \
                                                    int order, int)                                \
    {                                                                                              \
        COMPARE(p, &old, value, order)                                                             \
        (void)done;                                                                                \
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

/* memcpy and its relatives, as a program calls them (see cuda_runtime.h). */
#define COPY(prefix, name)                                                                         \
    void *prefix##name(void *dst, const void *src, size_t n)                                       \
    {                                                                                              \
        if (n) {                                                                                   \
            ON_RANGE(src, n, read_access);                                                         \
            ON_RANGE(dst, n, write_access);                                                        \
        }                                                                                          \
        return name(dst, src, n);                                                                  \
    }
#define COPIES(prefix)                                                                             \
    COPY(prefix, memcpy)                                                                           \
    COPY(prefix, memmove)                                                                          \
    void *prefix##memset(void *p, int value, size_t n)                                             \
    {                                                                                              \
        if (n) {                                                                                   \
            ON_RANGE(p, n, write_access);                                                          \
        }                                                                                          \
        return memset(p, value, n);                                                                \
    }
COPIES(cpu_device_)
COPIES(__tsan_)
}
