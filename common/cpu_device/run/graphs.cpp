/* CPU device: the API: graphs, as a captured stream has made them (capture.cpp). */
#include "runtime.h"

struct CUgraphExec_st {
    const cpu_device::graph_nodes nodes;
    const std::vector<char> branches; /* their addresses are handles, for the bug finder */
    unsigned long long last = 0;      /* number of its last operation */
};

namespace cpu_device
{

namespace
{

/* Runs what a graph keeps, which stays for the next launch of it. */
struct graph_step final : operation {
    const std::shared_ptr<operation> what;
    const std::shared_ptr<unsigned> runs;
    explicit graph_step(const graph_node &n) : what(n.what), runs(n.runs) {}
    void run() override
    {
        if (!what)
            return;
        auto *kernel = dynamic_cast<const kernel_operation *>(what.get());
        if ((*runs)++ && kernel)
            kernel->note_again();
        what->run();
    }
};

/* Is it a kernel to leave out? Else it counts as launched. */
bool leaves_out(const graph_node &n, const CUstream_st *s)
{
    auto *kernel = dynamic_cast<const kernel_operation *>(n.what.get());
    if (!kernel)
        return false;
    config where = kernel->where;
    where.stream = (cudaStream_t)(s == &default_stream ? nullptr : s);
    count_call(&cpu_device_counts::launches);
    if (s != &default_stream)
        count_call(&cpu_device_counts::other_stream_launches);
    list_launch(CALL_LAUNCH, where);
    return leave_out();
}

} // namespace

} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *instance, cudaGraph_t graph, unsigned long long)
{
    REFUSE_AFTER_FAULT();
    if (!instance || !graph)
        return result(cudaErrorInvalidValue);
    *instance = new CUgraphExec_st{ graph->nodes, std::vector<char>(graph->branches), 0 };
    CPU_DEVICE_HOOK(on_object(*instance, "graph instance"));
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *instance, cudaGraph_t graph,
                                          unsigned long long flags)
{
    return cudaGraphInstantiate(instance, graph, flags);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *instance, cudaGraph_t graph, cudaGraphNode_t *,
                                 char *, size_t)
{
    return cudaGraphInstantiate(instance, graph, 0);
}

/* How many things it does: events only order them. Nodes have no handles here. */
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    if (!graph || !count || nodes)
        return result(graph && count ? cudaErrorNotSupported : cudaErrorInvalidValue);
    *count = 0;
    for (const graph_node &n : graph->nodes)
        *count += n.what != nullptr;
    return cudaSuccess;
}

/* Node after node, in the order of the capture, in one stream. That streams of the capture may
 * overlap, only the bug finder is told: the first is the stream of the launch. */
cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t stream)
{
    REFUSE_AFTER_FAULT();
    CUstream_st *s = find_stream(stream);
    if (!instance || !s)
        return result(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    REFUSE_IN_CAPTURE(refuse_use(s));
    REFUSE_IN_CAPTURE(refuse_captured(s));
    CPU_DEVICE_HOOK(turn hold);
    CPU_DEVICE_HOOK(on_stream_waits(s, instance->last)); /* one launch of it after the other */
    std::vector<unsigned long long> numbers;
    for (const graph_node &n : instance->nodes) {
        if (!leaves_out(n, s)) {
#ifdef CPU_DEVICE_CHECK
            const void *branch = n.branch ? (const void *)&instance->branches[n.branch] : s;
            if (n.after != no_node)
                check::on_stream_waits(branch, numbers[n.after]);
            check::on_stream(branch, branch == &default_stream, branch == s && !s->flags, n.from);
#endif
            submit_known(s, new graph_step(n));
        }
        numbers.push_back(s->last);
    }
    instance->last = s->last;
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t instance)
{
    if (!instance)
        return result(cudaErrorInvalidValue);
    CPU_DEVICE_HOOK(on_object_gone(instance));
#ifdef CPU_DEVICE_CHECK
    for (const char &branch : instance->branches)
        check::on_stream_gone(&branch);
#endif
    delete instance; /* what is queued keeps what it runs */
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    if (!graph)
        return result(cudaErrorInvalidValue);
    CPU_DEVICE_HOOK(on_object_gone(graph));
    delete graph;
    return cudaSuccess;
}
