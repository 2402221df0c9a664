#!/usr/bin/env bats
# bats file_tags=slow
# A student without a GPU, in Spanish: from the tarball to the submission.
# shellcheck disable=SC2016,SC2034,SC2154 # walk.bash sets kit, status, out, err

load walk
load student

@test "a student without a GPU, in Spanish: set-up, steps 1 to 3, lab 1, figures, report, submission" {
    export REPORT_LANG=es LOCPATH=$scratch/locales LANG=es_ES.UTF-8 # in whose numbers a comma stands
    mkdir "$LOCPATH" && localedef -i es_ES -f UTF-8 "$LOCPATH/es_ES.UTF-8"
    unpack
    sheets=(README.md handouts/es/*.md)
    as_built lab01 symbols report_tables
    types ./setup.sh ${QUICK:+TRY_BUILD="$kit/build/quick"}
    first_steps Pista
    first_exercise 'CPU, '
    its_run
    its_checks
    its_figures es cpu_openmp 1
    its_report es Pregunta
    its_submission
}
