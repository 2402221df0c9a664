#!/bin/sh
# handouts/steps/step.sh 3 | all - checks step 3, or says how far one is. `make step STEP=3` and `make steps` call it.
# The step is built for the CPU device twice: with the bug finder and, if that and the results are right, with
# the counters of memory traffic, by which one sees whether one thread does the work of all.
#   FILE=my.cu     in the place of handouts/steps/03_guard.cu
#   HINT=1         prints that hint of the sheet instead; REPORT_LANG=es in Spanish
#   SEED=7         draws the same sizes and numbers as the run that printed it
# status 0: the step is done, or all are listed; 1: it is not; 2: bad usage
set -u
here=handouts/steps
done_in=${STEPS_IN:-build/steps}

refuse() {
    echo "make step: $1" >&2
    exit 2
}

# file_of <number>: handouts/steps/03_guard.cu
file_of() {
    ls $here/"$(printf %02d "$1")"_*.cu
}

# The comment at the top without its stars: the task and the picture.
picture() {
    sed -n -e '/^ \*\//q' -e 's/^ \*$//' -e 's/^ \* /  /' -e 4,\$p "$1"
}

# hint <number> <which>: of the sheet in the reader's language.
hint() {
    case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in es*) language=es ;; *) language=en ;; esac
    awk -v step="$1" -v which="$2" '/^## / { on = $0 ~ "^## [0-9]+[.] [A-Za-z]+ " step ":" }
        on && /^<summary>/ { gsub(/<[^>]*>/, ""); n++; if (n == which) print }
        on && n == which && !/^<|^(Hint|Pista) [0-9]/ && !(/^$/ && !said++)
        on && n == which && /^<.details>/ { exit }' handouts/$language/steps.md | sed '/^<\/details>/d'
}

# built_as <check or traffic> <program>: what that prints goes to stdout, its status is ours.
built_as() {
    STRICT=1 BUILD=build/$1 FLAGS="-I$PWD/$here" LIBS='' JSON='' "common/$1.sh" "$2" 2>&1
}

# What the finder says besides of a program that is right, or of one that has launched nothing.
usual='^(nothing found:|nothing was run:|the program itself ended|step [0-9]*: the results are right)'

check_step() {
    file=${FILE:-$(file_of "$1")} hint="A hint: make step STEP=$1 HINT=1"
    seed=${SEED:-$(date +%s)}
    said=$(SEED=$seed built_as check "$file")
    status=$?
    printf '%s\n' "$said" | grep -v -E "$usual"
    why=''
    case $said in
    *"step $1: todo"*) picture "$(file_of "$1")" && why="Write it in $file. $hint" ;;
    *"step $1: wrong"*) why="The same numbers again: make step STEP=$1 SEED=$seed. $hint" ;;
    *'nothing was run'*) why="step $1: right, but no kernel was launched: the host did the work" ;;
    *"step $1: the results are right"*)
        [ $status -eq 0 ] || why="step $1: the results are right, but read what was found above"
        ;;
    *) return 1 ;;
    esac
    [ -z "$why" ] || { echo "$why" && return 1; }
    said=$(built_as traffic "$file" | grep "^step $1:")
    echo "$said"
    [ "$said" = "step $1: done" ] || return 1
    ! grep -q '// TODO(step' "$file" || echo "Now delete its line // TODO."
}

# A line for each step. What was found done stays so until its file changes.
list() {
    count=0
    for file in "$here"/[0-9]*.cu; do
        number=$(basename "$file") number=${number%%_*} number=${number#0}
        mark=$done_in/$(basename "$file" .cu)
        if grep -q '// TODO(step' "$file"; then
            state=todo
        elif [ "$(cat "$mark" 2>/dev/null)" = "$(cksum <"$file")" ] || check_step "$number" >/dev/null; then
            mkdir -p "$done_in" && cksum <"$file" >"$mark"
            state='done' count=$((count + 1))
        else
            state="wrong: make step STEP=$number"
        fi
        [ "$state" = 'done' ] || next=${next:-$number}
        printf '%4d  %-40s %s\n' "$number" "$(sed -n '1s/^.* of 10 - //p' "$file")" "$state"
    done
    echo "$count of 10 steps are done${next:+; next: make step STEP=$next}"
}

[ $# -eq 1 ] || refuse 'say which step: make step STEP=1, up to STEP=10; make steps says how far you are'
next=''
case $1 in
all) list ;;
[1-9] | 10)
    case ${HINT:-} in
    '') check_step "$1" ;;
    [123]) hint "$1" "$HINT" ;;
    *) refuse "HINT=$HINT: each step has HINT=1, HINT=2 and HINT=3" ;;
    esac
    ;;
'') refuse 'say which step: make step STEP=1, up to STEP=10; make steps says how far you are' ;;
*) refuse "STEP=$1: there are steps 1 to 10, as STEP=3" ;;
esac
