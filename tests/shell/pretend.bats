#!/usr/bin/env bats
# The pretend GPU (../pretend/README.md): its knobs, its name, and what must not be taken for it. What a GPU
# prints is in pretend_labs.bats. Its programs hold the answers, as solution01 does, so that a right one is ok.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

load pretend

setup() {
    pretend_setup
}

v1() { # v1 <PRETEND_GPU>: the worked kernel of lab 1
    pretends "$1" solution01 --size 5000 --only gpu_v1
}

# bats test_tags=slow
@test "pretend GPU: it has the card's name and numbers, and calls itself so in the CSV" {
    v1 '' && check "a T4" shows -x 'device   pretend T4, 40 SMs, sm_75'
    check "right" [ "$status" -eq 0 ]
    v1 model,name=RTX\ 9,sm=120,sms=30,clock=2000 # 30 SMs x 128 lanes x 2 x 2 GHz; 9 tenths of 320 GB/s
    check "any other" shows -x 'device   pretend RTX 9, 30 SMs, sm_120'
    check "its limits" \
        shows -x 'limits   measured, warm \(% are of these\): 15\.4 TFLOP/s, 3\.84 T products/s, copy 288 GB/s'
    v1 'model,name=A100 MIG 1g.5gb' # without physical limits, as nothing of it is as in cards.csv
    check "a part of a GPU" shows -x 'device   pretend A100 MIG 1g\.5gb, 40 SMs, sm_75; a part of a GPU \(MIG\)'
    check "made-up times of kernels are no copies" shows '^limits .*, copy 288 GB/s$'
    pretends h100,model solution01 --size 5000 --only gpu_v1 --csv "$scratch/my.csv"
    check "an H100" shows '^device   pretend H100 80GB HBM3, 132 SMs, sm_90'
    check "its limits" shows -x ' +physical \(faster is IMPOSSIBLE\): 66\.9 TFLOP/s at 1 980 MHz, memory 3 352 GB/s'
    check "in the head" grep -q -x '# device: pretend H100 80GB HBM3' "$scratch/my.csv"
    check "in each row" [ "$(grep '^lab01' "$scratch/my.csv" | cut -d, -f2 | sort -u)" = "pretend H100 80GB HBM3" ]
}

# bats test_tags=slow
@test "pretend GPU: what it has not got or what is no knob, is one line" {
    for _ in 1 2 3 4 5; do # from one of two processes only
        gives 2 v1 t4,foo=1
        check "a knob" contains "$err" "PRETEND_GPU: 'foo=1': must be a card (t4, laptop, h100)"
        check "one line" one_line "$err"
    done
    v1 memory=much
    check "a number" contains "$err" "'memory=much': must be"
    v1 driver=11080
    check "an old driver" contains "$err" "no device: CUDA driver version is insufficient"
    check "how old" contains "$err" "the driver is for CUDA 11.8, this program for 12."
    check "one line" one_line "$err"
    check "status 4" [ "$status" -eq 4 ]
    v1 devices=0,mig
    check "MIG without parts" contains "$err" "MIG is on, but no part of the GPU is made: sudo nvidia-smi mig -cgi 0 -C"
    check "status 4" [ "$status" -eq 4 ]
    v1 devices=0
    check "none" contains "$err" "no device: no CUDA-capable device is detected; make doctor says what is missing"
    pretends laptop,memory=100M solution01 --size 2^24
    check "100 MB hold no 200" contains "$err" "--size 16777216: needs 0.2 GB of device memory, 0.1 are free"
}

# bats test_tags=slow
@test "pretend GPU: with made-up times two runs print the same, to the last digit" {
    pretends t4,model solution01 --size 2^16 --only gpu_v1
    first=${out/, load [0-9.]*/} # but for this machine's load
    pretends t4,model solution01 --size 2^16 --only gpu_v1
    check "the same" [ "${out/, load [0-9.]*/}" = "$first" ]
}

# bats test_tags=slow
@test "contract: where streams wait for each other, or launches for their kernels, no right launcher is WRONG" {
    gives 0 v1 in_order # streams: right
    check "launches are looked at" shows_no '^doubt .*launches waited'
    gives 0 v1 blocking # launches: right
    check "and said" \
        shows -x 'doubt    launches waited, as under a debugger: not looked at whether launchers return at once'
    built pretend/wrong/lab01/waits_for_device
    try env PRETEND_GPU=t4 "$at/wrong/lab01/waits_for_device" --quick --seed 1
    check "elsewhere who waits is" shows ' WRONG .*the launcher waited for the device'
}

@test "pretend GPU: no program that make builds for a student can become one" {
    built lab01
    try env PRETEND_GPU=t4 build/quick/lab01 --quick --only gpu_v1
    check "still the CPU device" shows '^device   CPU device'
    check "nothing of it inside" lacks "$(nm -C build/quick/lab01; strings build/quick/lab01)" pretend
}

@test "pretend GPU: in exclusive mode a second process finds the device taken" {
    built pretend/solution01
    one=(env TMPDIR="$scratch" PRETEND_GPU=exclusive "$at/solution01" --quick --only gpu_v1)
    try flock "$scratch/pretend_gpu_$(id -u)" "${one[@]}"
    check "taken" contains "$err" "busy or unavailable"
    check "who has it" contains "$err" "another process has the GPU to itself (exclusive mode)"
    check "status 4" [ "$status" -eq 4 ]
    check "one line" one_line "$err"
    exits 0 "${one[@]}" # free again
}

@test "pretend GPU: nothing takes its numbers into reference/" {
    check "none is there" [ -z "$(grep -r -l -i pretend reference)" ]
    cp -r common handouts reference "$scratch"
    mkdir -p "$scratch/reference/pretend_t4" "$scratch/gpu"
    sed 's/Example GPU (invented)/pretend T4/' build/figures/lab01.csv >"$scratch/gpu/lab01.csv"
    printf '#!/bin/sh\ncp gpu/lab01.csv "$4" # of --seed 1 --csv FILE\n' >"$scratch/lab01" && chmod +x "$scratch/lab01"
    cd "$scratch" || return
    exits 2 sh common/figures/sweep.sh ./lab01 reference/pretend_t4/lab01.csv --seed 1 # a sweep refuses
    check "it says why" \
        contains "$err" "reference/pretend_t4/lab01.csv: must come from a real GPU; pretend T4 is one of the tests"
    check "nothing is left" [ -z "$(ls reference/pretend_t4)" ]
    exits 0 sh common/figures/sweep.sh ./lab01 gpu/copy.csv --seed 1 # elsewhere it may be
    cp gpu/lab01.csv reference/pretend_t4
    try sh handouts/numbers.sh
    check "no sheet gets it" contains "$err" "lab01.csv: must come from a real GPU, not from the pretend one"
    check "status 1" [ "$status" -eq 1 ]
    check "no sheet" [ -z "$(grep -r -l 'pretend T4' handouts)" ]
}

@test "pretend GPU: gpu-check makes no archive of it" {
    cp build/figures/lab01.csv "$scratch/lab01.csv"
    sed -i 's/Example GPU (invented)/pretend T4/' "$scratch/lab01.csv"
    try bash -c 'note() { echo "$*"; }; passed=1 failed=0 left_out=0 later=0
        began=2026-01-01 gpu="Tesla T4, 7.5" scratch=$1 out=$1
        . tests/gpu/archive.sh && make_archive' - "$scratch"
    check "it says so" contains "$out" "no archive: $scratch/lab01.csv: must come from a real GPU"
    check "none" [ -z "$(find "$scratch" -name '*.tar.gz')" ]
}

@test "pretend GPU: what holds its clocks is said, in the CSV, too" {
    pretends model,memory=400M,held=64,sm_clock=300 solution01 --size 5000 --only gpu_v1 --csv "$scratch/my.csv"
    check "heat is a doubt" shows -x "doubt    the GPU's clocks are held down by heat \(hardware\)"
    check "kept" \
        grep -q -x '# clocks after: SM 300 MHz of 1590, memory 5001 MHz, held by heat (hardware)' "$scratch/my.csv"
    v1 model,memory=400M,held=4
    check "the power limit is none" shows_no "^doubt .*clocks"
}

# bats test_tags=slow
@test "pretend GPU: a cap on its clocks is the doubt of the times it was in force for; company is one of the run" {
    capped=model,memory=400M,held=4,sm_clock=1200
    pretends "$capped" solution01 --size 5000 --only gpu_v1 --csv "$scratch/my.csv"
    check "of each kernel's time" \
        [ "$(grep -c '^lab01,.*,the power limit held the SM clock down to 1200 MHz,' "$scratch/my.csv")" -ge 4 ]
    check "said" shows -x 'doubt    gpu_v1, n = 5 000: the power limit held the SM clock down to 1200 MHz'
    pretends "$capped" solution01 --size 5000 --only cpu_openmp
    check "no CPU's" shows_no 'power limit'
    pretends "$capped,held_from=1e9" solution01 --size 5000 --only gpu_v1
    check "not of times before it" shows_no 'power limit'
    check "nobody else is on it" shows_no '^doubt .*(on the GPU|display)'
    v1 model,memory=400M,programs=2,display
    check "a program" shows -x 'doubt    1 other program on the GPU: times may be theirs, too'
    check "a display" shows '^doubt    the GPU drives a display'
    v1 model,memory=400M,programs=2,display,nvml=0
    check "nothing of what is not known" shows_no '^doubt .*(on the GPU|display)'
}

@test "pretend GPU: its limits are measured warm, however slow it is at first" {
    v1 model,memory=400M,cold=4,nvml=0 # --quick waits until 5 ms bring nothing better
    check "nearly 288, not a third" shows '^limits .*, copy 28[0-9] GB/s$'
}

# bats test_tags=slow
# Of 1590 MHz, the half at first. Ten looks, 10 ms apart, must show the same but for 2 %: some 90 ms after the rise has
# ended. A kernel takes 0.1, launch + clock 0.0051; twice as long at half the clock.
@test "pretend GPU: a GPU is at work until its clock is steady, or 2 s, before any time is taken" {
    slow=model,memory=400M,kernel_us=100,kernel_ns=0
    v1 $slow,rise=300
    check "how long, at which clock" shows -x 'warm-up  3[89][0-9] ms, then the SM clock was steady at 1 590 MHz'
    check "the time is that of a warm GPU" shows '^gpu_v1 +ok +0\.105 \['
    check "no doubt" shows_no '^doubt .*clock'
    v1 $slow,waver=10
    check "given up" shows '^warm-up  2 0[0-9][0-9] ms, then the SM clock was not yet steady, at 1 [0-9]+ MHz$'
    check "a doubt" shows -x 'doubt    the SM clock was not steady after 2 s of warm-up'
    v1 $slow,nvml=0
    check "no word where nobody tells" shows_no '^warm-up|^doubt .*steady'
}

# A kernel takes 0.01, its launch 0.005, so two events around one launch on an idle GPU show 0.015; of launches in a row
# each takes what is longer.
@test "pretend GPU: a launch that is too short for two events is also timed in a train of launches" {
    short=model,memory=400M,kernel_ns=0
    pretends $short,kernel_us=10 solution01 --size 5000 --only gpu_v1 --csv "$scratch/my.csv"
    check "events" shows -x '  CUDA events +0\.0150 ms .*'
    check "what is in it" shows -x ' +\(below 20 us: the wait from the first event to the kernel is in it\)'
    check "a train" shows -x '  train of launches +0\.0100 ms +6\.00 GB/s +ok, each of 100 in a row, L2 warm'
    check "a row, no percentage, no doubt" \
        grep -q -E '^lab01,pretend T4,gpu_v1,train,float32,5000,,5000,,10,0\.01,.*,6,,ok,,' "$scratch/my.csv"
    check "its name for people" grep -q -x '# method train: train of launches' "$scratch/my.csv"
    check "that of the events has it" grep -q -E ',events,.*,ok,below 20 us: [^,]*,' "$scratch/my.csv"
    check "no other" \
        [ "$(grep '^lab01.*,5000,,5000,' "$scratch/my.csv" | grep -v ',events,' | grep -c 'below 20 us')" -eq 0 ]
    v1 $short,kernel_us=3
    check "0.005, not 0.003" shows '  train of launches +0\.0050 ms'
    check "because of the host" shows -x ' +\(as slow as the host launches: the kernel may take less\)'
    v1 $short,kernel_us=100
    check "none of longer ones" shows_no 'train|20 us'
    built solution01
    try build/quick/solution01 --quick --seed 1 --size 5000 --only gpu_v1 --csv "$scratch/cpu.csv"
    check "none on the CPU device" \
        [ "$(grep -c -E 'train|20 us' "$scratch/cpu.csv")$(grep -c -E 'train|20 us' <<<"$out")" = 00 ]
}

# bats test_tags=slow
@test "pretend GPU: a card or times that say 0: no verdict of it, and an end" {
    v1 model,attribute16=0,memory=400M # no multiprocessors
    check "no SMs: right" [ "$status" -eq 0 ]
    check "no limit by them" shows -x ' +physical \(faster is IMPOSSIBLE\): - TFLOP/s at 1 590 MHz, memory 320 GB/s'
    gives 0 v1 model,bus=0,bus_gbs=0,pageable_gbs=0,memory=400M # no bus: right
    check "no limit by it" shows -x ' +physical \(faster is IMPOSSIBLE\): 8\.14 TFLOP/s at 1 590 MHz, memory - GB/s'
    gives 0 v1 model,launch_us=0,kernel_ns=0,copy_us=0,memory=400M # no time: right
    check "which no GPU can" shows 'IMPOSSIBLE'
    v1 model,memory=1M
    check "no memory: said" contains "$err" "out of memory: give a smaller --size; nvidia-smi shows what else holds"
    check "one line" one_line "$err"
}

# limits <knobs> <what the banner says of physical limits>
limits() {
    pretends "name=Tesla T4,$1,model,memory=400M" solution01 --size 5000 --only gpu_v1
    check "$1: $2" shows -x " +physical \(faster is IMPOSSIBLE\): $2 GB/s"
}

# bats test_tags=slow
@test "pretend GPU: a card that is unlike its line in cards.csv, or says nothing, has no physical limit" {
    limits sm=75 '8\.14 TFLOP/s at 1 590 MHz, memory 320'
    limits sms=30 '- TFLOP/s at 1 590 MHz, memory 320'
    limits attribute36=0 '8\.14 TFLOP/s at 1 590 MHz, memory -' # no memory clock
}
