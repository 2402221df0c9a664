# What tests/shell/ptx.bats and tests/long/ptx.bats share.
# shellcheck shell=bash disable=SC2034,SC2154 # helpers.bash sets status, out and err

# programs_by_ptx <arch> <name...>: of tests/programs; each ends with status 0 when its result is right.
programs_by_ptx() {
    local arch=$1 name failed=0
    shift
    quick build/quick/rewrite build/quick/cpu_device.a build/quick/interpreter.a build/quick/precompiled.h.gch
    for name; do
        (cd tests/programs && ARCH=$arch CUCC_IN_MAKE=1 CXX=g++ BUILD=$root/build/quick \
            "$root/common/cpu_device/cucc" --nvcc-ptx -O1 "$name.cu" -o "$scratch/$name") >"$scratch/said" 2>&1 ||
            { echo "$name is not built: $(cat "$scratch/said")" && failed=1 && continue; }
        try timeout 120 "$scratch/$name"
        check "$name: status 0" [ "$status" -eq 0 ] || failed=1
    done
    return $failed
}

# answers_by_ptx <arch>: each version that runs is ok, and nothing is read that was never written.
answers_by_ptx() {
    local lab answer failed=0
    for lab in $labs; do
        answer=solution${lab#lab}
        try env ARCH="$1" common/ptx.sh "$answer"
        check "$answer: status 0" [ "$status" -eq 0 ] || failed=1
        check "$answer: it ran nvcc's kernels" [ "$(grep -c '^gpu_[a-z0-9_]* *ok' <<<"$out")" -ge 3 ] || failed=1
        check "$answer: nothing is wrong" [ "$(grep -c WRONG <<<"$out")" -eq 0 ] || failed=1
    done
    return $failed
}

# The wrong kernels that a lab runs and judges, but for those whose verdict hangs on the order of threads.
wrong_without_race() {
    grep -l '^/\* \(in the long tests, \)\?expects: ' tests/wrong/*/*.cu | sed 's|^tests/||; s|\.cu$||' |
        grep -v -x -F -f <(grep -v '^#' tests/ptx/racy.txt | cut -d ' ' -f 1)
}

# expected_of <file>: version, state and words that its first lines expect on the CPU device.
expected_of() {
    if grep -q '^/\* on the CPU device: ' "$1"; then
        sed -n '2s|^/\* on the CPU device: \(.*\) \*/$|\1|p' "$1"
    else
        sed -n '1s|^/\* \(in the long tests, \)\{0,1\}expects: \(.*\) \*/$|\2|p' "$1"
    fi
}

# explained <name> <state or unknown>: in tests/ptx/differences.txt.
explained() {
    grep -q -E "^$1 ($2) " tests/ptx/differences.txt
}

# wrong_by_ptx <wrong/labNN/NAME...>: the lab says of each what it says on the CPU device: the state and the
# words, but for what tests/ptx/differences.txt explains.
wrong_by_ptx() {
    local name words failed=0 said size
    quick -k "${@/#/build/quick/ptx75/}" >"$scratch/said" 2>&1 || { cat "$scratch/said" && return 1; }
    export PTX_REPORT=$scratch/report
    for name; do
        read -r -a words < <(expected_of "tests/$name.cu") || true
        check "$name: its first line says what is expected" [ ${#words[@]} -ge 2 ] || { failed=1 && continue; }
        size=(--quick)
        ! grep -q '^/\* at the default size \*/$' "tests/$name.cu" || size=(--samples 1 --min-time 0)
        unset LAB_PATIENCE
        [[ ${words[*]} != *'come back'* ]] || export LAB_PATIENCE=10
        : >"$PTX_REPORT"
        try timeout 3000 "build/quick/ptx75/$name" "${size[@]}" --seed 1 --only "${words[0]}"
        if explained "$name" unknown; then
            check "$name: it has what is not known" grep -q '^unknown' "$PTX_REPORT" || failed=1
            continue
        fi
        said=$(printf '%s\n%s\n' "$out" "$err" | grep -A 2 -E "^${words[0]} " | tr '\n' ' ')
        explained "$name" state || check "$name: ${words[0]} ${words[1]}" \
            grep -q -E "(^| )${words[0]} +${words[1]}" <<<"$said" || failed=1 # some print an ok of their own before it
        check "$name: no instruction is unknown" [ "$(grep -c -E '^(unknown|broken)' "$PTX_REPORT")" -eq 0 ] || failed=1
        explained "$name" state ||
            check "$name: ${words[*]:2}" grep -q -E "${words[*]:2}" <<<"$said" || failed=1
    done
    return $failed
}
