#!/usr/bin/env bats
# The spelling of the sheets, of the decks of slides and of the notebook, in both languages. Words that are right and
# that the dictionaries do not have stand in tests/words/spelling_en.txt and tests/words/spelling_es.txt.
# shellcheck disable=SC2016,SC2034,SC2154 # backticks are meant; helpers.bash sets root, status, out, err

load helpers
load sheets

needs() {
    command -v aspell || skip "no aspell here"
    aspell dicts | grep -q -x "$1" || skip "aspell has no dictionary $1 here"
}

# misspelt <en or es> <dictionary> <sheet>: one word per line.
misspelt() {
    # Tables of what was measured hold names of versions and processors.
    sed '/^<!-- reference /,/^<!-- end of reference/d' "$3" >"$scratch/written.md"
    prose "$1" "$scratch/written.md" | LC_ALL=C.UTF-8 aspell --lang="$2" --encoding=utf-8 list | sort -u |
        grep -v -x -F -f "tests/words/spelling_$1.txt" || true
}

spelling() {
    local sheet
    needs "$2"
    for sheet in $(find handouts/"$1" solutions/slides/"$1" -name '*.md' 2>/dev/null | sort); do
        out=$(misspelt "$1" "$2" "$sheet")
        check "$sheet: every word is in the dictionary or in tests/words/spelling_$1.txt" [ -z "$out" ]
    done
    if command -v python3 >/dev/null; then
        tests/shell/notebook.py text "$1" handouts/notebook.ipynb >"$scratch/notebook.md"
        out=$(misspelt "$1" "$2" "$scratch/notebook.md")
        check "the notebook: every word is in the dictionary or in tests/words/spelling_$1.txt" [ -z "$out" ]
    fi
    printf '%s\n' "$3" '```text' qqww '```' '`qqww`' '<!-- qqww -->' >"$scratch/sheet.md"
    out=$(misspelt "$1" "$2" "$scratch/sheet.md")
    check "what is wrong is found, in the text alone" [ "$out" = "$4" ]
}

@test "spelling: the English sheets" {
    spelling en en_GB "A kernal has many threads." kernal
}

@test "spelling: the Spanish sheets" {
    spelling es es "Un nucleo de la CPU." nucleo
}

@test "spelling: the lists hold no word that no sheet needs" {
    local language word
    for language in en es; do
        find handouts/$language solutions/slides/$language -name '*.md' -exec cat {} + 2>/dev/null |
            cat - handouts/notebook.ipynb >"$scratch/all"
        while read -r word; do
            check "tests/words/spelling_$language.txt: $word" grep -q -F -e "$word" "$scratch/all"
        done <"tests/words/spelling_$language.txt"
        check "tests/words/spelling_$language.txt is sorted" \
            env LC_ALL=C sort -c -u "tests/words/spelling_$language.txt"
    done
}
