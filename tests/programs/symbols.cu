// Variables of the device: __device__, __constant__, __managed__; copies to and from symbols with
// offsets, addresses and sizes of symbols, arrays of structs, pointers held in symbols, static ones.
#include <cstdio>
#include <cstdlib>
#include <cassert>

#define SAFE(call) if (cudaSuccess != (call)) { fprintf(stderr, "line %d failed\n", __LINE__); exit(1); }
#define EXPECT_EQ(a, b) \
    if ((a) != (b)) { \
        fprintf(stderr, "line %d: %s is %g, not %g\n", __LINE__, #a, (double)(a), (double)(b)); exit(2); }

struct Params { float dt; int steps; double coeff[4]; };

__constant__ Params params;
__device__ __constant__ int table[8] = { 1, 1, 2, 3, 5, 8, 13, 21 };
__device__ float result[16];
__device__ int counter = 5;
static __device__ unsigned long long big = 1ull << 40;
__device__ float *buffer;               // points to memory of cudaMalloc
__managed__ int shared_count = 3;
__device__ __managed__ float managed_array[4];
__device__ volatile int flag;
__device__ const float PI_F = 3.140625f;
namespace config { __constant__ float scale = 2.5f; __device__ int2 pair; }
template <typename T> __device__ T twice(T x) { return x + x; }

__global__ void use(int n)
{
    int t = threadIdx.x;
    if (t < n) result[t] = params.dt * params.steps + params.coeff[t % 4] + table[t % 8] * config::scale;
    if (t == 0) {
        counter += 1;
        big += 2;
        shared_count *= 7;
        managed_array[2] = twice(PI_F);
        config::pair = make_int2(counter, n);
        flag = 9;
    }
    buffer[t] = t * 1.5f;
}

__global__ void increment() { atomicAdd(&counter, 1); }

__device__ volatile int shared_state[2];
__global__ void set_state() { shared_state[0] = shared_state[1] * 2; }

int main(void)
{
    Params h = { 0.25f, 8, { 1, 2, 3, 4 } };
    float out[16] = {0}, *d_buf = 0, value = 0;
    SAFE(cudaMemcpyToSymbol(params, &h, sizeof(Params)));
    SAFE(cudaMalloc(&d_buf, 32 * sizeof(float)));
    SAFE(cudaMemcpyToSymbol(buffer, &d_buf, sizeof(d_buf)));
    EXPECT_EQ(shared_count, 3);
    shared_count = 6;
    use<<<1, 32>>>(16);
    SAFE(cudaGetLastError());
    SAFE(cudaMemcpyFromSymbol(out, result, sizeof out));
    int fib[8] = { 1, 1, 2, 3, 5, 8, 13, 21 };
    for (int i = 0; i < 16; i++) EXPECT_EQ(out[i], 2.0f + i % 4 + 1 + fib[i % 8] * 2.5f);
    EXPECT_EQ(shared_count, 42);
    EXPECT_EQ(managed_array[2], 6.28125f);
    SAFE(cudaMemcpy(out, d_buf, 16 * sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT_EQ(out[11], 16.5f);

    // part of a symbol
    SAFE(cudaMemcpyFromSymbol(&value, result, sizeof(float), 5 * sizeof(float)));
    EXPECT_EQ(value, 2.0f + 2 + 8 * 2.5f);
    double c = 100;
    SAFE(cudaMemcpyToSymbol(params, &c, sizeof c, offsetof(Params, coeff) + sizeof(double), cudaMemcpyHostToDevice));
    int eleven = 11;
    SAFE(cudaMemcpyToSymbolAsync(table, &eleven, sizeof(int), 3 * sizeof(int), cudaMemcpyHostToDevice, 0));
    use<<<1, 32>>>(16);
    SAFE(cudaMemcpyFromSymbol(out, result, sizeof(out), 0, cudaMemcpyDeviceToHost));
    EXPECT_EQ(out[1], 2.0f + 100 + 2.5f);
    EXPECT_EQ(out[11], 2.0f + 4 + 11 * 2.5f);

    // addresses and sizes
    int *p_counter = nullptr, now = -1;
    size_t bytes = 0;
    SAFE(cudaGetSymbolAddress((void **)&p_counter, counter));
    SAFE(cudaGetSymbolSize(&bytes, result));
    EXPECT_EQ(bytes, 16 * sizeof(float));
    SAFE(cudaMemcpy(&now, p_counter, sizeof now, cudaMemcpyDeviceToHost));
    EXPECT_EQ(now, 7);
    SAFE(cudaMemset(p_counter, 0, sizeof(int)));
    for (int i = 0; i < 10; i++) increment<<<4, 25>>>();
    SAFE(cudaMemcpyFromSymbol(&now, counter, sizeof(counter)));
    EXPECT_EQ(now, 1000);
    unsigned long long b;
    SAFE(cudaMemcpyFromSymbol(&b, big, sizeof b));
    EXPECT_EQ(b, (1ull << 40) + 4);
    int2 pair;
    SAFE(cudaMemcpyFromSymbol(&pair, config::pair, sizeof pair));
    EXPECT_EQ(pair.x, 7);
    EXPECT_EQ(pair.y, 16);
    float *p_result;
    SAFE(cudaGetSymbolAddress((void **)&p_result, result));
    SAFE(cudaMemcpy(d_buf, p_result + 4, 4 * sizeof(float), cudaMemcpyDeviceToDevice));
    SAFE(cudaMemcpy(out, d_buf, 4 * sizeof(float), cudaMemcpyDeviceToHost));
    EXPECT_EQ(out[1], 2.0f + 100 + 8 * 2.5f);
    SAFE(cudaFree(d_buf));
    int state[2] = { 5, 6 };
    SAFE(cudaMemcpyToSymbol(shared_state, state, sizeof state));
    set_state<<<1, 1>>>();
    SAFE(cudaMemcpyFromSymbol(state, shared_state, sizeof state));
    EXPECT_EQ(state[0], 12);
    SAFE(cudaGetSymbolAddress((void **)&p_counter, shared_state));
    SAFE(cudaMemcpy(state, p_counter, sizeof state, cudaMemcpyDeviceToHost));
    EXPECT_EQ(state[1], 6);
    puts("ok");
}
