#!/usr/bin/env bats
# How the sheets are written, as far as a machine can see it: sentences that can be read aloud, one language
# at a time, none of the words that readers stumbled over.
# shellcheck disable=SC2016,SC2034,SC2154 # backticks are meant; helpers.bash sets root, status, out and err

load helpers
load sheets

# written <en or es>: the texts for readers in that language.
written() {
    find handouts/"$1" solutions/guide_"$1".md solutions/slides/"$1" solutions/exams/"$1" -name '*.md' \
        2>/dev/null | sort
}

@test "language: no sentence has more than 35 words" {
    out=$(written en; written es)
    out=$(for sheet in $out; do awk -f tests/words/sentences.awk "$sheet"; done)
    check "sentences that can be read aloud" [ -z "$out" ]
    {
        printf 'One two,\n`three and a half` four.\n\n- Five.\n\n'
        printf '```text\nThis is code, and as long as it likes to be.\n```\n'
        printf '\n| a table may be long as well | it may |\n'
    } >"$scratch/sheet.md"
    out=$(awk -v most=4 -f tests/words/sentences.awk "$scratch/sheet.md")
    check "four words are four" [ -z "$out" ]
    out=$(awk -v most=3 -f tests/words/sentences.awk "$scratch/sheet.md")
    check "found: four words of three" [ "$out" = "$scratch/sheet.md: 4 words:  One two, code four" ]
}

# foreign <en or es> <sheet>: the words of the other language, but for titles of works.
foreign() {
    local words='the|and|of|with|are|this|which|from|when|where|each|every|than|your|you'
    [ "$1" = es ] || words='el|los|las|del|una|que|por|para|con|cada|cuando|donde|hilos|entre|más'
    prose "$1" "$2" | tr '\n' '\f' | sed -E 's/"[^"]*"//g; s/«[^»]*»//g' | tr '\f' '\n' |
        LC_ALL=C.UTF-8 grep -n -o -i -w -E "$words" || true
}

# bats test_tags=slow
@test "language: no word is left over from the other language" {
    local language sheet
    for language in en es; do
        for sheet in $(written $language); do
            out=$(foreign $language "$sheet")
            check "$sheet is in one language" [ -z "$out" ]
        done
    done
    printf 'Cada hilo the lee `of` un elemento.\n' >"$scratch/sheet.md"
    out=$(foreign es "$scratch/sheet.md")
    check "found: an English word" [ "$out" = 1:the ]
}

# stumbled <en or es> <sheet>: the lines with words of tests/words/stumbled.txt, and what to say instead.
stumbled() {
    local language words instead
    prose "$1" "$2" >"$scratch/prose"
    while IFS=$'\t' read -r language words instead; do
        [ "$language" = "$1" ] || continue
        LC_ALL=C.UTF-8 grep -n -E -e "$words" "$scratch/prose" | sed "s/\$/ -> $instead/" || true
    done <tests/words/stumbled.txt
}

# bats test_tags=slow
@test "language: nothing that readers stumbled over" {
    local language sheet
    for language in en es; do
        for sheet in $(written $language); do
            out=$(stumbled $language "$sheet")
            check "$sheet: say it plainly" [ -z "$out" ]
        done
    done
    printf 'Copie el\nfichero.\n' >"$scratch/sheet.md"
    out=$(stumbled es "$scratch/sheet.md")
    check "found" [ "$out" = "2:fichero. -> archivo" ]
}
