// Every atomic on every type that CUDA has it for, on global and shared memory, from many blocks;
// what they return; _block and _system forms; compare-and-swap loops of one's own.
#include <cstdio>
#include <cstdlib>
#include <climits>
#include <cfloat>
#include <algorithm>
#include <vector>

typedef unsigned long long ull;
static int bad = 0;
template <class A, class B> void expect(const char *what, A got, B want)
{
    if (got != want) { fprintf(stderr, "%s: %.17g, expected %.17g\n", what, (double)got, (double)want); bad++; }
}

__device__ float atomicMaxFloat(float *address, float val)
{
    int *address_as_i = (int *)address;
    int old = *address_as_i, assumed;
    do {
        assumed = old;
        old = ::atomicCAS(address_as_i, assumed, __float_as_int(::fmaxf(val, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}

__device__ double atomicMulDouble(double *address, double val)
{
    ull *p = (ull *)address, old = *p, assumed;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, __double_as_longlong(val * __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

struct Result {
    int add, sub, mn, mx, and_, or_, xor_; unsigned uadd, usub, umin_, umax_, inc, dec, uand, uor, uxor;
    ull lladd, llmin, llmax, lland, llor, llxor; long long smin, smax; float fadd, fmx; double dadd, dmul;
};

__global__ void everything(Result *r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&r->add, i);                 atomicSub(&r->sub, 2);
    atomicMin(&r->mn, -i);                 atomicMax(&r->mx, i);
    atomicAnd(&r->and_, ~(1 << (i % 5)));  atomicOr(&r->or_, 1 << (i % 7)); atomicXor(&r->xor_, i);
    atomicAdd(&r->uadd, 3u);               atomicSub(&r->usub, 1u);
    atomicMin(&r->umin_, 5000u - i);       atomicMax(&r->umax_, 3000000000u + i);
    atomicInc(&r->inc, 9u);                atomicDec(&r->dec, 6u);
    atomicAnd(&r->uand, ~(1u << 31));      atomicOr(&r->uor, 1u << 31); atomicXor(&r->uxor, (unsigned)i);
    atomicAdd(&r->lladd, 1ull << 33);      atomicMin(&r->llmin, (1ull << 50) - i);
    atomicMax(&r->llmax, (1ull << 50) + i);
    atomicAnd(&r->lland, ~(1ull << 60));   atomicOr(&r->llor, 1ull << (i % 64)); atomicXor(&r->llxor, (ull)i << 32);
    atomicMin(&r->smin, -(1ll << 40) - i); atomicMax(&r->smax, (1ll << 40) + i);
    atomicAdd(&r->fadd, 0.5f);             atomicAdd(&r->dadd, 0.25);
    atomicMaxFloat(&r->fmx, i * 0.5f);     if (i % 512 == 0) atomicMulDouble(&r->dmul, 2.0);
}

__global__ void tickets(unsigned *seen, int *next, int *exchanged)
{
    __shared__ int s_next;
    __shared__ float s_sum;
    __shared__ double s_dsum;
    __shared__ ull s_max;
    if (threadIdx.x == 0) { s_next = 0; s_sum = 0; s_dsum = 0; s_max = 0; }
    __syncthreads();
    int mine = atomicAdd(next, 1);
    atomicAdd_block(&s_next, 1);
    atomicAdd(&s_sum, 1.0f);
    atomicAdd(&s_dsum, 2.0);
    atomicMax(&s_max, (ull)threadIdx.x);
    atomicAdd_system(&seen[mine], 1u);
    int carried = atomicExch(exchanged, mine);      // a chain: every value is handed on once
    atomicAdd(&seen[gridDim.x * blockDim.x + carried + 1], 1u);
    __syncthreads();
    if (threadIdx.x == 0 && (s_next != blockDim.x || s_sum != blockDim.x || s_dsum != 2.0 * blockDim.x ||
        s_max != blockDim.x - 1))
        seen[0] = 1000;
}

// long enough for many blocks to run at the same time
__global__ void hammer(int *i, float *f, ull *l, int turns)
{
    for (int k = 0; k < turns; k++) {
        atomicAdd(i, 1); atomicAdd(f, 1.0f); atomicMax(l, (ull)(blockIdx.x * turns + k)); atomicSub(i + 1, 2); }
}

__global__ void returns(long long *o)
{
    __shared__ int s; __shared__ unsigned u; __shared__ float f; __shared__ unsigned short h;
    s = 10; u = 3; f = 1.5f; h = 7;
    o[0] = atomicAdd(&s, 5); o[1] = atomicSub(&s, 1); o[2] = atomicMax(&s, 100); o[3] = atomicMin(&s, -3); o[4] = s;
    o[5] = atomicInc(&u, 3); o[6] = u; o[7] = atomicDec(&u, 8); o[8] = u; o[9] = atomicCAS(&s, -3, 4);
    o[10] = atomicCAS(&s, -3, 9); o[11] = s;
    o[12] = atomicExch(&f, 4.5f) * 2; o[13] = f * 2; o[14] = atomicAdd(&f, 1.0f) * 2; o[15] = atomicXor(&s, 6);
    o[16] = s;
    o[17] = atomicCAS(&h, (unsigned short)7, (unsigned short)9); o[18] = h;
}

int main()
{
    const int blocks = 40, threads = 128, n = blocks * threads;
    Result h = {}, *d;
    h.and_ = -1; h.uand = ~0u; h.umin_ = ~0u; h.llmin = ~0ull; h.lland = ~0ull; h.dmul = 1; h.usub = n; h.dec = 3;
    h.mn = INT_MAX; h.mx = INT_MIN;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    everything<<<blocks, threads>>>(d);
    if (cudaError_t e = cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost)) {
        fprintf(stderr, "%s\n", cudaGetErrorString(e)); return 1; }
    int x = 0; ull lx = 0;
    for (int i = 0; i < n; i++) { x ^= i; lx ^= (ull)i << 32; }
    expect("add", h.add, n * (n - 1) / 2);        expect("sub", h.sub, -2 * n);
    expect("min", h.mn, 1 - n);                   expect("max", h.mx, n - 1);
    expect("and", h.and_, ~31);                   expect("or", h.or_, 127);
    expect("xor", h.xor_, x);                     expect("uadd", h.uadd, 3u * n);
    expect("usub", h.usub, 0u);                   expect("umin", h.umin_, 0u);
    expect("umax", h.umax_, 3000000000u + n - 1); expect("inc", h.inc, n % 10u);
    expect("dec", h.dec, (3 + 7u * n - n) % 7u);  expect("uand", h.uand, ~0u >> 1);
    expect("uor", h.uor, 1u << 31);               expect("uxor", h.uxor, (unsigned)x);
    expect("ull add", h.lladd, (ull)n << 33);     expect("ull min", h.llmin, (1ull << 50) - (n - 1));
    expect("ull max", h.llmax, (1ull << 50) + n - 1); expect("ull and", h.lland, ~(1ull << 60));
    expect("ull or", h.llor, ~0ull);              expect("ull xor", h.llxor, lx);
    expect("ll min", h.smin, -(1ll << 40) - n + 1); expect("ll max", h.smax, (1ll << 40) + n - 1);
    expect("float add", h.fadd, n * 0.5f);        expect("float max", h.fmx, (n - 1) * 0.5f);
    expect("double add", h.dadd, n * 0.25);       expect("double mul", h.dmul, 1024.0);
    cudaFree(d);

    unsigned *seen;
    int *next, *exchanged;
    cudaMallocManaged(&seen, (2 * n + 1) * sizeof *seen);
    cudaMallocManaged(&next, sizeof *next);
    cudaMallocManaged(&exchanged, sizeof *exchanged);
    std::fill(seen, seen + 2 * n + 1, 0u);
    *next = 0;
    *exchanged = -1;
    tickets<<<blocks, threads>>>(seen, next, exchanged);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    seen[n + *exchanged + 1]++;
    for (int i = 0; i <= 2 * n; i++) if (seen[i] != 1) {
        fprintf(stderr, "ticket %d: %u times\n", i, seen[i]); return 1; }

    int *hi;
    float *hf;
    ull *hl;
    cudaMallocManaged(&hi, 2 * sizeof *hi);
    cudaMallocManaged(&hf, sizeof *hf);
    cudaMallocManaged(&hl, sizeof *hl);
    hi[0] = hi[1] = 0; *hf = 0; *hl = 0;
    hammer<<<100, 64>>>(hi, hf, hl, 300);
    cudaDeviceSynchronize();
    expect("hammered int", hi[0], 1920000);     expect("hammered float", *hf, 1920000.0f);
    expect("hammered max", *hl, 29999ull);      expect("hammered sub", hi[1], -3840000);
    cudaFree(hi); cudaFree(hf); cudaFree(hl);

    long long *o, want[] = { 10, 15, 14, 100, -3, 3, 0, 0, 8, -3, 4, 4, 3, 9, 9, 4, 2, 7, 9 };
    cudaMallocManaged(&o, sizeof want);
    returns<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 19; i++) if (o[i] != want[i]) {
        fprintf(stderr, "return %d: %lld, not %lld\n", i, o[i], want[i]); bad++; }
    cudaFree(seen); cudaFree(next); cudaFree(exchanged); cudaFree(o);
    return bad || cudaGetLastError();
}
