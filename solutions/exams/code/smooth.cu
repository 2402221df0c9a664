/* Exam 1, question 5: a race between one step and the next, what a colleague proposes, and what is
 * right, with its gaps A to C filled. -DKERNEL=smooth_proposed and -DKERNEL=smooth_right choose the
 * other two; a wrong filling is, for instance, -DC________= with -DSTEPS=2. */
#include <cuda_runtime.h>
#include <stdio.h>

#ifndef KERNEL
#define KERNEL smooth
#endif
#ifndef STEPS
#define STEPS 1
#endif
#ifndef A________
#define A________ mean = (s[t - 1] + s[t + 1]) / 2
#endif
#ifndef B________
#define B________ __syncthreads()
#endif
#ifndef C________
#define C________ __syncthreads()
#endif

// begin smooth
__global__ void smooth(float *x, int steps)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = x[t];
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        if (t > 0 && t < 255)
            s[t] = (s[t - 1] + s[t + 1]) / 2;
        __syncthreads();
    }
    x[t] = s[t];
}
// end

__global__ void smooth_proposed(float *x, int steps)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = x[t];
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        // begin proposed
        if (t > 0 && t < 255) {
            float mean = (s[t - 1] + s[t + 1]) / 2;

            __syncthreads();
            s[t] = mean;
        }
        __syncthreads();
        // end
    }
    x[t] = s[t];
}

__global__ void smooth_right(float *x, int steps)
{
    __shared__ float s[256];
    int t = threadIdx.x;

    s[t] = x[t];
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        // begin frame
        float mean = s[t];

        if (t > 0 && t < 255)
            A________;
        B________;
        s[t] = mean;
        C________;
        // end
    }
    x[t] = s[t];
}

int main(void)
{
    float *x;

    cudaMallocManaged(&x, 256 * sizeof *x);
    for (int i = 0; i < 256; i++)
        x[i] = i == 1 ? 8 : 0;
    KERNEL<<<1, 256>>>(x, STEPS);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", x[0], x[1], x[2], x[3]);
    cudaFree(x);
    return 0;
}
