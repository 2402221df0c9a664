/* A sum of hits for 4.1 and 4.2 in pieces: 1,024 blocks of 256 threads, which draw pairs in turn.
 * A file here includes the answers without their LAUNCHER, defines the piece that is wrong, and
 * includes this. */
#ifndef SET_TO_0
#define SET_TO_0 cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0)
#endif
#ifndef PAIRS
#define PAIRS pi_pairs(samples)
#endif
#ifndef HITS
#define HITS pi_hits(i, samples, seed)
#endif
#ifndef ADD
#define ADD atomicAdd(hits, mine)
#endif

__global__ void count(unsigned long long *hits, unsigned long long samples, unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, pairs = PAIRS, mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += threads)
        mine += HITS;
    ADD;
}

void LAUNCHER(unsigned long long *d_hits, unsigned long long samples, unsigned long long seed)
{
    SET_TO_0;
    count<<<1024, 256>>>(d_hits, samples, seed);
}
