// Products of ragged shapes: naive, tiled with a template tile size, and a sgemm with register
// tiles. iostream, std::vector, std::function-free host templates that launch.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

using namespace std;

#define cudaCheck(err) (cudaCheckImpl(err, __FILE__, __LINE__))
void cudaCheckImpl(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        cerr << "[CUDA ERROR] at file " << file << ":" << line << ":\n" << cudaGetErrorString(error) << endl;
        exit(EXIT_FAILURE);
    }
}
#define CEIL_DIV(M, N) (((M) + (N) - 1) / (N))

template <typename T>
__global__ void naive(const T *A, const T *B, T *C, int M, int N, int K)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    T acc = 0;
    for (int k = 0; k < K; ++k) acc += A[row * K + k] * B[k * N + col];
    C[row * N + col] = acc;
}

template <typename T, int TILE>
__global__ __launch_bounds__(TILE * TILE) void tiled(const T *A, const T *B, T *C, int M, int N, int K)
{
    __shared__ T sA[TILE][TILE];
    __shared__ T sB[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    T acc{};
    for (int t = 0; t < CEIL_DIV(K, TILE); ++t) {
        int ak = t * TILE + threadIdx.x, bk = t * TILE + threadIdx.y;
        sA[threadIdx.y][threadIdx.x] = row < M && ak < K ? A[row * K + ak] : T(0);
        sB[threadIdx.y][threadIdx.x] = bk < K && col < N ? B[bk * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) acc += sA[threadIdx.y][k] * sB[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

template <const int BM, const int BN, const int BK, const int TM>
__global__ void blocktile1d(const float *A, const float *B, float *C, int M, int N, int K)
{
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    const uint cRow = blockIdx.y, cCol = blockIdx.x;
    const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
    float threadResults[TM] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += blockDim.x) {
            uint r = cRow * BM + i / BK, k = bkIdx + i % BK;
            As[i] = (r < M && k < K) ? A[r * K + k] : 0.f;
        }
        for (int i = threadIdx.x; i < BK * BN; i += blockDim.x) {
            uint k = bkIdx + i / BN, c = cCol * BN + i % BN;
            Bs[i] = (k < K && c < N) ? B[k * N + c] : 0.f;
        }
        __syncthreads();
        for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
            float tmpB = Bs[dotIdx * BN + threadCol];
            for (uint resIdx = 0; resIdx < TM; ++resIdx)
                threadResults[resIdx] += As[(threadRow * TM + resIdx) * BK + dotIdx] * tmpB;
        }
        __syncthreads();
    }
    for (uint resIdx = 0; resIdx < TM; ++resIdx) {
        uint r = cRow * BM + threadRow * TM + resIdx, c = cCol * BN + threadCol;
        if (r < M && c < N) C[r * N + c] = threadResults[resIdx];
    }
}

template <typename T, typename Launch>
bool run(const char *name, int M, int N, int K, Launch launch)
{
    mt19937 gen(42);
    uniform_real_distribution<T> dist(-1, 1);
    vector<T> A(M * K), B(K * N), C(M * N, T(-99));
    generate(A.begin(), A.end(), [&] { return dist(gen); });
    generate(B.begin(), B.end(), [&] { return dist(gen); });
    T *dA{nullptr}, *dB{nullptr}, *dC{nullptr};
    cudaCheck(cudaMalloc(&dA, A.size() * sizeof(T)));
    cudaCheck(cudaMalloc(&dB, B.size() * sizeof(T)));
    cudaCheck(cudaMalloc(&dC, C.size() * sizeof(T)));
    cudaCheck(cudaMemcpy(dA, A.data(), A.size() * sizeof(T), cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(dB, &B[0], B.size() * sizeof(T), cudaMemcpyHostToDevice));
    launch(dA, dB, dC);
    cudaCheck(cudaGetLastError());
    cudaCheck(cudaMemcpy(C.data(), dC, C.size() * sizeof(T), cudaMemcpyDeviceToHost));
    for (T *p : {dA, dB, dC}) cudaCheck(cudaFree(p));
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            double ref = 0;
            for (int k = 0; k < K; ++k) ref += double(A[i * K + k]) * B[k * N + j];
            if (!(abs(ref - C[i * N + j]) <= 1e-4)) {
                cerr << name << " (" << i << ", " << j << "): " << C[i * N + j] << " != " << ref << '\n';
                return false;
            }
        }
    cout << name << " ok" << endl;
    return true;
}

int main()
{
    const int M = 70, N = 45, K = 83;
    bool ok = run<float>("naive float", M, N, K, [=](float *a, float *b, float *c) {
        naive<float><<<dim3(CEIL_DIV(N, 32), CEIL_DIV(M, 8)), dim3(32, 8)>>>(a, b, c, M, N, K);
    });
    ok &= run<double>("naive double", M, N, K, [=](double *a, double *b, double *c) {
        dim3 block{16, 16}, grid{(unsigned)CEIL_DIV(N, 16), (unsigned)CEIL_DIV(M, 16), 1};
        naive<<<grid, block>>>(a, b, c, M, N, K);
    });
    ok &= run<float>("tiled 16", M, N, K, [=](float *a, float *b, float *c) {
        tiled<float, 16><<<dim3(CEIL_DIV(N, 16), CEIL_DIV(M, 16)), dim3(16, 16)>>>(a, b, c, M, N, K);
    });
    ok &= run<double>("tiled 32", M, N, K, [=](double *a, double *b, double *c) {
        tiled<double, 32> <<< dim3(CEIL_DIV(N, 32), CEIL_DIV(M, 32)), dim3(32, 32) >>> (a, b, c, M, N, K);
    });
    ok &= run<float>("block tile", M, N, K, [=](float *a, float *b, float *c) {
        const uint BM = 32, BN = 32, BK = 8, TM = 8;
        blocktile1d<BM, BN, BK, TM>
            <<<dim3(CEIL_DIV(N, BN), CEIL_DIV(M, BM)), (BM * BN) / TM>>>(a, b, c, M, N, K);
    });
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
