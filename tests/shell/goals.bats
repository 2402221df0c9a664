#!/usr/bin/env bats
# The goals: what is right and does what an exercise asks for is done; what is right in another way is not.
# The second line of a file in tests/right says which, and of which line of the source a goal is missed:
#   /* goals: gpu_ex21 done, gpu_ex22 right half_way_rows.cu:37 */
# shellcheck disable=SC2001,SC2013,SC2030,SC2031,SC2086,SC2154 # helpers.bash sets root, labs, status, out and err

load helpers
load goals

setup() {
    in_root
    counting=build/quick/traffic
}

# bats test_tags=slow
@test "goals: the answers of lab 2 meet them, v1 and what stops half way do not, and say where" {
    every_answer lab02
    counting_build right/lab02/v1_again right/lab02/half_way_rows
    verdicts tests/right/lab02/v1_again.cu $counting/right/lab02/v1_again
    verdicts tests/right/lab02/half_way_rows.cu $counting/right/lab02/half_way_rows
}

# bats test_tags=slow
@test "goals: make traffic02 ends with them, in the language of the sheets; ONLY names versions" {
    counting_build lab02 solution02
    ONLY=ex21 BUILD=$counting QUICK=1 try common/traffic.sh solution02
    check "status 0" [ "$status" -eq 0 ]
    check "the goal" shows '^gpu_ex21 +met +5 sectors loaded per FMA of a warp, at most 6$'
    check "no other" shows_no '^gpu_ex22|gpu_v1'
    ONLY=gpu_ex21,ex22 REPORT_LANG=es BUILD=$counting QUICK=1 try common/traffic.sh solution02
    check "in Spanish" shows '^gpu_ex22 +cumplido +5 bytes leídos por FMA, como mucho 5.6$'
    ONLY=ex31 BUILD=$counting QUICK=1 try common/traffic.sh solution02
    check "status 2" [ "$status" -eq 2 ]
    check "names it" contains "$err" "ONLY=ex31: solution02 has no such version"
    check "one line" one_line "$err"
    ONLY=ex22,ex23 try common/check.sh lab02
    check "status 2" [ "$status" -eq 2 ]
    check "names it" contains "$err" "ONLY=ex23: lab02 has no such version"
}

@test "goals: of each the sheets say what is wanted, in both languages" {
    local lab exercise sheet most goals=0
    for lab in $labs; do
        while read -r exercise most; do
            goals=$((goals + 1))
            for sheet in handouts/en/$lab.md handouts/es/$lab.md; do
                [ "$most" != 0 ] || continue # in words
                [[ $sheet != */es/* ]] || most=${most/./,}
                out=$(awk -v at="[0-9]+[.] (Exercise|Ejercicio) ${exercise/./[.]}:" '
                    /^## / { inside = $0 ~ at } inside' "$sheet" | tr '\n' ' ')
                check "$sheet, $exercise: $most" \
                    grep -q -w -F -e "$most" -e "tenth of" -e "décima parte" -e once -e "una vez" <<<"$out"
            done
        done < <(goals_in "$lab" | sed -E 's/gpu_ex([0-9])([0-9])/\1.\2/')
    done
    check "there are goals" [ "$goals" -gt 20 ]
}

# bats test_tags=slow
@test "goals: the answers meet them" {
    # shellcheck disable=SC2086 # words
    every_answer $labs
}

# bats test_tags=slow
@test "goals: of 8 drawn files, right solutions in other shapes are done; half-way ones are right, with the line" {
    local files
    mapfile -t files < <(goal_files | shuf -n 8 --random-source=<(yes "$(date +%F)"))
    echo "drawn: ${files[*]}"
    every_file "${files[@]}"
}

# bats test_tags=slow
@test "goals: of the shapes that are drawn none asks more: tiles of 32 x 32 in three buffers are done with any seed" {
    local seed
    counting_build right/lab03/goals_named
    for seed in 1 2 3 4 5 6; do
        count $counting/right/lab03/goals_named gpu_ex32 $seed
        check "seed $seed: $(cat "$scratch/goals")" not grep -q -E 'missed|uncounted' "$scratch/goals"
    done
}

# counted_under_cover <program> <version>: as a grader counts, into $scratch/goals
counted_under_cover() {
    rm -f "$scratch/goals"
    try env CPU_DEVICE_COVER=1 OMP_NUM_THREADS=1 LAB_CHECK=1 LAB_TRAFFIC=1 LAB_GOALS="$scratch/goals" "$1" --quick \
        --seed 1 --only "$2"
}

# bats test_tags=slow
@test "goals: whatever way loads are hidden from the counters, none is met; what hides nothing is counted as ever" {
    local lab version name tried=0
    counting_build right/lab02/forged_goals right/lab03/forged_goals right/lab03/goals_async solution02 solution03
    counted_under_cover $counting/right/lab03/goals_async gpu_ex32
    check "asynchronous copies find their memory: $(cat "$scratch/goals")" grep -q '^gpu_ex32	met	' "$scratch/goals"
    for version in gpu_ex21 gpu_ex31; do
        lab=lab0${version:6:1}
        gives 0 counted_under_cover $counting/solution0${version:6:1} $version
        check "the answer meets all: $(cat "$scratch/goals")" not grep -q -v -e '	met	' -e '^end$' "$scratch/goals"
        gives 0 counted_under_cover $counting/right/$lab/forged_goals $version
        check "nothing hidden: missed" grep -q "^$version	missed	.*forged_goals.cu:" "$scratch/goals"
        for name in $(sed -n 's/^    { "\([a-z_]*\)", .*/\1/p' tests/right/$lab/forged_goals.cu); do
            FORGE=$name counted_under_cover $counting/right/$lab/forged_goals $version
            check "$name: $(cat "$scratch/goals")" grep -q -E "^$version	(missed|uncounted|wrong)	" "$scratch/goals"
            tried=$((tried + 1))
        done
    done
    check "ways: $tried" [ "$tried" -ge 15 ]
}

# bats test_tags=slow
@test "goals: the table of tests/right/README.md says of lab 4 what is counted" {
    CXX_LIST=g++ LABS=04 NVCC='' exits 0 sh tests/goals_table.sh
    out=$(sed -n 's/^\(| 4.*|\)  |$/\1/p' <<<"$out" | sort)
    check "the same rows" [ "$out" = "$(grep '^| 4' tests/right/README.md | sort)" ]
}
