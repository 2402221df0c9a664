#!/usr/bin/env bats
# make quiz: the sources of solutions/quiz/ keep their rules, in both languages, and what is made of them for
# Moodle, Canvas and paper says the same. tests/quiz.py looks; what it must find is planted here.
# Backticks are Markdown's; helpers.bash sets root, status, out and err.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154

load helpers

setup() {
    in_root
    command -v python3 >/dev/null || skip "no python3: ./setup.sh --tests"
    export PYTHONDONTWRITEBYTECODE=1
}

# A copy of what the quizzes are made of, to plant faults in.
copy() {
    rm -rf "$scratch/copy" && mkdir -p "$scratch/copy/solutions"
    cp -r handouts "$scratch/copy" && cp -r solutions/quiz "$scratch/copy/solutions"
    sources=$scratch/copy/solutions/quiz
}

looks() {
    try python3 tests/quiz.py "$@"
}

# planted <which look> <file> <sed's command> <what is said>
planted() {
    copy
    sed -i -e "$3" "$sources/$2"
    check "$2 has changed: $3" differs "$sources/$2" "solutions/quiz/$2"
    gives 1 looks "$1" "$scratch/copy"
    check "it says: $4" shows "$4"
}

differs() {
    ! cmp -s "$1" "$2"
}

made() {
    exits 0 python3 "${sources:-solutions/quiz}/quiz.py" make "$scratch/quiz" "$@"
}

has() { # has text2qti
    command -v "$1" >/dev/null || [ -d ".quiz/$1" ] || skip "no $1: ./setup.sh --tests"
}

# ---- the sources -----------------------------------------------------------------------------------

# bats test_tags=slow
@test "quiz: ten questions a lab, right ones spread over a to d and not the longest, answered in the sheet" {
    looks form "$root"
    check "no fault" [ "$status$out" = 0 ]
    planted form en/lab01.txt 's/section 4: "Its time/section 5: "Its time/' \
        'en/lab01, question 1: the sheet does not have'
    planted form es/lab03.txt 's/«Salen 1,5/«Salen 1,6/' 'es/lab03, question 9: the sheet does not have'
    planted form en/lab02.txt 's/^[*]b) A 1, B 4/*b) A 1, B 4 and C/' 'en/lab02, question 2: .*longest|unlike'
    planted form en/lab03.txt 's/^a)  for k up to 32/a)  for all of those k which are at most as large as 32/' \
        'question 3: choices of unlike length'
    planted form en/lab04.txt '/^10[.] /,$d' 'en/lab04: must have 10 questions, and has 9'
    planted form en/lab05.txt 's/^[*]\([bcd]\)) \([0-9]\)/\1)  \2/; s/^a)  \([0-9]\)/*a) \1/' \
        'en/lab05: key .*: (each letter|has a pattern)'
    copy
    cp "$sources/en/lab01.txt" "$sources/en/lab02.txt"
    looks form "$scratch/copy"
    check "the same key twice" shows -x 'en: two labs have the same key'
    rm "$sources/es/lab06.txt"
    looks form "$scratch/copy"
    check "a lab without a quiz" shows -x 'es: not every lab has a quiz'
}

# bats test_tags=slow
@test "quiz: both languages have the same questions, numbers, right choices and words in backticks" {
    looks languages "$root"
    check "no fault" [ "$status$out" = 0 ]
    planted languages es/lab01.txt 's/362 144/362 145/' 'lab01, question 5: other numbers'
    planted languages es/lab04.txt 's/0,52 micro/0,53 micro/' 'lab04, question 9: other numbers'
    planted languages es/lab06.txt 's/`kw` y/kw y/' 'lab06, question 6: other words in backticks'
    planted languages es/lab02.txt '/^10[.] /,$d' 'lab02: 10 questions in English, 9 in Spanish'
    planted languages es/lab01.txt '0,/^a) /s//*a)/; 0,/^[*]d) /s//d)  /' \
        "lab01, question 1: right is .'d'. in English, .'a'. in Spanish"
    rm "$sources/es/lab05.txt"
    looks languages "$scratch/copy"
    check "a quiz in one language" shows 'not the same quizzes in both languages'
}

# refused <sed's command> <what is said>: nothing is written.
refused() {
    copy
    sed -i -e "$1" "$sources/en/lab01.txt"
    exits 2 python3 "$sources/quiz.py" make "$scratch/quiz"
    check "one line" one_line "$err"
    check "it says: $2" contains "$err" "$2"
    check "nothing written" [ ! -e "$scratch/quiz" ]
}

# bats test_tags=slow
@test "quiz: a mistake in a source is named by its line, and nothing is written" {
    refused 's/^[*]d) 0.003/d)  0.003/' 'question 1: has 4 choices, 0 of them right; must have four and one'
    refused 's/^c)  4.000/*c) 4.000/' 'question 1: has 4 choices, 2 of them right'
    refused '0,/^a) /s//b) /' 'lab01.txt:9: choice b) must be one of a) to d), in this order'
    refused 's/^2[.] /3. /' 'question 3. must be 2.'
    refused 's/^Quiz title: /Title /' "must begin with a number, a), *a), ... or four blanks"
    refused '0,/`no synchronize`/s//no_synchronize/' 'must stand between backticks'
    refused '/^[.][.][.] You expect/,+1d' 'question 1: lacks'
    refused '/^[.][.][.] See section 4/d' 'question 1: lacks'
    try python3 solutions/quiz/quiz.py make "$scratch/quiz" lab09
    check "a lab that is not there" contains "$status$err" "2quiz: 'lab09': there is no such quiz"
    try python3 solutions/quiz/quiz.py make "$scratch/try.out/quiz"
    check "a folder that cannot be written" contains "$status$err" "2quiz: cannot write into"
    try python3 solutions/quiz/quiz.py bake
    check "another word" contains "$status$err" "2quiz: say what to do"
}

# ---- what is made ------------------------------------------------------------------------------------

# bats test_tags=slow
@test "quiz: pygiftparser reads the GIFT back: the same questions, choices, feedback, right answers" {
    has pygiftparser
    made
    looks gift "$root" "$scratch/quiz"
    check "no fault" [ "$status$out" = 0 ]
    sed -i -e 's/^=\(.*\)0[.]003 ms/~\10.003 ms/; s/^~\(.*\)0[.]006 ms/=\10.006 ms/' "$scratch/quiz/en/lab01.gift"
    sed -i -e 's/267 000/267 001/' "$scratch/quiz/es/lab01.gift"
    sed -i -e '0,/####.*/s//####/' "$scratch/quiz/es/lab02.gift"
    rm "$scratch/quiz/en/lab06.gift"
    looks gift "$root" "$scratch/quiz"
    check "another right choice" shows 'en/lab01.gift: question 1: '
    check "another number" shows 'es/lab01.gift: question 8: '
    check "no reference" shows 'es/lab02.gift: question 1: '
    check "a file less" shows 'en/lab06.gift: is not there'
    check "no more than that" [ "$(wc -l <<<"$out")" -eq 4 ]
}

# bats test_tags=slow
@test "quiz: the QTI of text2qti has the same questions, choices, feedback, right answers" {
    has text2qti
    made
    looks qti "$root" "$scratch/quiz"
    check "no fault" [ "$status$out" = 0 ]
    check "QTI 1.2" [ "$(unzip -p "$scratch/quiz/en/lab01.zip" | grep -c ims_qtiasiv1p2p1.xsd)" -ge 1 ]
    copy
    [ ! -d .quiz ] || ln -s "$root/.quiz" "$scratch/copy/.quiz"
    sed -i -e 's/^[*]d) 0.003/d)  0.003/; s/^a)  0.006/*a) 0.006/' "$sources/en/lab01.txt"
    sed -i -e 's/unas 342/unas 343/' "$sources/es/lab02.txt"
    made lab01 lab02
    looks qti "$root" "$scratch/quiz"
    check "another right choice" shows 'en/lab01.zip: question 1: '
    check "another number" shows 'es/lab02.zip: question 10: '
    check "no more than that" [ "$(wc -l <<<"$out")" -eq 2 ]
}

# bats test_tags=slow
@test "quiz: the page to print has all questions, and the key on a page of its own" {
    command -v pandoc >/dev/null || skip "no pandoc: ./setup.sh --tests"
    made lab01 lab05
    check "two labs, two languages" [ "$(find "$scratch/quiz" -name '*.html' | wc -l)" -eq 4 ]
    local page
    for page in "$scratch/quiz"/*/lab05.html; do
        check "ten questions, four choices each" [ "$(sed '/class="key"/,$d' "$page" | grep -c -E '<li>')" -eq 50 ]
        check "a page of its own" grep -q 'key { break-before: page; }' "$page"
        check "no right choice before it" [ "$(sed '/class="key"/,$d' "$page" | grep -c -E 'Right:|Correcto:')" -eq 0 ]
        check "all in one file" [ "$(grep -c -E '(src|href)="' "$page")" -eq 0 ]
        check "the message stands line by line" grep -q -E '^ +a copy writes d_x' "$page"
    done
    sed -n '/class="key"/,$p' "$scratch/quiz/en/lab05.html" >"$scratch/key"
    check "the key" [ "$(grep -o -E '<strong>[0-9]+: [a-d]' "$scratch/key" | grep -o '[a-d]$' | xargs)" = \
        "$(python3 solutions/quiz/quiz.py key solutions/quiz/en/lab05.txt)" ]
}

# bats test_tags=slow
@test "quiz: without text2qti or pandoc one line says how to get it, and the rest is made" {
    copy # beside it there is no .quiz
    bare_path
    stub python3 "exec $(python3 -c 'import sys; print(sys.executable)') \"\$@\""
    exits 0 env PATH="$bin" python3 "$sources/quiz.py" make "$scratch/quiz" lab01
    check "how to get text2qti" \
        shows -x 'no zip for Canvas: text2qti is not here; ./setup.sh --tests or pip install text2qti brings it'
    check "how to get pandoc" shows -x 'no page to print: pandoc is not here; ./setup.sh --tests brings it'
    check "what was not tried" shows 'not tried in Moodle or Canvas$'
    check "GIFT alone" [ "$(cd "$scratch/quiz" && find . -type f | sort | xargs)" = './en/lab01.gift ./es/lab01.gift' ]
    stub text2qti 'echo "Traceback" >&2; echo "Text2qtiError: no" >&2; exit 1'
    rm -r "$scratch/quiz"
    try env PATH="$bin:$PATH" python3 "$sources/quiz.py" make "$scratch/quiz" lab01
    check "a text2qti that fails" [ "$status$err" = '1quiz: text2qti: Text2qtiError: no' ]
    check "nothing half made" [ -z "$(find "$scratch/quiz" -type f)" ]
}

@test "quiz: the choices alone, and the questions without the key, for who tries them" {
    try python3 solutions/quiz/quiz.py choices solutions/quiz/en/lab01.txt
    check "forty" [ "$(grep -c -E '^   [a-d]\) ' <<<"$out")" -eq 40 ]
    check "no question, no feedback" shows_no '\?|See section|Right'
    try python3 solutions/quiz/quiz.py questions solutions/quiz/en/lab01.txt
    check "ten questions" [ "$(grep -c -E '^[0-9]+\. .*\?$|\?$' <<<"$out")" -ge 10 ]
    check "no key" shows_no '\*[a-d]\)|See section|Right'
    try python3 solutions/quiz/quiz.py key solutions/quiz/en/nothing.txt
    check "no such file" contains "$status$err" "2quiz: 'solutions/quiz/en/nothing.txt': there is no such file"
}

@test "make quiz: LABS= names the labs, and make help has it" {
    try make -s help ALL=1 DEVICE=cpu
    check "in make help" shows '^  quiz +ten questions'
    check "a line of 100 columns at most" [ "$(awk '$1 == "quiz" { print length }' <<<"$out")" -le 100 ]
    try make -n quiz LABS=01,03 DEVICE=cpu
    check "the labs" shows 'make results/quiz lab01 lab03$'
    try make -n quiz DEVICE=cpu
    check "all" shows 'make results/quiz *$'
}
