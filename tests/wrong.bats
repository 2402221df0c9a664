#!/usr/bin/env bats
# The check that is itself tested: every kernel under tests/wrong/ is wrong in one way, and the lab
# must say so in the words that its first line expects:
#   /* expects: <version> <state> <extended regular expression> */
# What the CPU device cannot show has a second line: /* on the CPU device: <version> ok */
# Status 1 for WRONG, 0 for todo and ok. Each replaces the student's file and links to the lab's own
# objects. DEVICE=cuda runs the same on a GPU.
# shellcheck disable=SC2154 # helpers.bash sets root, labs, status, out and err

load helpers

device=${DEVICE:-cpu}
folder=build/quick
[ "$device" = cpu ] || folder=build/$device

setup() {
    cd "$root" || exit 1
    scratch=$(mktemp -d)
}

teardown() {
    rm -rf "$scratch"
}

# wrong <file>: runs the lab with this kernel and compares what it says with what is expected.
# The line of the version, and those below it up to the next version, are joined for the expression.
wrong() {
    local file=$1 program=$folder/${1#tests/} words version state expression said expected=1
    read -r -a words < <(sed -n '1s|^/\* expects: \(.*\) \*/$|\1|p' "$file")
    if [ "$device" = cpu ] && grep -q '^/\* on the CPU device: ' "$file"; then
        read -r -a words < <(sed -n '2s|^/\* on the CPU device: \(.*\) \*/$|\1|p' "$file")
    fi
    version=${words[0]} state=${words[1]} expression=${words[*]:2}
    [ "$state" = WRONG ] || [ "$state" = crashed ] || expected=0
    try timeout 60 "${program%.cu}" --quick --only "$version" --seed 1
    said=$(printf '%s\n%s\n' "$out" "$err" | grep -A 2 -E "^$version " | tr '\n' ' ')
    check "$file: status $expected" [ "$status" -eq $expected ] &&
        check "$file: $version $state, $expression" \
            grep -q -E "^$version +$state .*$expression" <<<"$said"
}

every_wrong_kernel() {
    local file files=(tests/wrong/"$1"/*.cu) failed=0
    if [ "$device" = cpu ]; then try quick wrong; else try make -s -j2 DEVICE="$device" wrong; fi
    check "the wrong kernels are built" [ "$status" -eq 0 ]
    check "at least eight of them" [ ${#files[@]} -ge 8 ]
    for file in "${files[@]}"; do
        wrong "$file" || failed=1
    done
    return $failed
}

@test "lab01 rejects every wrong kernel with the right words" {
    every_wrong_kernel lab01
}

@test "lab02 rejects every wrong kernel with the right words" {
    every_wrong_kernel lab02
}

@test "lab03 rejects every wrong kernel with the right words" {
    every_wrong_kernel lab03
}

@test "lab04 rejects every wrong kernel with the right words" {
    every_wrong_kernel lab04
}

@test "lab05 rejects every wrong transfer with the right words" {
    every_wrong_kernel lab05
}

@test "lab06 rejects every wrong kernel with the right words" {
    every_wrong_kernel lab06
}

@test "every lab has wrong kernels, and a test above that tries them" {
    for lab in $labs; do
        check "$lab" grep -q "^    every_wrong_kernel $lab\$" tests/wrong.bats
    done
}

# ---- make verify ---------------------------------------------------------------------------------

# Two programs stand for lab09 and its answers: they say what a lab says.
verify() {
    cat >"$scratch/lab09" <<'END'
#!/bin/sh
case "$*" in *--help*) echo gpu_v1 gpu_ex91 ;; *) echo "$SAYS_LAB"; exit $STATUS_LAB ;; esac
END
    cat >"$scratch/solution09" <<'END'
#!/bin/sh
echo "$3  $SAYS_SOLUTION x"
END
    chmod +x "$scratch"/*09
    cd "$scratch" || return
    SAYS_LAB=$1 STATUS_LAB=$2 SAYS_SOLUTION=$3 try sh "$root/tests/verify.sh" lab09
}

@test "verify: a starter whose exercises are todo, and answers that are ok, pass" {
    verify 'gpu_ex91  todo x' 0 ok
    check "status 0" [ "$status" -eq 0 ]
}

@test "verify: an exercise that is already written in the starter is refused" {
    verify 'gpu_ex91  ok   x' 0 ok
    check "status 1" [ "$status" -eq 1 ]
    check "says why" contains "$out" "exercises that are not todo"
}

@test "verify: a starter that fails is refused" {
    verify 'gpu_ex91  todo x' 1 ok
    check "status 1" [ "$status" -eq 1 ]
}

@test "verify: an answer that is WRONG, or todo, is refused" {
    verify 'gpu_ex91  todo x' 0 WRONG
    check "status 1" [ "$status" -eq 1 ]
    check "says which" contains "$out" "gpu_ex91 is not ok"
    verify 'gpu_ex91  todo x' 0 todo
    check "status 1" [ "$status" -eq 1 ]
}

@test "verify: every starter and every answer of this kit" {
    if [ "$device" = cpu ]; then # in a copy: ./lab01 here stays as somebody has built it
        local programs="$labs ${labs//lab/solution}"
        # shellcheck disable=SC2086 # words
        built $programs && kit_of "$scratch" $labs
        mkdir "$scratch/tests"
        cp -a tests/verify.sh "$scratch/tests"
        cp -a solutions "$scratch"
        cp -a build/quick/solution* "$scratch/build/quick"
        cd "$scratch" && try quick verify
    else
        try make -s -j2 DEVICE="$device" verify
    fi
    check "status 0" [ "$status" -eq 0 ]
}
