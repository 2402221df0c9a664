#!/usr/bin/env bats
# tests/gpu_check.sh without a GPU: what it says where there is none, and, in a tree of stubs, what
# it makes of labs that fail, kernels that slip through and time that runs out. That it works on a
# GPU only a GPU can show.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # stubs are scripts; helpers.bash sets out, err, ...

load helpers

setup() {
    scratch=$(mktemp -d)
    bare_path
    local tool
    for tool in nproc tee xargs; do ln -s "$(command -v $tool)" "$bin/$tool"; done
    tree=$scratch/tree
    mkdir -p "$tree/tests/wrong/lab01" "$tree/tests/traffic" "$tree/tests/programs" "$tree/lab01_vector_add" "$tree/common/tools" "$tree/common/figures"
    cp "$root/tests/gpu_check.sh" "$tree/tests"
    cp "$root/tests/traffic/ncu.sh" "$tree/tests/traffic"
    cp "$root/common/figures/sweep.sh" "$tree/common/figures"
    cp "$root/common/tools/scratch.sh" "$tree/common/tools"
    cat "$root"/lab[0-9][0-9]_*/gpu_check.sh >"$tree/lab01_vector_add/gpu_check.sh"
}

teardown() {
    rm -rf "$scratch"
}

# A program of the tree, made by "make" or by hand.
program() {
    mkdir -p "$(dirname "$tree/$1")"
    bin=$tree stub "$1" "$2"
}

# A machine with a GPU: every lab writes a CSV, every tool works.
machine() {
    stub nvidia-smi 'echo "NVIDIA H200, 9.0, 580.65.06"'
    stub nvcc 'case "$*" in *--version*) echo "release 13.0, V13.0.88"; exit ;; esac
while [ "$1" != -o ]; do shift; done; printf "#!/bin/sh\n" >"$2"; chmod +x "$2"'
    stub make "echo \"\$*\" >>$scratch/make_calls"
    stub compute-sanitizer 'case "$*" in
*null_pointer*) exit 86 ;;
*"racecheck "*gpu_ex33*) echo "= RACECHECK SUMMARY: 2 hazards displayed"; exit 86 ;;
*racecheck*barrier*) echo "= RACECHECK SUMMARY: 1 hazard displayed"; exit 86 ;;
esac'
    local lab='[ "$1" != --help ] || echo "all of cpu_serial gpu_v1 cublas"
while [ $# -gt 0 ] && [ "$1" != --csv ]; do shift; done
[ $# -eq 0 ] || echo "lab,device,version" >"$2"'
    program lab01 "$lab"
    program solution01 "$lab"
    program lab03 ''
    program solution04 ''
    program solution06_network ''
    wrong tail 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  WRONG  the tail is lost"; exit 1'
    wrong null_pointer 'gpu_ex11 WRONG illegal' 'echo "gpu_ex11  WRONG  illegal access"; exit 1'
    touch "$tree/tests/programs/scan.cu"
    program common/traffic.sh 'echo "{\"kernel\":\"k\",
\"line\":7,\"access\":\"load\",\"space\":\"global\",\"requests\":8,\"sectors\":32}" >"$2"'
    profiler 32
}

# profiler <sectors that it counts where the traffic counters count 32>
profiler() {
    stub ncu 'case "$*" in *raw*) echo "\"ID\",\"Kernel Name\",\"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\"
\"0\",\"k(int)\",\"8\",\"'"$1"'\"" ;; esac'
}

# wrong <name> <what is expected> <what the program does>
wrong() {
    echo "/* expects: $2 */" >"$tree/tests/wrong/lab01/$1.cu"
    program "build/cuda/wrong/lab01/$1" "$3"
}

gpu_check() {
    try env PATH="$bin" OUT="$scratch/out" "$@" bash "$tree/tests/gpu_check.sh"
    summary=$(cat "$scratch/out/summary.txt" 2>/dev/null || true)
}

@test "gpu-check: without nvcc, or without a GPU, one line, status 4, nothing written" {
    stub nvidia-smi 'echo "NVIDIA H200, 9.0, 580.65.06"'
    gpu_check
    check "no nvcc: status 4" [ "$status" -eq 4 ]
    check "one line" one_line "$err"
    check "says so" contains "$err" nvcc
    check "nothing written" [ ! -e "$scratch/out" ]

    stub nvcc ''
    stub nvidia-smi 'echo "No devices were found"; exit 6'
    gpu_check
    check "no GPU: status 4" [ "$status" -eq 4 ]
    check "one line" one_line "$err"
    check "says so" contains "$err" "no GPU"

    rm "$bin/nvidia-smi"
    gpu_check
    check "no nvidia-smi: status 4" [ "$status" -eq 4 ]
    check "nothing written" [ ! -e "$scratch/out" ]
}

@test "gpu-check: a GPU that CUDA cannot use: the words of the lab, status 4" {
    machine
    program lab01 'echo "no device: CUDA driver version is insufficient" >&2; exit 4'
    gpu_check
    check "status 4" [ "$status" -eq 4 ]
    check "one line" one_line "$err"
    check "the words" contains "$err" "driver version is insufficient"
}

@test "gpu-check: all well: status 0, a CSV per lab, summary and logs, no other file" {
    machine
    gpu_check
    check "status 0" [ "$status" -eq 0 ]
    check "no failure" shows_no '^(FAIL|left out)'
    for what in lab01 solution01 tests/wrong/lab01/tail.cu tests/programs/scan.cu \
        "memcheck: solution01 gpu_v1" "racecheck: solution01 gpu_v1" "racecheck: finds" "solution04, 1e12"; do
        check "$what" shows "^ok +$what"
    done
    check "the sum" shows '^[0-9]+ passed, 0 failed, 0 left out'
    check "cuBLAS is not ours to check" lacks "$out" "solution01 cublas"
    check "the summary is what it printed" [ "$summary" = "$out" ]
    check "the files" [ "$(cd "$scratch/out" && find . -type f | sort | xargs)" = \
        "./lab01.csv ./logs.txt ./summary.txt" ]
    check "built for the GPU that is here" grep -q CUDA_ARCH=90 "$scratch/make_calls"
}

@test "gpu-check: the traffic counters against ncu: a difference fails, no ncu and no permission are named" {
    machine
    profiler 40
    gpu_check
    check "a difference" shows '^FAIL +traffic counters against ncu.*'
    stub ncu 'echo "==ERROR== ERR_NVGPUCTRPERM"; exit 1'
    gpu_check
    check "no permission" shows '^left out +traffic counters against ncu: no permission'
    rm "$bin/ncu"
    gpu_check
    check "no ncu" shows '^left out +traffic counters against ncu: no ncu on PATH'
}

@test "gpu-check: a lab, a program, a build and a sanitizer that fail are failures" {
    machine
    program lab01 'echo "gpu_v1 WRONG"; exit 1'
    gpu_check
    check "status 1" [ "$status" -eq 1 ]
    check "lab01 and why" shows '^FAIL +lab01: status 1; gpu_v1 WRONG'

    machine
    stub make 'echo "lab01.cu(3): error: no"; exit 2'
    gpu_check
    check "the build and why" shows '^FAIL +build the labs.*lab01.cu\(3\)'

    machine
    stub compute-sanitizer 'exit 86'
    gpu_check
    check "a finding in an answer" shows '^FAIL +memcheck: solution01 gpu_v1'

    machine
    stub nvcc 'case "$*" in *--version*) echo "release 13.0," ;; *) exit 1 ;; esac'
    gpu_check
    check "a program that does not build" shows '^FAIL +tests/programs/scan.cu'
}

@test "gpu-check: a sanitizer that finds nothing where there is something has failed" {
    machine
    stub compute-sanitizer ''
    gpu_check
    check "status 1" [ "$status" -eq 1 ]
    check "memcheck" shows '^FAIL +memcheck: finds'
    check "racecheck" shows '^FAIL +racecheck: finds'
}

@test "gpu-check: wrong kernels: taken for right, other words, a race with luck" {
    machine
    wrong slips 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  ok  "'
    wrong words 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  WRONG  something else"; exit 1'
    wrong other 'gpu_ex11 WRONG lost' 'echo "gpu_v1  WRONG  the tail is lost"; exit 1'
    wrong no_barrier 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  ok  "'
    wrong unwritten 'gpu_ex11 todo' 'echo "gpu_ex11  todo  write it"'
    wrong counted 'gpu_ex11 WRONG lost' 'echo "gpu_ex11  ok  "'
    echo '/* only the CPU device can tell */' >>"$tree/tests/wrong/lab01/counted.cu"
    wrong unbuilt 'gpu_ex11 WRONG lost' ''
    rm "$tree/build/cuda/wrong/lab01/unbuilt"
    gpu_check
    check "status 1" [ "$status" -eq 1 ]
    for name in slips words other unbuilt; do
        check "$name fails" shows "^FAIL +tests/wrong/lab01/$name.cu"
    done
    check "what is counted is left out" shows "^left out +tests/wrong/lab01/counted.cu"
    for name in no_barrier unwritten tail; do
        check "$name is rejected" shows "^ok +tests/wrong/lab01/$name.cu"
    done
}

@test "gpu-check: when the time is up it stops and names what it left out" {
    machine
    program solution01 'exec sleep 30'
    gpu_check GPU_CHECK_TIME=4
    check "what it left out" shows '^left out +solution01'
    check "and what followed" shows '^left out +tests/programs/scan.cu'
    check "the sum" shows ' [1-9][0-9]* left out; ([4-9]|1[0-9]) s'
}

@test "gpu-check: a step that hangs is a failure, and the rest still runs" {
    machine
    sed -i 's/must 60 "lab/must 1 "lab/' "$tree/tests/gpu_check.sh"
    program lab01 'exec sleep 30'
    gpu_check
    check "status 1" [ "$status" -eq 1 ]
    check "lab01" shows '^FAIL +lab01: not done in 1 s'
    check "the rest" shows '^ok +tests/programs/scan.cu'
}
