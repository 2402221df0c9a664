#!/usr/bin/env bats
# make submission: the files to hand in, and nothing that the grader could not take.
# shellcheck disable=SC2016,SC2034,SC2154 # $1 is the inner shell's; helpers.bash sets root, status, out, err

load helpers

setup() {
    in_root
    lab=${labs%% *} file=$(echo lab01_*/*.cu | tr ' ' '\n' | grep -v 'lab0[0-9].cu' | head -n 1)
    kit_of "$scratch/kit" lab01
    cd "$scratch/kit" || exit 1
    cksum "$file" >common/starter.txt
}

teardown() {
    cd / && rm -rf "$scratch"
}

hand_in() {
    try make -s QUICK=1 submission LABS=01
}

@test "what was not touched is not handed in" {
    hand_in
    check "refused" [ "$status" -ne 0 ]
    check "and why" contains "$err" 'submission: no exercise file differs'
    check "nothing packed" [ ! -e results/submission ]
}

# bats test_tags=slow
@test "a file that builds is packed as it is, with what is still to be done; the grader's questions are told" {
    sed -i '0,/ TODO(1.1)/s// mine/' "$file"
    gives 0 hand_in
    check "the file itself" cmp "$file" "results/submission/${file##*/}"
    check "only it" [ "$(ls results/submission)" = "${file##*/}" ]
    check "what is left" contains "$out" 'not done, or its comment not deleted: TODO(1.1) TODO(1.2)'
    check "what the grader looks at" contains "$out" 'at sizes that it draws itself'
    printf '#include <stdlib.h>\nint before = (atexit(0), 1);\n' >>"$file"
    hand_in
    check "told" contains "$out" 'the grader will ask about this:'
}

@test "of a failed build the line that says why is said, not the linker's last word" {
    printf '%s\n' "x.o: in function \`main':" "lab.cu:1: multiple definition of \`main'" \
        'collect2: error: ld returned 1 exit status' >"$scratch/ld"
    try sh -c '. common/tools/scratch.sh; tried sh -c "cat $1; exit 1"' sh "$scratch/ld"
    check "a second main" [ "$out" = "lab.cu:1: multiple definition of \`main'" ]
}

# bats test_tags=slow
@test "a file that does not build, a link or a huge one is refused, and the last good pack stays" {
    echo '// mine' >>"$file"
    hand_in
    cp "results/submission/${file##*/}" "$scratch/good"
    echo 'int x = ;' >>"$file"
    hand_in
    check "refused" [ "$status" -ne 0 ]
    check "names the file and the error" contains "$err" "$file: does not build, so nothing is packed. $file:"
    check "the last good one stays" contains "$err" 'results/submission still has what was packed on'
    check "as it was" cmp "$scratch/good" "results/submission/${file##*/}"
    head -c 2000000 /dev/zero | tr '\0' '\n' >"$file"
    hand_in
    check "too large" contains "$err" 'larger than 1 MiB'
    ln -sf "$scratch/good" "$file"
    hand_in
    check "a link" contains "$err" 'must be a file of that name'
}

# bats test_tags=slow
@test "a header that was changed is not handed in, so it stops it" {
    echo '// mine' >>"$file"
    header=${file%.cu}.h
    cksum "$header" >>common/starter.txt
    gives 0 hand_in # as it was
    echo '#define MINE 1' >>"$header"
    hand_in
    check "refused" [ "$status" -ne 0 ]
    check "by name" \
        contains "$err" "$header: differs from the one handed out, and only ${file##*/} is handed in; put it back"
}
