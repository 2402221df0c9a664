/* 256 bins over bytes: global atomics, shared atomics, one histogram per warp; and bins of a
 * dynamic number of floats. */
#include "stdio.h"
#include "stdlib.h"
#include "time.h"

#define SIZE (300*1000 + 3)
#define WARP_SIZE 32
#define CHECK_LAST() \
    { cudaError_t e = cudaGetLastError(); \
    if (e) { fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); } }

__global__ void histo_kernel( unsigned char *buffer, long size, unsigned int *histo ) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd( &histo[buffer[i]], 1 );
        i += stride;
    }
}

__global__ void histo_shared( unsigned char *buffer, long size, unsigned int *histo ) {
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd( &temp[buffer[i]], 1 );
        i += stride;
    }
    __syncthreads();
    atomicAdd( &(histo[threadIdx.x]), temp[threadIdx.x] );
}

template<int WARPS>
__global__ void histo_per_warp(const uchar4 *data, int n4, unsigned int *histo)
{
    __shared__ unsigned int s[WARPS][256];
    const int warp = threadIdx.x / WARP_SIZE;
    for (int i = threadIdx.x; i < WARPS * 256; i += blockDim.x) (&s[0][0])[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        uchar4 v = data[i];
        atomicAdd(s[warp] + v.x, 1u);
        atomicAdd(s[warp] + v.y, 1u);
        atomicAdd(s[warp] + v.z, 1u);
        atomicAdd(s[warp] + v.w, 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        unsigned int sum = 0;
        for (int w = 0; w < WARPS; w++) sum += s[w][bin];
        atomicAdd(histo + bin, sum);
    }
}

__global__ void histo_float(const float *x, size_t n, unsigned long long *bins, int num_bins, float lo, float hi)
{
    extern __shared__ unsigned int priv[];
    for (int b = threadIdx.x; b < num_bins; b += blockDim.x) priv[b] = 0u;
    __syncthreads();
    size_t gid = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (gid < n) {
        int b = (int)((x[gid] - lo) / (hi - lo) * num_bins);
        b = min(max(b, 0), num_bins - 1);
        atomicAdd(&priv[b], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < num_bins; b += blockDim.x)
        if (priv[b]) atomicAdd(&bins[b], (unsigned long long)priv[b]);
}

int main( void ) {
    unsigned char *buffer = (unsigned char*)malloc( SIZE );
    unsigned int ref[256] = {0}, histo[256];
    for (long i = 0; i < SIZE; i++) { buffer[i] = (i * i + rand() % 3) % 251; }
    int n4 = SIZE / 4;
    for (long i = 0; i < n4 * 4; i++) ref[buffer[i]]++;

    cudaDeviceProp prop;
    cudaGetDeviceProperties( &prop, 0 );
    int blocks = prop.multiProcessorCount;

    unsigned char *dev_buffer;
    unsigned int *dev_histo;
    cudaMalloc( (void**)&dev_buffer, SIZE );
    cudaMemcpy( dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice );
    cudaMalloc( (void**)&dev_histo, 256 * sizeof( int ) );

    for (int version = 0; version < 3; version++) {
        cudaMemset( dev_histo, 0, 256 * sizeof( int ) );
        if (version == 0) histo_kernel<<<blocks*2,256>>>( dev_buffer, n4 * 4, dev_histo );
        if (version == 1) histo_shared<<<blocks*2,256>>>( dev_buffer, n4 * 4, dev_histo );
        if (version == 2) histo_per_warp<6><<<blocks, 6 * WARP_SIZE>>>( (uchar4*)dev_buffer, n4, dev_histo );
        CHECK_LAST();
        cudaMemcpy( histo, dev_histo, 256 * sizeof( int ), cudaMemcpyDeviceToHost );
        for (int i = 0; i < 256; i++)
            if (histo[i] != ref[i]) {
                fprintf( stderr, "version %d: bin %d holds %u, not %u\n", version, i, histo[i], ref[i] );
                return 1;
            }
    }

    const int bins = 1000, n = 50000;
    float *x;
    unsigned long long *counts, total = 0;
    cudaMallocManaged( &x, n * sizeof(float) );
    cudaMallocManaged( &counts, bins * sizeof(unsigned long long) );
    for (int i = 0; i < n; i++) x[i] = (float)i / n;
    cudaMemset( counts, 0, bins * sizeof *counts );
    histo_float<<<(n + 511) / 512, 512, bins * sizeof(unsigned int)>>>( x, n, counts, bins, 0.f, 1.f );
    CHECK_LAST();
    cudaDeviceSynchronize();
    for (int i = 0; i < bins; i++) {
        total += counts[i];
        if (counts[i] < 48 || counts[i] > 52) { fprintf( stderr, "bin %d: %llu\n", i, counts[i] ); return 1; }
    }
    if (total != n) { fprintf( stderr, "total %llu\n", total ); return 1; }
    cudaFree( x ); cudaFree( counts ); cudaFree( dev_histo ); cudaFree( dev_buffer );
    free( buffer );
    return 0;
}
