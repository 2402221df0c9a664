# What tests/shell/check.bats and tests/long/check.bats share.
# shellcheck shell=bash disable=SC2154 # the tests set build and scratch

build_checker() {
    make -s --no-print-directory -j2 DEVICE=cpu CHECK=--check OPTIMISE=-O1 BUILD="$build" \
        "$build/rewrite" "$build/cpu_device.a" "$build/libraries.a" "$build/precompiled.h.gch"
}

# checked <file.cu> <program>: builds it with the bug finder, as common/check.sh does.
checked() {
    CUCC_IN_MAKE=1 BUILD="$build" common/cpu_device/cucc --check -O1 "$1" -o "$2"
}

# judge <file.cu>: says in a line what is wrong with the report, if anything is.
judge() {
    local file=$1 base json="$scratch/$1.json" wanted also
    base=$scratch/$1
    mkdir -p "$(dirname "$base")"
    if ! checked "$file" "$base.bin" 2>"$base.err"; then
        echo "$file: does not build: $(head -n 1 "$base.err")"
        return
    fi
    local status=0
    CPU_DEVICE_CHECK_JSON=$json timeout 60 "$base.bin" >"$base.out" 2>&1 || status=$?
    [ -z "${IN_SPANISH:-}" ] ||
        REPORT_LANG=es CPU_DEVICE_CHECK_JSON=$json.es timeout 60 "$base.bin" >"$base.spanish" 2>&1
    rm -f "$base.bin"
    wanted=$(sed -nE '1s/.*finds: ([a-z-]+).*/\1/p' "$file")
    also=$(sed -nE '1s/.*also ([a-z-]+).*/\1/p' "$file")
    local severity=error
    sed -n 1p "$file" | grep -q ', warning' && severity=warning
    [ "$wanted" != leak ] || severity=warning
    if [ -z "$wanted" ]; then
        [ $status -eq 0 ] || echo "$file: status $status: $(grep -m 1 '"kind"' "$json")"
        grep 'the program itself ended with' "$base.out" | sed "s|^|$file: |"
        return
    fi
    local expected=1
    [ $severity = error ] || expected=0
    [ $status -eq $expected ] || echo "$file: status $status"
    grep -q "\"kind\":\"$wanted\",\"severity\":\"$severity\"" "$json" ||
        echo "$file: not found: $severity, $wanted: $(cut -c 1-120 "$json" | tr '\n' ' ')"
    grep '"kind"' "$json" | grep -vE "\"kind\":\"($wanted${also:+|$also})\"" | sed "s|^|$file: another kind: |"
    grep -o '"line":[0-9]*' "$json" | cut -d : -f 2 | sort -u | while read -r line; do
        [ "$line" -gt 0 ] && sed -n "${line}p" "$file" | grep -q '// HERE' ||
            echo "$file: line $line is none of the bug"
    done
}

judge_all() { # folder
    build_checker
    export -f judge checked
    export scratch build
    try bash -c "ls $1/*.cu | xargs -P $(nproc) -I{} bash -c 'judge {}'"
    check "every program of $1 is judged right" [ -z "$out$err" ]
}
