#!/usr/bin/env bats
# A lab that nobody has foreseen: lab07, a histogram of whole numbers, from tests/new_lab. Its files are
# laid into a copy of the kit, no other file is touched, and every command knows it.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out and err

load helpers
load wrong

setup() {
    in_root
    unset REFERENCE REPORT_LANG
}

# A copy of the kit with lab 7, and with what has been built of common/.
kit_with_lab07() {
    kit_of "$scratch"
    mkdir -p "$scratch/tests"
    cp -a tests/tests.mk tests/verify.sh "$scratch/tests"
    [ ! -d build/quick/check ] || cp -a build/quick/check "$scratch/build/quick"
    cp -r tests/new_lab/* "$scratch"
    cd "$scratch" || return
    find Makefile common handouts tests -type f -exec cksum {} + | sort >before
}

# make_quick <what>: as in the tests; the lab's name is nowhere but in its own files.
make_quick() {
    try quick LABS=07 "$@"
}

# bats test_tags=slow
@test "a new lab: built, run, checked, drawn, reported and verified, and no shared file is touched" {
    kit_with_lab07
    check "no shared file names it" \
        [ -z "$(grep -r -l -i -E --exclude=README.md \
        'lab.?0?7|histogram_' Makefile common handouts/*.* tests/verify.sh)" ]

    gives 0 make_quick lab07 solution07
    exits 0 ./lab07 --quick
    check "the worked kernel" shows '^gpu_v1 +ok '
    check "the exercise" \
        shows '^gpu_ex71 +todo +TODO\(7\.1\): private bins in shared memory, in lab07_histogram/histogram\.cu'
    exits 0 ./solution07 --quick
    check "the answer" shows '^gpu_ex71 +ok '
    REPORT_LANG=es try ./lab07 --quick
    check "its Spanish" shows '^gpu_ex71 .* TODO\(7\.1\): recuentos propios en memoria compartida, en lab07_histogram'

    gives 0 make_quick verify # verify
    check "it looked at lab 7" contains "$out" "lab07: 1 exercises"

    gives 0 make_quick progress # progress
    check "the exercise, with the sheet's title" shows '^lab07  7\.1  private bins in shared memory +todo$'

    ./lab07 --quick --csv rows.csv >/dev/null
    check "the type of its counts" grep -q '^lab07,cpu_device,gpu_v1,sync,uint32,65536,' rows.csv

    gives 0 make_quick SWEEP="--sizes 1000,4000,16000 --samples 3 --min-time 0" plot07 # plot07
    check "a figure" grep -q 'Lab 7: Bandwidth of the histogram' results/lab07_bandwidth.svg

    local lang
    for lang in en es; do
        rm -f results/report.md
        REPORT_LANG=$lang gives 0 make_quick report
        check "its heading" grep -q "^### $(sed -n '1s/^# //p' "handouts/$lang/lab07.md")" results/report.md
        check "its unit, from the CSV" grep -q '^| .* | GB/s |' results/report.md
        check "what its size counts" grep -q 'n = 16 000' results/report.md
        check "its figure with its caption" \
            grep -q -F ".1.** $(sed -n "s/^# $lang: //p" lab07_histogram/bandwidth.gp).](lab07_bandwidth.svg)" \
            results/report.md
        check "its questions" [ "$(grep -c -E '^\*\*(Question|Pregunta) 7\.[12]\*\*' results/report.md)" -eq 2 ]
    done

    gives 0 make_quick check07 # check07
    gives 0 make_quick SOLUTION=1 check07 # check07 of the answer
    check "clean" lacks "$out" race

    find Makefile common handouts tests -type f -exec cksum {} + | sort >after
    check "no shared file was changed" cmp before after
}

# Of the whole kit, with lab 7 in it, what the repository and the students get.
# bats test_tags=slow
@test "a new lab: git knows its folder and not its programs, and it is in the students' kit" {
    local path
    git ls-files -z -c -o --exclude-standard | xargs -0 cp --parents -t "$scratch" 2>/dev/null || true
    cp -r tests/new_lab/* "$scratch"
    cd "$scratch" || exit 1
    touch lab07 solution07 lab07_more solution07_more && mkdir results
    sh solutions/grader/student_kit.sh outside.tar.gz # of a folder that is no repository

    git init -q .
    for path in lab07 solution07 lab07_more solution07_more results/lab07.csv; do
        check "$path is built" git check-ignore -q "$path"
    done
    for path in lab07_histogram/lab07.cu solutions/histogram.cu tests/wrong/lab07/lost_tail.cu; do
        exits 1 git check-ignore -q "$path"
    done
    git add -A . && git -c user.name=a -c user.email=a@b commit -q -m kit
    sh solutions/grader/student_kit.sh inside.tar.gz
    for path in outside inside; do
        tar -tzf $path.tar.gz >"$scratch/list"
        check "$path: lab 7" grep -q -x cuda-labs/lab07_histogram/histogram.cu "$scratch/list"
        check "its sheets" [ "$(grep -c -E '/handouts/../lab07\.md$' "$scratch/list")" -eq 2 ]
        check "no answer, no wrong kernel, no program" \
            [ "$(grep -c -E '(lab07|solution).*[^/]$' "$scratch/list")" -eq 7 ]
        tar -xzf $path.tar.gz cuda-labs/common/starter.txt
        check "its starter is known" grep -q ' lab07_histogram/histogram.cu$' cuda-labs/common/starter.txt
    done
}

# bats test_tags=slow
@test "a new lab: its wrong kernels are rejected in the words for whole numbers, a right one is ok" {
    kit_with_lab07
    every_kernel expects wrong/lab07
    every_kernel expects right/lab07
}

# bats test_tags=slow
@test "a new lab: any number up to 99 will do" {
    kit_with_lab07
    rm lab07_histogram/spanish.c # which a lab need not have
    mv lab07_histogram lab42_histogram && mv lab42_histogram/lab07.cu lab42_histogram/lab42.cu
    sed -i 's/lab07/lab42/g; s/7\.1/42.1/g; s/ex71/ex421/g' lab42_histogram/* solutions/histogram.cu
    exits 0 quick lab42 solution42
    try ./lab42 --quick
    check "its exercise" shows '^gpu_ex421 +todo +TODO\(42\.1\): .*, in lab42_histogram/histogram\.cu'
    try ./solution42 --quick
    check "its answer" shows '^gpu_ex421 +ok '
    REPORT_LANG=es try ./lab42 --quick
    check "status 0" [ "$status" -eq 0 ]
    check "its own texts stay English" \
        shows '^gpu_ex421 .* TODO\(42\.1\): private bins in shared memory, en lab42_histogram'
    check "the engine's do not" shows '^dispositivo '
}

@test "a new lab: numbers of a reference GPU come into its sheets" {
    kit_with_lab07
    mkdir -p reference/gpu_x
    sed -E 's/^lab01,/lab07,/; s/gpu_ex11/gpu_ex71/; s/float32/uint32/
        s/^# breaks even: gpu_v1 sync .*/# breaks even: gpu_v1 sync 4096/' \
        "$root/build/figures/lab01.csv" >reference/gpu_x/lab07.csv
    exits 0 sh handouts/numbers.sh
    check "its sheet" grep -q '| gpu_v1 | .* | GB/s\|^Measured on Example GPU' handouts/en/lab07.md
    check "from which size on" grep -q 'beats all cores: 4 096 (kernel only)' handouts/en/lab07.md
    check "in Spanish" grep -q 'A partir de qué tamaño gpu_v1 gana' handouts/es/lab07.md
}
