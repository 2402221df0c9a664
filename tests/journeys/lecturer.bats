#!/usr/bin/env bats
# bats file_tags=slow
# A lecturer's way: slides, quiz, exams, each in two languages, with their numbers.
# shellcheck disable=SC2034,SC2154 # walk.bash sets kit, status, out, err

load walk

setup() {
    walk_setup
    sheets=(README.md solutions/*.md)
}

# pages <folder> <pattern of a page's name>: in both languages, as a page and a PDF, each in its language.
pages() {
    local language page
    for language in en es; do
        for page in "results/$1/$language"/$2.html; do
            is_page "$page"
            is_page "${page%.html}.pdf"
            tr '\n' ' ' <"$page" |
                sed -E 's/<(style|script|pre|code|svg)[ >]/\n&/g; s/<\/(style|script|pre|code|svg)>/\n/g' |
                grep -v -E '^<(style|script|pre|code|svg)[ >]' >"$scratch/prose"
            in_language "$language" "$scratch/prose" "$page"
            check "$page: nothing left to fill in" [ "$(grep -c '{{' "$page")" -eq 0 ]
            check "$page: pictures are in it" [ "$(grep -c -E '<img[^>]* src="[^d]' "$page")" -eq 0 ]
        done
    done
}

@test "a lecturer: slides, quiz and exams" {
    local language
    lay_out
    cd "$kit" || return
    ln -s "$root/.quiz" .quiz # as ./setup.sh --tests has brought it
    types "make slides LABS=01"
    pages slides lab01
    for language in en es; do
        check "$language: ten slides or more" [ "$(grep -c '<section' "results/slides/$language/lab01.html")" -ge 10 ]
        check "$language: notes" grep -q 'class="[^"]*notes' "results/slides/$language/lab01.html"
    done
    types "make quiz LABS=01"
    for language in en es; do
        check "$language: ten questions for Moodle" [ "$(grep -c '^::' "results/quiz/$language/lab01.gift")" -eq 10 ]
        check "$language: each with one right choice" [ "$(grep -c '^ *=' "results/quiz/$language/lab01.gift")" -eq 10 ]
        check "$language: Canvas's zip" python3 -m zipfile -t "results/quiz/$language/lab01.zip"
        is_page "results/quiz/$language/lab01.html"
    done
    # Four exams in two languages take 25 s: of the second one only as typed.
    [ -n "${AS_TYPED:-}" ] || rm solutions/exams/e[ns]/exam2*.md
    types "make exams"
    pages exams 'exam*'
    for language in en es; do
        check "$language: points" [ "$(grep -o -E '\([0-9]+\)' "results/exams/$language/exam1.html" | wc -l)" -ge 8 ]
        check "$language: exams and keys" [ "$(find "results/exams/$language" -name '*.pdf' | wc -l)" -ge 2 ]
    done
}
