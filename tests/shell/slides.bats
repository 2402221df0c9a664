#!/usr/bin/env bats
# The lecturer's slides: what a deck consists of, that both languages show the same, that what it names is there, and
# make slides. tests/long/slides.bats looks at every page.
# Backticks are Markdown's; helpers.bash sets root, status, out, err.
# shellcheck disable=SC2001,SC2016,SC2030,SC2031,SC2034,SC2086,SC2154,SC2231

load helpers
load sheets

setup() {
    in_root
    programs=$root/build/quick decks=solutions/slides
}

every_deck() {
    find $decks/en $decks/es -name '*.md' | sort
}

# ---- what a deck consists of ---------------------------------------------------------------------

# faults <deck>: what is not as it must be, a line each.
faults() {
    LC_ALL=C awk -v deck="${1#"$decks/"}" '
        function fault(what) { print deck ":" FNR ": " what }
        function slide_ends() {
            if (slides && notes != 1) fault("slide \"" heading "\" has " notes + 0 " notes, must have one")
            notes = 0
        }
        /^```/ { inside = inside ? "" : substr($0, 4); lines = 0; next }
        inside {
            if (++lines == 15) fault("a block of more than 14 lines")
            if (length > (inside == "text" ? 80 : 70)) fault("a line of " length " columns")
            next
        }
        /^## / {
            slide_ends(); slides++; letters = heading = substr($0, 4) # where a letter of two bytes is one:
            gsub(/[\200-\277]/, "", letters)
            if (length(letters) > 50) fault("a heading of " length(letters) " letters, which takes two lines")
        }
        /^#/ && !/^## ./ { fault("a heading of another level") }
        /^::: notes$/ { notes++; in_notes = 1; words = 0; next }
        /^:::$/ { in_notes = 0; if (words < 10) fault("notes of " words " words") }
        in_notes { words += NF }
        /^!\[/ && (!match($0, /^!\[[^]]*\]\(/) || RLENGTH < 20) {
            fault("a picture without words for those who cannot see it") }
        FNR == 1 && $0 != "---" { fault("does not begin with its title") }
        END {
            slide_ends()
            if (inside) fault("a block without an end")
            if (slides < 10 || slides > 14) fault(slides + 0 " slides, must be 10 to 14")
        }' "$1"
}

@test "slides: sheet 0 and each lab have a deck, of 10 to 14 slides with notes and short blocks" {
    local deck lab
    for lab in lab00 $labs; do
        for deck in $decks/e[ns]/$lab.md; do
            check "$deck" [ -f "$deck" ]
            out=$(faults "$deck")
            check "nothing to find" [ -z "$out" ]
        done
    done
    check "no others" [ "$(every_deck | wc -l)" -eq "$((2 * $(wc -w <<<"lab00 $labs")))" ]
}

# finds <what> <command of sed>: in a deck that was changed so.
finds() {
    sed -E "$2" $decks/en/lab01.md >"$scratch/deck.md"
    out=$(faults "$scratch/deck.md")
    check "found: $1" shows -e "$1"
}

@test "slides: a deck with a fault is refused" {
    finds 'slide "At home" has 0 notes' '/^## At home/,$ { /^:::/d; /^1 minute/,$d; }'
    finds '8 slides, must be' '/^## Counting/,$d'
    finds 'more than 14 lines' '/^double start/ { p;p;p;p;p;p;p;p;p;p;p;p; }'
    finds 'a line of 7[0-9] columns' 's/^(ms\[SYNC\].*)/\1 \/* a comment which is far too long for a slide *\//'
    finds 'a picture without words' 's/^!\[[^]]*/![/'
    finds 'a heading of 5[1-9] letters' 's/^## At home/## At home, once you have run what we have seen here today/'
    finds 'a heading of another level' 's/^## At home/### At home/'
    finds 'a block without an end' '/^make progress/,$d'
    finds 'does not begin with its title' '1d'
}

# ---- the two languages ---------------------------------------------------------------------------

# How each slide is built, in order; the lines in fences as they are, but of what is printed the numbers alone.
shape() {
    printed_as_numbers "$1" | awk '/^```/ { inside = !inside; print; next } inside { print; next }
        /^:::/ { print; notes = /notes/; next } notes { next }
        /^## / { print "slide " ++n }
        /^- / { print "item" } /^[0-9]+\. / { print "question" } /^> / { print "box" } /^\|/ { print "row" }
        /^\. \. \.$/ { print "step" } /^\{\{/ { print }
        /^!\[/ { sub(/^.*\]\(/, ""); sub(/_e[ns][.]svg/, ""); print }'
}

numbers() {
    local comma='s/^$//'
    case $1 in */es/*) comma='s/(^|[^0-9])0,([0-9])/\10.\2/g' ;; esac
    awk '/^```/ { inside = !inside } /^## / { section++ } !inside && !/^!\[/ { print section + 0 " : " $0 }' "$1" |
        sed -E "$comma" | sed -E ':a; s/([0-9])[, ]([0-9]{3})($|[^0-9])/\1\2\3/; ta' |
        awk '{ section = $1; $1 = ""
            while (match($0, /[0-9]+/)) { print section, substr($0, RSTART, RLENGTH)
                $0 = substr($0, RSTART + RLENGTH) } }' |
        sort
}

words() {
    code_words "$1" | sed 's|handouts/e[ns]/|handouts/|; s/REPORT_LANG=es/REPORT_LANG/' | as_in_english | sort
}

# alike <function> <English deck> <Spanish deck>
alike() {
    out=$(diff <("$1" "$2") <("$1" "$3"))
}

unlike() {
    ! alike "$@"
}

@test "slides: both languages have the same slides, steps, pictures, blocks, numbers and words in backticks" {
    local deck what
    out=$(diff <(cd $decks/en && ls) <(cd $decks/es && ls)) || true
    check "the same decks" [ -z "$out" ]
    for deck in $decks/en/*.md; do
        for what in shape numbers words; do
            check "$(basename "$deck"): the same $what" alike $what "$deck" "$decks/es/$(basename "$deck")"
        done
    done
    mkdir "$scratch/es"
    while read -r what deck; do
        sed -E "$deck" $decks/es/lab01.md >"$scratch/es/lab01.md"
        check "found: $deck" unlike "$what" $decks/en/lab01.md "$scratch/es/lab01.md"
    done <<'END'
shape /^ms.SYNC/s/SYNC/NO_SYNC/
shape 0,/^[.] [.] [.]$/{/^[.] [.] [.]$/d}
shape s/stopwatch_es/sectors_es/
numbers s/201,3/201,4/
numbers s/16 777 216/16 777 217/
words s/`make check01`/`make check02`/
END
}

# ---- what a deck names is there ------------------------------------------------------------------

@test "slides: every picture is there, in the deck's language" {
    local deck picture
    for deck in $(every_deck); do
        while read -r picture; do
            check "$deck: $picture" [ -f "$(dirname "$deck")/$picture" ]
            check "$deck: $picture is in its language" contains "$picture" "_$(basename "$(dirname "$deck")")."
        done < <(sed -n -E 's/^!\[.*\]\(([^)]*)\).*/\1/p' "$deck")
    done
}

# bats test_tags=slow
@test "slides: every command in a deck names targets, programs and options that exist" {
    local command named=0
    while read -r command; do
        named=$((named + 1))
        check "$command" elsewhere_holds "$command"
    done < <(for deck in $decks/en/*.md; do commands "$deck"; done |
        grep -v -e FILE=square.cu -e 'FILE=[.][.][.]' -e '^cp ' | sort -u)
    check "20 were found or more, not $named" [ $named -ge 20 ]
}

# quoted <deck> <sources...>: every block of C stands in them; ... stands for lines that were left out.
quoted() {
    local block
    bare() { sed -E 's|//.*||' "$@" | tr -s '\n ' ' ' | sed -E 's|/\*([^*]\|\*[^/])*\*/||g' | tr -d ' '; }
    out=$(bare "${@:2}")
    while read -r -d '~' block; do
        contains "$out" "$(bare <<<"$block")" || { err=$block && return 1; }
    done < <(awk '/^```c$/ { on = 1; next } /^```/ { if (on) print "~"; on = 0 } on { print /^ *\.\.\.$/ ? "~" : $0 }' \
        "$1")
}

misquoted() {
    ! quoted "$@"
}

@test "slides: what a deck quotes of a program stands so in the kit" {
    local deck lab
    for deck in $(every_deck); do
        lab=$(basename "$deck" .md)
        check "$deck" quoted "$deck" handouts/examples/*.cu lab0${lab#lab0}_*/*.cu lab0${lab#lab0}_*/*.h \
            common/engine/*.cu common/gemm/*.cu
    done 2>/dev/null
    check "rejected: another line" misquoted <(sed 's/v->run(p)/v->run(q)/' $decks/en/lab01.md) lab01_*/*.cu
}

# as_shown <deck> <words>: the block of text that has these words stands in $out, line for line but for how lines are
# broken; ... stands for lines that were left out.
as_shown() {
    local piece
    out=$(tr -s '\n ' ' ' <<<"$out")
    while read -r -d '~' piece; do
        contains "$out" "$(tr -s '\n ' ' ' <<<"$piece" | sed 's/ $//')" || { err=$piece && return 1; }
    done < <(awk -v words="$2" '/^```text/ { on = 1; text = ""; next }
        on && /^```/ { on = 0; if (index(text, words)) print text "~" }
        on { text = text ($0 == "..." ? "~" : $0) "\n" }' "$1" | sed 's/0x[0-9a-f]*/0x/')
}

# bats test_tags=slow
@test "slides: the programs of sheet 0 say what its deck says, and make traffic01 what that of lab 1 says" {
    local check="env BUILD=build/quick/check QUICK=1 common/check.sh"
    quick BUILD=build/quick/check CHECK=--check OPTIMISE=-O1 build/quick/check/cpu_device.a
    sed '/if (i < n)/d' handouts/examples/whole_program.cu >"$scratch/square.cu"
    try $check "$scratch/square.cu"
    check "the result looks right" contains "$out" "$(blocks text $decks/en/lab00.md | head -n 1)"
    out=${out//"$scratch/"/}
    check "the guard" as_shown $decks/en/lab00.md "Seen 24"
    sed 's|    check(cudaFree(d_x));|    printf("%g\\n", d_x[0]);\n&|' handouts/examples/whole_program.cu \
        >"$scratch/host.cu"
    try quick run FILE="$scratch/host.cu"
    out=$(echo "$err" | sed 's/0x[0-9a-f]*/0x/')
    check "two memories" as_shown $decks/en/lab00.md "the host touched"
    try env BUILD=build/quick/traffic QUICK=1 common/traffic.sh lab01
    out=${out//vector_add.cu:/:}
    check "counts" as_shown $decks/en/lab01.md "load a"
    out=${out//16 384/16 385}
    check "rejected: another count" differs $decks/en/lab01.md "load a"
}

differs() {
    ! as_shown "$@"
}

# ---- make slides -----------------------------------------------------------------------------------

slides() {
    try sh $decks/slides.sh "$scratch/out" "$@"
}

refuses() { # refuses <status> <words>: so slides ended, with one line, and nothing was written
    check "status $1" [ "$status" -eq "$1" ]
    check "one line" one_line "$err"
    check "says: $2" contains "$err" "$2"
    check "nothing was written" [ ! -e "$scratch/out" ]
}

# bats test_tags=slow
@test "make slides: a page of its own: pictures, style and keys in it, a section a slide, a step a pause" {
    command -v pandoc || skip "no pandoc here"
    local html language
    bare_path
    ln -s "$(command -v pandoc)" "$bin"
    mkdir "$scratch/other" && cp build/figures/lab02.csv "$scratch/other" # another lab's numbers
    try env PATH="$bin" REFERENCE="$scratch/other" sh $decks/slides.sh "$scratch/out" lab01 # without weasyprint
    check "status 0" [ "$status" -eq 0 ]
    check "nothing on stderr" [ -z "$err" ]
    check "why there is no PDF" contains "$out" "no PDF: it needs weasyprint"
    check "HTML alone" [ "$(cd "$scratch/out" && echo */*)" = "en/lab01.html es/lab01.html" ]
    for language in en es; do
        html=$scratch/out/$language/lab01.html
        out=$(sed 's/base64,[^"]*//g' "$html")
        check "its language" shows "<html lang=\"$language\""
        check "slides" [ "$(grep -c '<section' "$html")" -eq $((1 + $(grep -c '^## ' $decks/$language/lab01.md))) ]
        check "notes" \
            [ "$(grep -c '<div class="notes">' "$html")" -eq "$(grep -c '^::: notes' $decks/$language/lab01.md)" ]
        check "steps" \
            [ "$(grep -c '<div class="step">' "$html")" -eq "$(grep -c '^\. \. \.$' $decks/$language/lab01.md)" ]
        check "pictures" \
            [ "$(grep -o '<img[^>]*src="data:image/svg' "$html" | wc -l)" -eq \
                "$(grep -c '^!\[' $decks/$language/lab01.md)" ]
        check "with words" \
            [ "$(tr -d '\n' <"$html" | grep -o '<img[^>]*alt="[^"]\{15,\}"' | wc -l)" -eq \
                "$(grep -c '^!\[' $decks/$language/lab01.md)" ]
        check "nothing from elsewhere" shows_no '<link|<script[^>]+src|src="([^d]|d[^a])|url\(|@import|https?://[^w]'
        check "no number stands there that nobody measured" shows "REFERENCE="
    done
}

# bats test_tags=slow
@test "make slides: a PDF where weasyprint is; the command takes LABS and REFERENCE" {
    command -v pandoc || skip "no pandoc here"
    bare_path
    ln -s "$(command -v pandoc)" "$bin"
    stub weasyprint '[ -s "$2" ] && echo PDF >"$3"'
    exits 0 env PATH="$bin" sh $decks/slides.sh "$scratch/out" lab01
    check "both" [ "$(cd "$scratch/out" && echo */*.pdf)" = "en/lab01.pdf es/lab01.pdf" ]
    try make -s -n slides LABS=00,01 REFERENCE=mine
    check "sheet 0 counts as a deck" shows 'slides.sh results/slides lab00 lab01$'
    try make -s -n slides
    check "all" shows 'slides.sh results/slides *$'
    exits 2 make -s -n slides LABS=77
    check "by name" contains "$err" "there is no lab77"
}

# measured <folder>: results of an invented GPU.
measured() {
    mkdir -p "$1"
    cp build/figures/lab01.csv "$1"
}

# bats test_tags=slow
@test "make slides: the lecturer's numbers take the place of {{reference}}" {
    command -v pandoc || skip "no pandoc here"
    measured "$scratch/mine"
    bare_path
    ln -s "$(command -v pandoc)" "$bin"
    exits 0 env PATH="$bin" REFERENCE="$scratch/mine" sh $decks/slides.sh "$scratch/out" lab01
    out=$(sed '/<img/d' "$scratch/out/en/lab01.html" | tr -d '\n')
    check "whose, when" contains "$out" "Measured on Example GPU (invented), Example CPU with 16 threads, 2026-01-15"
    check "a row" \
        contains "$out" "<td>gpu_v1</td><td>0.953</td><td>845</td><td>32.0</td><td>1.78</td><td>28.2</td><td>1.57</td>"
    check "the pitfall" contains "$out" "Without a synchronize gpu_v1 seemed to take 0.0038 ms, not 0.953 ms."
    check "in Spanish" contains "$(cat "$scratch/out/es/lab01.html")" "Medido en Example GPU"
    check "with decimal commas" contains "$(tr -d '\n' <"$scratch/out/es/lab01.html")" "<td>gpu_v1</td><td>0,953</td>"
}

@test "make slides: a folder that holds no GPU's results is refused, and nothing is written" {
    command -v pandoc || skip "no pandoc here"
    export REFERENCE=nobody
    slides lab01
    refuses 2 "REFERENCE=nobody: there is no such folder in reference/"
    mkdir "$scratch/mine"
    export REFERENCE=$scratch/mine
    slides lab01
    refuses 2 "has no lab01.csv"
    measured "$scratch/mine"
    sed -i 's/^# device: .*/# device: CPU device, 2 threads/' "$scratch/mine/lab01.csv"
    slides lab01
    refuses 2 "no measurements of a GPU by ./solution01 --sweep"
    sed -i 's/^# device: .*/# device: pretend T4/' "$scratch/mine/lab01.csv"
    slides lab01
    refuses 2 "must come from a real GPU"
    echo a,b,c >"$scratch/mine/lab01.csv"
    slides lab01
    refuses 2 "lab01.csv: is no CSV of a lab"
}

# bats test_tags=slow
@test "make slides: what is missing or wrong is one line, and nothing is half written" {
    slides lab77
    refuses 2 "'lab77': there is no such deck; there are: lab00 lab01"
    try sh $decks/slides.sh
    refuses 2 "say where to"
    bare_path
    try env PATH="$bin" sh $decks/slides.sh "$scratch/out" lab01
    refuses 1 "./setup.sh --tests"
    stub pandoc \
        'cat >/dev/null; while [ "$1" != -o ]; do shift; done; echo half >"$2"; echo "pandoc: out of paper" >&2; exit 3'
    try env PATH="$bin" sh $decks/slides.sh "$scratch/out" lab01
    refuses 1 "en/lab01.md: pandoc: out of paper"
    command -v pandoc || skip "no pandoc here"
    mkdir -p "$scratch/kit/handouts"
    cp -r common "$scratch/kit" && cp -r handouts/pictures handouts/*.awk "$scratch/kit/handouts"
    mkdir "$scratch/kit/solutions" && cp -r $decks "$scratch/kit/solutions"
    sed -i 's/sectors_es/vectors_es/' "$scratch/kit/$decks/es/lab01.md"
    try sh "$scratch/kit/$decks/slides.sh" "$scratch/out" lab01
    refuses 1 "es/lab01.md: ../../../handouts/pictures/vectors_es.svg: there is no such picture"
    exits 1 sh $decks/slides.sh "$root/Makefile/out" lab00
    check "cannot be written" contains "$err" "cannot write into"
}
