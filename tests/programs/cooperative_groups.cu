/* Cooperative groups: blocks, tiles of a warp, tiles of tiles, coalesced threads, reductions. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "include/common.h"
namespace cg = cooperative_groups;

__device__ int sum_of(cg::thread_group g, int *temp, int value) {
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = value;
        g.sync();
        if (lane < i) value += temp[lane + i];
        g.sync();
    }
    return value;
}

__global__ void blocks(int *out) {
    extern __shared__ int temp[];
    cg::thread_block block = cg::this_thread_block();
    int sum = sum_of(block, temp, block.thread_rank());
    if (block.thread_rank() == 0) out[block.group_index().x] = sum;
    cg::sync(block);
    cg::thread_group tile = cg::tiled_partition(block, 8);
    int first = block.thread_rank() / 8 * 8;
    sum = sum_of(tile, temp + first, 1);
    if (tile.thread_rank() == 0 && block.thread_rank() == 8) out[gridDim.x + block.group_index().x] = sum + tile.size();
    if (block.size() != block.num_threads() || block.dim_threads().x != block.thread_index().x - threadIdx.x + 64)
        out[0] = -1;
}

template <int N> __global__ void tiles(int *out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<N>(block);
    cg::thread_block_tile<N> same = tile;
    int t = block.thread_rank(), r = tile.thread_rank(), bad = 0;
    static_assert(tile.size() == N && cg::thread_block_tile<N>::num_threads() == N, "known when compiling");
    bad += r != t % N || (int)tile.meta_group_rank() != t / N || tile.meta_group_size() != 64 / N;
    bad += same.shfl(t, 0) != t / N * N;
    bad += tile.shfl(t, N - 1) != t / N * N + N - 1;
    bad += tile.shfl_down(t, 1) != (r == N - 1 ? t : t + 1);
    bad += tile.shfl_up(t, 1) != (r == 0 ? t : t - 1);
    bad += tile.shfl_xor(t, N / 2) != (t ^ (N / 2));
    bad += tile.any(r == N - 1) != 1 || tile.any(r > N) != 0;
    bad += tile.all(r >= 0) != 1 || tile.all(r > 0) != 0;
    bad += tile.ballot(r == 0 || r == N - 1) != (1u | 1u << (N - 1));
    bad += tile.match_any(r / 2) != (N == 1 ? 1u : 3u << r / 2 * 2);
    double2 pair = tile.shfl(make_double2(t, -t), 0);
    bad += pair.x != t / N * N || pair.y != -(t / N * N);
    bad += cg::reduce(tile, t, cg::plus<int>()) != N * (t / N * N) + N * (N - 1) / 2;
    bad += cg::reduce(tile, (double)t, cg::greater<double>()) != t / N * N + N - 1;
    bad += cg::reduce(same, (long long)t, cg::less<long long>()) != t / N * N;
    bad += cg::reduce(tile, 1u << r, cg::bit_or<unsigned>()) != (N == 32 ? ~0u : (1u << N) - 1);
    bad += cg::reduce(tile, r, [](int a, int b) { return a > b ? a : b; }) != N - 1;
    if constexpr (N >= 4) {
        auto part = cg::tiled_partition<N / 4>(tile);
        bad += (int)part.meta_group_rank() != r / (N / 4) || part.meta_group_size() != 4;
        bad += cg::reduce(part, 1, cg::plus<int>()) != N / 4;
    }
    tile.sync();
    out[t] = bad;
}

__global__ void coalesced(int *out, int *counter) {
    int t = threadIdx.x, bad = 0;
    if (t % 3 == 1) {
        cg::coalesced_group g = cg::coalesced_threads();
        int first = t / 32 * 32, r = 0, n = 0, last = 0;
        for (int i = first; i < first + 32; i++)
            if (i % 3 == 1) { n++; r += i < t; last = i; }
        bad += (int)g.size() != n || (int)g.thread_rank() != r;
        bad += g.shfl(t, n - 1) != last;
        bad += g.shfl_down(t, 1) != (r == n - 1 ? t : t + 3);
        bad += g.shfl_up(t, 2) != (r < 2 ? t : t - 6);
        bad += g.ballot(r != 1) != ((1u << n) - 1) - 2;
        bad += g.any(r == 2) != 1 || g.all(r == 2) != 0;
        bad += cg::reduce(g, 1, cg::plus<int>()) != n;
        auto half = cg::binary_partition(g, r < 4);
        bad += (int)half.size() != (r < 4 ? 4 : n - 4) || (int)half.thread_rank() != (r < 4 ? r : r - 4);
        auto pair = cg::tiled_partition(g, 2);
        bad += (int)pair.meta_group_rank() != r / 2 || (int)pair.thread_rank() != r % 2;
        int start; /* one atomic for all of them */
        if (g.thread_rank() == 0) start = atomicAdd(counter, g.size());
        start = g.shfl(start, 0);
        out[100 + start + g.thread_rank()] = t;
        g.sync();
    }
    out[t] = bad;
}

int main() {
    int *p = managed<int>(256), *counter = managed<int>(1);
    blocks<<<2, 64, 64 * sizeof(int)>>>(p);
    SYNC();
    for (int i = 0; i < 2; i++) { EXPECT(p[i], 63 * 32); EXPECT(p[2 + i], 16); }
    tiles<32><<<1, 64>>>(p); SYNC(); for (int i = 0; i < 64; i++) EXPECT(p[i], 0);
    tiles<16><<<1, dim3(8, 8)>>>(p); SYNC(); for (int i = 0; i < 64; i++) EXPECT(p[i], 0);
    tiles<4><<<1, 64>>>(p); SYNC(); for (int i = 0; i < 64; i++) EXPECT(p[i], 0);
    tiles<2><<<1, 64>>>(p); SYNC(); for (int i = 0; i < 64; i++) EXPECT(p[i], 0);
    for (int i = 0; i < 256; i++) p[i] = -1;
    coalesced<<<1, 96>>>(p, counter);
    SYNC();
    EXPECT(*counter, 32);
    int sum = 0;
    for (int i = 0; i < 96; i++) EXPECT(p[i], 0);
    for (int i = 0; i < 32; i++) sum += p[100 + i];
    EXPECT(sum, 32 * 1 + 3 * 31 * 16);
    return 0;
}
