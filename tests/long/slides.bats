#!/usr/bin/env bats
# Every slide of every deck, in a browser at 1280 x 720 and on paper: nothing past an edge, no letters below 18 points
# (24 px), each key goes where it says, a page for each slide and for its notes.
# shellcheck disable=SC2016,SC2154,SC2231 # backticks; helpers.bash sets root, status, out and err

load ../shell/helpers

setup() {
    in_root
    command -v pandoc >/dev/null || skip "no pandoc: ./setup.sh --tests"
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "no chromium here"
}

# looks_at <page>: what tests/long/slides.js finds, in $out.
looks_at() {
    sed '/<\/body>/d' "$1" >"$scratch/page.html"
    { echo '<script>' && cat tests/long/slides.js && echo '</script></body></html>'; } >>"$scratch/page.html"
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars \
        --user-data-dir="$scratch/browser" --window-size=1280,720 \
        --virtual-time-budget=60000 --dump-dom "file://$scratch/page.html" 2>/dev/null |
        sed -n '/id="seen"/,/<\/pre>/p' |
        sed 's/<[^>]*>//g; /^$/d' >"$scratch/seen"
    out=$(cat "$scratch/seen")
}

# each_is_whole [name=value]: every deck.
each_is_whole() {
    local page
    exits 0 env "$@" sh solutions/slides/slides.sh "$scratch/out"
    for page in "$scratch"/out/*/*.html; do
        looks_at "$page"
        check "$page was looked at" shows '^looked at 1[1-5] slides, '
        check "$page: nothing to find" one_line "$out"
    done
}

@test "slides: each is whole in a browser, and can be read from the last row" {
    each_is_whole
}

@test "slides: they are with the lecturer's numbers, too" {
    each_is_whole REFERENCE=build/figures
}

@test "slides: what does not fit, is too small or goes wrong is found" {
    sh solutions/slides/slides.sh "$scratch/out" lab01
    finds() {
        sed -E "$2" "$scratch/out/en/lab01.html" >"$scratch/changed.html"
        looks_at "$scratch/changed.html"
        check "found: $1" shows "$1"
    }
    finds 'slide [0-9]+: past the edge: ' 's/font: 30px/font: 60px/'
    finds 'slide [0-9]+: text of 20 px' \
        's/pre code \{ white-space: pre; font-size: 24px/pre code { white-space: pre; font-size: 20px/'
    finds 'a line that is too long' 's/^cpu_serial .*/&&&&/'
    finds 'letters of [0-9.]+ px in the picture' 's/(<img[^>]*)width: 1240px/\1width: 1000px/'
    finds 'past the edge: the picture' 's/(<img[^>]*)width: 1240px/\1width: 1300px/'
    finds 'a heading of two lines' 's/<h2>/<h2>A heading that is much too long for one line, and so takes two: /'
    finds 'has no notes' 's/<div class="notes">/<div>/'
    finds 'notes after n: hidden' 's/noted .now [+] .notes/gone .now + .notes/'
    finds 'the window follows: false' 's/^        tell\(\);//'
    finds 'back: #' 's/step > 0\) go\(now, step - 1\)/step > 0) go(now, 0)/'
    finds 'steps shown at' 's/i >= step\)/i > step)/'
}

@test "slides: on paper a page for each slide and one for its notes" {
    local deck language
    command -v weasyprint && command -v pdfinfo || skip "no weasyprint or pdfinfo here"
    try sh solutions/slides/slides.sh "$scratch/out"
    for language in en es; do
        for deck in solutions/slides/$language/*.md; do
            out=$(pdfinfo "$scratch/out/$language/$(basename "$deck" .md).pdf" | sed -n 's/^Pages: *//p')
            check "$deck: pages" [ "$out" -eq $((1 + 2 * $(grep -c '^## ' "$deck"))) ]
            out=$(pdftotext "$scratch/out/$language/$(basename "$deck" .md).pdf" - | grep -c '^1[.] ')
            check "$deck: a list that goes on after a pause does not begin anew" \
                [ "$out" -eq "$(grep -c '^1[.] ' "$deck")" ]
        done
    done
}
