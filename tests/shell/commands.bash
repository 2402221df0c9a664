# What tests/shell/commands.bats and tests/long/commands.bats share.
# shellcheck shell=bash disable=SC2030,SC2031,SC2034,SC2089,SC2090,SC2154 # helpers.bash sets root and labs

# One copy, built once, for all tests of this file.
setup_file() {
    kit=$(mktemp -d)/$'it\'s my "kit" \\ #1 100% $HOME `x` ;&, ñandú'
    mkdir -p "$kit"
    # As git sees the tree; outside git, all of it but what was built.
    if git -C "$root" rev-parse >/dev/null 2>&1; then
        (cd "$root" && git ls-files -z -c -o --exclude-standard --deduplicate |
            xargs -0 ls -d 2>/dev/null | tar -c -T -) | tar -x -C "$kit"
    else
        tar -c -C "$root" --exclude=./build --exclude=./results . | tar -x -C "$kit"
    fi
    PATH=$(path_without_cuda)
    unset DEVICE CXX CC NO_COLOR
    export kit PATH QUICK=1
    scratch=$kit
    cd "$root" || return
    # shellcheck disable=SC2086 # words
    give_built "$kit" $labs
    give_tools "$kit" build/quick/check
    make -s -C "$kit" labs </dev/null >&2
    rm -f "$kit"/try.*
}

teardown_file() {
    rm -rf "$(dirname "$kit")"
}

setup() {
    scratch=$(mktemp -d)
    cd "$kit" || return
}

