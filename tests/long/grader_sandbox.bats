#!/usr/bin/env bats
# Every adversary that concerns isolation, at each level that the machine grants, as a program that may
# start threads only and as one that may start processes: how it ends is told, nothing of it is left,
# nothing outside is changed, and an honest program passes beside it.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, scratch, status, out and err

load ../shell/helpers
load ../shell/grader

setup() {
    sandbox_setup
    each_level
    common="seconds=2 reply=1000 memory=128"
}

# What the adversaries try to change; other tests run at the same time.
state() {
    git -C "$root" status --porcelain
    find "$scratch" -not -name 'try.*' -printf '%p %s %m\n' | sort
    find /tmp /dev/shm /var/tmp -maxdepth 1 -name 'fill.*'
}

# attacks: lines "expected end | adversary and arguments".
attacks() {
    local options=$1 level fork before end adversary
    before=$(state)
    while IFS='|' read -r end adversary; do
        for level in "${levels[@]}"; do
            for fork in "" fork=1; do
                # shellcheck disable=SC2086 # words
                attack "$level" "$common $options $fork" "${end% }" $adversary
            done
        done
    done
    check "nothing is changed" [ "$(state)" = "$before" ]
}

@test "time: loops, stops itself, closes its output, drips" {
    attacks "" <<'END'
out of time status=0 signal=0 reply=0 | loop
out of time status=0 signal=0 reply=0 | stop
out of time status=0 signal=0 reply=0 | mute
out of time status=0 signal=0 reply= | drip
END
}

@test "memory: private, shared, populated, sparse, hidden where no process has it" {
    attacks seconds=10 <<'END'
out of memory | private
ended status=7 | shared
ended status=7 | dropped
out of memory | populate
out of memory | sparse
hid 0 MB | hidden
END
}

@test "processes: bombs, a chain that never stands still, a daemon that holds the pipes, threads" {
    local level
    attacks "" <<'END'
too many tasks | threads
ended status=0 | comet
ended status=0 | daemon
END
    for level in "${levels[@]}"; do # threads only: fork fails, and the adversary sleeps
        attack "$level" "$common" "out of time" forks
        attack "$level" "$common fork=1" "too many tasks" forks
        attack "$level" "$common fork=1 tasks=200" "out of memory" family
    done
}

@test "output: too much log, too many bytes, disks" {
    attacks "" <<'END'
too much log | flood
too much reply status=0 signal=0 reply=1000 | reply 1001
too much reply status=0 signal=0 reply=1000 | reply 50000000
ended status=0 signal=0 reply=999 | reply 999
ended status=0 signal=0 reply=1000 | reply 1000 and-sleep
made 0 files | fill /tmp
made 0 files | fill /dev/shm
made 0 files | fill /var/tmp
made 0 files | inodes .
END
    local level
    for level in "${levels[@]}"; do
        attack "$level" "folder=$scratch/folder file=4000000 fork=1 seconds=10" "too much on disk" \
            inodes "$scratch/folder"
        find "$scratch/folder" -name 'fill.*' -delete
        attack "$level" "folder=$scratch/folder file=40000000 fork=1 seconds=10" "too much on disk" \
            fill "$scratch/folder"
        find "$scratch/folder" -name 'fill.*' -delete
    done
}

@test "tricks: itself again with a library of its own, its parent, its input, crashes" {
    attacks "" <<'END'
ended status=0 signal=0 reply=100 | exec 3
out of time | parent
write 0, truncate 0, read 0 | input
signalled status=0 signal=11 | stack
signalled status=0 signal= | abort
ended status=7 signal=0 | exit 7
END
}

# In parallel, because graders run so: the killing of one must not meet another.
@test "honest programs pass beside all of these" {
    local level i
    for level in "${levels[@]}"; do
        for name in forks threads private flood comet daemon; do
            # shellcheck disable=SC2086 # words
            ordinary timeout 60 "$scratch/try_sandbox" "$level" $common fork=1 -- \
                "$scratch/adversary" $name >/dev/null 2>&1 3>&- &
        done
        for i in 1 2 3 4 5; do
            attack_free "$level" "ended status=0 signal=0 reply=1000"
        done
        wait
        check "nothing is left" nothing_runs
    done
}

attack_free() {
    sandbox "$1" seconds=30 reply=1000 -- "$scratch/adversary" reply 1000
    check "$1: an honest program" contains "$out" "$2"
}

@test "with limits alone, too, nothing is left behind; what it changes is seen" {
    local name before
    before=$(state)
    attack none "" "made 20000 files" inodes "$scratch/folder"
    check "these tests see files" [ "$(state)" != "$before" ]
    for name in forks comet daemon threads private shared family flood drip stop; do
        attack none "$common" "" $name
    done
    sandbox none reply=1000 -- "$scratch/adversary" reply 1000
    check "an honest program passes" shows '^ended status=0 signal=0 reply=1000 '
}

@test "the judge is killed at random moments: its submission dies with it, and what that started" {
    local level i fork
    for level in "${levels[@]}" none; do
        for i in $(seq 10); do
            for fork in "" fork=1; do
                # shellcheck disable=SC2086 # words
                ordinary "$scratch/try_sandbox" "$level" seconds=2 $fork -- "$scratch/adversary" stay >/dev/null 3>&- &
                sleep "0.0$((i * 13 % 10))"
                pkill -9 -P $! || true # by its name its keeper would be killed too, which has it when it begins
                wait $! 2>/dev/null || true
            done
        done
        for _ in $(seq 40); do ! nothing_runs || break; sleep 0.05; done
        check "$level: nothing is left" nothing_runs
    done
}

# mutant <file> <sed> <level> <harm or need> [--gpu]: the sandbox without one of its guards, or of what it must
# grant, and what the doctor finds.
mutant() {
    local sandbox=solutions/grader/sandbox
    mkdir -p "$scratch/mutant/$sandbox"
    cp $sandbox/*.[ch] "$scratch/mutant/$sandbox"
    sed -i "$2" "$scratch/mutant/$sandbox/$1"
    ! cmp -s "$scratch/mutant/$sandbox/$1" "$sandbox/$1" || { echo "$2 changes nothing" && return 1; }
    (cd "$scratch/mutant" && rm $sandbox/{canary,unpack}.c &&
        cc -I. -std=c11 -D_GNU_SOURCE -w $sandbox/*.c -lseccomp -o doctor)
    cp "$scratch/canary" build/quick/solutions/grader/gpu_probe "$scratch/mutant" && chmod -R a+rX "$scratch/mutant"
    try ordinary env HOME=/nonexistent "$scratch/mutant/doctor" ${5:+"$5"} solutions "$3"
    check "$2: $4" shows "^$4 +(does +DOES|can +CANNOT)"
    check "status 1" [ "$status" -eq 1 ]
}

@test "the doctor sees it when a guard is missing" {
    [[ ${levels[*]} == *landlock* ]] || skip "no Landlock here"
    mutant landlock.c 's/!fault \&\& filter_calls(job, level, -1) < 0/0/' landlock "slow the judge down"
    mutant landlock.c 's/syscall(SYS_landlock_restrict_self, ruleset, 0) < 0/0/' landlock "read the answers"
    mutant start.c 's/close_from(LAST + 1);//' landlock "use the judge's descriptors"
    built solutions/grader/gpu_probe
    mutant start.c 's/job->gpu ? GPU_FILE_BYTES : //' landlock "fill a file of memory" --gpu
    mutant landlock.c 's/ memfd_create / /' landlock "fill a file of memory" --gpu
    mutant landlock.c 's/"ioctl bind listen/"ioctl/' landlock "listen at a socket of its own" --gpu
    mutant landlock.c 's/| LANDLOCK_ACCESS_FS_WRITE_FILE)/)/' landlock "give a thread a name" --gpu
    mutant landlock.c 's/strange | CLONE_THREAD, CLONE_THREAD/strange | CLONE_THREAD, 0/' landlock \
        "start four threads" --gpu
    [[ ${levels[*]} == *bubblewrap* ]] || skip "no bubblewrap here"
    mutant bwrap.c 's/"--seccomp", filter/"--unshare-uts"/; s/"--unshare-pid", "--unshare-net", //' \
        bubblewrap "connect by the network"
}
