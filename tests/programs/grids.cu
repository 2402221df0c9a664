/* The built-in variables: 1-D, 2-D and 3-D grids and blocks; every thread writes down where it is. */
#include <stdio.h>
#include <string.h>
#include <vector>

struct Where { uint3 block, thread; dim3 blocks, threads; int warp; };

__global__ void whoami(Where *out, unsigned *visits)
{
    unsigned block_id = blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y;
    unsigned per_block = blockDim.x * blockDim.y * blockDim.z;
    unsigned thread_id = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
    unsigned id = block_id * per_block + thread_id;
    out[id] = Where{ blockIdx, threadIdx, gridDim, blockDim, warpSize };
    atomicAdd(&visits[id], 1u);
}

__global__ void rank3(int *vol, int3 size)
{
    for (int z = blockIdx.z * blockDim.z + threadIdx.z; z < size.z; z += gridDim.z * blockDim.z)
        for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < size.y; y += gridDim.y * blockDim.y)
            for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < size.x; x += gridDim.x * blockDim.x)
                vol[(z * size.y + y) * size.x + x] += x + 100 * y + 10000 * z;
}

static int check(dim3 g, dim3 b)
{
    size_t n = (size_t)g.x * g.y * g.z * b.x * b.y * b.z;
    Where *d;
    unsigned *d_visits;
    cudaMalloc(&d, n * sizeof *d);
    cudaMalloc(&d_visits, n * sizeof *d_visits);
    cudaMemset(d_visits, 0, n * sizeof *d_visits);
    whoami<<<g, b>>>(d, d_visits);
    std::vector<Where> h(n);
    std::vector<unsigned> visits(n);
    cudaMemcpy(h.data(), d, n * sizeof(Where), cudaMemcpyDeviceToHost);
    cudaMemcpy(visits.data(), d_visits, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(d_visits);
    if (cudaError_t e = cudaGetLastError()) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); return 1; }
    size_t i = 0;
    for (unsigned gz = 0; gz < g.z; gz++) for (unsigned gy = 0; gy < g.y; gy++) for (unsigned gx = 0; gx < g.x; gx++)
    for (unsigned tz = 0; tz < b.z; tz++) for (unsigned ty = 0; ty < b.y; ty++)
    for (unsigned tx = 0; tx < b.x; tx++, i++) {
        const Where &w = h[i];
        bool ok = w.block.x == gx && w.block.y == gy && w.block.z == gz && w.thread.x == tx && w.thread.y == ty
               && w.thread.z == tz && w.blocks.x == g.x && w.blocks.y == g.y && w.blocks.z == g.z && w.threads.x == b.x
               && w.threads.y == b.y && w.threads.z == b.z && w.warp == 32 && visits[i] == 1;
        if (!ok) { fprintf(stderr, "thread (%u %u %u) of block (%u %u %u)\n", tx, ty, tz, gx, gy, gz); return 1; }
    }
    return 0;
}

int main()
{
    int bad = 0;
    bad += check(1, 1);
    bad += check(7, 33);
    bad += check(1, 1024);
    bad += check(dim3(3, 5), dim3(4, 7));
    bad += check({3, 2, 5}, {4, 3, 2});
    bad += check(dim3(2), dim3(8, 8, 16));
    bad += check(dim3(1, 1, 9), dim3(1, 1, 64));
    bad += check(dim3(1, 700), 2);
    bad += check(70000, dim3(1, 3));
    uint3 odd = make_uint3(3, 1, 2);
    bad += check(odd, dim3(odd));

    int3 size = { 13, 11, 9 };
    int *vol;
    cudaMallocManaged(&vol, 13 * 11 * 9 * sizeof(int));
    memset(vol, 0, 13 * 11 * 9 * sizeof(int));
    rank3<<<dim3(1, 2, 2), dim3(4, 4, 2)>>>(vol, size);
    cudaDeviceSynchronize();
    for (int z = 0; z < 9; z++) for (int y = 0; y < 11; y++) for (int x = 0; x < 13; x++)
        if (vol[(z * 11 + y) * 13 + x] != x + 100 * y + 10000 * z) bad++;
    cudaFree(vol);
    if (bad) fprintf(stderr, "%d wrong\n", bad);
    return bad != 0;
}
