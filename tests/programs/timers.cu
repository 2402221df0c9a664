// A GpuTimer struct and a CPU timer, old names for synchronizing, host vectors, a dot product and a
// matrix-vector product; times must be plausible, never compared with a clock.
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <math.h>
#include <time.h>
#include <unistd.h>
#include <cuda_profiler_api.h>

#if defined(_WIN32)
#include <windows.h>
#endif
#ifndef IMIN
#define imin(a,b) (a<b?a:b)
#endif

struct GpuTimer
{
      cudaEvent_t start;
      cudaEvent_t stop;
      GpuTimer()
      {
            cudaEventCreate(&start);
            cudaEventCreate(&stop);
      }
      ~GpuTimer()
      {
            cudaEventDestroy(start);
            cudaEventDestroy(stop);
      }
      void Start()
      {
            cudaEventRecord(start, 0);
      }
      void Stop()
      {
            cudaEventRecord(stop, 0);
      }
      float Elapsed()
      {
            float elapsed;
            cudaEventSynchronize(stop);
            cudaEventElapsedTime(&elapsed, start, stop);
            return elapsed;
      }
};

typedef struct timeval Timer;
void startTime(Timer *t) { gettimeofday(t, NULL); }
double elapsedSeconds(Timer t) {
    struct timeval now; gettimeofday(&now, NULL); return now.tv_sec - t.tv_sec + 1e-6 * (now.tv_usec - t.tv_usec); }

const int N = 33 * 1024;
const int threadsPerBlock = 256;
const int blocksPerGrid = imin( 32, (N+threadsPerBlock-1) / threadsPerBlock );

__global__ void dot( float *a, float *b, float *c ) {
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float   temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    int i = blockDim.x/2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

__global__ void matvec_kernel(const float *A, const float *x, float *y, const int nRows, const int nx)
{
    __shared__ float x_shared[64];
    unsigned int bid = blockIdx.x, row = threadIdx.x + bid * 64;
    float y_val = 0.0;
    for (unsigned int m = 0; m < ((nx + 64 - 1) / 64); ++m) {
        if (m * 64 + threadIdx.x < nx) x_shared[threadIdx.x] = x[threadIdx.x + m * 64];
        else x_shared[threadIdx.x] = 0.f;
        __syncthreads();
        for (unsigned int e = 0; e < 64; ++e)
            if (m * 64 + e < nx && row < nRows) y_val += A[row + (e + 64 * m) * nRows] * x_shared[e];
        __syncthreads();
    }
    if (row < nRows) y[row] = y_val;
}

int main( void ) {
    float   *a, *b, c, *partial_c;
    float   *dev_a, *dev_b, *dev_partial_c;
    Timer all;
    startTime(&all);

    // allocate memory on the cpu side
    a = (float*)malloc( N*sizeof(float) );
    b = (float*)malloc( N*sizeof(float) );
    partial_c = (float*)malloc( blocksPerGrid*sizeof(float) );
    cudaMalloc( (void**)&dev_a, N*sizeof(float) );
    cudaMalloc( (void**)&dev_b, N*sizeof(float) );
    cudaMalloc( (void**)&dev_partial_c, blocksPerGrid*sizeof(float) );
    double want = 0;
    for (int i=0; i<N; i++) {
        a[i] = i % 100;
        b[i] = (i % 7) * 2;
        want += a[i] * b[i];
    }
    cudaMemcpy( dev_a, a, N*sizeof(float), cudaMemcpyHostToDevice );
    cudaMemcpy( dev_b, b, N*sizeof(float), cudaMemcpyHostToDevice );

    GpuTimer timer, empty;
    timer.Start();
    dot<<<blocksPerGrid,threadsPerBlock>>>( dev_a, dev_b, dev_partial_c );
    timer.Stop();
    cudaDeviceSynchronize();
    empty.Start();
    empty.Stop();
    cudaMemcpy( partial_c, dev_partial_c, blocksPerGrid*sizeof(float), cudaMemcpyDeviceToHost );
    c = 0;
    for (int i=0; i<blocksPerGrid; i++) {
        c += partial_c[i];
    }
    if (c != (float)want) { fprintf( stderr, "Does GPU value %.6g = %.6g?\n", c, want ); return 1; }

    float ms = timer.Elapsed(), none = empty.Elapsed();
    usleep(1000);
    double s = elapsedSeconds(all);
    printf( "%f ms, %f ms, %f s\n", ms, none, s );
    if (!(ms > 0 && ms < s * 1e3 && none >= 0 && none < s * 1e3)) {
        fprintf( stderr, "times: %g ms, %g ms, %g s\n", ms, none, s ); return 1; }

    const int rows = 150, cols = 203;          // column-major
    float *A, *x, *y;
    cudaMallocManaged( &A, rows * cols * sizeof(float) );
    cudaMallocManaged( &x, cols * sizeof(float) );
    cudaMallocManaged( &y, rows * sizeof(float) );
    for (int i = 0; i < rows * cols; i++) A[i] = i % 9 - 4;
    for (int i = 0; i < cols; i++) x[i] = i % 5;
    dim3 dim_grid((rows + 64 -1)/ 64), dim_block(64);
    matvec_kernel <<<dim_grid, dim_block>>>(A, x, y, rows, cols);
#if CUDART_VERSION < 13000
    cudaThreadSynchronize();
#else
    cudaDeviceSynchronize();
#endif
    for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int k = 0; k < cols; k++) sum += A[k * rows + r] * x[k];
        if (y[r] != sum) { fprintf( stderr, "y[%d] = %g, not %g\n", r, y[r], sum ); return 1; }
    }
    cudaFree( dev_a ); cudaFree( dev_b ); cudaFree( dev_partial_c ); cudaFree( A ); cudaFree( x ); cudaFree( y );
    free( a ); free( b ); free( partial_c );
    cudaProfilerStart();
    cudaProfilerStop();
    return 0;
}
