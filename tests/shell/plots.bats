#!/usr/bin/env bats
# Every figure from an example CSV with invented numbers: what is in it, what is left out, what is
# refused. How the pictures look is for people to judge: make plots, and look.
# shellcheck disable=SC2013,SC2016,SC2030,SC2031,SC2154 # awk has $1; helpers.bash sets root, status, out, err

load helpers

setup() {
    in_root
    unset REFERENCE
    command -v gnuplot >/dev/null || skip "needs gnuplot"
}

figures=$(cd "$root" && find lab*_*/ -name '*.gp' ! -name traffic.gp | sort) # of times
# peers_*.gp of lab 6 say only what lab06_resnet_layers/peers.plt draws: one of all, one of one library
of_a_kind=$(grep -v lab06_resnet_layers/peers_ <<<"$figures")" lab06_resnet_layers/peers_all_gpu.gp
    lab06_resnet_layers/peers_jax_jit_gpu.gp"

lab_of() { # lab03_matmul_tiled/roofline.gp -> lab03
    echo "${1:0:5}"
}

# The example of a figure: what its usage draws results/lab03.csv for.
example_of() {
    sed -n 's|^#   gnuplot -c [^ ]* results/\([^ ]*\) .*|build/figures/\1|p' "$root/$1"
}

# draw <figure> <csv> [suffix]: into $picture.
draw() {
    picture=$scratch/picture.${3:-svg}
    rm -f "$picture"
    try gnuplot -c "$1" "$2" "$picture"
    check "$1: status 0, and nothing said" [ "$status$out$err" = 0 ]
}

# drawn <figure> [language]: the same from its example, once for all the tests.
drawn() {
    local name=${1%.gp}
    picture=$BATS_FILE_TMPDIR/${2:-en}_${name//\//_}.svg
    [ -e "$picture" ] || {
        try env REPORT_LANG="${2:-en}" gnuplot -c "$1" "$(example_of "$1")" "$picture"
        check "$1: status 0, and nothing said" [ "$status$out$err" = 0 ]
    }
}

# refused <what it must name> <command...>: one line that names it, status 2, no new file.
refused() {
    local names=$1 before
    shift
    before=$(ls "$scratch")
    exits 2 "$@"
    check "$*: one line" one_line "$err"
    check "$*: names $names" contains "$err" "$names"
    rm -f "$scratch/try.out" "$scratch/try.err"
    check "$*: leaves no file" [ "$(ls "$scratch")" = "$(grep -v '^try' <<<"$before")" ]
}

# bats test_tags=slow
@test "a locale with a comma in its numbers changes no figure, by make or by gnuplot" {
    local figure
    export LOCPATH=$scratch/locales
    mkdir "$LOCPATH"
    localedef -i es_ES -f UTF-8 "$LOCPATH/es_ES.UTF-8" || skip "localedef knows no es_ES"
    [ "$(LC_ALL=es_ES.UTF-8 awk 'BEGIN { printf "%.1f", 1.5 }')" = 1,5 ] || skip "this awk writes a point everywhere"
    for figure in $of_a_kind; do
        drawn "$figure"
        LC_ALL=es_ES.UTF-8 REPORT_LANG=en draw "$figure" "$(example_of "$figure")"
        check "$figure: the same" cmp "$picture" "$BATS_FILE_TMPDIR/en_$(tr / _ <<<"${figure%.gp}").svg"
    done
    try env LC_ALL=es_ES.UTF-8 \
        make -s --eval 'awks: ; awk "BEGIN { print 0.5 + \"1.5\" }"; echo $$LC_MESSAGES $$REPORT_LANG' awks
    check "numbers have a point, messages their language" [ "$out" = "2"$'\n'"es_ES.UTF-8 es" ]
}

# rows <csv> <awk condition>: how many rows; columns by number, so that it is not the figures' code.
# $2 device, $3 version, $4 method, $6 size, $17 verdict
rows() {
    awk -F, "/^lab/ && !/^lab,/ && ($2)" "$1" | wc -l
}

# points <name>: how many the drawn SVG has of it; gnuplot 6 draws a white one behind each.
points() {
    awk -v name="<title>$1</title>" '
        /<g id="gnuplot_plot_/ { inside = index($0, name) > 0; found += inside }
        inside && !/#FFFFFF/ { points += gsub(/<use xlink:href/, "") }
        END { print found ? points : "not there" }' "$picture"
}

# has_points <name at the line> <csv> <awk condition>
has_points() {
    local n there
    n=$(rows "$2" "$3") there=$(points "$1")
    [ "$n" -gt 0 ] || n="not there"
    check "$n points of $1, not $there" [ "$there" = "$n" ]
}

says() {
    grep -q -F -e "$1" "$picture"
}

# The example as if measured without a GPU.
without_gpu() {
    sed -E 's/^# device: .*/# device: CPU device/
        s/^(lab[0-9][0-9][a-z_]*),Example GPU,/\1,cpu_device,/; /^# breaks even/d' "$1" |
        awk -F, -v OFS=, '!/^#/ && !/^lab,/ { $16 = "" } { print }'
}

# The example as if it came from another GPU.
other_gpu() {
    sed 's/Example GPU/Other GPU/; s/^# date: 2026-01-15/# date: 2026-01-02/' "$1"
}

# bats test_tags=slow
@test "figures: every one can be drawn as SVG and PNG, and says device, date and that it is invented" {
    local figure lab
    for figure in $figures; do
        lab=$(lab_of "$figure")
        drawn "$figure"
        check "$figure: device" says "Example GPU (invented)"
        check "$figure: date" says "2026-01-15"
        check "$figure: its lab" says "Lab ${lab#lab0}"
        ! command -v xmllint >/dev/null || check "$figure: XML" xmllint --noout "$picture"
    done
    for figure in $of_a_kind; do
        draw "$figure" "$(example_of "$figure")" png
        check "$figure: a PNG" [ "$(head -c 4 "$picture" | tail -c 3)" = PNG ]
    done
}

# written <language> <figure>: its lines of text, with neither axis numbers nor names of versions.
written() {
    drawn "$2" "$1"
    sed -n '/<text>/ { s/<[^>]*>//g; s/^[[:space:]]*//; p; }' "$picture" |
        grep -v -E '^[-0-9 .,^?%]*$|^(gpu|cpu|copy)_[a-z0-9_]*$|^[0-9 ]+ ([KMG]i)?B$' | sort -u
}

# bats test_tags=slow
@test "figures: what they say is in the language of the report" {
    local figure
    # names, units and what both languages call the same
    local same='[GT]FLOP/s|N|fc|conv[0-9]|conv [37]x[37]|3x3|7x7|reduce|gpu_v1, kernel|gpu_ex52, kernels'
    same+='|(cublas|curand|cub|numpy|cupy|jax(_jit)?)(, f(16|32))?|[a-z0-9_]*, f(16|32)|[0-9]+: conv[0-9]|[mnk] [0-9 ]+'
    for figure in $figures lab02_matmul_naive/traffic.gp lab03_matmul_tiled/traffic.gp; do
        out=$(comm -12 <(written en "$figure") <(written es "$figure") | grep -v -x -E "$same") || true
        check "$figure: not in English and in Spanish: $out" [ -z "$out" ]
        drawn "$figure" es
        check "$figure: a decimal comma" [ "$(grep -c -E '<text>.*[>^ ][0-9]+\.[0-9]' "$picture")" -eq 0 ]
    done
}

# bats test_tags=slow
@test "figures: the names take no third of the canvas" {
    local figure
    for figure in $of_a_kind; do
        drawn "$figure"
        check "$figure: wide enough" awk -v RS='[<>]' '
            /class="gridline"/ { n = split($0, number, /[^0-9.]+/)
                for (i = 1; i < n; i++) if (number[i] > right) right = number[i] }
            END { exit !(right > 0.68 * 800) }' "$picture"
    done
}

@test "figures: the SVG is well-formed XML, whatever the device is called" {
    command -v xmllint >/dev/null || skip "needs xmllint"
    sed 's/^# device: .*/# device: A \& B <GPU> x_1^2 {\\x}/' build/figures/lab01.csv >"$scratch/x.csv"
    draw lab01_vector_add/bandwidth.gp "$scratch/x.csv"
    check "XML" xmllint --noout "$picture"
    check "as it is called" grep -q -E 'A &amp; B &lt;GPU(>|&gt;) x_1\^2 \{\\x\}' "$picture"
}

@test "figures: every one names its usage and its columns, which the example has" {
    local figure lab column header files
    for figure in $figures; do
        lab=$(lab_of "$figure")
        check "$figure: usage" grep -q -E \
            "^#   gnuplot -c $figure results/(peers/)?$lab(_network|_cores)?.csv results/$(basename \
            "${lab}_${figure##*/}" .gp).svg" "$figure"
        # shellcheck disable=SC2207 # itself and what it calls, names without blanks
        files=("$figure" $(sed -n 's/^call "\(lab.*\.plt\)" .*/\1/p' "$figure"))
        check "$figure: what every figure does" grep -q '^call "common/figures/figure.gp" ' "${files[@]}"
        check "$figure: columns" grep -q '^# columns ' "${files[@]}"
        header=$(grep -m 1 '^lab,' "$(example_of "$figure")")
        for column in $(sed -n 's/^# columns  *//p' "${files[@]}"); do
            check "$figure: column $column" contains ",$header," ",$column,"
        done
    done
    for figure in gflops roofline; do # so every_version has one of the two
        check "$figure of labs 2 and 3: alike" cmp <(sed 1d lab02_*/$figure.gp) <(sed 1d lab03_*/$figure.gp)
    done
}

# bats test_tags=slow
@test "figures: every one refuses a bad call or a bad CSV in one line, and leaves no file" {
    local figure lab csv
    for figure in $of_a_kind; do
        lab=$(lab_of "$figure")
        csv=$(example_of "$figure")
        sed -E "s/^${lab}[a-z_]*,/lab09,/" "$csv" >"$scratch/other.csv"
        sed 's/,median_ms,/,milliseconds,/; s/,size,/,n,/' "$csv" >"$scratch/column.csv"
        sed -E 's/,(ok|impossible)(,|$)/,WRONG\2/' "$csv" >"$scratch/wrong.csv"
        refused "two names" gnuplot -c "$figure" "$csv"
        refused "holds lab09, not $lab" gnuplot -c "$figure" "$scratch/other.csv" "$scratch/x.svg"
        refused "no column size" gnuplot -c "$figure" "$scratch/column.csv" "$scratch/x.svg"
        refused "no right row" gnuplot -c "$figure" "$scratch/wrong.csv" "$scratch/x.svg"
        refused "reference/no_such_gpu/${csv#build/figures/}" \
            env REFERENCE=no_such_gpu gnuplot -c "$figure" "$csv" "$scratch/x.svg"
        rm "$scratch"/*.csv
    done
    # and what does not depend on the figure
    csv=build/figures/lab04.csv figure=lab04_pi_montecarlo/error.gp
    sed '/^lab,/q' "$csv" >"$scratch/empty.csv"
    refused "two names" gnuplot -c "$figure"
    refused "two names" gnuplot -c "$figure" "$csv" "$scratch/x.svg" more
    refused "x.pdf" gnuplot -c "$figure" "$csv" "$scratch/x.pdf"
    refused "nowhere/x.svg" gnuplot -c "$figure" "$csv" "$scratch/nowhere/x.svg"
    refused "$scratch/none.csv" gnuplot -c "$figure" "$scratch/none.csv" "$scratch/x.svg"
    refused "README.md: is no CSV" gnuplot -c "$figure" README.md "$scratch/x.svg"
    refused "no right row" gnuplot -c "$figure" "$scratch/empty.csv" "$scratch/x.svg"
}

@test "figures: a CSV that is cut off is refused by name, wherever it is cut" {
    local figure=lab01_vector_add/bandwidth.gp csv="$scratch/it's cut.csv" rows bytes n
    rows=$(grep -c ^lab01, build/figures/lab01.csv)
    sed "s/^# seed: .*/&\n# rows: $rows/" build/figures/lab01.csv >"$scratch/whole.csv"
    draw $figure "$scratch/whole.csv"
    bytes=$(wc -c <"$scratch/whole.csv")
    for n in 200 $((bytes / 2)) $((bytes - 1)); do
        head -c "$n" "$scratch/whole.csv" >"$csv"
        refused "it's cut.csv: " gnuplot -c $figure "$csv" "$scratch/x.svg"
    done
    sed '/^# rows/d' "$scratch/whole.csv" | head -c "$((bytes - 100))" >"$csv" # of a kit that did not count
    refused "it's cut.csv: " gnuplot -c $figure "$csv" "$scratch/x.svg"
    sed '/^lab,/q' "$scratch/whole.csv" >"$csv"
    grep ^lab01, "$scratch/whole.csv" | head -n 47 >>"$csv"
    refused "it has 47 of its $rows rows" gnuplot -c $figure "$csv" "$scratch/x.svg"
}

@test "figures: names with spaces and quotes are names" {
    cp build/figures/lab01.csv "$scratch/it's a 'file' \$(touch x).csv"
    exits 0 gnuplot -c lab01_vector_add/bandwidth.gp "$scratch/it's a 'file' \$(touch x).csv" "$scratch/a 'b'.svg"
    check "it is there" [ -s "$scratch/a 'b'.svg" ]
    check "nothing else is" [ ! -e x ]
    cd "$scratch" || return
    ln -s "$root"/* .
    cp "$root/build/figures/lab01.csv" size=1.csv
    exits 0 gnuplot -c lab01_vector_add/bandwidth.gp size=1.csv '|touch x.svg'
    check "it is there" [ -s '|touch x.svg' ]
}

# The figures that show every version at every size, and the column that they show.
every_version='lab01_vector_add/bandwidth.gp lab03_matmul_tiled/gflops.gp lab03_matmul_tiled/roofline.gp
    lab04_pi_montecarlo/samples.gp'
two_of_them='lab01_vector_add/bandwidth.gp lab03_matmul_tiled/roofline.gp'
shown='($4 == "wall" || $4 == "sync") && $17 == "ok"'

@test "figures: a point for every right row of every version, and the ceiling" {
    local figure csv version
    for figure in $every_version; do
        csv=build/figures/$(lab_of "$figure").csv
        drawn "$figure"
        for version in $(sed '/^#/d; /^lab,/d' "$csv" | cut -d , -f 3 | sort -u); do
            has_points "$version" "$csv" "\$3 == \"$version\" && $shown"
        done
        check "$figure: ceiling" grep -q -E '<text>(ceiling|roof)' "$picture"
    done
}

@test "figures: a row that is wrong or impossible is not drawn, nor a version that is not there" {
    local figure csv
    for figure in $two_of_them; do
        csv=build/figures/$(lab_of "$figure").csv
        awk -F, -v OFS=, '
            $3 == "cpu_openmp" && n++ < 2 { $17 = n == 1 ? "WRONG" : "impossible" }
            $3 == "cpu_serial" { $17 = "WRONG" }
            $3 == "gpu_v1" { next }
            { print }' "$csv" >"$scratch/x.csv"
        draw "$figure" "$scratch/x.csv"
        has_points cpu_openmp "$scratch/x.csv" "\$3 == \"cpu_openmp\" && $shown"
        check "$figure: two points fewer" \
            [ "$(points cpu_openmp)" -eq $(($(rows "$csv" "\$3 == \"cpu_openmp\" && $shown") - 2)) ]
        check "$figure: none of cpu_serial" [ "$(points cpu_serial)" = "not there" ]
        check "$figure: none of gpu_v1" [ "$(points gpu_v1)" = "not there" ]
    done
}

# bats test_tags=slow
@test "figures: no time of the CPU device is drawn, and there is no ceiling" {
    local figure drawn=0 none=0
    for figure in $of_a_kind; do
        without_gpu "$(example_of "$figure")" >"$scratch/x.csv"
        try gnuplot -c "$figure" "$scratch/x.csv" "$scratch/picture.svg"
        if [ "$status" -eq 2 ]; then # what only a GPU has
            none=$((none + 1))
            check "$figure: says why" contains "$err" "no right row to draw: there is no GPU here"
            continue
        fi
        drawn=$((drawn + 1))
        draw "$figure" "$scratch/x.csv"
        check "$figure: says so" says "no GPU here, so no GPU times"
        check "$figure: names no GPU" [ "$(grep -c 'Example GPU' "$picture")" -eq 0 ]
        check "$figure: no GPU version" \
            [ "$(grep '<text>' "$picture" | grep -E '>(gpu_|cublas|curand|cub|copy_)' |
            grep -v -c 'beats all cores')" -eq 0 ]
        check "$figure: no ceiling" [ "$(grep -c -E '<text>(ceiling|roof|bound)' "$picture")" -eq 0 ]
    done
    check "both cases were there, $drawn and $none" [ $drawn -gt 8 -a $none -ge 4 ]
}

@test "figures: where only a GPU has something to draw, a reference is drawn by itself, and named" {
    local figure csv
    for figure in lab01_vector_add/pitfall.gp lab05_transfers/bandwidth.gp; do
        csv=build/figures/$(lab_of "$figure").csv
        without_gpu "$csv" >"$scratch/x.csv"
        other_gpu "$csv" >"$scratch/$(lab_of "$figure").csv"
        REFERENCE=$scratch draw "$figure" "$scratch/x.csv"
        check "$figure" says "reference, not this machine: Other GPU (invented)"
    done
}

# bats test_tags=slow
@test "figures: a time in doubt has a ring or a question mark, and the key says so; others have none" {
    local figure csv
    for figure in $of_a_kind; do
        csv=$(example_of "$figure")
        drawn "$figure"
        check "$figure: nothing is in doubt" [ "$(grep -c 'in doubt' "$picture")" -eq 0 ]
        awk -F, -v OFS=, '/^lab0/ && !/^lab,/ { $18 = "preempted 7 times" } { print }' "$csv" >"$scratch/x.csv"
        draw "$figure" "$scratch/x.csv"
        case $figure in */error.gp) continue ;; esac # it shows no times
        check "$figure: everything is" grep -q -E '(ring|\?): in doubt' "$picture"
    done
    csv=build/figures/lab03.csv
    awk -F, -v OFS=, '$3 == "gpu_v1" && $4 == "sync" && $6 > 1000 { $18 = "p95 is 3 times p05" } { print }' $csv \
        >"$scratch/x.csv"
    draw lab03_matmul_tiled/gflops.gp "$scratch/x.csv"
    has_points "ring: in doubt" $csv '$3 == "gpu_v1" && $4 == "sync" && $6 > 1000'
}

@test "figures: labs 2 and 3 draw the bound of a card, with a GPU and without one, and call it a bound" {
    local lab
    for lab in lab02_matmul_naive lab03_matmul_tiled; do
        without_gpu build/figures/${lab:0:5}.csv |
            awk -F, -v OFS=, '/^# date/ { print "# card: Card X" } /,sync,/ { $19 = 0.001 * ($6 / 64) ^ 3 } { print }' \
            >"$scratch/x.csv"
        REPORT_LANG=es draw $lab/gflops.gp "$scratch/x.csv"
        check "$lab: so called" says '<text>cota: Card X'
        has_points "cota: Card X" "$scratch/x.csv" '$3 == "gpu_v1" && $4 == "sync"'
        check "$lab: no time of the CPU device" [ "$(points gpu_v1)" = "not there" ]
    done
}

# heights <series>: of the points of its line in the drawn SVG.
heights() {
    awk -v name="<title>$1</title>" '
        /<g id="gnuplot_plot_/ { inside = index($0, name) > 0 }
        inside && sub(/^.*<path .* d=.M/, "") {
            sub(/ M.*/, "")
            n = split($0, at, /[ ,L]+/)
            for (i = 2; i <= n; i += 2) print at[i]
            exit
        }' "$picture"
}

@test "figures: without a GPU a forward pass has the bound of a card beside it, of another look, and on a GPU none" {
    local csv=$scratch/x.csv
    without_gpu build/figures/lab06_network.csv | # whose CPU is as fast as a T4 can be: 1.15 x 8.14 TFLOP/s
        awk -F, -v OFS=, '/^# date/ { print "# card: Tesla T4" } $3 == "cpu_openmp" { $14 = 9361 } { print }' >"$csv"
    LC_MESSAGES=es_ES.UTF-8 draw lab06_resnet_layers/image_size.gp "$csv"
    check "so called" says '<text>cota: Tesla T4'
    check "a height for each image" [ "$(heights cpu_openmp | wc -l)" -eq 5 ]
    check "the bound is that fast" [ "$(heights "cota: Tesla T4")" = "$(heights cpu_openmp)" ]
    sed -i '/cpu_openmp/ s/,9361,/,936.1,/' "$csv"
    draw lab06_resnet_layers/image_size.gp "$csv"
    check "ten times the time, ten times the bound" [ "$(heights "bound: Tesla T4")" != "$(heights cpu_openmp)" ]
    sed -i 's/^# card: .*/# card: Tesla T5/' "$csv"
    draw lab06_resnet_layers/image_size.gp "$csv"
    check "a card that nobody knows has none" [ "$(grep -c bound "$picture")" -eq 0 ]
    awk '/^# date/ { print "# card: Tesla T4" } { print }' build/figures/lab06_network.csv >"$csv"
    draw lab06_resnet_layers/image_size.gp "$csv"
    check "nor has a GPU" [ "$(grep -c bound "$picture")" -eq 0 ]
}

@test "figures: a single sample is a point without a spread" {
    awk -F, -v OFS=, '$3 == "gpu_v1" { $10 = 1; $12 = $13 = "" } { print }' build/figures/lab03.csv >"$scratch/x.csv"
    draw lab03_matmul_tiled/gflops.gp "$scratch/x.csv"
    has_points gpu_v1 "$scratch/x.csv" '$3 == "gpu_v1" && $4 == "sync"'
}

@test "figures: a reference is laid over, and marked with its device and date" {
    local figure csv
    for figure in $two_of_them; do
        csv=build/figures/$(lab_of "$figure").csv
        without_gpu "$csv" >"$scratch/x.csv"
        other_gpu "$csv" >"$scratch/$(lab_of "$figure").csv"
        REFERENCE=$scratch draw "$figure" "$scratch/x.csv"
        check "$figure: says whose" says "dashed and hollow, bars pale: reference, Other GPU (invented), 2026-01-02"
        has_points "gpu_v1, reference" "$csv" "\$3 == \"gpu_v1\" && $shown"
        check "$figure: no time of the CPU device" [ "$(points gpu_v1)" = "not there" ]
        check "$figure: not the other machine's CPU" [ "$(points "cpu_openmp, reference")" = "not there" ]
        check "$figure: its ceiling" grep -q -E '<text>(ceiling|roof).*, reference' "$picture"
    done
}

@test "figures: lab 1, the pitfall shows what is impossible as impossible" {
    local csv=build/figures/lab01.csv v1='$3 == "gpu_v1" &&'
    drawn lab01_vector_add/pitfall.gp
    has_points "impossible" $csv "$v1 \$4 == \"no_sync\" && \$17 == \"impossible\""
    has_points "no synchronize" $csv "$v1 \$4 == \"no_sync\" && \$17 == \"ok\""
    has_points "clock + synchronize" $csv "$v1 \$4 == \"sync\""
    has_points "CUDA events" $csv "$v1 \$4 == \"events\""
    has_points "with the copies" $csv "$v1 \$4 == \"with_transfers\""
    check "ceiling" says "ceiling"
    sed '/,no_sync,/ s/,impossible/,WRONG/' $csv >"$scratch/x.csv"
    draw lab01_vector_add/pitfall.gp "$scratch/x.csv"
    check "nothing wrong" [ "$(points "impossible")" = "not there" ]
}

@test "figures: lab 1, the break-even is where the GPU has won for good" {
    local figure=lab01_vector_add/break_even.gp csv=build/figures/lab01.csv
    drawn $figure
    has_points "gpu_v1, kernel" $csv '$3 == "gpu_v1" && $4 == "sync"'
    has_points "gpu_v1, copies" $csv '$3 == "gpu_v1" && $4 == "with_transfers"'
    check "kernel" says "kernel only: from n = 262 144 on"
    check "copies" says "with the copies: from n = 1 048 576 on"
    # the lab has worked it out, and says so in the CSV
    sed 's/^# breaks even: gpu_v1 sync .*/# breaks even: gpu_v1 sync 67108864/
        s/^# breaks even: gpu_v1 with_transfers .*/# breaks even: gpu_v1 with_transfers -1/' $csv >"$scratch/x.csv"
    draw $figure "$scratch/x.csv"
    check "kernel, later" says "kernel only: from n = 67 108 864 on"
    check "copies, never" says "with the copies: at no measured n"
    without_gpu $csv >"$scratch/x.csv"
    draw $figure "$scratch/x.csv"
    check "no GPU, no break-even" says "kernel only: not known, no GPU here"
    check "and no reference" [ "$(grep -c reference "$picture")" -eq 0 ]
    other_gpu $csv >"$scratch/lab01.csv"
    REFERENCE=$scratch draw $figure "$scratch/x.csv"
    check "the reference's" says "gpu_v1 beats all cores, reference"
    check "its kernel" says "kernel only: from n = 262 144 on"
    has_points "cpu_openmp, reference" $csv '$3 == "cpu_openmp"'
}

@test "figures: lab 4, one error per size, beside what is to be expected" {
    local csv=build/figures/lab04.csv
    drawn lab04_pi_montecarlo/error.gp
    has_points "this run" $csv '$3 == "cpu_serial"'
    check "band" says "90 of 100 runs"
    check "standard error" says "standard error: 1.64 / sqrt(n)"
}

@test "figures: lab 5, copies, the share of the way, and overlap" {
    local csv=build/figures/lab05.csv copy ops='$3 == "gpu_ex52" && $20 == 10'
    drawn lab05_transfers/bandwidth.gp
    for copy in copy_h2d_pageable copy_h2d_pinned copy_d2h_pageable copy_d2h_pinned copy_d2d; do
        has_points $copy $csv "\$3 == \"$copy\" && \$4 == \"sync\""
    done
    check "the ceiling of the bus" says "ceiling: the bus"
    check "no kernel" [ "$(points gpu_v1)" = "not there" ]
    drawn lab05_transfers/share.gp
    check "4 points of gpu_v1" [ "$(points gpu_v1)" -eq 4 ]
    check "4 points of gpu_ex52" [ "$(points gpu_ex52)" -eq 4 ]
    check "its n" says "n = 16 777 216"
    drawn lab05_transfers/overlap.gp
    check "a point per number of chunks" [ "$(points "gpu_ex52, with copies")" -eq 7 ]
    check "and of the kernels" [ "$(points "gpu_ex52, kernels")" -eq 7 ]
    check "what does not overlap" says "gpu_ex51: no overlap"
    awk -F, -v OFS=, "$ops"' && $22 == 4 { $17 = "WRONG" } { print }' $csv >"$scratch/x.csv"
    draw lab05_transfers/overlap.gp "$scratch/x.csv"
    check "not what is wrong" [ "$(points "gpu_ex52, with copies")" -eq 6 ]
    sed '/,gpu_ex5/d' $csv >"$scratch/x.csv"
    draw lab05_transfers/share.gp "$scratch/x.csv"
    check "versions that are not there" [ "$(points gpu_ex51)" = "not there" ]
    refused "no right row" gnuplot -c lab05_transfers/overlap.gp "$scratch/x.csv" "$scratch/x.svg"
}

# values <csv> <awk condition>: TFLOP/s of such rows, one line each, as the bars have them.
values() {
    awk -F, "/^lab06,/ && \$20 > 0 && ($2)"' { printf "%.3g\n", $14 / 1000 }' "$1"
}

# bats test_tags=slow
@test "figures: lab 6, a bar with its value for every layer of every version" {
    local csv=build/figures/lab06.csv figure value condition
    for condition in '"float32" && $22 == 1 batch1' '"float32" && $22 == 128 batch128'; do
        figure=lab06_resnet_layers/${condition##* }.gp
        condition='($4 == "sync" || $4 == "wall") && $5 == '${condition% *}
        draw "$figure" $csv
        for version in cpu_openmp gpu_v1 gpu_ex61 cublas; do
            check "$figure: 20 of $version" [ "$(values $csv "$condition && \$3 == \"$version\"" | wc -l)" -ge 20 ]
            for value in $(values $csv "$condition && \$3 == \"$version\"" | head -n 20); do
                check "$figure: $value of $version" says ">$value<"
            done
        done
        check "$figure: not a line more" [ "$(grep -c -E '<text>[0-9 ]+<' "$picture")" -le 130 ]
        check "$figure: names of layers" says shortcut
    done
    awk -F, -v OFS=, '$3 == "cublas" && $20 == 7 { $14 = 123456; $17 = "WRONG" } { print }' $csv >"$scratch/x.csv"
    draw lab06_resnet_layers/batch1.gp "$scratch/x.csv"
    check "a wrong one has no bar" [ "$(grep -c '>123<' "$picture")" -eq 0 ]
    sed '/,gpu_ex61,/d' $csv >"$scratch/x.csv"
    draw lab06_resnet_layers/batch1.gp "$scratch/x.csv"
    check "nor one that is not there" [ "$(grep -c 'gpu_ex61' "$picture")" -eq 0 ]
}

# bats test_tags=slow
@test "figures: lab 6, half precision against float32" {
    local csv=build/figures/lab06.csv value
    drawn lab06_resnet_layers/f16.gp
    check "both" says "cublas, f16"
    check "both" says "cublas, f32"
    check "the largest batch" says "batch 128"
    for value in $(values $csv '$3 == "gpu_wmma" && $22 == 128 && $4 == "sync"'); do
        check "$value" says ">$value<"
    done
    draw lab06_resnet_layers/peers_jax_jit_cpu.gp build/figures/peers/lab06.csv
    for value in 16 32; do
        look_of "jax_jit, f$value" | sed 's/rgb([^)]*)//' >"$scratch/$value"
        check "f$value has a hatching" [ -s "$scratch/$value" ]
    done
    check "which tells the types apart without colours" [ "$(cat "$scratch/16")" != "$(cat "$scratch/32")" ]
    grep -v ,float16, $csv >"$scratch/x.csv"
    refused "no right row" gnuplot -c lab06_resnet_layers/f16.gp "$scratch/x.csv" "$scratch/x.svg"
}

# bats test_tags=slow
@test "figures: lab 6, a forward pass against the image, and its types of layers" {
    local csv=build/figures/lab06_network.csv
    drawn lab06_resnet_layers/image_size.gp
    has_points cpu_openmp $csv '$3 == "cpu_openmp" && $21 == 1 && $22 == "all"'
    has_points gpu_ex63 $csv '$3 == "gpu_ex63" && $4 == "sync" && $21 == 1'
    drawn lab06_resnet_layers/layer_types.gp
    for name in "conv 7x7" "conv 3x3" downsample pool fc elementwise gpu_ex63 "image side 224"; do
        check "$name" says "$name"
    done
    check "ms of the 3x3 convolutions" grep -q ">$(awk -F, '
        $3 == "gpu_v1" && $6 == 224 && $21 == 1 && $22 == "conv 3x3" { printf "%.3g", $11 }' $csv)<" "$picture"
    check "its parts are there" [ "$(grep -c -E '<title>(conv|downsample|pool|fc|elementwise)' "$picture")" -eq 6 ]
    sed '/,conv 3x3,/ s/,ok,/,WRONG,/' $csv >"$scratch/x.csv"
    draw lab06_resnet_layers/layer_types.gp "$scratch/x.csv"
    check "what is wrong is not there" [ "$(grep -c 'conv 3x3' "$picture")" -eq 0 ]
}

@test "figures: what a warp asks the memory for, of every version counted" {
    for figure in lab*_*/traffic.gp; do
        csv=$(example_of "$figure")
        draw "$figure" "$csv"
        for version in $(awk -F, '$2 == "counted" { print $3 }' "$csv"); do
            check "$figure: has $version" grep -q ">$version<" "$picture"
        done
        bytes=$(awk -F, '$3 == "gpu_v1" { printf "%.2g", $NF }' "$csv")
        check "$figure: says $bytes" says ">$bytes<"
        sectors=$(awk -F, '$3 == "gpu_v1" { printf "%.3g sectors per request", $6 }' "$csv")
        check "$figure: says $sectors" says ">$sectors<"
        sed '/gpu_v1/d; s/^# rows:.*/# rows: 2/' "$csv" >"$scratch/x.csv"
        draw "$figure" "$scratch/x.csv"
        check "$figure: draws no version that is not there" lacks "$(cat "$picture")" ">gpu_v1<"
        sed 1,8d "$csv" >"$scratch/x.csv"
        refused "x.csv" gnuplot -c "$figure" "$scratch/x.csv" "$scratch/x.svg"
        rm "$scratch/x.csv"
    done
}

# bats test_tags=slow
@test "figures: the roofline's x is what a version was counted to move; without counts each matrix is moved once" {
    drawn lab03_matmul_tiled/roofline.gp
    check "counted" says 'that the warps ask for (make traffic03)'
    cp build/figures/lab03.csv "$scratch/x.csv"
    draw lab03_matmul_tiled/roofline.gp "$scratch/x.csv"
    check "not counted" says 'if each matrix were moved once (make traffic03 counts them)'
    cp "$picture" "$scratch/without.svg"
    cp build/figures/lab03_traffic.csv "$scratch/x_traffic.csv"
    draw lab03_matmul_tiled/roofline.gp "$scratch/x.csv"
    check "another place" differs "$picture" "$scratch/without.svg"
}

differs() {
    ! cmp -s "$@"
}

# bats test_tags=slow
@test "make plot01: draws what results/ holds, and measures if it holds nothing" {
    mkdir -p "$scratch/kit/results"
    kit_of "$scratch/kit" lab01
    cd "$scratch/kit" || return
    cp "$root/build/figures/lab01.csv" results
    exits 0 quick LABS=01 plot01
    check "no sweep" lacks "$out" SWEEP
    check "the file as it was" cmp "$root/build/figures/lab01.csv" results/lab01.csv
    for name in bandwidth pitfall break_even; do
        check "$name" [ -s results/lab01_$name.svg ] 
        check "$name" [ -s results/lab01_$name.png ] 
    done
    rm -r results
    exits 0 quick LABS=01 SWEEP="--sizes 1000,2000 --samples 1 --min-time 0" plots
    check "a sweep" contains "$out" SWEEP
    check "its rows" [ "$(grep -c ^lab01, results/lab01.csv)" -gt 8 ]
    check "a figure" [ -s results/lab01_bandwidth.svg ]
    check "nothing half done" [ -z "$(ls results/*.part 2>/dev/null)" ]
    try quick LABS=01 plot01 REFERENCE=nvidia_nothing
    check "status not 0" [ "$status" -ne 0 ]
    check "names it" contains "$err" "REFERENCE=nvidia_nothing: there is no such folder; in reference/ there is"
    check "deletes nothing" [ -s results/lab01_bandwidth.svg ]
    sed -i -E '/,(sync|events|no_sync|with_transfers),|^# rows/d' results/lab01.csv # then one cannot be drawn
    exits 0 quick LABS=01 plot01
    check "says which and why" contains "$err" "results/lab01_pitfall: results/lab01.csv: has no right row"
    check "no old one is left" [ ! -e results/lab01_pitfall.svg ]
    rm results/*
    try quick LABS=01 SWEEP="--sizes nonsense" plot01
    check "a failed sweep fails" [ "$status" -ne 0 ]
    check "and leaves no CSV" [ ! -e results/lab01.csv ]
}

@test "make LABS=...: numbers with commas, and a lab that is not there is named" {
    exits 0 make -n LABS=01,03 DEVICE=cpu labs
    check "these two" [ "$(grep -o -E 'cp -f build/cpu/lab0.' <<<"$out" | sort -u | wc -l)" -le 2 ]
    exits 2 make LABS=01,77 help
    check "names it" contains "$err" "there is no lab77"
}

@test "sweep: lab 6 takes several runs, kept in one CSV; a wrong version keeps it, a failure does not" {
    # a lab that only says how it was called
    printf '%s\n' '#!/bin/sh' 'echo "called $*"' 'while [ "$1" != --csv ]; do shift; done' \
        'printf "# device: $DEVICE\nlab,x\nlab06,$$\n" >"$2"' 'exit $STATUS' >"$scratch/lab06"
    chmod +x "$scratch/lab06"
    cp "$scratch/lab06" "$scratch/lab06_network"
    local csv=$scratch/results.csv
    exits 0 env DEVICE="CPU device" STATUS=0 sh common/figures/sweep.sh "$scratch/lab06" "$csv" --sweep --quick
    check "six runs, none of them a sweep" \
        [ "$(grep -c -e '--quick --csv' <<<"$out") $(grep -c -e --sweep <<<"$out")" = "6 0" ]
    check "of the CPU alone all but three" [ "$(grep -c -e '--only cpu_openmp' <<<"$out")" -eq 3 ]
    check "one header, three rows of layers" [ "$(grep -c ^lab, "$csv") $(grep -c ^lab06, "$csv")" = "1 3" ]
    check "the threads apart" [ "$(grep -c ^lab06, "${csv%.csv}_cores.csv")" -eq 1 ]
    check "the forward pass apart" [ "$(grep -c ^lab06, "${csv%.csv}_network.csv")" -eq 2 ]
    check "at larger images of the CPU alone" contains "$out" 'called --image 224,512,1024 --only cpu_openmp'
    exits 1 env DEVICE=GPU STATUS=1 sh common/figures/sweep.sh "$scratch/lab06" "$csv" --sweep
    check "batches on a GPU" [ "$(grep -c -e '--batch 128' <<<"$out")" -eq 2 ]
    check "one of its runs is a sweep" [ "$(grep -c -e --sweep <<<"$out")" -eq 1 ]
    check "kept" [ "$(grep -c ^lab06, "$csv")" -eq 4 ]
    rm "$scratch"/results*
    exits 4 env DEVICE=GPU STATUS=4 sh common/figures/sweep.sh "$scratch/lab06" "$csv" --sweep
    check "no CSV" [ -z "$(ls "$scratch"/results* 2>/dev/null)" ]
}

@test "sweep: says which lab of how many, how long, and how it ends, in both languages; not for a CSV alone" {
    printf '%s\n' '#!/bin/sh' 'echo "called $*"' 'while [ "$1" != --csv ]; do shift; done' \
        'printf "# device: GPU\nlab,x\nlab02,1\n" >"$2"' >"$scratch/lab02"
    chmod +x "$scratch/lab02"
    local csv=$scratch/lab02.csv
    export TABLE=$scratch/table.txt
    try env AMONG="lab01 lab02 lab06" sh common/figures/sweep.sh "$scratch/lab02" "$csv" --sweep
    check "which" contains "$out" "SWEEP   lab02, 2 of 3: $scratch/lab02 --sweep: "
    check "how long" contains "$out" "a minute or two; table: $TABLE"
    check "how it ends" contains "$out" "Ctrl-C ends it: the labs measured before stay"
    check "two lines" [ "$(wc -l <<<"$out")" -eq 2 ]
    check "the lab's own table" grep -q '^called --sweep --csv ' "$TABLE"
    try env AMONG=lab02 REPORT_LANG=es sh common/figures/sweep.sh "$scratch/lab02" "$csv" --sweep
    check "alone, in Spanish" contains "$out" "SWEEP   lab02: $scratch/lab02 --sweep: uno o dos minutos; tabla: $TABLE"
    try env -u TABLE sh common/figures/sweep.sh "$scratch/lab02" "$csv" --sweep
    check "nothing but the lab" [ "$(grep -v '^called' <<<"$out")" = "" ]
}

@test "sweep: the runs of a lab are counted, on a terminal only" {
    needs_terminal
    printf '%s\n' '#!/bin/sh' \
        'while [ "$1" != --csv ]; do shift; done' 'printf "# device: GPU\nlab,x\nlab06,1\n" >"$2"' \
        >"$scratch/lab06"
    chmod +x "$scratch/lab06"
    cp "$scratch/lab06" "$scratch/lab06_network"
    local sweep="sh common/figures/sweep.sh $scratch/lab06 $scratch/results.csv --sweep"
    try script -qec "$sweep" /dev/null
    check "six runs" [ "$(grep -o 'lab06: run [2-6]' <<<"$out" | wc -l)" -eq 5 ]
    try env REPORT_LANG=es script -qec "$sweep" /dev/null
    check "in Spanish" contains "$out" "lab06: ejecución 2"
    try sh -c "$sweep"
    check "nothing in a file" [ -z "$out$err" ]
}

# bats test_tags=slow
@test "make plots: Ctrl-C keeps the labs that are measured, leaves no half CSV; the next call begins with that lab" {
    kit_of "$scratch/kit" lab01 lab02
    cd "$scratch/kit" || return
    # in the second run of lab02: a Ctrl-C of the terminal reaches every program of the group
    printf '%s\n' 'run "$scratch/first.csv" "$@"' '[ -e again ] || { touch again; kill -INT 0; sleep 600; }' \
        'run "$scratch/all.csv" "$@"' >lab02_matmul_naive/sweep.sh
    export SWEEP="--quick --samples 1 --min-time 0"
    try setsid -w make -s --no-print-directory -j2 QUICK=1 plots
    check "ended" [ "$status" -ne 0 ]
    check "in the second" contains "$out" "lab02, 2 of 2"
    check "the first stays" grep -q ^lab01, results/lab01.csv
    check "of the second nothing" [ -z "$(find . -name 'lab02.csv*')" ]
    cp results/lab01.csv "$scratch/before.csv"
    exits 0 setsid -w make -s --no-print-directory -j2 QUICK=1 plots
    check "one is swept" [ "$(grep -c ^SWEEP <<<"$out")" -eq 1 ]
    check "that one" contains "$out" "lab02, 2 of 2"
    check "it is there" grep -q ^lab02, results/lab02.csv
    check "the first as it was" cmp results/lab01.csv "$scratch/before.csv"
}

# bats test_tags=slow
@test "figures: other libraries beside our versions, of the same kind of device only" {
    local csv=build/figures/peers/lab06.csv
    draw lab06_resnet_layers/peers_all_cpu.gp $csv
    for words in cpu_openmp cpu_blas numpy jax_jit; do
        check "$words" says ">$words<"
    done
    check "nothing of a GPU" [ "$(grep -c -E '>(cublas|gpu_v1|cupy)<' "$picture")" -eq 0 ]
    draw lab06_resnet_layers/peers_all_gpu.gp $csv
    check "cuBLAS" says ">cublas<"
    check "CuPy" says ">cupy<"
    check "nothing of a CPU" [ "$(grep -c -E '>(cpu_openmp|numpy)<' "$picture")" -eq 0 ]
    mkdir "$scratch/peers"
    cp $csv "$scratch/peers" # without ours
    draw lab06_resnet_layers/peers_all_cpu.gp "$scratch/peers/lab06.csv"
    check "alone" [ "$(grep -c '>cpu_openmp<' "$picture")" -eq 0 ]
    draw lab04_pi_montecarlo/peers_samples.gp build/figures/peers/lab04.csv
    check "pi, ours" says "<title>cpu_openmp</title>"
    check "pi, theirs" says "<title>jax_jit</title>"
}

# look_of <version>: the hatching, in its colour, of what the drawn SVG has of it.
look_of() {
    awk -v name="<title>$1</title>" '/<g id="gnuplot_plot_/ { inside = index($0, name) > 0 } inside' "$picture" |
        grep -m 1 "<path style="
}

# bats test_tags=slow
@test "figures: a library looks the same, whichever others were measured; m, n and k stand below each layer" {
    local csv=build/figures/peers/lab06.csv before version words
    draw lab06_resnet_layers/peers_all_cpu.gp $csv
    check "m" says ">m 12 544<"
    check "n" says ">n 2 048<"
    check "k" says ">k 4 608<"
    check "which figure of the thesis it is" says "Figure 26 of the thesis: "
    for words in 'en: Figure \([0-9]*\) of the thesis' 'es: Figura \([0-9]*\) de la tesis'; do
        check "all of them: ${words:0:2}" [ "$(seq 23 34 | xargs)" = \
            "$(sed -n "s/^# $words.*/\1/p" lab06_resnet_layers/peers_*.gp | sort -u | xargs)" ]
    done
    before=$(look_of jax_jit)
    check "it has a look" [ -n "$before" ]
    mkdir "$scratch/peers"
    grep -v -E '^# rows|,(numpy|jax),' $csv >"$scratch/peers/lab06.csv" # and none of ours
    draw lab06_resnet_layers/peers_all_cpu.gp "$scratch/peers/lab06.csv"
    check "the others are not there" [ "$(look_of numpy)$(look_of cpu_openmp)" = "" ]
    check "the same look" [ "$(look_of jax_jit)" = "$before" ]
    # a look for each library, and no two of one look
    cat >"$scratch/looks.gp" <<'END'
version(s) = s
is_reference(s) = 0
load "common/figures/peers.plt"
set print "-"
do for [v in known] { print v, " ", colour_of(v), " ", hatch_of(v), " ", mark(v) }
END
    try gnuplot "$scratch/looks.gp"
    out=$(tr -s " " <<<"$out")
    for version in $(sed -n "s/^every='\(.*\)'/\1/p" peers/run.sh); do
        check "$version has a look" grep -q "^$version " <<<"$out"
    done
    local cpu='cpu_openmp|cpu_blas|numpy|numba|numba_element|numba_vectorize|jax|jax_jit|torch|torch_compile'
    local gpu='gpu_v1|gpu_ex61|cublas|numba_vectorize|numba_cuda(_element)?|cupy|jax|jax_jit|torch|torch_compile'
    for version in "$cpu" "$gpu"; do
        check "no two have one hatching in one colour" \
            [ -z "$(grep -E "^($version) " <<<"$out" | cut -d ' ' -f 2,3 | sort | uniq -d)" ]
        check "nor one mark in one colour" \
            [ -z "$(grep -E "^($version) " <<<"$out" | cut -d ' ' -f 2,4 | sort | uniq -d)" ]
    done
}

@test "figures: no point stands on the text at the foot of a roofline" {
    local lowest text
    without_gpu build/figures/lab03.csv >"$scratch/x.csv"
    REFERENCE=nvidia_h200 draw lab03_matmul_tiled/roofline.gp "$scratch/x.csv"
    lowest=$(sed -n "s/.*<use xlink:href=.* transform='translate([0-9.]*,\([0-9.]*\)).*/\1/p" "$picture" |
        sort -g | tail -n 1)
    text=$(grep -B 1 'operations per byte on' "$picture" | sed -n 's/.*translate([0-9.]*,\([0-9.]*\)).*/\1/p')
    check "$lowest is above $text" awk "BEGIN { exit !($lowest > 0 && $lowest < $text - 10) }"
}

# bats test_tags=slow
@test "figures: the threads of the CPU, and as many times one of them" {
    drawn lab06_resnet_layers/cores.gp
    has_points measured build/figures/lab06_cores.csv 1
    check "the line" says "n times one thread"
    grep -v -E '^# rows|,cpu_openmp_(4|8|16),' build/figures/lab06_cores.csv >"$scratch/x.csv"
    draw lab06_resnet_layers/cores.gp "$scratch/x.csv"
    check "two threads" grep -q "> 2<" "$picture"
    check "and no half one" [ "$(grep -c -E "> *[0-9]\.5<" "$picture")" -eq 0 ]
}

# bats test_tags=slow
@test "figures: a classmate's results, with a GPU or without one, named and dated; what is missing is left out" {
    local figure=lab04_pi_montecarlo/samples.gp csv=build/figures/lab04.csv
    mkdir "$scratch/mate"
    without_gpu "$csv" |
        sed 's/^# cpu: .*/# cpu: Other CPU/; s/^# date: 2026-01-15/# date: 2026-01-02/' >"$scratch/mate/lab04.csv"
    REFERENCE=$scratch/mate draw $figure $csv
    check "named and dated" says "reference, Other CPU, 2026-01-02"
    check "its CPU" says "<title>cpu_openmp, reference</title>"
    check "no time of its CPU device" [ "$(grep -c '>gpu_v1, reference<' "$picture")" -eq 0 ]
    REFERENCE=$scratch/mate draw lab01_vector_add/pitfall.gp build/figures/lab01.csv # it has no lab01.csv
    check "drawn without" [ "$(grep -c 'reference' "$picture")" -eq 0 ]
    without_gpu build/figures/lab01.csv >"$scratch/mate/lab01.csv"
    REFERENCE=$scratch/mate draw lab01_vector_add/pitfall.gp build/figures/lab01.csv
    check "a figure that only a GPU has: without" [ "$(grep -c 'Other CPU' "$picture")" -eq 0 ]
    refused "no GPU there either" env REFERENCE="$scratch/mate" \
        gnuplot -c lab01_vector_add/pitfall.gp "$scratch/mate/lab01.csv" "$scratch/x.svg"
    REFERENCE=$scratch/mate draw lab01_vector_add/break_even.gp "$scratch/mate/lab01.csv"
    check "nobody knows from where a GPU pays" says "not known, no GPU here"
    mkdir "$scratch/mate/peers"
    other_gpu build/figures/peers/lab06.csv >"$scratch/mate/peers/lab06.csv"
    REFERENCE=$scratch/mate draw lab06_resnet_layers/peers_all_gpu.gp build/figures/peers/lab06.csv
    check "libraries, too" says "reference, Other GPU (invented), 2026-01-02"
    check "theirs" says ">cupy, reference<"
}
