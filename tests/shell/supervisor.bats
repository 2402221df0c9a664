#!/usr/bin/env bats
# The process that watches a lab: however a version ends the program, the run ends with a verdict
# that names it, with status 1, and with no process left behind.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, out, err and status

load helpers

# A kit whose exercise 1.1 ends in the way that ENDS says; see tests/supervised/vector_add.cu.
setup_file() {
    root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    scratch=$(mktemp -d)
    kit=$scratch/kit
    export kit
    cd "$root" || return
    kit_of "$kit" lab01 >&2
    mkdir "$kit/solutions" && cp solutions/vector_add.cu "$kit/solutions"
    cp tests/supervised/vector_add.cu "$kit/lab01_vector_add/vector_add.cu"
    cd "$kit" && built lab01 >&2
}

teardown_file() {
    rm -rf "$(dirname "$kit")"
}

setup() {
    scratch=$(mktemp -d)
    cd "$kit" || exit 1
    lab=$kit/build/quick/lab01
    small=(--quick --seed 1 --samples 1 --min-time 0)
    unset LAB_ALONE LAB_CHECK ENDS
}

# ends <how> <what is said>: exercise 1.1 ends the program, and is WRONG for it.
ends() {
    try env ENDS="$1" LAB_VERDICTS="$scratch/verdicts" timeout 60 "$lab" "${small[@]}" "${@:3}"
    check "$1: status 1" [ "$status" -eq 1 ] &&
        check "$1: $2" shows "^gpu_ex11 +WRONG +n = 257: $2" &&
        check "$1: what was before it stands" shows '^gpu_v1 +ok ' &&
        check "$1: and the rest is not told" shows_no '^gpu_ex12' &&
        check "$1: what follows" \
        shows '^next: fix gpu_ex11: make check01 looks for its errors; ./lab01 --only gpu_ex11 runs it alone$' &&
        check "$1: the verdicts" grep -q -E "^gpu_ex11 1\.1 - WRONG n = 257: $2" "$scratch/verdicts"
}

@test "supervisor: without mischief the lab's own status and words come through" {
    exits 0 env LAB_VERDICTS="$scratch/verdicts" timeout 60 "$lab" "${small[@]}"
    check "the end" shows '^next: TODO\(1\.2\)|^next: all that ran is right'
    check "nothing on stderr" [ -z "$err" ]
    exits 2 timeout 60 "$lab" --size -3
    check "one line" one_line "$err"
    exits 0 timeout 60 "$lab" --help
}

@test "supervisor: a version that ends the program by exit or _exit is WRONG" {
    ends 'exit 3' 'ended the program \(exit, status 3\): a launcher returns'
    ends _exit 'ended the program \(exit, status 0\): a launcher returns'
}

@test "supervisor: so is one that aborts, throws, or is killed" {
    ends exception 'ended the program by abort: an exception that nobody caught'
    ends kill 'ended the program \(signal 9: Killed\)'
}

# bats test_tags=slow
@test "supervisor: so is one that sends itself what a user would send, or ends in other ways" {
    ends exit 'ended the program \(exit, status 0\): a launcher returns'
    ends abort 'ended the program by abort: '
    ends term 'ended the program \(signal 15: Terminated\)'
    ends interrupt 'ended the program \(signal 2: Interrupt\)'
}

@test "supervisor: so is one that crashes in host code, or runs out of stack, and it says which" {
    ends 'host memory' 'crashed in host code \(segmentation fault\): a launcher must not'
    ends overflow 'ran out of stack in host code: does a function call itself'
}

# bats test_tags=slow
@test "supervisor: an endless loop, in the launcher or in the kernel, is given up" {
    export LAB_PATIENCE=1.2
    ends 'host loop' 'did not come back within 1.2 s: a loop without end'
    check "it was announced" contains "$err" "lab01: gpu_ex11 still runs after 0.2 s at n = 257; it has 1.2 s"
    ends 'kernel loop' 'did not come back within 1.2 s: a loop without end'
}

# bats test_tags=slow
@test "supervisor: unless LAB_PATIENCE says so, a kernel has 20 s, and that is told after a sixth of them" {
    unset LAB_PATIENCE
    ENDS='kernel loop' "$lab" --quick --seed 1 --only gpu_ex11 >"$scratch/out" 2>"$scratch/err" 3>&- </dev/null &
    while ! grep -q 'still runs' "$scratch/err" && kill -0 $!; do sleep 0.5; done
    kill $! # how it is ended is seen with less patience: 20 s may take minutes on a busy machine
    check "it was announced" grep -q '^lab01: gpu_ex11 still runs after 3.3 s at n = 257; it has 20 s$' "$scratch/err"
}

@test "supervisor: a wait for nothing ends by the clock" {
    LAB_PATIENCE=1 ends sleep 'did not come back within 1 s'
}

# bats test_tags=slow
@test "supervisor: a busy machine makes no verdict: what has no CPU time has all the time" {
    export LAB_PATIENCE=2
    begin
    kill -STOP "$watched"
    sleep 4
    check "it is still there" kill -0 "$watched"
    check "no verdict" lacks "$(cat "$scratch/out")" WRONG
    kill -CONT "$watched"
    status=0
    wait "$watcher" || status=$?
    check "status 1" [ "$status" -eq 1 ]
    check "with CPU time it is one" grep -q 'WRONG .*did not come back within 2 s' "$scratch/out"
}

@test "supervisor: a destructor that does not end changes no verdict" {
    try env ENDS=destructor LAB_PATIENCE=2 LAB_VERDICTS="$scratch/verdicts" timeout 60 "$lab" --quick --only gpu_ex11
    check "status 0" [ "$status" -eq 0 ]
    check "the verdict" grep -q '^gpu_ex11 1.1 - ok' "$scratch/verdicts"
}

@test "supervisor: what runs at exit cannot make a WRONG good" {
    exits 1 env ENDS=atexit LAB_VERDICTS="$scratch/verdicts" timeout 60 "$lab" --quick --seed 1 --only gpu_ex11
    check "what is wrong" shows '^gpu_ex11 +WRONG +n = 257: nothing was written'
    check "the verdict" grep -q 'gpu_ex11 1.1 - WRONG n = 257: nothing was written' "$scratch/verdicts"
}

# bats test_tags=slow
@test "supervisor: LAB_VERDICTS has a line for each version that was tried" {
    try env LAB_VERDICTS="$scratch/verdicts" timeout 60 "$lab" "${small[@]}"
    out=$(cat "$scratch/verdicts")
    check "four fields and no message" \
        [ "$(grep -c -E '^(cpu|gpu)_[a-z0-9]+ (-|1\.1|1\.2) - (ok|todo) $' <<<"$out")" -eq 5 ]
    check "the exercise" shows -x 'gpu_ex11 1.1 - ok '
    check "what comes complete" shows -x 'gpu_v1 - - ok '
    try env LAB_VERDICTS="$scratch/verdicts" timeout 60 "$lab" --quick --only gpu_v1
    check "of one alone, one" [ "$(cat "$scratch/verdicts")" = "gpu_v1 - - ok " ]
}

# ---- signals from outside ------------------------------------------------------------------------

# begin: the lab in the background, in a process group of its own, in an endless loop; its two
# processes in $watcher and $watched.
begin() {
    set -m
    ENDS='host loop' "$lab" --quick --only gpu_ex11 >"$scratch/out" 2>"$scratch/err" 3>&- </dev/null &
    watcher=$!
    set +m
    for ((i = 0; i < 100; i++)); do
        watched=$(cat "/proc/$watcher/task/$watcher/children" 2>/dev/null || true) watched=${watched%% *}
        # Time enough to have begun: the head of the table is there.
        if [ -n "$watched" ] && grep -q '^version' "$scratch/out"; then
            sleep 0.3
            return
        fi
        sleep 0.1
    done
    return 1
}

# is_over <signal>: within seconds both are gone, and who waits learns of which signal.
is_over() {
    local number
    number=$(kill -l "$1")
    status=0 out='' err=''
    wait "$watcher" || status=$?
    for ((i = 0; i < 50; i++)); do
        kill -0 "$watched" 2>/dev/null || break
        sleep 0.1
    done
    check "$1: status" [ "$status" -eq $((128 + number)) ]
    check "$1: no process is left" [ "$(kill -0 "$watched" 2>&1 | wc -l)" -eq 1 ]
    check "$1: no verdict, which nobody asked for" lacks "$(cat "$scratch/out")" WRONG
}

@test "supervisor: Ctrl-C ends both processes" {
    begin
    kill -INT -- "-$watcher" # a terminal sends it to the whole group
    is_over INT
}

@test "supervisor: SIGINT, SIGTERM and SIGHUP to the one that watches end both" {
    begin
    kill -INT "$watcher"
    is_over INT
    begin
    kill -TERM "$watcher"
    is_over TERM
    begin
    kill -HUP "$watcher"
    is_over HUP
}

@test "supervisor: when the one that watches is killed, the other does not stay" {
    begin
    kill -KILL "$watcher"
    is_over KILL
}

@test "supervisor: with LAB_ALONE there is one process, and a crash still names the version" {
    exits 1 env LAB_ALONE=1 ENDS='host memory' timeout 60 "$lab" --quick --only gpu_ex11
    check "names it" contains "$err" "gpu_ex11 crashed in host code (segmentation fault)"
}

# bats test_tags=slow
@test "supervisor: threads spin but for a moment; whoever sets a policy keeps it" {
    say() { # say <variable>: what the lab's process has in its environment
        tr '\0' '\n' <"/proc/$watched/environ" | sed -n "s/^$1=//p"
    }
    unset OMP_WAIT_POLICY GOMP_SPINCOUNT KMP_BLOCKTIME
    begin
    out=$(say GOMP_SPINCOUNT) err=''
    kill -TERM "$watcher"
    check "spins" [ "$out" = 30000 ]
    wait "$watcher" || true
    export OMP_WAIT_POLICY=active
    begin
    out=$(say GOMP_SPINCOUNT)
    kill -TERM "$watcher"
    check "is left alone" [ -z "$out" ]
    wait "$watcher" || true
}
