/* extern __shared__ outside of functions: cast, passed on, and under two names and types. */
#include "include/common.h"

extern __shared__ float values[];
extern __shared__ __align__(16) double wide[];
extern __shared__ int rows[][8];

template <class T> __device__ T first(const T *p) { return *p; }

__global__ void use(float *o) {
    int t = threadIdx.x;
    values[t] = t;
    __syncthreads();
    float4 *f = reinterpret_cast<float4 *>(values);
    char *c = (char *)values;
    const float *same = values;
    auto third = [] { return values[3]; };
    if (t == 0) {
        atomicAdd(values, 1.0f);
        o[0] = first(values) + f->y + ((float *)c)[2] + third() + same[4];
        double *d = (double *)(values + 32);
        d[0] = 0.5;
        o[1] = wide[16] + (values != nullptr);
        rows[1][3] = 7;
        o[2] = ((int *)values)[11];
    }
}

int main() {
    float *o = managed<float>(3);
    use<<<1, 32, 512>>>(o);
    SYNC();
    EXPECT(o[0], 11.0f);
    EXPECT(o[1], 1.5f);
    EXPECT(o[2], 7.0f);
    cudaFree(o);
    return 0;
}
