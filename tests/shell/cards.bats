#!/usr/bin/env bats
# The bounds of a card: --card, the table, the CSV, the report. The formulas: tests/unit/test_cards.c.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, labs, status, out and err

load helpers

setup() {
    in_root
    built lab01
}

lab() { # lab <options>
    try build/quick/lab01 --quick --samples 1 --seed 1 --csv "$scratch/x.csv" "$@"
}

bound_of() { # bound_of <method>: of gpu_v1, from the CSV
    awk -F, -v method="$1" '$3 == "gpu_v1" && $4 == method { print $19 }' "$scratch/x.csv"
}

@test "a card's bound is called one, follows its line of cards.csv, and is no time" {
    lab --size 2^20
    check "T4 unless another is named" shows '^what the published limits of the Tesla T4 leave.*: bounds, not times$'
    # 8 MiB to read, 4 MiB to write, which the L2 of 4 MiB keeps: 8.39 MB / 320 GB/s; 12.58 MB / 15.75
    check "in the table" shows '^gpu_v1  .*0\.0262 .*0\.825 '
    check "in the CSV" [ "$(bound_of sync) $(bound_of with_transfers)" = "0.0262144 0.825129" ]
    check "at which clock: 1.15 x 1,590" \
        shows '^operations at 1 828 MHz, 15 % above the published boost, because some cards run above it$'
    check "no time of it is impossible for that" [ -z "$(bound_of no_sync)" ]
    check "the CPU has none" [ -z "$(awk -F, '$2 == "cpu" && $19 != ""' "$scratch/x.csv")" ]
    lab --size 2^20 --card b200
    check "another card" [ "$(bound_of sync)" = 0.00108943 ] # 8.39 MB / 7.7 TB/s
    check "at its clock: 1.15 x 1,965" shows '^operations at 2 260 MHz,'
    check "and its name" grep -q '^# card: HGX B200$' "$scratch/x.csv"
}

@test "a card that is not there is refused with those that are" {
    exits 2 build/quick/lab01 --quick --card t5
    check "one line" one_line "$err"
    check "which names them" contains "$err" "there are t4 rtx4060laptop rtx4090 l4 a100 h100 h200 b200"
    check "every card has its sources" [ -z "$(awk -F, '!/^#/ && !/^name/ && (
        NF != 18 || $18 < 1000 || length($11) < 10 || length($15) < 10 || length($17) < 10)' reference/cards.csv)" ]
}

@test "the report shows bounds under a heading that says so" {
    lab --size 2^20
    built report_tables
    mkdir "$scratch/results" && mv "$scratch/x.csv" "$scratch/results/lab01.csv" && ln -s "$root/handouts" "$scratch"
    exits 0 env -C "$scratch" REPORT_LANG=en "$root/build/quick/report_tables" parts . lab01 lab01_vector_add ''
    check "the heading" grep -q 'lower bound, ms, boost clock + 15 %; limits of Tesla T4' "$scratch/results lab01"
    check "the bound" grep -q '^| gpu_v1, checked here .* 0.0262 |' "$scratch/results lab01"
}

# bats test_tags=slow
@test "the bound of lab 4 counts the bytes that a version copies: 262,144 counts, or one" {
    built lab04
    try build/quick/lab04 --quick --samples 1 --seed 1 --size 2^16 --only gpu_v1 --csv "$scratch/x.csv"
    # 11 x 65,536 products / (1.15 x 4.07e12) take less than the launch, 0.001 ms; 2,097,152 bytes / 15.75 GB/s
    check "of v1" [ "$(bound_of with_transfers)" = 0.134153 ]
    try build/quick/solution04 --quick --samples 1 --seed 1 --size 2^16 --only gpu_ex41 --csv "$scratch/x.csv"
    sed -i 's/gpu_ex41/gpu_v1/' "$scratch/x.csv" # 8 bytes
    check "of ex41" [ "$(bound_of with_transfers)" = 0.00100051 ]
}

@test "a reference of a known card: a time below its bound is impossible" {
    lab --size 2^20
    mkdir "$scratch/gpu"
    # 8 MiB / 4.8 TB/s: 1.75 microseconds on an H200; half of that is too little, an hour is not
    for ms in 0.0008 3600000; do
        awk -F, -v OFS=, -v ms=$ms '$2 == "cpu_device" { $2 = "NVIDIA H200"; $11 = ms; $19 = "" } 1' \
            "$scratch/x.csv" >"$scratch/gpu/lab01.csv"
        try env REFERENCE="$scratch/gpu" build/quick/lab01 --quick --samples 1 --seed 1 --only gpu_v1 --size 2^20
        check "it is shown" shows '^not this machine: NVIDIA H200'
        if [ $ms = 3600000 ]; then
            check "$ms ms is possible" shows_no 'IMPOSSIBLE: .*the device.s limit'
        else
            check "$ms ms is not" shows '^ *IMPOSSIBLE: 2.18 times the device.s limit'
        fi
    done
    sed -i 's/NVIDIA H200/NVIDIA GH200 480GB/; s/,3600000,/,0.0008,/' "$scratch/gpu/lab01.csv"
    try env REFERENCE="$scratch/gpu" build/quick/lab01 --quick --samples 1 --seed 1 --only gpu_v1 --size 2^20
    check "another card has other limits" shows_no 'IMPOSSIBLE: .*the device.s limit'
}

# bats test_tags=slow
@test "the bounds of lab 5 count ten trips and ten kernels; those of lab 4's arrays, what goes through memory" {
    built lab04 lab05
    try build/quick/lab05 --quick --samples 1 --seed 1 --size 2^19 --only gpu_ten --csv "$scratch/x.csv"
    # 20 x 2,097,152 bytes / 15.75 GB/s = 2.663 ms, and 10 x 10 x 2 x 524,288 operations / (1.15 x 8.14e12)
    bound() { awk -F, -v version="$1" -v method="$2" '$3 == version && $4 == method { printf "%.4g", $19 }' \
        "$scratch/x.csv"; }
    check "ten trips" [ "$(bound gpu_ten with_transfers)" = 2.674 ]
    check "ten steps" [ "$(bound gpu_ten sync)" = 0.0112 ]
    try build/quick/lab04 --quick --samples 1 --seed 1 --size 2^22 --only gpu_arrays --csv "$scratch/x.csv"
    # 8 bytes a sample written and read, less 4 MiB that the L2 keeps of each: 2 x 29.36 MB / 320 GB/s; its hits fit
    check "arrays" [ "$(bound gpu_arrays sync)" = 0.1835 ]
}
