/* Built-in vector types: sizes, alignments, make_ functions, members, brace initialisers, loads of
 * float4 through casts, arrays and structs of them, dim3. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
#include <vector_types.h>
#include <vector_functions.h>

static int bad;
#define CHECK_SIZE(T, size, align) if (sizeof(T) != size || alignof(T) != align) { \
    fprintf(stderr, "%s: size %zu, alignment %zu\n", #T, sizeof(T), alignof(T)); bad = 1; }
#define EXPECT(c) if (!(c)) { fprintf(stderr, "line %d: %s\n", __LINE__, #c); bad = 1; }

typedef struct { float3 pos; uchar4 colour; double2 uv; ushort3 s; } Vertex;

__host__ __device__ inline float4 operator*(float4 a, float s) {
    return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
__host__ __device__ inline float4 &operator+=(float4 &a, const float4 &b) {
    a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; return a; }
__device__ static __forceinline__ float lerp(float a, float b, float t) { return fmaf(t, b - a, a); }

__global__ void scale4(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = reinterpret_cast<const float4 *>(in)[i];
        float4 acc = {0, 0, 0, 1};
        acc += v * 2.0f;
        ((float4 *)out)[i] = acc;
    }
    if (i < n % 4) out[n / 4 * 4 + i] = in[n / 4 * 4 + i] * 2.0f;
}

__global__ void vertices(Vertex *v, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    Vertex mine = v[i];
    mine.pos = make_float3(mine.pos.x + 1, lerp(mine.pos.y, 10, 0.5f), -mine.pos.z);
    mine.colour.w = 255 - mine.colour.x;
    mine.uv.y = mine.uv.x * 0.5;
    mine.s = make_ushort3(i, i * 2, i * 1000);
    v[i] = mine;
}

__global__ void every_type(long long *out)
{
    char2 c2 = make_char2(-1, 2); uchar3 u3 = make_uchar3(1, 2, 255); short4 s4 = make_short4(-1, 2, -3, 4);
    ushort1 us = make_ushort1(65535); int4 i4 = make_int4(1, -2, 3, -4); uint2 ui = make_uint2(4000000000u, 1);
    longlong2 ll = make_longlong2(1ll << 40, -1); ulonglong2 ull = make_ulonglong2(~0ull, 1);
    float1 f1 = make_float1(2.5f);
    double4 d4; d4.x = 1.5; d4.y = 2; d4.z = 3; d4.w = -0.5; long1 l1 = make_long1(-9); int3 i3 = {7, 8, 9};
    out[0] = c2.x + c2.y; out[1] = u3.x + u3.y + u3.z; out[2] = s4.x * s4.w + s4.y * s4.z; out[3] = us.x;
    out[4] = i4.x + i4.y + i4.z + i4.w; out[5] = ui.x; out[6] = ll.x + ll.y; out[7] = ull.x == ~0ull; out[8] = f1.x * 2;
    out[9] = (d4.x + d4.y + d4.z + d4.w) * 2; out[10] = l1.x; out[11] = i3.x * 100 + i3.y * 10 + i3.z;
    float3 arr[2] = { {1, 2, 3}, {4, 5, 6} };
    out[12] = arr[1].z * arr[0].y; out[13] = sizeof(arr);
}

int main(void)
{
    CHECK_SIZE(char1, 1, 1) CHECK_SIZE(char2, 2, 2) CHECK_SIZE(char3, 3, 1) CHECK_SIZE(char4, 4, 4)
    CHECK_SIZE(uchar4, 4, 4)
    CHECK_SIZE(short2, 4, 4) CHECK_SIZE(short3, 6, 2) CHECK_SIZE(ushort4, 8, 8) CHECK_SIZE(int1, 4, 4)
    CHECK_SIZE(int2, 8, 8)
    CHECK_SIZE(int3, 12, 4) CHECK_SIZE(int4, 16, 16) CHECK_SIZE(uint3, 12, 4) CHECK_SIZE(float2, 8, 8)
    CHECK_SIZE(float3, 12, 4)
    CHECK_SIZE(float4, 16, 16) CHECK_SIZE(double2, 16, 16) CHECK_SIZE(double3, 24, 8) CHECK_SIZE(longlong2, 16, 16)
    CHECK_SIZE(ulonglong1, 8, 8) CHECK_SIZE(dim3, 12, 4)

    dim3 a, b(5), c(2, 3), d(1, 2, 3), e = 7, f{4, 4};
    EXPECT(a.x == 1 && a.y == 1 && a.z == 1 && b.x * b.y * b.z == 5 && c.y == 3 && c.z == 1 && d.z == 3 && e.x == 7 &&
        f.y == 4);
    uint3 u = d;
    EXPECT(u.x + u.y + u.z == 6);

    const int n = 1003;
    float *h = (float *)malloc(n * sizeof(float)), *r = (float *)malloc(n * sizeof(float)), *din, *dout;
    for (int i = 0; i < n; i++) h[i] = i * 0.5f;
    cudaMalloc(&din, n * sizeof(float)); cudaMalloc(&dout, n * sizeof(float));
    EXPECT((size_t)din % 256 == 0 && (size_t)dout % 256 == 0);
    cudaMemcpy(din, h, n * sizeof(float), cudaMemcpyHostToDevice);
    scale4<<<(n / 4 + 63) / 64, 64>>>(dout, din, n);
    cudaMemcpy(r, dout, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) EXPECT(r[i] == (float)i + (i % 4 == 3 && i < n / 4 * 4));

    Vertex v[10], *dv;
    memset(v, 0, sizeof v);
    for (int i = 0; i < 10; i++) { v[i].pos = make_float3(i, 2 * i, 3 * i); v[i].colour.x = i; v[i].uv.x = i; }
    cudaMalloc(&dv, sizeof v);
    cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice);
    vertices<<<1, 32>>>(dv, 10);
    cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; i++)
        EXPECT(v[i].pos.x == i + 1 && v[i].pos.y == i + 5.f && v[i].pos.z == -3 * i && v[i].colour.w == 255 - i
               && v[i].uv.y == i * 0.5 && v[i].s.z == i * 1000);
    long long out[14], *dl;
    long long want[14] = { 1, 258, -10, 65535, -2, 4000000000ll, (1ll << 40) - 1, 1, 5, 12, -9, 789, 12, 24 };
    cudaMalloc(&dl, sizeof out);
    every_type<<<1, 1>>>(dl);
    cudaMemcpy(out, dl, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 14; i++) EXPECT(out[i] == want[i]);
    cudaFree(din); cudaFree(dout); cudaFree(dv); cudaFree(dl); free(h); free(r);
    return bad || cudaGetLastError();
}
