/* CPU device: the API: copies and memsets. */
#include "memory.h"

namespace cpu_device
{

namespace
{

bool says_to_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

bool says_from_device(cudaMemcpyKind kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

/* Is it memory only of the side that the direction does not say? */
bool is_other_side(where at, bool of_device) { return at == (of_device ? host_only : device_only); }

/* Is a copy in this direction right? `pageable` is set when its host side is pageable. */
bool copy_allowed(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                  cudaMemcpyKind kind, bool *pageable)
{
    where to = locate(dst, dst_bytes), from = locate(src, src_bytes);
    *pageable = to == host_only || from == host_only;
    if (!dst || !src || to == nowhere || from == nowhere)
        return false;
    return kind == cudaMemcpyDefault || (!is_other_side(to, says_to_device(kind)) &&
                                         !is_other_side(from, says_from_device(kind)));
}

bool was_freed(const void *p)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    return find_freed(p);
}

/* What is wrong with the memory that a call is given; "": nothing. */
std::string wrong_memory(const char *side, const void *p, size_t bytes)
{
    if (!p)
        return say(_("the %s is a null pointer"), side);
    if (locate(p, 1) == nowhere)
        return say(was_freed(p) ? _("the %s has been freed already")
                                : _("the %s is no memory that has been allocated"),
                   side);
    if (locate(p, bytes) == nowhere)
        return say(_("%zu bytes are more than the %s has"), bytes, side);
    return "";
}

/* Notes why copy_allowed() says no. */
cudaError_t wrong_copy(const char *call, const void *dst, size_t dst_bytes, const void *src,
                       size_t src_bytes, cudaMemcpyKind kind)
{
    static const char *const kinds[] = { "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                         "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice" };
    const bool is_target = is_other_side(locate(dst, dst_bytes), says_to_device(kind));
    const bilingual why = in_both([&] {
        std::string wrong = wrong_memory(_("target"), dst, dst_bytes);
        if (wrong.empty())
            wrong = wrong_memory(_("source"), src, src_bytes);
        if (wrong.empty() && kind != cudaMemcpyDefault)
            wrong = say((is_target ? says_to_device(kind) : says_from_device(kind))
                            ? _("the %s is memory of the host, and %s says: of the device")
                            : _("the %s is memory of the device, and %s says: of the host"),
                        is_target ? _("target") : _("source"), kinds[kind]);
        return wrong;
    });
    note_why(call, why);
    return result(cudaErrorInvalidValue);
}

const size_t most_staged = 64 << 10; /* bytes */

static void move_rows(void *dst, size_t dpitch, const void *from, size_t spitch, size_t width,
                      size_t height)
{
#ifdef CPU_DEVICE_CHECK
    for (size_t i = 0; i < height; i++)
        check::on_copy((char *)dst + i * dpitch, (const char *)from + i * spitch, width);
#endif
    if (height == 1 || (dpitch == width && spitch == width))
        memmove(dst, from, width * height);
    else
        for (size_t i = 0; i < height; i++)
            memmove((char *)dst + i * dpitch, (const char *)from + i * spitch, width);
}

/* Not the device's, nor managed, which may be there. */
bool is_of_host(const void *p)
{
    std::lock_guard<std::mutex> hold(memory.lock);
    const allocation *a = find_allocation(p);
    return !a || a->kind == pinned || a->kind == registered;
}

/* Copies `height` rows of `width` bytes. When it waits is CUDA's rule: cudaMemcpy does, except
 * within device memory; an Async copy does within memory of the host, and if one side is pageable
 * memory, but not for a little to the device, which CUDA takes from the host at once. */
cudaError_t copy(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                 size_t height, cudaMemcpyKind kind, cudaStream_t stream, bool async,
                 const char *call = __builtin_FUNCTION())
{
    note_why("", {});
    REFUSE_AFTER_FAULT();
    if ((int)kind < 0 || (int)kind > cudaMemcpyDefault)
        return result(cudaErrorInvalidMemcpyDirection);
    const CUstream_st *s = find_stream(stream);
    if (!s)
        return result(cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_use(s, call));
    REFUSE_IN_CAPTURE(async ? cudaSuccess : refuse_unsafe(call));
    if (width == 0 || height == 0) {
        list_call({ CALL_COPY, stream, dst, src, 0, 0, 0, 0, "", {}, {}, {} });
        return cudaSuccess;
    }
    if (height > 1 && (dpitch < width || spitch < width))
        return result(cudaErrorInvalidPitchValue);
    bool pageable;
    const size_t rows = height - 1, to = rows * dpitch + width, from = rows * spitch + width;
    if ((rows && (dpitch > SIZE_MAX / 2 / rows || spitch > SIZE_MAX / 2 / rows)) ||
        width > SIZE_MAX / 2 || !copy_allowed(dst, to, src, from, kind, &pageable))
        return wrong_copy(call, dst, to, src, from, kind);
    const bool to_device = locate(dst, 1) == device_only,
               from_device = locate(src, 1) == device_only;
    bool inside = to_device && from_device;
    bool staged = async && pageable && to_device && width <= most_staged / height && !s->captured;
    const bool on_host = is_of_host(dst) && is_of_host(src);
    bool wait = async ? on_host || (pageable && !staged) : !inside;
    list_call({ CALL_COPY,
                stream,
                dst,
                src,
                width * height,
                from_device && !inside,
                inside,
                wait,
                "",
                {},
                {},
                {} });
    std::vector<char> kept;
#ifdef CPU_DEVICE_CHECK /* a GPU has read pageable memory then, but may not have written */
    wait = wait && (on_host || !(async && locate(dst, 1) != host_only));
#else
    for (size_t i = 0; staged && i < height; i++)
        kept.insert(kept.end(), (const char *)src + i * spitch,
                    (const char *)src + i * spitch + width);
    spitch = staged ? width : spitch;
#endif
    auto move = [=, kept = std::move(kept)] {
        move_rows(dst, dpitch, kept.empty() ? src : kept.data(), spitch, width, height);
        for (size_t i = 0; to_device != from_device && i < height; i++)
            move_tables((char *)dst + i * dpitch, width, to_device);
        for (size_t i = 0; on_device_memory && i < height; i++)
            on_device_memory((char *)dst + i * dpitch, width, true);
    };
    return enqueue(stream, wait, std::move(move), call);
}

/* Sets `height` rows. The host waits for memory that it can reach, by CUDA's rule, but not if the
 * call is an Async one. */
cudaError_t set(void *ptr, size_t pitch, int value, size_t width, size_t height,
                cudaStream_t stream, bool async, const char *call = __builtin_FUNCTION())
{
    note_why("", {});
    REFUSE_AFTER_FAULT();
    if (!find_stream(stream))
        return result(cudaErrorInvalidResourceHandle);
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (height > 1 && pitch < width)
        return result(cudaErrorInvalidPitchValue);
    where at = width > SIZE_MAX / 2 || (height > 1 && pitch > SIZE_MAX / 2 / height)
                   ? nowhere
                   : locate(ptr, (height - 1) * pitch + width);
    if (!ptr || at == nowhere || at == host_only) {
        const bilingual why = in_both([&] {
            return at == host_only && ptr
                       ? _("the target is memory of the host: memset() sets that")
                       : wrong_memory(_("target"), ptr, (height - 1) * pitch + width);
        });
        note_why(call, why);
        return result(cudaErrorInvalidValue);
    }
    list_call(CALL_SET, stream);
    auto set_rows = [=] {
        for (size_t i = 0; i < height; i++) {
            CPU_DEVICE_HOOK(on_set((char *)ptr + i * pitch, width));
            memset((char *)ptr + i * pitch, value, width);
            if (on_device_memory)
                on_device_memory((char *)ptr + i * pitch, width, true);
        }
    };
    return enqueue(stream, !async && at == both, set_rows, call);
}

cudaError_t counted_copy(cudaError_t error, const char *name = __builtin_FUNCTION())
{
    name_call(name);
    return counted(&cpu_device_counts::copies, error);
}

cudaError_t counted_set(cudaError_t error) { return counted(&cpu_device_counts::memsets, error); }

} // namespace

cudaError_t no_symbol() { return result(cudaErrorInvalidSymbol); }

cudaError_t copy_symbol(void *dst, const void *src, size_t count, size_t offset,
                        size_t symbol_bytes, bool to_symbol, cudaMemcpyKind kind,
                        cudaStream_t stream, bool async)
{
    static const char *const names[2][2] = {
        { "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync" },
        { "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync" },
    };
    const char *name = names[to_symbol][async];
    if (offset > symbol_bytes || count > symbol_bytes - offset) {
        note_why(name, in_both([=] {
                     return say(_("%zu bytes are more than the %s has"), offset + count,
                                to_symbol ? _("target") : _("source"));
                 }));
        return result(cudaErrorInvalidValue);
    }
    if (kind == cudaMemcpyHostToHost ||
        kind == (to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice))
        return result(cudaErrorInvalidMemcpyDirection);
    (to_symbol ? (char *&)dst : (char *&)src) += offset;
    return counted_copy(copy(dst, count, src, count, count, 1, kind, stream, async, name), name);
}

} // namespace cpu_device

using namespace cpu_device;

/* ---- rows ------------------------------------------------------------------------------------ */

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind)
{
    return counted_copy(copy(dst, count, src, count, count, 1, kind, 0, false));
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return counted_copy(copy(dst, count, src, count, count, 1, kind, stream, true));
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind)
{
    return counted_copy(copy(dst, dpitch, src, spitch, width, height, kind, 0, false));
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    return counted_copy(copy(dst, dpitch, src, spitch, width, height, kind, stream, true));
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
    if (dst_device != 0 || src_device != 0)
        return result(cudaErrorInvalidDevice);
    return cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device,
                                size_t count, cudaStream_t stream)
{
    if (dst_device != 0 || src_device != 0)
        return result(cudaErrorInvalidDevice);
    return cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemset(void *ptr, int value, size_t count)
{
    return counted_set(set(ptr, count, value, count, 1, 0, false));
}

cudaError_t cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream)
{
    return counted_set(set(ptr, count, value, count, 1, stream, true));
}

cudaError_t cudaMemset2D(void *ptr, size_t pitch, int value, size_t width, size_t height)
{
    return counted_set(set(ptr, pitch, value, width, height, 0, false));
}

cudaError_t cudaMemset2DAsync(void *ptr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    return counted_set(set(ptr, pitch, value, width, height, stream, true));
}

/* ---- memory of three dimensions, slice by slice ---------------------------------------------- */

static char *at(const cudaPitchedPtr &p, const cudaPos &pos, size_t slice)
{
    return (char *)p.ptr + ((pos.z + slice) * p.ysize + pos.y) * p.pitch + pos.x;
}

/* Does a box of this extent lie inside the rows and slices of p? */
static bool inside(const cudaPitchedPtr &p, const cudaPos &pos, const cudaExtent &e)
{
    return p.ptr && e.width <= p.pitch && pos.x <= p.pitch - e.width &&
           (e.depth == 1 || (e.height <= p.ysize && pos.y <= p.ysize - e.height));
}

static cudaError_t copy_box(const cudaMemcpy3DParms *parms, cudaStream_t stream, bool async)
{
    if (!parms || parms->srcArray || parms->dstArray)
        return result(cudaErrorInvalidValue);
    const cudaMemcpy3DParms &p = *parms;
    const cudaExtent &e = p.extent;
    if (!e.width || !e.height || !e.depth)
        return sticky();
    if (!inside(p.srcPtr, p.srcPos, e) || !inside(p.dstPtr, p.dstPos, e))
        return result(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < e.depth && error == cudaSuccess; z++)
        error = copy(at(p.dstPtr, p.dstPos, z), p.dstPtr.pitch, at(p.srcPtr, p.srcPos, z),
                     p.srcPtr.pitch, e.width, e.height, p.kind, stream, async,
                     async ? "cudaMemcpy3DAsync" : "cudaMemcpy3D");
    return counted_copy(error);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parms) { return copy_box(parms, 0, false); }

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parms, cudaStream_t stream)
{
    return copy_box(parms, stream, true);
}

static cudaError_t set_box(cudaPitchedPtr ptr, int value, cudaExtent extent, cudaStream_t stream,
                           bool async)
{
    if (extent.width && extent.height && extent.depth && !inside(ptr, {}, extent))
        return result(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < extent.depth && error == cudaSuccess; z++)
        error = set(at(ptr, {}, z), ptr.pitch, value, extent.width, extent.height, stream, async,
                    async ? "cudaMemset3DAsync" : "cudaMemset3D");
    return counted_set(error);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr ptr, int value, cudaExtent extent, cudaStream_t stream)
{
    return set_box(ptr, value, extent, stream, true);
}

cudaError_t cudaMemset3D(cudaPitchedPtr ptr, int value, cudaExtent extent)
{
    return set_box(ptr, value, extent, 0, false);
}
