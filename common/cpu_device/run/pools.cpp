/* CPU device: the API: pools of memory for cudaMallocAsync. A pool keeps nothing that was freed, so
 * what is reserved is what is used, whatever the threshold. */
#include <string.h>
#include <list>
#include "memory.h"

struct CUmemPoolHandle_st {
    cudaMemPoolProps props;
    bool destroyed;
    int reuse[3];
    unsigned long long threshold, high;
};

namespace cpu_device
{

namespace
{

/* The first is the device's own. What is destroyed stays, because memory of it may be in use. */
std::list<CUmemPoolHandle_st> &pools()
{
    static auto *all = new std::list<CUmemPoolHandle_st>(1, { {}, false, { 1, 1, 1 }, 0, 0 });
    return *all;
}

cudaMemPool_t chosen; /* nullptr: the device's own */

bool is_pool(cudaMemPool_t pool)
{
    for (CUmemPoolHandle_st &p : pools())
        if (&p == pool)
            return !p.destroyed;
    return false;
}

cudaMemPool_t of_device() { return chosen ? chosen : &pools().front(); }

unsigned long long used_of(cudaMemPool_t pool)
{
    unsigned long long bytes = 0;
    for (auto &a : memory.allocations)
        bytes += a.second.pool == pool ? a.second.size : 0;
    return bytes;
}

/* The lock of `memory` is held in all that follows. */
cudaError_t ask(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    const unsigned long long used = used_of(pool), high = std::max(pool->high, used);
    const unsigned long long bytes[] = { pool->threshold, used, high, used, high };

    if (attribute < cudaMemPoolAttrReleaseThreshold)
        memcpy(value, &pool->reuse[attribute - 1], sizeof(int));
    else
        memcpy(value, &bytes[attribute - cudaMemPoolAttrReleaseThreshold], sizeof *bytes);
    return cudaSuccess;
}

/* Of the numbers of bytes only the threshold can be set, and the highest ones reset to 0. */
cudaError_t set(cudaMemPool_t pool, cudaMemPoolAttr attribute, const void *value)
{
    unsigned long long bytes;

    if (attribute < cudaMemPoolAttrReleaseThreshold) {
        memcpy(&pool->reuse[attribute - 1], value, sizeof(int));
        return cudaSuccess;
    }
    memcpy(&bytes, value, sizeof bytes);
    if (attribute == cudaMemPoolAttrReleaseThreshold)
        pool->threshold = bytes;
    else if (bytes || (attribute != cudaMemPoolAttrReservedMemHigh &&
                       attribute != cudaMemPoolAttrUsedMemHigh))
        return result(cudaErrorInvalidValue);
    else
        pool->high = used_of(pool);
    return cudaSuccess;
}

bool is_attribute(cudaMemPoolAttr a)
{
    return a >= cudaMemPoolReuseFollowEventDependencies && a <= cudaMemPoolAttrUsedMemHigh;
}

} // namespace

} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    const CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_captured(s, "cudaMallocAsync"));
    {
        std::lock_guard<std::mutex> hold(memory.lock);
        if (!is_pool(pool))
            return result(cudaErrorInvalidValue);
        if (pool->props.maxSize && used_of(pool) + size > pool->props.maxSize)
            return result(cudaErrorMemoryAllocation);
    }
    cudaError_t error = allocate(ptr, size);
    if (error || !size)
        return error;
    {
        std::lock_guard<std::mutex> hold(memory.lock);
        memory.allocations[(uintptr_t)*ptr].pool = pool;
        pool->high = std::max(pool->high, used_of(pool));
    }
#ifdef CPU_DEVICE_CHECK
    void *p = *ptr;
    check::on_allocation(p, size, check::pool_array);
    return enqueue(stream, false, [=] { check::on_stream_ordered(p, size, "cudaMallocAsync"); });
#endif
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(ptr, size, of_device(), stream);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    if (!pool || device)
        return result(pool ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *pool = &pools().front();
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (!error)
        *pool = of_device();
    return error;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    if (device)
        return result(cudaErrorInvalidDevice);
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!is_pool(pool))
        return result(cudaErrorInvalidValue);
    chosen = pool;
    return cudaSuccess;
}

/* Memory of the one device there is, for this process alone. */
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
    REFUSE_AFTER_FAULT();
    if (!pool || !props || props->allocType != cudaMemAllocationTypePinned ||
        props->location.type != cudaMemLocationTypeDevice || props->location.id)
        return result(cudaErrorInvalidValue);
    if (props->handleTypes != cudaMemHandleTypeNone)
        return result(cudaErrorNotSupported);
    std::lock_guard<std::mutex> hold(memory.lock);
    pools().push_back({ *props, false, { 1, 1, 1 }, 0, 0 });
    *pool = &pools().back();
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!is_pool(pool) || pool == &pools().front())
        return result(cudaErrorInvalidValue);
    pool->destroyed = true;
    if (chosen == pool)
        chosen = nullptr;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!is_pool(pool) || !value || !is_attribute(attribute))
        return result(cudaErrorInvalidValue);
    return set(pool, attribute, value);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    if (!is_pool(pool) || !value || !is_attribute(attribute))
        return result(cudaErrorInvalidValue);
    return ask(pool, attribute, value);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    return is_pool(pool) ? cudaSuccess : result(cudaErrorInvalidValue);
}
