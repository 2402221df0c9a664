#!/usr/bin/env bats
# make student-kit: no answer, no grader, and a README, sheets and a make help that are true without them.
# shellcheck disable=SC2016,SC2034,SC2154 # backticks are Markdown's; helpers.bash sets root, status, out, err

load helpers

setup() {
    in_root
    tarball=$scratch/kit.tar.gz kit=$scratch/cuda-labs
}

unpacked() {
    exits 0 sh solutions/grader/student_kit.sh "$tarball"
    tar -xzf "$tarball" -C "$scratch"
    cd "$kit" || exit 1
}

@test "no answer, no known wrong or right kernel and no grader is in it" {
    unpacked
    for path in solutions tests .ci build results .git; do
        check "no $path" [ ! -e "$path" ]
    done
    check "no answer under another name" \
        [ -z "$(cat "$root"/solutions/*.cu "$root"/tests/right/*/*.cu | cksum | cut -d' ' -f1 |
            grep -r -l -f - . || true)" ]
    # The longest line that an answer has and its starter has not.
    for answer in "$root"/solutions/*.cu; do
        line=$(grep -v -x -F -f "$(echo lab[0-9][0-9]_*/"${answer##*/}")" "$answer" | grep ';' |
            awk 'length > most { most = length; line = $0 } END { print line }')
        check "a line of ${answer##*/}" [ "${#line}" -gt 60 ]
        check "is not in the kit: $line" [ -z "$(grep -r -l -x -F -e "$line" . || true)" ]
    done
    for path in handouts/steps/step.sh handouts/steps/09_sum.cu handouts/notebook.ipynb \
        .devcontainer/devcontainer.json .devcontainer/Dockerfile; do
        check "but $path" [ -f "$path" ]
    done
    check "the starter's files are known" \
        [ "$(cksum lab[0-9][0-9]_*/*.cu | grep -c -x -F -f common/starter.txt)" -eq "$(wc -w <<<"$labs")" ]
}

# bats test_tags=slow
@test "what it says is true: make help, README and the sheets name nothing that is not there" {
    unpacked
    exits 0 make -s help ALL=1 DEVICE=cpu # make help
    { awk '/^  / { print $1 }' \
        <<<"$out"; grep -o -h -E '`make [a-z][a-z0-9-]+' README.md handouts/*/*.md | sed 's/`make //'; } |
        sort -u >"$scratch/commands"
    check "some" [ "$(wc -l <"$scratch/commands")" -gt 15 ]
    try sh -c 'xargs -a "$1" make -n DEVICE=cpu STEP=1 FILE="$(echo lab01_*/lab01.cu)" >/dev/null' sh \
        "$scratch/commands"
    check "each is a command" [ "$status" -eq 0 ]
    check "and none complains" [ -z "$err" ]
    check "no word of answers" [ -z "$(grep -n -i -E 'solution[0-9s/]|SOLUTION=' README.md handouts/*/*.md || true)" ]
}

# bats test_tags=slow
@test "it has what HEAD has; an exercise file that was changed, or is solved in HEAD, stops it" {
    mkdir "$scratch/copy" && git archive HEAD | tar -x -C "$scratch/copy"
    cp solutions/grader/student_kit.sh "$scratch/copy/solutions/grader"
    cd "$scratch/copy" || exit 1
    commit() { git add -A . && git -c user.name=a -c user.email=a@b commit -q -m "$1"; }
    git init -q . && commit kit
    mkdir lab3-graded && echo 1234 >lab3-graded/secret
    echo 'a note' >>handouts/en/lab02.md
    cp solutions/vector_add.cu my_answer_backup.cu
    exits 0 env MAKEFLAGS="-j2 --jobserver-auth=98,99" sh solutions/grader/student_kit.sh "$tarball" # as under make -j
    check "nothing of make" lacks "$err" jobserver
    check "what is not in it" \
        contains "$err" 'student-kit: it has what HEAD has, so not 3 changed or new files here, such as '
    check "no file of theirs" [ "$(tar -tzf "$tarball" | grep -c -E 'graded|backup')" -eq 0 ]
    check "nor a change" [ "$(tar -xzOf "$tarball" cuda-labs/handouts/en/lab02.md | grep -c 'a note')" -eq 0 ]
    rm "$tarball"
    cp solutions/vector_add.cu lab01_vector_add/
    try sh solutions/grader/student_kit.sh "$tarball"
    check "a changed file" \
        contains "$status$err" "1student-kit: lab01_vector_add/vector_add.cu: differs from git's HEAD"
    commit solved
    try sh solutions/grader/student_kit.sh "$tarball"
    check "a solved one" \
        contains "$status$err" '1student-kit: lab01_vector_add/vector_add.cu: has no // TODO(1.1) in HEAD'
    rm -rf .git && git init -q .
    try sh solutions/grader/student_kit.sh "$tarball"
    check "without a commit" contains "$status$err" '1student-kit: git does not serve here'
    check "no tarball" [ ! -e "$tarball" ]
}

# bats test_tags=slow
@test "a sheet that still names an answer stops it" {
    mkdir "$scratch/copy"
    git ls-files -z -c -o --exclude-standard | xargs -0 cp --parents -t "$scratch/copy" 2>/dev/null || true
    cd "$scratch/copy" || exit 1
    unpacked # outside git
    check "the folder .devcontainer, hidden as it is" cmp .devcontainer/Dockerfile "$root/.devcontainer/Dockerfile"
    cd "$scratch/copy" || exit 1
    rm "$tarball"
    echo 'Then run `make solution02`.' >>handouts/en/lab02.md
    exits 1 sh solutions/grader/student_kit.sh "$tarball"
    check "which line" contains "$err" 'student-kit: this would still be handed out: handouts/en/lab02.md:'
    check "no tarball" [ ! -e "$tarball" ]
}
