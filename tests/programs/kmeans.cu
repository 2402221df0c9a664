/* K-means and Monte Carlo pi: own generators per thread, structures of arrays by value, device
 * helper functions, constant centroids rewritten each round, atomicAdd on float. */
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <chrono>

const int K = 5;
#define TPB 128
__constant__ float d_cx[K], d_cy[K];

typedef struct { float *x, *y; int n; } Points;

__host__ __device__ float square(float v) { return v * v; }
__device__ float distance2(float x1, float y1, float x2, float y2) { return square(x2 - x1) + square(y2 - y1); }

__global__ void kMeansClusterAssignment(Points p, int *d_clust_assn)
{
	const int idx = blockIdx.x*blockDim.x + threadIdx.x;
	if (idx >= p.n) return;
	float min_dist = INFINITY;
	int closest_centroid = 0;
	for(int c = 0; c<K;++c)
	{
		float dist = distance2(p.x[idx], p.y[idx], d_cx[c], d_cy[c]);
		if(dist < min_dist)
		{
			min_dist = dist;
			closest_centroid=c;
		}
	}
	d_clust_assn[idx]=closest_centroid;
}

__global__ void kMeansSums(Points p, int *assn, float *sums, int *sizes)
{
	__shared__ float s_x[K], s_y[K];
	__shared__ int s_n[K];
	const int idx = blockIdx.x*blockDim.x + threadIdx.x;
	if (threadIdx.x < K) { s_x[threadIdx.x] = s_y[threadIdx.x] = 0.0f; s_n[threadIdx.x] = 0; }
	__syncthreads();
	if (idx < p.n) {
		int c = assn[idx];
		atomicAdd(s_x + c, p.x[idx]);
		atomicAdd(s_y + c, p.y[idx]);
		atomicAdd(s_n + c, 1);
	}
	__syncthreads();
	if (threadIdx.x >= K) return;
	atomicAdd(&sums[2 * threadIdx.x], s_x[threadIdx.x]);
	atomicAdd(&sums[2 * threadIdx.x + 1], s_y[threadIdx.x]);
	atomicAdd(&sizes[threadIdx.x], s_n[threadIdx.x]);
}

__device__ unsigned int xorshift32(unsigned int *state)
{
	unsigned int x = *state;
	x ^= x << 13; x ^= x >> 17; x ^= x << 5;
	return *state = x;
}
__device__ unsigned long long inside_count;

__global__ void setup(unsigned int *states, unsigned int seed)
{
	int id = threadIdx.x + blockIdx.x * blockDim.x;
	states[id] = (seed ^ id * 2654435761u) | 1u;
	for (int i = 0; i < 10; i++) xorshift32(&states[id]);
}

__global__ void pi(unsigned int *states, int per_thread)
{
	unsigned int id = threadIdx.x + blockIdx.x * blockDim.x, local = states[id], hits = 0;
	while (per_thread--) {
		float x = xorshift32(&local) * 2.3283064e-10f, y = xorshift32(&local) * 2.3283064e-10f;
		hits += x * x + y * y <= 1.0f;
	}
	states[id] = local;
	atomicAdd(&inside_count, (unsigned long long)hits);
}

int main(int argc, char *argv[])
{
	const int N = 4001;
	Points p;
	p.n = N;
	cudaMallocManaged(&p.x, N * sizeof(float));
	cudaMallocManaged(&p.y, N * sizeof(float));
	float *sums; int *assn, *sizes;
	cudaMallocManaged(&sums, 2 * K * sizeof(float));
	cudaMallocManaged(&sizes, K * sizeof(int));
	cudaMallocManaged(&assn, N * sizeof(int));
	float cx[K], cy[K];
	for (int i = 0; i < N; i++) {
		p.x[i] = i % K * 10 + (i * 7 % 5) * 0.25f; p.y[i] = i % K * i % K + (i * 3 % 7) * 0.125f; }
	for (int c = 0; c < K; c++) { cx[c] = p.x[c] + 1; cy[c] = p.y[c] - 1; }

	auto t0 = std::chrono::high_resolution_clock::now();
	for (int iter = 0; iter < 6; ++iter) {
		cudaMemcpyToSymbol(d_cx, cx, K * sizeof(float));
		cudaMemcpyToSymbol(d_cy, &cy[0], sizeof cy);
		cudaMemset(sums, 0, 2 * K * sizeof(float));
		cudaMemset(sizes, 0, K * sizeof(int));
		kMeansClusterAssignment<<<(N+TPB-1)/TPB,TPB>>>(p, assn);
		kMeansSums<<<(N+TPB-1)/TPB,TPB>>>(p, assn, sums, sizes);
		cudaDeviceSynchronize();
		double rx[K] = {0}, ry[K] = {0};
		int rn[K] = {0};
		for (int i = 0; i < N; i++) {
			int best = 0;
			for (int c = 1; c < K; c++)
				if (square(p.x[i] - cx[c]) + square(p.y[i] - cy[c]) < square(p.x[i] - cx[best]) + square(p.y[i] - cy[best]))
					best = c;
			rx[best] += p.x[i]; ry[best] += p.y[i]; rn[best]++;
		}
		for (int c = 0; c < K; c++) {
			if (rn[c] != sizes[c] || !(fabs(rx[c] - sums[2 * c]) <= 1e-4 * fabs(rx[c]) + 1e-3)) {
				fprintf(stderr, "round %d, cluster %d: %d points, not %d\n", iter, c, sizes[c], rn[c]);
				return 1;
			}
			cx[c] = sums[2 * c] / sizes[c];
			cy[c] = sums[2 * c + 1] / sizes[c];
		}
	}
	std::chrono::duration<double, std::milli> ms = std::chrono::high_resolution_clock::now() - t0;
	printf("k-means: %.3f ms\n", ms.count());

	unsigned int *states;
	unsigned long long count = 0;
	cudaMalloc((void **)&states, 32 * 64 * sizeof *states);
	cudaMemcpyToSymbol(inside_count, &count, sizeof count);
	setup<<<32, 64>>>(states, time(NULL));
	pi<<<32, 64>>>(states, 500);
	cudaMemcpyFromSymbol(&count, inside_count, sizeof count);
	double estimate = 4.0 * count / (32 * 64 * 500);
	printf("pi is about %f\n", estimate);
	assert(cudaGetLastError() == cudaSuccess);
	cudaFree(p.x); cudaFree(p.y); cudaFree(sums); cudaFree(sizes); cudaFree(assn); cudaFree(states);
	return fabs(estimate - 3.14159265) < 0.02 ? 0 : 1;
}
