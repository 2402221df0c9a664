// Stream compaction: a global counter, warp-aggregated atomics (ballot, popc, shuffle), and one per
// block with a scan; partition of odd and even.
#include <cstdio>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
using std::vector;

#define FULL_MASK 0xffffffff

static inline void _check(cudaError_t e, int l) {
    if (e) { fprintf(stderr, "line %d: %s\n", l, cudaGetErrorString(e)); exit(1); } }
#define check(e) _check(e, __LINE__)

__device__ int nres;

__global__ void filter_k(int *dst, const int *src, int n)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	if (i < n && src[i] > 0)
		dst[atomicAdd(&nres, 1)] = src[i];
}

__device__ int lane_id(void) { return threadIdx.x % warpSize; }

__device__ int atomicAggInc(int *ctr)
{
	unsigned int active = __activemask();
	int leader = __ffs(active) - 1;
	int change = __popc(active);
	unsigned int rank = __popc(active & ((1u << lane_id()) - 1));
	int warp_res;
	if (rank == 0)
		warp_res = atomicAdd(ctr, change);
	warp_res = __shfl_sync(active, warp_res, leader);
	return warp_res + rank;
}

__device__ int ballotInc(int *ctr, bool keep)
{
	const unsigned mask = __ballot_sync(FULL_MASK, keep);
	const unsigned lower = mask & ((1u << lane_id()) - 1u);
	int base = 0;
	if (lane_id() == 0 && mask)
		base = atomicAdd(ctr, __popc(mask));
	base = __shfl_sync(FULL_MASK, base, 0);
	return base + __popc(lower);
}

__global__ void filter_aggregated(int *dst, const int *src, int n, int *count)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	if (i >= n)
		return;
	if (src[i] > 0)
		dst[atomicAggInc(count)] = src[i];
}

__global__ void filter_ballot(int *dst, const int *src, int n, int *count)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	int v = i < n ? src[i] : 0;
	int at = ballotInc(count, v > 0);
	if (v > 0)
		dst[at] = v;
}

// keeps the order inside a block
__global__ void filter_block(int *dst, const int *src, int n, int *count)
{
	__shared__ int warp_offset[32];
	__shared__ int block_base;
	int i = threadIdx.x + blockIdx.x * blockDim.x, warp = threadIdx.x / warpSize;
	int v = i < n ? src[i] : 0;
	unsigned mask = __ballot_sync(FULL_MASK, v > 0);
	if (lane_id() == 0)
		warp_offset[warp] = __popc(mask);
	int total = __syncthreads_count(v > 0);
	if (threadIdx.x == 0)
		block_base = atomicAdd(count, total);
	if (warp == 0) {
		int x = lane_id() < blockDim.x / warpSize ? warp_offset[lane_id()] : 0, sum = x;
		for (int d = 1; d < 32; d <<= 1) {
			int y = __shfl_up_sync(FULL_MASK, sum, d);
			if (lane_id() >= d)
				sum += y;
		}
		warp_offset[lane_id()] = sum - x;
	}
	__syncthreads();
	if (v > 0)
		dst[block_base + warp_offset[warp] + __popc(mask & ((1u << lane_id()) - 1))] = v;
}

int main(int, char**)
{
	const int n = 10007;
	vector<int> src(n), ref, out(n);
	for (int i = 0; i < n; i++) {
		src[i] = (i * 7919 + 13) % 1009 - 600 - (i / 3000 % 2) * 500;
		if (src[i] > 0) ref.push_back(src[i]);
	}
	sort(ref.begin(), ref.end());
	int *d_src, *d_dst, *d_n, zero = 0, found;
	check(cudaMalloc(&d_src, n * sizeof(int)));
	check(cudaMalloc(&d_dst, n * sizeof(int)));
	check(cudaMalloc(&d_n, sizeof(int)));
	check(cudaMemcpy(d_src, &src[0], n * sizeof(int), cudaMemcpyHostToDevice));
	for (int version = 0; version < 4; version++) {
		check(cudaMemcpyToSymbol(nres, &zero, sizeof(int)));
		check(cudaMemset(d_n, 0, sizeof(int)));
		switch (version) {
		case 0: filter_k<<<(n + 127) / 128, 128>>>(d_dst, d_src, n);
			check(cudaMemcpyFromSymbol(&found, nres, sizeof(int)));
			check(cudaMemcpy(d_n, &found, sizeof(int), cudaMemcpyHostToDevice));
			break;
		case 1: filter_aggregated<<<(n + 127) / 128, 128>>>(d_dst, d_src, n, d_n); break;
		case 2: filter_ballot<<<(n + 255) / 256, 256>>>(d_dst, d_src, n, d_n); break;
		case 3: filter_block<<<(n + 255) / 256, 256>>>(d_dst, d_src, n, d_n); break;
		}
		check(cudaGetLastError());
		check(cudaMemcpy(&found, d_n, sizeof(int), cudaMemcpyDeviceToHost));
		check(cudaMemcpy(out.data(), d_dst, n * sizeof(int), cudaMemcpyDeviceToHost));
		vector<int> got(out.begin(), out.begin() + std::min(found, n));
		sort(got.begin(), got.end());
		if (got != ref) {
			fprintf(stderr, "version %d: %d found, not %zu, or other values\n", version, found, ref.size());
			return 1;
		}
	}
	check(cudaFree(d_src)); check(cudaFree(d_dst)); check(cudaFree(d_n));
	return 0;
}
