#!/usr/bin/env bats
# The CPU device is no kinder than a GPU: what ends there ends in `make run`, in words that say what, where
# and what to do instead.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load helpers

# runs <<END: makes and runs a program whose text stands on stdin; a kernel fill(p) is there already.
runs() {
    {
        echo '#include <cstdio>'
        echo '#include <cstring>'
        echo '__global__ void fill(int *p) { for (int i = 0; i < 1000; i++) p[threadIdx.x] += i; }'
        cat
    } >"$scratch/my.cu"
    built rewrite cpu_device.a
    try env CXX=g++ BUILD="$root/build/quick" CUCC_IN_MAKE=1 common/cpu_device/cucc -O1 -g "$scratch/my.cu" \
        -o "$scratch/my"
    [ "$status" -ne 0 ] || { words=$err && try "$scratch/my" && err=$words$err; }
}

# ends_at <line> <words>: with a segmentation fault, and says that the host was there.
ends_at() {
    check "it ends" [ "$status" -ne 0 ]
    check "what" contains "$err" "$2"
    check "where" contains "$err" "my.cu:$1: the host touched"
    check "why" contains "$err" 'on a GPU the program ends here with a segmentation fault'
}

@test "the host fills fresh memory of cudaMalloc" {
    runs <<'END'
int main() {
    int *d;
    cudaMalloc(&d, 4);
    *d = 5;
    fill<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}
END
    ends_at 7 'byte 0 of a cudaMalloc'
}

@test "the host touches memory of cudaMalloc while a kernel may be running" {
    runs <<'END'
int main() {
    int *d;
    cudaMalloc(&d, 1 << 20);
    cudaMemset(d, 0, 1 << 20);
    fill<<<1, 256>>>(d);
    memset(d + 1, 0, 64);
    cudaDeviceSynchronize();
}
END
    # Without protection keys the memory is also open to the host once the kernel has begun: half of the times.
    local again
    for again in {1..30}; do
        if [ "$status" -ne 0 ] || grep -q -w ospke /proc/cpuinfo; then break; fi
        check "never a word and no end" [ -z "$err" ]
        try "$scratch/my"
    done
    ends_at 9 'byte 4 of a cudaMalloc'
}

@test "a call is to store its result in device memory" {
    runs <<'END'
int main() {
    int **rows;
    cudaMalloc(&rows, 4 * sizeof *rows);
    for (int i = 0; i < 4; i++)
        cudaMalloc(&rows[i], 64);
}
END
    ends_at 8 'byte 0 of a cudaMalloc'
}

# bats test_tags=slow
@test "the host reads managed, pinned and device memory that it has freed" {
    local call free
    for call in cudaMallocManaged:cudaFree cudaMallocHost:cudaFreeHost cudaMalloc:cudaFree; do
        free=${call#*:} call=${call%:*}
        runs <<END
int main() {
    int *p;
    $call(&p, 1024);
    cudaMemset(p, 0, 1024);
    fill<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    $free(p);
    return p[1] > 1;
}
END
        ends_at 11 'that has been freed'
        check "by which line" contains "$err" 'my.cu:10:'
    done
}

# bats test_tags=slow
@test "the host gives memory of cudaMalloc back with free()" {
    local frees
    for frees in 'free(d)' 'd = (int *)realloc(d, 400)'; do
        runs <<END
#include <cstdlib>
int main() {
    int *d;
    cudaMalloc(&d, 4000);
    cudaMemset(d, 0, 4000);
    fill<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    $frees;
}
END
        check "$frees: it ends" [ "$status" -ne 0 ]
        check "$frees: where" contains "$err" 'my.cu:11: the host touched 0x'
        check "$frees: what instead" contains "$err" 'as free() does: what cudaMalloc gave goes back with cudaFree'
    done
}

# bats test_tags=slow
@test "a kernel gets memory that has been freed: said once, with the line of the free; not of a new array there" {
    local call again
    for call in cudaMalloc cudaMallocManaged; do
        for again in '' "$call(&p, 4096);"; do
            runs <<END
__global__ void refers(const int &n, int *q) { if (q) *q = n; }
__global__ void until(int *q, int *end) { if (q < end) *q = 1; }
int main() {
    int *p, *held;
    cudaMalloc(&held, 4096);
    for (int i = 0; i < 2; i++) {
        $call(&p, 4096);
        fill<<<1, 32>>>(p);
        fill<<<1, 32>>>(p + 992 * i);
        cudaFree(p);
    }
    $again
    until<<<1, 1>>>(held, held + 1024);
    for (int i = 0; i < 2 && !getenv("REFERS"); i++) fill<<<1, 32>>>(p);
    if (getenv("REFERS")) refers<<<1, 1>>>(p[1], held);
    cudaDeviceSynchronize();
}
END
            if [ "$again" ]; then
                check "nothing of an array" [ "$status:$err" = 0: ]
                continue
            fi
            check "once a kernel" [ "$(grep -c 'memory that has been freed' <<<"$err")" -eq 1 ]
            local freed='points to memory that has been freed by .*my.cu:13: a GPU'
            check "what and where" grep -q "kernel fill, launched at .*my.cu:17 as .*: parameter 1.* $freed" <<<"$err"
            try env REFERS=1 "$scratch/my" # by itself: after a fault no launch is looked at any more
            check "a reference" \
                grep -q \
                    'kernel refers, .*: parameter 1, n, is a reference to memory that has been freed by .*my.cu:13: ' \
                    <<<"$err"
            check "no other reason" lacks "$err" pageable
        done
    done
}

# bats test_tags=slow
@test "a thread of the host, and a function in a stream, have no more rights" {
    runs <<'END'
#include <thread>
int main() {
    int *d;
    cudaMalloc(&d, 1024);
    std::thread t([=] { fill<<<1, 32>>>(d); cudaDeviceSynchronize(); d[3] = 1; });
    t.join();
}
END
    ends_at 8 'byte 12 of a cudaMalloc'
    runs <<'END'
void touch(void *p) { *(int *)p = 1; }
int main() {
    int *d;
    cudaMalloc(&d, 1024);
    fill<<<1, 32>>>(d);
    cudaLaunchHostFunc(0, touch, d);
    cudaDeviceSynchronize();
}
END
    ends_at 4 'byte 0 of a cudaMalloc'
}

# bats test_tags=slow
@test "a variable of the device as a kernel's argument, by name, by pointer, in a struct" {
    local way
    for way in 'fill<<<1, 4>>>(w)' 'int *q = w; fill<<<1, 4>>>(q)' 'fill<<<1, 1>>>(&one)' \
        'view v = { w + 1 }; by_view<<<1, 1>>>(v)'; do
        runs <<END
__device__ int w[4], one;
struct view { int *p; };
__global__ void by_view(view v) { *v.p = 1; }
int main() {
    $way;
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
END
        check "$way: it ends" contains "$out" 'an illegal memory access'
        check "$way: why" contains "$err" 'as host code knows it, which is none of the device'
        check "$way: what instead" contains "$err" 'cudaGetSymbolAddress'
    done
}

# bats test_tags=slow
@test "a __device__ function by the host's address, plain, in an array, in memory" {
    local way
    for way in 'op f = add; apply<<<1, 1>>>(f, d)' 'op all[] = { other, add }; apply<<<1, 1>>>(all[1], d)' \
        'op f = &add, *p; cudaMallocManaged(&p, 8); *p = f; by_memory<<<1, 1>>>(p, d)'; do
        runs <<END
typedef int (*op)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int other(int a, int b) { return a - b; }
__global__ void apply(op f, int *r) { *r = f(3, 4); }
__global__ void by_memory(op *f, int *r) { *r = (*f)(3, 4); }
int main() {
    int *d;
    cudaMalloc(&d, 4);
    $way;
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
END
        check "$way: it ends" contains "$out" 'an illegal memory access'
        check "$way: why" contains "$err" 'calls add by the address that host code has taken of it'
    done
}

# bats test_tags=slow
@test "a function that the host has as well, or alone, as a kernel's argument" {
    local way
    for way in 'apply<<<1, 1>>>(both, d)' 'any<<<1, 1>>>(both, d)' 'apply<<<dim3(1), 1>>>(hosts, d)'; do
        runs <<END
typedef int (*op)(int, int);
__host__ __device__ int both(int a, int b) { return a + b; }
int hosts(int a, int b) { return a - b; }
__global__ void apply(op f, int *r) { *r = f(3, 4); }
template <class F> __global__ void any(F f, int *r) { *r = f(3, 4); }
int main() {
    int *d;
    cudaMalloc(&d, 4);
    $way;
    printf("%s %d\n", cudaGetErrorString(cudaDeviceSynchronize()), both(1, 2) + hosts(2, 1));
}
END
        check "$way: it ends" contains "$out" 'an illegal memory access was encountered 4'
        check "$way: why" grep -q -E 'calls (both|hosts) by the address that host code has taken of it' <<<"$err"
    done
}

# bats test_tags=slow
@test "a virtual call on an object that the host has made and copied" {
    local way
    for way in 'cudaMemcpy((void *)d, (void *)&h, sizeof h, cudaMemcpyHostToDevice); ask<<<1, 1>>>(d, r)' \
        'shape *all; cudaMalloc(&all, 2 * sizeof h); copy(all + 1, &h); ask<<<1, 1>>>(all + 1, r)'; do
        runs <<END
struct shape {
    float a;
    __host__ __device__ virtual float area() const { return a; }
};
__global__ void ask(shape *s, float *r) { *r = s->area(); }
void copy(shape *to, shape *from) { cudaMemcpy((void *)to, (void *)from, sizeof *to, cudaMemcpyDefault); }
int main() {
    shape h, *d;
    float *r;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&r, 4);
    $way;
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
END
        check "it ends" contains "$out" 'an illegal memory access'
        check "why" contains "$err" 'a virtual call on an object that the host has made'
    done
}

@test "the elapsed time is asked for too early, and nobody looks at the answer" {
    runs <<'END'
__global__ void slow(float *a) {
    float x = 1;
    for (int i = 0; i < 2000000; i++) x = x * 0.999f + 1;
    a[threadIdx.x] = x;
}
int main() {
    cudaEvent_t a, b;
    float *d, ms = -1;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaMalloc(&d, 4096);
    cudaEventRecord(a);
    slow<<<1, 64>>>(d);
    cudaEventRecord(b);
    cudaEventElapsedTime(&ms, a, b);
    printf("%f ms\n", ms);
    cudaDeviceSynchronize();
}
END
    check "which call" contains "$err" 'my.cu:18: cudaEventElapsedTime failed: device not ready'
}
