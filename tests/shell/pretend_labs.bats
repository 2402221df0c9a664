#!/usr/bin/env bats
# bats file_tags=slow
# What labs print and keep on a GPU, on the pretend one (../pretend/README.md). Times are made up there, so each
# table is compared with numbers worked out by hand: the arithmetic stands beside them, in ms. A look at the clock
# takes 0.0001, a launch 0.005.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers
load pretend

setup() {
    pretend_setup
}

# ---- speed-ups, break-even, percent of the limit -----------------------------------------------------------

# n = 2^20 = 1048576, 4 MiB an array. The CPU: 2 ns each = 2.0972, on two threads 1.0486. The kernel: 1048576
# threads of 0.4 ns = 0.41943, + launch + clock = 0.42453. A copy over the bus: 4194304 / 60e9 = 0.0699, + 0.01; three
# and the kernel: 3 x 0.0799 + 0.42453 = 0.66425. The kernel moves 12 n bytes: 29.64 GB/s, 10.3 % of what the model
# copies in the device, 9 tenths of 5001 MHz x 2 x 256 bits = 288.06 GB/s.
# The break-even: 0.0051 + 0.4e-6 n < 1e-6 n from 8500 on, so 16384 of 1024, 4096, ...; with the copies
# 0.0351 + 0.6e-6 n < 1e-6 n from 87750 on, so 262144.
lab01=t4,model,kernel_ns=0.4,pageable_gbs=60,host_ns=2

@test "a GPU's tables: lab 1: speed-ups with and without the copies, break-even, percent of the copy" {
    pretends $lab01 solution01 --size 2^20 --csv "$scratch/my.csv"
    lines <<'END'
cpu_serial ok 2.10 [2.10..2.10] 6.00 - | 1.00 - - -
cpu_openmp ok 1.05 [1.05..1.05] 12.0 - | 2.00 - 1.00 -
gpu_v1 ok 0.425 [0.425..0.425] 29.6 10.3 | 4.94 3.16 2.47 1.58 # 2.0973 / 0.42453, / 0.66425, 1.0487 / both
clock + synchronize 0.425 ms 29.6 GB/s ok
CUDA events 0.424 ms 29.6 GB/s ok, 0.0 % less than the clock # 0.42443
with the copies 0.664 ms 18.9 GB/s ok # 12 x 2^20 / 0.66425 = 18.94
from which n does gpu_v1 beat all cores? 16 384 (kernel only), 262 144 (+copies)
END
    check "no bounds of another card" shows_no 'published limits'
    check "nor its name in the CSV" [ -z "$(grep '^# card' "$scratch/my.csv")" ]
    check "how it was measured" shows 'method .* L2 flushed;'
    check "the launch alone, 0.0051, is faster than the memory" shows 'no synchronize +0\.0051 ms .*IMPOSSIBLE'
    v1=$(grep '^lab01,pretend T4,gpu_v1,sync,float32,1048576,' "$scratch/my.csv")
    check "the CSV's percentage" grep -q -x -E '10\.(29|32)' <<<"$(cut -d, -f16 <<<"$v1")"
    check "the CSV's time, 0.41943 + 0.0051" grep -q -x -E '0\.42453[01]?' <<<"$(cut -d, -f11 <<<"$v1")"
}

# M = N = K = 96: the CPU 96^3 = 884736 x 4 ns = 3.539, two threads 1.770. Every kernel 0.365, + launch + clock =
# 0.3701: 2 x 884736 operations = 4.78 GFLOP/s. The least time: at the peak, 40 SMs x 64 lanes x 2 x 1.59 GHz = 8140.8
# GFLOP/s, 0.000217; for 3 x 36864 bytes at 288 GB/s 0.000384, which is more: 0.104 % of 0.3701. A copy: 36864 / 94e6
# = 0.3922, + 0.06; three and the kernel: 3 x 0.4522 + 0.3701 = 1.7266.
# N = 32, 64, 96: all cores, which is one thread up to 64: 0.131, 1.049, 1.770; the kernel 0.3701, so from 64 on; with
# the copies at 64 3 x (16384 / 94e6 + 0.06) + 0.3701 = 1.073, so from 96 on.
@test "a GPU's tables: lab 2: percent of the limit, and the first launch, which loads the kernel" {
    pretends t4,model,kernel_us=365,kernel_ns=0,pageable_gbs=0.094,copy_us=60,slow_first=200,host_ns=4 solution02
    lines <<'END'
cpu_serial ok 3.54 [3.54..3.54] 0.500 - | 1.00 - - -
cpu_openmp ok 1.77 [1.77..1.77] 1.000 - | 2.00 - 1.00 -
gpu_v1 ok 0.370 [0.370..0.370] 4.78 0.104 | 9.56 2.05 4.78 1.02 # 3.539 / 0.3701, / 1.7266, 1.770 / both
with the copies 1.73 ms 1.02 GFLOP/s ok
the first launch 200 ms loads the kernel's code, too # 200 + 0.3701
later launches 0.37 ms ok
from which M = N = K does gpu_v1 beat all cores? 64 (kernel only), 96 (+copies)
END
}

# n = 4096, 16384 bytes: pageable 16384 / 6e9 = 0.0027, pinned / 12e9 = 0.0014; + 0.1 a copy. Every kernel 0.1.
# The CPU: n x 10 FMAs x 16 chunks x 10 steps, as the shape is named, = 6553600 x 1 ns.
# kernel alone: 0.1 + 0.005 + 0.0001 = 0.1051. gpu_v1: 0.1027 in, 0.105 launched, 0.1027 out = 0.3106.
# gpu_ex51: the same pinned, 0.1014 + 0.105 + 0.1014 = 0.3078. cpu_ten: as cpu_openmp.
# gpu_ten: ten trips, 10 x 0.3105 = 3.105; its kernels 10 x 0.1 + 0.005 = 1.005.
# The bus: 64 MiB / 12e9 = 5.592 + 0.1: 11.79 GB/s.
# FMAs, with n x F x 16 x 10 / 2 ns on the CPU = 0.3277 F, gpu_ex52 at 1.81: faster from 1.81 / 0.3277 = 5.5 on,
# 2 x 5.5 / 8 operations per byte.
lab05=t4,model,kernel_us=100,kernel_ns=0,copy_us=100

@test "a GPU's tables: lab 5: the bus, the share of the copies, from how many operations they are worth it" {
    pretends $lab05 solution05
    lines <<'END'
bus      11.8 GB/s to the device, 11.8 GB/s back (measured, pinned, 67.1 MB)
cpu_serial ok 6.55 [6.55..6.55] - - | 1.00 - - -
cpu_openmp ok 3.28 [3.28..3.28] - - | 2.00 - 1.00 -
gpu_v1 ok 0.311 [0.311..0.311] 0.105 66.2 | 62.4 21.1 31.2 10.6 # 1 - 0.1051 / 0.3106; 6.554 / 0.1051, / 0.3106; 3.277
gpu_ex51 ok 0.308 [0.308..0.308] 0.105 65.9 | 62.4 21.3 31.2 10.6
cpu_ten ok 3.28 [3.28..3.28] - - | - - 1.00 -
gpu_ten ok 3.10 [3.10..3.10] 1.01 67.6 | - - 3.26 1.06 # 1 - 1.0051 / 3.1047
gpu_v1       already at 1
gpu_ex52     about 5.51, that is 1.38 operations per byte
kernel       already at 1
1 0.328 0.311 0.308 1.81 0.105
1000 328 0.311 0.308 1.81 0.105
END
}

# 262144 bytes: pageable / 6e9 + 0.01 + 0.0001 = 0.05379, pinned / 12e9 + 0.0101 = 0.03195; in the device twice as many
# / 288.06e9 + 0.0001 = 0.00192. An array's guards take 0.52 MB: one pinned array of 0.26 MB there is, not two.
@test "a GPU's tables: lab 5: copies; where pinned memory is scarce, what needs it is left out" {
    pretends t4,model,pinned=1M solution05 --only copies
    lines <<'END'
pinned 67.6 MB are refused: what needs so much is left out
bus 8.2 GB/s to the device, 8.2 GB/s back (measured, pinned, 0.262 MB)
262 144 4.87 - 4.87 - 273
how long does it take to send 262144 bytes?
END
    pretends t4,model,pinned=2M solution05 --only copies
    lines <<<'262 144 4.87 8.21 4.87 8.21 273'
    for knob in pinned=0 pinned=300K pinned=600K pinned=4M memory=64M; do
        gives 0 pretends t4,model,$knob solution05 --only copies
        check "no error" [ -z "$err" ]
    done
}

# gpu_v1 launches 44 kernels, each 0.1 = 4.4, + launch + clock = 4.4051. The picture is 32 x 32 x 3 floats, 12288 bytes,
# / 6e9 + 0.01 = 0.0120, and 1000 logits back 0.0107: 4.4278. All cores: 32 (the side) x 1 / 2 threads = 16.
@test "a GPU's tables: the network: shares of the layers' kinds by the GPU's own clock, beside all cores" {
    pretends t4,model,kernel_us=100,kernel_ns=0,host_ns=1e6 lab06_network
    lines <<'END'
gpu_v1 ok 32 1 4.41 4.41 [4.41..4.41] 227 17.0 | 3.63 3.61 # 1000 / 4.4051; 16 / 4.4051, / 4.4278
gpu_v1 32 1 0.100 2% 1.60 36% 0.300 7% 0.200 5% 0.100 2% 2.10 48% # 1, 16, 3, 2, 1, 21 kernels of 44
clock + synchronize 4.41 ms 17.0 GFLOP/s ok
END
}

# The poison of c, 1 MiB, is written to the memory while the L2 is emptied, not while the kernel runs: 262144 threads x
# 0.4 ns = 0.10486, + 0.0051. Memset lines of the whole L2, 3 MiB, would add 3145728 / 288.06e9 = 0.01092.
@test "a GPU's samples: the L2 is emptied before each, and nothing is left to do when the clock starts" {
    pretends t4,model,kernel_ns=0.4,write_back,l2=3M,log="$scratch/log" solution01 --size 2^18 --only gpu_v1
    # After reading 2 x 3 MiB comes a wait, before any launch.
    check "$(grep -c '^flush - 6291456$' "$scratch/log") times" \
        [ "$(grep -c '^flush - 6291456$' "$scratch/log")" -ge 20 ]
    check "then a wait" [ "$(grep -A 1 '^flush - 6291456$' "$scratch/log" | grep -c '^wait')" -eq \
        "$(grep -c '^flush - 6291456$' "$scratch/log")" ]
    lines <<<'clock + synchronize 0.110 ms 28.6 GB/s ok'
}

# gpu_ex11 has a grid of 1024 blocks of 256 threads: 262144 x 0.4 ns = 0.10486, + 0.0051 = 0.10996; gpu_v1 0.42453.
@test "a GPU's comparison: which of two versions is faster, without a word about the CPU device" {
    pretends $lab01 solution01 --size 2^20 --compare gpu_v1,gpu_ex11
    check "0.42453 / 0.10996" shows -x '  gpu_ex11 is faster: 3\.861 times as fast \[3\.861, 3\.861\]'
    check "no word" shows_no 'CPU device'
}

# ---- right and wrong, where the device tells nothing -------------------------------------------------------

# right <PRETEND_GPU> <program> <versions>: each alone is ok
right() {
    local version
    for version in "${@:3}"; do
        pretends "$1,memory=400M" "$2" --size 5000 --only "$version"
        check "$2, $1: $version is ok" shows "^$version +ok "
        check "status 0" [ "$status" -eq 0 ]
    done
}

@test "a GPU's verdicts: right launchers are right, whatever the streams, the launches and pinned memory do" {
    right t4,model,in_order solution01 gpu_v1 gpu_ex11
    right t4,model,blocking solution01 gpu_v1
    right laptop,model,pinned=0,in_order,blocking solution01 gpu_ex12
    right h100,model,slow_first=3000,cold=10 solution01 gpu_v1
    right t4,model,launch_us=10000 solution01 gpu_v1
    export CUDA_LAUNCH_BLOCKING=1 CUDA_DEVICE_MAX_CONNECTIONS=1
    right t4,model,kernel_us=100 solution01 gpu_v1
    check "launches do not wait" shows 'no synchronize +0\.0051 ms'
    check "without both" shows -x 'unset    CUDA_LAUNCH_BLOCKING=1.*CUDA_DEVICE_MAX_CONNECTIONS=1.*'
}

@test "a GPU's verdicts: wrong launchers are found without the CPU device's list of calls, and named once" {
    pretends t4,model,memory=400M wrong/lab01/own_stream --size 5000
    check "that it did not wait for its stream" shows '^gpu_ex12 +WRONG  n = 257: launched in a stream of its own'
    check "once, although smaller sizes follow" [ "$(grep -c WRONG <<<"$out")" -eq 1 ]
    pretends t4,model,memory=400M wrong/lab01/waits_for_device --size 5000
    check "that it waited" shows '^gpu_ex11 +WRONG  n = 257: the launcher waited for the device'
    check "once" [ "$(grep -c WRONG <<<"$out")" -eq 1 ]
    check "status 1" [ "$status" -eq 1 ]
}

# gpu_v1 moves 3 x 4 MiB: at 320 GB/s, which no T4 can pass, 0.0393; 0.0262 if c may stay in the L2 of 4 MiB.
@test "a GPU's verdicts: what is faster than the card can be is IMPOSSIBLE, what is slower is not" {
    pretends t4,model,kernel_ns=0,kernel_us=50 solution01 --size 2^20 --only gpu_v1
    check "0.0551 ms is possible" shows -x ' +clock \+ synchronize +0\.0551 ms +228 GB/s +ok'
    pretends t4,model,kernel_ns=0,kernel_us=10 solution01 --size 2^20 --only gpu_v1 --csv "$scratch/my.csv"
    check "0.0151 ms is not" shows '^ +IMPOSSIBLE: (1\.7|2\.)' # 0.0262 / 0.0151, 0.0438 / 0.0151
    check "its launch has not returned too early" \
        [ "$(grep -c 'the launch returned before the kernel ran' <<<"$out")" -eq 1 ]
    check "nor in the CSV" grep -q ',gpu_v1,sync,.*,impossible,' "$scratch/my.csv"
}

# Grids of millions of blocks take the CPU half a minute for each version: the other answers are in long/labs.bats.
@test "a GPU's verdicts: the worked kernels of labs 3 and 4 are right" {
    for lab in 03 04; do
        answers_right $lab --only gpu_v1
    done
}

# Every kernel takes 0.1. The sum: 53 x (0.1 + launch 0.005 + clock 0.0001) = 5.5703; in order: 0.005 until the first
# one starts, 53 x 0.1, and the clock. What is not timed, im2col and the other type, is not launched in order either.
@test "a GPU's tables: lab 6: the network's products in order, beside their sum" {
    LAB_PATIENCE=900 pretends t4,model,kernel_us=100,kernel_ns=0 solution06 --only gpu_v1,gpu_ex62,gpu_ex63
    check "those of other types are right" [ "$(grep -c -E '^gpu_ex6[23] +ok +not timed' <<<"$out")" -eq 2 ]
    lines <<'END'
all 53 products launched in order and waited for once; beside it their sum
gpu_v1 5.31 ms 5.57 ms
END
    check "right" shows '^gpu_v1 +ok +5\.57 '
}

# ---- what is made of it ------------------------------------------------------------------------------------

@test "a GPU's figures and report: they draw and list its speed-ups, under its name" {
    command -v gnuplot >/dev/null || skip "needs gnuplot"
    built pretend/solution01 report_tables
    cp -r common handouts lab01_*/ "$scratch"
    mkdir "$scratch/results"
    export PRETEND_GPU=$lab01 TABLES=$root/build/quick/report_tables
    try sh common/figures/sweep.sh "$at/solution01" "$scratch/results/lab01.csv" --sizes 2^10,2^14,2^18,2^20 \
        --samples 3 --min-time 0 --seed 1
    check "a sweep" [ "$status" -eq 0 ]
    cd "$scratch" || return
    bare_path && ln -s "$(command -v gnuplot)" "$bin"
    exits 0 env PATH="$bin" sh common/tools/report.sh lab01 # a report
    out=$(cat results/report.md)
    local from='at every measured size from n = 262 144'
    lines <<END
| GPU | pretend T4 |
| gpu_v1 | 0.425 | 0.425 .. 0.425 | 29.6 | 10.3 | 4.94 | 3.16 | 2.47 | 1.58 | # as in the lab's own table
| 1 024 | 0.00215 | 0.00112 | 0.110 | 0.140 | 0.0102 | 0.0080 | # 2.048e-3 + 1e-4, half; gpu_ex11 0.10996, + 3 x 0.01007
| 262 144 | 0.524 | 0.262 | 0.110 | 0.192 | 2.38 | 1.36 | # + 3 x (1048576 / 60e9 + 0.01)
gpu_ex11 beats all cores: kernel, $from; with copies, $from.
END
    check "it is no report without a GPU" shows_no -i 'option B'
    for figure in bandwidth break_even pitfall; do
        check "$figure names the GPU" grep -q 'pretend T4; ' "results/lab01_$figure.svg"
    done
    check "speed-ups are drawn" grep -q 'from n = 262 144 on' results/lab01_break_even.svg
}
