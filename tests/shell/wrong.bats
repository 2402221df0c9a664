#!/usr/bin/env bats
# The check that is itself tested: every kernel under tests/wrong/ is wrong in one way, and the lab
# must say so in the words that its first line expects; those under tests/right/ are unusual and right:
#   /* expects: <version> <state> <extended regular expression> */
#   /* in the long tests, expects: ... */   the same, by `make test-long`
#   /* refused: <expression> */             common/tools/symbols.c refuses what it calls
# What the CPU device cannot show has a second line: /* on the CPU device: <version> ok */
# What --quick cannot show has this second line:     /* at the default size */
# What is not seen on a GPU:                         /* only the CPU device can tell */
# Status 1 for WRONG, 0 for todo and ok. Each replaces the student's file and links to the lab's own
# objects. DEVICE=cuda runs the same on a GPU. Four of lab 1 are for every day.
# shellcheck disable=SC2030,SC2031,SC2154 # helpers.bash sets root, labs, status, out and err

load helpers
load wrong

@test "lab01 rejects four drawn wrong kernels with the right words" {
    every_kernel expects wrong/lab01 4
}

# bats test_tags=slow
@test "lab01 rejects every wrong kernel with the right words" {
    every_kernel expects wrong/lab01
}

# bats test_tags=slow
@test "lab02 rejects every wrong kernel with the right words" {
    every_kernel expects wrong/lab02
}

# bats test_tags=slow
@test "lab03 rejects every wrong kernel with the right words" {
    every_kernel expects wrong/lab03
}

# bats test_tags=slow
@test "lab04 rejects every wrong kernel with the right words" {
    every_kernel expects wrong/lab04
}

# bats test_tags=slow
@test "lab05 rejects every wrong transfer with the right words" {
    every_kernel expects wrong/lab05
}

# bats test_tags=slow
@test "lab06 rejects every wrong kernel with the right words" {
    every_kernel expects wrong/lab06
}

# bats test_tags=slow
@test "labs beside these six reject every wrong kernel with the right words" {
    local lab
    for lab in $labs; do
        case $lab in lab0[1-6]) ;; *) every_kernel expects "wrong/$lab" ;; esac
    done
}

# bats test_tags=slow
@test "of the wrong kernels that only the long tests try, twelve drawn ones" {
    every_kernel 'in the long tests, expects' 'wrong/*' 12
}

# bats test_tags=slow
@test "unusual kernels that are right are ok" {
    every_kernel expects 'right/*'
}

@test "every lab has at least eight wrong kernels" {
    for lab in $labs; do
        files=(tests/wrong/"$lab"/*.cu)
        check "$lab: at least eight" [ ${#files[@]} -ge 8 ]
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
    gives 0 verify 'gpu_ex91  todo x' 0 ok
}

@test "verify: an exercise that is already written in the starter is refused" {
    gives 1 verify 'gpu_ex91  ok   x' 0 ok
    check "says why" contains "$out" "exercises that are not todo"
}

@test "verify: a starter that fails is refused" {
    gives 1 verify 'gpu_ex91  todo x' 1 ok
}

@test "verify: an answer that is WRONG, or todo, is refused" {
    gives 1 verify 'gpu_ex91  todo x' 0 WRONG
    check "says which" contains "$out" "gpu_ex91 is not ok"
    gives 1 verify 'gpu_ex91  todo x' 0 todo
}

# kit_verified <labs>: their starters and answers.
kit_verified() {
    local lab answers
    if [ "$device" = cpu ]; then # in a copy: ./lab01 here stays as somebody has built it
        kit_of "$scratch" "$@"
        answers=("${@/lab/solution}")
        built "${answers[@]}"
        mkdir "$scratch/tests" "$scratch/solutions"
        cp -a tests/tests.mk tests/verify.sh "$scratch/tests"
        for lab; do
            lab=$(basename "$lab"_*/)
            cp -a "solutions/${lab#*_}"* "$scratch/solutions"
        done
        cp -a "${answers[@]/#/build/quick/}" build/quick/solutions "$scratch/build/quick"
        cd "$scratch" && try quick verify
    else
        try make -s -j2 DEVICE="$device" LABS="${*#lab}" verify
    fi
    check "status 0" [ "$status" -eq 0 ]
    check "each is verified" [ "$(grep -c '^lab' <<<"$out")" -eq $# ]
}

@test "verify: the starters and the answers of labs 1 and 2" {
    kit_verified lab01 lab02
}

# bats test_tags=slow
@test "verify: every starter and every answer of this kit" {
    # shellcheck disable=SC2086 # words
    kit_verified $labs
}
