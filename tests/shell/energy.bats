#!/usr/bin/env bats
# The option --energy: joules of a run, of a CPU and of the pretend GPU, whose counter has knobs (../pretend). What the
# counters say between two looks: ../unit/test_energy.c; a CPU's version, counted: ../unit/test_engine.cu.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers
load pretend

setup() {
    pretend_setup
    export LAB_ENERGY_SECONDS=0.05 LAB_POWERCAP=$scratch # in place of 2 s, and without a CPU's counter
}

# energy_on <PRETEND_GPU> <options>: of the worked kernel of lab 1, whose every run takes 1 ms
energy_on() {
    pretends "model,kernel_us=1000,kernel_ns=0,$1" solution01 --only gpu_v1 --energy --csv "$scratch/my.csv" "${@:2}"
}

cells() { # cells <method>: what the CSV has behind its other columns, at the largest size
    awk -F, -v method="$1" '$4 == method && $6 == 524288 { print $20, $21, $22, $23, $24 }' OFS=, "$scratch/my.csv"
}

# bats test_tags=slow
@test "energy: off by default; its columns come last, and leave the others as they are" {
    pretends t4,model solution01 --only gpu_v1 --csv "$scratch/without.csv"
    check "no word of it" shows_no 'energy|joules'
    energy_on t4
    header=$(grep '^lab,' "$scratch/without.csv")
    check "columns" \
        grep -q -x -F "$header,joules_per_run,joules_per_gflop,idle_watts,energy_by,energy_doubt" "$scratch/my.csv"
    check "own columns of a lab stay before them" built pretend/solution04
    pretends t4,model solution04 --size 4096 --only gpu_v1 --energy --csv "$scratch/pi.csv"
    check "lab 4" \
        grep -q -E '^lab,.*,pi,abs_error,std_error,gsamples_s,joules_per_run,.*,energy_doubt$' "$scratch/pi.csv"
    check "as many cells as columns" [ -z "$(awk -F, '/^lab,/ { n = NF } /^lab04/ && NF != n' "$scratch/pi.csv")" ]
}

# 1 ms of 70 W are 0.07 J; 2^19 additions are 0.000524 GFLOP: 133.5 J/GFLOP. Nothing runs for 0.05 s: 10 W.
@test "energy: a GPU's counter: joules of a run and of a GFLOP, idle power, in the table and the CSV" {
    energy_on t4
    lines <<'END'
energy of a run, back to back, at n = 524 288
version joules J/GFLOP watts idle by
gpu_v1 0.0700 134 70.0 10.00 NVML's counter
END
    check "the CSV" grep -q -x -E '0\.07,133\.5[0-9]*,10,nvml,' <<<"$(cells sync)"
    check "once: not by other stopwatches" [ "$(cells events)$(cells no_sync)" = ,,,,,,,, ]
    check "nor at smaller sizes" [ "$(grep -c ',nvml,' "$scratch/my.csv")" = 1 ]
    check "no doubt" shows_no '^doubt .*energy'
    energy_on t4,watts=140,idle_watts=20
    check "another card" line "gpu_v1 0.140 267 140 20.0 NVML's counter"
}

# bats test_tags=slow
@test "energy: a counter that stands, goes back or counts others is doubted" {
    energy_on t4,stuck
    check "no number" line "gpu_v1 - - - - NVML's counter"
    check "it stands" line 'doubt gpu_v1, energy: the counter did not move'
    check "in the CSV" [ "$(cells sync)" = ',,,nvml,the counter did not move' ]
    energy_on t4,back
    check "it goes back" line 'doubt gpu_v1, energy: the counter went back'
    energy_on t4,programs=2
    check "others" line 'doubt gpu_v1, energy: other programs use the card'
    check "with its number" line "gpu_v1 0.0700 134 70.0 10.00 NVML's counter"
    energy_on 'name=A100 MIG 1g.5gb'
    check "a part of a card" line 'doubt gpu_v1, energy: counted of the whole card'
    energy_on t4,watts=5
    check "impossible" line 'doubt gpu_v1, energy: less power than idle'
}

# 1.0051 ms by the clock x 70 W
# bats test_tags=slow
@test "energy: without a counter the card's published power is an estimate, or there is none" {
    energy_on 't4,counter=0,name=Tesla T4'
    check "at most" line "gpu_v1 0.0704 134 70.0 - estimate: at most the card's power x time"
    check "in the CSV" grep -q -x -E '0\.070357,[0-9.]*,,estimate,' <<<"$(cells sync)"
    for knobs in 'counter=0' 'nvml=0' 'counter=0,name=RTX 9'; do
        energy_on "t4,$knobs"
        check "$knobs: one line" \
            line \
                'energy none of gpu_ versions: no counter can be read, and reference/cards.csv has no power of this GPU'
        check "the rest as usual" [ "$status,$(cells sync)" = 0,,,,, ]
        check "no table" shows_no 'J/GFLOP'
    done
}

@test "energy: none of the CPU device, nor of a CPU without a counter: a line each" {
    built lab01
    exits 0 build/quick/lab01 --quick --energy --only gpu_v1,cpu_openmp
    check "the CPU device" line "energy none of gpu_ versions: the CPU device is this CPU, whose joules are no GPU's"
    check "the CPU" line 'energy none of cpu_ versions: no counter that this user may read in /sys/class/powercap'
    check "within 100 columns" [ -z "$(grep '^energy' <<<"$out" | grep -E '.{101}')" ]
    check "no estimate" shows_no 'estimate|J/GFLOP'
}

# bats test_tags=slow
@test "energy: a sweep measures it at its largest size, --compare refuses it" {
    energy_on t4 --sizes 1000,524288
    check "once" [ "$(grep -c ',nvml,' "$scratch/my.csv")" = 1 ]
    check "at the largest" [ -n "$(cells sync)" ]
    exits 2 build/quick/pretend/solution01 --energy --compare gpu_v1,gpu_ex11
    check "one line" [ "$err" = 'lab01: --energy and --compare: must not be given together' ]
}

line_with() { # line_with <expression>: one line matches
    [ "$(tr -s ' ' <<<"$out" | grep -c -E -- "$(tr -s ' ' <<<"$1")")" = 1 ]
}

# bats test_tags=slow
# Copies there and back are part of a run of lab 5; lab 6 adds its layers. Kernels of 20 ms are run one at a time.
@test "energy: lab 5 counts the copies, lab 6 the sum of its layers" {
    pretends t4,model,kernel_us=1000,kernel_ns=0 solution05 --only gpu_v1 --energy --csv "$scratch/my.csv"
    check "with the copies" [ "$(awk -F, '/,nvml,/ { print $3, $4 }' "$scratch/my.csv")" = 'gpu_v1 with_transfers' ]
    export LAB_ENERGY_SECONDS=0.001
    pretends t4,model,kernel_us=20000,kernel_ns=0 solution06 --only gpu_ex61 --samples 1 --energy \
        --csv "$scratch/my.csv"
    # the layer, how often it counts and the joules of its sync row, which stand behind 23 columns
    check "the sum" awk -F, '$4 == "sync" && $20 > 0 { sum += $21 * $24 } $4 == "sync" && $20 == 0 { all = $24 }
        END { exit !(all > 0 && sum / all > 0.999 && sum / all < 1.001) }' "$scratch/my.csv"
    check "a line for all, whose power is that of each" line_with 'gpu_ex61 .* 70\.0 10\.00  NVML.s counter'
}
