#!/usr/bin/env bats
# The labs and the answers, built in other ways than the usual one: each is still right.
# shellcheck disable=SC2154 # helpers.bash sets root, labs, status, out and err

load ../shell/helpers

# right_when_built <folder> <make arguments...>: no warning, and every answer is right. The labs as
# they are handed out differ from these in one file, which holds less.
right_when_built() {
    local folder=$1 lab targets=()
    shift
    for lab in $labs; do targets+=("$folder/solution${lab#lab}"); done
    targets+=("$folder/solution06_network")
    try make --no-print-directory -j2 DEVICE=cpu BUILD="$folder" "$@" "${targets[@]}"
    check "it builds" [ "$status" -eq 0 ]
    check "no warning" [ -z "$err" ]
    for program in "${targets[@]}"; do
        try "$program" --quick
        check "$program is right" [ "$status" -eq 0 ]
        check "$program: nothing found, slow or not" [ -z "$(sed '/ still runs after /d' <<<"$err")" ]
    done
    try "$folder/solution03" --quick --only gpu_ex33
    check "the fixed race" [ "$status" -eq 0 ]
    try "$folder/solution06_network" --quick
    check "a whole network is right" [ "$status" -eq 0 ]
    check "a whole network: nothing found" [ -z "$(sed '/ still runs after /d' <<<"$err")" ]
}

@test "built with clang: no warning, and all is right" {
    local lab targets=()
    command -v clang++ >/dev/null || skip "no clang++ on PATH"
    right_when_built build/clang CXX=clang++ CC=clang
    for lab in $labs; do targets+=("build/clang/$lab"); done
    try make --no-print-directory -j2 DEVICE=cpu BUILD=build/clang CXX=clang++ CC=clang "${targets[@]}"
    check "what is handed out builds" [ "$status" -eq 0 ]
    check "no warning" [ -z "$err" ]
}

@test "under AddressSanitizer and UndefinedBehaviorSanitizer: nothing is found" {
    # The rewriter lives for one file and frees nothing. Two warnings of g++'s are of paths that these add.
    ASAN_OPTIONS=detect_leaks=0 right_when_built build/sanitized OPTIMISE=-O1 \
        SANITIZE='-fsanitize=address,undefined -Wno-format-overflow -Wno-format-truncation'
}

@test "without optimisation: all is right" {
    right_when_built build/plain OPTIMISE=-O0
}
