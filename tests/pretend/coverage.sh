#!/usr/bin/env bash
# tests/pretend/coverage.sh - which lines of the engine, of gemm and of the labs only a GPU runs, and which of
# them the pretend GPU runs; builds in build/coverage and takes some minutes. gcov counts.
#   LABS="01 05"   some of the labs
#   before: unit tests and every lab on the CPU device; after: the same, and every lab on the pretend GPU
set -u
cd "$(dirname "$0")/../.." || exit 1
. common/tools/scratch.sh
b=build/coverage
labs=${LABS:-$(for folder in lab[0-9][0-9]_*/; do echo "${folder:3:2}"; done)}
units=$(for file in \
    tests/unit/test_{common_*,engine,array,cards,gemm*,machine,network,pairs,pi_samples,transfers}.c*; do
    file=${file##*/} && echo "$b/tests/unit/${file%.c*}"
done)
programs="$(for lab in $labs; do echo "lab$lab"; done) solution01 solution05 solution06_network"
export OMP_NUM_THREADS=2 LAB_PATIENCE=600
unset PRETEND_GPU REFERENCE

build() { # build <targets>
    # Kernels and the CPU device's runtime are not counted: grids of millions of blocks would take hours.
    make -s -j2 QUICK=1 BUILD=$b OPTIMISE='-O1 -g0' "$@" \
        SANITIZE='--coverage -fprofile-filter-files=^[cl][oa][mb][m0] -fprofile-exclude-files=cpu_device' || exit 1
}

# shellcheck disable=SC2046,SC2086 # words
build $units $(printf "$b/%s " $programs) $(printf "$b/pretend/%s " $programs)
find $b -name '*.gcda' -delete

into() { # into <folder> <command...>: what it runs is counted there
    GCOV_PREFIX=$scratch/$1 timeout 900 "${@:2}" >>"$scratch/$1.log" 2>&1
}

# each_lab <folder> <where the programs are>: what people do with every lab. With the worked kernel alone, but for labs
# 1 and 5: others launch half a million blocks in the check of grids, which take a CPU minutes, and the answers
# are not counted.
each_lab() {
    local lab
    for lab in $labs; do
        case $lab in 01 | 05) program=solution$lab ;; *) program=lab$lab ;; esac
        into "$1" "$2/$program" --quick --seed 1 --csv "$scratch/$lab.csv"
        into "$1" "$2/$program" --sweep --quick --seed 1 --samples 3 --only gpu_v1 --csv "$scratch/$lab.csv"
    done
    into "$1" "$2/solution01" --quick --seed 1 --compare gpu_v1,gpu_ex11
    into "$1" "$2/solution01" --quick --seed 1 --compare cpu_openmp,gpu_v1
    into "$1" "$2/solution01" --quick --only gpu_v1 --card t4
    into "$1" "$2/lab06" --quick --only gpu_v1 --dtype f16
    into "$1" "$2/solution06_network" --quick --batch 1,2
    into "$1" "$2/solution06_network" --quick --network mobilenet_v2
}

for unit in $units; do into before "$unit"; done
each_lab before $b
export PRETEND_GPU=t4,model
each_lab after $b/pretend
while read -r gpu program options; do
    # shellcheck disable=SC2086 # words
    PRETEND_GPU=$gpu into after $b/pretend/$program $options
done <<'END'
t4 solution01 --quick
t4,in_order solution01 --quick --only gpu_v1
t4,blocking solution01 --quick --only gpu_v1
t4,model,pinned=0 solution05 --quick
t4,model,pinned=1M solution05 --quick --sweep --only gpu_v1
t4,model,kernel_us=100,kernel_ns=0,copy_us=100 solution05 --quick
t4,model solution05 --quick --only copies
t4,model,kernel_ns=1e-6 solution01 --quick --size 2^20
t4,model,memory=200M solution05 --quick --sweep --only gpu_v1
t4,memory=100M solution01 --size 2^24
t4,driver=11000 solution01
h100,model,cold=5 solution01 --quick
t4,attribute36=0,attribute37=0 solution01 --quick --only gpu_v1
END
python3 tests/pretend/coverage.py "$scratch" "$b"
