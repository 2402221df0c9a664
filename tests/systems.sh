#!/usr/bin/env bash
# tests/systems.sh [suite...] - the kit on bare Debian 12, 13 and unstable (bookworm, trixie, sid); `make test-systems`
# calls it. trixie/arm64: of another CPU, with g++ alone, where an emulator answers (QEMU 8 or newer). In each, root
# runs setup.sh, and an ordinary user builds and runs every lab and an answer, with g++ and with clang++. In a copy of
# the tree that .devcontainer/Dockerfile names its commands run first, then that of devcontainer.json as its user, then
# lab 1. In bookworm and trixie g++ 11 and 13, of Ubuntu 22.04 and 24.04, are tried as well. The trees are made in a
# temporary folder (1.5 GB each, one after the other) from this machine's mirror, and nothing is left.
# The last line is  N passed, N failed, N skipped; status 0 only when nothing failed.
set -u
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- bookworm trixie sid
. common/tools/scratch.sh
container=.devcontainer/Dockerfile
container_suite=$(sed -n 's/^FROM debian://p' $container)
passed=0 failed=0 skipped=0

finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}

# why_not: what this machine lacks for it, if anything.
why_not() {
    PATH=$PATH:/usr/sbin:/sbin
    if ! command -v debootstrap >/dev/null; then
        echo "no debootstrap on PATH (apt-get install debootstrap)"
    elif ! command -v unshare >/dev/null; then
        echo "no unshare on PATH (apt-get install util-linux)"
    elif [ "$(id -u)" -ne 0 ]; then
        echo "debootstrap needs root; sudo make test-systems"
    elif ! unshare --mount --pid --fork true 2>/dev/null; then
        echo "this machine lets nobody unshare its mounts, as a container without CAP_SYS_ADMIN"
    fi
}
reason=$(why_not)
if [ -n "$reason" ]; then
    for suite; do
        skipped=$((skipped + 1))
        echo "skip  $suite: $reason"
        [ "$suite" != "$container_suite" ] || {
            skipped=$((skipped + 1))
            echo "skip  .devcontainer in a bare $suite: $reason"
        }
    done
    finish
fi
PATH=$PATH:/usr/sbin:/sbin

# The mirror that apt uses here, if it is one of Debian's.
# shellcheck disable=SC2016 # apt expands them
mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' 2>/dev/null |
    awk '$1 ~ /debian/ && $1 !~ /security/ { print $1; exit }')
mirror=${mirror:-http://deb.debian.org/debian}

# inside <tree> <user> <command...>: in a tree of its own processes and mounts, and in the folder $at.
at=/home/student/kit
inside() {
    local tree=$1 user=$2
    shift 2
    # shellcheck disable=SC2016 # the inner shell expands them
    timeout -k 10 1200 unshare --mount --pid --fork --kill-child sh -c '
        tree=$1 user=$2 at=$3 && shift 3
        mount -t proc proc "$tree/proc" && mount -t tmpfs tmp "$tree/tmp" -o mode=1777 &&
            { [ -c "$tree/dev/null" ] || mount --rbind /dev "$tree/dev"; } &&
            mount -t tmpfs shm "$tree/dev/shm" -o mode=1777 &&
            exec chroot --userspec="$user" "$tree" env -i \
                PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
                HOME="/home/student" LANG=C.UTF-8 sh -c "cd $at && $*"' sh "$tree" "$user" "$at" "$@"
}

# step <what> <command...>: its output is shown only when it fails.
step() {
    local what=$1 began=$SECONDS
    shift
    if "$@" >"$scratch/log" 2>&1 </dev/null; then
        echo "ok    $what, $((SECONDS - began)) s"
        passed=$((passed + 1))
    else
        echo "FAIL  $what: status $?"
        tail -n 25 "$scratch/log" | sed 's/^/      /'
        failed=$((failed + 1))
        return 1
    fi
}

# The kit as git sees it, so without what was built here.
copy_kit() {
    mkdir -p "$1" && git ls-files -z -c -o --exclude-standard --deduplicate |
        xargs -0 ls -d 2>/dev/null | tar -c -T - | tar -x -C "$1"
}

# run_lines: the commands of the Dockerfile's lines RUN, each in one line.
run_lines() {
    sed -e ':a' -e '/\\$/{N;s/\\\n *//;ta' -e '}' $container | sed -n 's/^RUN //p'
}

# try_container <tree>: what Docker and then the editor would run, in a tree that has nothing yet.
try_container() {
    local tree=$1 line user after
    user=$(sed -n 's/^USER //p' $container)
    after=$(sed -n 's/.*"postCreateCommand": "\(.*\)".*/\1/p' .devcontainer/devcontainer.json)
    while read -r line; do
        at=/ step ".devcontainer: RUN ${line:0:60}" inside "$tree" root "$line" || return
    done < <(run_lines)
    copy_kit "$tree$at" && chown -R --reference "$tree/home/$user" "$tree$at"
    step ".devcontainer: $after" inside "$tree" "$user:$user" "$after" || return
    step ".devcontainer: make lab01 && ./lab01 --quick, as $user" inside "$tree" "$user:$user" \
        'make lab01 && ./lab01 --quick'
}

for suite; do
    tree=$scratch/${suite/\//-} other_cpu='' compilers='g++ clang++'
    case $suite in */*) other_cpu=--arch=${suite#*/} compilers=g++ ;; esac
    # shellcheck disable=SC2086 # one word or none
    step "$suite: a bare tree from $mirror" \
        debootstrap $other_cpu --variant=minbase "${suite%/*}" "$tree" "$mirror" || continue
    cp /etc/resolv.conf "$tree/etc/resolv.conf" 2>/dev/null
    apt-config dump | grep -i '^Acquire::.*Proxy' >"$tree/etc/apt/apt.conf.d/90proxy"
    if [ "$suite" = "$container_suite" ]; then
        cp -a "$tree" "$tree.container" && try_container "$tree.container"
        rm -rf "$tree.container"
    fi
    at=/ inside "$tree" root 'useradd -m student' 2>/dev/null || chroot "$tree" useradd -m student
    copy_kit "$tree/home/student/kit" && chown -R --reference "$tree/home/student" "$tree/home/student/kit"
    step "$suite: ./setup.sh" inside "$tree" root './setup.sh' || continue
    [ -n "$other_cpu" ] || step "$suite: ./setup.sh --tests" inside "$tree" root './setup.sh --tests' || continue
    step "$suite: make doctor" inside "$tree" student:student 'make doctor'
    for compiler in $compilers; do
        version=$(inside "$tree" student:student "$compiler --version" | head -n 1)
        step "$suite: labs and an answer build with $compiler ($version)" inside "$tree" student:student \
            "make -j$(nproc) labs solution03 CXX=$compiler >log 2>&1; status=\$?; cat log
            ! grep -i warning log && exit \$status" ||
            continue
        for program in lab01 lab02 lab03 lab04 lab05 lab06 solution03; do
            step "$suite: ./$program --quick, of $compiler" inside "$tree" student:student "./$program --quick"
        done
    done
    # The compilers of Ubuntu 22.04 and 24.04, which these suites have as well.
    case $suite in bookworm) older=11 ;; trixie) older=13 ;; *) older='' ;; esac
    if [ -n "$older" ] && step "$suite: g++ $older" inside "$tree" root "apt-get install -y -q g++-$older &&
            for tool in g++ gcc cpp; do ln -s /usr/bin/\$tool-$older /usr/local/bin/\$tool; done"; then
        step "$suite: what the tests need, of g++ $older" inside "$tree" student:student 'make clean tested'
        for tests in programs check traffic goals; do
            step "$suite: tests/shell/$tests.bats with g++ $older" inside "$tree" student:student \
                "bats tests/shell/$tests.bats"
        done
    fi
    rm -rf "$tree"
done
finish
