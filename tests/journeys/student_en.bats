#!/usr/bin/env bats
# bats file_tags=slow
# A student without a GPU, in English: from the tarball to the submission.
# shellcheck disable=SC2016,SC2034,SC2154 # walk.bash sets kit, status, out, err

load walk
load student

@test "a student without a GPU, in English: set-up, steps 1 to 3, lab 1, figures, report, submission" {
    export REPORT_LANG=en
    unpack
    as_built lab01 symbols report_tables
    types ./setup.sh ${QUICK:+TRY_BUILD="$kit/build/quick"}
    first_steps Hint
    first_exercise 'CPU device'
    its_run
    its_checks
    its_figures en cpu_openmp 1
    its_report en 'Question'
    its_submission
}
