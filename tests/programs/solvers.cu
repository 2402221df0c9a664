/* Linear algebra as labs set it: Jacobi until it converges, Gaussian elimination row by row, power
 * iteration, LU in place; flags and residuals on the device; goto for errors, one exit. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#define A_(r, c) A[(r) * n + (c)]

__global__ void jacobi(const double *A, const double *b, const double *x, double *next, int n, double *residual)
{
    __shared__ double part[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double change = 0;
    if (i < n) {
        double sigma = 0;
        for (int j = 0; j < n; ++j)
            if (j != i) sigma += A_(i, j) * x[j];
        next[i] = (b[i] - sigma) / A_(i, i);
        change = fabs(next[i] - x[i]);
    }
    part[threadIdx.x] = change;
    __syncthreads();
    for (int s = blockDim.x >> 1; s; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] = fmax(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0) residual[blockIdx.x] = part[0];
}

__global__ void eliminate(double *A, double *b, int n, int k)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y + k + 1;
    int c = blockIdx.x * blockDim.x + threadIdx.x + k + 1;
    if (r < n && c <= n) {
        double f = A_(r, k) / A_(k, k);
        if (c < n) A_(r, c) -= f * A_(k, c);
        else b[r] -= f * b[k];
    }
}

__global__ void norm_inf(const float *v, int n, float *out)
{
    extern __shared__ float buf[];
    float m = 0.f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, fabsf(v[i]));
    buf[threadIdx.x] = m;
    for (unsigned s = blockDim.x / 2; s >= 1; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s) buf[threadIdx.x] = fmaxf(buf[threadIdx.x], buf[threadIdx.x + s]);
    }
    if (threadIdx.x == 0) *out = buf[0];
}

__global__ void multiply(const double *A, const float *v, float *w, int n)
{
    int row = blockIdx.x;                       // one block for each row
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0.f;
    __syncthreads();
    float t = 0.f;
    for (int j = threadIdx.x; j < n; j += blockDim.x) t += (float)A_(row, j) * v[j];
    atomicAdd(&sum, t);
    __syncthreads();
    if (threadIdx.x == 0) w[row] = sum;
}

__global__ void divide(float *v, const float *w, const float *norm, int n)
{
    if (threadIdx.x < n) v[threadIdx.x] = w[threadIdx.x] / *norm;
}

int main()
{
    const int n = 90;
    int status = 1, rounds = 0;
    double *A = 0, *b = 0, *x[2] = {0, 0}, *res = 0, *U = 0, *rhs = 0, sol[n], worst;
    float *v = 0, *w = 0, *norm = 0, lambda = 0;
    cudaError_t cudaStatus;

    cudaStatus = cudaSetDevice(0);
    if (cudaStatus != cudaSuccess) {
        fprintf(stderr, "cudaSetDevice failed!  Do you have a CUDA-capable GPU installed?");
        goto Error;
    }
    if ((cudaStatus = cudaMallocManaged((void **)&A, n * n * sizeof(double))) != cudaSuccess) goto Error;
    if ((cudaStatus = cudaMallocManaged((void **)&U, n * n * sizeof(double))) != cudaSuccess) goto Error;
    if ((cudaStatus = cudaMallocManaged((void **)&b, n * sizeof(double))) != cudaSuccess) goto Error;
    if ((cudaStatus = cudaMallocManaged((void **)&rhs, n * sizeof(double))) != cudaSuccess) goto Error;
    if ((cudaStatus = cudaMallocManaged((void **)&res, 2 * sizeof(double))) != cudaSuccess) goto Error;
    for (int k = 0; k < 2; k++)
        if ((cudaStatus = cudaMallocManaged((void **)&x[k], n * sizeof(double))) != cudaSuccess) goto Error;
    if ((cudaStatus = cudaMallocManaged(&v, n * sizeof(float))) != cudaSuccess) goto Error;
    if ((cudaStatus = cudaMallocManaged(&w, n * sizeof(float))) != cudaSuccess) goto Error;
    if ((cudaStatus = cudaMallocManaged(&norm, sizeof(float))) != cudaSuccess) goto Error;

    for (int i = 0; i < n; i++) {
        b[i] = 0;
        x[0][i] = x[1][i] = 0;
        v[i] = 1;
        for (int j = 0; j < n; j++) {
            A_(i, j) = i == j ? 2.0 * n : (i * j) % 5 * 0.5;
            b[i] += A_(i, j) * (j + 1);
        }
        rhs[i] = b[i];
    }
    for (int i = 0; i < n * n; i++) U[i] = A[i];

    do {
        jacobi<<<(n + 63) / 64, 64>>>(A, b, x[rounds & 1], x[~rounds & 1], n, res);
        cudaStatus = cudaDeviceSynchronize();
        if (cudaStatus != cudaSuccess) {
            fprintf(stderr, "cudaDeviceSynchronize returned error code %d after launching!\n", cudaStatus);
            goto Error;
        }
        worst = fmax(res[0], res[1]);
    } while (worst > 1e-10 && ++rounds < 500);
    for (int i = 0; i < n; i++)
        if (!(fabs(x[~rounds & 1][i] - (i + 1)) <= 1e-8)) {
            fprintf(stderr, "jacobi x[%d] = %g\n", i, x[~rounds & 1][i]); goto Error; }

    for (int k = 0; k < n - 1; k++) {
        dim3 block(16, 16), grid((n - k + 15) / 16, (n - k - 1 + 15) / 16);
        eliminate<<<grid, block>>>(U, rhs, n, k);
    }
    cudaStatus = cudaGetLastError();
    if (cudaStatus != cudaSuccess) {
        fprintf(stderr, "eliminate launch failed: %s\n", cudaGetErrorString(cudaStatus));
        goto Error;
    }
    cudaDeviceSynchronize();
    for (int i = n - 1; i >= 0; i--) {
        double s = rhs[i];
        for (int j = i + 1; j < n; j++) s -= U[i * n + j] * sol[j];
        sol[i] = s / U[i * n + i];
        if (!(fabs(sol[i] - (i + 1)) <= 1e-8)) { fprintf(stderr, "gauss x[%d] = %g\n", i, sol[i]); goto Error; }
    }

    for (int k = 0; k < 60; k++) {
        multiply<<<n, 32>>>(A, v, w, n);
        norm_inf<<<1, 64, 64 * sizeof(float)>>>(w, n, norm);
        divide<<<1, 128>>>(v, w, norm, n);
    }
    cudaMemcpy(&lambda, norm, sizeof lambda, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++) s += A_(i, j) * v[j];
        if (!(fabs(s - lambda * v[i]) <= 1e-2)) {
            fprintf(stderr, "power iteration row %d: %g %g\n", i, s, lambda * v[i]); goto Error; }
    }
    printf("%d rounds, eigenvalue %f\n", rounds, lambda);
    status = 0;
Error:
    cudaFree(A); cudaFree(U); cudaFree(b); cudaFree(rhs); cudaFree(res); cudaFree(x[0]); cudaFree(x[1]);
    cudaFree(v); cudaFree(w); cudaFree(norm);
    return status;
}
