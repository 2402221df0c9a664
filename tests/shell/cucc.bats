#!/usr/bin/env bats
# cucc, called as one calls a compiler, and as somebody's Makefile calls nvcc.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup_file() {
    folder=$(mktemp -d)
    export folder BUILD=$root/build/quick CUCC_IN_MAKE=1 CXX=g++ # nothing is built twice
    cd "$folder" || return
    cat >vector.cu <<'END'
#include "vector.h"
__global__ void scale(float *x, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= by;
}
void scale_on_device(float *x, float by, int n)
{
    float *d_x;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<(n + 255) / 256, 256>>>(d_x, by, n);
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}
END
    cat >main.cu <<'END'
#include <stdio.h>
#include "vector.h"
int main()
{
    float x[1000];
    for (int i = 0; i < 1000; i++)
        x[i] = i;
    scale_on_device(x, FACTOR, 1000);
    printf("%g %d %d\n", x[999], devices(), three());
    return 0;
}
END
    cat >devices.cpp <<'END'
#include <cuda_runtime.h>
#include "vector.h"
int devices()
{
    int n = 0;
    cudaGetDeviceCount(&n);
    return n;
}
END
    echo 'int three(void) { int class = 3; return class; }' >three.c # C, not C++
    printf '%s\n' 'void scale_on_device(float *x, float by, int n);' 'int devices();' \
        '#ifdef __cplusplus' 'extern "C"' '#endif' 'int three(void);' >vector.h
}

teardown_file() {
    rm -rf "$folder"
}

setup() {
    scratch=$(mktemp -d)
    cp "$folder"/*.* "$scratch"
    cd "$scratch" || return
    cucc=$root/common/cpu_device/cucc
}

prints() { # prints <what> <program>
    try "$2"
    check "$2 prints $1" [ "$out" = "$1" ]
}

# bats test_tags=slow
@test "cucc: one program of .cu, .cpp and .c" {
    # The runtime is built by cucc itself: nobody has called make before.
    try env -u CUCC_IN_MAKE BUILD="$scratch/build" "$cucc" -DFACTOR=2 main.cu vector.cu devices.cpp three.c
    check "nothing is said" [ "$status$out$err" = 0 ]
    prints "1998 1 3" ./a.out
}

# bats test_tags=slow
@test "cucc: where the compiler itself fails it is asked once more, to optimise less" {
    cat >failing-g++ <<'END'
#!/bin/sh
case "$*" in *cpp-output*-fno-ipa-cp*) ;;
    *cpp-output*) echo 'x.cu:1: internal compiler error: in some pass' >&2 && exit 4 ;; esac
exec g++ "$@"
END
    chmod +x failing-g++
    "$cucc" -c vector.cu # builds rewrite
    try env CUCC_IN_MAKE=1 CXX="$PWD/failing-g++" "$cucc" -c vector.cu
    check "nothing is said" [ "$status$out$err" = 0 ]
    sed -i 's/-fno-ipa-cp/-fno-tree-vectorize/' failing-g++
    try env CUCC_IN_MAKE=1 CXX="$PWD/failing-g++" "$cucc" -c vector.cu
    check "nothing is said, if that needs loops as they are" [ "$status$out$err" = 0 ]
    sed -i 's/-fno-tree-vectorize/-never/' failing-g++
    try env CUCC_IN_MAKE=1 CXX="$PWD/failing-g++" "$cucc" -c vector.cu
    check "what it says where that does not help" [ "$status:$(grep -c 'internal compiler error' <<<"$err")" = 1:1 ]
}

# bats test_tags=slow
@test "cucc: a header of the program's own folder, which -I names, too, and a file of another folder includes" {
    mkdir a b
    echo 'static __host__ __device__ inline int f(int x) { return x + 1; }' >a/f.h
    printf '#include "f.h"\n__global__ void k(int *p) { *p = f(1); }\n' >b/k.cu
    printf '%s\n' '#include "../b/k.cu"' 'int main() { int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p);' \
        'return cudaDeviceSynchronize() || *p != 2; }' >a/main.cu
    local options
    for options in -Ia '-I a'; do
        # shellcheck disable=SC2086 # words
        try "$cucc" $options a/main.cu
        check "$options: nothing is said" [ "$status$out$err" = 0 ]
    done
    exits 0 ./a.out
}

# bats test_tags=slow
@test "cucc: 8 halves that are loaded as a uint4 are still halves" {
    cat >halves.cu <<'EOF'
#include <cuda_fp16.h>
#include <cstdio>

__global__ void to_floats(float *out, const __half *in)
{
    uint4 eight = *(const uint4 *)&in[8 * threadIdx.x];

    for (int i = 0; i < 8; i++)
        out[8 * threadIdx.x + i] = __half2float(((__half *)&eight)[i]);
}

int main()
{
    __half *in;
    float *out, sum = 0;

    cudaMallocManaged(&in, 16 * sizeof(*in));
    cudaMallocManaged(&out, 16 * sizeof(*out));
    for (int i = 0; i < 16; i++)
        in[i] = __float2half(i);
    to_floats<<<1, 2>>>(out, in);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        sum += out[i] * (1 << i);
    printf("%g\n", sum);
}
EOF
    try "$cucc" halves.cu
    prints 917506 ./a.out
}

# bats test_tags=slow
@test "cucc: objects, then objects alone, in any order among the libraries" {
    try "$cucc" -c -DFACTOR=3 main.cu
    check "main.o" [ -s main.o ]
    try "$cucc" -dc vector.cu -o v.o
    check "v.o" [ -s v.o ]
    try "$cucc" -c devices.cpp three.c
    check "both at once" [ -s devices.o ] 
    check "both at once" [ -s three.o ]
    ar rcs libthree.a three.o && rm three.o
    try "$cucc" main.o v.o devices.o -L. -lthree -lcudart -lm -o program
    check "nothing is said" [ "$status$out$err" = 0 ]
    prints "2997 1 3" ./program
    try "$cucc" -dlink main.o v.o -o device.o
    check "nothing to link for the device, which is an object" [ -s device.o ]
    try "$cucc" main.o v.o device.o devices.o libthree.a -o again
    prints "2997 1 3" ./again
}

@test "cucc: a warp meets without a mask in strict C++17 as well" {
    echo '__global__ void meet(int *p) { __syncwarp(); *p = __activemask() != 0; __syncwarp(0xffffffff); }' >meet.cu
    try "$cucc" -std=c++17 -O0 -c meet.cu
    check "nothing is said" [ "$status$out$err" = 0 ]
}

# bats test_tags=slow
@test "cucc: the options of nvcc are translated, or left out where they concern a GPU" {
    mkdir -p nvidia/include mine
    echo '#error NVIDIA' | tee nvidia/include/cuda_runtime.h >nvidia/include/cuda_runtime_api.h
    echo '#define OTHER 1' >mine/other.h
    sed -i '1i #include <other.h>\n#if OTHER != 1 || !defined FROM_HOST || !defined __OPTIMIZE__\n#error lost\n#endif' \
        main.cu
    try "$cucc" -arch=sm_80 -gencode arch=compute_80,code=sm_80 --generate-code=arch=compute_90,code=sm_90 \
        -Invidia/include -I nvidia/include -I mine -lineinfo -G --use_fast_math -Xptxas -v --ptxas-options=-v \
        -Xcompiler -Wall,-DFROM_HOST --compiler-options "-O2 -Wextra" -std=c++11 --expt-relaxed-constexpr \
        --extended-lambda -maxrregcount=32 -rdc=true -cudart static -diag-suppress 177 -Wno-deprecated-gpu-targets \
        -m64 -Xlinker --as-needed -D FACTOR=4 --threads 2 -ccbin g++ main.cu vector.cu devices.cpp three.c \
        -lcudart -lcudadevrt -L/usr/local/cuda/lib64 -o program
    check "nothing is said" [ "$status$out$err" = 0 ]
    prints "3996 1 3" ./program
}

# bats test_tags=slow
@test "cucc: a Makefile for nvcc builds with it, on several cores, and again only what has changed" {
    printf '%s\n' 'NVCC ?= nvcc' 'NVCCFLAGS = -O2 -arch=sm_70 -DFACTOR=5 -MMD' \
        'OBJECTS = main.o vector.o devices.o three.o' \
        'program: $(OBJECTS)' '	$(NVCC) $(NVCCFLAGS) $^ -o $@ -lcudart' '%.o: %.cu' \
        '	$(NVCC) $(NVCCFLAGS) -c $< -o $@' \
        '%.o: %.cpp' '	$(NVCC) $(NVCCFLAGS) -c $< -o $@' '-include $(OBJECTS:.o=.d)' >Makefile
    unset BUILD CUCC_IN_MAKE # cucc's own, in the kit
    try make -s -j8 NVCC="$cucc" CXX=g++ BUILD=out OPTIMISE=-O9 DEVICE=none V=1
    check "nothing is said" [ "$status$out$err" = 0 ]
    prints "4995 1 3" ./program
    check "dependencies are known" grep -q 'vector.h' vector.d
    exits 0 make -q # all is up to date
    sleep 0.1
    touch vector.h
    try make -n NVCC="$cucc"
    check "what includes it is built" [ "$(grep -c -e ' -c ' <<<"$out")" -eq 3 ]
}

# bats test_tags=slow
@test "cucc: constexpr functions of the host in a kernel need --expt-relaxed-constexpr, and -w silences warnings" {
    printf '%s\n' '#include <algorithm>' '#include <limits>' \
        'constexpr int three(int x) { return 3 * x; }' 'int four();' \
        '__host__ __device__ int both() { return four(); }' \
        '__global__ void k(int *p) { *p = three(1) + std::min(*p, std::numeric_limits<int>::max()); }' \
        'int main() { }' >relaxed.cu
    exits 1 "$cucc" -O0 -c relaxed.cu
    for word in three min max; do
        check "$word" contains "$err" "relaxed.cu:6:"
        check "$word" \
            contains "$err" "calling a constexpr __host__ function(\"$word\") from a __global__ function(\"k\")"
    done
    exits 0 "$cucc" -O0 --expt-relaxed-constexpr -c relaxed.cu
    check "with a warning" contains "$err" 'relaxed.cu:5:41: warning: calling a __host__ function("four")'
    try "$cucc" -O0 -expt-relaxed-constexpr -w -c relaxed.cu
    check "nothing is said" [ "$status$out$err" = 0 ]
}

@test "cucc: a misspelt name of CUDA is told from one that the CPU device has not, and from the program's own" {
    printf '%s\n' '__global__ void k(float *p) {' '__synchthreads();' \
        '*p = __viaddmax_s32(*p, 1, 2);' '}' 'int main() {' \
        'cudaDeviceSyncronize();' 'cudaMemCpy(0, 0, 4,' 'cudaMemcpyHosttoDevice);' \
        'cudaArray_t g;' 'cudaMemcpy3DPeer(0);' \
        'int current; curent = 0;' 'CUDA_CHECK(0);' '}' >'my names.cu'
    try "$cucc" -O0 -c 'my names.cu'
    local name
    for name in __synchthreads:__syncthreads cudaDeviceSyncronize:cudaDeviceSynchronize cudaMemCpy:cudaMemcpy \
        cudaMemcpyHosttoDevice:cudaMemcpyHostToDevice; do
        check "$name" contains "$err" "error: there is no ${name%:*}: did you mean ${name#*:}?"
    done
    for name in __viaddmax_s32 cudaArray_t cudaMemcpy3DPeer; do
        check "$name" contains "$err" "error: $name is not available on the CPU device"
    done
    check "the program's own are only undeclared" [ "$(grep -c 'my names.cu:1[12]:.*error: ' <<<"$err")" -eq 2 ]
}

@test "cucc: of a library's header that is on the machine, too, its name is said, not a line in it" {
    mkdir -p debian/cub
    printf '%s\n' '#ifdef __CUDA_ARCH__' 'int side;' '#endif' >debian/cub/cub.cuh
    printf '%s\n' '#include <cub/cub.cuh>' 'int main() { }' >takes_cub.cu
    exits 1 "$cucc" -O0 -Idebian -c takes_cub.cu
    check "named" contains "$err" "takes_cub.cu:1: error: cub/cub.cuh is not available on the CPU device: it is"
}

@test "cucc: what it cannot do is one line, status 2" {
    local words
    for words in "-ptx main.cu" "-c main.cu vector.cu -o both.o" "main.cu -o main.cu" "" "-o" "main.cu -o" "main.f90" \
        "-arch"; do
        # shellcheck disable=SC2086 # words to be split
        exits 2 "$cucc" $words
        check "cucc $words: one line" one_line "$err"
    done
    check "the source is as it was" cmp main.cu "$folder/main.cu"
    try env TMPDIR=/no/such/folder "$cucc" -DFACTOR=1 main.cu
    check "status not 0" [ "$status" -ne 0 ]
    check "one line" one_line "$err"
    check "names it" contains "$err" "TMPDIR=/no/such/folder"
    try "$cucc" --version
    check "says what it is" contains "$out" "for the CPU device"
    try "$cucc" --help
    check "and how it is called" contains "$out" "my.cu -o my"
    try "$cucc" -DFACTOR=1 nowhere.cu -o x
    check "a file that is not there" contains "$err" "nowhere.cu"
    check "no program" [ ! -e x ]
    echo '__global__ void k() {}' >kernel.c
    try "$cucc" -c kernel.c
    check "a kernel in a .c" contains "$err" "kernel.c: what has kernels must end in .cu"
    echo 'int k() { return 0 }' >kernel.c
    try "$cucc" -c kernel.c
    check "another mistake in a .c" lacks "$err" "must end in .cu"
}

# bats test_tags=slow
@test "cucc: a program whose first words are a kernel; one that is empty, or in UTF-16; what -E and -M print" {
    echo '__global__ void k(int *p) { *p = 1; }' >first.cu
    try "$cucc" -c first.cu
    check "a kernel" [ -s first.o ]
    : >empty.cu
    try "$cucc" -c empty.cu
    check "nothing" [ -s empty.o ]
    for encoding in UTF-16 UTF-16LE; do
        iconv -t $encoding first.cu >wide.cu
        exits 1 "$cucc" -c wide.cu
        check "in $encoding" [ "$err" = "cucc: wide.cu: is text in UTF-16: save it as UTF-8" ]
    done
    try "$cucc" -E -DFACTOR=7 main.cu
    check "preprocessed" contains "$out" "scale_on_device(x, 7, 1000)"
    try "$cucc" -MM -DFACTOR=7 main.cu
    check "what it depends on" contains "$out" "vector.h"
}

# bats test_tags=slow
@test "cucc: --preprocessed keeps what the preprocessor made of the file, with its macros expanded" {
    printf '#define TWICE(x) ((x) + (x))\n__global__ void k(int *x) { *x = TWICE(*x); }\n' >macro.cu
    try "$cucc" -c macro.cu -o macro.o --preprocessed macro.ii
    check "the object, too" [ -s macro.o ]
    check "expanded" grep -q -F 'void k(int *x) { *x = ((*x) + (*x)); }' macro.ii
}

@test "cucc: a kernel with shared memory is compiled once, one without stands in the loop over threads, too" {
    cat >kernels.cu <<'END'
__global__ void meets(int *x)
{
    __shared__ int all[64];
    all[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = all[63 - threadIdx.x] * 1234567;
}
__global__ void alone(int *x) { x[threadIdx.x] *= 7654321; }
void launch(int *x)
{
    meets<<<1, 64>>>(x);
    alone<<<1, 64>>>(x);
}
END
    [ "$(uname -m)" = x86_64 ] || skip "objdump shows other instructions here"
    "$cucc" -O1 -c kernels.cu -o kernels.o
    objdump -d kernels.o >code
    check "once" [ "$(grep -c 'imul.*\$0x12d687' code)" -eq 1 ]
    check "more than once" [ "$(grep -c 'imul.*\$0x74cbb1' code)" -gt 1 ]
}

@test "cucc: = in a condition is asked about" {
    printf '__global__ void k(int *x, int n) { if (n = 3) *x = n; }\n' >assigns.cu
    exits 0 "$cucc" -Wall -c assigns.cu -o assigns.o # a warning
    check "where, and what is meant" \
        contains "$err" 'assigns.cu:1:42: warning: = gives a value, which is true unless it is 0: is == meant?'
    try "$cucc" -Wall -Werror -c assigns.cu -o assigns.o
    check "as an error" contains "$err" 'is == meant?'
}

@test "cucc: a parameter that is set, and a stream without a value, are warned of in the line of the program" {
    cat >my.cu <<'END'
__global__ void add(int a, int b, int c) { c = a + b; }
int main()
{
    cudaStream_t s;
    add<<<1, 1, 0, s>>>(1, 2, 0);
}
END
    try "$cucc" -O2 -Wall -Wextra -c my.cu -o my.o
    check "the parameter" contains "$err" 'my.cu:1:39: warning: a parameter is a copy: what is stored in it is lost'
    check "the stream" grep -q "^my.cu:5:.* warning: 's' is used uninitialized" <<<"$err"
    check "and no line of the kit" lacks "$err" launch.h
}

@test "cucc: a tile that lacks its __shared__ is asked about, and an array of registers is not" {
    cat >tiles.cu <<'END'
__global__ void sum(float *x)
{
    float tile[256];
    int t = threadIdx.x;
    tile[t] = x[t];
    __syncthreads();
    *x = tile[t] + tile[255 - t];
}
__global__ void right(float *x)
{
    __shared__ float all[32];
    float sums[4][4] = {}, two[2], some[4];
    int t = threadIdx.x, odd = t % 2;
    two[odd] = 1;
    two[1 - odd] = 2;
    some[t % 4] = x[t];
    all[t] = some[t % 4] + two[0];
    __syncthreads();
    for (int i = 0; i < 4; i++)
        sums[t % 4][i] += all[i];
    x[t] = sums[0][t % 4];
}
END
    try "$cucc" -Wall -c tiles.cu -o tiles.o
    check "where" contains "$err" 'tiles.cu:7:20: warning: each thread has a "tile" of its own'
    check "once" [ "$(grep -c 'is __shared__ missing?' <<<"$err")" -eq 1 ]
}

@test "cucc: an array of sums that nothing sets is named where it is added to" {
    cat >sums.cu <<'END'
__device__ void set(float &x) { x = 1; }
__global__ void unset(float *c, const float *a)
{
    float sum[2][2], last;
    for (int i = 0; i < 9; i++)
        for (int r = 0; r < 4; r++)
            sum[r / 2][r % 2] += a[i];
    last = sum[1][1];
    c[0] = sum[0][0] == 0 ? 1 : last;
}
struct number { float x = 0; __device__ void operator+=(float y) { x += y; } };
__global__ void right(float *c, const float *a)
{
    float begun[2] = { 0 }, set_one[2], by_call[2], by_address[2], by_reference[2];
    number objects[2];
    float *p = &by_address[0], &r = by_reference[0];
    set_one[0] = *p = r = 0;
    set(by_call[0]);
    begun[0] += a[0], set_one[0] += a[0], by_call[0] += a[0], by_address[0] += a[0], by_reference[0] += a[0];
    objects[0] += begun[0] + set_one[0] + by_call[0] + by_address[0] + by_reference[0];
    c[0] = objects[0].x;
}
END
    try "$cucc" -c sums.cu -o sums.o
    check "where" contains "$err" 'sums.cu:7:13: warning: "sum" has no value before this line changes it'
    check "once, and no other" [ "$(grep -c 'has no value before' <<<"$err")" -eq 1 ]
}

# bats test_tags=slow
@test "cucc: indices past an array's end are one warning of their line" {
    printf '__global__ void k(int *x) { int own[4];\nown[0] = x[0];\nx[0] = own[5] + own[6] + own[7]; }\n' >past.cu
    try "$cucc" -O3 -Wall -c past.cu -o past.o
    check "one" [ "$(grep -c 'past.cu:3:.* array subscript' <<<"$err")" -eq 1 ]
}

# The linker refuses some of the instructions by which g++ 12 reads such a table.
# bats test_tags=slow
@test "cucc: threadIdx and the kit's own variables of a CPU thread are reached without a table of their places" {
    cat >places.cu <<'END'
extern __shared__ int outside[];
__global__ void turn(int *x)
{
    extern __shared__ int inside[];
    inside[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = outside[blockDim.x - 1 - threadIdx.x] + gridDim.x;
}
void launch(int *x)
{
    turn<<<1, 64, 256>>>(x);
}
END
    [ "$(uname -m)" = x86_64 ] || skip "readelf shows other names here"
    "$cucc" -O3 -c places.cu -o places.o
    readelf -rW places.o >places
    check "threadIdx is in the list" grep -q 'R_X86_64_TPOFF32 .*threadIdx' places
    check "without a table" [ "$(grep -c GOTTPOFF places)" -eq 0 ]
}

# bats test_tags=slow
@test "try.sh: a small CUDA program builds and runs; what is missing is named" {
    try env -u BUILD TRY_BUILD="$BUILD" sh "$root/common/tools/try.sh" g++
    check "it works" [ "$status$out$err" = 0 ]
    unset BUILD CUCC_IN_MAKE
    exits 1 sh "$root/common/tools/try.sh" nosuch
    check "names it" contains "$out" "CXX=nosuch: there is no such compiler"
    bin=$scratch/bin && mkdir bin
    stub g++ "case \"\$*\" in *--version*) ;;
        *-fopenmp*) echo 'omp.c:1:10: fatal error: omp.h: No such file or directory' >&2; exit 1 ;;
        esac; exec $(command -v g++) \"\$@\""
    exits 1 env PATH="$bin:$PATH" sh "$root/common/tools/try.sh" g++
    check "one line" one_line "$out"
    check "names the header" contains "$out" "omp.h"
}

# bats test_tags=slow
@test "cucc: a warning is said once, without the kit's insides; an undefined function by its name, and what is meant" {
    scratch=$(mktemp -d)
    cat >"$scratch/sum.cu" <<'END'
#include <cuda_runtime.h>
void launch_sum(float *x, int n);
__global__ void sums(float *x, int n)
{
    float sum;
    if (threadIdx.x < n)
        sum += x[threadIdx.x];
    x[threadIdx.x] = sum;
}
void launch_sums(float *x, int n)
{
    sums<<<1, n>>>(x, n);
}
int main()
{
    launch_sum(0, 4);
}
END
    exits 1 "$root/common/cpu_device/cucc" -O2 -Wall "$scratch/sum.cu" -o "$scratch/sum"
    check "each warning once" [ "$(grep -c "sum.cu:.*warning: .*sum.*uninitialized" <<<"$err")" -le 1 ]
    for out in 'inlined from' cpu_device launch.h lambda collect2 /ld; do
        check "no $out" lacks "$err" "$out"
    done
    check "the name" \
        contains "$err" 'error: undefined reference to launch_sum(float*, int): nobody wrote it; is launch_sums meant?'
    sed -i 's/launch_sums(float/launch_sum(double/; s/(float .x, int n)/(double *x, int n)/' "$scratch/sum.cu"
    sed -i '2s/double/float/; s/launch_sum(0/launch_sum((float *)0/' "$scratch/sum.cu"
    try "$root/common/cpu_device/cucc" -w -O1 "$scratch/sum.cu" -o "$scratch/sum"
    rm -rf "$scratch"
    check "other parameters" contains "$err" 'launch_sum has other parameters where it is written'
}

# bats test_tags=slow
@test "a mistake has the same words in the bug finder's build and in the counters'" {
    local name build words scratch
    scratch=$(mktemp -d)
    cd "$root" || return
    quick build/quick/rewrite
    cd tests/compile_errors || return
    for name in shared_n misspelt_kernel extern_shared_template shuffle_struct constant_sum constant_member; do
        words=$(sed -n '1s/^.*error: //p' $name.cu)
        for build in --check --traffic; do
            try env CUCC_IN_MAKE=1 BUILD="$root/build/quick" ../../common/cpu_device/cucc "$build" -O1 -c $name.cu \
                -o "$scratch/o"
            check "$name with $build" grep -E -q "^$name.cu:[0-9:]+ error: $words" <<<"$err"
        done
    done
    rm -rf "$scratch"
}
