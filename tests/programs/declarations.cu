/* Variables of the device in every form of declaration: constants, arrays, pointers, structs, templates. */
#include "include/common.h"

__constant__ const float c1[] = {1, 2};
const __constant__ int c2 = 3;
__constant__ static float c3 = 4;
static const __device__ int t1[] = {5, 6};
__device__ const char msg[] = "hi";
__device__ __constant__ const double c4 = 7;
__device__ int a, b = 3, *ptr;
__device__ struct { int x, y; } st;
__managed__ int m1[2] = {1, 2}, m2 = 3;
__device__ unsigned char bytes[3][4][5];
__constant__ int2 pairs[2] = {{1, 2}, {3, 4}};
__device__ float (*fp)(float);
volatile __device__ int vd = 8;
__device__ volatile float *vp;
enum E { X = 4 };
__constant__ E e = X;
__constant__ char str[] = "text";
__device__ float big[1 << 20];
__device__ static unsigned cnt;
__device__ double grid[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
__constant__ struct Par {
    float f;
    int i;
} par = {1.5f, 2};
__device__ bool ok = true;
__device__ __managed__ int *mp;
__device__ int __align__(16) al;
__device__ __align__(8) char al2[8];
template <int N>
struct Tab {
    int v[N];
};
__constant__ Tab<4> tab;
template <class T>
__device__ T tvar = T(9);
__device__ constexpr int ce = 10;
constexpr int hostce = 11;
const int hostc = 12;
static const float hostf = 1.25f;
__global__ void k(double *o) {
    int i = 0;
    o[i++] = c1[1] + c2 + c3;
    o[i++] = t1[1] + msg[0];
    o[i++] = c4 + b;
    o[i++] = m1[1] + m2 + pairs[1].y + vd + e + str[0];
    a = 5;
    ptr = &a;
    st.y = *ptr;
    o[i++] = st.y;
    bytes[2][3][4] = 7;
    big[(1 << 20) - 1] = 2;
    cnt++;
    o[i++] = grid[2][1] + par.f + par.i + ok;
    o[i++] = tab.v[3] + ce + hostce + hostc;
    vp = (volatile float *)big;
    o[i++] = al2[0] + al;
    m1[0] = 77;
}

int main() {
    double *o = managed<double>(16);
    int v[4] = {1, 2, 3, 4};
    EXPECT(cudaMemcpyToSymbol(tab, v, sizeof v), cudaSuccess);
    EXPECT(m1[0] + m2, 4);
    k<<<1, 1>>>(o);
    SYNC();
    EXPECT(o[0], 9);
    EXPECT(o[1], 6 + 'h');
    EXPECT(o[2], 10);
    EXPECT(o[3], 2 + 3 + 4 + 8 + 4 + 't');
    EXPECT(o[4], 5);
    EXPECT(o[5], 8 + 1.5 + 2 + 1);
    EXPECT(o[6], 4 + 33);
    EXPECT(m1[0], 77);
    unsigned char hb;
    EXPECT(cudaMemcpyFromSymbol(&hb, bytes, 1, 59), cudaSuccess);
    EXPECT(hb, 7);
    float hf;
    EXPECT(cudaMemcpyFromSymbol(&hf, big, 4, ((1 << 20) - 1) * 4), cudaSuccess);
    EXPECT(hf, 2);
    double g[3][3];
    EXPECT(cudaMemcpyFromSymbol(g, grid, sizeof g), cudaSuccess);
    EXPECT(g[1][1], 5);
    size_t s;
    EXPECT(cudaGetSymbolSize(&s, grid), cudaSuccess);
    EXPECT(s, 72);
    void *p;
    EXPECT(cudaGetSymbolAddress(&p, st), cudaSuccess);
    int yy[2];
    cudaMemcpy(yy, p, 8, cudaMemcpyDeviceToHost);
    EXPECT(yy[1], 5);
    EXPECT(cudaMemset(p, 0, 8), cudaSuccess);
    Par hp = {2.5f, 9};
    EXPECT(cudaMemcpyToSymbol(par, &hp, sizeof hp), cudaSuccess);
    EXPECT(cudaMemcpyToSymbol(c3, &hf, 4), cudaSuccess);
    int row[2] = {4, 5};
    EXPECT(cudaMemcpyToSymbol(pairs, row, 8, 8), cudaSuccess);
    k<<<1, 1>>>(o);
    SYNC();
    EXPECT(o[5], 8 + 2.5 + 9 + 1);
    return 0;
}
