#!/usr/bin/env bats
# bats file_tags=slow
# An instructor's way: the student kit, a class of five in three forms, its marks, one ruled.
# shellcheck disable=SC2016,SC2034,SC2154 # walk.bash sets kit, status, out, err

load walk
load ../shell/grader

setup() {
    walk_setup
    sheets=(README.md solutions/*.md)
}

# five: as Moodle, Canvas and a clone of the kit hand them in.
five() {
    local class=$scratch/class
    mkdir -p "$class/Ana Ruiz_101_assignsubmission_file_" \
        "$class/Leo Paz_102_assignsubmission_file_" "$class/eva" "$class/mia"
    { printf '#include <curand_kernel.h>\n' && cat solutions/vector_add.cu &&
        printf '%s\n' '__device__ int calls;' '__constant__ float none[4];' \
            '__global__ void tried(float *x) { curandState s; curand_init(1, 2, 3, &s); *x = curand_uniform(&s); }'; } \
        >"$class/Ana Ruiz_101_assignsubmission_file_/vector_add.cu"
    cp lab01_vector_add/vector_add.cu "$class/Leo Paz_102_assignsubmission_file_"
    sed 's/i += threads)/i += threads + 1)/' solutions/vector_add.cu >"$class/benbo_201_30401_vector_add.cu"
    tar -xzf results/student-kit.tar.gz -C "$class/eva"
    cp solutions/vector_add.cu "$class/eva/cuda-labs/lab01_vector_add"
    cp solutions/vector_add.cu "$class/mia/lab1_final.cu"
}

# grades <NAME=value ...>: as an ordinary user, as the grader wants it.
grades() {
    local knobs=()
    # What tests have built of the grader serves; as typed make grade builds its own.
    [ -n "${AS_TYPED:-}" ] || knobs=(GRADE_IN=build/quick GRADE_CHECK=build/quick/check GRADE_COUNT=build/quick/traffic
        'grade_make=$(MAKE) QUICK=1 BUILD=$(1)' 'grade_knobs=CHECK= $(if $(filter %k,$@),,)')
    try ordinary env HOME=/tmp make grade "SUBMISSIONS=$scratch/class" "OUT=$scratch/out" LABS=01 "${knobs[@]}" "$@"
}

mark() { # mark <id>
    tr -d '"' <"$scratch/out/grades.csv" | awk -F, -v id="$1" '$1 == id { print $2 "/" $3, $4 }'
}

@test "an instructor: the student kit, five submissions in three forms, marks, one ruled" {
    local id
    lay_out
    cd "$kit" || return
    git init -q . && git add -A . && git -c user.name=a -c user.email=a@b -c gc.auto=0 commit -q -m kit
    types "make student-kit"
    check "its name, and how many files" shows '^results/student-kit\.tar\.gz: [0-9]{3,} files'
    check "no answer in it" [ "$(tar -tzf results/student-kit.tar.gz | grep -c solutions/)" -eq 0 ]
    check "the labs" [ "$(tar -tzf results/student-kit.tar.gz | grep -c -E '/lab0[1-6]_[a-z_]*/$')" -eq 6 ]
    five
    [ -n "${AS_TYPED:-}" ] || { rm -rf lab0[2-6]_* && sed -i '/^ex[2-6]/d' solutions/rubric.csv; }
    as_built grader/{grade,class,unpack,judge01,answer01,lab01.sh} solutions/grader/{grade_doctor,canary}
    chmod -R a+rX "$scratch"
    mkdir "$scratch/out"
    belongs_to_user "$kit" "$scratch/class" "$scratch/out"
    check "README names make grade" grep -q 'make grade SUBMISSIONS=' "${sheets[@]}"
    grades CHECK=1
    check "who would be graded: status 0" [ "$status" -eq 0 ]
    for id in 'Ana Ruiz_101' 'Leo Paz_102' 201 eva mia; do
        check "of $id it says what" shows "^$id +lab01  [a-z]+"
    done
    grades
    check "status 0" [ "$status" -eq 0 ]
    check "Ana and Eva are right" [ "$(mark 'Ana Ruiz_101')-$(mark eva)" = '10/10 PASS-10/10 PASS' ]
    check "Ben is wrong" contains "$(mark 201)" ' WRONG'
    check "Leo has done nothing" contains "$(mark 'Leo Paz_102')" ' TODO'
    check "Mia has no such file" contains "$(mark mia)" ' MISSING_FILE'
    check "who is to be looked at, and how" grep -q 'ACCEPT=&#39;mia:lab1_final.cu&#39;' "$scratch/out/class.html"
    grades ACCEPT=mia:lab1_final.cu
    check "ruled: status 0" [ "$status" -eq 0 ]
    check "and Mia has her marks" [ "$(mark mia)" = '10/10 PASS' ]
    check "each exercise of each" [ "$(grep -c -E ',ex1[12],' "$scratch/out/details.csv")" -eq 10 ]
    is_page "$scratch/out/class.html"
    for id in 'Ana Ruiz_101' 'Leo Paz_102' 201 eva mia; do
        check "$id is on the page" grep -q "$id" "$scratch/out/class.html"
    done
    for id in "$scratch"/out/students/*/; do
        check "$id: feedback with points" grep -q -E '[0-9] (of|/) [0-9]|\| [0-9]' "$id/feedback.md"
        in_language en <(awk '/^```/ { f = !f } !f' "$id/feedback.md") "$id"
    done
}
