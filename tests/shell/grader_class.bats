#!/usr/bin/env bats
# solutions/grader/class: what is made of a class's results.json. The results are written by hand.
# shellcheck disable=SC2016,SC2034,SC2154 # $() is meant; helpers.bash sets root, status, out, err

load helpers

setup() {
    in_root
    echo '#include <jansson.h>' | "${CC:-gcc}" -E -x c - >/dev/null 2>&1 ||
        skip "needs jansson: apt install libjansson-dev"
    built grader/class
    class=build/quick/grader/class
    OUT=$scratch/out
    mkdir -p "$OUT"
}

# student <folder> <id> <score> <verdict> [verdict of ex31] [more of its extra_data] [note]
student() {
    local to=$OUT/students/$1
    mkdir -p "$to/sources"
    cat >"$to/results.json" <<END_OF_JSON
{ "score": $3, "output": "for the student", "tests": [
  { "number": "3.1", "name": "lab03 3.1: patches", "score": 2, "max_score": 3, "output": "",
    "extra_data": { "lab": "lab03", "exercise": "ex31", "file": "matmul_tiled.cu", "verdict": "${5:-PASS}",
      "note": "${7:-}" ${6:+, $6} } },
  { "number": "3.2", "name": "lab03 3.2: float4", "score": 1, "max_score": 1, "output": "",
    "extra_data": { "lab": "lab03", "exercise": "ex32", "file": "matmul_tiled.cu", "verdict": "PASS" } } ],
  "extra_data": { "id": "$2", "verdict": "$4", "max_score": 4, "isolation": "bubblewrap", "sha256": "ab12" } }
END_OF_JSON
}

run_class() {
    try "$class" "$OUT" "$@"
}

cell() { # cell <file> <pattern of a line>: that line
    grep -a -m 1 -e "$2" "$OUT/$1"
}

@test "rows are sorted by id, cells compute nothing, and the same results give the same bytes" {
    student zoe zoe 3 PASS
    student '%3D1%2B1' '=1+1' 3 PASS
    student '%24%28touch%20x%29%3B' '$(touch x);' 3 PASS
    student 'a%5Cx0Ab' 'a\\\\x0Ab' 3 PASS
    student '%2Drf' '-rf' 3 PASS
    run_class
    check "status 0" [ "$status$err" = 0 ]
    check "the header" [ "$(head -n 1 "$OUT/grades.csv")" = id,score,max_score,verdict,feedback,isolation,sha256 ]
    check "sorted" \
        [ "$(tail -n +2 "$OUT/grades.csv" | cut -d, -f1 | xargs -d '\n' | tr -d '"')" = \
            "\$(touch x); '-rf '=1+1 a\\\\x0Ab zoe" ]
    check "a row" [ "$(cell grades.csv ^zoe)" = 'zoe,3,4,PASS,2 of 2 exercises right,bubblewrap,ab12' ]
    check "details" [ "$(cell details.csv ^zoe,ex31)" = zoe,ex31,PASS,2,3,,none ]
    check "every exercise of everyone" [ "$(wc -l <"$OUT/details.csv")" -eq 11 ]
    cp -r "$OUT" "$scratch/before"
    run_class
    check "the same bytes" diff -r "$OUT" "$scratch/before"
    check "nobody was obeyed" [ ! -e x ]
}

@test "the grader's own faults have no score, never 0" {
    student ana ana 3 NOT_GRADED
    student eva eva null PASS
    student leo leo 4 PASS
    mkdir -p "$OUT/students/mia" && echo '{ "score": 1' >"$OUT/students/mia/results.json"
    printf 'ana\neva\nleo\nmia\nnot graded\n' >"$scratch/list"
    gives 0 run_class --students "$scratch/list"
    for id in ana eva mia 'not graded'; do
        check "$id has no score" grep -q "^$id,,,NOT_GRADED," "$OUT/grades.csv"
    done
    check "leo has his" grep -q '^leo,4,4,PASS,' "$OUT/grades.csv"
    check "why" grep -q '^mia.*results.json cannot be read: line' "$OUT/grades.csv"
    check "a row each" [ "$(wc -l <"$OUT/grades.csv")" -eq 6 ]
    student ana ana 3 WRONG WRONG '"open": true'
    run_class
    check "open points are no points" grep -q '^ana,ex31,WRONG,,3,' "$OUT/details.csv"
}

@test "what came from a submission cannot harm a reader" {
    student ana ana 3 WRONG WRONG '"flags": ["<script>alert(1)</script>"]' \
        'a\u001b[31mred\u001b[0m <img src=x> `rm` /home/grader/kit/matmul_tiled.cu:3: |x|'
    gives 0 run_class
    check "no escapes" [ "$(cat "$OUT"/*.* "$OUT"/students/ana/feedback.md | tr -d -c '\033' | wc -c)" -eq 0 ]
    check "no tag of theirs" [ "$(grep -c -e '<script' -e '<img' "$OUT/class.html")" -eq 0 ]
    check "but the words" grep -q '&#60;script&#62;' "$OUT/class.html"
    check "code in Markdown" \
        grep -q "^\`ared <img src=x> 'rm' matmul_tiled.cu:3: |x|\`\$" "$OUT/students/ana/feedback.md"
    check "no path of ours" [ "$(grep -r -l /home/grader "$OUT" --exclude=results.json | wc -l)" -eq 0 ]
    check "nothing is fetched" [ "$(grep -c -i -E '<[a-z]+ (src|href)=|@import|url\(' "$OUT/class.html")" -eq 0 ]
}

@test "feedback says what was tried, what was found and a hint, in two languages" {
    student ana ana 3 WRONG WRONG '"cases": [
        { "case": 1, "shape": "m, n, k = 17, 3, 5", "verdict": "WRONG", "note": "C[1][2] = 0.25, expected 0.5" },
        { "case": 2, "shape": "m, n, k = 1, 1, 1", "verdict": "PASS", "note": "" } ],
        "findings": [ { "kind": "race", "line": 41, "text": "thread (1,0,0) reads", "cost": 0.5 } ]'
    student eva eva 4 PASS
    run_class
    out=$(cat "$OUT/students/ana/feedback.md")
    check "cases" contains "$out" "Shapes drawn and tried: 2; right: 1."
    check "the first wrong index" contains "$out" 'C[1][2] = 0.25'
    check "the finding's line" contains "$out" 'race, `matmul_tiled.cu` line 41 (costs 0.5)'
    check "a hint" contains "$out" 'Hint: Which thread'
    check "the sheet's section" contains "$out" '`handouts/en/lab03.md`, section 2'
    check "what is right needs no words" [ "$(grep -c '^##' "$OUT/students/eva/feedback.md")" -eq 0 ]
    run_class --language es
    out=$(cat "$OUT/students/ana/feedback.md")
    check "Spanish" contains "$out" 'Pista: ¿Qué hilo'
    check "its values, too" contains "$out" 'C[1][2] = 0.25, se esperaba 0.5'
    check "its titles, too" contains "$out" '3.1: un parche de 4 x 4 por hilo'
    check "its table" grep -q 'resultado incorrecto' "$OUT/grades.csv"
}

@test "hints fit the mistake, and flags are for the instructor alone" {
    student ana ana 0 COMPILE_ERROR COMPILE_ERROR '"advice": "own-main", "flags": ["calls exit"]' \
        "ld.gold: error: lab03.o: multiple definition of 'main'"
    student eva eva 3 PASS PASS '"waited": "n = 2: the launcher waited", "waiting_cost": 1, "flags": ["has asm in it"]'
    student leo leo 2 WRONG WRONG '' 'C[0] = 1'
    sed -i 's/"exercise": "ex31"/"exercise": "ex33"/' "$OUT/students/leo/results.json"
    run_class
    check "her main" grep -q '^Hint: Delete your main()' "$OUT/students/ana/feedback.md"
    check "a launcher that waits" \
        grep -q 'the launcher waits (costs 1). When does a launch return' "$OUT/students/eva/feedback.md"
    check "a race has no edge" grep -q '^Hint: Which threads write the tile' "$OUT/students/leo/feedback.md"
    sed -i 's/"exercise": "ex33"/"exercise": "ex42"/' "$OUT/students/leo/results.json"
    run_class
    check "a count has no index" grep -q '^Hint: Is each pair of samples' "$OUT/students/leo/feedback.md"
    check "no flag for a student" \
        [ "$(cat "$OUT"/students/*/feedback.md "$OUT/grades.csv" | grep -c -E 'exit|asm|instructor')" -eq 0 ]
    check "but in details.csv" contains "$(cell details.csv '^eva,ex31')" 'flagged: has asm in it'
    check "and on the page" grep -q '<td>calls exit' "$OUT/class.html"
    student mia mia 0 MISSING_FILE MISSING_FILE
    sed -i 's|"isolation"|"others": ["a.cu", "b.txt"], "nearest": {"matmul_tiled.cu": "a.cu"}, "isolation"|' \
        "$OUT/students/mia/results.json"
    run_class
    check "the page says which lab, the most and the numbers" \
        grep -q '^<p>Lab 3: a matrix product in tiles. At most 4 points. Graded' "$OUT/class.html"
    check "without colours, too" \
        grep -q '<th>3.2: float4 and two buffers<td class="n">4<td class="n">0<td class="n">0<td class="n">0' \
            "$OUT/class.html"
    local nearest="a.cu, taken by ACCEPT=&#39;mia:a.cu&#39;"
    check "who has no graded file" \
        grep -q "<tr><td>mia<td><td>handed in: a.cu, b.txt; nearest to matmul_tiled.cu: $nearest" "$OUT/class.html"
    check "the student, too" grep -q '^- `b.txt`' "$OUT/students/mia/feedback.md"
    student ada ada 0 WRONG WRONG '"advice": "contract"' 'n = 257: each call leaves more behind'
    student pau pau 0 COMPILE_ERROR COMPILE_ERROR '"advice": "only-gpu"' 'PTX in asm is not available on the CPU device'
    run_class
    check "the contract has no wrong element" \
        grep -q '^Hint: This is about what the launcher does' "$OUT/students/ada/feedback.md"
    check "what only a GPU has" grep -q '^Hint: This was graded without a GPU' "$OUT/students/pau/feedback.md"
}

@test "for Gradescope: what the student reads, and flags in a hidden test alone; without a score nothing" {
    student eva eva 3 PASS PASS '"flags": ["has asm in it"]'
    run_class --gradescope "$scratch/results.json"
    check "its fields" python3 - "$scratch/results.json" <<'END'
import json, sys
all = json.load(open(sys.argv[1]))
shown, hidden = all["tests"][:-1], all["tests"][-1]
assert all["score"] == sum(test["score"] for test in all["tests"]) and all["output_format"] == "md", all
assert all["stdout_visibility"] == "hidden" and all["output"].startswith("# Feedback for eva"), all
assert {test["visibility"] for test in shown} == {"visible"}, shown
assert hidden["visibility"] == "hidden" and hidden["max_score"] == 0 and "has asm in it" in hidden["output"], hidden
assert "asm" not in json.dumps(shown) + all["output"] and "extra_data" not in json.dumps(all), shown
END
    rm "$scratch/results.json"
    student eva eva null NOT_GRADED NOT_GRADED
    sed -i 's/"score": [^,]*/"score": null/' "$OUT/students/eva/results.json"
    gives 1 run_class --gradescope "$scratch/results.json"
    check "no results" [ ! -e "$scratch/results.json" ]
}

@test "a goal that is missed: its count and a question, in two languages, and how often in the class" {
    local more='"goal": "missed", "goal_cost": 1.5, "goals": [ { "kind": "goal-shared", "count": 8.02, "most": 2.75,
        "says": "bytes of shared memory read per FMA", "says_es": "bytes leídos por FMA",
        "line": "matmul_tiled.cu:41" } ]'
    student ana ana 2.5 PASS PASS "$more"
    student bea bea 2.5 PASS PASS "$more"
    student eva eva 4 PASS PASS '"goal": "met"'
    run_class
    check "missed" contains "$(cell details.csv '^ana,ex31')" ',missed'
    check "met" contains "$(cell details.csv '^eva,ex31')" ',met'
    check "none" contains "$(cell details.csv '^eva,ex32')" ',none'
    out=$(cat "$OUT/students/ana/feedback.md")
    check "the count" \
        contains "$out" '8.02 bytes of shared memory read per FMA; wanted: at most 2.75. Which of these values'
    check "its line" contains "$out" '`matmul_tiled.cu:41`'
    check "its cost" contains "$out" '(costs 1.5)'
    check "who met it hears nothing" [ "$(grep -c '^##' "$OUT/students/eva/feedback.md")" -eq 0 ]
    check "the class" \
        grep -A 1 -q '^<tr><td class="n">2<td>3.1<td>bytes of shared memory read per FMA' "$OUT/class.html"
    check "her cell" grep -q 'PASS, goal missed' "$OUT/class.html"
    run_class --language es
    out=$(cat "$OUT/students/ana/feedback.md")
    check "Spanish" contains "$out" '8.02 bytes leídos por FMA; se pide: como mucho 2.75. ¿Cuáles'
    check "the class, too" grep -q 'sin cumplir el objetivo' "$OUT/class.html"
}

@test "every phrase that has a Spanish one is still said somewhere" {
    # What judge and engine say, each string in one line.
    cat solutions/grader/judge/* solutions/grader/sandbox/*.c common/engine/*.{c,cu} common/tools/symbols.{c,txt} |
        tr '\n' ' ' | sed -E 's/" +"//g' >"$scratch/said"
    tail -n +2 solutions/grader/results/phrases_es.csv | sed -E 's/^"([^"]*)",.*/\1/; t; s/,.*//' >"$scratch/phrases"
    check "there are some" [ "$(wc -l <"$scratch/phrases")" -gt 30 ]
    while IFS= read -r phrase; do
        check "$phrase" grep -q -F -e "$phrase" "$scratch/said"
    done <"$scratch/phrases"
}

@test "every rule that a file may break has a Spanish one" {
    sed -nE 's/^(refuse|read) +[^ ]+ +//p' common/tools/symbols.txt >"$scratch/rules"
    check "there are some" [ "$(wc -l <"$scratch/rules")" -ge 7 ]
    while IFS= read -r rule; do
        check "$rule" grep -q -F -e "$rule" solutions/grader/results/phrases_es.csv
    done <"$scratch/rules"
}

@test "an archive that is not read, and a failure that is not the student's, are told in Spanish" {
    local note=$'there is no vector_add.cu; a.zip: is damaged: pack it anew; hand in no archive but vector_add.cu'
    student ana ana 0 UNSUPPORTED_ARCHIVE UNSUPPORTED_ARCHIVE '' "$note"
    student eva eva null NOT_GRADED NOT_GRADED '' \
        'a.zip cannot be read here: cannot be unpacked: No space left on device'
    student leo leo 0 COMPILE_TIMEOUT COMPILE_TIMEOUT '' 'it took more than 60 s to compile'
    run_class --language es
    check "an archive" contains "$(cat "$OUT/students/ana/feedback.md")" \
        'no hay vector_add.cu; a.zip: está dañado: comprímalo de nuevo; en lugar de un archivo comprimido entregue'" \
vector_add.cu"
    check "not his fault" \
        contains "$(cat "$OUT/students/eva/feedback.md")" 'a.zip no se puede leer aquí: no se puede descomprimir'
    check "a compiler" contains "$(cat "$OUT/students/leo/feedback.md")" 'usó más de 60 s al compilarse'
}

# answer <sed's commands>: an answer to 3.1, disguised by them.
answer() {
    sed -n "/void matmul_tiled_ex31_kernel/,/^}/p" solutions/matmul_tiled.cu | sed "$1"
}

@test "whose exercises are nearly the same: names and layout do not hide it, other work is not accused" {
    for id in ana eva leo mia; do
        student "$id" "$id" 4 PASS
    done
    answer '' >"$OUT/students/ana/sources/matmul_tiled.cu"
    answer 's/sum/total/g; s/\bi\b/row/g; s/ = /=/; s/^/  /; s/;$/; \/\/ mine/' \
        >"$OUT/students/eva/sources/matmul_tiled.cu"
    cp tests/right/lab03/dynamic_tiles.cu "$OUT/students/leo/sources/matmul_tiled.cu"
    cp lab03_matmul_tiled/matmul_tiled.cu "$OUT/students/mia/sources/matmul_tiled.cu"
    run_class
    groups() { sed -n '/Nearly the same/,/<\/table>/s/^<tr><td>\(ex[^<]*<td>[^<]*\)<.*/\1/p' "$OUT/class.html"; }
    check "one group: ana, eva, the answer" [ "$(groups)" = 'ex31<td>ana, eva, the kit&#39;s answer' ]
    # in a macro, with statements that do nothing
    { answer '' | sed 's/;$/; (void)1;;/; s/$/ \\/; 1s/^/#define ALL /' && printf '\nALL\n'; } \
        >"$OUT/students/leo/sources/matmul_tiled.cu"
    # v1 under the exercise's name
    sed -n '/^__global__ void matmul_tiled_v1_kernel/,/^}/p; /^void matmul_tiled_v1(/,/^}/p' \
        lab03_matmul_tiled/matmul_tiled.cu |
        sed 's/_v1/_ex31/g' >"$OUT/students/mia/sources/matmul_tiled.cu"
    run_class
    check "nobody hides" [ "$(groups | sort)" = 'ex31<td>ana, eva, leo, the kit&#39;s answer
ex31<td>mia, the worked kernel' ]
    for id in eva leo mia; do cp lab03_matmul_tiled/matmul_tiled.cu "$OUT/students/$id/sources"; done
    rm "$OUT/students/ana/sources/matmul_tiled.cu"
    run_class
    check "two starters are no pair" [ "$(grep -c 'Nearly the same' "$OUT/class.html")" -eq 0 ]
}

# ---- gradebooks -----------------------------------------------------------------------------

canvas() {
    cat <<'END_OF_CSV'
Student,ID,SIS User ID,SIS Login ID,Section,Lab 2 (111),Lab 3 (222),Current Score
,,,,,Manual Posting,,
    Points Possible,,,,,10.0,4.0,(read only)
"Núñez, Ana",501,u1,ana,"A, B",7,,44.1
"Peña, José",502,u2,jose_501,A,8,"",
"Nobody",503,u3,x,A,9,,
"Student, Test",,,,A,,,
END_OF_CSV
}

@test "a Canvas export gets its marks, and keeps every other byte" {
    student 501 501 3.5 PASS
    student jose_501 jose_501 2 WRONG WRONG
    student eva eva 1 PASS
    canvas >"$scratch/export.csv"
    gives 0 run_class --gradebook "$scratch/export.csv"
    canvas | sed -e 's/"A, B",7,,/"A, B",7,3.5,/' -e 's/,A,8,"",/,A,8,2,/' >"$scratch/expected"
    check "marks alone" diff "$OUT/gradebook.csv" "$scratch/expected"
    check "who is missing is said" contains "$err" 'has no row for eva'
    sed -i 's/"Nobody",503,u3,x/"Twice",503,u3,501/; s/^"Student, Test",,,,/"Twice",504,u4,jose_501,/' \
        "$scratch/export.csv"
    run_class --gradebook "$scratch/export.csv"
    check "who has two rows gets no mark in either" contains "$err" 'has 2 rows for 501, none is filled'
    check "so all stays as it was" cmp -s "$OUT/gradebook.csv" "$scratch/export.csv"
    canvas >"$scratch/export.csv"
    run_class --gradebook "$scratch/export.csv" --column 'Lab 2'
    check "a column by name, its maximum of 10 for the rubric's 4" grep -q '"A, B",8.75,,44.1' "$OUT/gradebook.csv"
}

@test "a gradebook that leaves a doubt is refused, and nothing is written" {
    student 501 501 3.5 PASS
    canvas | sed -E 's/,[789],/,,/' >"$scratch/export.csv"
    run_class --gradebook "$scratch/export.csv"
    check "two empty columns" \
        contains "$status$err" "2class: $scratch/export.csv: ambiguous: both 'Lab 2 (111)' and 'Lab 3 (222)'"
    check "nothing written" [ ! -e "$OUT/grades.csv" ]
    canvas >"$scratch/export.csv"
    run_class --gradebook "$scratch/export.csv" --column 'Lab 9'
    check "no such column" contains "$status$err" "has no column 'Lab 9'"
    canvas | sed '/Points Possible/d' >"$scratch/export.csv"
    run_class --gradebook "$scratch/export.csv"
    check "no Points Possible" contains "$status$err" "2class: $scratch/export.csv: a Canvas export has"
    printf 'a,b\n1,2\n' >"$scratch/export.csv"
    run_class --gradebook "$scratch/export.csv"
    check "something else" contains "$status$err" 'neither a Canvas export'
    run_class --gradebook "$scratch/none.csv"
    check "no file" contains "$status$err" 'none.csv: No such file'
}

moodle() {
    printf '\357\273\277Identificador,"Nombre completo","Dirección de correo",Calificación,"Calificación máxima",'
    printf '"La calificación puede ser cambiada","Comentarios de retroalimentación"\r\n'
    printf '"Participante %s","%s",%s,%s,"4,00",%s,"<p>x</p>"\r\n' 1234 'Ana Núñez' a@x "$1" Sí 77 'José Peña' b@x \
        '"1,00"' No 78 Eva c@x "$2" Sí
}

@test "a Moodle worksheet in Spanish gets its marks, and keeps every other byte" {
    student a 'Ana Núñez_1234' 3.5 PASS
    student b 'José Peña_77' 4 PASS
    student c 'Eva' 2 WRONG WRONG
    student d '78234' 1 PASS
    moodle '""' '' >"$scratch/export.csv"
    gives 0 run_class --gradebook "$scratch/export.csv"
    moodle '"3,5"' 2 >"$scratch/expected"
    check "marks alone, none where it is locked" diff "$OUT/gradebook.csv" "$scratch/expected"
}

@test "bad usage is one line and status 2" {
    for options in '' '--what' '--language fr' '--students /no/list'; do
        # shellcheck disable=SC2086 # options are words
        gives 2 run_class $options
        check "$options: one line" [ "$(wc -l <<<"$err")" -eq 1 ]
    done
    try "$class"
    check "no OUT" contains "$status$err" '2class: no OUT: must be'
    check "nothing written" [ -z "$(ls "$OUT")" ]
}

# bats test_tags=slow
@test "a kit that was moved gets settings that name the folder where it is now" {
    local settings=$scratch/b/grader/lab01.sh
    try quick BUILD="$scratch/b" "$settings"
    check "its folder" grep -q -x -F "kit='$root'" "$settings"
    sed -i "s|^kit=.*|kit='/elsewhere'|" "$settings"
    try quick BUILD="$scratch/b" "$settings"
    check "not where it was" grep -q -x -F "kit='$root'" "$settings"
    exits 0 make -q QUICK=1 BUILD="$scratch/b" "$settings" # once
}
