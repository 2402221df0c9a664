#!/usr/bin/env bats
# make report: what it says is what was measured, and what students have written stays, whatever they
# have done to the file.
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # awk has $1; helpers.bash sets root, status, out, err

load helpers

# What report.sh reads, made once: only scripts of figures and the sheets of a copy are ever changed.
setup_file() {
    local lab name kit=$BATS_FILE_TMPDIR/kit
    cd "$root" || return
    built report_tables >&2
    mkdir -p "$kit/common" "$kit/results"
    cp -r handouts "$kit"
    ln -s "$root"/common/* "$kit/common"
    rm "$kit/common/figures" && cp -r common/figures "$kit/common"
    echo 'exit 0' >"$kit/common/figures/plot.sh" # drawing takes most of the time; see with_figures
    for lab in $labs; do
        name=$(basename "$lab"_*/)
        mkdir "$kit/$name" && cp "$name"/*.gp "$kit/$name"
        [ ! -f "$name/report.txt" ] || cp "$name/report.txt" "$kit/$name"
        cp "build/figures/$lab.csv" "$kit/results"
    done
    [ ! -e build/figures/lab06_network.csv ] || cp build/figures/lab06_network.csv "$kit/results"
}

setup() {
    scratch=$(mktemp -d)
    status=- out='' err=''
    unset REFERENCE REPORT_LANG
    kit=$scratch/kit
    export TABLES=$root/build/quick/report_tables
    cp -r "$BATS_FILE_TMPDIR/kit" "$kit" && cd "$kit" || return
}

# measured <lab> [sed expressions]: its example stands in results/.
measured() {
    local lab=$1
    shift
    sed -E "${@:-}" "$root/build/figures/$lab.csv" >"$kit/results/$lab.csv"
}

no_gpu=(-e 's/^# device: .*/# device: CPU device/' -e 's/^(lab[0-9][0-9]),Example GPU,/\1,cpu_device,/'
    -e 's/^(lab[0-9][0-9],cpu_device,.*),[0-9.e+-]*,(ok|impossible)/\1,,\2/')
other_gpu='s/Example GPU/Other GPU/; s/^# date: 2026-01-15/# date: 2026-01-02/'

# A PATH without pandoc, which would only take time.
plain_path() {
    bare_path
    ! command -v gnuplot >/dev/null || ln -sf "$(command -v gnuplot)" "$bin"
}

with_figures() {
    command -v gnuplot >/dev/null || skip "needs gnuplot"
    cp "$root/common/figures/plot.sh" common/figures
}

# report [labs...]: without pandoc; the text is in $text.
report() {
    plain_path
    try env PATH="$bin" sh common/tools/report.sh "${@:-lab04}"
    text=$(cat results/report.md 2>/dev/null) || true
}

says() {
    grep -q -E -e "$1" results/report.md
}

# What is the student's: all but the parts and the line that lists the labs.
own() {
    awk '/^<!-- make report: holds/ { next }
        /^<!-- make report: begin/ { inside = 1 }
        !inside { print }
        /^<!-- make report: end/ { inside = 0 }' "$1"
}

# cell <what its row begins with> <a heading>: of the first table that has both; nothing if none has.
cell() {
    awk -F ' *[|] *' -v first="$1" -v heading="$2" '
        /^[|]--/ { at = 0; n = split(before, names, " *[|] *")
            for (i = 2; i <= n; i++) if (names[i] ~ heading) { at = i; break } }
        at && $2 == first { gsub(/ /, "", $at); print $at; exit }
        { before = $0 }' results/report.md
}

# csv_value <lab> <awk condition> <awk expression>: of the first such row. $3 version, $4 method,
# $6 size, $11 median_ms
csv_value() {
    awk -F, "/^$1,/ && ($2) { print $3; exit }" "results/$1.csv"
}

near() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > 0 && b > 0 && a / b < 1.006 && b / a < 1.006) }'
}

@test "report: without a GPU what others published stands apart, with its source, in both languages" {
    cp -r "$root/reference" .
    measured lab03 "${no_gpu[@]}"
    report lab03
    check "a heading" contains "$text" '**Published by others, not measured with this kit**'
    check "a row" \
        contains "$text" '| tiles in shared memory | RTX A6000 | 4096 x 4096 x 4096, float32 | 2 980 GFLOP/s |'
    check "the source" \
        contains "$text" 'github.com/siboehm/SGEMM_CUDA (2023-06-13); mean of 50 runs, by events; read 2026-11-23'
    check "another ladder" \
        contains "$text" '| tiles in shared memory | RTX 2080 Super | 2048 x 2048 x 2048, float32 | 314 GFLOP/s |'
    check "no row of another lab" lacks "$text" 'RTX 4090'
    rm results/report.md
    REPORT_LANG=es report lab03
    check "in Spanish" \
        contains "$text" '| teselas en memoria compartida | RTX A6000 | 4096 x 4096 x 4096, float32 | 2 980 GFLOP/s |'
    check "all of it" lacks "$text" 'by events'
    check "nor of this" lacks "$text" 'bank conflicts'
    measured lab03
    rm results/report.md
    report lab03
    check "with a GPU nothing of it" lacks "$text" 'Published by others'
}

@test "report: every published number has its hardware, unit, day, source and place" {
    local fields='lab,what,hardware,setting,value,unit,published,method,source,where,read'
    check "the columns" [ "$(grep -v '^#' "$root/reference/published.csv" | head -n 1)" = "$fields" ]
    check "every row has them" [ "$(python3 - "$root/reference/published.csv" <<'END'
import csv, sys
rows = list(csv.DictReader(line for line in open(sys.argv[1]) if line[0] != "#"))
keys = [(r["lab"], r["what"], r["hardware"], r["setting"]) for r in rows]
print(len(rows) >= 30 and len(set(keys)) == len(keys)
      and all(all(r.values()) and None not in r and float(r["value"]) > 0 for r in rows))
END
)" = True ]
}

@test "report: sections with the weights of the rubric, in both languages, and no word of the machinery" {
    local lang
    for lang in en es; do
        rm -f results/report.md
        REPORT_LANG=$lang gives 0 report
        check "$lang: says what it wrote" contains "$out" results/report.md
        out=$(grep -o -E '^## [1-5]\. .*[0-9]+ %\)' results/report.md | grep -o -E '[0-9]+ %' | tr '\n' ' ')
        check "$lang: weights" [ "$out" = "10 % 20 % 30 % 20 % 20 % " ]
        check "$lang: no words of the template" [ "$(grep -c -E '^(words|[a-z_0-9]+ = )' results/report.md)" -eq 0 ]
        check "$lang: all filled" [ "$(grep -c -E '@part@|make report: machine' results/report.md)" -eq 0 ]
    done
}

@test "report: both templates have the same names and anchors, and every name that is asked for" {
    local name figure
    names() { sed -n '/^<!-- words$/,/^-->$/ s/^\([a-z0-9_]*\) = ..*/\1/p' "handouts/$1/report.md" | sort; }
    out=$(diff <(names en) <(names es)) || true
    check "the same names" [ -z "$out" ]
    out=$(diff <(grep '^<!-- make' handouts/en/report.md) <(grep '^<!-- make' handouts/es/report.md)) || true
    check "the same anchors" [ -z "$out" ]
    while read -r name; do
        check "the word $name" grep -q -x "$name" <(names en)
    done < <({
        grep -o -E '\(word [a-z_]+' common/tools/report.sh | cut -d ' ' -f 2
        grep -h -o -E 'word\([^)]*"\)' common/tools/report_{parts,tables}.c | grep -o -E '"[a-z_]+"' | tr -d '"'
    } | sort -u)
    for figure in lab[0-9][0-9]_*/*.gp; do
        check "a caption of $figure" [ "$(grep -c -E '^# (en|es): .' "$figure")" -eq 2 ]
    done
}

# bats test_tags=slow
@test "report: asks every question of the handouts, in their words" {
    local lab n
    # shellcheck disable=SC2086 # the labs are words
    gives 0 report $labs
    for lab in $labs; do
        n=$(awk '/^## / { inside = /Questions for the report/ } inside && /^[0-9]+\. /' "handouts/en/$lab.md" | wc -l)
        check "$lab has questions" [ "$n" -gt 2 ]
        check "$lab: $n of them" [ "$(grep -c "^\*\*Question ${lab#lab0}\." results/report.md)" -eq "$n" ]
        check "$lab: its heading" says "^### $(sed -n '1s/^# //p' "handouts/en/$lab.md")"
    done
    out=$(awk '/^## / { inside = /Questions for the report/ } inside && NF && !/^##/ {
        sub(/^([0-9]+\.)? +/, ""); print }' handouts/en/lab0[1-4].md |
        while read -r line; do grep -q -F -e "$line" results/report.md || echo "$line"; done)
    check "every line of them" [ -z "$out" ]
}

@test "report: the numbers are those of the CSV" {
    with_figures
    gives 0 report lab03
    check "no word of option B" [ "$(grep -c 'option B' results/report.md)" -eq 0 ]
    check "the GPU" says '^\| GPU \| Example GPU \(invented\) \|'
    check "a dated measurement" says '2026-01-15 10:00'
    local at='$6 == 4096' v1 openmp copies
    v1=$(csv_value lab03 "\$3 == \"gpu_v1\" && \$4 == \"sync\" && $at" '$11')
    copies=$(csv_value lab03 "\$3 == \"gpu_v1\" && \$4 == \"with_transfers\" && $at" '$11')
    openmp=$(csv_value lab03 "\$3 == \"cpu_openmp\" && $at" '$11')
    check "time" near "$(cell gpu_v1 'median ms')" "$v1"
    check "rate" near "$(cell gpu_v1 GFLOP)" "$(awk "BEGIN { print 2 * 4096^3 / $v1 / 1e6 }")"
    check "speed-up of the kernel" near "$(cell gpu_v1 'vs all cores: kernel')" "$(awk "BEGIN { print $openmp / $v1 }")"
    check "with copies" near "$(cell gpu_v1 'vs all cores: with copies')" "$(awk "BEGIN { print $openmp / $copies }")"
    check "a row per size" \
        near "$(cell '1 024' 'CPU, all cores')" "$(csv_value lab03 '$3 == "cpu_openmp" && $6 == 1024' '$11')"
    check "its fastest version, the library's" says 'fastest version, cublas\.$'
    check "the GPU's column" near "$(cell '1 024' '^Example GPU .*kernel, ms')" \
        "$(csv_value lab03 '$3 == "cublas" && $4 == "sync" && $6 == 1024' '$11')"
    local from='at every measured size from M = N = K ='
    check "break-even" says "^cublas beats all cores: kernel, $from [0-9 ]+; with copies, $from 1 024\."
    check "figures" says '^!\[\*\*Figure 3\.[0-9]\.\*\* Roofline\.\]\(lab03_roofline.svg\)'
    check "which are there" [ -s results/lab03_roofline.svg ]
}

# columns_of_dashes: how many of the report's tables have one.
columns_of_dashes() {
    awk -F ' *[|] *' '
        function ended(i) { for (i = 2; rows && i < columns; i++) if (!filled[i]) found++; rows = 0; split("", filled) }
        !/^[|]/ { ended() }
        /^[|]--/ { rows = 0; split("", filled); next }
        /^[|]/ { rows++; columns = NF; for (i = 2; i < NF; i++) if ($i != "-") filled[i] = 1 }
        END { ended(); print found + 0 }' results/report.md
}

@test "report: tables and figures have numbers and a caption, tables no column of dashes" {
    local lab
    for lab in $labs; do echo x >results/"$lab"_roofline.svg; done
    measured lab01 "${no_gpu[@]}"
    # shellcheck disable=SC2086 # a list
    gives 0 report $labs
    check "no column of dashes" [ "$(columns_of_dashes)" -eq 0 ]
    check "a caption for every table" \
        [ "$(grep -c '^|--' results/report.md)" -eq \
            "$(grep -c -E '^: \*\*Table [0-9.]+\*\* [A-Z].*\.$' results/report.md)" ]
    check "figures" says '^!\[\*\*Figure 2\.1\.\*\* [A-Z].*\.\]\(lab02_roofline\.svg\)$'
    check "no number twice" [ -z "$(grep -o -E '\*\*(Table|Figure) [0-9.]+\*\*' results/report.md | sort | uniq -d)" ]
    check "in turn" \
        [ "$(grep -o -E '\*\*Table 5\.[0-9]' results/report.md | tr '\n' ' ')" = \
            "**Table 5.1 **Table 5.2 **Table 5.3 **Table 5.4 " ]
}

# bats test_tags=slow
@test "report: the Spanish one says nothing in English" {
    # what a run may doubt, as common/engine/report.c writes it
    local doubts='only 3 samples; p95 is 2.5 times p05; preempted 7 times'
    measured lab04 "s/,ok,,/,ok,$doubts; the power limit held the SM clock down to 900 MHz,/
        s/^# load average: .*/# load average: 15.5/
        s/^# driver and toolkit: .*/# driver and toolkit: 580.95.05, toolkit 13.0/"
    echo x >results/lab04_samples.svg
    # shellcheck disable=SC2086 # a list
    report $labs
    sed -n '/begin machine/,$p' results/report.md | sort -u >"$scratch/en"
    rm results/report.md
    # shellcheck disable=SC2086 # a list
    REPORT_LANG=es gives 0 report $labs
    out=$(sed -n '/begin machine/,$p' results/report.md | sort -u | comm -12 - "$scratch/en" |
        grep -v -E '^(<!--|[|]-|[|] (CPU|GPU|[a-z0-9_]+) [|] [^a-z]*[|]$|[|] (CPU|GPU) [|]|$)') || true
    check "not a line in both languages: $out" [ -z "$out" ]
    check "no word of a CSV" \
        [ "$(grep -c -E 'preempted|[0-9] samples|times p05|image side|Table|Figure|[|] none' results/report.md)" -eq 0 ]
    check "a doubt" says '^- gpu_v1: n = .*: solo 3 muestras; p95 es 2,5 veces p05; interrumpido 7 veces; '\
'el límite de potencia: el reloj de los SM bajó a 900 MHz'
    check "a decimal comma in tables" \
        [ "$(grep -v toolkit results/report.md | grep -c -E '^[|] [^|]*[|] [0-9]+\.[0-9]')" -eq 0 ]
    check "versions have points" says '580\.95\.05.* 13\.0 [|]$'
    check "numbers of captions" says '^: \*\*Tabla 4\.1\.\*\* Todas las versiones correctas'
    check "figures" says '^!\[\*\*Figura 4\.1\.\*\* Muestras por segundo\.\]'
}

@test "report: only right rows are in the tables" {
    measured lab04 '/,gpu_v1,/ s/,ok,/,WRONG,/; /,cpu_serial,/ s/,ok,/,impossible,/'
    gives 0 report
    check "no wrong version" [ "$(grep -c -E '^\| (gpu_v1|cpu_serial)' results/report.md)" -eq 0 ]
    check "the others" says '^\| gpu_ex41 \|'
    check "speed-ups over what is wrong are not known" [ -z "$(cell gpu_ex41 'vs 1 thread')" ]
}

@test "report: without a GPU it says so at the top, and no time of the CPU device is in a table" {
    measured lab04 "${no_gpu[@]}"
    gives 0 report
    check "at the top" grep -q 'without a GPU (option B)' <(head -n 20 results/report.md)
    check "GPU: none" says '^\| GPU \| none \|'
    check "no reference" says 'no reference figures: lab04\.'
    check "its kernels were checked" says '^\| gpu_v1, checked here \| - '
    check "no column about a GPU" [ "$(grep -c -E '^\|.*(with copies|kernel, ms)' results/report.md)" -eq 0 ]
    check "the CPU's times are there" near "$(cell '1 048 576' 'CPU, all cores')" \
        "$(csv_value lab04 '$3 == "cpu_openmp" && $6 == 1048576' '$11')"
    check "against one thread" near "$(cell cpu_openmp 'vs 1 thread')" \
        "$(awk -F, '$6 == 2^28 && $3 == "cpu_serial" { a = $11 } $6 == 2^28 && $3 == "cpu_openmp" { print a / $11 }' \
        results/lab04.csv)"
    check "no break-even" [ "$(grep -c 'beats all cores' results/report.md)" -eq 0 ]
}

# bats test_tags=slow
@test "report: without a GPU a reference stands in, named and dated" {
    with_figures
    mkdir -p reference/other_gpu
    sed "$other_gpu" results/lab04.csv >reference/other_gpu/lab04.csv
    local times
    times=$(csv_value lab04 '$3 == "gpu_v1" && $4 == "sync" && $6 == 2^28' '$11')
    measured lab04 "${no_gpu[@]}" \
        -e '/,curand,/d; s/,cpu_device,(.*,)[0-9.e-]+(,[0-9.e-]+,[0-9.e-]+,,,,ok)/,cpu_device,\1987654\2/'
    gives 0 report
    check "named at the top" \
        grep -q 'reference figures of \*\*Other GPU (invented), 2026-01-02\*\*' <(head -n 20 results/report.md)
    check "and above its own table" \
        says '^\*\*Not this machine, but a reference: Other GPU \(invented\), 2026-01-02; Example CPU, 16 threads'
    awk '/Not this machine/ { exit } { print }' results/report.md >"$scratch/here"
    check "no number of it in a row of this machine" \
        [ "$(grep -c -E '^\| (gpu_v1 |curand|.*Other GPU)' "$scratch/here")" -eq 0 ]
    check "its time" near "$(cell gpu_v1 'median ms')" "$times"
    check "what cannot run here" near "$(cell curand 'median ms')" \
        "$(awk -F, '$3 == "curand" && $4 == "sync" && $6 == 2^28 { print $11 }' reference/other_gpu/lab04.csv)"
    check "from which size on" says 'beats all cores: kernel, at every measured size from n = '
    check "none of the CPU device's" lacks "$text" "987 654"
    check "in the figures, too" grep -q 'reference, Other GPU' results/lab04_samples.svg
    REFERENCE=no_such_gpu gives 2 report
    check "names it" contains "$err" reference/no_such_gpu/lab04.csv
}

@test "report: a classmate's results are shown where they are asked for, named and dated, and nothing more" {
    measured lab04
    mkdir mate
    sed -E -e 's/^# cpu: .*/# cpu: Other CPU/; s/^# date: 2026-01-15/# date: 2026-01-02/' \
        "${no_gpu[@]}" results/lab04.csv >mate/lab04.csv
    REFERENCE=./mate gives 0 report
    check "named and dated" says '^\*\*Not this machine, but a reference: Other CPU, 2026-01-02; Other CPU, 16 threads'
    awk '/Not this machine/ { seen = 1 } seen' results/report.md >"$scratch/theirs"
    check "its CPU" grep -q '^| cpu_openmp |' "$scratch/theirs"
    check "its CPU device has no time" grep -q -E '^\| gpu_v1, checked here \| - ' "$scratch/theirs"
    rm mate/lab04.csv
    REFERENCE=./mate gives 0 report # a folder without this lab
    check "is not shown" [ "$(grep -c 'Not this machine' results/report.md)" -eq 0 ]
}

@test "report: other libraries have tables of their own" {
    [ -f handouts/en/lab06.md ] || printf '# lab06\n\n## 1. Questions for the report\n\n1. Why?\n' >handouts/en/lab06.md
    measured lab06
    mkdir -p results/peers
    cp "$root/build/figures/peers/lab06.csv" results/peers
    awk -F , -v OFS=, '!/^#/ && $20 == 1 { $20 = 0; $23 = "all" } { print }' results/peers/lab06.csv >x
    mv x results/peers/lab06.csv
    gives 0 report lab06
    check "its heading" says '^#### The same in other libraries: all layers of ResNet-50, batch 1$'
    check "where from" says '^`results/peers/lab06.csv`, measured 2026-01-15'
    check "a row of its own" near "$(cell numpy 'median ms')" \
        "$(awk -F, '$3 == "numpy" && $20 == 0 && $5 == "float32" { print $11; exit }' results/peers/lab06.csv)"
}

@test "report: lab 5 with ten steps apart, lab 6 with layers, batches and a forward pass" {
    local lab
    for lab in lab05 lab06; do
        [ -f handouts/en/$lab.md ] ||
            printf '# %s\n\n## 1. Questions for the report\n\n1. Why?\n' $lab >handouts/en/$lab.md
        measured $lab
    done
    measured lab06_network
    gives 0 report lab05 lab06
    check "ten steps against ten" \
        near "$(cell gpu_ex53 'vs all cores: with copies')" "$(awk -F, '$21 == 10 && $6 == 2^24 {
        if ($3 == "cpu_ten") base = $11
        if ($3 == "gpu_ex53" && $4 == "with_transfers") print base / $11 }' results/lab05.csv)"
    check "no ten in the table of one" \
        [ "$(awk '/Ten steps/ { exit } /^\| gpu_carried/' results/report.md | wc -l)" -eq 0 ]
    check "no copy is a version" [ "$(grep -c '^| copy_' results/report.md)" -eq 0 ]
    check "the layers" near "$(cell gpu_ex61 'median ms')" \
        "$(csv_value lab06 '$3 == "gpu_ex61" && $4 == "sync" && $20 == 0 && $22 == 1 && $6 == 224' '$11')"
    check "batches" [ "$(grep -c -E '^#### .*; batch (1|128)$' results/report.md)" -eq 2 ]
    check "image against time" near "$(cell 512 'CPU, all cores')" "$(awk -F, '
        $3 == "cpu_openmp" && $6 == 512 && $21 == 1 && $22 == "all" { print $11; exit }' results/lab06_network.csv)"
}

# practised [sed expressions]: results/lab06_network.csv as make practice leaves it, with invented times: the
# example's ResNet-18, MobileNetV2 in a quarter of its time, and batches at 224 pixels.
practised() {
    measured lab06 "$@"
    measured lab06_network "$@"
    awk -F, -v OFS=, '/^# rows/ { next } /^#|^lab,/ { print; next } $22 != "all" || $21 != 1 { next } { print }
        { row = $0; $20 = "mobilenet_v2"; $11 /= 4; print; $0 = row }
        $6 == 224 { for (b = 2; b <= 8; b *= 2) { $0 = row; $21 = b; $11 *= 0.9 * b; print } }' \
        results/lab06_network.csv >"$scratch/x"
    sed -E 's/^lab06_network,Example GPU,/lab06_network,cpu_device,/' "$scratch/x" >results/lab06_network.csv
    [ $# -gt 0 ] || cp "$scratch/x" results/lab06_network.csv
}

# practice_row <network> <side> <batch>: its line of the practice's table, without the ends of cells.
practice_row() {
    grep -E "^\\| $1 \\| $2 \\| $3 \\|" results/report.md | sed 's/ *| */|/g; s/^|//'
}

@test "practice: without a GPU the CPU alone is timed beyond the first image; what is measured is not measured again" {
    cp "$root/lab06_resnet_layers/practice.sh" lab06_resnet_layers
    mkdir lab06_resnet_layers/network peers
    cp "$root/lab06_resnet_layers/network/picture.awk" lab06_resnet_layers/network
    echo 'echo "of a practice: $PRACTICE" && exit 2' >peers/run.sh
    printf '%s\n' '#!/bin/sh' 'echo "called $*"' 'while [ "$1" != --csv ]; do shift; done' \
        'printf "# kit: 1\n# date: 2026-01-15T10:00\n# device: CPU device\nlab,x\nlab06_network,1\n" >"$2"' \
        >lab06_network
    chmod +x lab06_network
    touch -d 2026-01-01 lab06_network
    exits 0 sh lab06_resnet_layers/practice.sh
    check "whose libraries may be missing" contains "$out" "of a practice: 1"
    check "four passes" [ "$(grep -c ^called <<<"$out")" -eq 4 ]
    check "the others of the CPU alone" [ "$(grep -c -e '--only cpu_openmp' <<<"$out")" -eq 3 ]
    check "three sizes of both networks" \
        [ "$(grep -c -e '224,512,1024' <<<"$out")" -eq 3 ] # and the line that says how long
    check "all rows" [ "$(grep -c ^lab06_network results/lab06_network.csv)" -eq 4 ]
    REPORT_LANG=es try sh lab06_resnet_layers/practice.sh
    check "not again" \
        [ "$out" = 'results/lab06_network.csv: medido el 2026-01-15 10:00; make practice ANEW=1 mide otra vez' ]
    ANEW=1 try sh lab06_resnet_layers/practice.sh
    check "but for ANEW" contains "$out" called
    touch -d 2126-01-01 lab06_network
    try sh lab06_resnet_layers/practice.sh
    check "and a program that is new" contains "$out" called
    check "nothing is left over" [ ! -e results/practice ]
}

@test "practice: ended early, it goes on with the pass that it was in, and takes nothing of another picture" {
    cp "$root/lab06_resnet_layers/practice.sh" lab06_resnet_layers
    mkdir lab06_resnet_layers/network peers
    cp "$root/lab06_resnet_layers/network/picture.awk" lab06_resnet_layers/network
    echo 'exit 2' >peers/run.sh
    rm -rf results/*
    # as if Ctrl-C ended the third pass, which has begun to write
    printf '%s\n' '#!/bin/sh' 'echo "called $*"' 'while [ "$1" != --csv ]; do shift; done' \
        'printf "# kit: 1\n# date: 2026-01-15T10:00\n# device: CPU device\n" >"$2"' 'echo >>calls' \
        '[ "$(grep -c "" calls)" != 3 ] || kill -INT $$' 'printf "lab,x\nlab06_network,1\n" >>"$2"' >lab06_network
    chmod +x lab06_network
    touch -d 2026-01-01 lab06_network
    try sh lab06_resnet_layers/practice.sh
    check "status not 0" [ "$status" -ne 0 ]
    check "no CSV" [ ! -e results/lab06_network.csv ]
    check "two passes are kept" [ "$(cd results/practice && echo *)" = "1.csv 2.csv" ]
    cp -r results/practice "$scratch/half"
    exits 0 sh lab06_resnet_layers/practice.sh
    check "the two are not measured again" \
        [ "$(grep -c 'measured before' <<<"$out") $(grep -c ^called <<<"$out")" = "2 2" ]
    check "it counts" contains "$out" "pass 3 of 4"
    check "all rows" [ "$(grep -c ^lab06_network, results/lab06_network.csv)" -eq 4 ]
    check "one line that says of what" [ "$(grep -c '^# practice: ' results/lab06_network.csv)" -eq 1 ]
    check "nothing is left over" [ ! -e results/practice ]
    cp -r "$scratch/half" results/practice
    echo lab06_network,2 >>results/practice/3.csv
    IMAGES=32 try sh lab06_resnet_layers/practice.sh
    check "nothing of other images" \
        [ "$(grep -c ^called <<<"$out") $(grep -c ^lab06_network, results/lab06_network.csv)" = "3 3" ]
}

# bats test_tags=slow
@test "report: the practice has its table, without a GPU a card's bound, marked in every cell, and three questions" {
    cp -r "$root/reference" .
    practised "${no_gpu[@]}"
    gives 0 report lab06
    local row network side
    for network in resnet18 mobilenet_v2; do
        for side in 224 512 '1 024'; do
            check "$network, $side" [ "$(practice_row $network "$side" 1 | wc -l)" -eq 1 ]
        done
    done
    check "batches" [ "$(for side in 1 2 4 8; do practice_row resnet18 224 $side; done | wc -l)" -eq 4 ]
    row=$(practice_row resnet18 224 1)
    # 3.63 GFLOP / (1.15 x 8.14 TFLOP/s)
    check "the bound is marked" contains "$row" '|≥ 0.388|≤ '
    check "in every cell" \
        [ -z "$(awk '/begin results practice/, /end results practice/' results/report.md |
            grep -E '^\| (resnet18|mobilenet_v2) ' |
        grep -v -E '\| ≥ [0-9. ]+ \| ≤ [0-9. ]+ \|$')" ]
    check "the card is named" says '^No GPU was measured here.*\*\*Tesla T4\*\*\. This is a bound'
    check "a picture of Stable Diffusion" says '^What this means for a picture .* all cores of this CPU [0-9. ]+ min; '\
'by the limits of Tesla T4: ≥ [0-9.]+ s\. '
    check "three questions" [ "$(grep -c -E '^\*\*Question P\.[123]\*\* (Why|What|Where)' results/report.md)" -eq 3 ]
    CARD=h100 report lab06
    check "another card" says '^\| network .* limits of H100 SXM \|'
    cp results/report.md "$scratch/before.md"
    CARD=t5 gives 2 report lab06
    check "by name" [ "$err" = 'make report: CARD=t5: is not in reference/cards.csv' ]
    check "and nothing is written" cmp results/report.md "$scratch/before.md"
    REPORT_LANG=es report lab06
    check "in Spanish" grep -q '^: \*\*Tabla P\.1\.\*\* La práctica' results/report_es.md
    check "three questions" [ "$(grep -c -E '^\*\*Pregunta P\.[123]\*\* ¿' results/report_es.md)" -eq 3 ]
    sed -i '/,cpu_device,/d' results/lab06_network.csv # as at the larger images
    rm results/report*
    report lab06
    check "a table of one version is left out" \
        [ "$(awk '/^#### A forward pass/ { on = 1 } /make report: end/ { on = 0 } on' results/report.md |
            grep -c '^: ')" -eq 1 ]
    rm results/report*
    measured lab06_network
    report lab06
    check "none without a practice" [ "$(grep -c -E 'Question P|Table P' results/report.md)" -eq 0 ]
}

# bats test_tags=slow
@test "report: the practice on a GPU shows its fastest version; another machine's replaces the bound, named and dated" {
    practised
    cp results/lab06_network.csv "$scratch/gpu.csv"
    gives 0 report lab06
    local best
    best=$(awk -F, '$20 == "resnet18" && $21 == 1 && $6 == 512 && $4 == "sync" && (!ms || $11 < ms) { ms = $11; v = $3 }
        END { print v }' "$scratch/gpu.csv")
    check "$best" contains "$(practice_row resnet18 512 1)" "|$best|"
    check "no bound" [ "$(grep -c ≥ results/report.md)" -eq 0 ]
    rm results/report.md
    cp -r "$root/reference" .
    mkdir reference/other_gpu
    sed "$other_gpu" results/lab06.csv >reference/other_gpu/lab06.csv
    sed "$other_gpu" "$scratch/gpu.csv" >reference/other_gpu/lab06_network.csv
    practised "${no_gpu[@]}" -e '/,cpu_openmp,/ s/,ok,,/,ok,only 2 samples,/'
    gives 0 report lab06
    check "named and dated" says '^\| network .*\| Other GPU \(invented\), 2026-01-02, not this machine: kernel, ms \|'
    check "its version" contains "$(practice_row resnet18 512 1)" "|$best|"
    check "a doubt names the network" \
        says '^- cpu_openmp: resnet18, batch 1, image side in pixels = 64: only 2 samples; '
    check "the CPU is this machine's" contains "$(practice_row resnet18 512 1)" ' ?|'
    check "no bound" [ "$(awk '/begin results practice/, /end results practice/' results/report.md | grep -c ≥)" -eq 0 ]
}

@test "rubric: students see it, its percentages are those of the report, and the guide has no second one" {
    local lang
    cp -r "$root/solutions" . 2>/dev/null || true
    for lang in en es; do
        check "$lang: 10 20 30 20 20" \
            [ "$(grep -o -E '^\| \*\*[^ ]+ [0-9]+\*\*' handouts/$lang/rubric.md | grep -o -E '[0-9]+' | xargs)" = \
            "$(grep -o -E '^## [1-5]\. .*[0-9]+ %\)' handouts/$lang/report.md | grep -o -E '[0-9]+ %' |
            tr -d ' %' | xargs)" ]
        # the maximum of a row, and of its first level
        try awk -F '|' '/^\| \*\*/ { n = split($2, w, " "); sum += w[n]; split($3, t, ":"); top += t[1] }
            END { print sum, top }' handouts/$lang/rubric.md
        check "$lang: 100 points" [ "$out" = "100 100" ]
        check "$lang: the report names it" grep -q "(../handouts/$lang/rubric.md)" handouts/$lang/report.md
        check "$lang: so does the network's sheet" grep -q '(rubric.md)' handouts/$lang/network.md
        [ ! -f solutions/guide_$lang.md ] || check "$lang: one truth" \
            [ "$(grep -c -E '^\| \*\*(Structure|Estructura)' solutions/guide_$lang.md)" -eq 0 ]
    done
}

# tables <csv> <ROWS|...>: what the report shows of this CSV, by such a line of a report.txt.
tables() {
    mkdir -p "$scratch/one/results" "$scratch/one/lab01_one"
    ln -sfn "$root/handouts" "$scratch/one/handouts"
    cp "$1" "$scratch/one/results/lab01.csv"
    echo "en|lab01|$2" >"$scratch/one/lab01_one/report.txt"
    (cd "$scratch/one" && REPORT_LANG=en "$TABLES" parts . lab01 lab01_one '' && cat 'results lab01')
}

@test "report: no speed-up compares ten steps with one; the sheets write numbers as the tables do" {
    local columns=lab,device,version,size,samples,method,median_ms,gflops,verdict
    printf '%s\n' "# device: G" $columns lab01,cpu,cpu_openmp,7,9,wall,4,10,ok lab01,G,gpu_v1,7,9,sync,2,20,ok \
        lab01,G,gpu_ten,7,9,sync,2,200,ok >"$scratch/steps.csv"
    tables "$scratch/steps.csv" '|||versions||' >results/report.md
    check "one step" [ "$(cell gpu_v1 'vs all cores: kernel')" = 2.00 ]
    check "ten steps" [ "$(cell gpu_ten 'vs all cores: kernel')" = - ]
    echo $columns >"$scratch/numbers.csv"
    seq 40 | awk '{ print "lab01,cpu,cpu_serial," $1 ",1,wall," 7.777777e-6 * 2.3 ^ $1 ",,ok" }' \
        >>"$scratch/numbers.csv"
    out=$(tables "$scratch/numbers.csv" '|||sizes||' | sed -n -E 's/^\| [0-9]+ \| ([0-9].*) \|$/\1/p')
    check "forty numbers" [ "$(wc -l <<<"$out")" -eq 40 ]
    check "as in the sheets" \
        [ "$out" = "$(awk -F , -f handouts/number.awk -f <(echo '/cpu_serial/ { print number($7, 6) }') \
            "$scratch/numbers.csv")" ]
}

# bats test_tags=slow
@test "report: what is in doubt has a mark in the tables and its reason below, and a ring in the figures" {
    with_figures
    measured lab03
    awk -F, -v OFS=, '/^lab03/ && $3 == "gpu_v1" && $4 == "sync" && $6 == 4096 { $18 = "preempted 7 times" }
        /^lab03/ && $3 == "cpu_openmp" && $6 == 1024 { $18 = "p95 is 2.5 times p05" }
        /^lab03/ && $3 == "gpu_ex31" && $6 == 4096 { $10 = 3 }
        /^lab03/ && $3 == "gpu_ex32" && $6 == 4096 { $10 = 1; $12 = $13 = "" }
        { print }' results/lab03.csv >"$scratch/x.csv"
    cp "$scratch/x.csv" results/lab03.csv
    sed -i 's/^# load average: .*/# load average: 15.5/' results/lab03.csv
    gives 0 report lab03
    check "a mark" contains "$(cell gpu_v1 'median ms')" '?'
    check "in the other table" contains "$(cell '1 024' 'CPU, all cores')" '?'
    check "none elsewhere" lacks "$(cell gpu_ex33 'median ms')" '?'
    check "why" says '^- gpu_v1: M = N = K = 4 096, sync: preempted 7 times'
    check "each" says '^- cpu_openmp: M = N = K = 1 024: p95 is 2.5 times p05'
    check "the machine was busy" says 'load average 15.5\. The machine was busy'
    check "few samples have a range" contains "$(cell gpu_ex31 'p05')" ..
    check "one has none" [ "$(cell gpu_ex32 'p05')" = - ]
    check "the figure" grep -q 'ring: in doubt' results/lab03_gflops.svg
}

# write_into: a student has written after every line that is not generated, in his own ways.
write_into() {
    awk '/^<!-- make report: begin/ { inside = 1 }
        /^<!-- make report: end/ { inside = 0 }
        { print }
        !inside { printf "my own %d: ñ \\1 & $x `y` %%s <b> |a|%s\n", NR, NR % 3 ? "" : "  \t" }' \
        results/report.md >"$scratch/written"
    printf 'Windows line\r\n\n\nno newline at the end' >>"$scratch/written"
    cp "$scratch/written" results/report.md
}

# bats test_tags=slow
@test "report: what the student has written survives three regenerations, byte for byte" {
    report lab03 lab04
    write_into
    own results/report.md >"$scratch/before"
    local n
    for n in 1 2 3; do
        measured lab04 "s/^# date: .*/# date: 2026-02-0${n}T11:00:00+0000/
            s/,cpu_openmp,(.*),16777216,(.*)/,cpu_openmp,\1,16777216,\2/"
        gives 0 report lab03 lab04
        check "renewed" says "measured 2026-02-0$n 11:00"
        own results/report.md >"$scratch/after"
        check "every byte" cmp "$scratch/before" "$scratch/after"
        check "to the last" [ "$(tail -c 21 results/report.md)" = "no newline at the end" ]
    done
    cp results/report.md "$scratch/third"
    report lab03 lab04
    check "nothing new, nothing changed" cmp "$scratch/third" results/report.md
}

# What the student wrote: his lines, wherever they are.
his() {
    grep -a '^my own' "$1" | sort
}

# bats test_tags=slow
@test "report: what is written in every place, also in a table, survives and stays below the same table and figure" {
    echo x >results/lab03_roofline.svg
    echo x >results/lab04_samples.svg
    report lab03 lab04
    local n
    for n in 1 2; do # text in every place, twice; a line of a table changed, another taken out
        awk -v n=$n '{ print } NR > 5 { printf "my own %d.%d: ñ \\1 & `y` |a|%s\n%s", n, NR,
            NR % 3 ? "" : "\r", NR % 7 ? "" : "\nmy own end\n" }' \
            results/report.md | sed "s/^| gpu_ex31 /my own words $n &/; /^| gpu_ex32 /d" >"$scratch/written"
        cp "$scratch/written" results/report.md
        measured lab04 \
            "s/^# date: .*/# date: 2026-02-0${n}T11:00:00+0000/; s/,16777216,(.*),ok,/,16777216,\1,ok,only 3 samples/"
        gives 0 report lab03 lab04
        check "nothing to say" [ -z "$err" ]
        check "renewed" says "measured 2026-02-0$n 11:00"
        check "every line" cmp <(his "$scratch/written") <(his results/report.md)
        check "what was taken out is back" says '^\| gpu_ex32 \|'
        cp results/report.md "$scratch/second"
        report lab03 lab04
        check "nothing new, nothing changed" cmp "$scratch/second" results/report.md
    done
    # the figure goes, its text is named at the end; a table that comes moves nothing
    awk '{ print } /^!.*lab03_roofline/ { print "\nmy own roof" } /^: .*Table 3.2/ { print "my own sizes" }' \
        results/report.md >"$scratch/written"
    cp "$scratch/written" results/report.md
    rm results/lab03_roofline.svg
    gives 0 report lab03 lab04
    check "it says so" contains "$err" 'what you wrote below "Figure 3.1. Roofline." is at the end of the report'
    check "every line" cmp <(his "$scratch/written") <(his results/report.md)
    check "at the end" \
        [ "$(awk '/^## What stood below something/ { on = 1 } on' results/report.md |
            grep -c -x -e 'my own roof' -e '\*\*Figure 3.1. Roofline.\*\*')" -eq 2 ]
    check "below its table" \
        [ "$(awk '/^: .*Table 3.2/ { on = 1 } /^(!|<!-- make report: end)/ { on = 0 } on' results/report.md |
            grep -c -x 'my own sizes')" -eq 1 ]
    cp results/report.md "$scratch/second"
    report lab03 lab04
    check "once" cmp "$scratch/second" results/report.md
}

# stays <sed expression> <what it must say>: a part in trouble keeps every line.
stays() {
    rm -f results/report.md
    report lab03 lab04
    sed -E "$1" results/report.md >"$scratch/treated"
    cp "$scratch/treated" results/report.md
    measured lab03 's/^# date: .*/# date: 2026-03-03T11:00:00+0000/'
    measured lab04 's/^# date: .*/# date: 2026-03-03T11:00:00+0000/'
    gives 1 report lab03 lab04
    check "$1: says $2" contains "$err" "$2"
    out=$(diff <(grep -v 2026 "$scratch/treated") <(grep -v 2026 results/report.md)) || true
    check "$1: nothing else is changed" [ -z "$(grep '^<' <<<"$out" | grep -v -E 'make report: end')" ]
    check "$1: the other parts are renewed" says '2026-03-03 11:00'
}

# bats test_tags=slow
@test "report: a marker that is gone, doubled or moved: its part stays, and it says so" {
    stays '/begin results lab03/d' '"results lab03" stays as it is: its lines'
    stays '/end results lab03/d' '"results lab03" stays as it is: its lines'
    stays '/begin results lab03/p' 'must each be there once'
    stays 's/end results lab03/end results lab09/' '"results lab03" stays as it is'
}

# bats test_tags=slow
@test "report: a section that was taken out stays out; a lab that is new comes in" {
    report lab03 lab04
    awk '/^### Lab 3/ { gone = 1 } /^### Lab 4/ { gone = 0 } !gone' results/report.md >"$scratch/x"
    cp "$scratch/x" results/report.md
    gives 0 report lab03 lab04
    check "says so" contains "$err" "lab03 is left out"
    check "nothing changed" cmp "$scratch/x" results/report.md
    gives 0 report lab01 lab04
    check "results" says '^<!-- make report: begin results lab01 -->'
    check "questions" says '^\*\*Question 1\.1\*\*'
    out=$(diff "$scratch/x" results/report.md | grep '^<' | grep -v 'make report: ') || true
    check "nothing else is gone" [ -z "$(grep -v -E '^< \|' <<<"$out")" ]
    check "lab 3 is still out" [ "$(grep -c 'Lab 3' results/report.md)" -eq 0 ]
    sed -i '/results of every lab/d' results/report.md
    gives 1 report lab02 lab04
    check "says so" contains "$err" "lab02 has no place"
}

# bats test_tags=slow
@test "report: one set of measurements serves both languages, each report in its own file" {
    report
    echo my own >>results/report.md
    cp results/report.md "$scratch/x"
    REPORT_LANG=es gives 0 report
    check "says where" contains "$out" 'results/report_es.md: '
    check "it is Spanish" grep -q '^# ¿De verdad es más rápido?' results/report_es.md
    check "the English one stays" cmp "$scratch/x" results/report.md
    echo lo mío >>results/report_es.md
    rm results/report.md
    LC_MESSAGES=es_ES.UTF-8 report
    check "it stays that file" [ ! -e results/report.md ]
    check "with what is in it" grep -q -x 'lo mío' results/report_es.md
    check "it says so in Spanish" contains "$out" 'results/report_es.md, renovado'
    sed -i '/begin results lab04/d' results/report_es.md
    REPORT_LANG=es report
    check "also what it cannot do" contains "$err" '«results lab04» queda como está: sus líneas'
    report
    check "English again" grep -q '^# Is it really faster?' results/report.md
}

# bats test_tags=slow
@test "report: refuses a language or a CSV that is not there; the report stays" {
    report
    cp results/report.md "$scratch/x"
    for lang in fr ../en ''; do
        REPORT_LANG=$lang report
        [ -n "$lang" ] || continue # as if it were not given
        check "$lang: status 2" [ "$status" -eq 2 ]
        check "$lang: one line" one_line "$err"
        check "$lang: names it" contains "$err" "REPORT_LANG=$lang: must be en or es"
    done
    gives 2 report lab77
    check "names it" contains "$err" results/lab77.csv
    REPORT_LANG=es report lab77
    check "in Spanish" contains "$err" 'make report: falta results/lab77.csv; lo escribe ./lab77 --sweep --csv'
    check "unchanged" cmp "$scratch/x" results/report.md
    rm results/report.md && mkdir results/report.md
    report
    check "a folder: status 2, one line" [ "$status$(wc -l <<<"$err")" = 21 ]
    check "named" contains "$err" 'results/report.md is a folder'
}

# bats test_tags=slow
@test "report: HTML is one file with its pictures; without an engine for PDF it says which" {
    command -v pandoc >/dev/null || skip "needs pandoc"
    with_figures
    plain_path
    ln -s "$(command -v pandoc)" "$bin/pandoc"
    measured lab04 "${no_gpu[@]}"
    exits 0 env PATH="$bin" REPORT_LANG=es sh common/tools/report.sh lab04
    check "says so" contains "$out" results/report.html
    check "in Spanish" grep -q '<html.* lang="es"' results/report.html
    check "its title" grep -q '<title>¿De verdad es más rápido?</title>' results/report.html
    check "two pictures" [ "$(grep -o 'src="data:image/svg+xml;base64,' results/report.html | wc -l)" -eq 2 ]
    check "nothing from outside" [ "$(grep -c -E '(src|href)="?(http|lab0|common|/)' results/report.html)" -eq 0 ]
    check "tables" [ "$(grep -c '<table' results/report.html)" -eq 3 ]
    check "option B" grep -q 'sin GPU (opción B)' <(tr '\n' ' ' <results/report.html)
    check "no PDF" [ ! -e results/report.pdf ]
    check "names an engine" contains "$out" weasyprint
    # a pandoc that fails
    stub pandoc 'case $1 in --help) ;; *) echo "pandoc: error 99" >&2; exit 99 ;; esac'
    exits 1 env PATH="$bin" REPORT_LANG=es sh common/tools/report.sh lab04
    check "says why" contains "$err" "error 99"
    check "no stale HTML" [ ! -e results/report.html ]
    check "nothing half done" [ -z "$(find . -name '*.part')" ]
}

@test "report: without pandoc there is the Markdown, and the way to get the rest" {
    gives 0 report
    check "how" contains "$out" "apt-get install pandoc"
    check "no HTML" [ ! -e results/report.html ]
    check "Markdown" [ -s results/report.md ]
}

# bats test_tags=slow
@test "REPORT_LANG, CARD: what cannot be is refused before anything is built or measured" {
    local goal
    for goal in report practice plots progress check01 lab01 handouts; do
        exits 2 make -n --no-print-directory -C "$root" DEVICE=cpu REPORT_LANG=fr $goal
        check "names it" contains "$err" "REPORT_LANG=fr: must be en or es"
        check "nothing is done" [ -z "$out" ]
    done
    for goal in report practice; do
        exits 2 make -n --no-print-directory -C "$root" DEVICE=cpu CARD=t5 $goal
        check "which there are" contains "$err" "CARD=t5: there is no such card; there are t4 "
        check "nothing is done" [ -z "$out" ]
        exits 0 make -n --no-print-directory -C "$root" DEVICE=cpu CARD=h100 $goal # one that is there
    done
    try make -n -C "$root" DEVICE=cpu REPORT_LANG=es report
    check "Spanish is none" lacks "$err" REPORT_LANG
}
