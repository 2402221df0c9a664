#!/usr/bin/env bats
# make step and make steps: the ten small exercises before lab 1. Every answer is done; what is not written, a
# shortcut, and each wrong file of tests/steps/wrong.txt is refused, with a message that helps.
# shellcheck disable=SC2012,SC2016,SC2030,SC2031,SC2034,SC2154 # $ is make's; helpers.bash sets root, status, out, err

load helpers
load spanish

setup() {
    in_root
    export SEED=5 # the same sizes and numbers each time
}

step() {
    try make -s --no-print-directory "STEP=$1" step "${@:2}"
}

# laid_in <step> <lines>: the file of the step with these lines in the place of its TODO, in $file.
laid_in() {
    local task
    task=$(echo handouts/steps/"$(printf %02d "$1")"_*.cu)
    file=$scratch/${task##*/}
    awk -v lines="$2" '/\/\/ TODO/ { print lines; getline; next } 1' "$task" >"$file"
}

# laid_row <heading>: the file of that row of the table, in $file; its step in $number.
laid_row() {
    local lines
    number=${1#== } number=${number%% *}
    lines=$(awk -v heading="$1" '/^==/ { on = $0 == heading; next } on' tests/steps/wrong.txt)
    laid_in "$number" "$lines"
    case $lines in sed\ *) sed "${lines#sed }" solutions/steps/"${file##*/}" >"$file" ;; esac
}

# caches_gxx: from here on a g++ that was called so before, for files with the same bytes, says and writes what it did
# then: the same program in the other language is not compiled again. Nor does make look at the kit's own part again.
caches_gxx() {
    mkdir "$scratch/cache"
    cat >"$scratch/cache/g++" <<END
#!/bin/bash
case \$1 in --version) exec $(command -v g++) "\$@" ;; esac
for word; do
    if [ "\$before" = -o ]; then made=\$word; elif [ -f "\$word" ]; then files+=("\$word"); fi
    words+=" \${word##*/}" before=\$word
done
said=$scratch/cache/\$({ echo "\$words" && cat "\${files[@]}"; } | cksum | tr ' ' _)
if [ -e "\$said.status" ]; then
    touch $scratch/cache/again
else
    $(command -v g++) "\$@" >"\$said.out" 2>"\$said.err"
    status=\$?
    [ ! -e "\$made" ] || cp "\$made" "\$said.made"
    echo \$status >"\$said.status"
fi
[ ! -e "\$said.made" ] || cp "\$said.made" "\$made"
cat "\$said.out" && cat "\$said.err" >&2 && exit "\$(cat "\$said.status")"
END
    step 1 FILE=solutions/steps/01_number.cu # brings up to date what make would look at for each
    printf '#!/bin/sh\n' >"$scratch/cache/make"
    chmod +x "$scratch"/cache/*
    PATH=$scratch/cache:$PATH
}

# judged <heading> <words>: the row of the table gets the verdict that it names, in at most eight lines.
judged() {
    local expected=1 lines
    [[ $1 != *' right: '* ]] || expected=0
    try env "FILE=$file" sh handouts/steps/step.sh "$number"
    lines=$(wc -l <<<"$out")
    out=$(tr -s '\n ' ' ' <<<"$out")
    check "$1: status $expected" [ "$status" -eq "$expected" ] && check "$1: at most eight lines" [ "$lines" -le 8 ] &&
        check "$1: $2" shows "$2"
}

# judged_in_spanish <heading>: what is said of it is Spanish, but for what the compiler says, and CUDA of an error.
judged_in_spanish() {
    local expected=1
    [[ $1 != *' right: '* ]] || expected=0
    try env REPORT_LANG=es "FILE=$file" sh handouts/steps/step.sh "$number"
    check "$1: status $expected" [ "$status" -eq "$expected" ] && check "$1: a verdict" shows "^paso $number: " &&
        check "$1: more than that" [ "$status-$(wc -l <<<"$out")" != 1-1 ] &&
        check "$1: at most eight lines" [ "$(wc -l <<<"$out")" -le 8 ] || return
    [ "$status" -eq 0 ] || check "$1: what is next" shows '^siguiente: cámbielo, y ' || return
    case $out in *' no se compila'*) out='' ;; esac
    out=${out//an illegal memory access was encountered/}
    reads_spanish
}

# bats test_tags=slow
@test "steps: each has a picture, a TODO, a check, an answer without a TODO, and three hints in both languages" {
    local number file language hint
    check "ten" [ "$(ls handouts/steps/*.cu | wc -l)-$(ls solutions/steps/[01]*.cu | wc -l)" = 10-10 ]
    for number in 1 2 3 4 5 6 7 8 9 10; do
        file=$(echo handouts/steps/"$(printf %02d $number)"_*.cu)
        check "$file: its number" grep -q "^/. Step $number of 10 - " "$file"
        check "$file: a picture" grep -q -E '^ \*.*\[ ?.*\]' "$file"
        check "$file: a TODO, and one line after it" \
            [ "$(grep -A 2 "// TODO(step $number): " "$file" | tail -n 1)" = '}' ]
        check "$file: its answer" [ "$(grep -c TODO "solutions/steps/${file##*/}")" -eq 0 ]
        for language in en es; do
            out=$(awk -v n="$number" '/^## / { on = $0 ~ " " n ": " } on && /^<summary>(Hint|Pista) [123]:/' \
                handouts/$language/steps.md)
            check "step $number: three hints in $language" [ "$(wc -l <<<"$out")" -eq 3 ]
        done
        for hint in 1 2 3; do
            step $number HINT=$hint
            check "hint $hint of step $number" [ "$status$err$(grep -c . <<<"$out" | sed 's/^[1-9][0-9]*$/+/')" = 0+ ]
            check "it is that one" shows "^Hint $hint: "
            check "and no other" [ "$(grep -c '^Hint' <<<"$out")" -eq 1 ]
        done
    done
    step 3 HINT=2 REPORT_LANG=es
    check "in Spanish" shows '^Pista 2: '
}

# bats test_tags=slow
@test "steps: a step or hint that does not exist is refused in one line" {
    for out in '' 0 11 three '3;ls' 1 2; do
        case $out in 1 | 2) step 1 "HINT=4$out" ;; *) step "$out" ;; esac
        check "status 2" [ "$status" -eq 2 ]
        check "one line" one_line "$err"
        check "what would be right" contains "$err" =3
        check "nothing else" [ -z "$out" ]
    done
}

@test "steps: make in their folder says where to go; a file that was renamed is found" {
    exits 2 make -C handouts/steps --no-print-directory STEP=1 step
    check "where to" contains "$err" 'make is run in the folder of the kit: cd ../..'
    check "nothing was made" [ ! -e handouts/steps/step ]
    cp handouts/steps/01_number.cu "$scratch/01_number.cu.txt"
    try env FILE="$scratch/01_number.cu" sh handouts/steps/step.sh 1
    check "one line" one_line "$err"
    check "its name" contains "$err" "no such file; is it $scratch/01_number.cu.txt?"
}

@test "steps: nothing written is todo, with the task and the picture" {
    gives 1 step 1
    check "no line of make's" [ -z "$err" ]
    check "todo" shows -x 'step 1: todo: nothing was written yet'
    check "the picture" shows '^ +out +\[ 0 \] \[ 1 \]'
    check "where" [ "$(tail -n 1 <<<"$out")" = \
        'next: write it in handouts/steps/01_number.cu, and make step STEP=1; a hint: make step STEP=1 HINT=1' ]
    check "no code" shows_no '__global__|#include'
}

# bats test_tags=slow
@test "steps: an answer is done; a wrong number is shown in its place, and its seed repeats it" {
    step 9 FILE=solutions/steps/09_sum.cu
    check "done" [ "$status-$out" = '0-step 9: done' ]
    laid_in 3 '    if (threadIdx.x < n && threadIdx.x != 1)
        out[threadIdx.x] = a[threadIdx.x] + 10;'
    step 3 "FILE=$file"
    check "it says what it does" contains "$err" "step 3: builds $file"
    check "no line of make's" lacks "$err" Error
    check "which" shows '^step 3: wrong for n = 2: nobody wrote out\[1\], which must be [0-9]+$'
    check "its place" shows '^  out +[0-9]+ +\?$'
    check "the seed" shows 'make step STEP=3 SEED=5'
}

# bats test_tags=slow
@test "steps: every answer is done" {
    local file number
    for file in solutions/steps/[01]*.cu; do
        number=${file##*/} number=${number%%_*}
        step "${number#0}" "FILE=$file"
        check "$file" [ "$status-$out" = "0-step ${number#0}: done" ]
    done
}

# bats test_tags=slow
@test "steps: nothing written, at every step" {
    local number
    for number in 1 2 3 4 5 6 7 8 9 10; do
        step $number
        check "step $number" contains "$status$out" "1step $number: todo"
    done
}

# bats test_tags=slow
@test "steps: two shortcuts, six mistakes and a right file of unusual form for each, in both languages" {
    local heading others=0
    caches_gxx
    for number in 1 2 3 4 5 6 7 8 9 10; do
        check "step $number: 9" [ "$(grep -c "^== $number " tests/steps/wrong.txt)" -ge 9 ]
        check "step $number: a right one" grep -q "^== $number right: " tests/steps/wrong.txt
    done
    while read -r heading; do
        laid_row "$heading"
        judged "${heading%% |*}" "${heading#*| }" && judged_in_spanish "${heading%% |*}" || others=$((others + 1))
    done < <(grep '^== ' tests/steps/wrong.txt)
    check "the Spanish ones were not compiled again" [ -e "$scratch/cache/again" ]
    check "every row is judged as it says, not all but $others" [ "$others" -eq 0 ]
}

# bats test_tags=slow
@test "the whole program of sheet 0, its C++ and exercise 0.11: they run, and nothing is found" {
    try make -s --no-print-directory QUICK=1 run FILE=handouts/examples/whole_program.cu
    check "as sheet 0 says" [ "$status-$(tail -n 1 <<<"$out")" = '0-30 x 30 = 900, 999 x 999 = 998001' ]
    try make -s --no-print-directory QUICK=1 run FILE=handouts/examples/cpp.cu
    check "both versions" [ "$status-$(grep -c ', m = 0: 16 sums in each thread, the first is 0' <<<"$out")" = 0-2 ]
    try make -s --no-print-directory QUICK=1 run FILE=solutions/steps/saxpy.cu
    check "0 wrong" [ "$status-$out" = '0-0 wrong' ]
    try make -s --no-print-directory check FILE=solutions/steps/saxpy.cu
    check "nothing found" contains "$status$out" 'nothing found'
    sed '/d_x, x, sizeof/d' solutions/steps/saxpy.cu >"$scratch/saxpy.cu"
    try make -s --no-print-directory check "FILE=$scratch/saxpy.cu"
    check "found: not copied" contains "$out" 'uninitialised read'
}

# bats test_tags=slow
@test "make steps: todo, done and wrong; what was found done stays so until the file changes" {
    local kit=$scratch/kit
    mkdir -p "$kit" && cp -r Makefile common handouts lab01_* "$kit" && mkdir "$kit/build"
    ln -s "$root/build/check" "$kit/build/check"
    cd "$kit" || return
    sh handouts/steps/step.sh all >"$scratch/all"
    check "ten" [ "$(grep -c ' todo$' "$scratch/all")" -eq 10 ]
    check "the sum" [ "$(tail -n 1 "$scratch/all")" = '0 of 10 steps are done; next: make step STEP=1' ]
    mkdir build/steps
    cp "$root/solutions/steps/01_number.cu" handouts/steps
    cksum <handouts/steps/01_number.cu >build/steps/01_number # as a run that found it done
    sed -i '/TODO/d' handouts/steps/02_*.cu
    printf '#error not even C\n' >>handouts/steps/02_two_arrays.cu
    exits 0 sh handouts/steps/step.sh all
    check "done" shows '^   1  .* done$'
    check "wrong" shows '^   2  .* wrong: make step STEP=2$'
    check "how many" shows -x '1 of 10 steps are done; next: make step STEP=2'
    cp "$root/solutions/steps/02_two_arrays.cu" handouts/steps
    echo '// TODO(step 2): a line that was left' >>handouts/steps/02_two_arrays.cu
    try sh handouts/steps/step.sh 2
    check "done, a TODO left or not; what comes next" [ "$status-$out" = '0-step 2: done
2 of 10 steps are done; next: make step STEP=3' ]
    cp handouts/steps/02_two_arrays.cu "handouts/steps/02_two_arrays (1).cu" # as an editor or a download leaves it
    cp handouts/steps/02_two_arrays.cu handouts/steps/02_old.cu
    mv handouts/steps/10_prefix_sum.cu handouts/steps/mine.cu
    try sh handouts/steps/step.sh all
    check "both say so" shows '^   2  .* done$'
    check "ten lines and a sum, copies or not" [ "$(wc -l <<<"$out")" -eq 11 ]
    check "and what is not there" shows '^  10  .* missing: handouts/steps/10_prefix_sum.cu$'
}

@test "steps in Spanish: the ten tasks with the same pictures, no English, and make steps" {
    local number file
    for number in 1 2 3 4 5 6 7 8 9 10; do
        file=$(echo handouts/steps/"$(printf %02d $number)"_*.cu)
        exits 1 env REPORT_LANG=es sh handouts/steps/step.sh $number
        check "step $number: todo" shows "^paso $number: todo: "
        check "step $number: the same numbers in the picture" [ "$(grep -o '\[[^]a-z]*\]' <<<"$out")" = \
            "$(sed '/^ \*\//q' "$file" | grep -o '\[[^]a-z]*\]')" ]
        check "step $number: 100 columns" \
            [ -z "$(grep -v '^siguiente: ' <<<"$out" | LC_ALL=C.UTF-8 grep -E '^.{101}')" ]
        reads_spanish
    done
    try env REPORT_LANG=es STEPS_IN="$scratch" sh handouts/steps/step.sh all
    check "ten" [ "$(grep -c -E '^ +[0-9]+  .{40} todo$' <<<"$out")" -eq 10 ]
    check "what is next" shows '^hay 0 de 10 pasos hechos; siguiente: make step STEP=1$'
    for number in 0 11 three; do
        exits 2 env REPORT_LANG=es sh handouts/steps/step.sh $number
        reads_spanish
    done
}
