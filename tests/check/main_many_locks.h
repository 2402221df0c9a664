/* 1,024 locks for count() of the file that includes this: each guards a counter. All together count
 * LEAST or more. */
#include "host.h"
#include "lock.h"

#define LOCKS 1024
#ifndef LEAST
#define LEAST n
#endif

__global__ void count(int *counts, int *locks, int n);

int main(void)
{
    const int n = 4096;
    int sum = 0, *d_counts = zeros<int>(LOCKS), *locks = zeros<int>(LOCKS);
    count<<<4, 256>>>(d_counts, locks, n);
    const int *counts = in_host(d_counts, LOCKS);
    for (int k = 0; k < LOCKS; k++)
        sum += counts[k];
    return end(sum < LEAST || sum > n);
}
