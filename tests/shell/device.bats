#!/usr/bin/env bats
# What the CPU device does with a program of one's own, each tried by a small one; tests/shell/programs.bats tries
# many more as courses write them.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    in_root
    quick build/quick/rewrite build/quick/cpu_device.a build/quick/precompiled.h.gch
}

# build_here <name>: builds what stands on stdin as $scratch/<name>, from the file <name>.cu.
build_here() {
    cat >"$scratch/$1.cu"
    (cd "$scratch" && CXX=g++ BUILD=$root/build/quick CUCC_IN_MAKE=1 "$root/common/cpu_device/cucc" -O1 "$1.cu" -o "$1")
}

# bats test_tags=slow
@test "programs: a libc that declares all of C23's and TS 18661-4's mathematics collides with nothing" {
    exits 0 env CXX=g++ BUILD=build/quick CUCC_IN_MAKE=1 common/cpu_device/cucc -O0 -Wall -Wextra \
        -isystem tests/future_libc tests/programs/device_math.cu -o "$scratch/math"
    check "nothing is said" [ -z "$out$err" ]
    exits 0 "$scratch/math"
}

# bats test_tags=slow
@test "the CPU device is right where pages are larger than 4 KB" {
    gcc -shared -fPIC -O1 -Wall -Wextra tests/future_libc/large_pages.c -o "$scratch/large_pages.so" -ldl
    exits 0 env LD_PRELOAD="$scratch/large_pages.so" build/quick/tests/unit/test_cpu_device
    check "nothing is asked for by part of a page" [ "$(grep -c "not at a page" <<<"$err")" -eq 0 ]
}

# bats test_tags=slow
@test "where the system promises no more memory than it has, the CPU device and the bug finder take less" {
    gcc -shared -fPIC -O1 -Wall -Wextra tests/future_libc/strict_memory.c -o "$scratch/strict_memory.so" -ldl
    exits 0 env LD_PRELOAD="$scratch/strict_memory.so" build/quick/tests/unit/test_cpu_device
    quick BUILD=build/quick/check CHECK=--check OPTIMISE=-O1 \
        build/quick/check/rewrite build/quick/check/cpu_device.a build/quick/check/precompiled.h.gch
    exits 0 env BUILD=build/quick/check CUCC_IN_MAKE=1 CXX=g++ common/cpu_device/cucc --check -O1 \
        tests/check/bugs/bounds_last_block.cu -o "$scratch/bounds"
    exits 1 env LD_PRELOAD="$scratch/strict_memory.so" "$scratch/bounds"
    check "the bug is found" shows '^out of bounds in global memory'
}

# bats test_tags=slow
@test "programs: nor does one that declares every function that CUDA has beside C" {
    local header=common/cpu_device/include/cuda_runtime.h declared compiler
    # Each by its own declaration, as C's; not __dp4a and kin, which have more than one.
    g++ -E -P -x c++ -std=c++17 $header | tr '\n' ' ' | grep -o 'template <class = void> static inline [^{]*{' |
        sed -E 's/template <class = void> static inline (.*)\{/extern "C" \1 noexcept(true);/' |
        grep -v ' __dp[24]a' | sort -u >"$scratch/all.h"
    declared=$(wc -l <"$scratch/all.h")
    check "120 functions or more, not $declared" [ "$declared" -ge 120 ]
    for compiler in g++ $(command -v clang++ || true); do
        exits 0 "$compiler" -x c++ -std=c++17 -fsyntax-only -include "$scratch/all.h" -include $header - </dev/null
        exits 0 "$compiler" -x c++ -std=c++17 -fsyntax-only -include $header -include "$scratch/all.h" - </dev/null
    done
    # What is no template is an error there: min, which would compete with std::min if it were one.
    echo 'extern "C" int min(int, int) noexcept(true);' >"$scratch/min.h"
    try g++ -x c++ -std=c++17 -fsyntax-only -include $header -include "$scratch/min.h" - </dev/null
    check "the test can fail" [ "$status" -ne 0 ]
}

# bats test_tags=slow
@test "programs: written on Windows, in Latin-1, in a folder with a blank in its name" {
    local name folder="$scratch/my labs"
    mkdir -p "$folder/include"
    for name in macros.cu include/common.h launch_grammar.cu; do
        sed 's/$/\r/; 1s/^/\xef\xbb\xbf/' "tests/programs/$name" >"$folder/$name"
    done
    sed '1s,^,/* matriz r\xe1pida */ ,' tests/programs/names.cu >"$folder/latin 1.cu"
    cp tests/programs/include/kernels*.cuh "$folder/include"
    for name in macros launch_grammar "latin 1"; do
        try env CXX=g++ BUILD="$root/build/quick" CUCC_IN_MAKE=1 common/cpu_device/cucc -O0 "$folder/$name.cu" \
            -o "$folder/$name"
        check "$name builds" [ "$status" -eq 0 ]
        exits 0 "$folder/$name"
    done
}

@test "programs: an illegal launch is an error of CUDA's, and a line says which limit it breaks, once per kernel" {
    build_here limits <<'END'
#include <cstdio>
__global__ void scale(float *p) { p[0] = 2; }
template <class T> __global__ void fill(T *p) { p[0] = 1; }
__global__ void shared(float *p) { extern __shared__ float s[]; s[0] = 1; p[0] = s[0]; }
static void state() { printf("%d\n", (int)cudaGetLastError()); }
int main(int argc, char **) {
    float *d; cudaMalloc(&d, 8);
    for (int i = 0; i < 3; i++) scale<<<argc - 1, 32>>>(d);
    state();
    fill<<<dim3(1, 70000), 32>>>(d); state();
    fill<double><<<1, 2048>>>((double *)d); state();
    fill<int><<<1, dim3(1, 1, 65)>>>((int *)d); state();
    shared<<<1, 32, 50000>>>(d); state();
    return cudaDeviceSynchronize();
}
END
    exits 0 "$scratch/limits"
    check "CUDA's errors" [ "$(xargs <<<"$out")" = "9 9 9 9 1" ]
    check "a line each" [ "$(wc -l <<<"$err")" -eq 5 ]
    local launch='launched at limits.cu:8 as <<<(0,1,1), (32,1,1)>>>'
    check "0 blocks" \
        grep -q "kernel scale, $launch, does not run: 0 blocks in x, must be at least 1\$" <<<"$err"
    check "y" grep -q 'limits.cu:10 as .*: 70000 blocks in y, must be at most 65535$' <<<"$err"
    check "2,048" grep -q 'fill<double>, .*: 2048 threads in a block, must be at most 1024$' <<<"$err"
    check "z" grep -q ': 65 threads of a block in z, must be at most 64$' <<<"$err"
    local most='49152, or 65536 after cudaFuncSetAttribute'
    check "shared" \
        grep -q "50000>>>, .*: 50000 bytes of dynamic shared memory, must be at most $most" <<<"$err"
}

@test "programs: a launch beyond the kernel's __launch_bounds__ is an error, and the line names both numbers" {
    build_here bounds <<'END'
#include <cstdio>
#define MOST 64
__global__ void __launch_bounds__(2 * MOST, 4) before(float *p) { p[0] = 1; }
__launch_bounds__(MOST) __global__ void first(float *p) { p[0] = 2; }
template <int n> __global__ void __launch_bounds__(n) of_template(float *p) { p[0] = n; }
static void state() { printf("%d\n", (int)cudaGetLastError()); }
int main() {
    float *d; cudaMalloc(&d, 8);
    before<<<1, 128>>>(d); state();
    before<<<1, dim3(16, 16)>>>(d); state();
    first<<<1, 65>>>(d); state();
    first<<<1, 64>>>(d); state();
    of_template<32><<<1, 32>>>(d); state();
    cudaFuncAttributes about;
    cudaFuncGetAttributes(&about, before);
    printf("%d\n", about.maxThreadsPerBlock);
    return cudaDeviceSynchronize();
}
END
    exits 0 "$scratch/bounds"
    check "CUDA's errors" [ "$(xargs <<<"$out")" = "0 701 701 0 0 128" ]
    check "a line each" [ "$(wc -l <<<"$err")" -eq 2 ]
    local most='must be at most 128, as its __launch_bounds__ say'
    check "256" grep -q \
        "kernel before, .* bounds.cu:10 as .*, does not run: 256 threads in a block of this kernel, $most\$" <<<"$err"
    check "65" grep -q 'kernel first, .*: 65 threads in a block of this kernel, must be at most 64' <<<"$err"
}

@test "programs: a misaligned float4 is CUDA's error for it" {
    [ "$(uname -m)" = x86_64 ] || skip "only x86-64 tells it from other bad addresses"
    build_here misaligned <<'END'
#include <cstdio>
__global__ void load(float4 *to, const float *from) { *to = *(const float4 *)(from + 1); }
int main() {
    float *d; cudaMalloc(&d, 64); cudaMemset(d, 0, 64);
    load<<<1, 1>>>((float4 *)d + 2, d);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
END
    try "$scratch/misaligned"
    check "its number" [ "$out" = 716 ]
    check "and a line" grep -q 'misaligned' <<<"$err"
}

@test "programs: of a copy that failed the argument is named that is wrong" {
    build_here which <<'END'
__device__ int symbol[4];
int main(int argc, char **) {
    int h[4], *d, *none = nullptr;
    cudaMalloc(&d, 16);
    switch (argc) {
    case 1: cudaMemcpy(h, d, 16, cudaMemcpyHostToDevice); break;
    case 2: cudaMemcpy(d, h, 16, cudaMemcpyDeviceToDevice); break;
    case 3: cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice); break;
    case 4: cudaMemcpy(h, none, 16, cudaMemcpyDeviceToHost); break;
    case 5: cudaMemset(h, 0, 16); break;
    case 6: cudaFree(d), cudaMemset(d, 0, 16); break;
    case 7: if (cudaMemcpy(h, d, 16, cudaMemcpyHostToDevice) != cudaSuccess && cudaGetLastError() != cudaSuccess)
                cudaMemcpy(h, d, 16, (cudaMemcpyKind)9);
            break;
    case 8: cudaMemcpyToSymbol(symbol, h, 16, 8);
    }
}
END
    local arguments=''
    while read -r words; do
        # shellcheck disable=SC2086 # words
        exits 0 "$scratch/which" $arguments
        check "$words" contains "$err" ": $words; the program did not look at its result"
        arguments+=' x'
    done <<'END'
invalid argument: the target is memory of the host, and cudaMemcpyHostToDevice says: of the device
invalid argument: the source is memory of the host, and cudaMemcpyDeviceToDevice says: of the device
invalid argument: 64 bytes are more than the target has
invalid argument: the source is a null pointer
invalid argument: the target is memory of the host: memset() sets that
invalid argument: the target has been freed already
invalid copy direction for memcpy
invalid argument: 24 bytes are more than the target has
END
}

@test "programs: a failed call that nobody looks at is told once at the end" {
    build_here unlooked <<'END'
#include <cstdio>
int main(int argc, char **) {
    int h = 3, *d; cudaMalloc(&d, 4); cudaFree(&h), cudaMemcpy(&h, d, 4, cudaMemcpyHostToDevice);
    if (argc > 1)
        cudaMemset(&h, 0, 4);
    for (int can; argc > 2 && argc < 4; argc = 9) cudaDeviceCanAccessPeer(&can, 0, 1);
    if (argc == 2) printf("%d\n", (int)cudaGetLastError());
    if (argc == 9) { (void)cudaGetLastError(); (void)cudaMemset(&h, 0, 4); cudaDeviceEnablePeerAccess(1, 0); }
    return 0;
}
END
    exits 0 "$scratch/unlooked"
    check "one line" one_line "$err"
    check "which call" contains "$err" "unlooked.cu:3: cudaFree failed: invalid argument: "
    check "and why" contains "$err" "invalid argument: it is no memory that CUDA has given; "
    check "how many more" contains "$err" "; so did 1 more"
    try "$scratch/unlooked" 2
    check "it asked" [ "$status$out$err" = 01 ]
    try "$scratch/unlooked" 2 3
    check "on purpose" [ "$status$out$err" = 0 ]
}

@test "programs: __shared__ variables count when a launch asks for dynamic shared memory" {
    build_here both <<'END'
#include <cstdio>
__global__ void both(float *p) {
    __shared__ float a[1000];
    { __shared__ double b[4000]; b[0] = 1; p[1] = b[0]; }
    extern __shared__ float s[];
    a[0] = s[0] = 1; p[0] = a[0] + s[0];
}
__global__ void fixed(float *p) { __shared__ char a[48 * 1024]; a[0] = 1; p[2] = a[0]; }
static void state(cudaError_t error) { printf("%d\n", (int)error); }
int main() {
    float *d; cudaMalloc(&d, 12);
    fixed<<<1, 1>>>(d); state(cudaGetLastError());
    both<<<1, 1, 49152 - 36000>>>(d); state(cudaGetLastError());
    both<<<1, 1, 49152 - 36000 + 1>>>(d); state(cudaGetLastError());
    state(cudaFuncSetAttribute(both, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536 - 36000 + 1));
    cudaGetLastError();
    state(cudaFuncSetAttribute(both, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536 - 36000));
    both<<<1, 1, 65536 - 36000>>>(d); state(cudaGetLastError());
    void *args[] = { &d };
    state(cudaLaunchKernel(both, dim3(1), dim3(1), args, 65536 - 36000 + 1));
    return cudaDeviceSynchronize();
}
END
    exits 0 "$scratch/both"
    check "CUDA's errors" [ "$(xargs <<<"$out")" = "0 0 1 1 0 0 1" ]
    local taken='because __shared__ variables take 36000'
    check "the usual limit" grep -q "both, launched at both.cu:14 .*: 13153 bytes of dynamic shared memory, \
must be at most 13152, $taken, or 29536 after cudaFuncSetAttribute" <<<"$err"
    check "with the attribute" grep -q "both, launched at both.cu:20 .*: 29537 bytes of dynamic shared memory, \
must be at most 29536, $taken\$" <<<"$err"
}

# bats test_tags=slow
@test "programs: a kernel that does not end is named, with its launch, at growing intervals" {
    build_here hang <<'END'
__global__ void quick(int *p) { *p = 1; }
template <int N> __global__ void hang(volatile int *p) { while (p[threadIdx.x] < N) ; }
int main() {
    int *d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4);
    quick<<<1, 1>>>(d);
    hang<4><<<dim3(3, 2), 1, 8>>>(d);
    return cudaDeviceSynchronize();
}
END
    exits 124 timeout 5 env CPU_DEVICE_PATIENCE=0.2 "$scratch/hang" # not ended by itself
    local launch='launched at hang.cu:6 as <<<(3,2,1), (1,1,1), 8>>>'
    check "its launch" grep -q "kernel hang<4>, $launch, has run for 0.2 s, [0-6] of 6 blocks are done" \
        <<<"$err"
    check "again" grep -q 'has run for 0.6 s' <<<"$err"
    check "again" grep -q 'has run for 1.8 s' <<<"$err"
    check "and no other kernel" \
        [ "$(grep -c 'has run for' <<<"$err")" -eq "$(grep -c 'kernel hang<4>.* has run for' <<<"$err")" ]
}

# said_once <program> <words>: it says them once; then it is ended, which nothing else does.
said_once() {
    local program
    CPU_DEVICE_PATIENCE=0.2 "$scratch/$1" >"$scratch/said" 2>&1 3>&- &
    program=$!
    until grep -q "$2" "$scratch/said" || ! kill -0 $program; do sleep 0.1; done
    sleep 1
    kill $program
    wait $program || true
    [ "$(grep -c 'every block' "$scratch/said")" -eq 1 ]
}

# bats test_tags=slow
@test "programs: a kernel whose blocks all wait for a later block or another stream is told so, with its line" {
    build_here barrier <<'END'
__device__ int arrived;
__global__ void all() {
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) ;
    }
    __syncthreads();
}
int main() { all<<<400, 32>>>(); return cudaDeviceSynchronize(); }
END
    said_once barrier \
        'kernel all, launched at barrier.cu:9 .*: every block that has begun waits at barrier.cu:5, and none can end'
    build_here flag <<'END'
__global__ void waits(volatile int *flag) { while (*flag == 0) {} }
__global__ void raises(volatile int *flag) { *flag = 1; }
int main() {
    int *d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4);
    cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);
    waits<<<1, 1, 0, s>>>(d);
    raises<<<1, 1, 0, t>>>(d);
    return cudaDeviceSynchronize();
}
END
    said_once flag \
        'kernel waits, launched at flag.cu:6 .*: every block that has begun waits at flag.cu:1, and none can end'
    build_here busy <<'END'
__device__ int done;
__global__ void busy(int *p) {
    if (blockIdx.x == 0) {
        for (int i = 0; i < 300000000; i++) p[i % 2] = p[0] * 3 + i;
        __threadfence();
        atomicExch(&done, 1);
    } else
        while (atomicAdd(&done, 0) == 0) ;
}
int main() { int *d; cudaMalloc(&d, 8); busy<<<8, 1>>>(d); return cudaDeviceSynchronize(); }
END
    exits 0 env CPU_DEVICE_PATIENCE=0.1 "$scratch/busy" # it ends
    check "a block that computes does not wait" [ "$(grep -c 'every block' <<<"$err")" -eq 0 ]
}

@test "programs: printf in a kernel has a buffer of 1 MiB, and says at the next synchronisation what found no room" {
    build_here lines <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void lines(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) printf(i & 1 ? "line %d\n" : "a line\n", i);
}
__global__ void fixed() { printf("fixed line\n"); printf("%c", '.'); printf("\n"); }
int main(int argc, char **argv) {
    if (argc > 2) cudaDeviceSetLimit(cudaLimitPrintfFifoSize, atoi(argv[2]));
    size_t bytes; cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize);
    lines<<<2000, 256>>>(atoi(argv[1]));
    cudaDeviceSynchronize();
    fprintf(stderr, "%zu\n", bytes);
    fixed<<<1, 3>>>();
    for (int i = 0; i < 300000; i++) puts("host");
    return cudaDeviceSynchronize();
}
END
    try "$scratch/lines" 50000
    check "all" [ "$(grep -c line <<<"$out")" -eq 50003 ]
    check "and no word about it" [ "$err" = 1048576 ]
    try "$scratch/lines" 500000
    check "1 MiB of it" [ "$(grep line <<<"$out" | wc -c)" -gt 1040000 ]
    check "and no more" [ "$(grep line <<<"$out" | wc -c)" -le $((1048576 + 36)) ]
    check "the host has no limit" [ "$(grep -c host <<<"$out")" -eq 300000 ]
    local full='the buffer of 1048576 bytes was full; cudaDeviceSetLimit'
    check "said once, how to have more, at the synchronisation" \
        grep -q -E "^CPU device: [0-9]{6} calls of printf in kernels printed nothing: $full" <<<"$err"
    check "before the next line" [ "$(tail -n 1 <<<"$err")" = 1048576 ]
    try "$scratch/lines" 500000 16000000
    check "all of it" [ "$(grep -c line <<<"$out")" -eq 500003 ]
    check "the limit that was set" [ "$err" = 16000000 ]
}

@test "programs: a pageable host pointer among a kernel's arguments is named once; all other pointers are right" {
    build_here pointers <<'END'
#include <cstdlib>
struct pair { int *a, *b; };
__managed__ int cell[4];
__device__ int variable;
__global__ void right(int *p, const void *q, int (*f)(int), pair r, const int *const s) { if (p == q) *p = *s; }
__global__ void wrong(int n, const int *p, const float *q) { if (n > 1) *(int *)p = (int)*q; }
__global__ void refers(const int &n, pair &r) { if (n < 0) r.a = r.b; }
template <class T> __global__ void nameless(T (*)(T), T q[], T * = nullptr) { if (!q) *q = 1; }
template <class T> __global__ void also_wrong(const T *text) { if (!text) *(int *)text = 0; }
int main(int argc, char **) {
    int *d, *m, *pinned, *host = (int *)malloc(400), *v;
    cudaMalloc(&d, 400); cudaMallocManaged(&m, 400); cudaMallocHost(&pinned, 400);
    cudaGetSymbolAddress((void **)&v, variable);
    int *registered = (int *)malloc(400); cudaHostRegister(registered, 400, 0);
    int *fine[] = { d, d + 100, d - 1, m, m + 100, m - 1, pinned, pinned + 100, registered + 99, cell, cell + 1,
        v, nullptr };
    for (int *p : fine) right<<<1, 1>>>(p, d, abs, pair{ d, host }, p);
    for (int i = 0; i < 3; i++) wrong<<<1, 1>>>(1, d, (float *)host);
    wrong<<<1, 1>>>(1, host, nullptr);
    also_wrong<<<1, 1>>>("text");
    refers<<<1, 1>>>(*m, *(pair *)d);
    refers<<<1, 1>>>(argc, *(pair *)d);
    nameless<int><<<1, 1>>>(nullptr, d, host);
    return cudaDeviceSynchronize();
}
END
    exits 0 "$scratch/pointers"
    check "four lines" [ "$(wc -l <<<"$err")" -eq 4 ]
    check "no name" grep -q 'kernel nameless<int>, launched at .*: parameter 3 points' <<<"$err"
    local points='points to pageable host memory (0x[0-9a-f]*), .*cudaMalloc'
    check "which parameter" \
        grep -q "kernel wrong, launched at pointers.cu:18 as .*: parameter 3, q, $points" <<<"$err"
    check "of a template" \
        grep -q 'kernel also_wrong, launched at pointers.cu:20 .*: parameter 1, text, points' <<<"$err"
    check "a reference" \
        grep -q 'kernel refers, launched at pointers.cu:22 .*: parameter 1, n, is a reference to pageable host memory' \
            <<<"$err"
}

@test "programs: a pageable host pointer in an object or a lambda that a kernel gets is named once" {
    build_here holders <<'END'
#include <cstdlib>
#include <sys/mman.h>
struct two { int *host, *device; }; struct one { double before; int *p; }; struct sizes { int rows, columns; };
struct texts { const char *name; long n, pointer_like; double x; dim3 size; int *null; };
template <class T> __global__ void take(T) {}
template <class F> __global__ void call(F f) { f(); }
__global__ void pairs(two) {}
__global__ void ones(one) {}
int main() {
    int *d, *m, *host = (int *)malloc(400), *shared; cudaMalloc(&d, 400); cudaMallocManaged(&m, 400);
    cudaMallocHost(&shared, 400);
    *m = mmap((void *)0x1000000000, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
    take<<<1, 1>>>(sizes{ 16, 16 });
    pairs<<<1, 1>>>({ host, d }); pairs<<<1, 1>>>({ shared, m + 100 });
    take<<<1, 1>>>(texts{ "text", 7, 0x7fffffffffff, 1e300, 1, nullptr });
    call<<<1, 1>>>([=] __device__() { d[0] = shared[0] + m[0]; });
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) ones<<<1, 1>>>({ 1, host });
    pairs<<<1, 1>>>({ host, host });
    auto both = [=] __device__() { m[0] = *host; };
    call<<<1, 1>>>(both);
    cudaDeviceSynchronize();
    return 0;
}
END
    exits 0 "$scratch/holders"
    check "three lines" [ "$(wc -l <<<"$err")" -eq 3 ]
    check "an object" grep -q 'kernel ones, .*:18 .*: parameter 1 holds a pointer to pageable host memory (0x' <<<"$err"
    check "none of it is of the device" grep -q 'kernel pairs, .*:19 ' <<<"$err"
    check "a lambda uses all" grep -q 'kernel call, .*:21 .*: parameter 1, f, holds' <<<"$err"
    build_here holder_this <<'END'
template <class F> __global__ void call(F f) { f(); }
struct scaler { int by; void run(int *d) { call<<<1, 1>>>([=] __device__() { d[0] *= by; }); } };
int main() {
    int *m; cudaMallocManaged(&m, 4); *m = 2;
    scaler s{ 3 };
    s.run(m);
    return cudaDeviceSynchronize() != cudaSuccess || *m != 6;
}
END
    exits 0 "$scratch/holder_this"
    check "this is the host's" grep -q ':2 .*parameter 1.* holds a pointer to pageable host memory' <<<"$err"
}

@test "programs: a shuffle that asks for a lane outside of its mask, or that has returned, is named once" {
    build_here lanes <<'END'
__global__ void outside(int *p) { if (threadIdx.x < 16) p[threadIdx.x] = __shfl_sync(0xffff, 1, 20); }
__global__ void returned(int *p) {
    if (threadIdx.x > 7) return;
    p[threadIdx.x] = __shfl_down_sync(~0u, 1, 4);
}
__global__ void short_block(int *p) { *p = __shfl_xor_sync(~0u, 1, 16); }
__global__ void right(int *p) {
    int v = __shfl_up_sync(~0u, 1, 1) + __shfl_sync(~0u, 1, 33) + __shfl_xor_sync(~0u, 1, 16);
    if (threadIdx.x < 16)
        for (int by = 8; by; by /= 2)
            v += __shfl_down_sync(0xffff, v, by);
    p[threadIdx.x] = v;
}
int main() {
    int *d; cudaMalloc(&d, 400);
    right<<<1, 32>>>(d); cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) { outside<<<2, 32>>>(d); returned<<<2, 32>>>(d); short_block<<<1, 16>>>(d); }
    return cudaDeviceSynchronize();
}
END
    exits 0 "$scratch/lanes"
    check "three lines" [ "$(wc -l <<<"$err")" -eq 3 ]
    check "outside" \
        grep -q 'lanes.cu:1: lane 0 asks for the value of lane 20, which is not in the mask: .* is undefined$' <<<"$err"
    check "returned" grep -q 'lanes.cu:4: lane 4 asks for the value of lane 8, which has returned' <<<"$err"
    check "short" grep -q 'lanes.cu:6: lane 0 asks for the value of lane 16, which the block does not have' <<<"$err"
}

# bats test_tags=slow
@test "make run: builds, passes the arguments on, and has the program's status" {
    printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' \
        '__global__ void k(int *p, int v) { *p = v; }' \
        'int main(int argc, char **argv) { int *d, h = 0; cudaMalloc(&d, 4);' \
        'k<<<1, 1>>>(d, argc > 1 ? atoi(argv[1]) : 3); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);' \
        'printf("%d %d\n", argc, h); if (h == 9) abort(); return h; }' >"$scratch/my.cu"
    exits 0 quick run FILE="$scratch/my.cu" ARGS="0 two"
    check "what it printed" shows '^3 0$'
    try quick run FILE="$scratch/my.cu"
    check "fails as the program does" [ "$status" -ne 0 ]
    check "what it printed" shows '^1 3$'
    try quick run FILE="$scratch/my.cu" ARGS=9
    check "fails when the program crashes" [ "$status" -ne 0 ]
    sed -i 's/^k<<</q<<</' "$scratch/my.cu"
    try quick run FILE="$scratch/my.cu"
    check "fails when it does not build" [ "$status" -ne 0 ]
    check "names the line" grep -q "my.cu:5:" <<<"$err"
    check "does not run what was built before" shows_no '^1 3$'
}

# Each thread looks at the place of its copy at five times; a second block, whether anything is left of the first.
@test "programs: a copy of <cuda_pipeline.h> arrives when its thread waits for its group, not before, and not later" {
    build_here late <<'END'
#include <cstdio>
#include <cuda_pipeline.h>
__global__ void look(int *seen, const int *in) {
    __shared__ int first, second, third;
    first = second = third = -1;
    __pipeline_memcpy_async(&first, &in[0], 4);
    if (blockIdx.x == 0) __pipeline_commit();
    __pipeline_memcpy_async(&second, &in[1], 4);
    if (blockIdx.x == 0) __pipeline_commit();
    __pipeline_memcpy_async(&third, &in[2], 4);
    for (int wait = 3; wait >= 0; wait--, seen += 3) {
        if (wait < 3) __pipeline_wait_prior(wait);
        seen[0] = first, seen[1] = second, seen[2] = third;
    }
}
int main() {
    int x[12] = { 7, 8, 9 }, *d;
    cudaMalloc(&d, 64 + sizeof x); cudaMemcpy(d, x, 12, cudaMemcpyHostToDevice);
    for (int blocks = 1; blocks < 3; blocks++) {
        look<<<blocks, 1>>>(d + 16, d);
        cudaMemcpy(x, d + 16, sizeof x, cudaMemcpyDeviceToHost);
        for (int i : x) printf("%d ", i);
    }
    return 0;
}
END
    try env OMP_NUM_THREADS=1 "$scratch/late"
    check "group by group; in block 1, without commits, never" \
        [ "$(xargs <<<"$out")" = "-1 -1 -1 -1 -1 -1 7 -1 -1 7 8 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1" ]
}

@test "programs: a copy of <cuda_pipeline.h> that a GPU would refuse ends the kernel with a line that says why" {
    build_here refused <<'END'
#include <cstdio>
#include <cstdlib>
#include <cuda_pipeline.h>
__global__ void copy(char *out, const char *in, int to, int from, int size, int zeroes) {
    __shared__ __align__(16) char tile[64];
    char own[16] = { 0 };
    __pipeline_memcpy_async(to < 0 ? out : tile + to, from == -1 ? tile : from == -2 ? own : in + from, size, zeroes);
}
int main(int, char **a) {
    char *d; cudaMalloc(&d, 128);
    copy<<<1, 1>>>(d, d, atoi(a[1]), atoi(a[2]), atoi(a[3]), atoi(a[4]));
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
END
    refused() { # <error> <words> <to> <from> <size> <zeroes>
        try "$scratch/refused" "${@:3}"
        check "$2: error $1" [ "$out" = "$1" ]
        check "$2: a line" grep -q "__pipeline_memcpy_async: $2" <<<"$err"
    }
    refused 719 'a size of 12 bytes: it can be 4, 8 or 16$' 0 0 12 0
    refused 719 'zfill is 5: at most the size, 4$' 0 0 4 5
    refused 700 'the destination is not in shared memory$' -1 0 4 0
    refused 700 'the source is not in global memory$' 16 -1 4 0
    refused 700 'the source is not in global memory$' 16 -2 4 0
    refused 716 'misaligned address$' 4 0 8 0
    refused 716 'misaligned address$' 0 8 16 0
    try "$scratch/refused" 0 -1 4 4
    check "zeroes have no source" [ "$out$err" = 0 ]
}
