# What the bats files share. Works with bats 1.2, so no --separate-stderr and no BATS_TEST_TMPDIR.
# shellcheck shell=bash disable=SC2034,SC2154 # the tests use and set these: root, labs, scratch, bin, ...

root=$(cd "${BATS_TEST_DIRNAME%/tests*}" && pwd)
labs=$(cd "$root" && for folder in lab[0-9][0-9]_*/; do echo "${folder%%_*}"; done | xargs)

unset ONLY REQUIRE REPORT_LANG LC_ALL # what the reader's language decides is English in the tests
export LC_MESSAGES=C

! command -v ld.gold >/dev/null || export LINKER=-fuse-ld=gold # three times as fast

# Each test begins in the kit's root with a folder of its own. A file that needs more has its own setup.
in_root() {
    cd "$root" || return
    scratch=$(mktemp -d)
    status=- out='' err=''
}
setup() {
    in_root
}
teardown() {
    rm -rf "$scratch"
}

# quick <targets>: the kit as `make test` builds it once for all tests, in build/quick.
quick() {
    make -s --no-print-directory -j2 QUICK=1 "$@"
}

# built <targets>: that they are there, in build/quick.
built() {
    try quick "${@/#/build/quick/}"
    check "it builds: $*" [ "$status" -eq 0 ]
}

# give_tools <folder> <build folder>: lays what builds programs into a copy of the kit.
give_tools() {
    mkdir -p "$1/$2"
    (cd "$root/$2" && cp -a knobs new precompiled.* rewrite cpu_device* "$1/$2")
}

# give_built <folder> <labs>: lays what has been built for these labs into a copy of the kit, so that
# nothing is compiled twice.
give_built() {
    local to=$1 lab
    shift
    built "$@"
    give_tools "$to" build/quick
    for lab in common "$@"; do
        cp -a "$root/build/quick/$lab"* "$to/build/quick"
    done
}

# kit_of <folder> <labs>: such a copy, with these labs.
kit_of() {
    local lab
    mkdir -p "$1"
    cp -a Makefile common handouts "$1"
    for lab in "${@:2}"; do
        cp -a "$lab"_*/ "$1"
    done
    give_built "$@"
}

# Runs a command; leaves its status, its stdout in $out and its stderr in $err.
try() {
    status=0
    "$@" >"$scratch/try.out" 2>"$scratch/try.err" </dev/null || status=$?
    out=$(cat "$scratch/try.out") err=$(cat "$scratch/try.err")
}

# check <what should hold> <command...>: fails the test, and says what was seen.
check() {
    local what=$1
    shift
    if ! "$@"; then
        printf 'expected: %s\nstatus: %s\nstdout: %s\nstderr: %s\n' "$what" "$status" "$out" "$err"
        return 1
    fi
}

contains() {
    [[ $1 == *"$2"* ]]
}

# quotes <page> <text>: it stands there, perhaps with other breaks between its lines.
quotes() {
    contains "$(tr -s '[:space:]' ' ' <"$1")" "$(tr -s '[:space:]' ' ' <<<"$2")"
}

lacks() {
    [[ $1 != *"$2"* ]]
}

# exits <status> <command...>: tries it, and this is its status.
exits() {
    try "${@:2}"
    check "status $1 of ${*:2}" [ "$status" -eq "$1" ]
}

# gives <status> <function that tries something>: this is the status of what it tried.
gives() {
    "${@:2}"
    check "status $1 of ${*:2}" [ "$status" -eq "$1" ]
}

# shows <regular expression, options of grep before it>: a line of stdout matches.
shows() {
    grep -E -q "$@" <<<"$out"
}

shows_no() {
    ! grep -E -q "$@" <<<"$out"
}

one_line() {
    [ -n "$1" ] && [ "$(printf '%s\n' "$1" | wc -l)" -eq 1 ]
}

# A folder $bin that holds only what every machine has: the PATH of a machine that we invent.
bare_path() {
    bin=$scratch/bin
    mkdir -p "$bin"
    # shellcheck disable=SC2046 # paths without blanks
    ln -sf $(command -v sh bash env awk basename cat chmod cp cut date dirname fold grep head id ln ls mkdir \
        mktemp mv paste rm sed sleep sort tail timeout touch tr uname wc) "$bin"
}

# stub <name> <body of a shell script>: a program of that name in $bin.
stub() {
    rm -f "$bin/$1"
    printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

# The machine's own g++ in $bin; it still finds its assembler and linker.
real_gxx() {
    stub g++ "PATH=$PATH exec $(command -v g++) \"\$@\""
}

needs_terminal() {
    script -qec true /dev/null >/dev/null 2>&1 || skip "script(1) can make no terminal here"
}

# The setup of a file of tests that need nvcc.
needs_nvcc() {
    command -v nvcc >/dev/null || skip "no nvcc on PATH"
    scratch=$(mktemp -d)
    cd "$root" || return
}

# PATH without the folders in which nvcc or nvidia-smi lie.
path_without_cuda() {
    local folder kept=''
    while read -r -d : folder; do
        [ -x "$folder/nvcc" ] || [ -x "$folder/nvidia-smi" ] || kept=$kept${kept:+:}$folder
    done <<<"$PATH:"
    echo "$kept"
}
