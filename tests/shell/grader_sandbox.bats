#!/usr/bin/env bats
# The grader's sandbox (solutions/grader/sandbox/sandbox.h): what it lets a program do, what not, how
# that is reported. The whole zoo at every level is in long/grader_sandbox.bats.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # helpers.bash sets root, scratch, status, out and err

load helpers
load grader

setup() {
    sandbox_setup
}

@test "as root it refuses in one line" {
    [ "$(id -u)" -eq 0 ] || skip "this is an ordinary user"
    for program in "grade_doctor solutions" "try_sandbox bubblewrap -- /usr/bin/true"; do
        # shellcheck disable=SC2086 # words
        exits 1 "$scratch"/$program
        check "one line" one_line "$err"
        check "says what to do" contains "$err" "run it as an ordinary user"
    done
}

@test "every canary does harm by itself, and none does in the sandbox" {
    each_level
    for level in "${levels[@]}"; do
        TMPDIR=$scratch/folder try ordinary "$scratch/grade_doctor" solutions "$level"
        check "status 0" [ "$status" -eq 0 ]
        check "all 17" shows "^$level: 0 of 17 kinds of harm are possible; without it 17 are$"
    done
    check "nothing is left" nothing_runs
    check "no decoys either" [ -z "$(ls "$scratch/folder")" ]
}

# bats test_tags=slow
@test "own-uid: for root alone and only if asked for; no canary does harm, and without Landlock it sees what is open" {
    [ "$(id -u)" -eq 0 ] || skip "only root has it"
    try ordinary "$scratch/try_sandbox" best own-uid
    check "not for others" contains "$err" "own-uid needs root, as in a container"
    try "$scratch/try_sandbox" best
    check "not by itself" contains "$err" "as root no sandbox holds"
    mkdir -m 700 "$scratch/answers" && echo secret >"$scratch/answers/a.cu"
    try at_level own-uid "$scratch/grade_doctor" "$scratch/answers" own-uid
    check "/tmp is open to all" shows '^leave a file behind +does +DOES$'
    check "nothing else" shows '^own-uid: 1 of 17 kinds of harm are possible'
    check "refused" [ "$status" -eq 1 ]
    chmod 755 "$scratch/answers"
    try at_level own-uid "$scratch/grade_doctor" "$scratch/answers" own-uid
    check "answers that are open to all" shows '^read the answers +does +DOES$'
    if [[ $(ordinary "$scratch/try_sandbox" best landlock) == landlock ]]; then # where there is Landlock, too
        try "$scratch/grade_doctor" "$scratch/answers" own-uid
        check "nothing" shows '^own-uid: 0 of 17 kinds of harm are possible; without it 17 are$'
        check "status 0" [ "$status" -eq 0 ]
    fi
    check "nothing is left" nothing_runs
}

@test "own-uid: root's files in its folder change hands and come back; others, and second names, do not" {
    [ "$(id -u)" -eq 0 ] || skip "only root has it"
    echo secret >"$scratch/secret" && chmod 600 "$scratch/secret"
    ln "$scratch/secret" "$scratch/folder/second" && ln -s "$scratch/secret" "$scratch/folder/link"
    echo mine >"$scratch/folder/mine"
    sandbox own-uid fork=1 file=1000 folder="$scratch/folder" -- \
        /bin/sh -c 'cat second; cat link; cat mine; echo new >new; id -u'
    check "its own" shows -x mine
    check "not the other" shows_no -x secret
    check "a user of its own" shows -E '^[2-5][0-9]{4}$'
    check "root has them back" \
        [ "$(stat -c '%u %a' "$scratch/folder" "$scratch/folder/mine" "$scratch/folder/new" | xargs)" = \
            '0 755 0 644 0 644' ]
    check "and the other is as it was" [ "$(stat -c '%u %a' "$scratch/secret")" = '0 600' ]
}

@test "the doctor sees harm where nothing prevents it" {
    ALLOW_UNSAFE=1 try ordinary "$scratch/grade_doctor" solutions none
    check "status 1" [ "$status" -eq 1 ]
    for harm in "read the answers" "empty the results" "kill the judge" "trace the judge" \
        "connect by a socket's path" "leave memory behind"; do
        check "$harm" shows "^$harm +does +DOES$"
    done
}

@test "the doctor: usage, and a canary that is not there proves nothing" {
    exits 2 "$scratch/grade_doctor"
    exits 2 ordinary "$scratch/grade_doctor" /no/such/folder
    check "names it" contains "$err" "/no/such/folder: there is no such folder"
    each_level
    rm "$scratch/canary"
    exits 1 ordinary "$scratch/grade_doctor" solutions "${levels[0]}"
    check "says why" contains "$out" "does not run"
}

@test "the level: the best, one that is asked for, none only if the instructor insists" {
    each_level
    try ordinary "$scratch/try_sandbox" best
    check "the best" [ "$out" = "${levels[0]}" ]
    try ordinary "$scratch/try_sandbox" best chroot
    check "an unknown one" contains "$err" "chroot: no such isolation; bubblewrap, landlock, own-uid or none"
    try ordinary "$scratch/try_sandbox" best none
    check "not by itself" contains "$err" "ALLOW_UNSAFE=1"
    ALLOW_UNSAFE=1 try ordinary "$scratch/try_sandbox" best none
    check "if insisted" [ "$out" = none ]
    try ordinary env PATH="$scratch" "$scratch/try_sandbox" best bubblewrap
    check "what is missing" contains "$err" "bwrap is not installed"
}

# bats test_tags=slow
@test "an honest program: its bytes, its log, its input, its environment, its threads" {
    every_level
    echo secret >"$scratch/input"
    for level in "${levels[@]}"; do
        sandbox "$level" input="$scratch/input" reply=7 env=A=B -- \
            /bin/sh -c 'read -r x <&3; echo "$x" >&4; echo "$x $A"; echo "error" >&2'
        check "$level: the reply" shows '^ended status=0 signal=0 reply=7 log=15 '
        check "the log" shows -x 'secret B'
        check "with what went to stderr" shows -x error
        attack "$level" reply=70000000 "ended status=0 signal=0 reply=70000000 " reply 70000000
        attack "$level" "fat=200 memory=64 reply=8 fork=1" "ended status=0 signal=0 reply=8 " reply 8 and-sleep
        attack "$level" tasks=2 "ended status=7" exit 7
        attack "$level" reply=8 "ended status=7 signal=0 reply=0 " exit 7
        attack "$level" reply=8 "write 0, truncate 0, read 0" input
        attack "$level" input="$scratch/input" "write 0, truncate 0, read 1" input
        sandbox "$level" unsealed="$scratch/input" -- /usr/bin/true
        check "an input that could be changed is refused" contains "$err" "memfd sealed against writing"
        sandbox "$level" fork=1 reply=1 -- /bin/sh -c 'echo anew >/dev/stdout; printf x >/proc/self/fd/4'
        check "$level: its pipes can be opened anew" shows '^ended status=0 signal=0 reply=1 log=5 '
        [ "$level" != own-uid ] || continue # where there is no Landlock, /proc is open
        sandbox "$level" fork=1 -- /bin/sh -c 'echo 0 >/proc/self/oom_score_adj || echo "stays first to be killed"'
        check "where memory is short, it goes first" shows "stays first to be killed"
    done
}

@test "a compiler works, and finds no file but the system's and those of its job" {
    every_level
    printf 'int main(void) { return 0; }\n' >"$scratch/folder/good.c"
    echo 'the answers' >"$scratch/answer"
    printf '.incbin "%s"\n' "$scratch/answer" >"$scratch/folder/bad.S"
    printf '#include "/dev/zero"\n' >"$scratch/folder/zero.c"
    for level in "${levels[@]}"; do
        local secret=/etc/passwd # all may read it at own-uid, but not what is root's alone
        [ "$level" != own-uid ] || { secret=$scratch/answer && chmod 600 "$secret"; }
        printf '#include "%s"\n' "$secret" >"$scratch/folder/bad.c"
        local job=("$level" compiler=1 file=1000000 folder="$scratch/folder" "env=TMPDIR=$scratch/folder" \
            env=PATH=/usr/bin:/bin -- /usr/bin/gcc)
        sandbox "${job[@]}" good.c -o good
        check "$level: it compiles" shows '^ended status=0 '
        sandbox "$level" read="$scratch/folder/good" -- "$scratch/folder/good"
        check "and runs" shows '^ended status=0 '
        rm "$scratch/folder/good"
        for file in bad.c bad.S; do
            sandbox "${job[@]}" -c $file
            check "$file finds nothing" shows 'No such file|Permission denied|file not found'
        done
        sandbox "${job[@]:0:6}" memory=300 seconds=2 -- /usr/bin/gcc -c zero.c
        check "an endless file" shows -v '^ended status=0'
    done
}

# bats test_tags=slow
@test "how it ends: time, memory, log, reply, tasks, disk, signals" {
    every_level
    local level soon="seconds=0.3 reply=1000"
    for level in "${levels[@]}"; do
        attack "$level" "$soon" "out of time" loop
        attack "$level" "$soon" "out of time" stop
        attack "$level" "$soon" "out of time status=0 signal=0 reply=" drip
        attack "$level" "$soon" "too much log status=0 signal=0 reply=0 log=100000" flood
        attack "$level" "$soon" "too much reply status=0 signal=0 reply=1000" reply 1001
        attack "$level" "$soon" "ended status=0 signal=0 reply=1000" reply 1000 and-sleep
        attack "$level" "seconds=60 pause=0.3 reply=1000" "out of time status=0 signal=0 reply=999" reply 999 and-sleep
        attack "$level" "seconds=1 pause=0.5 reply=1000" "out of time status=0 signal=0 reply=" drip
        sandbox "$level" fork=1 reply=9 linger=60 -- /bin/sh -c 'echo complete >&4; sleep 0.3; echo later'
        check "what follows within its time is waited for" shows 'ended status=0 signal=0 reply=9 log=6'
        sandbox "$level" fork=1 reply=9 linger=0.2 -- /bin/sh -c 'echo complete >&4; sleep 9; echo later'
        check "not longer" shows 'ended status=0 signal=0 reply=9 log=0'
        attack "$level" memory=64 "out of memory" private
        attack "$level" "memory=64 fork=1" "out of memory" family
        attack "$level" "" "too many tasks" threads
        attack "$level" fork=1 "too many tasks" forks
        attack "$level" "folder=$scratch/folder file=1000000" "made 0 files" inodes "$scratch"
        attack "$level" "folder=$scratch/folder file=1000000 fork=1" "too much on disk" inodes "$scratch/folder"
        find "$scratch/folder" -name 'fill.*' -delete
        attack "$level" "folder=$scratch/folder file=16777216 fork=1" \
            "hid 0 MB on disk, 0 MB without a name" disk "$scratch/folder"
        rm -rf "${scratch:?}"/folder/*
        attack "$level" "memory=64" "ended status=7" dropped
        attack "$level" "" "signalled status=0 signal=11" stack
        attack "$level" "" "signalled status=0 signal=6" abort
    done
}

# bats test_tags=slow
@test "a busy machine makes nobody run out of time, sleeping does" {
    each_level
    command -v taskset >/dev/null || skip "no taskset"
    [ -r /proc/self/schedstat ] || skip "this kernel does not count how long a process waits"
    local loops=() count
    for _ in 1 2 3 4; do
        setsid taskset -c 0 sh -c 'while :; do :; done' 3>&- &
        loops+=($!)
    done
    for count in 50000 100000 200000 400000 800000; do # until it takes longer than its second by the clock
        try ordinary taskset -c 0 "$scratch/try_sandbox" "${levels[0]}" seconds=1.5 -- \
            /bin/sh -c "i=0; while [ \$i -lt $count ]; do i=\$((i + 1)); done"
        [[ $out == *seconds=[01].* ]] || break
    done
    kill "${loops[@]}"
    check "it ended" shows '^ended status=0'
    check "after more than its time" shows_no 'seconds=[01][.]'
    for level in "${levels[@]}"; do
        sandbox "$level" seconds=1 fork=1 -- /bin/sh -c 'sleep 30'
        check "$level: it sleeps" shows '^out of time'
    done
}

# bats test_tags=slow
@test "a machine that stands still for a while makes nobody run out of time" {
    each_level
    local level ours
    for level in "${levels[@]}"; do
        ordinary "$scratch/try_sandbox" "$level" seconds=6 fork=1 -- /bin/sh -c "sleep 2.$$ ; echo done" \
            >"$scratch/said" 3>&- &
        until ours=$(pgrep -f "^(sleep 2\.$$\$|$scratch/try_sandbox )") && [ "$(wc -w <<<"$ours")" -eq 2 ]; do
            sleep 0.01
        done
        # shellcheck disable=SC2086 # words
        kill -STOP $ours && sleep 8 && kill -CONT $ours
        wait $!
        check "$level: it ended" grep -q '^ended status=0' "$scratch/said"
    done
}

@test "who gets no processor until the clock ends it has not run out of time: the machine is too busy" {
    every_level
    for level in "${levels[@]}"; do
        # half a second by the clock, of a thousand that it may use: so nobody needs to be busy
        for what in seconds=1000 "seconds=100000 pause=1000 reply=9"; do
            # shellcheck disable=SC2086 # words
            gives 1 sandbox "$level" $what patience=0.0005 -- "$scratch/adversary" loop
            check "says so" contains "$err" "the machine is too busy: in "
        done
        check "nothing is left" nothing_runs
    done
}

@test "no process is left when the judge itself is killed" {
    every_level
    for level in "${levels[@]}"; do
        at_level "$level" "$scratch/try_sandbox" "$level" seconds=30 -- "$scratch/adversary" stop >/dev/null 3>&- &
        until pgrep -f "^$scratch/adversary" >/dev/null; do sleep 0.05; done
        kill -9 "$(pgrep -f "^$scratch/try_sandbox")"
        wait $! 2>/dev/null || true
        for _ in $(seq 40); do ! nothing_runs || break; sleep 0.05; done
        check "$level: gone" nothing_runs
    done
}
