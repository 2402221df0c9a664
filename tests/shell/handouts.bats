#!/usr/bin/env bats
# The handouts against the kit and against each other: what a sheet names is there, every command in
# it runs, the hints are where the TODOs say, and the Spanish sheet says what the English one says.
# shellcheck disable=SC2013,SC2016,SC2030,SC2086,SC2031,SC2034,SC2154 # helpers.bash sets root, status, out and err

load helpers
load sheets

setup() {
    in_root
    programs=$root/build/quick
}

sheets="lab00 $labs" # sheet 0 comes before the labs
pages="errors history indexing network occupancy statistics worth_it"

# ---- what a sheet consists of ---------------------------------------------------------------

# Level and number of each heading.
headings() {
    awk '/^```/ { fenced = !fenced } !fenced && /^#/ { print $1, $1 == "#" ? ($3 ~ /^[0-9]/ ? $3 : "") : $2 }' "$1"
}

exercises() {
    sed -n -E 's/^## [0-9]+\. (Exercise|Ejercicio) ([0-9]\.[0-9]): .+/\2/p' "$1"
}

# How each section is built, in order: its items, table rows, paragraphs that begin bold, fences.
shape() {
    awk '/^```/ { fenced = !fenced; print }
        fenced { next }
        /^#/ { print $1 }
        /^!\[/ { print "picture" }
        /^- / { print "item" }
        /^[0-9]+\. / { print "question " $1 }
        /^\|/ { print "row" }
        /^\*\*/ { print "bold" }' "$1"
}

# Every number of each section, sorted; 1,024 and 1 024 are the same, and 0,5 in a Spanish table is 0.5.
numbers() {
    local comma='s/^$//'
    case $1 in */es/*) comma='/^[0-9]+ \|/s/([0-9]),([0-9])/\1.\2/g; s/(^|[^0-9])0,([0-9])/\10.\2/g' ;; esac
    awk 'BEGIN { section = 0 } /^## / { section = $2 } { print section " " $0 }' "$1" | sed -E "$comma" |
        sed -E ':a; s/([0-9])[, ]([0-9]{3})($|[^0-9])/\1\2\3/; ta' |
        awk '{ section = $1; $1 = ""
            while (match($0, /[0-9]+/)) {
                print section, substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH)
            } }' | sort
}

# The sheet without the lines that it quotes from a lab.
without_code() {
    awk '/^```/ { inside = inside ? "" : substr($0, 4) } inside != "c"' "$1"
}

# The commands for other machines: those of the blocks sh-gpu, sh-slurm, sh-colab and sh-windows, a
# command per line.
elsewhere() {
    awk '/^```/ { inside = inside ? "" : substr($0, 4); next } inside ~ /^sh-/' "$1" |
        sed -e ':a' -e '/\\$/{N;s/\\\n *//;ta' -e '}' -e 's/^!//; s/ && /\n/g'
}

sorted_code_words() {
    code_words "$1" | as_in_english | sort
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
    for lab in $sheets $pages steps audit manual rubric report; do
        check "handouts/en/$lab.md" [ -s "handouts/en/$lab.md" ]
    done
    out=$(diff <(cd handouts/en && ls) <(cd handouts/es && ls)) || true
    check "the same files" [ -z "$out" ]
    check "no others" \
        [ "$(find handouts/en -type f | wc -l)" -eq "$(wc -w <<<"$sheets $pages steps audit manual rubric report")" ]
}

# bats test_tags=slow
@test "handouts: both languages have the same sections, exercises, items, commands, names, numbers" {
    local lab
    for lab in $sheets; do
        same headings headings "$lab.md"
        [ "$lab" = lab00 ] || same exercises exercises "$lab.md"
        [ "$lab" != lab00 ] || same "commands for other machines" elsewhere "$lab.md"
        same shape shape "$lab.md"
        same commands blocks sh "$lab.md"
        [ "$lab" = lab00 ] || same "lines of the lab" blocks c "$lab.md"
        same numbers numbers "$lab.md"
        same "words in backticks" sorted_code_words "$lab.md"
    done
    same headings headings audit.md
    same "lines in fences" fenced audit.md
    same headings headings rubric.md
    same shape shape rubric.md
    same numbers numbers rubric.md
    for lab in $pages steps manual; do
        same headings headings "$lab.md"
        same shape shape "$lab.md"
        same numbers numbers "$lab.md"
        same "words in backticks" sorted_code_words "$lab.md"
        same "lines in fences" fenced "$lab.md"
    done
}

# All that stands in fences, and the lines around them.
fenced() {
    echo fenced # a page may have none
    awk '/^```/ { inside = !inside; print; next } inside' "$1" | as_in_english
}

# Each page tells what it teaches, how long it takes, and asks three questions whose answers it has.
complete() {
    local sheet=$1
    grep -q -E '^\*\*(You will learn|Aprenderá)\*\*' "$sheet" &&
        grep -q -E '\*\*(Time|Tiempo)\*\*: [0-9]+ minut' "$sheet" &&
        [ "$(awk '/^## / { on = !/(for the report|para el informe)$/ } on' "$sheet" |
        grep -c -E '^[1-3]\. ')" -eq 6 ] &&
        [ "$(grep -c -E '^</?details>' "$sheet")" -eq 2 ] &&
        grep -q -E '(worked example|ejemplo resuelto)' "$sheet"
}

@test "handouts: a page has goals, a time, a worked example, three questions and their answers" {
    local page language
    for page in $pages; do
        for language in en es; do
            check "handouts/$language/$page.md is complete" complete "handouts/$language/$page.md"
        done
    done
    sed '/^3\. /d' handouts/en/errors.md >"$scratch/page.md"
    check "rejected: two questions" incomplete "$scratch/page.md"
    sed 's/Time/When/' handouts/en/errors.md >"$scratch/page.md"
    check "rejected: no time" incomplete "$scratch/page.md"
}

incomplete() {
    ! complete "$1"
}

# What a lab's sheet has besides: told in tests/shell/handouts.bats, so that a sheet without it is refused.
# lab_complete <en or es> <sheet of a lab>: goals, time, the marks of the rubric, a picture, a worked
# example, three folded hints for each exercise, the two tools, 4 to 7 questions, where to read on.
lab_complete() {
    local words sheet=$2 word exercises
    case $1 in
    en)
        words='**You will learn** to|**You need** |**A worked example.**'
        words+='|Hint 1: a question|Hint 2: a plan|Hint 3: the shape of the code'
        ;;
    es)
        words='**Aprenderá** a|**Necesita** |**Un ejemplo resuelto.**'
        words+='|Pista 1: una pregunta|Pista 2: un plan|Pista 3: la forma del código'
        ;;
    esac
    exercises=$(exercises "$sheet" | wc -l)
    while read -r word; do
        case $word in
        Hint* | Pista*) [ "$(grep -c -x -F "<summary>$word</summary>" "$sheet")" -eq "$exercises" ] ;;
        *) grep -q -F -e "$word" "$sheet" ;;
        esac || { out="$sheet: no '$word'" && return 1; }
    done < <(tr '|' '\n' <<<"$words")
    grep -q -E '^\*\*(Time|Tiempo)\*\*: [0-9]+ minut[a-z]*: ' "$sheet" && minutes_add_up "$sheet" &&
        [ "$(marks "$sheet")" = "$(marks_of_rubric "$(exercises "$sheet")")" ] &&
        grep -q '^!\[' "$sheet" &&
        grep -q -E '^## .*`make check(0[0-9])?`.*`make traffic(0[0-9])?`' "$sheet" &&
        [[ "$(questions "$sheet")" =~ ^[4-7]$ ]] &&
        grep -q -E '^## [0-9]+\. .*(read on|saber más)' "$sheet" &&
        [ "$(grep -c '^<details>$' "$sheet")" -eq "$(grep -c '^</details>$' "$sheet")" ]
}

# The marks of a sheet, "1.1 4" per line, and those of the rubric for these exercises.
marks() {
    sed -n -E 's/^\*\*(Marks|Puntos)\*\*: //p' "$1" | grep -o -E '[0-9]\.[0-9]: [0-9]+' | tr -d :
}
marks_of_rubric() {
    local exercise
    for exercise in $1; do
        awk -F , -v name="ex${exercise/./}" -v as="$exercise" '$1 == name { print as, $2 }' solutions/rubric.csv
    done
}

# The minutes of the parts are those of the whole: "**Time**: 120 minutes: reading 25, ...", and in
# Spanish "**Tiempo**: 120 minutos: lectura, 25; ...".
minutes_add_up() {
    awk '/^\*\*(Time|Tiempo)\*\*/ { on = 1 } on && /^ *$/ { exit } on { text = text " " $0 }
        END { n = split(text, parts, text ~ /;/ ? ";" : ","); split(parts[1], head, ":"); all = head[2] + 0
            parts[1] = head[3]
            for (i = 1; i <= n; i++)
                if (match(parts[i], /[0-9]+( minut[a-z]*)?\.? *$/)) sum += substr(parts[i], RSTART) + 0
            exit !(all > 0 && sum == all) }' "$1"
}

questions() { # how many questions the section for the report asks
    awk '/^## / { on = /(Questions for the report|Preguntas para el informe)/ }
        on && /^[0-9]+\. / { n++ } END { print n + 0 }' "$1"
}

@test "handouts: a lab's sheet has goals, time, the rubric's marks, an example, hints, tools, questions" {
    local lab language
    for lab in $labs; do
        for language in en es; do
            out=''
            check "handouts/$language/$lab.md is complete" lab_complete $language "handouts/$language/$lab.md"
        done
    done
    sheet_without() {
        sed "$1" handouts/en/lab01.md >"$scratch/lab01.md"
        check "rejected: $1" lab_incomplete en "$scratch/lab01.md"
    }
    for out in 's/1\.1: 4/1.1: 5/' '/Hint 2/d' 's/minutes: reading [0-9]*/minutes: reading 7/' '/^!\[/d' \
        's/worked example/example/' '/^## .*make traffic/d' '/^[2-9]\. /d'; do
        sheet_without "$out"
    done
}

lab_incomplete() {
    ! lab_complete "$@"
}

sheets_and_pages() {
    find handouts/en handouts/es -name '*.md' ! -name report.md | sort
}

@test "handouts: the sections are counted from 1 without a gap, no line is over 100 columns" {
    local pages_there
    mapfile -t pages_there < <(sheets_and_pages)
    out=$(awk 'FNR == 1 { n = fenced = 0 } /^```/ { fenced = !fenced }
        !fenced && /^## / && $2 != ++n "." { print FILENAME ": " $0 }' "${pages_there[@]}")
    check "every ## has the next number" [ -z "$out" ]
    out=$(LC_ALL=C.UTF-8 grep -n -E '.{101}' "${pages_there[@]}" | grep -v -E '^[^:]*:[0-9]+:([|]|!\[)') || true
    check "no long line, but in tables and pictures" [ -z "$out" ]
}

# ---- the sheets and the kit -----------------------------------------------------------------

@test "handouts: every TODO(x.y) finds exercise x.y in the section that it names, in both languages" {
    local file lab exercise section language
    for file in $(for lab in $labs; do grep -l '// TODO' "$lab"_*/*.cu; done); do
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
        exits 0 "$programs/$lab" --help
        out=$(grep -o 'gpu_ex[0-9]*' <<<"$out" | sed -E 's/gpu_ex(.)(.)/\1.\2/' | sort -u)
        check "$lab: exercises" [ "$out" = "$(exercises "handouts/en/$lab.md")" ]
    done
}

# bats test_tags=slow
@test "handouts: every command runs" {
    local sheet words ran=0 line
    while read -r line; do
        mapfile -t words < <(xargs -n 1 printf '%s\n' <<<"$line") # with its quotes
        words=("${words[@]/#REFERENCE=*/REFERENCE=nvidia_h200}") # in place of what somebody has put there
        words=("${words[@]/#PICTURE=*/PICTURE=README.md}")
        ran=$((ran + 1))
        case ${words[0]} in
        make) try make -n DEVICE=cpu "${words[@]:1}" && check "${words[*]}" [ "$status" -eq 0 ] ;;
        ./setup.sh) try sh "${words[@]}" --help && check "${words[*]}" [ "$status" -eq 0 ] ;;
        ./*)
            # Status 1: an exercise is wrong, as ex33 is on purpose. Bad usage is 2.
            local shorter=(--quick --samples 1)
            case ${words[*]} in *resnet50*) shorter+=(--only gpu_ex63) ;; esac # tests/long/ runs it whole
            [[ ${words[*]} == *--picture* ]] || cd "$programs" || return # a picture lies in the kit
            try timeout 300 "$programs/${words[0]}" "${words[@]:1}" "${shorter[@]}" && cd "$root" || return
            check "${words[*]}: status 0 or 1" [ "$status" -le 1 ]
            case ${words[*]} in *--help* | *--compare*) continue ;; esac
            check "${words[*]}: a table" shows '^ *([0-9 ]+ )?gpu_[a-z0-9]+ +(ok|todo|WRONG) '
            ;;
        .venv/bin/python) check "${words[1]} is there" [ -f "${words[1]}" ] ;; # tests/long/audit.bats runs it
        *) check "make or a program: ${words[*]}" false ;;
        esac
    done < <(commands_of_the_sheets)
    check "12 commands were found or more, not $ran" [ $ran -ge 12 ]
}

# bats test_tags=slow
@test "handouts: commands for other machines name programs, options, versions and kernels that exist" {
    local command ran=0
    while read -r command; do
        ran=$((ran + 1))
        elsewhere_holds "$command"
    done < <(elsewhere handouts/en/lab00.md && elsewhere handouts/en/errors.md)
    check "20 were found or more, not $ran" [ $ran -ge 20 ]
    for command in '#SBATCH --gras=gpu:1' 'make lab77' './lab01 --swep' './lab01 --only gpu_ex77' \
        'ncu -k regex:vector_dad ./lab01' 'ncu -z 3 ./lab01' 'squeue --mine' 'sudo reboot'; do
        check "rejected: $command" rejects "$command"
    done
}

rejects() {
    ! elsewhere_holds "$1" >/dev/null
}

# Reports of the tools name a lab's file without its folder.
is_there() {
    [ -f "$1" ] || compgen -G "lab[0-9][0-9]_*/$1" >/dev/null
}

# bats test_tags=slow
@test "handouts: every file and every version that is named exists" {
    local sheet lab name
    for sheet in $(sheets_and_pages); do
        lab=$(basename "$sheet" .md)
        # sheet 0 and pages speak of all of them
        case $lab in lab0[1-9] | lab[1-9][0-9]) ;; *) lab='lab[0-9][0-9]' ;; esac
        for name in $(without_code "$sheet" | sed -E 's/\]\([^)]*\)//g; s|results/[a-z0-9._]*||g' |
            grep -o -E '[A-Za-z0-9_./-]+\.(cu|cuh|h|c|md|sh|gp|bats)\b'); do
            case $name in
            *saxpy.cu | my.cu | more.cu) continue ;; # the reader writes it
            cuda_*.h | cublas_v2.h | stdio.h) continue ;; # of CUDA and C
            esac
            check "$sheet: $name" is_there "$name"
        done
        for name in $(code_words "$sheet" | grep -o -E '\b((cpu|gpu)_[a-z0-9]+|v1|ex[0-9]+)\b' |
            grep -v -x cpu_device); do
            check "$sheet: version $name" grep -q -E "\"(gpu_)?$name\"" $lab_*/$lab.cu
        done
        for name in $(code_words "$sheet" | grep -x -E '[a-z]+_[a-z]+' | grep -v -E '^[cg]pu_'); do
            check "$sheet: function $name" grep -q -E "\b$name\(|\"$name\"" $lab_*/*.cu $lab_*/*.h peers/*.py
        done
    done
}

# quoted_from <sheet> <source>: the lines of every block of C stand there, in this order.
quoted_from() {
    local block
    rm -f "$scratch"/block.*
    awk -v to="$scratch/block." '
        /^```/ { inside = inside ? "" : substr($0, 4); blocks += inside == "c"; next }
        inside == "c" && NF { sub(/^ */, ""); print >(to blocks) }' "$1"
    for block in "$scratch"/block.*; do
        [ -f "$block" ] || continue
        out=$(sed 's/^ *//' "$2" | grep -n -x -F -f "$block" | sed 's/^[0-9]*://') || true
        contains "$out" "$(cat "$block")" || return
    done
}

misquoted_from() {
    ! quoted_from "$@"
}

@test "handouts: every line of C that is quoted stands so in its program, in this order" {
    local sheet lab quoted=0
    for sheet in $(sheets_and_pages); do
        lab=$(basename "$sheet" .md)
        grep -q '^```c$' "$sheet" || continue
        quoted=$((quoted + 1))
        case $lab in
        lab00) cat handouts/examples/whole_program.cu handouts/examples/cpp.cu >"$scratch/source" ;;
        lab*) cat "$lab"_*/*.cu "$lab"_*/*.h common/engine/*.cu >"$scratch/source" ;;
        occupancy) cat handouts/examples/constant.cu handouts/examples/managed.cu >"$scratch/source" ;;
        *) cat "handouts/examples/$lab.cu" >"$scratch/source" ;;
        esac
        check "$sheet" quoted_from "$sheet" "$scratch/source"
    done
    check "12 sheets and pages quote, or more, not $quoted" [ $quoted -ge 12 ]
    sed 's/exit(1)/exit(2)/' handouts/en/errors.md >"$scratch/page.md"
    check "rejected: another line" misquoted_from "$scratch/page.md" handouts/examples/errors.cu
}

# bats test_tags=slow
@test "handouts: what the lab prints, says the sheet, the lab does print" {
    local lab language said rows
    for lab in $sheets; do
        for language in en es; do
            try env REPORT_LANG=$language "$programs/${lab/lab00/lab03}" --quick
            rows=0
            # On a busy machine a quick run has nothing IMPOSSIBLE to show, on a quiet one no doubt.
            out=$out$(cat common/engine/report.c common/engine/spanish.c "${lab/lab00/lab03}"_*/spanish.c)
            while read -r said; do
                rows=$((rows + 1))
                check "$lab prints '$said'" contains "$out" "$said"
            done < <(awk '/^\| (the lab prints|el lab muestra)/ { on = 1 } /^$/ { on = 0 } on' \
                "handouts/$language/$lab.md" |
                sed -n -E 's/^\| `([^`]*)` \|.*/\1/p')
            check "$lab, $language: rows were found" [ $rows -ge 3 ]
        done
    done
}

# bats test_tags=slow
@test "handouts: the programs of the pages print what the pages say" {
    local page quoted=0
    for page in $pages; do
        [ -f "handouts/examples/$page.cu" ] || continue
        quoted=$((quoted + 1))
        exits 0 make -s --no-print-directory QUICK=1 run "FILE=handouts/examples/$page.cu"
        check "$page: as quoted" contains "$(blocks text "handouts/en/$page.md")" "$out"
    done
    check "two programs" [ $quoted -eq 2 ]
    try make -s --no-print-directory QUICK=1 check FILE=handouts/examples/errors.cu
    check "a finding" [ "$status" -ne 0 ]
    check "as quoted" contains "$out" "$(blocks text handouts/en/errors.md | tail -n 2)"
}

# bats test_tags=slow
@test "handouts: constant and managed memory run; without the synchronize, the bug finder says what the page says" {
    local name
    for name in constant managed; do
        exits 0 make -s --no-print-directory QUICK=1 run "FILE=handouts/examples/$name.cu"
        exits 0 make -s --no-print-directory QUICK=1 check "FILE=handouts/examples/$name.cu"
    done
    sed '/cudaDeviceSynchronize/d' handouts/examples/managed.cu >"$scratch/early.cu"
    try make -s --no-print-directory QUICK=1 check "FILE=$scratch/early.cu"
    check "a finding" [ "$status" -ne 0 ]
    for name in "$out$err" "$(<handouts/en/occupancy.md)"; do
        check "as quoted" contains "$name" "missing synchronize: kernel twice"
    done
    try env REPORT_LANG=es make -s --no-print-directory QUICK=1 check "FILE=$scratch/early.cu"
    for name in "$out$err" "$(<handouts/es/occupancy.md)"; do
        check "as quoted in Spanish" contains "$name" "falta sincronizar: kernel twice"
    done
}

# ---- the instructor's guide ------------------------------------------------------------------

# answers <guide> <lab's number>: how many questions for the report it answers.
answers() {
    awk -v lab="$2" '/^## / { on = $0 ~ "^## Lab " lab ":"; list = 0 } /^### / { list = /(report|informe)$/ }
        on && list && /^[0-9]+\. / { n++ } END { print n + 0 }' "$1"
}

@test "guide: both languages say the same, and every question for the report has its answer" {
    local i language
    for language in en es; do # sections by their lab's number
        sed -E '/^## /s/[^0-9#]+/ /g; s/^## *$/## 99/' solutions/guide_$language.md >"$scratch/guide_$language"
    done
    sed -i -E 's/([0-9]),([0-9])/\1.\2/g; s|handouts/es|handouts/en|g' "$scratch/guide_es" # 0,5
    for i in shape numbers sorted_code_words; do
        $i "$scratch/guide_en" >"$scratch/en"
        $i "$scratch/guide_es" >"$scratch/es"
        out=$(diff "$scratch/en" "$scratch/es") || true
        check "the same $i in en and es" [ -z "$out" ]
    done
    for i in 1 2 3 4 5 6; do
        for language in en es; do
            check "guide_$language.md, lab $i" \
                [ "$(answers solutions/guide_$language.md $i)" -eq "$(questions "handouts/$language/lab0$i.md")" ]
            check "guide_$language.md, lab $i: the rubric's points" \
                contains "$(sed -n "/^## Lab $i:/,/^### /p" solutions/guide_$language.md)" \
                "$(marks "handouts/$language/lab0$i.md" | head -n 1 | sed 's/ /: /')"
        done
    done
    sed '/^6\. /d' solutions/guide_en.md >"$scratch/guide.md"
    check "found: a question without an answer" [ "$(answers "$scratch/guide.md" 1)" -eq 5 ]
}

# of_the_evening <guide>: those of the evening of grading.
of_the_evening() {
    sed -n '/^## \(An evening of grading\|Una noche de corrección\)$/,/^## /p' "$1" | sed -n '/^```/,/^```/p' |
        grep -v '^```'
}

# bats test_tags=slow
@test "guide: the evening of grading has ten commands at most, the same in both languages, and make knows each" {
    local command
    of_the_evening solutions/guide_en.md >"$scratch/en"
    check "some, and not too many" [ "$(wc -l <"$scratch/en")" -ge 6 ] && [ "$(wc -l <"$scratch/en")" -le 10 ]
    check "the same" [ "$(of_the_evening solutions/guide_es.md)" = "$(cat "$scratch/en")" ]
    for command in LABS=03 CHECK=1 ACCEPT= RULE= REASON= GRADEBOOK=; do
        check "$command is one of them" grep -q " $command" "$scratch/en"
    done
    while IFS= read -r command; do
        [[ $command == make* ]] || continue
        exits 0 bash -c "${command/make/make -n DEVICE=cpu --no-print-directory}"
        for word in ACCEPT RULE REASON GRADEBOOK; do
            [[ $command != *" $word="* ]] || check "$command: $word arrives" contains "$out" " $word='"
        done
    done <"$scratch/en"
    for command in ./setup.sh xdg-open; do check "$command" grep -q "^$command " "$scratch/en"; done
}

# plan <guide> <lab's number>: the minutes of its two plans, and the numbers of their slides.
plan() {
    awk -F '|' -v lab="$2" \
        '/^## / { on = $0 ~ "^## (Lab|Sheet|Hoja) " lab ":" } on && /^\| [-0-9]+ \| [0-9]+ \|/ && $2 != 45 {
            short += $2; long += $3
            if (!match($5, /(slides?|diapositivas?) [0-9a-z, ]+/)) next
            n = split(substr($5, RSTART, RLENGTH), word, /[ ,]+/)
            for (i = 2; i <= n; i++)
                if (word[i] ~ /^[0-9]+$/) {
                    for (k = upto ? last + 1 : word[i]; k <= word[i]; k++) list = list " " k
                    last = word[i]; upto = 0 }
                else upto = word[i] ~ /^(to|a)$/
        } END { print short + 0, long + 0 ":" list }' "$1"
}

@test "guide: the plans take 45 and 90 minutes, and show every slide once" {
    local i language deck
    for language in en es; do
        for i in 0 1 2 3 4 5 6; do
            deck=solutions/slides/$language/lab0$i.md
            [ ! -f "$deck" ] ||
                check "guide_$language.md, $i" \
                [ "$(plan solutions/guide_$language.md $i)" = \
                    "45 90: $(seq -s ' ' 2 $(($(grep -c '^## ' "$deck") + 1)))" ]
        done
    done
    sed -E 's/^\| 4 \| 8 \| the kernel/| 5 | 8 | the kernel/; s/slides 6 to 8/slides 6 to 7/' solutions/guide_en.md \
        >"$scratch/guide.md"
    check "found: a minute more, and no slide 8" \
        [ "$(plan "$scratch/guide.md" 1)" = "46 90: 2 3 4 5 6 7 9 10 11 12 13 14 15" ]
}

# note_minutes <guide> <lab's number> <deck>: rows of the short plan whose notes need more minutes than it gives.
note_minutes() {
    awk -F '|' -v lab="$2" 'NR == FNR { if (/^## /) slide++; if (/^[0-9]+ minut/) note[slide + 1] = $1 + 0; next }
        /^## / { on = $0 ~ "^## (Lab|Sheet|Hoja) " lab ":" }
        on && /^\| [0-9]+ \| [0-9]+ \|/ && $2 != 45 &&
                match($5, /(slides?|diapositivas?) [0-9]+( (to|a|and|y) [0-9]+)?/) {
            n = split(substr($5, RSTART, RLENGTH), word, " ")
            for (i = word[2]; i <= word[n]; i++) { need += note[i]; if (!note[i]) print "no minutes: slide " i }
            if (need > $2) print $4 ":" need " minutes"
            need = 0
        }' "$3" "$1"
}

@test "slides: their notes need no more minutes than the plan of 45 gives them" {
    local deck language lab
    for deck in solutions/slides/*/lab0?.md; do
        language=$(basename "$(dirname "$deck")") lab=${deck%.md}
        out=$(note_minutes solutions/guide_$language.md "${lab: -1}" "$deck")
        check "$deck" [ -z "$out" ]
    done
    sed 's/^4 minutes, one key/5 minutes, one key/' solutions/slides/en/lab02.md >"$scratch/deck.md"
    check "found: a minute more" \
        [ "$(note_minutes solutions/guide_en.md 2 "$scratch/deck.md")" = " the kernel; a step on paper :10 minutes" ]
}

# bats test_tags=slow
@test "guide: every command runs that it tells to type" {
    local words ran=0
    while read -r -a words; do
        ran=$((ran + 1))
        elsewhere_holds "${words[*]}"
    done < <(code_words solutions/guide_en.md | grep -E '^(make |\./)' | sed 's/ && /\n/g' | sort -u)
    check "20 were found or more, not $ran" [ $ran -ge 20 ]
}

# ---- pictures --------------------------------------------------------------------------------

# The pictures of a sheet: grid_en.svg, ...
pictures_of() {
    sed -n -E 's|^!\[.+\]\(\.\./pictures/([a-z0-9_]+\.svg)\)$|\1|p' "$1"
}

@test "handouts: every link leads to a sheet of the same language, and sheet 0 to every page" {
    local sheet name
    for sheet in $(sheets_and_pages); do
        for name in $(awk '/^```/ { fenced = !fenced } !fenced' "$sheet" | grep -o -E '\]\([^):]+\)' | tr -d '](' |
            tr -d ')' | grep -v '^\.\./pictures/'); do
            check "$sheet: $name" [ -f "$(dirname "$sheet")/$name" ]
        done
    done
    for name in $pages; do
        for sheet in handouts/e[ns]/lab00.md; do
            check "$sheet leads to $name" grep -q -F "]($name.md)" "$sheet"
        done
        check "README.md names $name.md" grep -q -F "\`$name.md\`" README.md
    done
}

# ---- README and the manual --------------------------------------------------------------------

# links_of <README>: the targets of its links, outside of fences.
links_of() {
    awk '/^```/ { fenced = !fenced } !fenced' "$1" | grep -o -E '\]\([^)]*\)' | sed 's/^](//; s/)$//'
}

# well_linked <README>: each link is a file of the kit or an address by https; each work to read on has its
# author, its title as a link, and what it is for.
well_linked() {
    local link
    while read -r link; do
        case $link in
        https://*) grep -q -x -E 'https://[a-z0-9.-]+\.[a-z]+/[A-Za-z0-9._/-]*' <<<"$link" ;;
        *) [ -f "$link" ] ;;
        esac || { out="$1: $link" && return 1; }
    done < <(links_of "$1")
    out=$(awk '/^## / { on = /read on/; next } /^$/ { next } on && /^- / { print work; work = $0; next }
        on && /^  / { work = work " " $0; next } { print work; work = "" } END { print work }' "$1" | grep .)
    [ "$(wc -l <<<"$out")" -ge 5 ] &&
        ! grep -q -v -E '^- [A-Z][^[]+, \[[^]]{8,}\]\(https://[^)]+\): .{20,}\.$' <<<"$out"
}

badly_linked() {
    ! well_linked "$1"
}

@test "README: at most 170 lines, links that lead somewhere, works with author, title and what for" {
    check "its length" [ "$(wc -l <README.md)" -le 170 ]
    check "links" well_linked README.md
    check "both manuals" [ "$(links_of README.md | grep -c '^handouts/e[ns]/manual.md$')" -eq 2 ]
    check "the guide in both languages" [ "$(links_of README.md | grep -c '^solutions/guide_e[ns].md$')" -eq 2 ]
    local change
    for change in 's,https://github.com/srush,http://github.com/srush,' 's,lab00.md),lab77.md),' 's/^- S. Rush, /- /' \
        's/: small tasks.*$/:/; /^  they inspired/d' 's/\[GPU Puzzles\]/[here]/'; do
        sed "$change" README.md >"$scratch/README.md"
        check "changed: $change" [ -n "$(diff README.md "$scratch/README.md")" ]
        check "rejected: $change" badly_linked "$scratch/README.md"
    done
}

# What --help lists, and what the tables of the manual name.
@test "manual: every option of a lab, every column of its CSV, every exit status" {
    local language option
    try "$programs/lab06" --quick --samples 1 --min-time 0 --only cpu_serial --csv "$scratch/lab06.csv"
    out=$(grep -v '^#' "$scratch/lab06.csv" | head -n 1)
    for language in en es; do
        check "$language: the columns" \
            contains "$(blocks text handouts/$language/manual.md | tr -d '\n')" "${out%%,bound_ms*},bound_ms"
    done
    try "$programs/lab06" --help
    for option in $(grep -o -E '^ +--[a-z-]+' <<<"$out" | grep -v -E -e '--(help|network)'); do
        for language in en es; do
            check "$language: $option" contains "$(sed -n '/^## 2/,/^## 3/p' handouts/$language/manual.md)" "\`$option"
        done
    done
    option=$(sed -n 's/^exit status: //p' <<<"$out" | grep -o -E '(^| )[0-9]' | tr -d ' ' | xargs | sed 's/ / | /g')
    check "the statuses of --help, $option" grep -q -F "| program | $option |" handouts/en/manual.md
}

# bats test_tags=slow
@test "pictures: each sheet shows those of its language, with words for those who cannot see them" {
    local sheet language picture
    for sheet in $(sheets_and_pages); do
        language=$(basename "$(dirname "$sheet")")
        check "$sheet: every picture has words and a file" \
            [ "$(grep -c '!\[' "$sheet")" = "$(pictures_of "$sheet" | wc -l)" ]
        for picture in $(pictures_of "$sheet"); do
            check "$sheet: $picture" [ -s "handouts/pictures/$picture" ]
            check "$sheet: $picture is in its language" [ "${picture%_"$language".svg}" != "$picture" ]
        done
        pictures_of "$sheet" >>"$scratch/shown"
    done
    out=$(diff <(sort -u "$scratch/shown") <(cd handouts/pictures && ls -- *.svg)) || true
    check "every picture is shown somewhere, in both languages" [ -z "$out" ]
}

@test "pictures: what is committed is what draw.sh makes of the sources; --check finds what is not" {
    local picture
    try sh handouts/pictures/draw.sh --check
    check "up to date" [ "$status$out$err" = 0 ]
    for picture in handouts/pictures/*.svg; do
        check "$picture: both words were there" [ -z "$(sed '/<style>/,/<.style>/d' "$picture" | grep '[{|}]')" ]
        ! command -v xmllint >/dev/null || check "$picture: XML" xmllint --noout "$picture"
        check "$picture: 700 wide" grep -q 'viewBox="0 0 700 ' "$picture"
        check "$picture: on white" grep -q 'height="100%" fill="#ffffff"' "$picture"
        check "$picture: nothing from outside" [ -z "$(grep -o -E '(href|src)="[^#]|@import' "$picture")" ]
    done
    mkdir -p "$scratch"/common/tools "$scratch"/handouts/pictures/source
    cp common/tools/scratch.sh "$scratch/common/tools"
    cp handouts/pictures/draw.sh "$scratch/handouts/pictures"
    cp handouts/pictures/{grid,sectors}_e?.svg "$scratch/handouts/pictures"
    cp handouts/pictures/source/{look,grid,sectors}.svg "$scratch/handouts/pictures/source"
    cd "$scratch" || return
    sed -i 's/{threads|hilos}/{threads|filos}/' handouts/pictures/source/sectors.svg
    exits 1 sh handouts/pictures/draw.sh --check
    check "the one that changed" contains "$out" "pictures/sectors_es.svg is out of date: make handouts"
    check "no other" [ "$(wc -l <<<"$out")" -eq 1 ]
    try sh handouts/pictures/draw.sh
    try sh handouts/pictures/draw.sh --check
    check "fixed" [ "$status$out" = 0 ]
    exits 2 sh handouts/pictures/draw.sh --chekc
    check "one line" one_line "$err"
}

# ---- numbers from reference/ -----------------------------------------------------------------

@test "numbers: every lab's sheets have a place for them, and are up to date with reference/" {
    local lab language
    for lab in $labs; do
        for language in en es; do
            check "handouts/$language/$lab.md" grep -q -x "<!-- reference $lab -->" "handouts/$language/$lab.md"
        done
    done
    exits 0 sh handouts/numbers.sh --check # up to date
    check "nothing to say" [ -z "$out$err" ]
}

# some_sheets: a copy of what numbers.sh reads and writes, with these sheets.
some_sheets() {
    local language
    mkdir -p "$scratch"/handouts/e{n,s} "$scratch/common"
    cp handouts/*.sh handouts/*.awk "$scratch/handouts"
    cp -r common/tools common/figures "$scratch/common"
    for language in en es; do
        cp "${@/#/handouts/$language/}" "$scratch/handouts/$language"
    done
}

# measured <lab> <rows of version,method,size,median,rate,share,verdict>: a reference of an invented
# GPU, in a copy of the sheets. The rate stands in a column of the lab's own, the last.
measured() {
    mkdir -p "$scratch/reference/nvidia_x"
    cp reference/cards.csv "$scratch/reference"
    if [ ! -d "$scratch/handouts" ]; then
        some_sheets lab02.md "$1.md"
        sh "$scratch/handouts/numbers.sh" >"$scratch/none" # no GPU is measured in this copy yet
    fi
    cd "$scratch" || return
    {
        printf '# kit: 0.1\n# date: 2031-02-03T04:05:06+0000\n# device: NVIDIA X\n# cpu: Y\n# threads: 8\n'
        printf '# rate: gsamples_s Gsample/s\n# breaks even: gpu_v1 sync 32\n'
        printf '# breaks even: gpu_v1 with_transfers 16777216\n'
        printf '%s,' lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms
        echo gflops,gbs,pct_ceiling,verdict,doubt,bound_ms,gsamples_s
        awk -F , -v lab="$1" '{ printf "%s,d,%s,%s,float32,%s,0,0,0,10,%s,%s,%s,%s,%s,%s,%s,,,%s\n",
            lab, $1, $2, $3, $4, $4 * 0.9, $4 * 1.1, $5, $5, $6, $7, $5 }'
    } >"reference/nvidia_x/$1.csv"
}

some_numbers() {
    measured "$1" <<'END'
cpu_serial,wall,32,1,5,,ok
cpu_openmp,wall,32,0.5,10,,ok
gpu_v1,sync,32,0.25,20,40,ok
gpu_v1,with_transfers,32,2,3,,ok
gpu_v1,no_sync,16777216,0.004,99999,,impossible
gpu_v1,sync,16777216,2,500,51,ok
gpu_v1,with_transfers,16777216,40,25,,ok
gpu_ex11,sync,16777216,0.001,777777,3000,impossible
cpu_serial,wall,16777216,100,10,,ok
cpu_openmp,wall,16777216,50,20,,ok
END
}

# bats test_tags=slow
@test "numbers: bounds of cards come from reference/cards.csv; without its columns nothing changes" {
    some_sheets worth_it.md lab02.md
    cp -r reference "$scratch"
    cd "$scratch" || return
    echo 'x,Card X,1,1,1,1,1,1000,1,10,nowhere' >>reference/cards.csv
    exits 0 sh handouts/numbers.sh
    check "100 / 10, 400 / 10 and so on" grep -q -x -F \
        '| Card X | 10 | 1 000 | 10,0 | 41 | 100 | 401 |' handouts/es/worth_it.md
    same shape shape worth_it.md
    cp -r handouts before
    sed -i 's/bus_gbs/bus/' reference/cards.csv
    exits 1 sh handouts/numbers.sh
    check "one line" one_line "$err"
    check "names it" contains "$err" "reference/cards.csv: must have the columns card, bus_gbs"
    rm reference/cards.csv
    try sh handouts/numbers.sh
    check "without a list nothing changes" [ "$status$out$err" = 0 ]
    check "no sheet has changed" diff -r before handouts
}

@test "numbers: an invented reference: device, date, what was right, speed-ups, both languages" {
    some_numbers lab01
    exits 0 sh handouts/numbers.sh
    check "both sheets" [ "$(wc -l <<<"$out")" -eq 2 ]
    out=$(cat handouts/en/lab01.md)
    check "whose, when, at which size" contains "$out" \
        "Measured on NVIDIA X, Y with 8 threads, 2031-02-03; size 16 777 216; medians."
    check "cpu_serial" contains "$out" "| cpu_serial | 100 | [90.0, 110] | 10.0 | - | 1.00 | - | - | - |"
    check "gpu_v1" contains "$out" "| gpu_v1 | 2.00 | [1.80, 2.20] | 500 | 51.0 | 50.0 | 2.50 | 25.0 | 1.25 |"
    check "the pitfall" contains "$out" "gpu_v1 seemed to take 0.0040 ms, not 2.00 ms."
    check "from where on" contains "$out" "all cores: 32 (kernel only), 16 777 216 (+copies)"
    check "what is impossible is no number" shows_no '777777|777 777|gpu_ex11 \|'
    check "the sentence without numbers is gone" lacks "$out" "No reference measurements"
    check "other labs have none" grep -q "No reference measurements" handouts/en/lab02.md
    check "in Spanish" grep -q "Medido en NVIDIA X, Y con 8 hilos, 2031-02-03; tamaño 16 777 216" handouts/es/lab01.md
    check "with decimal commas" grep -q -F '| gpu_v1 | 2,00 | [1,80; 2,20] |' handouts/es/lab01.md
    same shape shape lab01.md
    same numbers numbers lab01.md
}

@test "numbers: --check finds every sheet that is out of date; the next run fixes it" {
    some_numbers lab04
    cp -r handouts before
    exits 1 sh handouts/numbers.sh --check
    check "both are named" [ "$(grep -c 'lab04.md is out of date: make handouts' <<<"$out")" -eq 2 ]
    check "nothing was changed" diff -r before handouts
    sh handouts/numbers.sh
    try sh handouts/numbers.sh
    check "a second run has nothing to do" [ "$status$out$err" = 0 ]
    sed -i 's/| gpu_v1 | 2,00/| gpu_v1 | 1,00/' handouts/es/lab04.md
    exits 1 sh handouts/numbers.sh --check # a number changed by hand
    rm -r reference/nvidia_x
    try sh handouts/numbers.sh
    check "without numbers as it was before" diff -r before handouts
}

# bats test_tags=slow
@test "numbers: files that hold no GPU's measurements are refused by name, and no sheet changes" {
    some_numbers lab01
    cp -r handouts before
    sed -i 's/^# device: .*/# device: CPU device, 2 threads/' reference/nvidia_x/lab01.csv
    exits 1 sh handouts/numbers.sh
    check "one line" one_line "$err"
    check "names it" contains "$err" "reference/nvidia_x/lab01.csv"
    echo 'a,b,c' >reference/nvidia_x/lab01.csv
    exits 1 sh handouts/numbers.sh
    printf '\0\377\n' >reference/nvidia_x/lab01.csv
    exits 1 sh handouts/numbers.sh
    check "no sheet has changed" diff -r before handouts
    rm -r reference
    sed -i '/end of reference/d' handouts/en/lab02.md
    cp -r handouts/en en
    exits 1 sh handouts/numbers.sh
    check "names it" contains "$err" "handouts/en/lab02.md"
    check "no sheet has changed" diff -r en handouts/en
    exits 2 sh handouts/numbers.sh --nonsense
    check "one line" one_line "$err"
}

# ---- make handouts --------------------------------------------------------------------------

# bats test_tags=slow
@test "make handouts: each sheet is one HTML file in its language, with all its sections and drawings" {
    command -v pandoc || skip "no pandoc here"
    local language lab html
    bare_path
    ln -s "$(command -v pandoc)" "$bin"
    try env PATH="$bin" sh handouts/build.sh "$scratch/out" # without an engine: PDFs take long
    check "status 0" [ "$status" -eq 0 ]
    check "nothing on stderr" [ -z "$err" ]
    for language in en es; do
        for lab in $sheets $pages manual; do
            html=$scratch/out/$language/$lab.html
            out=$(cat "$html")
            check "$html: its language" shows "<html [^>]*lang=\"$language\""
            check "$html: its title" contains "$out" "<title>$(sed -n '1s/^# //p' "handouts/$language/$lab.md")<"
            check "$html: sections" [ "$(grep -c '<h2' "$html")" = "$(grep -c '^## ' "handouts/$language/$lab.md")" ]
            check "$html: blocks" [ "$(grep -o '<pre' "$html" | wc -l)" = \
                "$(($(grep -c '^```' "handouts/$language/$lab.md") / 2))" ]
            check "$html: tables" [ "$(grep -c '<table' "$html")" = "$(grep -c '^|---' "handouts/$language/$lab.md")" ]
            check "$html: pictures" [ "$(grep -o '<img src="data:image/svg' "$html" | wc -l)" = \
                "$(grep -c '^!\[' "handouts/$language/$lab.md")" ]
            check "$html: links lead to HTML" shows_no 'href="[a-z_0-9]*[.]md"'
            check "$html: nothing from outside" shows_no '<(script|link)|src="([^d]|d[^a])|url\('
        done
    done
}

# bats test_tags=slow
@test "make handouts: a PDF where pandoc has an engine" {
    command -v pandoc || skip "no pandoc here"
    command -v weasyprint || skip "no weasyprint here"
    mkdir "$scratch/bin"
    printf '#!/bin/sh\npwd >>"%s"\nexec "%s" "$@"\n' "$scratch/where" "$(command -v weasyprint)" \
        >"$scratch/bin/weasyprint"
    chmod +x "$scratch/bin/weasyprint"
    exits 0 env PATH="$scratch/bin:$PATH" sh handouts/build.sh "$scratch/out" lab01
    check "pandoc's own files do not come into the kit" \
        [ "$(grep -c . "$scratch/where")-$(grep -c "^$root" "$scratch/where")" = 2-0 ]
    check "one PDF per language" [ "$(head -q -c 4 "$scratch"/out/e[ns]/lab01.pdf)" = %PDF%PDF ]
    check "no other sheet" [ "$(ls "$scratch/out/en")" = "$(printf 'lab01.html\nlab01.pdf')" ]
    well_printed en/lab01
    well_printed es/lab01
}

# well_printed <language/sheet>: $scratch/out has it as it should be on paper.
well_printed() {
    { command -v pdfinfo && command -v python3; } >/dev/null || skip "no pdfinfo or python3 here"
    try tests/shell/printed.py "handouts/$1.md" "$scratch/out/$1.pdf"
    check "$1 on paper" [ "$status$out" = 0 ]
}

# bats test_tags=slow
@test "make handouts: on paper every sheet has its hints at the end, and nothing is torn or beyond the margin" {
    command -v weasyprint && command -v pandoc || skip "no weasyprint or pandoc here"
    local pdf sheet change printed=$root/tests/shell/printed.py
    try sh handouts/build.sh "$scratch/out"
    for pdf in "$scratch"/out/e[ns]/*.pdf; do
        sheet=${pdf#"$scratch/out/"}
        well_printed "${sheet%.pdf}"
    done
    check "all of them" \
        [ "$(find "$scratch/out" -name '*.pdf' | wc -l)" -eq \
            "$(find handouts/e[ns] -name '*.md' ! -name report.md | wc -l)" ]
    cp -r handouts common "$scratch" && cd "$scratch" || return
    while IFS='|' read -r sheet change; do
        cp -r "$root/handouts" .
        sed -i "$change" handouts/build.sh handouts/style.css handouts/print.lua
        try sh handouts/build.sh changed "$sheet"
        exits 1 "$printed" "handouts/en/$sheet.md" "changed/en/$sheet.pdf"
    done <<'END'
errors|s/-M print=yes//
errors|s/size: A4/size: letter/
worth_it|s/font-size: 10.5pt/font-size: 17pt/
lab04|s/^function Str/function str/
manual|/^pre {/,/}/s/break-inside: avoid;//
manual|s/font-size: 7.6pt/font-size: 9pt/
END
}

@test "make handouts: a small table stays on one page" {
    command -v weasyprint && command -v pandoc && command -v pdftotext || skip "no weasyprint, pandoc or pdftotext here"
    local sheet
    # 40 lines leave room for some of its rows on the first page.
    cp -r handouts common "$scratch" && cd "$scratch" || return
    for sheet in handouts/e[ns]/history.md; do
        {
            printf '# A page\n\n```text\n' && yes line | head -n 40 && printf '```\n\n| a | b |\n|---|---|\n'
            printf '| row%d | x |\n' 1 2 3 4 5 6
        } >"$sheet"
    done
    exits 0 sh handouts/build.sh out history
    out=$(pdftotext out/en/history.pdf - | tr '\n\f' ' \n' | grep -c 'row1.*row6')
    check "all its rows on one page" [ "$out" -eq 1 ]
    check "the next one" [ "$(pdftotext -l 1 out/en/history.pdf - | grep -c row)" -eq 0 ]
}

@test "make handouts: without pandoc one line that says what brings it; without an engine no PDF" {
    bare_path
    exits 1 env PATH="$bin" sh handouts/build.sh "$scratch/out"
    check "one line" one_line "$err"
    check "what to do" contains "$err" "./setup.sh --tests"
    check "nothing was written" [ ! -e "$scratch/out" ]
    stub pandoc 'cat >/dev/null; while [ "$1" != -o ]; do shift; done; echo "$1" >"$2"'
    exits 0 env PATH="$bin" sh handouts/build.sh "$scratch/out" lab01
    check "it begins by saying what it does" [ "$(head -n 1 <<<"$out")" = "handouts: writes into $scratch/out" ]
    check "HTML alone" \
        [ "$(ls "$scratch"/out/e[ns])" = \
            "$(printf '%s\n' "$scratch/out/en:" lab01.html '' "$scratch/out/es:" lab01.html)" ]
    check "why" contains "$out" "no PDF: pandoc needs an engine"
    stub xelatex ''
    try env PATH="$bin" sh handouts/build.sh "$scratch/out" lab01
    check "now a PDF" [ -s "$scratch/out/es/lab01.pdf" ]
}

@test "make handouts: what pandoc or the caller does wrong is one line, and nothing is half written" {
    bare_path
    stub pandoc \
        'cat >/dev/null; while [ "$1" != -o ]; do shift; done; echo half >"$2"; echo "pandoc: out of paper" >&2; exit 3'
    exits 1 env PATH="$bin" sh handouts/build.sh "$scratch/out" lab01
    check "its words" contains "$err" "en/lab01.md: pandoc: pandoc: out of paper"
    check "nothing" [ -z "$(ls "$scratch/out/en")" ]
    exits 2 sh handouts/build.sh "$scratch/out" lab77
    check "names it" contains "$err" "'lab77'"
    exits 2 sh handouts/build.sh
    check "one line" one_line "$err"
    exits 1 sh handouts/build.sh "$root/Makefile/out"
}
