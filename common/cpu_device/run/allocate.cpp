/* CPU device: the API: allocating and freeing memory, and asking about it. */
#include <sys/mman.h>
#include <sys/resource.h>
#include "memory.h"

namespace cpu_device
{

namespace
{

/* ulimit -v is a frequent reason, and CUDA has no error code for it. */
cudaError_t out_of_memory()
{
    static bool said;
    struct rlimit limit;
    if (!said && !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        fprintf(stderr, _("CPU device: out of memory: ulimit -v %llu is this process's limit\n"),
                (unsigned long long)limit.rlim_cur / 1024);
    said = true;
    return result(cudaErrorMemoryAllocation);
}

cudaError_t allocate_host(void **ptr, size_t size, memory_kind kind, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    REFUSE_IN_CAPTURE(refuse_unsafe(kind == managed ? "cudaMallocManaged" : "cudaMallocHost"));
    if (!ptr)
        return result(cudaErrorInvalidValue);
    CPU_DEVICE_HOOK(on_result(ptr, sizeof *ptr));
    *ptr = nullptr;
    if (size == 0)
        return kind == managed ? result(cudaErrorInvalidValue) : cudaSuccess;
    if (size > available_memory() || (kind == pinned && refuse_pinned()))
        return out_of_memory();
    void *p = nullptr;
#ifdef CPU_DEVICE_CHECK
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    p = take_range(range_bytes(size));
    if (!p)
        return out_of_memory();
    check::on_allocation(p, size, kind == managed ? check::managed_array : check::pinned_array);
#else
    std::lock_guard<std::mutex> hold(memory.lock);
    p = take_pages(size);
    if (!p)
        return out_of_memory();
#endif
    memory.allocations[(uintptr_t)p] = { size, kind, flags };
    list_call(CALL_ALLOCATE);
    *ptr = p;
    return cudaSuccess;
}

/* Notes why `call` does not free this, with memory.lock held. */
cudaError_t wrong_free(const char *call, const void *ptr, cudaError_t error)
{
    uintptr_t start = 0;
    const allocation *a = find_allocation(ptr, &start);
    const bool inside = a && start != (uintptr_t)ptr, was_freed = !a && find_freed(ptr);
    note_why(call, in_both([=] {
                 return std::string(
                     inside      ? _("the address is inside an array, and not its beginning")
                     : was_freed ? _("it has been freed already")
                     : !a        ? _("it is no memory that CUDA has given")
                     : a->kind == pinned ? _("what cudaMallocHost gave goes back with cudaFreeHost")
                     : a->kind == registered
                         ? _("what cudaHostRegister has pinned goes back with cudaHostUnregister")
                         : _("what cudaMalloc gave goes back with cudaFree"));
             }));
    return result(error);
}

cudaError_t free_host(void *ptr, memory_kind kind, const void *by, bool release)
{
    REFUSE_AFTER_FAULT();
    cudaError_t wrong =
        kind == registered ? cudaErrorHostMemoryNotRegistered : cudaErrorInvalidValue;
    if (!ptr)
        return kind == registered ? result(cudaErrorInvalidValue) : cudaSuccess;
    const char *call = kind == registered ? "cudaHostUnregister" : "cudaFreeHost";
    REFUSE_IN_CAPTURE(refuse_unsafe(call));
    wait_for_all();
    std::lock_guard<std::mutex> hold(memory.lock);
    auto i = memory.allocations.find((uintptr_t)ptr);
    if (i == memory.allocations.end() || i->second.kind != kind)
        return wrong_free(call, ptr, wrong);
    list_call(CALL_FREE, nullptr, call);
    if (release) {
#ifdef CPU_DEVICE_CHECK
        give_range((uintptr_t)ptr, range_bytes(i->second.size));
#else
        give_pages(ptr, i->second.size);
#endif
        remember_freed((uintptr_t)ptr, i->second.size, kind, by);
    }
    memory.allocations.erase(i);
    return cudaSuccess;
}

cudaError_t counted_allocation(cudaError_t error)
{
    return counted(&cpu_device_counts::allocations, error);
}

cudaError_t managed_range(const void *ptr, size_t count)
{
    REFUSE_AFTER_FAULT();
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(ptr);
    return a && a->kind == managed && count <= a->size ? cudaSuccess
                                                       : result(cudaErrorInvalidValue);
}

} // namespace

} // namespace cpu_device

using namespace cpu_device;

/* ---- device memory --------------------------------------------------------------------------- */

cudaError_t cudaMalloc(void **ptr, size_t size)
{
    REFUSE_IN_CAPTURE(refuse_unsafe());
    return allocate(ptr, size);
}

cudaError_t cpu_device::allocate(void **ptr, size_t size)
{
    REFUSE_AFTER_FAULT();
    if (!ptr)
        return result(cudaErrorInvalidValue);
    CPU_DEVICE_HOOK(on_result(ptr, sizeof *ptr));
    *ptr = nullptr;
    if (size == 0)
        return cudaSuccess;
    device &d = the_device();
    std::lock_guard<std::mutex> hold_device(d.lock);
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    if (!memory.base || size > (size_t)(memory.end - memory.base))
        return out_of_memory();
    char *before = memory.mapped;
    size_t bytes = range_bytes(size);
    bool fits = bytes <= huge_page || bytes <= available_memory();
    char *p = fits ? take_range(bytes) : nullptr;
    if (!p)
        return out_of_memory();
#ifndef CPU_DEVICE_CHECK /* there pinned memory may come from the same pages */
    if (!d.open && (memory.huge || memory.mapped <= memory.base + 2 * huge_page))
        mprotect(before, (size_t)(memory.mapped - before), PROT_NONE);
#else
    (void)before;
#endif
    memory.allocations[(uintptr_t)p] = { size, device_memory, 0 };
    memory.used += bytes;
    CPU_DEVICE_HOOK(on_allocation(p, size, check::device_array));
    if (on_device_memory)
        on_device_memory(p, size, false);
    count_call(&cpu_device_counts::allocations);
    list_call(CALL_ALLOCATE);
    *ptr = p;
    return cudaSuccess;
}

cudaError_t cudaFree(void *ptr)
{
    REFUSE_IN_CAPTURE(refuse_unsafe());
    cudaError_t error = wait_for_all();
    if (error != cudaSuccess || !ptr)
        return error;
    std::lock_guard<std::mutex> hold(memory.lock);
    auto i = memory.allocations.find((uintptr_t)ptr);
    if (i == memory.allocations.end() ||
        (i->second.kind != device_memory && i->second.kind != managed))
        return wrong_free("cudaFree", ptr, cudaErrorInvalidValue);
    size_t bytes = range_bytes(i->second.size);
    list_call(CALL_FREE);
    if (i->second.kind == managed) {
#ifdef CPU_DEVICE_CHECK
        give_range((uintptr_t)ptr, bytes);
#else
        give_pages(ptr, i->second.size);
#endif
    } else {
        give_range((uintptr_t)ptr, bytes);
        memory.used -= bytes;
    }
    remember_freed(i->first, i->second.size, i->second.kind,
                   (char *)__builtin_return_address(0) - 1);
    memory.allocations.erase(i);
    return cudaSuccess;
}

cudaError_t cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
    if (!pitch || width > SIZE_MAX / 4 || (height && round_up(width, 512) > SIZE_MAX / 2 / height))
        return result(pitch ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    *pitch = round_up(width, 512);
    return cudaMalloc(ptr, *pitch * height);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *ptr, cudaExtent extent)
{
    if (!ptr)
        return result(cudaErrorInvalidValue);
    size_t rows = extent.height * extent.depth;
    if (extent.depth && rows / extent.depth != extent.height)
        return result(cudaErrorMemoryAllocation);
    *ptr = { nullptr, 0, extent.width, extent.height };
    return cudaMallocPitch(&ptr->ptr, &ptr->pitch, extent.width, rows);
}

cudaError_t cudaFreeAsync(void *ptr, cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    const CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_captured(s));
    if (!ptr)
        return cudaSuccess;
    size_t bytes;
    {
        std::lock_guard<std::mutex> hold(memory.lock);
        auto i = memory.allocations.find((uintptr_t)ptr);
        if (i == memory.allocations.end() || i->second.kind != device_memory)
            return wrong_free("cudaFreeAsync", ptr, cudaErrorInvalidValue);
        bytes = range_bytes(i->second.size);
        list_call(CALL_FREE_ASYNC);
        memory.leaving[i->first] = i->second.size; /* kernels before it in the stream use it */
        remember_freed(i->first, i->second.size, device_memory,
                       (char *)__builtin_return_address(0) - 1);
        memory.allocations.erase(i);
    }
    return enqueue(stream, false, [=] {
        CPU_DEVICE_HOOK(on_stream_ordered(ptr, memory.leaving[(uintptr_t)ptr], "cudaFreeAsync"));
        std::lock_guard<std::mutex> hold(memory.lock);
        memory.leaving.erase((uintptr_t)ptr);
        give_range((uintptr_t)ptr, bytes);
        memory.used -= bytes;
    });
}

/* ---- memory of the host ---------------------------------------------------------------------- */

cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned flags)
{
    return counted_allocation(allocate_host(ptr, size, pinned, flags));
}

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned flags)
{
    return flags > 7 ? result(cudaErrorInvalidValue) : cudaMallocHost(ptr, size, flags);
}

cudaError_t cudaFreeHost(void *ptr)
{
    return free_host(ptr, pinned, (char *)__builtin_return_address(0) - 1, true);
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned flags)
{
    REFUSE_AFTER_FAULT();
    if (!ptr || !size || locate(ptr, 1) == nowhere || locate(ptr, 1) == device_only)
        return result(cudaErrorInvalidValue);
    if (refuse_pinned())
        return out_of_memory();
    std::lock_guard<std::mutex> hold(memory.lock);
    if (find_allocation(ptr) || find_allocation((char *)ptr + size - 1))
        return result(cudaErrorHostMemoryAlreadyRegistered);
    memory.allocations[(uintptr_t)ptr] = { size, registered, flags };
    list_call(CALL_ALLOCATE);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *ptr) { return free_host(ptr, registered, nullptr, false); }

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    if (!device || !host || flags || locate(host, 1) != both)
        return result(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(host);
    if (!flags || !a || (a->kind != pinned && a->kind != registered))
        return result(cudaErrorInvalidValue);
    *flags = a->flags | cudaHostAllocMapped;
    return cudaSuccess;
}

/* ---- managed memory -------------------------------------------------------------------------- */

cudaError_t cudaMallocManaged(void **ptr, size_t size, unsigned flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return result(cudaErrorInvalidValue);
    return counted_allocation(allocate_host(ptr, size, managed, flags));
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, int device, cudaStream_t stream)
{
    if (device != 0 && device != cudaCpuDeviceId)
        return result(cudaErrorInvalidDevice);
    return find_stream(stream) ? managed_range(ptr, count) : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, cudaMemLocation location, unsigned,
                                 cudaStream_t stream)
{
    bool to_device = location.type == cudaMemLocationTypeDevice;
    return cudaMemPrefetchAsync(ptr, count, to_device ? location.id : cudaCpuDeviceId, stream);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise, int)
{
    return managed_range(ptr, count);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise, cudaMemLocation)
{
    return managed_range(ptr, count);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t, unsigned)
{
    return find_stream(stream) ? managed_range(ptr, 0) : result(cudaErrorInvalidResourceHandle);
}

/* ---- what is there --------------------------------------------------------------------------- */

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!memory.base)
        reserve_space();
    size_t size = (size_t)(memory.end - memory.base), available = available_memory();
    if (total)
        *total = size;
    if (free_bytes)
        *free_bytes = size - memory.used < available ? size - memory.used : available;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *ptr)
{
    REFUSE_AFTER_FAULT();
    if (!attributes)
        return result(cudaErrorInvalidValue);
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(ptr);
    void *p = (void *)ptr;
    if (!a)
        *attributes = { cudaMemoryTypeUnregistered, -2, nullptr, p };
    else if (a->kind == device_memory || a->kind == symbol_memory)
        *attributes = { cudaMemoryTypeDevice, 0, p, nullptr };
    else
        *attributes = { a->kind == managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, p, p };
    return cudaSuccess;
}
