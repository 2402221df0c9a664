/* Shuffles of every kind and type, widths under 32, partial masks, blocks of 48 threads, votes,
 * reductions over a warp, match. Each lane writes what it got; the host works it out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ERRCHECK(e) if ((e) != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); }
static int bad = 0;
#define EXPECT(what, i, got, want) do { \
        if ((got) != (want) && bad++ < 20) \
            fprintf(stderr, "%s: thread %d: got %g, expected %g\n", what, i, (double)(got), (double)(want)); \
    } while (0)

__global__ void shuffles(int *out)       /* 10 values for each thread */
{
    int t = threadIdx.x, v = 100 + t;
    int *o = out + 10 * t;
    o[0] = __shfl_sync(0xffffffff, v, 5);
    o[1] = __shfl_sync(0xffffffff, v, t + 1);                 /* wraps */
    o[2] = __shfl_up_sync(0xffffffff, v, 3);
    o[3] = __shfl_down_sync(0xffffffff, v, 3);
    o[4] = __shfl_xor_sync(0xffffffff, v, 7);
    o[5] = __shfl_sync(0xffffffff, v, 3, 8);
    o[6] = __shfl_up_sync(0xffffffff, v, 2, 8);
    o[7] = __shfl_down_sync(0xffffffff, v, 2, 8);
    o[8] = __shfl_xor_sync(0xffffffff, v, 1, 4);
    o[9] = __shfl_sync(~0u, v, -1, 16);
}

__global__ void types(double *d, float *f, long long *ll, unsigned *u, unsigned long long *ull, long *l,
    unsigned long *ul)
{
    int t = threadIdx.x;
    d[t] = __shfl_xor_sync(0xffffffff, t * 1.25, 16);
    f[t] = __shfl_down_sync(0xffffffff, t * 0.5f, 1);
    ll[t] = __shfl_up_sync(0xffffffff, (long long)t << 40, 1);
    u[t] = __shfl_sync(0xffffffff, 0x80000000u + t, 31 - t);
    ull[t] = __shfl_sync(0xffffffff, ~0ull - t, 2);
    l[t] = __shfl_sync(0xffffffff, -7l * t, 3);
    ul[t] = __shfl_sync(0xffffffff, 7ul * t, 4);
}

__global__ void partial(int *out)        /* 48 threads: the second warp has 16 lanes */
{
    int t = threadIdx.x, lane = t & 31, x = -1;
    if (t < 32) {
        if (lane % 2) x = __shfl_sync(0xaaaaaaaa, t, 9);
        else          x = __shfl_sync(0x55555555, t, 4);
    } else
        x = __shfl_xor_sync(0x0000ffff, t, 15);
    out[t] = x;
    /* half a warp adds up its own values */
    unsigned half = lane < 16 ? 0x0000ffff : 0xffff0000;
    int sum = t;
    for (int m = 8; m; m /= 2) sum += __shfl_xor_sync(half, sum, m);
    out[48 + t] = sum;
    /* a loop whose lanes leave one after another */
    int turns = 0;
    for (int k = 0; k < lane % 4; k++) turns += k + 1;
    __syncwarp(t < 32 ? 0xffffffff : 0xffff);
    out[96 + t] = turns;
    out[144 + t] = (int)__ballot_sync(half, lane % 3 != 0);
}

__global__ void votes(int *out)
{
    int t = threadIdx.x;
    unsigned mask = t < 64 ? 0xffffffffu : 0xffu;          /* 72 threads */
    int *o = out + 8 * t;
    o[0] = __all_sync(mask, t < 40);
    o[1] = __any_sync(mask, t == 40);
    o[2] = __ballot_sync(mask, t % 3 == 0);
    o[3] = __popc(__ballot_sync(mask, 1));
    o[4] = __activemask() != 0;
    o[5] = __reduce_add_sync(mask, t);
    o[6] = __reduce_max_sync(mask, (unsigned)(t * 5 % 32));
    o[7] = __match_any_sync(mask, t % 4);
}

int main()
{
    int *d, h[48 * 10];
    ERRCHECK(cudaMalloc(&d, 96 * 10 * sizeof(int)));
    shuffles<<<1, 32>>>(d);
    ERRCHECK(cudaMemcpy(h, d, 32 * 10 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int t = 0; t < 32; t++) {
        int g = t & ~7, *o = h + 10 * t;
        EXPECT("shfl 5", t, o[0], 105);
        EXPECT("shfl t+1", t, o[1], 100 + (t + 1) % 32);
        EXPECT("shfl_up 3", t, o[2], 100 + (t < 3 ? t : t - 3));
        EXPECT("shfl_down 3", t, o[3], 100 + (t > 28 ? t : t + 3));
        EXPECT("shfl_xor 7", t, o[4], 100 + (t ^ 7));
        EXPECT("shfl 3 of 8", t, o[5], 100 + g + 3);
        EXPECT("shfl_up 2 of 8", t, o[6], 100 + (t - g < 2 ? t : t - 2));
        EXPECT("shfl_down 2 of 8", t, o[7], 100 + (t - g > 5 ? t : t + 2));
        EXPECT("shfl_xor 1 of 4", t, o[8], 100 + (t ^ 1));
        EXPECT("shfl -1 of 16", t, o[9], 100 + (t & ~15) + 15);
    }
    double *dd; float *df; long long *dll; unsigned *du; unsigned long long *dull; long *dl; unsigned long *dul;
    cudaMallocManaged(&dd, 256); cudaMallocManaged(&df, 128); cudaMallocManaged(&dll, 256); cudaMallocManaged(&du, 128);
    cudaMallocManaged(&dull, 256); cudaMallocManaged(&dl, 256); cudaMallocManaged(&dul, 256);
    types<<<1, 32>>>(dd, df, dll, du, dull, dl, dul);
    ERRCHECK(cudaDeviceSynchronize());
    for (int t = 0; t < 32; t++) {
        EXPECT("double", t, dd[t], (t ^ 16) * 1.25);
        EXPECT("float", t, df[t], (t < 31 ? t + 1 : t) * 0.5f);
        EXPECT("long long", t, dll[t], (long long)(t ? t - 1 : 0) << 40);
        EXPECT("unsigned", t, du[t], 0x80000000u + 31 - t);
        EXPECT("unsigned long long", t, dull[t] - (~0ull - 2), 0);
        EXPECT("long", t, dl[t], -21);
        EXPECT("unsigned long", t, dul[t], 28);
    }
    partial<<<1, 48>>>(d);
    ERRCHECK(cudaMemcpy(h, d, 48 * 4 * sizeof(int), cudaMemcpyDeviceToHost));
    for (int t = 0; t < 48; t++) {
        int base = t & ~15;
        EXPECT("odd and even lanes", t, h[t], t >= 32 ? 32 + (t - 32 ^ 15) : t % 2 ? 9 : 4);
        EXPECT("half warps", t, h[48 + t], 16 * base + 120);
        unsigned thirds = 0;
        for (int k = t / 16 % 2 * 16; k < t / 16 % 2 * 16 + 16; k++) thirds |= (unsigned)(k % 3 != 0) << k;
        EXPECT("ballot of half a warp", t, (unsigned)h[144 + t], t >= 32 ? thirds & 0xffff : thirds);
        EXPECT("after a ragged loop", t, h[96 + t], (t % 4) * (t % 4 + 1) / 2);
    }
    int big[72 * 8];
    votes<<<1, 72>>>(d);
    ERRCHECK(cudaMemcpy(big, d, sizeof big, cudaMemcpyDeviceToHost));
    for (int t = 0; t < 72; t++) {
        int first = t / 32 * 32, end = t < 64 ? first + 32 : 72, sum = 0, most = 0, *o = big + 8 * t;
        unsigned thirds = 0, match = 0;
        for (int k = first; k < end; k++) {
            sum += k;
            if (k * 5 % 32 > most) most = k * 5 % 32;
            thirds |= (unsigned)(k % 3 == 0) << (k - first);
            match |= (unsigned)(k % 4 == t % 4) << (k - first);
        }
        EXPECT("all", t, !!o[0], t < 32);
        EXPECT("any", t, !!o[1], t >= 32 && t < 64);
        EXPECT("ballot", t, (unsigned)o[2], thirds);
        EXPECT("popc of ballot", t, o[3], end - first);
        EXPECT("activemask", t, o[4], 1);
        EXPECT("reduce_add", t, o[5], sum);
        EXPECT("reduce_max", t, o[6], most);
        EXPECT("match_any", t, (unsigned)o[7], match);
    }
    ERRCHECK(cudaGetLastError());
    return bad != 0;
}
