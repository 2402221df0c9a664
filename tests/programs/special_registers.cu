/* Special registers of PTX, each by asm, in several spellings. */
#include "include/common.h"

__device__ __forceinline__ unsigned lane_id()
{
    unsigned r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}

__device__ unsigned multiprocessor()
{
    unsigned ret;
    asm volatile("mov.u32 %0, %smid;" : "=r"(ret));
    return ret;
}

__global__ void k(unsigned *o, long long *t)
{
    unsigned i = threadIdx.x + blockDim.x * threadIdx.y, n = blockDim.x * blockDim.y, sms, before, a, b;
    unsigned long long now, later;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    asm volatile("mov.u32 %0, %%clock;" : "=r"(a)::"memory");
    o[i] = lane_id();
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
    o[n + i] = __popc(before);
    asm("mov.u32 %0, %%nsmid;" : "=r"(sms));
    o[2 * n + i] = multiprocessor() < sms;
    asm volatile("mov.u32 %0, %%clock;\n\t" : "=r"(b)::"memory");
    __asm__ __volatile__("mov.u64 %0, %%globaltimer;" : "=l"(later));
    if (i == 0) {
        t[0] = (long long)(later - now);
        t[1] = b - a;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(t[2]));
    }
}

int main()
{
    const int n = 96;
    unsigned *o = managed<unsigned>(3 * n);
    long long *t = managed<long long>(3);
    k<<<1, dim3(24, 4)>>>(o, t);
    SYNC();
    for (int i = 0; i < n; i++) {
        EXPECT(o[i], i % 32u);
        EXPECT(o[n + i], i % 32u);
        EXPECT(o[2 * n + i], 1u);
    }
    EXPECT(t[0] >= 0, true);
    EXPECT(t[1] >= 0, true);
    EXPECT(t[2] > 0, true);
    return 0;
}
