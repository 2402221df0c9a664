#!/usr/bin/env bats
# Which exercise is a worked kernel of its lab under other names: no answer, no right file, no step, but a copy;
# and what a copy, a goal that is missed and one that was not counted have.
# shellcheck disable=SC2034,SC2154 # helpers.bash sets root, labs, status, out, err

load helpers
load goals

setup() {
    in_root
    echo '#include <seccomp.h>' | cc -E - >/dev/null 2>&1 || skip "no libseccomp: ./setup.sh --grader"
    # shellcheck disable=SC2046,SC2086 # words
    built tests/grader/try_copied tests/grader/try_points $(printf 'grader/%s.sh ' $labs)
}

# twins <lab> <file> <exercises>: a line for each, in $out.
twins() {
    local lab=$1 file=$2 op
    op=$(basename "$1"_*/)
    op=${op#*_}
    mkdir -p "$scratch/own"
    cp "$file" "$scratch/own/$op.cu"
    (cd "$scratch/own" && sh "$root/solutions/grader/judge/compile.sh" "$root/build/quick/grader/$lab.sh" own) \
        >"$scratch/own.txt"
    check "$file has lines" [ -s "$scratch/own.txt" ]
    exits 0 build/quick/tests/grader/try_copied "build/quick/grader/${lab}_own.txt" "$scratch/own.txt" "$op.cu" "${@:3}"
}

# exercises <lab>: those in which a copy is looked for
exercises() {
    awk -F , -v lab="ex${1#lab0}" 'index($1, lab) == 1 && $9 != "-" { print $1 }' solutions/rubric.csv
}

# bats test_tags=slow
@test "no answer and no right file is a copy, but v1 called under the names of exercises" {
    local lab file wanted
    for lab in $labs; do
        [ -n "$(exercises "$lab")" ] || continue
        for file in solutions/"$(basename "$lab"_*/ | cut -d _ -f 2-)".cu tests/right/"$lab"/*.cu; do
            with_answers "$file" >"$scratch/file.cu"
            # shellcheck disable=SC2046 # words
            twins "$lab" "$scratch/file.cu" $(exercises "$lab")
            wanted=none
            [[ $file != */v1_again.cu ]] || wanted='(none|[a-z_]*_v1)'
            check "$file: $out" [ "$(grep -c -v -E "^ex.. $wanted\$" <<<"$out")" -eq 0 ]
        done
    done
    with_answers tests/right/lab03/v1_again.cu >"$scratch/file.cu"
    twins lab03 "$scratch/file.cu" ex31 ex32
    check "v1 is called" [ "$out" = $'ex31 matmul_tiled_v1\nex32 matmul_tiled_v1' ]
}

@test "no answer to a step is a copy of v1, launched like it" {
    local step name
    for step in solutions/steps/[0-9]*.cu; do
        name=$(sed -n -E 's/^__global__ void ([a-z_0-9]+)\(.*/\1/p' "$step" | tail -n 1)
        [ -n "$name" ] || continue # a step about the host
        {
            grep -v '^#include' "$step"
            sed -n '/^#define BLOCK/p; /^void vector_add_v1(/,/^}/p' lab01_*/vector_add.cu |
                sed "s/vector_add_v1_kernel/$name/; s/vector_add_v1/vector_add_ex11/"
        } >"$scratch/file.cu"
        twins lab01 "$scratch/file.cu" ex11
        check "$step" [ "$out" = 'ex11 none' ]
    done
}

# v1's kernel and launcher of the lab once more, as $1; the names are others, and so is the layout
renamed() { # renamed <lab> <exercise>
    local file
    file=$(basename "$1"_*/)
    file=$file/${file#*_}.cu
    {
        sed "/_$2\(_kernel\)\?(/,/^}/d" "$file"
        sed -n '/^__global__ void [a-z_]*_v1_kernel(/,/^}/p; /^void [a-z_]*_v1(/,/^}/p' "$file" |
            sed -E "/^__global__/,/^}/s/\\<n\\>/size/g; s/[a-z_]*_v1_kernel/of_mine/g; s/_v1/_$2/g
                s/\\<BLOCK\\>/WIDTH/g; s/\\<blocks\\>/many/g; s/\\<sum\\>/total/g
                s/^ +([^=]*\] = .*;)/    { \1 }/; s/\\<i\\>/row/g; s/\\<j\\>/col/g; s/\\<hits\\>/found/g; s/    /\\t/g
                s/;\$/; \/\/ mine\\n/"
    }
}

# bats test_tags=slow
@test "v1 under other names, laid out and commented in another way, is a copy in each lab; a changed one is not" {
    local lab exercise file
    for lab in lab01 lab02 lab03 lab04 lab06; do
        exercise=ex${lab#lab0}1
        renamed "$lab" "$exercise" | sed '0,/^__global__/s//#define WIDTH BLOCK\n&/' >"$scratch/file.cu"
        check "$lab: it is there" grep -q of_mine "$scratch/file.cu"
        twins "$lab" "$scratch/file.cu" "$exercise"
        check "$lab: a copy: $out" [ "${out##*_}" = v1 ]
    done
    renamed lab02 ex21 >"$scratch/copy.cu"
    for out in 's/threadIdx.x; \/\* row/threadIdx.y; \/\* row/' 's/total = 0;/total = 1;/' 's/row >= m/row > m/'; do
        sed "$out" "$scratch/copy.cu" >"$scratch/file.cu"
        check "changed: $out" [ "$(cmp -s "$scratch/copy.cu" "$scratch/file.cu" && echo same)" = '' ]
        twins lab02 "$scratch/file.cu" ex21
        check "not a copy" [ "$out" = 'ex21 none' ]
    done
}

@test "a goal that is missed, or was not counted, has no points; without a counter it has" {
    local extra
    while IFS='|' read -r extra out; do
        echo "{ \"note\": \"\", $extra }" >"$scratch/extra"
        check "$extra" contains "$(build/quick/tests/grader/try_points <"$scratch/extra")" "$out"
    done <<'END'
"verdict": "PASS", "goal": "met"|4 of 4;
"verdict": "PASS"|4 of 4;
"verdict": "PASS", "goal": "missed", "goals": []|2 of 4;
"verdict": "PASS", "goal": "none", "uncounted": "no result"|2 of 4; its goal could not be counted
"verdict": "PASS", "uncounted": "not built"|2 of 4; its goal could not be counted
"verdict": "PASS", "goal": "missed", "uncounted": "wrong there"|2 of 4;
"verdict": "PASS", "goal": "missed", "uncounted": "fewer", "elsewhere":true|0 of 4; its kernels did not store the result
"verdict": "WRONG", "uncounted": "no result"|0 of 4;
"verdict": "copied", "goal": "missed"|1 of 4;
END
}
