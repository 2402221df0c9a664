# What the tests of the grader's sandbox share: programs in a folder that an ordinary user may read,
# and that user, because the grader refuses to run as root.
# shellcheck shell=bash disable=SC2034,SC2154 # helpers.bash sets root, scratch and out

ordinary_user=54321

# As an ordinary user; when the tests are run by one, as that.
ordinary() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid="$ordinary_user" --regid="$ordinary_user" --clear-groups --inh-caps=-all "$@"
    else
        "$@"
    fi
}

sandbox_setup() {
    [ "$(uname)" = Linux ] || skip "the sandbox needs Linux"
    echo '#include <seccomp.h>' | cc -E - >/dev/null 2>&1 || skip "no libseccomp: ./setup.sh --grader"
    command -v setpriv >/dev/null || [ "$(id -u)" -ne 0 ] || skip "no setpriv, and this is root"
    scratch=$(mktemp -d)
    cd "$root" || return
    local programs=(solutions/grader/{grade_doctor,canary} tests/grader/{try_sandbox,adversary,as_in_docker})
    built "${programs[@]}"
    cp "${programs[@]/#/build/quick/}" "$scratch"
    mkdir "$scratch/folder"
    [ "$(id -u)" -ne 0 ] || chown "$ordinary_user" "$scratch/folder"
    chmod -R a+rX "$scratch"
}

# The levels that this machine grants; a test is skipped, by name, where there is none.
each_level() {
    levels=()
    local level
    for level in bubblewrap landlock; do
        ! ordinary "$scratch/try_sandbox" best $level >/dev/null 2>&1 || levels+=("$level")
    done
    [ ${#levels[@]} -gt 0 ] || skip "neither bubblewrap nor Landlock: make grade-doctor says why"
}

# Also what only root is granted, as in a container without namespaces and Landlock.
every_level() {
    each_level
    [ "$(id -u)" -ne 0 ] || levels+=(own-uid)
}

# at_level <level> <command>: as who runs the grader at this level; $scratch/folder is his.
at_level() {
    if [ "$1" = own-uid ]; then
        chown -R 0 "$scratch/folder" && "$scratch/as_in_docker" "${@:2}"
    else
        belongs_to_user "$scratch/folder" && ordinary "${@:2}"
    fi
}

belongs_to_user() {
    [ "$(id -u)" -ne 0 ] || chown -R "$ordinary_user" "$@"
}

# sandbox <level> <options> -- <program> <arguments>: the first line of $out says how it ended.
sandbox() {
    try at_level "$1" timeout 60 "$scratch/try_sandbox" "$@"
}

# attack <level> <options in one word> <expected end> <adversary and arguments>
attack() {
    local level=$1 options=$2 end=$3
    shift 3
    # shellcheck disable=SC2086 # the options are words
    sandbox "$level" $options -- "$scratch/adversary" "$@"
    check "$level, $options: $*: $end" contains "$out" "$end"
    check "no process is left" nothing_runs
}

nothing_runs() {
    ! pgrep -f "^$scratch/(adversary|canary)" >/dev/null
}
