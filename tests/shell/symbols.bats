#!/usr/bin/env bats
# common/tools/symbols.c: each of its rules refuses an object that breaks it, and what kernels and compilers
# need is let through. The objects are written in assembler, a line for each symbol.
# shellcheck disable=SC2154 # helpers.bash sets root, scratch, status, out and err

load helpers

setup_file() {
    cd "$root" && built symbols >&2
}

setup() {
    in_root
    [ "$(uname)" = Linux ] || skip "other systems name symbols in other ways"
    symbols=build/quick/symbols
}

# object <assembler>: makes x.o of it; ; is a new line.
object() {
    tr ';' '\n' <<<"$1" >"$scratch/x.s"
    as "$scratch/x.s" -o "$scratch/x.o"
}

# look [--cpu]: at x.o.
look() {
    try "$symbols" "$@" common/tools/symbols.txt "$scratch/x.o"
}

# refuses <finding> <assembler> [--cpu]
refuses() {
    object "$2"
    gives 1 look "${@:3}"
    check "$2: $1" contains "$out" "x.cu $1"
}

# takes <assembler> [--cpu]
takes() {
    object "$1"
    look "${@:2}"
    check "$1: nothing is found" [ "$status$out$err" = 0 ]
}

@test "symbols: a launcher calls CUDA, memory, mathematics and stderr, and nothing else" {
    local name why called='' list
    list=$(cat <<'END'
exit
atexit
getenv
fopen
pi_reference
cudaLaunchHostFunc|a launcher queues kernels
cudaStreamAddCallback|a launcher queues kernels
cudaDeviceReset|the device is the lab's
cudaThreadExit|the device is the lab's
cudaSetDevice|the device is the lab's
cudaSetDeviceFlags|the device is the lab's
stdout|what it prints
printf|what it prints
__vprintf_chk|what it prints
putchar|what it prints
puts|what it prints
putc|what it prints
write|what it prints
clock|the stopwatch
clock_gettime|the stopwatch
time|the stopwatch
gettimeofday|the stopwatch
nanosleep|the stopwatch
omp_get_thread_num|the work is a kernel's
GOMP_parallel|the work is a kernel's
__kmpc_fork_call|the work is a kernel's
END
    )
    while IFS='|' read -r name why; do called="$called;.quad $name"; done <<<"$list"
    refuses "calls exit; a launcher only launches kernels" ".data$called" # one object with all of them
    check "a line each, and no other" [ "$(wc -l <<<"$out")" -eq "$(wc -l <<<"$list")" ]
    while IFS='|' read -r name why; do
        check "$name" shows "^x.cu calls $name; ${why:-a launcher only launches kernels}"
    done <<<"$list"
    refuses "calls std::cout; what it prints" ".data;.quad _ZSt4cout"
    refuses "calls std::chrono::_V2::system_clock::now; the stopwatch" \
        ".data;.quad _ZNSt6chrono3_V212system_clock3nowEv"
    refuses "calls getenv;" ".weak getenv;.data;.quad getenv"
    takes ".data;.quad cudaMalloc;.quad cuda_check;.quad __cudaPushCallConfiguration;.quad __assert_fail"
    object ".data;.quad _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base;.quad __cxa_atexit"
    look
    check "what keeps something, and a destructor, are read" [ "$status$(wc -l <<<"$out")" = 02 ]
    takes ".data;.quad sched_yield;.quad memcpy;.quad __memset_chk;.quad free;.quad _Znwm"
    takes ".data;.quad stderr;.quad fprintf;.quad sinf;.quad exp"
    takes ".data;.quad __stack_chk_fail;.quad __divti3;.quad _Unwind_Resume;.quad __asan_report_load4"
}

@test "symbols: code that runs before main is refused, but for what compilers need to register kernels" {
    local table
    for table in .init_array .init_array.00101 .preinit_array .ctors; do
        refuses "runs code before main" ".section $table,\"aw\";.quad 0"
    done
    object ".text;_GLOBAL__sub_I_x: nop;.section .init_array,\"aw\";.quad 0"
    look
    check "a static object is for the instructor" \
        [ "$status$out" = "0x.cu makes a static object before main: read what its constructor does" ]
    takes \
        ".text;_GLOBAL__sub_I_x: nop;.section .init_array,\"aw\";.quad 0;.data;.quad _ZN10cpu_device15register_kernelEv"
    refuses "runs code before main" ".text;_GLOBAL__sub_I_x: nop;.section .init_array,\"aw\";.quad 0,0;\
.data;.quad _ZN10cpu_device15register_kernelEv"
    takes ".text;asan.module_ctor: nop;.section .init_array,\"aw\";.quad 0"
    refuses "runs code before main" ".text;asan.module_ctor: nop;.section .init_array,\"aw\";.quad 0" --cpu
    refuses "defines f by a resolver, which runs before main" ".text;.globl f;.type f,%gnu_indirect_function;f: nop"
    refuses "has a section that compilers do not make, strange" '.section strange,"aw";.quad 0'
    refuses "has a section that compilers do not make, .fini_array" '.section .fini_array,"aw";.quad 0'
}

@test "symbols: an object that replaces functions of others is refused" {
    refuses "defines now_ms as a function of C" ".text;.globl now_ms;now_ms: nop"
    refuses "defines now_ms as a function of C" ".text;.weak now_ms;now_ms: nop"
    refuses "defines cudaMalloc; a launcher replaces nothing of CUDA" \
        ".text;.globl _Z10cudaMallocPPvm;_Z10cudaMallocPPvm: nop"
    refuses "defines operator new; a launcher replaces" ".text;.globl _Znwm;_Znwm: nop"
    refuses "defines operator delete; a launcher replaces" ".text;.globl _ZdlPv;_ZdlPv: nop"
    refuses "defines cpu_device::wait; a launcher replaces" \
        ".text;.globl _ZN10cpu_device4waitEv;_ZN10cpu_device4waitEv: nop"
    takes ".text;.globl _Z13vector_add_v1Pf;_Z13vector_add_v1Pf: nop"
    takes ".text;now_ms: nop"
}

@test "symbols: what nvcc adds to an object is its own business, but not in one for the CPU device" {
    local stub=".data;.quad __cudaRegisterFatBinary;.quad atexit;.text;.weak f;f: nop;"
    stub+="__sti____cudaRegisterAllv: nop;.section .init_array,\"aw\";.quad 0"
    stub=${stub/__sti____cudaRegisterAllv/_ZL24__sti____cudaRegisterAllv}
    takes "$stub"
    refuses "calls atexit;" "$stub" --cpu
    check "f, too" contains "$out" "x.cu defines f as a function of C"
    check "and the constructor" contains "$out" "x.cu runs code before main"
    refuses "defines g as a function of C" "$stub;.text;.globl g;g: nop"
}

@test "symbols: an instruction that calls the system is refused; its name elsewhere is no such call" {
    case $(uname -m) in
    x86_64)
        refuses "calls the system by an instruction of its own" ".text;mov \$60,%eax;syscall"
        refuses "calls the system by an instruction of its own" ".text;sysenter"
        refuses "calls the system by an instruction of its own" ".text;int \$0x80"
        takes ".text;_Z7syscallv: nop;call _Z7syscallv" ;;
    aarch64) refuses "calls the system by an instruction of its own" ".text;svc #0" ;;
    *) skip "no words for $(uname -m) here" ;;
    esac
}

@test "symbols: several objects, each finding once; bad usage is one line, status 2" {
    object ".data;.quad getenv;.quad _Z1fv;.quad _Z1fi"
    cp "$scratch/x.o" "$scratch/y.o"
    exits 1 "$symbols" common/tools/symbols.txt "$scratch/x.o" "$scratch/y.o"
    check "two lines each" [ "$(wc -l <<<"$out")" -eq 4 ]
    check "of the second, too" contains "$out" "y.cu calls f;"
    for options in '' common/tools/symbols.txt "common/tools/symbols.txt $scratch/none.o" \
        "$scratch/none.txt $scratch/x.o"; do
        # shellcheck disable=SC2086 # options are words
        exits 2 "$symbols" $options
        check "$options: one line" one_line "$err"
    done
    echo 'allow (' >"$scratch/list"
    try "$symbols" "$scratch/list" "$scratch/x.o"
    check "a broken list" contains "$status$err" '2symbols: allow (: is not a rule'
}

# What registers a variable with the bug finder and the counters is theirs, not the student's.
@test "symbols: a student's variables of the device run no code before main, in any build, by g++ and clang++" {
    local build compiler mode
    cat >"$scratch/my.cu" <<'END'
#include <cuda_runtime.h>
static __device__ float4 unused[64];
__device__ int calls;
__constant__ float none[4];
__managed__ int both;
template <typename T> __device__ T last;
__global__ void kernel() { __shared__ int tile[8]; tile[calls] = both; unused[tile[0]].x = none[0]; last<int> = 1; }
void vector_add_v1() { kernel<<<1, 8>>>(); }
END
    for build in quick quick/check quick/traffic; do
        for compiler in g++ clang++; do
            command -v $compiler >/dev/null || continue
            mode=--${build#*/}
            [ "$build" != quick ] || mode=-g
            try env CUCC_IN_MAKE=1 CXX=$compiler BUILD=build/$build common/cpu_device/cucc "$mode" -O1 \
                -c "$scratch/my.cu" -o "$scratch/x.o"
            check "$build, $compiler: built" [ "$status" -eq 0 ]
            look
            check "$build, $compiler: nothing before main" shows_no 'before main'
        done
    done
}

# found <object>: what is found in it, but for the calls that the bug finder's build adds.
found() {
    "$symbols" common/tools/symbols.txt "$1" | sed 's/^[^ ]* //' |
        grep -v "which only the bug finder's build has" | sort
}

# bats test_tags=slow
@test "symbols: of right files, twelve drawn, the bug finder's and the counters' builds are found as the plain one" {
    local file mode plain objects
    objects=$(find tests/right -name '*.cu' | shuf -n 12 | sed 's/cu$/o/')
    # shellcheck disable=SC2086 # words
    exits 0 quick ${objects//tests\//build\/quick\/tests\/}
    for mode in check traffic; do
        # shellcheck disable=SC2086 # words
        exits 0 quick BUILD=build/quick/$mode CHECK=--$mode OPTIMISE=-O1 \
            ${objects//tests\//build\/quick\/$mode\/tests\/}
        for file in $objects; do
            plain=$(found "build/quick/$file")
            check "$file, $mode" [ "$(found "build/quick/$mode/$file")" = "$plain" ]
        done
    done
}

@test "symbols: without nm nothing is seen, and without objdump no instruction" {
    object ".data;.quad getenv"
    local bin=$scratch/bin
    mkdir "$bin"
    try env PATH="$bin" "$symbols" common/tools/symbols.txt "$scratch/x.o"
    check "status 0" [ "$status$out$err" = 0 ]
    ln -s "$(command -v nm)" "$(command -v size)" "$bin"
    try env PATH="$bin" "$symbols" common/tools/symbols.txt "$scratch/x.o"
    check "the call" contains "$status$out" "1x.cu calls getenv"
}

# bats test_tags=slow
@test "symbols: hostile objects do not crash it" {
    local long
    cc -std=c11 -D_GNU_SOURCE -g -fsanitize=address,undefined common/tools/symbols.c -o "$scratch/symbols" \
        2>/dev/null ||
        skip "no sanitizers here"
    symbols=$scratch/symbols
    long=$(head -c 300000 /dev/zero | tr '\0' a)
    object ".data;.quad $long;.quad sin_$long;.quad \"%s%n\";.quad \"a b(c\";.section \"a b\""
    gives 1 look
    check "odd names: nothing on stderr" [ -z "$err" ]
    check "as they are" contains "$out" "x.cu calls %s%n;"
    object ".data;.quad getenv"
    cp "$scratch/x.o" "$scratch/whole.o"
    local size byte
    size=$(stat -c %s "$scratch/whole.o")
    for byte in 0 4 20 $(seq 40 61 "$size"); do
        head -c "$byte" "$scratch/whole.o" >"$scratch/x.o"
        look
        check "cut off at $byte" [ "$status" -le 1 ]
        cp "$scratch/whole.o" "$scratch/x.o"
        printf '\377\377\377\377' | dd of="$scratch/x.o" bs=1 seek="$byte" conv=notrunc 2>/dev/null
        look
        check "other bytes at $byte" [ "$status" -le 1 ]
        check "no sanitizer complains" lacks "$err" Sanitizer
    done
}
