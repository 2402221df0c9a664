/* A lock for each account; transfers take both, the smaller first; a ticket lock guards the log. */
#include "../lock.h"
#include "../host.h"

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
    int sum = 0, wanted = 0;
    int *d_balance = zeros<int>(accounts), *locks = zeros<int>(accounts);
    int *log = zeros<int>(blocks + 1);
    struct ticket_lock *lock = zeros<struct ticket_lock>();
    transfer<<<blocks, 32>>>(d_balance, locks, accounts, lock, log);
    const int *balance = in_host(d_balance, accounts);
    for (int i = 0; i < accounts; i++)
        sum += balance[i];
    for (int b = 0; b < blocks; b++)
        wanted += b % accounts != b * 3 % accounts;
    return end(sum != 0 || at(log) != wanted);
}
