/* The declarations of shared memory that courses write: volatile, structs, unions, aligned, pointers to rows,
 * templates with several arguments, attributes. */
#include <new>
#include "include/common.h"

#define B 32
__device__ float sum(volatile float *s, int n) {
    float t = 0;
    for (int i = 0; i < n; i++) t += s[i];
    return t;
}
template <class T>
struct Pair {
    T a, b;
};
__global__ void k(float *out) {
    volatile __shared__ float v[B];
    __shared__ volatile int w[B];
    __shared__ struct {
        int a;
        float b[B];
    } st;
    __shared__ union {
        int i[B];
        float f[B];
    } u;
    __shared__ __align__(16) float4 q[B / 4];
    alignas(16) __shared__ char c[B];
    __shared__ alignas(Pair<double>) unsigned char raw[sizeof(Pair<double>) * B];
    __shared__ Pair<int> pr[B];
    __shared__ float m[2][B / 2], one, *ptr;
    __shared__ float(*rows)[B / 2];
    __shared__ double const_size[B * 2 + 1];
    int t = threadIdx.x;
    v[t] = t;
    w[t] = t;
    st.b[t] = t;
    u.i[t] = t;
    ((float *)q)[t] = t;
    c[t] = t;
    pr[t].b = t;
    m[t / 16][t % 16] = t;
    const_size[2 * t] = t;
    new (raw + t * sizeof(Pair<double>)) Pair<double>{ 0, double(t) };
    if (!t) {
        one = 3;
        ptr = &m[0][0];
        rows = m;
        st.a = 1;
    }
    __syncthreads();
    int o = B - 1 - t;
    out[t] = sum(v, B) + w[o] + st.b[o] + u.i[o] + ((float *)q)[o] + c[o] + pr[o].b + ptr[o] +
             rows[o / 16][o % 16] + const_size[2 * o] + one + st.a +
             ((Pair<double> *)raw)[o].b;
}
extern __shared__ float file_scope[];
__global__ void dyn(float *out) {
    file_scope[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = file_scope[blockDim.x - 1 - threadIdx.x];
}
__global__ void dyn2(float *out) {
    extern __shared__ volatile double dd[];
    dd[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = dd[blockDim.x - 1 - threadIdx.x];
}
template <class T>
__global__ void dyn3(T *out) {
    extern __shared__ __align__(sizeof(T)) unsigned char raw[];
    T *s = reinterpret_cast<T *>(raw);
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void dyn4(float *out, int n) {
    extern __shared__ float2 pts[];
    float *tail = (float *)(pts + n);
    pts[threadIdx.x] = make_float2(threadIdx.x, 1);
    tail[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = pts[n - 1 - threadIdx.x].x + tail[0];
}
template <class First, class Second>
struct Both {
    First a;
    Second b;
};
template <class T>
__global__ void attributes(T *out) {
    [[maybe_unused]] __shared__ int unused[32];
    [[maybe_unused]] extern __shared__ T dynamic[];
    [[maybe_unused]] __shared__ Both<T, int> s[B], *first;
    __shared__ alignas(T) unsigned char raw[sizeof(T)];
    *(T *)raw = 2;
    s[threadIdx.x].a = threadIdx.x;
    s[threadIdx.x].b = 1;
    __syncthreads();
    out[threadIdx.x] = s[B - 1 - threadIdx.x].a + s[0].b + *(T *)raw;
}

int main() {
    float *p = managed<float>(64);
    k<<<2, B>>>(p);
    SYNC();
    for (int i = 0; i < B; i++) EXPECT(p[i], 496 + 10 * (31 - i) + 4);
    dyn<<<1, 40, 160>>>(p);
    SYNC();
    EXPECT(p[3], 36);
    dyn2<<<1, 40, 320>>>(p);
    SYNC();
    EXPECT(p[3], 36);
    dyn3<float><<<1, 32, 128>>>(p);
    SYNC();
    EXPECT(p[1], 30);
    dyn3<<<1, 32, 256>>>((double *)p);
    SYNC();
    EXPECT(((double *)p)[1], 30);
    dyn4<<<1, 16, 16 * 12>>>(p, 16);
    SYNC();
    EXPECT(p[1], 16);
    attributes<<<1, B>>>(p);
    SYNC();
    EXPECT(p[1], 33);
    return 0;
}
