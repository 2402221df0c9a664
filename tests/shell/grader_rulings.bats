#!/usr/bin/env bats
# make grade: the instructor has the last word, and what a student reads where a right result does not count.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out, err

load helpers
load grader
load grader_kit

setup() {
    status=- out='' err=''
    grader_kit
}

# with <id> <text>: a student's file, the answer and this
with() {
    mkdir -p "$scratch/class/$1"
    { echo '#include <cstdio>' && cat solutions/vector_add.cu && printf '%s\n' \
        "$2"; } >"$scratch/class/$1/vector_add.cu"
}

launcher_calls() { # launcher_calls <id> <declaration> <call>: where n < 0, which never is
    sed -i "/^void vector_add_ex11(/,/^}/s/^}/    if (n < 0) $3;\n}/; s/^void vector_add_ex11(/$2;\n&/" \
        "$scratch/class/$1/vector_add.cu"
    check "$1 calls it" grep -q "^    if (n < 0) $3" "$scratch/class/$1/vector_add.cu"
}

row() { # row <id> [exercise]
    grep "^$1,${2:-ex11}," "$scratch/out/details.csv"
}

# bats test_tags=slow
@test "code that the linker drops is a flag, one that is called is told by its line, and can be ruled, for this file" {
    local id line
    with left 'void dump(const float *x) { FILE *f = fopen("x", "w"); fprintf(f, "%g", x[0]); fclose(f); }'
    with streams '#include <fstream>
void dump(const float *x) { std::ofstream to("x"); to << x[0]; }'
    with opens '#include <fcntl.h>
int dump() { return open("x", O_WRONLY); }'
    with in_an_if '#include <fstream>
int debugging;
void dump(const float *x) { if (debugging) { std::ofstream to("x"); to << x[0]; } }'
    with calls 'void dump(const float *x) { FILE *f = fopen("x", "w"); fprintf(f, "%g", x[0]); fclose(f); }'
    with a_global '#include <fstream>
std::ofstream to("x");'
    with by_address 'void dump() { fclose(fopen("x", "w")); }
void (*volatile pointer)() = dump;'
    launcher_calls calls 'void dump(const float *)' 'dump(d_a)'
    launcher_calls in_an_if 'void dump(const float *)' 'dump(d_a)'
    launcher_calls by_address 'extern void (*volatile pointer)()' 'pointer()'
    belongs_to_user "$scratch/class"
    gives 0 grade LABS=lab01
    for id in left streams opens; do
        check "$id: all points" contains "$(row "$id")" ',PASS,4,4,'
        check "$id: a flag" \
            contains "$(row "$id")" 'flagged: has code that nothing calls, so the linker drops it; it calls'
    done
    check "what it calls" contains "$(row left)" 'it calls fclose, fopen'
    for id in calls in_an_if a_global by_address; do
        check "$id: no points" contains "$(row "$id")" ',BAD_SUBMISSION,0,4,'
    done
    line=$(grep -n fopen "$scratch/class/calls/vector_add.cu" | cut -d : -f 1)
    local rule="vector_add.cu:$line: calls fclose; a launcher only launches kernels; vector_add.cu:$line: calls fopen"
    check "file, line, rule" \
        contains "$(row calls)" "right, but not allowed, unless the instructor rules otherwise: $rule"
    out=$(cat "$scratch/out/students/calls/feedback.md")
    check "the student reads it" contains "$out" "vector_add.cu:$line: calls fopen; a launcher only launches kernels"
    check "what to change" contains "$out" 'Hint: Delete that line and what it is for'
    check "a line of a stream" contains "$(cat "$scratch/out/students/in_an_if/feedback.md")" \
        "vector_add.cu:$(grep -n 'ofstream to' "$scratch/class/in_an_if/vector_add.cu" | cut -d : -f 1): calls"
    check "the page says how it is ruled" grep -q "RULE=&#39;calls:ex11,ex12=allow&#39;" "$scratch/out/class.html"
    cp "$scratch/out/grades.csv" "$scratch/before"
    # the last word
    grade LABS=lab01 RULE=calls:ex11=allow REASON='a leftover, read on the phone'
    check "it counts" contains "$(row calls)" ',PASS,4,4,'
    check "why, when, what it was" contains "$(row calls)" \
        "ruled on $(date +%F): allow (it was BAD_SUBMISSION): a leftover, read on the phone; right, but"
    check "the other one does not" contains "$(row calls ex12)" BAD_SUBMISSION,0,6
    check "kept" grep -q "\"reason\": \"a leftover, read on the phone\"" "$scratch/out/students/calls/results.json"
    check "and applied again" grade LABS=lab01
    check "it still counts" contains "$(row calls)" ',PASS,4,4,'
    check "nobody else has changed" \
        [ "$(grep -v ^calls, "$scratch/out/grades.csv")" = "$(grep -v ^calls, "$scratch/before")" ]
    grade LABS=lab01 REPORT_LANG=es
    check "in Spanish" \
        contains "$(cat "$scratch/out/students/in_an_if/feedback.md")" 'Borre esa línea y lo que dependa de ella'
    check "its rule, too" contains "$(cat "$scratch/out/students/in_an_if/feedback.md")" \
        'correcto, pero no está permitido, salvo que el profesor decida otra cosa: vector_add.cu:'
    check "its call, too" contains "$(cat "$scratch/out/students/in_an_if/feedback.md")" ': llama a '
    check "the ruling, too" contains "$(cat "$scratch/out/students/calls/feedback.md")" 'Su profesor ha decidido el'
    # for this file alone
    echo '// another' >>"$scratch/class/calls/vector_add.cu"
    grade LABS=lab01
    check "not for another file" contains "$(row calls)" BAD_SUBMISSION,0,4
    check "which is said" contains "$(row calls)" "was about another file: look again, and rule again"
}

# bats test_tags=slow
@test "every verdict can be ruled: allowed, refused, with points, taken back; nonsense is one line and status 2" {
    local rule
    with ana ''
    mkdir "$scratch/class"/{nothing,empty,a:b=c}
    sed 's/a\[i\] + b\[i\]/a[i] - b[i]/' solutions/vector_add.cu >"$scratch/class/empty/vector_add.cu"
    echo PK >"$scratch/class/a:b=c/all.rar"
    belongs_to_user "$scratch/class"
    grade LABS=lab01 RULE=nothing:ex11=2.5
    check "before there is a result" contains "$(row nothing)" 'MISSING_FILE,2.5,4,"ruled on'
    check "in the sum" grep -q '^nothing,2.5,10,MISSING_FILE,' "$scratch/out/grades.csv"
    grade LABS=lab01 RULE='a:b=c:all=allow'
    check "an archive, all exercises" grep -q '^a:b=c,10,10,PASS,' "$scratch/out/grades.csv"
    grade LABS=lab01 RULE=ana:ex11,ex12=refuse REASON='not his own; he says so'
    check "what is right" grep -q '^ana,0,10,BAD_SUBMISSION,.*not his own' "$scratch/out/grades.csv"
    grade LABS=lab01 RULE=empty:ex11=allow
    check "what is wrong" contains "$(row empty)" ',PASS,4,4,'
    grade LABS=lab01 RULE=ana:ex12=none
    check "taken back" contains "$(row ana ex12)" ',PASS,6,6,'
    check "the other stays" contains "$(row ana)" BAD_SUBMISSION,0,4
    cp "$scratch/out/rulings" "$scratch/before"
    cp "$scratch/out/grades.csv" "$scratch/grades"
    for rule in ana:ex11=perhaps ana:ex11= ana:ex99=allow bob:ex11=allow ana:ex31=allow ex11=allow ana:ex11 ana:ex11=5 \
        ana:ex11=-1 ana:ex11,ex1=allow ana:=allow ana:ex11=nan; do
        gives 2 grade LABS=lab01 RULE="$rule"
        check "$rule: one line" [ "$(grep -c "^grade: RULE=$rule: " <<<"$out")" -eq 1 ]
    done
    grade LABS=lab01 REASON=why
    check "a reason of nothing" contains "$status$out" 2
    check "which says so" contains "$out" 'REASON=why: is the reason of a RULE='
    check "nothing is half written" cmp "$scratch/before" "$scratch/out/rulings"
    check "nor graded" cmp "$scratch/grades" "$scratch/out/grades.csv"
}

# bats test_tags=slow
@test "a file that crashes by what no launcher does is told the rule, too" {
    local line
    with crashes 'static FILE *log_file;
void note(const char *words) { if (!log_file) log_file = fopen("log.txt", "a"); fputs(words, log_file); }'
    launcher_calls crashes 'void note(const char *)' 'note("x")'
    sed -i 's/^    if (n < 0) note/    note/' "$scratch/class/crashes/vector_add.cu"
    belongs_to_user "$scratch/class"
    grade LABS=lab01
    line=$(grep -n fopen "$scratch/class/crashes/vector_add.cu" | cut -d : -f 1)
    check "it crashes" contains "$(row crashes)" ',RUNTIME_ERROR,0,4,"it crashed in host code'
    check "why" contains "$(cat "$scratch/out/students/crashes/feedback.md")" \
        "vector_add.cu:$line: calls fopen; a launcher only launches kernels"
}
