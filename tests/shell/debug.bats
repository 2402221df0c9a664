#!/usr/bin/env bats
# make debug: sessions of gdb by script, in one thread of a program and of a lab.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup() {
    in_root
    export BUILD=build/quick QUICK=1 # as `make test` has built it
    unset THREAD ELEMENT SIZE COMMANDS
}

needs_gdb() {
    [ "$(gdb -nx -batch -ex 'python print(1)' 2>&1)" = 1 ] || skip "no gdb with Python: ./setup.sh --tests"
}

# Element i of block b's output is 100 b plus the linear number of a thread one row below.
rows() {
    cat >"$scratch/rows.cu" <<'END'
template <int rows> __global__ void below(int *c)
{
    __shared__ int s[rows][4];
    int i = threadIdx.x + 4 * threadIdx.y;
    s[threadIdx.y][threadIdx.x] = i;
    __syncthreads();
    int x = s[(threadIdx.y + 1) % rows][threadIdx.x];
    c[blockIdx.x * 12 + i] = 100 * blockIdx.x + x;
}
int main()
{
    int *c;
    cudaMalloc(&c, 36 * sizeof *c);
    below<3><<<3, dim3(4, 3)>>>(c);
    cudaDeviceSynchronize();
    return cudaFree(c);
}
END
}

# session <thread> <words of debug.sh>: with the commands on stdin.
session() {
    cat >"$scratch/commands"
    local thread=$1
    shift
    try env THREAD="$thread" COMMANDS="$scratch/commands" "$root/common/debug.sh" "$@"
}

# in_order <text...>: stdout has lines that hold them, in this order.
in_order() {
    local rest=$out text
    for text; do
        [[ $rest == *"$text"* ]] || { echo "not there, or not in this place: $text" && return 1; }
        rest=${rest#*"$text"}
    done
}

walk() { # walk <build folder>
    export BUILD=$1
    session '(0,1) of (1)' "$scratch/rows.cu" <<'END'
next
next
next
info cuda threads
next
print i
info cuda threads
cuda thread (1,2)
cuda shared s
next
next
print x
cuda thread
cuda barrier
cuda writes c[29]
continue
END
    check "it ends well" [ "$status" -eq 0 ]
    check "stop, step over a barrier, another thread, the array, the next barrier, who writes" in_order \
        'thread (0,1,0) of block (1,0,0) in below' 'int i = threadIdx.x' '__syncthreads' \
        '(0,0,0) to (3,0,0)        waits at the barrier at' 'rows.cu:6' '(0,1,0)                   is where we are' \
        '(1,1,0) to (3,2,0)        has not begun' 'int x = s' '$1 = 4' \
        '(0,0,0) to (3,0,0)        has ended' '(1,1,0) to (3,2,0)        can go on' \
        'thread (1,2,0) of block (1,0,0) in below' \
        $'      0  1   2   3\ns[0]  0  1   2   3\ns[1]  4  5   6   7\ns[2]  8  9  10  11\n' \
        '$2 = 1' 'thread (1,2,0) of block (1,0,0) in below' \
        'thread (0,0,0) of block (2,0,0) in below' \
        'c[29] was 0 and is now 209, written in line 8' 'thread (1,1,0) of block (2,0,0) in below' 'exited normally'
}

@test "a session in one thread: stop, step, another thread, a shared array, who has written an element" {
    needs_gdb
    rows
    walk build/quick/debug
}

# bats test_tags=slow
@test "the same session with clang++" {
    needs_gdb
    command -v clang++ >/dev/null || skip "no clang++: ./setup.sh --tests"
    rows
    CXX=clang++ walk build/quick/clang/debug
}

# bats test_tags=slow
@test "the session speaks Spanish" {
    needs_gdb
    rows
    export BUILD=build/quick/debug REPORT_LANG=es
    session '(0,1) of (1)' "$scratch/rows.cu" \
        <<<$'cuda\ncuda barrier\ninfo cuda threads\ncuda writes c[29]\ncuda shared s 4 4'
    check "each line" in_order 'hilo (0,1,0) del bloque (1,0,0) en below' 'hasta la barrera siguiente' \
        'bloque (1,0,0) de (3,1,1), (4,3,1) hilos' '(0,0,0)                   es donde estamos' \
        '(1,0,0) a (3,2,0)         puede seguir' 'c[29] valía 0 y ahora vale 209, escrito en la línea 8' \
        'hilo (1,1,0) del bloque (2,0,0) en below'
    check "a mistake, too" contains "$err" 'diga qué array, como cuda shared a_tile'
    session '(4,0)' "$scratch/rows.cu" </dev/null
    check "no such thread" \
        contains "$err" 'debug.sh: THREAD: ningún lanzamiento tiene el hilo (4,0,0) del bloque (0,0,0)'
}

# bats test_tags=slow
@test "an element that no thread writes, a thread that there is not, one that has ended" {
    needs_gdb
    rows
    export BUILD=build/quick/debug
    session '' "$scratch/rows.cu" <<<$'cuda writes c[36 - 1]\ncuda thread (9,9)'
    check "the last block's last thread" in_order 'thread (0,0,0) of block (0,0,0)' 'thread (3,2,0) of block (2,0,0)'
    check "the command is refused" [ "$status" -eq 1 ]
    check "with what there is" contains "$err" \
        'there is no thread (9,9,0) of block (2,0,0): blocks have (4,3,1) threads, the grid (3,1,1) blocks'
    session '(3,2)' "$scratch/rows.cu" <<<$'next\nnext\nnext\nnext\ncuda thread (0,0)'
    check "it has ended" contains "$err" 'thread (0,0,0) of this block has ended: run the session again for it'
    gives 2 session '(4,0) of (3)' "$scratch/rows.cu" </dev/null # no session
    local has='below<3> has blocks of (4,3,1) threads, a grid of (3,1,1)'
    check "one line" [ "$err" = "debug.sh: THREAD: no launch has thread (4,0,0) of block (3,0,0): $has" ]
}

# bats test_tags=slow
@test "a lab: the line after WRONG leads to the thread that writes the first wrong element" {
    needs_gdb
    kit_of "$scratch/kit" lab01
    cp -a solutions "$scratch/kit"
    cd "$scratch/kit" || return
    cp solutions/vector_add.cu lab01_vector_add/vector_add.cu
    # thread 5 of block 0 of v1 is wrong
    sed -i '0,/^    if (i < n)$/s//    if (i < n \&\& i != 5)/' lab01_vector_add/vector_add.cu
    sed -i '0,/^        c\[i\] = a\[i\] + b\[i\];$/s//&\n    else if (i < n)\n        c[i] = 77;/' \
        lab01_vector_add/vector_add.cu
    try make -s build/quick/lab01
    exits 1 build/quick/lab01 --quick --only gpu_v1 # it is WRONG
    check "the command" \
        shows -x '      make debug01 ONLY=v1 SIZE=257 ELEMENT=5: gdb in the thread that writes the first wrong element'
    command=$(sed -n 's/^      \(make debug01 .*\): gdb.*/\1/p' <<<"$out")
    echo 'print i' >"$scratch/commands"
    # shellcheck disable=SC2086 # words
    try $command COMMANDS="$scratch/commands"
    check "it leads there" in_order 'element 5 was ' ' and is now 77, written in line ' \
        'thread (5,0,0) of block (0,0,0) in vector_add_v1_kernel' '$1 = 5'
    exits 1 build/quick/debug/lab01 --quick --only gpu_v1 # and the element that is right leads nowhere else
    try env ELEMENT=300 ONLY=v1 SIZE=257 COMMANDS="$scratch/commands" BUILD=build/quick/debug common/debug.sh lab01
    check "one that there is not" [ "$err" = 'debug.sh: ELEMENT=300: the output has elements 0 to 256 at this size' ]
}

# bats test_tags=slow
@test "the answers: a tile of 3.1, in a block of its own" {
    needs_gdb
    cat >"$scratch/commands" <<'END'
cuda barrier
info cuda threads
END
    try make debug03 SOLUTION=1 ONLY=gpu_ex31 SIZE=70 'THREAD=(1, 1) of 3' COMMANDS="$scratch/commands"
    check "it is there" in_order 'thread (1,1,0) of block (3,0,0) in matmul_tiled_ex31_kernel' \
        'thread (0,0,0) of block (3,0,0)' '(1,0,0) to (15,15,0)      can go on'
    check "and right" lacks "$out" WRONG
}

@test "bad input: one line that names the right values, nothing built or written" {
    export BUILD="$scratch/none"
    refused() { # refused <line> <command>
        local line=$1
        shift
        exits 2 "$@"
        check "$*: $line" [ "$err" = "debug.sh: $line" ]
        check "nothing built" [ ! -e "$scratch/none" ]
    }
    versions='must be one version of lab 03: v1, ex31, ex32, ex33, warps'
    refused "ONLY=: $versions" common/debug.sh lab03
    refused "ONLY=ex34: $versions" env ONLY=ex34 common/debug.sh lab03
    refused "ONLY=ex31,ex32: $versions" env ONLY=ex31,ex32 common/debug.sh lab03
    refused "ONLY=cpu_serial: $versions" env ONLY=cpu_serial common/debug.sh lab03
    refused 'lab09: there is no such lab' env ONLY=v1 common/debug.sh lab09
    local word
    for word in 0 513 33,31 33,31,0 1,2,3,4 x -3; do
        refused "SIZE=$word: must be a whole number from 1 to 512, or three, M,N,K" \
            env ONLY=v1 SIZE="$word" common/debug.sh lab03
    done
    refused 'SIZE=1,2,3: must be a whole number from 1 to 100000' env ONLY=v1 SIZE=1,2,3 common/debug.sh lab01
    for word in x '(3' '(1,2,3,4)' '(3,2) in (0,1)' '-1' '3 of'; do
        refused "THREAD=$word: must be a thread, as \"(3,2)\", or \"(3,2) of (0,1)\" for that block" \
            env ONLY=v1 THREAD="$word" common/debug.sh lab03
    done
    refused 'ELEMENT=c[5]: must be the number of an element of the output, from 0 on' env ONLY=v1 ELEMENT='c[5]' \
        common/debug.sh lab03
    refused 'THREAD and ELEMENT: give one of them' env ONLY=v1 THREAD=3 ELEMENT=5 common/debug.sh lab03
    refused 'ELEMENT, ONLY and SIZE: are for a lab, as in make debug03 ONLY=ex31' env SIZE=4 common/debug.sh my.cu
    refused "COMMANDS=$scratch/none: there is no such file" env ONLY=v1 COMMANDS="$scratch/none" common/debug.sh lab03
    REPORT_LANG=es refused "SIZE=x: debe ser un número entero de 1 a 512, o tres, M,N,K" \
        env ONLY=v1 SIZE=x common/debug.sh lab03
    try make debug
    check "make debug says what it needs" contains "$err" 'make debug: say which program: make debug FILE=my.cu'
}

@test "without gdb: the package, status 4; lldb alone stops and prints" {
    bare_path
    exits 4 env PATH="$bin" ONLY=v1 BUILD="$scratch/none" sh common/debug.sh lab03
    check "one line" [ "$err" = 'debug.sh: there is no gdb here: sudo apt install gdb' ]
    stub gdb 'echo "Python scripting is not supported in this copy of GDB."'
    exits 4 env PATH="$bin" ONLY=v1 BUILD="$scratch/none" sh common/debug.sh lab03 # one without Python
    check "one line, too" [ "$err" = 'debug.sh: this gdb has no Python; one that has: sudo apt install gdb' ]
    check "nothing built" [ ! -e "$scratch/none" ]
    rows
    mkdir "$scratch/path"
    ln -s /usr/bin/* "$scratch/path"
    rm -f "$scratch/path/gdb" "$scratch/path/lldb"
    printf '#!/bin/sh\necho "$*"\n' >"$scratch/path/lldb"
    chmod +x "$scratch/path/lldb"
    try env PATH="$scratch/path" BUILD=build/quick/debug common/debug.sh "$scratch/rows.cu"
    check "it goes to the kernel" shows 'func-regex . --file rows.cu -o continue -o frame variable -- .*/rows$'
    try env PATH="$scratch/path" THREAD=3 BUILD="$scratch/none" common/debug.sh "$scratch/rows.cu"
    check "it has no threads" [ "$err" = \
        'debug.sh: THREAD, ELEMENT and COMMANDS: need gdb, and here is only lldb: sudo apt install gdb' ]
    check "status 4, nothing built" [ "$status$(ls "$scratch/none" 2>/dev/null)" = 4 ]
}

# bats test_tags=slow
@test "lldb itself stops in the first thread of the kernel, and prints its variables" {
    command -v lldb >/dev/null || skip "no lldb"
    rows
    mkdir "$scratch/path"
    ln -s /usr/bin/* "$scratch/path"
    rm -f "$scratch/path/gdb"
    try env PATH="$scratch/path" BUILD=build/quick/debug common/debug.sh "$scratch/rows.cu"
    check "in the kernel" shows 'frame #0: .*`void below<3>\(c=0x[0-9a-f]+\) at rows.cu:3'
    check "what it prints" shows '^\(int\) i = '
}
