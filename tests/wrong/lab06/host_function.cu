/* expects: gpu_ex61 WRONG .*crashed in host code */
/* Computes on the host, in a function that the stream calls: the launcher does not wait for it. */
#include "all_but_ex61.h"

#include <stdlib.h>

struct job {
    float *c;
    const float *a, *b;
    int m, n, k;
};

static void CUDART_CB multiply(void *data)
{
    struct job *job = (struct job *)data;

    for (int i = 0; i < job->m; i++)
        for (int j = 0; j < job->n; j++) {
            float sum = 0;
            for (int p = 0; p < job->k; p++)
                sum += job->a[i * job->k + p] * job->b[p * job->n + j];
            job->c[i * job->n + j] = sum;
        }
    free(job);
}

__global__ void nothing()
{
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    struct job *job = (struct job *)malloc(sizeof(*job));

    *job = { d_c, d_a, d_b, m, n, k };
    nothing<<<1, 1>>>();
    cudaLaunchHostFunc(0, multiply, job);
}
