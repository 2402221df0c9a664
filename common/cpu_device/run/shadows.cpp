/* CPU device: what host code means by the name of a __device__ or __constant__ variable, or of a
 * __device__ function. nvcc gives the host a variable of its own by that name, which is 0 and which
 * the runtime takes for the device's in cudaMemcpyToSymbol and its like; a kernel cannot reach it.
 * So does the rewriter, which puts shadow(...) around such names. */
#include <sys/mman.h>
#include "memory.h"

namespace cpu_device
{

namespace
{

const size_t space = (size_t)1 << 36; /* bytes of addresses; only what is used takes memory */

struct shadows {
    std::mutex lock;
    char *base = nullptr, *top = nullptr, *end = nullptr; /* of the variables */
    char *functions = nullptr; /* addresses at which nothing lies, 16 apart */
    struct variable {
        const void *of;
        size_t size;
        const char *name;
    };
    std::map<uintptr_t, variable> variables; /* by the shadow's address */
    std::map<const void *, char *> known;    /* the shadow of a variable or function */
    std::vector<const char *> names;         /* of the functions */
};

shadows &all()
{
    static auto *s = new shadows();
    return *s;
}

/* Where addresses are few (ulimit -v) `size` becomes less, and 0 where there are none. */
char *reserve(size_t &size, int access)
{
    for (; size >= page_size(); size /= 16) {
        void *p = mmap(nullptr, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED)
            return (char *)p;
    }
    size = 0;
    return nullptr;
}

const shadows::variable *find(const void *p, size_t *offset)
{
    shadows &s = all();
    if (p < s.base || p >= s.top)
        return nullptr;
    auto i = s.variables.upper_bound((uintptr_t)p);
    if (i == s.variables.begin())
        return nullptr;
    --i;
    *offset = (uintptr_t)p - i->first;
    return *offset < i->second.size || !*offset ? &i->second : nullptr;
}

} // namespace

void *shadow_of(const void *variable, size_t size, const char *name)
{
    shadows &s = all();
    std::lock_guard<std::mutex> hold(s.lock);
    char *&shadow = s.known[variable];
    if (shadow)
        return shadow;
    if (!s.base) {
        size_t room = space;
        s.top = s.base = reserve(room, PROT_READ | PROT_WRITE);
        s.end = s.base + room;
    }
    if (round_up(size, 256) > (size_t)(s.end - s.top))
        return shadow = (char *)variable;
    shadow = s.top;
    s.top += round_up(size, 256);
    s.variables[(uintptr_t)shadow] = { variable, size, name };
    return shadow;
}

void *shadow_of_function(const void *function, const char *name)
{
    shadows &s = all();
    std::lock_guard<std::mutex> hold(s.lock);
    char *&shadow = s.known[function];
    if (shadow)
        return shadow;
    if (!s.functions) {
        size_t room = page_size();
        s.functions = reserve(room, PROT_NONE);
    }
    if (!s.functions || s.names.size() >= page_size() / 16)
        return shadow = (char *)function;
    shadow = s.functions + 16 * s.names.size();
    s.names.push_back(name);
    return shadow;
}

const void *behind_shadow(const void *p)
{
    std::lock_guard<std::mutex> hold(all().lock);
    size_t offset = 0;
    const shadows::variable *v = find(p, &offset);
    return v ? (const char *)v->of + offset : nullptr;
}

const char *shadowed_name(const void *p)
{
    std::lock_guard<std::mutex> hold(all().lock);
    size_t offset = 0;
    const shadows::variable *v = find(p, &offset);
    return v ? v->name : nullptr;
}

const char *shadowed_function(const void *p)
{
    shadows &s = all();
    size_t i = (size_t)((const char *)p - s.functions) / 16;
    return s.functions && (const char *)p >= s.functions && i < s.names.size() ? s.names[i]
                                                                               : nullptr;
}

void *symbol(const void *address, size_t size)
{
    if (const void *variable = behind_shadow(address))
        address = variable;
    std::lock_guard<std::mutex> hold(memory.lock);
    memory.allocations[(uintptr_t)address] = { size, symbol_memory, 0 };
    CPU_DEVICE_HOOK(on_symbol(address, size));
    return (void *)address;
}

} // namespace cpu_device
