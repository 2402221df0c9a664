#!/usr/bin/env bats
# The rest of tests/shell/pretend_labs.bats: every answer on the pretend GPU, and cards that are odd.
# shellcheck disable=SC2154 # helpers.bash sets root, labs, status, out and err

load ../shell/helpers
load ../shell/pretend

setup() {
    pretend_setup
    export LONGEST=7200 # grids of half a million blocks, on a CPU that may be busy
}

@test "a GPU's verdicts: every answer of every lab is right" {
    local lab
    for lab in $labs; do
        answers_right "${lab#lab}"
    done
    answers_right 06_network
    answers_right 06 --dtype f16
}

@test "a GPU's verdicts: no card and no knob makes an answer wrong" {
    local gpu lab b200='name=B200,sm=100,sms=148,clock=1965,memory_clock=3996,bus=8192,l2=126M'
    for gpu in h100,model,highest_clock=2100 "$b200,model,slow_first=2000,cold=50" \
        t4,sms=1,clock=300,memory=400M,model,kernel_us=1000,mig laptop,in_order,blocking,exclusive,pinned=0,nvml=0 \
        name=GTX\ 1080,sm=61,sms=20,model,held=4,attribute13=0,attribute36=0,attribute39=0; do
        for lab in 01 02 05; do
            LAB_PATIENCE=900 pretends "$gpu" "solution$lab" --csv "$scratch/my.csv"
            check "$gpu, lab $lab: status 0" [ "$status" -eq 0 ]
            check "nothing is wrong" shows_no WRONG
            check "what did not wait is the only one that is impossible" [ -z "$(awk -F , \
                '/^lab0/ && $17 != "ok" && $17 != "skip" && $4 != "no_sync"' "$scratch/my.csv")" ]
        done
    done
}
