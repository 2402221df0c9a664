/* A number out of bytes by memcpy, and a packed struct: any address will do. */
#include <string.h>
#include "../host.h"

struct __attribute__((packed)) record {
    char letter;
    float value;
    double weight;
};

__global__ void sum_records(float *sum, const unsigned char *bytes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value;
    memcpy(&value, bytes + i * sizeof(struct record) + 1, sizeof value);
    const struct record *r = (const struct record *)bytes + i;
    atomicAdd(sum, value + (float)r->weight + r->value);
}

int main(void)
{
    const int n = 100;
    struct record r[n];
    for (int i = 0; i < n; i++) {
        r[i].letter = 'a';
        r[i].value = 1;
        r[i].weight = 2;
    }
    struct record *d_r = copy_of(r, n);
    float *sum = zeros<float>();
    sum_records<<<2, 64>>>(sum, (const unsigned char *)d_r, n);
    return end(at(sum) != 400);
}
