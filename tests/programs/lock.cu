// A mutex as a struct with device methods (atomicCAS and atomicExch), a hash table of linked lists,
// ordered output by tickets.
#include <stdio.h>
#include <stdlib.h>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#define HANDLE_ERROR(e) do { if ((e) != cudaSuccess) { fprintf(stderr, "line %d\n", __LINE__); exit(1); } } while (0)

struct Lock {
    int *mutex;
    Lock( void ) {
        HANDLE_ERROR( cudaMalloc( (void**)&mutex, sizeof(int) ) );
        HANDLE_ERROR( cudaMemset( mutex, 0, sizeof(int) ) );
    }
    ~Lock( void ) {
#ifndef __CUDA_ARCH__
        // copies are destroyed too: the kernel's argument
#endif
    }
    void release( void ) { cudaFree( mutex ); }
    __device__ void lock( void ) {
        while( atomicCAS( mutex, 0, 1 ) != 0 )
            ;
        __threadfence();
    }
    __device__ void unlock( void ) {
        __threadfence();
        atomicExch( mutex, 0 );
    }
};

__global__ void theKernel( Lock lock, volatile int *nblocks ) {
    if (threadIdx.x == 0) {
        lock.lock();
        *nblocks = *nblocks + 1;
        lock.unlock();
    }
}

#define TABLE 64
struct Entry { unsigned key; int value; Entry *next; };
struct Table { Entry **heads, *pool; };

__global__ void add_to_table( const unsigned *keys, Table table, Lock *locks, int elements ) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (tid < elements) {
        unsigned hash = keys[tid] % TABLE;
        for (int i=0; i<32; i++) {
            if ((tid % 32) == i) {          // one lane of a warp at a time
                Entry *location = &table.pool[tid];
                location->key = keys[tid];
                location->value = tid;
                locks[hash].lock();
                location->next = *(Entry * volatile *)&table.heads[hash];
                table.heads[hash] = location;
                locks[hash].unlock();
            }
        }
        tid += stride;
    }
}

int main( void ) {
    Lock lock;
    int n = 0, *dev;
    HANDLE_ERROR( cudaMalloc( (void**)&dev, sizeof(int) ) );
    HANDLE_ERROR( cudaMemset( dev, 0, sizeof(int) ) );
    theKernel<<<500,64>>>( lock, dev );
    HANDLE_ERROR( cudaMemcpy( &n, dev, sizeof(int), cudaMemcpyDeviceToHost ) );
    if (n != 500) { fprintf( stderr, "%d blocks counted\n", n ); return 1; }
    lock.release();
    HANDLE_ERROR( cudaFree( dev ) );

    const int elements = 3000;
    unsigned *keys;
    Table table;
    Lock *locks, host_locks[TABLE];
    HANDLE_ERROR( cudaMallocManaged( &keys, elements * sizeof *keys ) );
    HANDLE_ERROR( cudaMallocManaged( &table.pool, elements * sizeof(Entry) ) );
    HANDLE_ERROR( cudaMallocManaged( &table.heads, TABLE * sizeof(Entry *) ) );
    HANDLE_ERROR( cudaMalloc( (void**)&locks, TABLE * sizeof(Lock) ) );
    HANDLE_ERROR( cudaMemcpy( locks, host_locks, sizeof host_locks, cudaMemcpyHostToDevice ) );
    for (int i = 0; i < elements; i++) keys[i] = (unsigned)i * 2654435761u >> 7;
    for (int i = 0; i < TABLE; i++) table.heads[i] = NULL;
    add_to_table<<<15,64>>>( keys, table, locks, elements );
    HANDLE_ERROR( cudaDeviceSynchronize() );
    int count = 0;
    char *seen = (char *)calloc( elements, 1 );
    for (int i = 0; i < TABLE; i++)
        for (Entry *e = table.heads[i]; e; e = e->next, count++)
            if (e->key % TABLE != i || keys[e->value] != e->key || seen[e->value]++) {
                fprintf( stderr, "list %d\n", i ); return 1; }
    if (count != elements) { fprintf( stderr, "%d of %d elements\n", count, elements ); return 1; }
    for (int i = 0; i < TABLE; i++) host_locks[i].release();
    cudaFree( keys ); cudaFree( table.pool ); cudaFree( table.heads ); cudaFree( locks );
    free( seen );
    return 0;
}
