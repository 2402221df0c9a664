/* Complex numbers of cuComplex.h and constants of math_constants.h: a Mandelbrot set, roots of unity,
 * a discrete Fourier transform. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuComplex.h>
#include <math_constants.h>

#define ERROR_CHECK { cudaError_t err; \
    if ((err = cudaGetLastError()) != cudaSuccess) { \
    fprintf(stderr, "CUDA error: %s, line %d\n", cudaGetErrorString(err), __LINE__); return 1; } }

__global__ void dft(const cuFloatComplex *x, cuFloatComplex *X, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    cuFloatComplex sum = make_cuFloatComplex(0, 0);
    for (int j = 0; j < n; j++) {
        float angle = -2.0f * CUDART_PI_F * (j * k % n) / n;
        sum = cuCaddf(sum, cuCmulf(x[j], make_cuFloatComplex(cosf(angle), sinf(angle))));
    }
    X[k] = sum;
}

__global__ void mandel(int *out, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    if (i >= w || j >= h) return;
    cuDoubleComplex c = make_cuDoubleComplex(-2 + 3.0 * i / w, -1 + 2.0 * j / h), z = c;
    while (cuCabs(z) < 2 && n < 50) { z = cuCadd(cuCmul(z, z), c); n++; }
    out[j * w + i] = n;
}

__global__ void constants(double *o)
{
    cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = cuConj(a), q = cuCdiv(a, b);
    o[0] = cuCreal(q); o[1] = cuCimag(q); o[2] = CUDART_PI; o[3] = CUDART_INF; o[4] = CUDART_SQRT_TWO;
    o[5] = cuCimag(cuCsub(a, b));
}

int main()
{
    const int n = 48, w = 60, h = 40;
    cuFloatComplex *x, *X;
    int *out, inside = 0;
    double *o;
    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&X, n * sizeof *X);
    cudaMallocManaged(&out, w * h * sizeof *out);
    cudaMallocManaged(&o, 6 * sizeof *o);
    for (int i = 0; i < n; i++) x[i] = make_cuFloatComplex(cos(2 * M_PI * 5 * i / n), 0);
    dft<<<(n + 31) / 32, 32>>>(x, X, n);
    mandel<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(out, w, h);
    constants<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    ERROR_CHECK
    for (int k = 0; k < n; k++) {
        float want = k == 5 || k == n - 5 ? n / 2 : 0;
        if (!(fabsf(X[k].x - want) < 1e-3f && fabsf(cuCimagf(X[k])) < 1e-3f)) {
            fprintf(stderr, "X[%d] = %g %g\n", k, X[k].x, X[k].y); return 1; }
    }
    for (int i = 0; i < w * h; i++) inside += out[i] == 50;
    if (out[20 * w + 30] != 50 || out[0] != 0 || inside < 400 || inside > 900) {
        fprintf(stderr, "%d inside\n", inside); return 1; }
    if (!(fabs(o[0] + 0.28) < 1e-12 && fabs(o[1] - 0.96) < 1e-12 && o[2] == M_PI && isinf(o[3]) && o[5] == 8 &&
        fabs(o[4] - sqrt(2.)) < 1e-15)) {
        fprintf(stderr, "%g %g %g %g %g %g\n", o[0], o[1], o[2], o[3], o[4], o[5]);
        return 1;
    }
    cudaFree(x); cudaFree(X); cudaFree(out); cudaFree(o);
    return 0;
}
