// N-body: all pairs through tiles of float4 in dynamic shared memory; float3 helpers as operators.
#include <cmath>
#include <cstdio>
#include <vector>
#include <memory>

#define EPS2 1e-3f

inline __host__ __device__ float3 operator+(const float3 &a, const float3 &b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator-(float3 a, float3 b) { return { a.x - b.x, a.y - b.y, a.z - b.z }; }
inline __host__ __device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float distSixth = distSqr * distSqr * distSqr;
    float invDistCube = 1.0f/sqrtf(distSixth);
    float s = bj.w * invDistCube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

extern __shared__ float4 shPosition[];

__device__ float3 tile_calculation(float4 myPosition, float3 accel)
{
    for (int i = 0; i < blockDim.x; i++) {
        accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
    }
    return accel;
}

__global__ void calculate_forces(void *devX, void *devA, int N, int p)
{
    float4 *globalX = (float4 *)devX;
    float4 *globalA = (float4 *)devA;
    float4 myPosition;
    int i, tile;
    float3 acc = {0.0f, 0.0f, 0.0f};
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    myPosition = globalX[gtid];
    for (i = 0, tile = 0; i < N; i += p, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = globalX[idx];
        __syncthreads();
        acc = tile_calculation(myPosition, acc);
        __syncthreads();
    }
    float4 acc4 = {acc.x, acc.y, acc.z, 0.0f};
    globalA[gtid] = acc4;
}

struct Body { float3 x, v; float m; };
typedef struct Body Body_t;

__global__ void bodyForce(Body_t *p, float dt, int n)      // the mini-app with one loop
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        float3 F = make_float3(0.0f, 0.0f, 0.0f);
        for (int j = 0; j < n; j++) {
            float3 d = p[j].x - p[i].x;
            float invDist = rsqrtf(dot(d, d) + EPS2);
            F += p[j].m * invDist * invDist * invDist * d;
        }
        p[i].v += dt * F;
    }
}

int main()
{
    const int n = 512, p = 64;
    std::vector<float4> x(n), a(n);
    std::unique_ptr<Body_t[]> bodies(new Body_t[n]);
    for (int i = 0; i < n; i++) {
        x[i] = make_float4(cosf(i) * (1 + i % 5), sinf(i * 1.3f), (i % 13) * 0.1f, 1.f + i % 3);
        bodies[i] = { make_float3(x[i].x, x[i].y, x[i].z), make_float3(0, 0, 0), x[i].w };
    }
    float4 *dx, *da;
    Body_t *db;
    cudaMalloc((void **)&dx, n * sizeof(float4));
    cudaMalloc((void **)&da, n * sizeof(float4));
    cudaMalloc((void **)&db, n * sizeof(Body_t));
    cudaMemcpy(dx, x.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(db, bodies.get(), n * sizeof(Body_t), cudaMemcpyHostToDevice);
    calculate_forces<<<n / p, p, p * sizeof(float4)>>>(dx, da, n, p);
    bodyForce<<<(n + 99) / 100, 100>>>(db, 1.f, n);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) { fprintf(stderr, "%s: %s\n", cudaGetErrorName(err), cudaGetErrorString(err)); return 1; }
    cudaMemcpy(a.data(), da, n * sizeof(float4), cudaMemcpyDeviceToHost);
    cudaMemcpy(bodies.get(), db, n * sizeof(Body_t), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        double r[3] = {0, 0, 0}, size = 0;
        for (int j = 0; j < n; j++) {
            double d[3] = {(double)x[j].x - x[i].x, (double)x[j].y - x[i].y, (double)x[j].z - x[i].z};
            double s = x[j].w / pow(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + EPS2, 1.5);
            for (int c = 0; c < 3; c++) { r[c] += s * d[c]; size += fabs(s * d[c]); }
        }
        double got[2][3] = {{a[i].x, a[i].y, a[i].z}, {bodies[i].v.x, bodies[i].v.y, bodies[i].v.z}};
        for (int k = 0; k < 2; k++)
            for (int c = 0; c < 3; c++)
                if (!(fabs(got[k][c] - r[c]) <= 1e-5 * size)) {
                    fprintf(stderr, "version %d, body %d, axis %d: %g, not %g\n", k, i, c, got[k][c], r[c]);
                    return 1;
                }
    }
    cudaFree(dx); cudaFree(da); cudaFree(db);
    return 0;
}
