/* What a generator gives after curand_init with these seeds, subsequences and offsets, for
 * shell/libraries.bats, which compares it with nvcc's: numbers that must be the same after "=",
 * those by log, exp and sine after "~". */
#include <curand_kernel.h>
#include <stdio.h>

struct drawn {
    unsigned bits[5], poisson[3], after_jump;
    float uniform, normal[6];
    double uniform_double, normal_double[5];
};

template <class State>
__global__ void draw(drawn *all, unsigned long long seed, unsigned long long subsequence,
                     unsigned long long offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    drawn &d = all[i];
    State s;
    curand_init(seed, subsequence + i, offset, &s);
    for (unsigned &bits : d.bits)
        bits = curand(&s);
    d.uniform = curand_uniform(&s);
    d.normal[0] = curand_normal(&s); /* curand_normal2 leaves the second one of the pair alone */
    float2 pair = curand_normal2(&s);
    d.normal[1] = pair.x;
    d.normal[2] = pair.y;
    d.normal[3] = curand_normal(&s);
    d.normal[4] = curand_log_normal(&s, 0.5f, 0.25f);
    d.normal[5] = curand_log_normal(&s, 0.5f, 0.25f);
    d.uniform_double = curand_uniform_double(&s);
    d.normal_double[0] = curand_normal_double(&s);
    double2 doubles = curand_normal2_double(&s);
    d.normal_double[1] = doubles.x;
    d.normal_double[2] = doubles.y;
    d.normal_double[3] = curand_normal_double(&s);
    d.normal_double[4] = curand_log_normal_double(&s, 0.1, 0.2);
    d.poisson[0] = curand_poisson(&s, 3.5);
    d.poisson[1] = curand_poisson(&s, 50);
    d.poisson[2] = curand_poisson(&s, 9999);
    skipahead(12345678901ull, &s);
    skipahead_sequence(77, &s);
    d.after_jump = curand(&s);
}

template <class State>
void print(unsigned long long seed, unsigned long long subsequence, unsigned long long offset)
{
    const int n = 64;
    drawn *all;
    cudaMallocManaged(&all, n * sizeof *all);
    draw<State><<<2, n / 2>>>(all, seed, subsequence, offset);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess)
        printf("= %s\n", cudaGetErrorString(error));
    for (int i = 0; i < n; i++) {
        const drawn &d = all[i];
        printf("=");
        for (unsigned bits : d.bits)
            printf(" %u", bits);
        printf(" %u %a %a\n~", d.after_jump, d.uniform, d.uniform_double);
        for (float x : d.normal)
            printf(" %.9g", x);
        for (double x : d.normal_double)
            printf(" %.17g", x);
        for (unsigned k : d.poisson)
            printf(" %u", k);
        printf("\n");
    }
    cudaFree(all);
}

int main(void)
{
    const unsigned long long seeds[][3] = {
        /* and subsequence, offset */
        { 1234, 0, 0 },
        { 1, 100000, 3 },
        { 0xdeadbeefcafe0000, 0x123456789abcdef, 0xfedcba987654321f },
        { 99, 0xffffffffffffffe0, 0xfffffffffffffffb }
    };
    printf("= %zu %zu\n", sizeof(curandState), sizeof(curandStatePhilox4_32_10_t));
    for (auto &s : seeds) {
        print<curandState>(s[0], s[1], s[2]);
        print<curandStatePhilox4_32_10_t>(s[0], s[1], s[2]);
    }
    return 0;
}
