#!/usr/bin/env bats
# bats file_tags=slow
# A student with a GPU, the pretend one (../pretend), in lab 1: what such a run, figures and report have more.
# The steps and make check01 are of the CPU device, and the same as without a GPU.
# shellcheck disable=SC2154 # walk.bash sets kit, status, out, err

load walk
load student

# builds, in the place of student.bash's: the objects of make lab01, linked with the runtime of the pretend GPU.
builds() {
    local build=build/cpu
    [ -z "${QUICK:-}" ] || build=build/quick
    try make -s DEVICE=cpu $build/pretend/lab01
    check "it is linked" [ "$status" -eq 0 ]
    cp $build/pretend/lab01 $build/lab01
    try make lab01
}

@test "a student with a GPU, the pretend one: lab 1, figures, report, submission" {
    export REPORT_LANG=en PRETEND_GPU=t4,model,memory=400M OMP_NUM_THREADS=2
    unpack
    mkdir tests # a GPU takes no room in the kit; the pretend one does
    cp -r "$root/tests/pretend" "$root/tests/tests.mk" tests
    as_built lab01 pretend/lab01 symbols report_tables
    types ./setup.sh ${QUICK:+TRY_BUILD="$kit/build/quick"}
    first_exercise 'pretend T4'
    its_run
    check "the CPU's and the bus's speed-ups" shows '^gpu_ex11 +ok +[0-9. ]+\[.*\|( +[0-9.]+){4}$'
    check "an impossible time is named" shows 'no synchronize .*IMPOSSIBLE'
    its_figures en gpu_ex11 3
    its_report en Question
    check "no option B" [ "$(grep -c 'option B' results/report.md)" -eq 0 ]
    check "the GPU" grep -q '^| GPU | pretend T4' results/report.md
    its_submission
}
