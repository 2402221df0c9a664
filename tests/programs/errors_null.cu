/* A kernel that writes through a null pointer: the launch itself is fine, the error comes with the
 * next synchronization, and sticks until the program ends. */
#include <stdio.h>
#include <stdlib.h>

#define STICKS(call) do { cudaError_t e_ = call; if (e_ != cudaErrorIllegalAddress) { \
    fprintf(stderr, "line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(e_)); return 1; } } while (0)

__global__ void crash(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
__global__ void fine(int *p) { *p = 5; }

int main(void)
{
    int *d = NULL, h = 3, *other = NULL, device = 7;
    cudaEvent_t event;
    if (cudaMalloc(&d, sizeof *d) || cudaEventCreate(&event)) return 2;
    crash<<<4, 64>>>(NULL, 200);
    if (cudaGetLastError() == cudaErrorInvalidConfiguration) { fprintf(stderr, "the launch was refused\n"); return 1; }
    STICKS(cudaDeviceSynchronize());
    STICKS(cudaGetLastError());
    if (cudaPeekAtLastError() || cudaGetLastError()) { fprintf(stderr, "asking did not clear it\n"); return 1; }
    STICKS(cudaMemset(d, 1, sizeof *d));        /* but each call has it again */
    STICKS(cudaPeekAtLastError());
    STICKS(cudaGetLastError());
    STICKS(cudaDeviceSynchronize());
    STICKS(cudaMalloc(&other, 16));
    STICKS(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
    STICKS(cudaMemset(d, 0, sizeof *d));
    STICKS(cudaEventRecord(event));
    STICKS(cudaStreamSynchronize(0));
    STICKS(cudaFree(d));
    fine<<<1, 1>>>(d);
    STICKS(cudaGetLastError());
    if (h != 3) { fprintf(stderr, "h = %d\n", h); return 1; }
    if (cudaGetDevice(&device) == cudaSuccess && device != 0) { fprintf(stderr, "device %d\n", device); return 1; }

    cudaDeviceReset();                          /* does not help: only a new process has a GPU again */
    if (cudaMalloc(&d, sizeof *d) == cudaSuccess) { fprintf(stderr, "a reset helped\n"); return 1; }
    return 0;
}
