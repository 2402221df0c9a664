/* Rows of a matrix: softmax (three kernels) and layernorm, block reductions, float and half width;
 * the manner of teaching repositories on transformers. */
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cassert>

static void cuda_check(cudaError_t error, const char *file, int line) {
  if (error != cudaSuccess) {
      fprintf(stderr, "[CUDA ERROR] at file %s:%d:\n%s\n", file, line, cudaGetErrorString(error));
      exit(EXIT_FAILURE);
  }
};
#define cudaCheck(err) (cuda_check(err, __FILE__, __LINE__))
template <class T> __host__ __device__ T ceil_div(T dividend, T divisor) { return (dividend + divisor - 1) / divisor; }

__global__ void softmax_forward_kernel1(float* out, const float* inp, int N, int C) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        const float* inp_row = inp + i * C;
        float* out_row = out + i * C;
        float maxval = -INFINITY;
        for (int j = 0; j < C; j++) if (inp_row[j] > maxval) maxval = inp_row[j];
        double sum = 0.0;
        for (int j = 0; j < C; j++) { out_row[j] = expf(inp_row[j] - maxval); sum += out_row[j]; }
        for (int j = 0; j < C; j++) out_row[j] /= (float)sum;
    }
}

__global__ void softmax_forward_kernel2(float* out, const float* inp, int N, int C) {
    extern __shared__ float shared[];
    int idx = blockIdx.x, tid = threadIdx.x, block_size = blockDim.x;
    const float* x = inp + idx * C;
    float maxval = -FLT_MAX;
    for (int i = tid; i < C; i += block_size) maxval = fmaxf(maxval, x[i]);
    shared[tid] = maxval;
    __syncthreads();
    for (int stride = block_size / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (tid < stride) shared[tid] = fmaxf(shared[tid], shared[tid + stride]);
    }
    __syncthreads();
    float offset = shared[0];
    for (int i = tid; i < C; i += block_size) out[idx * C + i] = __expf(x[i] - offset);
    __syncthreads();
    float sumval = 0.0f;
    for (int i = tid; i < C; i += block_size) sumval += out[idx * C + i];
    shared[tid] = sumval;
    __syncthreads();
    for (int stride = block_size / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        if (tid < stride) shared[tid] += shared[tid + stride];
    }
    __syncthreads();
    float sum = shared[0];
    for (int i = tid; i < C; i += block_size) out[idx * C + i] /= sum;
}

struct MaxOp { template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
struct SumOp { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };

template <class Op, class T> __device__ __forceinline__ T warp_all(T v, Op op = Op()) {
    #pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) v = op(v, __shfl_xor_sync(0xffffffffu, v, mask, 32));
    return v;
}

// one warp per row, several rows per block, online normaliser
__global__ void softmax_forward_online(float* __restrict__ out, const float* __restrict__ inp, int N, int C) {
    const int lane = threadIdx.x & 31, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= N) return;
    float m = -INFINITY, s = 0.f;
    for (int i = lane; i < C; i += 32) {
        float x = inp[row * C + i], bigger = fmaxf(m, x);
        s = s * exp(m - bigger) + exp(x - bigger);
        m = bigger;
    }
    float m_all = warp_all<MaxOp>(m);
    float s_all = warp_all(m == -INFINITY ? 0.f : s * expf(m - m_all), SumOp{});
    for (int i = lane; i < C; i += 32) out[row * C + i] = expf(inp[row * C + i] - m_all) / s_all;
}

__global__ void layernorm_forward(float* out, float* mean, float* rstd, const float* inp,
                                  const float* weight, const float* bias, int N, int C) {
    __shared__ float partial[2][32];
    const float *x = inp + blockIdx.x * C;
    float s = 0.f, s2 = 0.f;
    for (int i = threadIdx.x; i < C; i += blockDim.x) { s += x[i]; s2 += x[i] * x[i]; }
    s = warp_all<SumOp>(s);
    s2 = warp_all<SumOp>(s2);
    if ((threadIdx.x & 31) == 0) { partial[0][threadIdx.x / 32] = s; partial[1][threadIdx.x / 32] = s2; }
    __syncthreads();
    s = s2 = 0.f;
    for (int w = 0; w < ceil_div<int>(blockDim.x, 32); w++) { s += partial[0][w]; s2 += partial[1][w]; }
    float m = s / C, r = rsqrtf(s2 / C - m * m + 1e-5f);
    if (threadIdx.x == 0) { mean[blockIdx.x] = m; __stcs(rstd + blockIdx.x, r); }
    for (int c = threadIdx.x; c < C; c += blockDim.x)
        out[blockIdx.x * C + c] = (__ldcs(x + c) - m) * r * __ldg(&weight[c]) + bias[c];
}

template <class T> void validate_result(const T *device_result, const double *reference, const char *name, int n,
    double tol) {
    T *out = (T *)malloc(n * sizeof(T));
    cudaCheck(cudaMemcpy(out, device_result, n * sizeof(T), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        if (!(fabs(reference[i] - out[i]) <= tol)) {
            fprintf(stderr, "Mismatch of %s at %d: CPU_ref: %f vs GPU: %f\n", name, i, reference[i], out[i]);
            exit(EXIT_FAILURE);
        }
    free(out);
    cudaCheck(cudaMemset((void *)device_result, 0xff, n * sizeof(T)));
}

int main() {
    const int N = 19, C = 333;
    static float inp[N * C], w[C], b[C];
    static double soft[N * C], norm[N * C];
    srand(0);
    for (int i = 0; i < N * C; i++) inp[i] = rand() / (float)RAND_MAX * 2.0f - 1.0f;
    for (int i = 0; i < C; i++) { w[i] = 1 + i % 3; b[i] = i % 5; inp[(i % N) * C] += 3.f; }
    for (int r = 0; r < N; r++) {
        double sum = 0, m = 0, v = 0;
        for (int c = 0; c < C; c++) { sum += exp((double)inp[r * C + c]); m += inp[r * C + c] / (double)C; }
        for (int c = 0; c < C; c++) v += pow(inp[r * C + c] - m, 2) / C;
        for (int c = 0; c < C; c++) {
            soft[r * C + c] = exp((double)inp[r * C + c]) / sum;
            norm[r * C + c] = (inp[r * C + c] - m) / sqrt(v + 1e-5) * w[c] + b[c];
        }
    }
    float *d_out, *d_inp, *d_w, *d_b, *d_mean, *d_rstd;
    cudaCheck(cudaMalloc(&d_out, N * C * sizeof(float)));
    cudaCheck(cudaMalloc(&d_inp, N * C * sizeof(float)));
    cudaCheck(cudaMalloc(&d_w, sizeof(w)));
    cudaCheck(cudaMalloc(&d_b, sizeof(b)));
    cudaCheck(cudaMalloc(&d_mean, 2 * N * sizeof(float)));
    d_rstd = d_mean + N;
    cudaCheck(cudaMemcpy(d_inp, inp, sizeof inp, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_w, w, sizeof w, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
    int block_sizes[] = {32, 64, 128, 256, 512, 1024};
    for (int block_size : block_sizes) {
        softmax_forward_kernel1<<<ceil_div(N, block_size), block_size>>>(d_out, d_inp, N, C);
        cudaCheck(cudaGetLastError());
        validate_result(d_out, soft, "softmax1", N * C, 1e-6);
        softmax_forward_kernel2<<<N, block_size, block_size * sizeof(float)>>>(d_out, d_inp, N, C);
        cudaCheck(cudaGetLastError());
        validate_result(d_out, soft, "softmax2", N * C, 1e-6);
        softmax_forward_online<<<ceil_div(N * 32, block_size), block_size>>>(d_out, d_inp, N, C);
        cudaCheck(cudaGetLastError());
        validate_result(d_out, soft, "online", N * C, 1e-6);
        layernorm_forward<<<N, block_size>>>(d_out, d_mean, d_rstd, d_inp, d_w, d_b, N, C);
        cudaCheck(cudaGetLastError());
        validate_result(d_out, norm, "layernorm", N * C, 1e-4);
    }
    cudaCheck(cudaFree(d_out)); cudaCheck(cudaFree(d_inp));
    cudaCheck(cudaFree(d_w)); cudaCheck(cudaFree(d_b)); cudaCheck(cudaFree(d_mean));
    printf("All results match.\n");
    return 0;
}
