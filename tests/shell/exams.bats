#!/usr/bin/env bats
# The exams of solutions/exams: what stands in both languages is the same, every excerpt is a part of a program that
# runs, and what the keys say of it - a result, a count, a finding - is what the kit says.
# Backticks are meant; helpers.bash sets root, status, out, err.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2086,SC2154,SC2231

load helpers
load sheets

setup() {
    in_root
    exams=solutions/exams
    code=$exams/code
}

texts='exam1 exam1_key exam2 exam2_key'

# "1a 4": each part and its points.
parts() {
    grep -o -E '\*\*[0-9][a-z] \([0-9]+\)\*\*' "$1" | tr -d '*()'
}

# Each question, its points, and the points of its parts: "1 8 8".
questions() {
    awk '/^## / { n = $2 + 0; match($0, /\([0-9]+ p/); says[n] = substr($0, RSTART + 1) + 0 }
        { text = $0; while (match(text, /\*\*[0-9][a-z] \([0-9]+\)\*\*/)) {
            part = substr(text, RSTART + 2); sum[part + 0] += substr(part, 5) + 0
            text = substr(text, RSTART + RLENGTH) } }
        END { for (i = 1; i <= n; i++) print i, says[i], sum[i] }' "$1"
}

# What stands in fences.
fences() {
    printed_as_numbers "$1" | awk '/^<!-- / { print } /^```/ { inside = !inside; print; next } inside'
}

# The numbers outside of fences, a line for each section; 1,024 and 1 024 are the same, and 0.5 and 0,5.
numbers() {
    local language=${1%/*}
    awk '/^```/ { inside = !inside; next } /^<!--/ || /^!\[/ { next } !inside' "$1" | sed 's/float[0-9]*//g' |
        tr '\n' ' ' | sed 's/## /\n## /g' |
        if [ "${language##*/}" = en ]; then sed -E ':a; s/([0-9]),([0-9]{3})([^0-9]|$)/\1\2\3/; ta'; else
            sed -E ':a; s/([0-9]) ([0-9]{3})([^0-9]|$)/\1\2\3/; ta; s/([0-9]),([0-9])/\1.\2/g'; fi |
        while read -r line; do grep -o -E '[0-9]+(\.[0-9]+)?' <<<"$line" | sort -n | xargs; done
}

# part <file> <name>: the lines between "// begin name" and "// end" without their indentation.
part() {
    awk -v name="$2" '
        $1 == "//" && $2 == "begin" { on = $3 == name; match($0, /^ */); indent = RLENGTH; next }
        $1 == "//" && $2 == "end" { on = 0 } on { print substr($0, indent + 1) }' "$code/$1"
}

# The fence below a line: quoted <text> <comment>.
quoted() {
    awk -v comment="$2" '$0 == comment { on = 1; next } on && /^```/ { if (inside) exit; inside = 1; next } inside' "$1"
}

@test "exams: 60 points each, question by question the same in exam, key and both languages" {
    local exam text
    for exam in exam1 exam2; do
        parts $exams/en/$exam.md >"$scratch/parts"
        check "$exam: 60" [ "$(awk '{ sum += $2 } END { print sum }' "$scratch/parts")" -eq 60 ]
        for text in $exams/e[ns]/$exam.md $exams/e[ns]/${exam}_key.md; do
            out=$(parts "$text" | diff "$scratch/parts" -) || true
            check "$text: the parts" [ -z "$out" ]
            out=$(questions "$text" | awk '$2 != $3')
            check "$text: a question has the points of its parts" [ -z "$out" ]
        done
    done
    sed 's/\*\*1a (4)\*\*/**1a (5)**/' $exams/en/exam1.md >"$scratch/exam.md"
    check "found: a point too many" [ "$(questions "$scratch/exam.md" | awk '$2 != $3')" = "1 8 9" ]
}

@test "exams: both languages have the same code, outputs, numbers and pictures" {
    local text
    for text in $texts; do
        out=$(diff <(fences $exams/en/"$text".md | sed '/published/d') \
            <(fences $exams/es/"$text".md | sed '/published/d')) || true
        check "$text: fences" [ -z "$out" ]
        out=$(diff <(numbers $exams/en/"$text".md) <(numbers $exams/es/"$text".md)) || true
        check "$text: numbers" [ -z "$out" ]
        check "$text: some" [ "$(numbers $exams/es/"$text".md | wc -w)" -gt 50 ]
        out=$(diff <(grep -o 'pictures/[a-z]*' $exams/en/"$text".md) \
            <(grep -o 'pictures/[a-z]*' $exams/es/"$text".md)) || true
        check "$text: pictures" [ -z "$out" ]
        out=$(diff <(grep -o '<div.*' $exams/en/"$text".md) <(grep -o '<div.*' $exams/es/"$text".md)) || true
        check "$text: space" [ -z "$out" ]
    done
    out=$(LC_ALL=C.UTF-8 grep -n -E '.{125}' $exams/e[ns]/*.md | grep -v '!\[') || true
    check "lines" [ -z "$out" ]
}

@test "exams: every excerpt is the part of its program, letter for letter" {
    local text comment file name found=0
    for text in $texts; do
        while read -r comment; do
            read -r _ file name _ <<<"$comment"
            part "$file" "$name" >"$scratch/part"
            quoted $exams/en/"$text".md "$comment" >"$scratch/quoted"
            check "$text: $file has $name" [ -s "$scratch/part" ]
            out=$(diff "$scratch/part" "$scratch/quoted") || true
            check "$text: $file $name" [ -z "$out" ]
            found=$((found + 1))
        done < <(grep -E '^<!-- [a-z]+\.cu ' $exams/en/"$text".md)
    done
    check "all, not $found" [ $found -eq 12 ]
    out=$(for file in "$code"/*.cu; do grep -q -F "${file##*/}" $exams/en/*.md || echo "$file"; done)
    check "none is left over but limits.cu" [ "$out" = $code/limits.cu ]
}

# program <file> <defines>: what it prints.
program() {
    try make -s --no-print-directory QUICK=1 run "FILE=$code/$1" "DEFINES=${2:-}"
    out=$(tail -n 1 <<<"$out")
}

# finder <file> <defines>: what make check says.
finder() {
    try make -s --no-print-directory check "FILE=$code/$1" "DEFINES=${2:-}"
}

clean() {
    gives 0 finder "$@"
    check "$*: nothing found" contains "$out$err" "nothing found"
    check "$*: right" shows_no '^[1-9][0-9]* wrong'
}

# bats test_tags=slow
@test "exams: what is right is clean, and gives what the keys say" {
    local file
    for file in reverse scale sums reduce largest; do clean $file.cu; done
    clean smooth.cu -DKERNEL=smooth_right
    check "x[2] is 4" contains "$out" "0 0 4 0"
    clean count.cu '-DKERNEL=count_right -DN=1000'
    check "1,000" shows '^1000$'
    clean chunks.cu '-DLAUNCHER=chunks_right -DN=10001'
    program limits.cu
    check "2^24 and 2,048" [ "$out" = "float 16777216 half 2048" ]
    program largest.cu
    check "the largest" [ "$out" = 4998 ]
}

# bats test_tags=slow
@test "exams: what is wrong is found as the keys say" {
    finder reverse.cu "-DB________='(i <= n)'"
    check "exam 1, 1a, B" contains "$out$err" "out of bounds"
    check "it reads x[-1]" contains "$out$err" "reads 4 bytes at x[-1],"
    finder reverse.cu "-DC________=n-i"
    check "exam 1, 1a, C" contains "$out$err" "reads 4 bytes at x[1000],"
    clean reverse.cu "-DD________='n/256+1'"
    program reverse.cu "-DD________=n/256"
    check "exam 1, 1c" [ "$out" = "232 wrong" ]
    program smooth.cu
    check "exam 1, 5b: x[2] is 0" [ "$out" = "0 0 0 0" ]
    finder smooth.cu
    check "exam 1, 5a" contains "$out$err" "thread (2,0,0) of block (0,0,0) reads s[1]"
    finder smooth.cu -DKERNEL=smooth_proposed
    check "exam 1, 5c" contains "$out$err" "barrier divergence"
    finder smooth.cu '-DKERNEL=smooth_right -DC________= -DSTEPS=2'
    check "exam 1, 5d, C" contains "$out$err" "race in shared memory"
    finder smooth.cu '-DKERNEL=smooth_right -DB________='
    check "exam 1, 5d, B" contains "$out$err" "race in shared memory"
    program count.cu
    check "exam 2, 1a" [ "$out" = 262144 ]
    finder count.cu '-DKERNEL=count_early -DN=1000'
    check "exam 2, 1c: barriers" contains "$out$err" "for others that have returned"
    check "exam 2, 1c: s[232]" contains "$out$err" "s[232]"
    program chunks.cu
    check "exam 2, 4c: right by luck" [ "$out" = "0 wrong" ]
    finder chunks.cu
    check "exam 2, 4c" contains "$out$err" "missing synchronize"
    program chunks.cu -DN=10001
    check "exam 2, 4d" contains "$out" "992 wrong"
}

# counted <file>: the loads, stores and atomics of make traffic, blanks squeezed, without file and line.
counted() {
    exits 0 make -s --no-print-directory traffic "FILE=$code/$1"
    out=$(awk '/^kernel/ { name = $2 } $1 ~ /[.]cu:[0-9]+$/ && $2 != "load" || $2 == "load" && $1 ~ /[.]cu:/ {
        line = $1; sub(/.*:/, "", line); $1 = ""; print name, line $0 }' <<<"$out" | tr -d ',')
}

# each_line <text> <comment> <X's kernel> <Y's kernel>: every line of the table is one that was counted.
each_line() {
    local line squeezed found=0
    while read -r line; do
        squeezed=$(sed -E "s/^X/$3/; s/^Y/$4/" <<<"$line" | tr -s ' ')
        check "counted: $squeezed" grep -q -E "^${squeezed/ / [0-9]+ }" <<<"$out"
        found=$((found + 1))
    done < <(quoted "$1" "$2" | grep '^[XY]')
    check "some lines" [ $found -gt 1 ]
}

# bats test_tags=slow
@test "exams: the tables of make traffic, the sectors and the turns are those that it counts" {
    counted sums.cu
    each_line $exams/en/exam1.md '<!-- make traffic sums.cu -->' columns rows
    counted reduce.cu
    each_line $exams/en/exam2.md '<!-- make traffic reduce.cu -->' tree shuffles
    counted sectors.cu
    check "exam 1, 2a" contains "$(grep -m 1 '^\*\*2a' $exams/en/exam1_key.md)" \
        ": $(grep -E '^accesses [0-9]+ load . global' <<<"$out" | sort -n -k 2 |
        awk '{ printf "%s%d", sep, $7; sep = ", " }')."
    check "exam 1, 2b: 32 turns" shows '^columns [0-9]+ load square .* 31.00$'
    check "exam 1, 2b: one turn" shows '^columns [0-9]+ load padded .* 0.00$'
}

# bats test_tags=slow
@test "exams: Monte Carlo's table is lab 4's, published numbers and limits are those of reference/" {
    local row value
    built lab04
    try build/quick/lab04 --only gpu_v1 --sizes 4096,262144 --seed 3 --samples 1 --min-time 0
    quoted $exams/en/exam2.md '<!-- ./lab04 --only gpu_v1 --sizes 4096,262144 --seed 3 -->' >"$scratch/rows"
    check "three lines" [ "$(wc -l <"$scratch/rows")" -eq 3 ]
    while IFS= read -r row; do check "lab 4 prints: $row" contains "$out" "$row"; done <"$scratch/rows"
    for value in 'tiles in shared memory:2980.3' '8 x 8 elements a thread:15971.7'; do
        check "published: $value" \
            grep -q "^lab03,${value%:*},RTX A6000,\"4096.*\",${value#*:},GFLOP/s" reference/published.csv
        check "in the exam: $value" grep -q -x -F "| ${value%:*} | ${value#*:} |" $exams/en/exam1.md
    done
    for value in 'RTX 4090:4217.6' 'CPU: Core i9-10940X:67.2'; do
        check "published: $value" grep -q "^lab06,resnet50,${value%:*},.*,${value##*:},images/s" reference/published.csv
        check "in the exam: $value" grep -q "^| ${value%:*} | .* | ${value##*:} |\$" $exams/en/exam2.md
    done
    out=$(awk -F, '$1 == "t4" || $1 == "h100" { printf "| %s | %s | %s | %s | %s |\n", $2, $3, $5, $8, $10 }' \
        reference/cards.csv)
    check "limits" [ "$(grep -c -x -F "$out" $exams/en/exam2.md)" -eq 2 ]
    check "exam 2, 6a" grep -q 'm = 196, .n = 256, .k = 2304' lab06_resnet_layers/shapes.h
}

@test "exams: what the keys compute follows from the numbers of the exams" {
    out=$(python3 - $exams/en/exam1_key.md $exams/en/exam2_key.md <<'PY'
import sys
first, second = (open(name).read().replace(",", "").replace("\n", " ") for name in sys.argv[1:])
n = 4194304
for text in (f"{12 * n} bytes", f"is {12 * n / .00302 / 1e9:.1f} GB/s", f"{4096 * 32 * 32} bytes",
             f"{2 * 32 * 4096 * 4} bytes",
             f"{2 * 32 * 32 * 4096} operations: {2 * 32 * 32 * 4096 // (2 * 32 * 4096 * 4)} per byte"):
    if text not in first: print("exam 1:", text)
n, copy = 1048576, 4 * 1048576 / 15.75e9
kernel = 8 * n / 320e9
for text in (f"= {3.146484375 * 1024:.0f}.", f"= {copy * 1e6:.0f} microseconds", f"= {20 * n / 8.14e12 * 1e6:.1f};",
             f"{kernel * 1e6:.1f}",
             f"{2e6 * copy:.1f} / {1e6 * (2 * copy + kernel):.1f} = {200 * copy / (2 * copy + kernel):.0f} %",
             f"= {4217.6 / 67.2:.1f}."):
    if text not in second: print("exam 2:", text)
PY
    )
    check "every number" [ -z "$out" ]
}

# bats test_tags=slow
@test "make exams: HTML and, where pandoc can, PDF, with a space for each answer and nothing from elsewhere" {
    command -v pandoc || skip "no pandoc here"
    bare_path
    ln -s "$(command -v pandoc)" "$bin" && ln -sf "$(command -v cp)" "$bin"
    try env PATH="$bin" sh handouts/build.sh \
        --of $exams "$scratch/out" exam1 exam2_key # without an engine: PDFs take long
    check "status 0" [ "$status" -eq 0 ]
    out=$(cat "$scratch/out/es/exam1.html")
    check "a space for each answer but that in the table" \
        [ "$(grep -c '<div class="answer' <<<"$out")" -eq "$(($(parts $exams/es/exam1.md | wc -l) - 1))" ]
    check "pictures" [ "$(grep -o '<img src="data:image/svg' <<<"$out" | wc -l)" -eq 2 ]
    check "style" contains "$out" ".answer {"
    check "nothing from outside" shows_no '<(script|link)|src="([^d]|d[^a])|url\('
    check "the sheets have no style of exams" [ -z "$(sh handouts/build.sh "$scratch/out" lab77 2>/dev/null)" ]
    exits 2 sh handouts/build.sh --of nowhere "$scratch/out"
    check "one line" one_line "$err"
}
