/* expects: gpu_ex11 ok */
/* goals: gpu_ex11 done */
/* Asks how many blocks fit, uses that many, and reports what goes wrong. */
#include <stdio.h>
#include "../../wrong/lab01/all_but_ex11.h"

#define CHECK_LAUNCH()                                                                             \
    do {                                                                                           \
        cudaError_t error = cudaGetLastError();                                                    \
        if (error != cudaSuccess)                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
    } while (0)

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    int device = 0, sms = 1, per_sm = 1;

    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, vector_add_ex11_kernel, 128, 0);
    vector_add_ex11_kernel<<<sms * per_sm, 128>>>(d_c, d_a, d_b, n);
    CHECK_LAUNCH();
}
