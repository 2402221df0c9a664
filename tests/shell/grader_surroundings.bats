#!/usr/bin/env bats
# make grade where the machine fails: memory, processes, disk, OUT. No student gets a mark by that, and the next run
# grades.
# shellcheck disable=SC2016,SC2028,SC2030,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out, err

load helpers
load grader
load grader_kit

setup() {
    status=- out='' err=''
    grader_kit
    group=
}

teardown() {
    leave
    umount "$scratch/out" 2>/dev/null || true
    rm -rf "$scratch"
}

# enter <controller> <file> <value>: this shell, and what it starts, in a control group of its own
enter() {
    [ "$(id -u)" -eq 0 ] || skip "only root makes control groups"
    group=/sys/fs/cgroup/$1/lab_kit_$BASHPID
    mkdir "$group" 2>/dev/null || skip "no control group for $1 here"
    echo "$3" >"$group/$2" && echo "$BASHPID" >"$group/cgroup.procs"
}

leave() {
    [ -n "$group" ] || return 0
    echo "$BASHPID" >"${group%/*}/cgroup.procs"
    for _ in $(seq 50); do
        if rmdir "$group" 2>/dev/null; then break; fi
        sleep 0.1
    done
    group=
}

# graded_or_none: no student has another verdict than the right one, or no mark
graded_or_none() {
    out=$(tail -n +2 "$scratch/out/grades.csv" 2>/dev/null | grep -v -e ',10,10,PASS,' -e ',,,NOT_GRADED,' || true)
    check "$1: no wrong mark" [ -z "$out" ]
}

# counting: from here on goals are counted, too
counting() {
    rm -rf "$scratch"
    count=build/quick/traffic
    grader_kit
}

# kill_once <folder of a runner>: kills it when it runs
kill_once() {
    for _ in $(seq 3000); do
        if pkill -KILL -f "^$scratch/out/running/.*/$1/runner" 2>/dev/null; then : >"$scratch/$1.killed" && break; fi
        sleep 0.02
    done
}

# a_right_file <id> <what its launcher does first>
a_right_file() {
    mkdir "$scratch/class/$1"
    { echo '#include <stdlib.h>' && echo '#include <string.h>' && cat solutions/vector_add.cu; } |
        sed "/^void vector_add_ex11(/,/^{/s/^{/{ ${2//$'\n'/}/" >"$scratch/class/$1/vector_add.cu"
    belongs_to_user "$scratch/class"
}

# bats test_tags=slow
@test "the system kills a runner for want of memory: no mark, then graded" {
    a_right_file eater 'static int calls; if (!calls++) {
        void *much = malloc(1500ul << 20); memset(much, n, 1500ul << 20);
        if (*(volatile char *)much == 77) d_c = 0; free(much); }'
    enter memory memory.limit_in_bytes 900M
    grade LABS=lab01
    leave
    check "status 1" [ "$status" -eq 1 ]
    check "no mark" grep -q '^eater,,,NOT_GRADED,' "$scratch/out/grades.csv"
    check "why" \
        contains "$out" 'grade: eater: NOT_GRADED, and no mark: the system had no memory left, and killed programs'
    gives 0 grade LABS=lab01
    check "with memory it is right" [ "$(verdict eater ex11)" = PASS ]
}

# bats test_tags=slow
@test "a runner that somebody kills once runs again, the one that is counted, too" {
    counting
    a_right_file slow 'for (volatile int i = 0; i < 300000000; i++) ;'
    kill_once lab01 &
    kill_once lab01_count &
    grade LABS=lab01 CASE_SECONDS=60
    check "they were killed" [ -e "$scratch/lab01.killed" -a -e "$scratch/lab01_count.killed" ]
    check "it is right" [ "$(verdict slow ex11)" = PASS ]
    check "and counted" grep -q '^slow,ex11,PASS,4,4,.*,met$' "$scratch/out/details.csv"
}

# bats test_tags=slow
@test "a compiler that fails once, and no program that runs where goals are counted: no mark, then graded" {
    counting
    a_right_file honest ''
    sed -i 's|^compile() {|& . "$kit"/common/hook;|' "$kit/build/quick/traffic/grader/lab01.sh"
    # the file that is handed out compiles: so it is the compiler that fails once, and not the build
    echo '[ -e again ] || cmp -s "$source" "$kit"/lab01_vector_add/vector_add.cu ||
        { : >again; echo "cc1plus: Killed" >&2; exit 1; }' >"$kit/common/hook"
    chmod a+r "$kit/common/hook"
    grade LABS=lab01
    check "compiled once more: $(grep honest "$scratch/out/details.csv")" grep -q '^honest,ex11,PASS,4,4,.*,met$' \
        "$scratch/out/details.csv"
    rm -rf "${scratch:?}"/out/*
    # a counted runner that gives nothing, where the answer's does not run either
    echo 'printf "#!/bin/sh\nexit 9\n" >runner; chmod 755 runner; exit 0' >"$kit/common/hook"
    sed -i 's|^link() {|& . "$kit"/common/hook;|; s|^compile() { . "$kit"/common/hook;|compile() {|' \
        "$kit/build/quick/traffic/grader/lab01.sh"
    chmod 0 "$kit/build/quick/grader/answer01"
    gives 1 grade LABS=lab01
    check "no mark" grep -q '^honest,,,NOT_GRADED,' "$scratch/out/grades.csv"
    chmod 755 "$kit/build/quick/grader/answer01"
    echo : >"$kit/common/hook"
    grade LABS=lab01
    check "then all of the points" grep -q '^honest,ex11,PASS,4,4,.*,met$' "$scratch/out/details.csv"
}

# bats test_tags=slow
@test "as root in a container, too, a crash is the student's only where the answer runs" {
    [ "$(id -u)" -eq 0 ] || skip "only root has own-uid"
    a_right_file crashes 'if (n) abort();'
    grade LABS=lab01 ISOLATION=own-uid
    check "the student's" [ "$(verdict crashes ex11)" = RUNTIME_ERROR ]
    rm -rf "${scratch:?}"/out/*
    printf '#!/bin/sh\nexit 9\n' >"$kit/build/quick/grader/answer01"
    gives 1 grade LABS=lab01 ISOLATION=own-uid
    check "no mark" grep -q '^crashes,,,NOT_GRADED,' "$scratch/out/grades.csv"
    check "why" contains "$out" 'programs do not run here: even the answer is NO_RESULT'
}

# bats test_tags=slow
@test "no process to be had: no mark or the right one, whatever their number" {
    local most
    a_right_file honest ''
    for most in 4 9 14 20; do
        grade LABS=lab01 prlimit --nproc="$most"
        graded_or_none "$most processes of the user"
    done
    rm -rf "${scratch:?}"/out/*
    for most in 8 12 16; do
        enter pids pids.max "$most"
        grade LABS=lab01
        leave
        graded_or_none "$most processes of the group"
        rm -rf "${scratch:?}"/out/*
    done
    grade LABS=lab01
    check "then it is graded" [ "$(verdict honest ex11)" = PASS ]
}

# bats test_tags=slow
@test "a disk that fills while the compiler writes: no mark, then graded; a read-only OUT is refused" {
    [ "$(id -u)" -eq 0 ] || skip "a small disk can be made by root only"
    mount -t tmpfs -o size=140m none "$scratch/out" || skip "no tmpfs can be mounted here"
    belongs_to_user "$scratch/out"
    a_right_file honest ''
    sed -i 's|^compile() {|& . "$kit"/common/hook;|' "$kit/build/quick/grader/lab01.sh"
    echo 'for i in 1 2 3; do head -c 60000000 /dev/zero >fill$i; done 2>/dev/null' >"$kit/common/hook"
    chmod a+r "$kit/common/hook"
    gives 1 grade LABS=lab01
    check "no mark" grep -q '^honest,,,NOT_GRADED,' "$scratch/out/grades.csv"
    : >"$kit/common/hook"
    gives 0 grade LABS=lab01
    check "with room it is right" [ "$(verdict honest ex11)" = PASS ]
    cp "$scratch/out/grades.csv" "$scratch/before"
    mount -o remount,ro "$scratch/out"
    gives 2 grade LABS=lab01
    check "one line, which names it" [ "$(grep -c "^grade: OUT=$scratch/out: cannot be written" <<<"$out")" -eq 1 ]
    check "nothing has changed" cmp "$scratch/before" "$scratch/out/grades.csv"
    umount "$scratch/out" && chmod 555 "$scratch/out"
    gives 2 grade LABS=lab01
    check "said" contains "$out" "OUT=$scratch/out: cannot be written"
}

# two_more: a student whose file lies in a folder, and one with a zip
two_more() {
    mkdir -p "$scratch/class"/{inside/lab1,zipped}
    cp solutions/vector_add.cu "$scratch/class/inside/lab1"
    (cd solutions && python3 -m zipfile -c "$scratch/class/zipped/a.zip" vector_add.cu)
    belongs_to_user "$scratch/class"
}

@test "a folder or a zip that may not be read is named, and nobody's fault" {
    two_more
    chmod 000 "$scratch/class/inside/lab1" "$scratch/class/zipped/a.zip"
    grade LABS=lab01 LOOK=1
    check "the folder" contains "$out" 'cannot be read: lab1 cannot be read here: Permission denied'
    check "the zip" contains "$out" 'cannot be read: a.zip cannot be read here: Permission denied'
    gives 1 grade LABS=lab01
    check "no marks" [ "$(grep -c ',,,NOT_GRADED,' "$scratch/out/grades.csv")" -eq 2 ]
    check "said at once" contains "$out" "grade: zipped: NOT_GRADED, and no mark: a.zip cannot be read here"
    check "and last" contains "$(tail -n 1 <<<"$out")" 'has no score'
    chmod 755 "$scratch/class/inside/lab1" "$scratch/class/zipped/a.zip"
    grade LABS=lab01 LOOK=1
    check "then both would be graded" contains "$out" '2 would be graded'
}

# bats test_tags=slow
@test "OUT takes no more files, as under a quota: no mark, whenever it happens, also of a zip" {
    [ "$(id -u)" -eq 0 ] || skip "a small disk can be made by root only"
    [ -e /usr/include/archive.h ] || skip "no libarchive: ./setup.sh --grader"
    local most
    two_more
    a_right_file honest ''
    for most in 12 18 24 30 36 48; do
        mount -t tmpfs -o "size=300m,nr_inodes=$most" none "$scratch/out" || skip "no tmpfs can be mounted here"
        belongs_to_user "$scratch/out"
        grade LABS=lab01
        graded_or_none "$most files"
        [ "$most" -gt 24 ] || check "$most files: it says so" [ "$status" -ne 0 ]
        umount "$scratch/out"
    done
}

# bats test_tags=slow
@test "a zip that cannot be unpacked here is nobody's fault: the program is killed, or was built without libarchive" {
    local program=$kit/build/quick/grader/unpack
    two_more
    rm -r "$scratch/class/inside"
    printf '#!/bin/sh\nkill -9 $$\n' >"$program"
    grade LABS=lab01
    check "killed: no mark" grep -q '^zipped,,,NOT_GRADED,.*the system killed what unpacks it' "$scratch/out/grades.csv"
    printf '#!/bin/sh\necho the grader was built without libarchive\nexit 5\n' >"$program"
    grade LABS=lab01
    check "not there: no mark" grep -q '^zipped,,,NOT_GRADED,.*without libarchive' "$scratch/out/grades.csv"
    printf '#!/bin/sh\necho it is damaged\nexit 3\n' >"$program"
    grade LABS=lab01
    check "a damaged one is its own" grep -q '^zipped,0,10,UNSUPPORTED_ARCHIVE,' "$scratch/out/grades.csv"
}
