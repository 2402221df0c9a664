#!/usr/bin/env bats
# tests/run.sh counts right: what fails, what crashes, what stops early and what never ran.
# shellcheck disable=SC2016,SC2034,SC2154 # helpers.bash uses bin and sets root, out and err

load helpers

setup() {
    unset TAGS ONLY THIRD # of the run that calls this
    scratch=$(mktemp -d)
    mkdir "$scratch/programs"
    bin=$scratch/programs
}

run_tests() {
    try "$root/tests/run.sh" "$scratch/programs"
    last=$(tail -n 1 <<<"$out")
}

@test "run: passes and skips of several programs add up; a skip's reason is shown" {
    stub test_a 'echo 1..2; echo ok 1 - x; echo ok 2 - y'
    stub test_b 'echo 1..2; echo ok 1 x; echo "ok 2 y # skip no nvcc here"'
    stub test_c 'echo 1..1; echo needs a GPU; echo "not ok 1 # SKIP z"'
    stub bench_d 'echo 1..1; echo not ok 1 no test'
    gives 0 run_tests
    check "the sum" [ "$last" = "3 passed, 0 failed, 2 skipped" ]
    check "the reason of bats" contains "$out" "      ok 2 y # skip no nvcc here"
    check "the reason of cmocka" contains "$out" "      needs a GPU: not ok 1 # SKIP z"
    check "no line of what passed" lacks "$out" "ok 1 x"
}

@test "run: a failed test is counted, shown with what it printed, status 1" {
    stub test_a 'echo 1..2; echo ok 1 - x; echo not ok 2 - y; echo "# 1 != 2"; exit 1'
    gives 1 run_tests
    check "the sum" [ "$last" = "1 passed, 1 failed, 0 skipped" ]
    check "what it printed" contains "$out" "1 != 2"
}

@test "run: tests that a plan promised and that never came have failed" {
    stub test_a 'echo 1..3; echo ok 1 - x; exit 0'
    gives 1 run_tests
    check "the sum" [ "$last" = "1 passed, 2 failed, 0 skipped" ]
}

@test "run: a crash after the last test, and a program without any test, have failed" {
    stub test_a 'echo 1..1; echo ok 1 - x; kill -SEGV $$'
    stub test_b ''
    gives 1 run_tests
    check "the sum" [ "$last" = "1 passed, 2 failed, 0 skipped" ]
}

@test "run: a test that hangs is ended and has failed" {
    stub test_a 'echo 1..1; sleep 60'
    TEST_TIMEOUT=1 gives 1 run_tests
    check "the sum" [ "$last" = "0 passed, 1 failed, 0 skipped" ]
}

@test "run: nothing built is a failure, not an empty success" {
    gives 1 run_tests
    check "the sum" [ "$last" = "0 passed, 1 failed, 0 skipped" ]
}

# ci <what ./setup.sh does> <make test> <make test-slow>: .ci/run in its own tree.
ci() {
    mkdir -p "$scratch/tree/.ci"
    cp "$root/.ci/run" "$scratch/tree/.ci/run"
    bin=$scratch/tree stub setup.sh "$1"
    printf 'test:\n\t@%s\ntest-slow:\n\t@%s\n' "$2" "${3-echo "0 passed, 0 failed, 0 skipped"}" \
        >"$scratch/tree/Makefile"
    try "$scratch/tree/.ci/run"
    last=$(tail -n 1 <<<"$out")
}

@test ".ci/run: the slow tests, the journeys and nvcc's builds count, too" {
    gives 0 ci '' 'echo "3 passed, 0 failed, 1 skipped"' 'echo "2 passed, 0 failed, 4 skipped"'
    check "the sum" [ "$last" = "5 passed, 0 failed, 5 skipped" ]
    ci '' 'echo "3 passed, 0 failed, 1 skipped"' 'echo "2 passed, 1 failed, 4 skipped"; false'
    check "status not 0" [ "$status" -ne 0 ]
    check "the sum" [ "$last" = "5 passed, 1 failed, 5 skipped" ]
    ci '' 'echo "3 passed, 0 failed, 1 skipped"' false
    check "status not 0" [ "$status" -ne 0 ]
    ci '' 'echo "3 passed, 0 failed, 1 skipped"' \
        'echo "ALSO=$$ALSO THIRD=$$THIRD"; echo "1 passed, 0 failed, 0 skipped"'
    check "nvcc's builds and the journeys are among them, and a day" \
        shows '^ALSO=tests/journeys tests/long/nvcc.bats THIRD=[0-9]{5}$'
}

@test ".ci/run ends with the sum of make test" {
    gives 0 ci "[ \"\$1\" = --tests ]" 'echo "3 passed, 0 failed, 1 skipped"; echo bye'
    check "the sum" [ "$last" = "3 passed, 0 failed, 1 skipped" ]
    ci '' 'echo "3 passed, 2 failed, 1 skipped"; exit 1'
    check "status not 0" [ "$status" -ne 0 ]
    check "the sum" [ "$last" = "3 passed, 2 failed, 1 skipped" ]
}

@test ".ci/run: a set-up or a build that fails is a failure" {
    ci 'exit 1' 'echo "3 passed, 0 failed, 1 skipped"'
    check "status not 0" [ "$status" -ne 0 ]
    check "the sum" [ "$last" = "0 passed, 1 failed, 0 skipped" ]
    ci '' 'false'
    check "status not 0" [ "$status" -ne 0 ]
    check "the sum" [ "$last" = "0 passed, 1 failed, 0 skipped" ]
    ci '' 'echo "3 passed, 0 failed, 1 skipped"; false'
    check "status not 0" [ "$status" -ne 0 ]
    check "the sum" [ "$last" = "3 passed, 1 failed, 1 skipped" ]
}

@test "run: THIRD runs every third file, names the others, and in three days each has had its turn" {
    stub test_a 'echo 1..1; echo ok 1 - x'
    for file in a b c d e f; do
        printf '%s\n' '@test "one" { true; }' >"$scratch/programs/$file.bats"
    done
    local ran=
    for day in 20000 20001 20002; do
        THIRD=$day run_tests
        check "two files and the program on day $day" [ "$last" = "3 passed, 0 failed, 4 skipped" ]
        check "the others are named" [ "$(grep -c "^left out  .*/programs/.\.bats: another day's$" <<<"$out")" -eq 4 ]
        ran+=$(sed -n 's|^ok .*/\(.\)\.bats.*|\1|p' <<<"$out")$'\n'
    done
    check "each once" [ "$(sort <<<"$ran" | tr -d '\n')" = abcdef ]
}

@test "run: what takes minutes begins first, and each of its names is a file of slow tests" {
    local names name
    names=$(sed -n '/^minutes="/,/"$/s/minutes=\|["\\]//gp' "$root/tests/run.sh")
    check "ten or more" [ "$(wc -w <<<"$names")" -ge 10 ]
    for name in $names; do
        check "$name" grep -q -x -E '# bats (file|test)_tags=slow' "$root"/tests/{shell,long}/"$name.bats" 2>/dev/null
    done
}

@test "run: TAGS leaves the slow tests out, or runs them alone" {
    printf '%s\n' '@test "quick" { true; }' '# bats test_tags=slow' \
        '@test "slow" { false; }' >"$scratch/programs/a.bats"
    printf '%s\n' '# bats file_tags=slow' '@test "slow alone" { true; }' >"$scratch/programs/b.bats"
    run_tests
    check "all" [ "$last" = "2 passed, 1 failed, 0 skipped" ]
    TAGS='!slow' run_tests
    check "without the slow ones" [ "$last" = "1 passed, 0 failed, 0 skipped" ]
    TAGS=slow run_tests
    check "the slow ones" [ "$last" = "1 passed, 1 failed, 0 skipped" ]
}

# mutations [pattern]: tests/mutations/run.sh in a kit of two files and two tests.
mutations() {
    try "$scratch/kit/tests/mutations/run.sh" "$@"
    last=$(tail -n 1 <<<"$out")
}

# changes <list>: each of its lines that does not change exactly one line of its file.
changes() {
    local file script
    grep -v -e '^#' -e '^$' "$1" | while IFS= read -r row; do
        file=${row%% | *} script=${row#* | }
        diff "$file" <(sed -E "${script% | *}" "$file") |
            awk '/^</ { was++ } /^>/ { is++ } END { exit was != 1 || is > 1 }' || echo "$row"
    done
}

@test "mutations: every line of the list changes one line of the kit" {
    exits 0 changes tests/mutations/list.txt
    check "none is left of earlier code" [ -z "$out$err" ]
    echo 'Makefile | s/no such words// | unit/test_none' >"$scratch/list"
    exits 0 changes "$scratch/list"
    check "one that changes nothing is seen" [ "$out" = "$(cat "$scratch/list")" ]
}

# stale <list>: each fault of a list like pretend/faults.txt whose words do not stand once in its file, or whose test is
# not there.
stale() {
    local what file was by
    grep -v -e '^#' -e '^$' "$1" | while read -r what; do
        read -r file && read -r _ was && read -r _ && read -r _ by
        [ "$(grep -c -F -e "$was" "$file")" = 1 ] || echo "not once in $file: $what"
        case $by in
        unit/*) [ -e "tests/$by.c" ] || [ -e "tests/$by.cu" ] ;;
        *) grep '^@test ' "tests/shell/${by%%: *}" | grep -q -F -e "${by#*: }" ;;
        esac || echo "no test $by: $what"
    done
}

@test "faults of the pretend GPU: each stands where its list says, and so does the test that finds it" {
    exits 0 stale tests/pretend/faults.txt
    check "none is left of earlier code" [ -z "$out$err" ]
    printf '%s\n' 'No unit.' Makefile '- no such words' '+ ' 'by unit/test_none' >"$scratch/list"
    exits 0 stale "$scratch/list"
    check "both are seen" [ "$out" = "not once in Makefile: No unit."$'\n'"no test unit/test_none: No unit." ]
}

@test "mutations: caught, missed, not to be tried; what was caught is not tried again, what a kill left is undone" {
    mkdir -p "$scratch/kit/tests/"{mutations,shell} && cd "$scratch/kit"
    git init -q . 2>/dev/null || skip "no git here"
    cp "$root/tests/mutations/run.sh" tests/mutations
    echo /build/ >.gitignore
    printf '%s\n' 'echo $(($1 + $2)) # a sum' 'exit 0' >sum.sh
    echo 'int main(void) { return 0; }' >none.c
    printf 'build/quick/tests/unit/test_none: none.c\n\tmkdir -p $(@D) && cc -o $@ $<\n' >Makefile
    echo '@test "sum" { [ "$(sh sum.sh 2 3)" -eq 5 ]; }' >tests/shell/sum.bats
    printf '%s\n' '# sums' 'sum.sh | s/1 \+/1 -/ | unit/test_none shell/sum.bats' \
        'sum.sh | s/a sum/it/ | shell/sum.bats' \
        'sum.sh | s/none/x/ | shell/sum.bats' 'sum.sh | s/ /  / | shell/sum.bats' \
        'sum.sh | s/2/1/ | shell/sum.bats:other' \
        '' 'none.c | s/return 0/return 1/ | unit/test_none' 'none.c | s/0;/it;/ | unit/test_none' \
        >tests/mutations/list.txt
    gives 1 mutations 'sum.sh'
    check "the sum" [ "$last" = "1 caught, 1 missed" ]
    check "each" [ "$(cut -d ' ' -f 1 <<<"$out" | xargs)" = "caught missed does does tests 3 1" ]
    check "and why" contains "$out" $'2/1/ | shell/sum.bats:other\n3 could not be tried'
    mutations none.c
    check "a program that does not build" contains "$out" 'does not build | none.c | s/0;/it;/'
    check "and one that fails" [ "$last" = "1 caught, 0 missed" ]
    sed -i s/sum/it/ build/mutations/kit/sum.sh
    echo '@test "words" { grep "a sum" sum.sh; }' >>tests/shell/sum.bats
    sed -i '/a sum/!d' tests/mutations/list.txt
    echo 'sum.sh | s/1 \+/1 -/ | unit/test_none shell/sum.bats' >>tests/mutations/list.txt
    mutations
    check "the test that was missing" [ "$status:$last" = "0:2 caught, 0 missed" ]
    check "only what was not caught is tried" [ "$(wc -l <<<"$out")" -eq 2 ]
    mutations a b
    check "bad usage" [ "$status:$err" = "2:mutations: give one pattern, or none for all" ]
    mutations nothing
    check "no such line" [ "$status:$err" = "2:mutations: no line of tests/mutations/list.txt has 'nothing'" ]
}
