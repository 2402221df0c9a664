# A student's way from the tarball of make student-kit, in one language: student_*.bats and pretend_gpu.bats.
# shellcheck shell=bash disable=SC2016,SC2154 # backticks are Markdown's; walk.bash sets kit, brief, status, out, err

# unpack: what the instructor hands out, unpacked into $kit, with lab 1 and the steps' tools built.
unpack() {
    mkdir "$scratch/whole"
    kit=$scratch/whole lay_out
    (cd "$scratch/whole" && sh solutions/grader/student_kit.sh "$scratch/student-kit.tar.gz" >/dev/null)
    tar -xzf "$scratch/student-kit.tar.gz" -C "$scratch"
    rm -rf "$scratch/whole"
    cd "$kit" || return
}

# write_step <number>: its answer in the place of its TODO.
write_step() {
    local file
    file=$(basename handouts/steps/"$(printf %02d "$1")"_*.cu)
    sed "s|check/|check/|" "$root/solutions/steps/$file" >"handouts/steps/$file"
}

# write_exercise <11>: from its line of dashes to the next one, the answer in the place of the starter's.
write_exercise() {
    local own=lab01_vector_add/vector_add.cu
    awk -v mark="/* ---- ex$1:" '
        index($0, "/* ----") == 1 { on = index($0, mark) == 1 }
        FNR == NR { if (on) answer = answer $0 "\n"; next }
        !on { print }
        on && answer != "" { printf "%s", answer; answer = "" }' "$root/solutions/vector_add.cu" $own >"$scratch/own.cu"
    cp "$scratch/own.cu" $own
}

# first_steps: 1 to 3, each not written, with a hint, then done.
first_steps() {
    local number
    for number in 1 2 3; do
        try make step STEP=$number
        check "step $number: todo, with its task" shows "^(step|paso) $number: todo"
        check "step $number: its picture" shows '\[ *[0-9a-z]+ *\]'
        write_step $number
        types "make step STEP=$number"
        check "step $number: done, and what is next" shows -x "(step|paso) $number: done"
        check "what is next" shows "(next|siguiente): make step STEP=$((number + 1))\$"
    done
    types "make step STEP=3 HINT=1"
    check "a hint in $REPORT_LANG" shows "^$1 1: "
    types "make steps"
    check "three of ten, and what is next" \
        shows -x '(3 of 10 steps are done; next|hay 3 de 10 pasos hechos; siguiente): make step STEP=4'
}

# builds: in pretend_gpu.bats another one.
builds() {
    types "make lab01"
}

# first_exercise <device>: lab 1 as handed out; then 1.1 written, run, checked.
first_exercise() {
    builds
    # shellcheck disable=SC2086 # none, or one word
    try ./lab01 $brief
    check "lab 1 as handed out: status 0" [ "$status" -eq 0 ]
    check "the device" shows "^(device|dispositivo)  +$1"
    check "v1 is right" [ "$(state gpu_v1)" = ok ]
    check "1.1 is to do" [ "$(state gpu_ex11)" = todo ]
    check "v1 has a time" shows '^gpu_v1 +ok +[0-9][0-9. ]+\['
    check "the pitfall" shows '^ +(no synchronize|sin sincronizar) +[0-9.]+ ms '
    check "what is next" shows '^(next|siguiente): TODO\(1\.1\) (in|en) lab01_vector_add/vector_add\.cu; handouts/'
    write_exercise 11
    builds
}

# its_run <device>: with 1.1 written.
its_run() {
    # shellcheck disable=SC2086 # none, or one word
    try ./lab01 $brief
    check "with 1.1: status 0" [ "$status" -eq 0 ]
    check "1.1 is right" [ "$(state gpu_ex11)" = ok ]
    check "and has a time" shows '^gpu_ex11 +ok +[0-9][0-9. ]+\['
    check "1.2 is next" shows '^(next|siguiente): TODO\(1\.2\) '
}

its_checks() {
    types "make check01"
    check "the bug finder looked at 1.1 and found nothing" shows '^gpu_ex11 +ok'
    check "its verdict" shows -i 'nothing found|no se encontró nada'
    types "make traffic01" ONLY=ex11
    check "a line of 1.1 with sectors" shows 'vector_add\.cu:[0-9]+.* [0-9.]+'
    try make progress LABS=01
    check "1.1 is done, 1.2 is not" shows '1\.1.* done$'
    check "1.2 is to do" shows '1\.2.* todo$'
}

# its_figures <language> <version that has points> <least number of figures>: make plot01 and what it draws.
its_figures() {
    local figure figures=()
    types "make plot01" SWEEP="$sweep"
    mapfile -t figures < <(sed -n 's/^PLOT  *\(.*\.svg\), .*/\1/p' <<<"$out")
    check "some figures" [ "${#figures[@]}" -ge "$3" ]
    for figure in "${figures[@]}"; do
        is_drawn "$1" "$figure"
    done
    check "$2 is in one" grep -q "<title>$2" "${figures[@]}"
}

# its_report <language> <of a machine with: GPU or none>
its_report() {
    types "make report LABS=01"
    check "the report's name" shows '^results/report\.md: (yours to fill in|complételo)'
    full_tables results/report.md 3
    in_language "$1" <(sed '/^!\[/d; /|/d' results/report.md) "the report"
    check "1.1 is in a table" grep -q -E '^\| gpu_ex11 \|' results/report.md
    check "every figure that it names is there" [ -z "$(sed -n 's/^!\[.*](\(.*\))$/results\/\1/p' results/report.md |
        while read -r figure; do [ -s "$figure" ] || echo "$figure"; done)" ]
    check "figures" [ "$(grep -c '^!\[' results/report.md)" -ge 1 ]
    check "questions, each with room" [ "$(grep -c "^\*\*$2 " results/report.md)" -ge 3 ]
    is_page results/report.html
    ! command -v weasyprint >/dev/null || is_page results/report.pdf
}

its_submission() {
    types "make submission LABS=01"
    check "1.2 is not done" shows 'vector_add\.cu: (builds; not done|se compila; sin hacer), .*TODO\(1\.2\)$'
    check "the file" cmp results/submission/vector_add.cu lab01_vector_add/vector_add.cu
    check "which to hand in" shows "^  results/submission/vector_add\.cu  [1-9][0-9]* bytes$"
}
