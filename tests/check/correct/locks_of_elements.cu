/* A lock for each account; transfers take both, the smaller first; a ticket lock guards the log. */
#include "../lock.h"

struct ticket_lock {
    int next, serving;
};

__global__ void transfer(int *balance, int *locks, int accounts, struct ticket_lock *l, int *log)
{
    if (threadIdx.x != 0)
        return;
    int from = blockIdx.x % accounts, to = blockIdx.x * 3 % accounts;
    if (from == to)
        return;
    int first = from < to ? from : to, second = from < to ? to : from;
    take(&locks[first]);
    take(&locks[second]);
    balance[from] -= 10;
    balance[to] += 10;
    give(&locks[second]);
    give(&locks[first]);
    int ticket = atomicAdd(&l->next, 1);
    while (atomicAdd(&l->serving, 0) != ticket)
        ;
    __threadfence();
    log[0] += 1;
    log[log[0]] = from;
    __threadfence();
    atomicAdd(&l->serving, 1);
}

int main(void)
{
    const int accounts = 8, blocks = 60;
    int balance[accounts], log[blocks + 1], sum = 0, *d_balance, *d_locks, *d_log, wanted = 0;
    struct ticket_lock *d_lock;
    cudaMalloc(&d_balance, sizeof balance);
    cudaMalloc(&d_locks, sizeof balance);
    cudaMalloc(&d_log, sizeof log);
    cudaMalloc(&d_lock, sizeof *d_lock);
    cudaMemset(d_balance, 0, sizeof balance);
    cudaMemset(d_locks, 0, sizeof balance);
    cudaMemset(d_log, 0, sizeof log);
    cudaMemset(d_lock, 0, sizeof *d_lock);
    transfer<<<blocks, 32>>>(d_balance, d_locks, accounts, d_lock, d_log);
    cudaMemcpy(balance, d_balance, sizeof balance, cudaMemcpyDeviceToHost);
    cudaMemcpy(log, d_log, sizeof log, cudaMemcpyDeviceToHost);
    for (int i = 0; i < accounts; i++)
        sum += balance[i];
    for (int b = 0; b < blocks; b++)
        wanted += b % accounts != b * 3 % accounts;
    cudaFree(d_balance);
    cudaFree(d_locks);
    cudaFree(d_log);
    cudaFree(d_lock);
    return sum != 0 || log[0] != wanted;
}
