/* Threads that wait for others of their block: on volatile variables, and with atomics that change
 * nothing. Each waits for a thread that comes after it. */
#include "include/common.h"

__shared__ volatile int global_flag;

__device__ int wait_until(volatile int *p, int value) {
    int got;
    do {
        got = *p;
    } while (got != value);
    return got;
}
__host__ __device__ constexpr int last_bit(unsigned x) {
    int n = 0;
    while (!(x >> n & 1)) n++;
    while (x >> n++ != 0);
    return n - 1;
}

/* No barrier may follow in this kernel: nvcc 13.0 lets a warp meet between the loop and the store for which
 * its other threads wait, and an H200 hangs. */
__global__ void by_turns(int *p) {
    __shared__ volatile int turn;
    int t = threadIdx.x, last = blockDim.x - 1;
    if (t == 0) turn = last;
    __syncthreads();
    while (turn != t);
    p[t] = last - t;
    turn = turn - 1;
}

__global__ void by_volatile(int *p) {
    __shared__ int ready;
    int t = threadIdx.x, last = blockDim.x - 1;
    if (t == 0) { global_flag = 0; ready = 0; }
    __syncthreads();
    if (t == last) { global_flag = 7; ready = 1; }
    while (global_flag == 0) {}
    while (true) {
        if (global_flag == 7) break;
    }
    for (;;) {
        if (*(volatile int *)&ready) break;
    }
    while (*(volatile int *)&ready != 1) __threadfence_block();
    p[t] += wait_until(&global_flag, 7);
}

__global__ void by_atomics(int *p, int *c) {
    int t = threadIdx.x, last = blockDim.x - 1;
    atomicAdd(&c[0], 1);
    while (atomicAdd(&c[0], 0) <= last);
    atomicAdd(&c[1], 1);
    while (atomicOr(&c[1], 0) <= last) continue;
    atomicAdd(&c[2], 1);
    while (atomicCAS(&c[2], last, last) != last + 1)
        if (atomicCAS(&c[2], 1, 1) > last) break;
    atomicAdd((float *)&c[3], 1.0f);
    do {} while (atomicAdd((float *)&c[3], 0.0f) < last);
    atomicAdd(&c[4], 1);
    for (; atomicSub(&c[4], 0) <= last;) {}
    p[t] = t;
}

int main() {
    int *p = managed<int>(1024), *c = managed<int>(8);
    for (int threads = 1; threads <= 1024; threads += 341) {
        by_turns<<<1, threads>>>(p);
        by_volatile<<<1, threads>>>(p);
        SYNC();
        for (int i = 0; i < threads; i++) EXPECT(p[i], threads - 1 - i + 7);
        for (int i = 0; i < 8; i++) c[i] = 0;
        by_atomics<<<1, threads>>>(p, c);
        SYNC();
        for (int i = 0; i < threads; i++) EXPECT(p[i], i);
    }
    static_assert(last_bit(8) == 4, "in the compiler, too");
    return 0;
}
