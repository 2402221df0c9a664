#!/usr/bin/env bats
# bats file_tags=slow
# The practice, from a photo to the report, in Spanish, on a machine without a GPU.
# shellcheck disable=SC2034,SC2154 # walk.bash sets kit, status, out, err

load walk

setup() {
    walk_setup
    sheets=(README.md handouts/es/*.md)
}

# A photo: a PNG, as setup.sh --tests brings what reads one.
photo() {
    gnuplot -e 'set terminal png size 90,60; set output "photo.png"; plot [0:6] sin(x) with filledcurves'
    check "a photo" [ -s photo.png ]
}

@test "the practice: a photo, the network's rows, the figures, the report with its table and questions" {
    export REPORT_LANG=es
    local figure image rows
    lay_out
    as_built lab06 lab06_network report_tables
    cd "$kit" || return
    photo
    [ -n "${AS_TYPED:-}" ] || export IMAGES=64 IMAGE=64 SWEEP='--quick --only cpu_openmp --samples 1'
    types "make practice PICTURE=photo.png"
    check "the photo was read" shows 'photo\.png'
    rows=$(awk -F, '/^lab06_network,/ && $14 > 0 && $17 == "ok"' results/lab06_network.csv | wc -l)
    check "rows with rates" [ "$rows" -ge 5 ]
    full_tables results/report.md 5
    check "the practice's table: both networks" \
        [ "$(grep -c -E '^\| (resnet18|mobilenet_v2) .*[0-9]' results/report.md)" -ge 5 ]
    check "a bound where there is no GPU" grep -q -E '^\| resnet18 .*≥ ?[0-9]' results/report.md
    check "batches of 2, 4, 8" [ "$(grep -c -E '^\| resnet18 \|[^|]*\| [248] \|' results/report.md)" -ge 3 ]
    check "three questions of the practice" [ "$(grep -c '^\*\*Pregunta P\.' results/report.md)" -ge 3 ]
    in_language es <(sed '/^!\[/d; /|/d' results/report.md) "the report"
    for figure in results/lab06_*.svg; do
        is_drawn es "$figure"
    done
    for figure in layer_types image_size cores; do
        check "figure $figure" [ -s "results/lab06_$figure.svg" ]
    done
    is_page results/report.html
    types "make practice PICTURE=photo.png"
    check "a second time nothing is measured anew" shows '^results/lab06_network\.csv: medido el '
}
