/* A lock that is taken and given back as it should be. */
__device__ void take(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void give(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}
