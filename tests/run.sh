#!/usr/bin/env bash
# tests/run.sh folder or file... - runs every program test_* and every *.bats in the folders, and the files, says what
# failed and what was skipped and why, and ends with the line
#   N passed, N failed, N skipped
# status 0 only when nothing failed and something passed. `make test` builds, then calls this.
# ONLY=pattern runs the programs and bats files whose path contains it; TAGS='!slow' leaves out the tests
# under a line "# bats test_tags=slow", or file_tags for a whole file; TAGS=slow runs these alone.
# SLOWEST=20: before the sum, as many tests that took longest (5).
# THIRD=n, the number of the day say: of the bats files every third alone, so that in three days each has its
# turn; the others are named, and counted as skipped. Journeys and long tests have their turn every day.
set -u
cd "$(dirname "$0")/.." || exit 1

passed=0 failed=0 skipped=0
unset MAKEFLAGS MFLAGS MAKELEVEL CUCC_MAKE # of the make that calls this: the tests call makes of their own
export OMP_WAIT_POLICY=passive # two programs at a time share the cores: whoever waits, sleeps
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
. common/tools/scratch.sh
logs=$scratch log=$scratch/log

# Counts the TAP in the log. A program may print several plans (one per cmocka group); a test that
# a plan promised and that never came (a crash, an early exit) is a failure.
count() {
    awk -v status="$1" '
        /^1\.\.[0-9]+/ { planned += substr($0, 4) }
        # cmocka writes "not ok 2 # SKIP name", bats "ok 2 name # skip reason"
        /^(not )?ok [0-9]/ && /# [Ss][Kk][Ii][Pp]/ { seen++; skipped++; next }
        /^ok [0-9]/ { seen++; passed++ }
        /^not ok [0-9]/ { seen++; failed++ }
        END {
            if (planned > seen)
                failed += planned - seen
            if (failed == 0 && (status != 0 || seen == 0))
                failed = 1
            print passed + 0, failed + 0, skipped + 0
        }' "$log"
}

# run <log> <command...>: TAP of the command in the log, its status and seconds beside it.
run() {
    local log=$1 status=0 began=$SECONDS
    shift
    timeout "${TEST_TIMEOUT:-1800}" "$@" >"$log" 2>&1 </dev/null || status=$?
    echo "$status $((SECONDS - began))" >"$log.status"
}

# report <name>: counts what is in the log, and shows only what needs a reader.
report() {
    local name=$1 status seconds p f s
    read -r status seconds <"$log.status"
    read -r p f s < <(count "$status")
    name="$name, $seconds s"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    if [ "$f" -gt 0 ]; then
        echo "FAIL  $name: $p passed, $f failed, $s skipped; status $status"
        awk '!/^ok [0-9]/ || /# skip/ { print "      " $0 }' "$log"
    else
        echo "ok    $name: $p passed$([ "$s" -eq 0 ] || echo ", $s skipped")"
        # For cmocka the reason is the line that the test printed before it skipped.
        awk '
            /# [Ss][Kk][Ii][Pp]/ { print "      " (tap ? "" : before ": ") $0 }
            { before = $0; tap = /^((not )?ok |1\.\.)/ }' "$log"
    fi
}

pattern=${ONLY:-} third=${THIRD:-}
unset ONLY THIRD # commands that the tests run know another ONLY
wanted() { # wanted <file>
    case $1 in *"$pattern"*) ;; *) false ;; esac
}

# has_tests <bats file>: some that TAGS leaves.
has_tests() {
    local tests slow
    tests=$(grep -c '^@test ' "$1")
    slow=$(grep -c '^# bats test_tags=slow$' "$1")
    ! grep -q '^# bats file_tags=slow$' "$1" || slow=$tests
    case ${TAGS:-} in
    slow) [ "$slow" -gt 0 ] ;;
    '!slow') [ "$tests" -gt "$slow" ] ;;
    esac
}

# start <file>: in the background, its TAP in a log of its own.
start() {
    local log leaks=1
    log=$logs/${1//\//_}
    case $1 in
    *.bats) run "$log" bats --tap --timing ${TAGS:+--filter-tags "$TAGS"} "$1" & ;;
    *) # What a child that ends on purpose in the middle of a run leaves behind is no leak.
        [ ! -e "tests/unit/$(basename "$1").cu" ] || leaks=0
        run "$log" env CMOCKA_MESSAGE_OUTPUT=TAP ASAN_OPTIONS=detect_leaks=$leaks "$1" & ;;
    esac
}

programs=() bats_files=() long=()
for folder in "$@"; do
    found=0
    for file in "$folder"/test_*; do
        if [ ! -f "$file" ] || [ ! -x "$file" ]; then continue; fi
        found=$((found + 1))
        if wanted "$file"; then programs+=("$file"); fi
    done
    for file in "$folder"/*.bats "$folder"; do
        [ -f "$file" ] || continue
        found=$((found + 1))
        if wanted "$file" && has_tests "$file"; then bats_files+=("$file"); fi
    done
    if [ $found -eq 0 ]; then
        echo "FAIL  no tests in $folder: run make test, which builds them"
        failed=$((failed + 1))
    fi
done
if [ ${#bats_files[@]} -gt 0 ] && ! command -v bats >/dev/null 2>&1; then
    echo "FAIL  bats is not here: ./setup.sh --tests"
    failed=$((failed + 1)) bats_files=()
fi
# What takes minutes begins first: at the end it would have one core, and the other nothing to do. In this order each
# third takes about as long.
minutes="nvcc wrong steps handouts check grader commands pretend_labs goals programs grader_goals progress \
grader_surroundings plots lab06_network gpu_check grader_gpu grader_rulings structure sass exams compiled \
cucc spanish knobs pretend lab06 ptx witness peers grader_sandbox debug build energy"
for name in $minutes; do
    for i in "${!bats_files[@]}"; do
        case ${bats_files[i]} in
        */"$name.bats") long+=("${bats_files[i]}") && unset "bats_files[$i]" ;;
        esac
    done
done
bats_files=("${long[@]}" "${bats_files[@]}")
if [ -n "$third" ]; then
    for i in "${!bats_files[@]}"; do
        case ${bats_files[i]} in tests/journeys/* | tests/long/*) continue ;; esac
        [ $((third++ % 3)) -ne 0 ] || continue
        echo "left out  ${bats_files[i]}: another day's"
        skipped=$((skipped + 1))
        unset "bats_files[$i]"
    done
fi
# One file more at a time than there are cores: most of their work has a single thread, and some waits.
processes=() begun=()
for file in "${programs[@]}" "${bats_files[@]}"; do
    while [ "$(jobs -rp | wc -l)" -gt "$(nproc 2>/dev/null || echo 2)" ]; do
        wait -n
    done
    begun+=("$file")
    start "$file"
    processes+=($!)
done
for i in "${!begun[@]}"; do
    wait "${processes[i]}" 2>/dev/null # perhaps waited for above; its log has the status
    log=$logs/${begun[i]//\//_}
    report "${begun[i]}"
done

# Which tests should be shorter, or slow?
sed -n -E 's/^(not )?ok [0-9]+ (.*) in ([0-9]+)ms( # .*)?$/\3 \2/p' "$logs"/*.bats 2>/dev/null | sort -rn |
    head -n "${SLOWEST:-5}" |
    while read -r ms name; do echo "$((ms / 1000)) s  $name"; done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
