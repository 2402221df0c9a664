#!/usr/bin/env bats
# The programs of tests/shell/programs.bats, and those that must not build, with the flags that users have, with
# clang++ and under sanitizers.
# shellcheck disable=SC2154 # helpers.bash sets root, status, out and err

load ../shell/helpers
load ../shell/programs

setup_file() {
    work=$(mktemp -d)
    cd "$root" || return
    local file
    {
        for file in tests/programs/*.cu; do echo "g++ default $file"; done
        for file in $(every 8 tests/programs/[!e]*.cu); do echo "g++ sanitized $file"; done
        if command -v clang++ >/dev/null; then
            for file in $(every 3 tests/programs/*.cu); do echo "clang++ default $file"; done
            for file in tests/refused/*.cu tests/compile_errors/*.cu; do echo "clang++ quick $file"; done
        fi
    } >"$work/jobs"
    build_all
}

@test "programs: as users build them, each is right" {
    run_programs g++ default
}

@test "programs: built with clang++, a third of them, each is right" {
    needs_clang
    run_programs clang++ default
}

@test "programs: a part of them under AddressSanitizer and UndefinedBehaviorSanitizer" {
    # Kernels switch stacks, and fibers that end early leave theirs as it is.
    run_programs g++ sanitized ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0
}

@test "programs: no warning is about the device's own text" {
    no_warning_of_ours g++ default
    ! command -v clang++ >/dev/null || no_warning_of_ours clang++ default
}

@test "programs: those with a doubtful line are warned of it by name and line, no others" {
    warned_as_they_say g++ default
}

@test "programs: with clang++, too, a libc that declares more mathematics collides with nothing" {
    needs_clang
    try env CXX=clang++ BUILD=build/clang++ CUCC_IN_MAKE=1 common/cpu_device/cucc -O0 -Wall -Wextra \
        -isystem tests/future_libc tests/programs/device_math.cu -o "$scratch/math"
    check "it builds" [ "$status" -eq 0 ]
    check "nothing is said" [ -z "$out$err" ]
    try "$scratch/math"
    check "it is right" [ "$status" -eq 0 ]
}

@test "refused: with clang++, too, by name and line" {
    needs_clang
    must_say clang++ quick refused refuses
}

@test "compile errors: with clang++, too, the student's own file and line" {
    needs_clang
    must_say clang++ quick compile_errors expects
}

@test "programs: Thrust works on the host in turn with the kernels, where it is installed; else the package is named" {
    local cucc=$root/common/cpu_device/cucc
    cd "$scratch" || return
    cp "$root/tests/thrust/vectors.cu" .
    try "$cucc" -O2 -Wall -Wextra vectors.cu -o vectors
    if [ -e /usr/include/thrust/version.h ]; then
        check "it builds" [ "$status$out$err" = 0 ]
        for _ in 1 2 3; do check "what it prints" [ "$(./vectors)" = "0 0 2 20 6" ]; done
        grep -v '<iostream>' vectors.cu >without.cu # Thrust brings it along
        try "$cucc" --check without.cu -o without
        check "it builds for the bug finder, too" [ "$status" -eq 0 ]
        try ./without
        check "which finds nothing" contains "$out" "nothing found: 1 kernel, 4 launches"
    else
        check "the line, and what to install" contains "$err" \
            "vectors.cu:3:10: error: thrust/host_vector.h is not available on the CPU device: install libthrust-dev"
    fi
}
