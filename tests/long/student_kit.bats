#!/usr/bin/env bats
# The students' kit by itself: it builds, and passes its own tests.
# shellcheck disable=SC2034,SC2154 # helpers.bash sets root, status, out, err

load ../shell/helpers

@test "the students' kit passes its own make test" {
    cd "$root" || exit 1
    scratch=$(mktemp -d)
    sh solutions/grader/student_kit.sh "$scratch/kit.tar.gz"
    tar -xzf "$scratch/kit.tar.gz" -C "$scratch"
    cd "$scratch/cuda-labs" || exit 1
    try env -u MAKEFLAGS -u MAKELEVEL make test
    check "make test" [ "$status" -eq 0 ]
    check "nothing failed" grep -q ' passed, 0 failed' <<<"$out"
    cd / && rm -rf "$scratch"
}
