#!/usr/bin/env bats
# Lab 5's own promises: its columns, its tables of copies, of operations and of chunks, copies that
# are checked, and a sweep that ends where the memory does.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # awk has $1; helpers.bash sets root, out, ...

load helpers

setup() {
    in_root
    built lab05 solution05
}

# run_lab <program> <arguments>: what it prints in $out, the rows of its CSV in $rows.
run_lab() {
    exits 0 "build/quick/$1" --csv "$scratch/x.csv" "${@:2}"
    rows=$(sed '/^#/d; /^lab,/d' "$scratch/x.csv")
}

own=ops_per_element,steps,chunks,direction,memory,ops_per_byte,transfer_share

# 3 version, 4 method, 6 size, 11 median_ms, 14 gflops, 15 gbs; 20 ops_per_element (FMAs), 21 steps,
# 22 chunks, 23 direction, 24 memory, 25 ops_per_byte (an FMA is two), 26 transfer_share
@test "lab05: its columns follow the common ones and say what they should" {
    run_lab solution05 --quick
    check "the header" grep -q ",verdict,doubt,bound_ms,$own\$" "$scratch/x.csv"
    out=$rows
    check "the values" awk -F , '
        function off(a, b) { return a > b ? a - b : b - a }
        NF != 26 { exit 1 }
        $3 ~ /^copy/ { if ($20 $21 $22 $25 $26 != "" || $23 $24 == "") exit 1
            if (off($15, ($23 == "d2d" ? 8 : 4) * $6 / $11 / 1e6) > 1e-3 * $15) exit 1; next }
        off($14, 2 * $6 * $20 * $21 / $11 / 1e6) > 1e-3 * $14 { exit 1 }
        $21 != ($3 ~ /ten|53/ ? 10 : 1) { exit 1 }
        $4 == "sync" { sync[$3 $6 $20] = $11 }
        $4 == "with_transfers" {
            if ($23 != "both" || off($25, 2 * $20 * ($3 == "gpu_ex53" ? 10 : 1) / 8) > 1e-3 * $25) exit 1
            share = 1 - sync[$3 $6 $20] / $11; if (share < 0) share = 0
            if ($22 == 1 && off($26, share) > 1e-2) exit 1; shares++ }
        $4 != "with_transfers" && $26 != "" { exit 1 }
        END { exit !(shares >= 15) }' <<<"$rows"
    for memory in pageable pinned device; do
        check "$memory" grep -q ",$memory," <<<"$rows"
    done
    check "gpu_v1 has pageable memory" grep -q '^lab05,cpu_device,gpu_v1,with_transfers,.*,both,pageable,' <<<"$rows"
    check "gpu_ex51 has pinned memory" grep -q '^lab05,cpu_device,gpu_ex51,with_transfers,.*,both,pinned,' <<<"$rows"
}

@test "lab05: 1, 10, 100, 1000 FMAs per element, and 1 to 64 chunks" {
    run_lab solution05 --quick
    check "it says that there is no bus" shows 'on the CPU device a transfer is a memcpy'
    check "no break-even without a bus" shows 'beat all cores\? unknown: that needs a GPU'
    check "a line for each number of operations" \
        [ "$(grep -c -E '^ +(1|10|100|1000)( +[0-9.]+){5}$' <<<"$out")" -eq 4 ]
    check "a line for each number of chunks" \
        [ "$(grep -c -E '^ +(1|2|4|8|16|32|64)( +[0-9.]+){3}$' <<<"$out")" -eq 7 ]
    out=$(awk -F , '$3 == "gpu_ex52" && $4 == "with_transfers" && $20 == 10 { print $22 }' <<<"$rows" |
        sort -nu | xargs)
    check "and a row" [ "$out" = "1 2 4 8 16 32 64" ]
}

cells='( +[0-9][0-9.]*( [0-9]{3})*){5}$'

@test "lab05: a series leaves out what is not written or WRONG, and says so" {
    run_lab lab05 --quick
    check "operations" [ "$(grep -c -E '^ +(1|10|100|1000)( +[0-9.]+){2}( +-){2} +[0-9.]+$' <<<"$out")" -eq 4 ]
    check "chunks" [ "$(grep -c -E '^ +(1|2|4|8|16|32|64)( +-){3}$' <<<"$out")" -eq 7 ]
    check "no row" [ -z "$(grep -E ',gpu_ex5' <<<"$rows")" ]
    exits 2 build/quick/lab05 --quick --compare copies,gpu_v1 # copies have no time to compare
    check "one line" one_line "$err"
    check "that says why" contains "$err" "--compare 'copies,gpu_v1': copies are no version"
}

@test "lab05: every kind of copy at every size of a sweep, and the latency" {
    run_lab lab05 --sizes 256,4096 --samples 2 --min-time 0 --only copies
    check "latency in microseconds" shows "^ +4$cells"
    check "1 KB" shows "^ +1 024$cells"
    check "16 KB" shows "^ +16 384$cells"
    check "five kinds, three sizes" [ "$(wc -l <<<"$rows")" -eq 15 ]
}

@test "lab05: the pitfalls of a copy stand beside the right time" {
    for _ in 1 2 3; do # a busy machine may take the core away between two readings of the clock
        run_lab lab05 --only copies
        [[ $out = *'too few bytes to tell'* ]] || break
    done
    check "queued only" shows 'no synchronize .*IMPOSSIBLE: queued, no more$'
    check "and why" shows '^ +[0-9.e-]+ % of the true time$'
    check "waited for" shows 'cudaMemcpyAsync \+ synchronize .* ok$'
    check "pageable" shows 'from pageable memory .*ok, but not asynchronous:$'
    check "allocation" shows 'allocate, fill, copy, free .*MISLEADING: [0-9]+ % is not the copy'
    out=$(awk -F , '$17 == "impossible" { print $3, $4 }' <<<"$rows")
    check "one row is impossible" [ "$out" = "copy_h2d_pinned no_sync" ]
}

@test "lab05: the answers are right for every number of threads" {
    local threads
    for threads in 1 3; do
        exits 0 env OMP_NUM_THREADS=$threads build/quick/solution05 --quick --samples 1 --size 5003
        check "all versions" [ "$(grep -c -E '^(cpu|gpu)_[a-z0-9]+ +ok ' <<<"$out")" -eq 8 ]
    done
}

# mutant <what> <sed expression> <what it must say>: the lab with other copies of its own.
mutant() {
    sed "$2" "$root/lab05_transfers/copies.cu" >lab05_transfers/copies.cu
    check "$1: changed" [ -n "$(diff "$root/lab05_transfers/copies.cu" lab05_transfers/copies.cu)" ]
    built lab05
    exits 1 build/quick/lab05 --quick --only copies
    check "$1: $3" shows "$3"
}

# bats test_tags=slow
@test "lab05: a copy that loses a byte, writes too far or goes elsewhere is noticed" {
    kit_of "$scratch" lab05
    cd "$scratch" || return
    mutant "too few" 's/from, c->to.bytes, kind/from, c->to.bytes - 1, kind/' \
        'WRONG +copy_h2d_pageable, 4 bytes: element \[0\] ='
    mutant "too many" 's/from, c->to.bytes, kind/from, c->to.bytes + 4, kind/' \
        'WRONG +copy_.*wrote outside: element 1 past the end of copy_'
    mutant "elsewhere" 's/cudaMemcpy(to, from, c->to/cudaMemcpy((float *)to - 1, from, c->to/' \
        'WRONG +copy_.*wrote outside: element 1 in front of copy_'
}

@test "lab05: its sweep ends where the memory does; sizes that are asked for are refused" {
    little() { # a machine with 2 GB free
        unshare -m sh -c 'mount --bind "$0" /proc/meminfo && "$@"' "$scratch/meminfo" "$@"
    }
    echo "MemAvailable: 350000 kB" >"$scratch/meminfo"
    little true 2>/dev/null || skip "/proc cannot be changed here, which only root may do"
    exits 0 little build/quick/lab05 --sweep --only copies --samples 1 --min-time 0
    check "16 MB is not left out" shows '^ +16 777 216 '
    check "64 MB is" shows_no '^ +67 108 864 '
    exits 2 little build/quick/lab05 --sizes 2^10,2^28 --only cpu_openmp
    check "one line" one_line "$err"
}

# bats test_tags=slow
@test "pinned memory that is refused leaves out what needs it, and says so" {
    built pretend/solution05
    exits 0 env PRETEND_GPU=pinned=0,model build/quick/pretend/solution05 --quick --seed 1
    check "nothing on stderr" [ -z "$err" ]
    check "pageable memory serves" shows '^gpu_v1 +ok '
    check "5.1 needs it" shows '^gpu_ex51 +skip +needs pinned memory, which is refused'
    check "5.2 does" shows '^gpu_ex52 +skip +needs pinned memory'
    check "copies" shows '^ +262 144 +[0-9.]+ +- +[0-9.]+ +- +[0-9.]+$'
    check "and it is said" shows '^pinned   67\.6 MB are refused: what needs so much is left out$'
    check "no table of what was not run" [ -z "$(grep "do copies and kernels overlap" <<<"$out")" ]
    try env PRETEND_GPU=pinned=3M,model build/quick/pretend/solution05 --quick --seed 1 --sizes 4096,1048576 \
        --csv "$scratch/x.csv"
    check "status 0, too" [ "$status" -eq 0 ]
    check "what fits" shows '^ +4 096 gpu_ex51 +ok +0\.[0-9]+ '
    check "what does not" shows '^ +1 048 576 gpu_ex51 +ok +not timed: there is not so much memory of its kind$'
    check "what fits again" shows '^ +64 +[0-9.]+ +[0-9.]+ +[0-9.]+$'
    check "the bus" shows '^bus +[0-9]'
    check "no row without a time" [ -z "$(awk -F, '/^lab05/ && !($11 > 0)' "$scratch/x.csv")" ]
}

@test "lab05: a call that failed is named with its line, though nobody looked at its result" {
    built wrong/lab05/wrong_direction
    try build/quick/wrong/lab05/wrong_direction --quick --only gpu_v1
    check "which, and where" shows '^gpu_v1 +WRONG .*: cudaMemcpy, wrong_direction.cu:9: invalid argument'
}
