#!/usr/bin/env bats
# The points: solutions/rubric.csv is what the grader reads, and guide, sheets, slides and README say the same.
# shellcheck disable=SC2034,SC2154 # helpers.bash sets root, labs, status, out, err

load helpers

setup() {
    cd "$root" || return
    status=- out='' err=''
}

# rubric <columns>: "2.1 5 2.5" for columns 2 and 3
rubric() {
    awk -F , -v columns="$1" '
        BEGIN { n = split(columns, column, " ") }
        NR > 1 { line = substr($1, 3, 1) "." substr($1, 4); for (i = 1; i <= n; i++) line = line " " $column[i]
            print line }' \
        solutions/rubric.csv
}

# table <guide>: its rows, as in the rubric
table() {
    sed -n -E 's/^\| ([0-9]\.[0-9]) \|(.*)\|$/\1\2/p' "$1" | sed -E 's/ *\| */ /g; s/ +$//; s/([0-9]),([0-9])/\1.\2/g'
}

# pairs <file>: "2.1 5" of each "2.1: 5" in its points
pairs() {
    tr '\n' ' ' <"$1" | grep -o -E '\*\*(Points|Puntos|Marks)\*\*:[^*]*' |
        grep -o -E '[0-9]\.[0-9]: [0-9.]*[0-9]' | tr -d : | sort -u
}

@test "points: the guide's table is the rubric, and so are its labs, in both languages" {
    local guide lab
    for guide in solutions/guide_en.md solutions/guide_es.md; do
        out=$(diff <(rubric '2 3 9 5 6 8') <(table "$guide")) || true
        check "$guide: the table" [ -z "$out" ]
        out=$(diff <(rubric 2) <(pairs "$guide")) || true
        check "$guide: each lab" [ -z "$out" ]
        for lab in 1 2 3 4 5 6; do
            out=$(rubric 2 | awk -v lab="$lab." 'index($1, lab) == 1 { printf "%s%s", n++ ? " + " : "", $2 }')
            check "$guide: lab $lab of the term" grep -q "^| $lab | [0-9]* | $out |" "$guide"
        done
        out=$(rubric 2 | awk '{ sum += $2 } END { print sum }')
        check "$guide: $out in all" grep -q -E "\`solutions/rubric.csv\`, $out (in all|en total)" "$guide"
    done
}

@test "points: the sheets have the rubric's, and a finding costs there and on the slides what it costs" {
    local lab language fault points
    for lab in $labs; do
        for language in en es; do
            out=$(diff <(rubric 2 | grep "^${lab#lab0}") <(pairs "handouts/$language/$lab.md")) || true
            check "handouts/$language/$lab.md" [ -z "$out" ]
        done
    done
    read -r _ points fault < <(rubric '2 6' | grep '^2.2')
    for out in "handouts/en/lab02.md:costs $fault of the $points marks" \
        "handouts/es/lab02.md:cuesta $fault de los $points puntos" \
        "solutions/slides/en/lab02.md:In marks: $fault of the $points points" \
        "solutions/slides/es/lab02.md:En puntos: $fault de los $points"; do
        check "out of bounds: $out" grep -q -F "${out#*:}" "${out%%:*}"
    done
    out=$(grep -n -i -E \
        -e '(cost|cuesta|lose|pierde|quita)[a-z]* +([0-9.,]+|one|two|un|uno|dos) +(points?|marks?|puntos?)' \
        -e '[0-9] (of the|de los) [0-9]+ (points|marks|puntos)' \
        solutions/guide_*.md solutions/slides/*/*.md handouts/*/*.md |
        grep -v "$fault \(of the\|de los\) $points") || true
    check "nowhere else a number of them" [ -z "$out" ]
}
