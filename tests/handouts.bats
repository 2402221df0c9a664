#!/usr/bin/env bats
# The handouts against the kit and against each other: what a sheet names is there, every command in
# it runs, the hints are where the TODOs say, and the Spanish sheet says what the English one says.
# shellcheck disable=SC2013,SC2016,SC2030,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup_file() {
    programs=$(mktemp -d)
    export programs
    local lab
    for lab in $labs; do
        make -s -C "$BATS_TEST_DIRNAME/.." DEVICE=cpu "build/cpu/$lab" &&
            cp "$BATS_TEST_DIRNAME/../build/cpu/$lab" "$programs"
    done >"$programs/build.out" 2>&1 </dev/null || true # who runs them sees that they are missing
}

teardown_file() {
    rm -rf "$programs"
}

setup() {
    cd "$root" || exit 1
    scratch=$(mktemp -d)
    status=- out='' err=''
}

teardown() {
    rm -rf "$scratch"
}

# ---- what a sheet consists of ---------------------------------------------------------------

# The lines inside the fences of one kind: blocks <kind> <sheet>.
blocks() {
    awk -v kind="$1" '
        /^```/ { inside = inside ? "" : substr($0, 4); next }
        inside == kind' "$2"
}

# Level and number of each heading.
headings() {
    awk '/^```/ { fenced = !fenced } !fenced && /^#/ { print $1, $1 == "#" ? $3 : $2 }' "$1"
}

exercises() {
    sed -n -E 's/^## [0-9]+\. (Exercise|Ejercicio) ([0-9]\.[0-9]): .+/\2/p' "$1"
}

# How each section is built, in order: its items, table rows, paragraphs that begin bold, fences.
shape() {
    awk '/^```/ { fenced = !fenced; print }
        fenced { next }
        /^#/ { print $1 }
        /^- / { print "item" }
        /^[0-9]+\. / { print "question " $1 }
        /^\|/ { print "row" }
        /^\*\*/ { print "bold" }' "$1"
}

# Every number of each section, sorted; 1,024 and 1 024 are the same.
numbers() {
    awk 'BEGIN { section = 0 } /^## / { section = $2 } { print section " " $0 }' "$1" |
        sed -E ':a; s/([0-9])[, ]([0-9]{3})($|[^0-9])/\1\2\3/; ta' |
        awk '{ section = $1; $1 = ""
            while (match($0, /[0-9]+/)) {
                print section, substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH)
            } }' | sort
}

# What stands between backticks, outside of fences.
code_words() {
    awk '/^```/ { fenced = !fenced; next } !fenced' "$1" | tr '\n' ' ' | grep -o '`[^`]*`' | tr -d '`'
}

sorted_code_words() {
    code_words "$1" | sort
}

# Every command: the lines of the sh blocks, and make ... or ./... in the text. (In a table stands
# what the lab prints.)
commands() {
    { blocks sh "$1"; code_words <(grep -v "^|" "$1") | grep -E '^(make |\./)'; } | sed 's/ && /\n/g' | sort -u
}

# same <what> <function> <sheet>: the English and the Spanish sheet agree in it, and have any.
same() {
    local what=$1
    shift
    "${@:1:$#-1}" "handouts/en/${!#}" >"$scratch/en"
    "${@:1:$#-1}" "handouts/es/${!#}" >"$scratch/es"
    check "${!#}: any $what" [ -s "$scratch/en" ]
    out=$(diff "$scratch/en" "$scratch/es") || true
    check "${!#}: the same $what in en and es" [ -z "$out" ]
}

# ---- the two languages ----------------------------------------------------------------------

@test "handouts: each lab has a sheet in both languages, and no sheet is alone" {
    local lab
    for lab in $labs; do
        check "handouts/en/$lab.md" [ -s "handouts/en/$lab.md" ]
    done
    out=$(diff <(cd handouts/en && ls) <(cd handouts/es && ls)) || true
    check "the same files" [ -z "$out" ]
}

@test "handouts: both languages have the same sections, exercises, items, commands, names, numbers" {
    local lab
    for lab in $labs; do
        same headings headings "$lab.md"
        same exercises exercises "$lab.md"
        same shape shape "$lab.md"
        same commands blocks sh "$lab.md"
        same numbers numbers "$lab.md"
        same "words in backticks" sorted_code_words "$lab.md"
    done
}

@test "handouts: the sections are counted from 1 without a gap, no line is over 100 columns" {
    local sheet
    for sheet in handouts/e[ns]/lab*.md; do
        out=$(headings "$sheet" | sed -n -E 's/^## ([0-9]+)\..*/\1/p')
        check "$sheet: sections" [ "$out" = "$(seq "$(wc -l <<<"$out")")" ]
        check "$sheet: every ## is numbered" [ "$(grep -c '^## ' "$sheet")" = "$(wc -l <<<"$out")" ]
        out=$(LC_ALL=C.UTF-8 grep -n -E '.{101}' "$sheet") || true
        check "$sheet: lines" [ -z "$out" ]
    done
}

# ---- the sheets and the kit -----------------------------------------------------------------

@test "handouts: every TODO(x.y) finds exercise x.y in the section that it names, in both languages" {
    local file lab exercise section language
    for file in $(grep -l '// TODO' lab0*/*.cu); do
        lab=${file%%_*}
        out=$(grep '// TODO' "$file" | grep -v 'Hint: handouts, section [0-9]') || true
        check "$file: every TODO says where its hint is" [ -z "$out" ]
        while read -r exercise section; do
            for language in en es; do
                check "TODO($exercise) in handouts/$language/$lab.md, section $section" \
                    grep -q -E "^## $section\. E[a-z]+ ${exercise/./\\.}: " "handouts/$language/$lab.md"
            done
        done < <(sed -n -E 's/.*\/\/ TODO\((.*)\):.* section ([0-9]+)\..*/\1 \2/p' "$file")
    done
}

@test "handouts: the exercises are those of the lab, no more and no less" {
    local lab
    for lab in $labs; do
        try "$programs/$lab" --help
        check "$lab --help" [ "$status" -eq 0 ]
        out=$(grep -o 'gpu_ex[0-9]*' <<<"$out" | sed -E 's/gpu_ex(.)(.)/\1.\2/' | sort -u)
        check "$lab: exercises" [ "$out" = "$(exercises "handouts/en/$lab.md")" ]
    done
}

@test "handouts: every command runs" {
    local sheet words ran=0
    while read -r -a words; do
        ran=$((ran + 1))
        case ${words[0]} in
        make) try make -n DEVICE=cpu "${words[@]:1}" && check "${words[*]}" [ "$status" -eq 0 ] ;;
        ./*)
            # Status 1: an exercise is wrong, as ex33 is on purpose. Bad usage is 2.
            cd "$programs" && try timeout 60 "${words[@]}" --quick && cd "$root" || return
            check "${words[*]}: status 0 or 1" [ "$status" -le 1 ]
            check "${words[*]}: a table" shows '^ *([0-9 ]+ )?gpu_[a-z0-9]+ +(ok|todo|WRONG) '
            ;;
        *) check "make or a program: ${words[*]}" false ;;
        esac
    done < <(for sheet in handouts/en/lab*.md; do commands "$sheet"; done | sort -u)
    check "12 commands were found or more, not $ran" [ $ran -ge 12 ]
}

@test "handouts: every file and every version that is named exists" {
    local sheet lab name
    for sheet in handouts/e[ns]/lab*.md; do
        lab=$(basename "$sheet" .md)
        for name in $(grep -o -E '[A-Za-z0-9_./-]+\.(cu|cuh|h|c|md|sh|gp|bats)\b' "$sheet"); do
            check "$sheet: $name" [ -f "$name" ]
        done
        for name in $(code_words "$sheet" | grep -o -E '\b((cpu|gpu)_[a-z0-9]+|v1|ex[0-9]+)\b'); do
            check "$sheet: version $name" grep -q -E "\"(gpu_)?$name\"" "$lab"_*/"$lab".cu
        done
        for name in $(code_words "$sheet" | grep -x -E '[a-z]+_[a-z]+' | grep -v -E '^[cg]pu_'); do
            check "$sheet: function $name" grep -q -E "\b$name\(" "$lab"_*/"$lab".cu
        done
    done
}

@test "handouts: what the lab prints, says the sheet, the lab does print" {
    local lab said rows
    for lab in $labs; do
        try "$programs/$lab" --quick
        rows=0
        out=$out$(cat common/report.c) # on a busy machine a quick run has nothing IMPOSSIBLE to show
        while read -r said; do
            rows=$((rows + 1))
            check "$lab prints '$said'" contains "$out" "$said"
        done < <(sed -n -E 's/^\| `([^`]*)` \|.*/\1/p' "handouts/en/$lab.md")
        check "$lab: rows were found" [ $rows -ge 3 ]
    done
}
