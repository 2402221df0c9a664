#!/usr/bin/env bats
# tests/gpu/reference.sh: an honest archive, of the pretend GPU, is taken into a folder of the test; changed ones are
# refused though their sums are made anew.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2154 # archive.sh reads what is set here; helpers.bash sets out, err

load helpers

load pretend

setup() {
    pretend_setup
    mkdir "$scratch/out" "$scratch/reference"
    out_folder=$scratch/out
}

# What gpu_check.sh leaves of labs 1 and 2; the tests share one measurement.
measure() {
    local n began ended
    if [ -d "$BATS_FILE_TMPDIR/measured" ]; then cp -r "$BATS_FILE_TMPDIR/measured/." "$out_folder" && return; fi
    began=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    sleep 1
    for n in 01 02; do
        LAB_SAMPLES=$out_folder/lab${n}_samples.csv pretends h100,l2=1M,model "solution$n" --samples 12 --sizes 64,128 \
            --only cpu_openmp,gpu_v1 --csv "$out_folder/lab$n.csv"
        check "lab $n" [ "$status" -eq 0 ]
        cp "$scratch/try.out" "$out_folder/lab$n.txt"
    done
    sleep 1
    local header=when,step,timestamp,pstate,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem
    echo "$header,power.draw,power.limit,temperature.gpu,throttled" >"$out_folder/clocks.csv"
    for n in 01 02; do
        for when in before after; do
            echo "$when,sweep of solution$n,2026/11/24 12:00:00.000,P0,1980 MHz,2619 MHz,1980 MHz,2619 MHz,300 W,700 W,\
40,0x0000000000000004" >>"$out_folder/clocks.csv"
        done
    done
    {
        echo "kit: $(sed -n 's/^#define KIT_VERSION *"\(.*\)"/\1/p' common/engine/report.h)"
        printf '%s\n' "began: $began" "ended: $(date -u +%Y-%m-%dT%H:%M:%SZ)" "complete: yes" \
            "device: pretend H100 80GB HBM3" \
            "compute capability: 9.0" "driver: 580.65.06" \
            "toolkit: $(sed -n '1,9s/.*, toolkit //p' "$out_folder/lab01.csv"), V1" \
            "steps: 40 passed, 0 failed, 3 left out, 0 not reached"
    } >"$out_folder/manifest.txt"
    cp -r "$out_folder" "$BATS_FILE_TMPDIR/measured"
}

# pack [file sed-expression]: the archive, with its sums made anew, of what was measured, changed by sed.
pack() {
    local folder
    # shellcheck source=/dev/null
    . tests/gpu/archive.sh
    folder=$(archive_name "pretend H100 80GB HBM3" "$(sed -n 's/^began: //p' "$out_folder/manifest.txt")")
    rm -rf "$scratch/pack"
    mkdir -p "$scratch/pack"
    cp -r "$out_folder" "$scratch/pack/$folder"
    if [ $# -eq 2 ]; then
        sed -i -E "$2" "$scratch/pack/$folder/$1"
        ! cmp -s "$out_folder/$1" "$scratch/pack/$folder/$1" || return
    fi
    file_lines "$scratch/pack/$folder" >>"$scratch/pack/$folder/manifest.txt"
    archive=$scratch/archive.tar.gz
    tar -c -z -f "$archive" -C "$scratch/pack" "$folder"
}

# refused <what> <words> [file sed-expression]
refused() {
    if [ $# -eq 4 ]; then pack "$3" "$4"; fi
    try env REFERENCES="$scratch/reference" tests/gpu/reference.sh "$archive"
    check "$1: refused" [ "$status" -eq 1 ]
    check "$1: why" contains "$err" "$2"
    check "$1: one line" one_line "$err"
    check "$1: nothing written" [ -z "$(ls -A "$scratch/reference")" ]
}

@test "reference: without an archive, or with something else, one line, status 2" {
    try make reference
    check "no FILE" contains "$err" "FILE= must name what make gpu-check left"
    check "status" [ "$status" -eq 2 ]
    for file in nowhere.tar.gz README.md; do
        exits 2 tests/gpu/reference.sh "$file"
        check "$file: one line" one_line "$err"
    done
}

# bats test_tags=slow
@test "reference: an honest archive is added; a second one is not; the pretend GPU is refused elsewhere" {
    measure
    pack
    try make reference FILE="$archive"
    check "of the tests" contains "$err" "must be a real GPU, not the pretend one of the tests"
    check "not added" [ ! -e reference/pretend_h100_80gb_hbm3 ]
    try env REFERENCES="$scratch/reference" tests/gpu/reference.sh "$archive"
    check "added" [ "$status" -eq 0 ]
    check "says where" contains "$out" "reference/pretend_h100_80gb_hbm3: lab01 lab02, measured 20"
    check "what is missing" contains "$out" "reference: lab05: not in the archive"
    check "its files" [ "$(ls -A "$scratch/reference/"*)" = "lab01.csv
lab02.csv
manifest.txt" ]
    try env REFERENCES="$scratch/reference" tests/gpu/reference.sh "$archive"
    check "again" contains "$err" "is there already"
    check "its files stay" [ -s "$scratch/reference/pretend_h100_80gb_hbm3/lab02.csv" ]
    rm "$scratch/reference/"*/lab02.csv "$out_folder"/lab01*
    pack
    try env REFERENCES="$scratch/reference" tests/gpu/reference.sh "$archive"
    check "a lab that is not there is added" [ "$status" -eq 0 ]
    # shellcheck disable=SC2012 # names of ours
    check "beside the others, with its manifest" \
        [ "$(ls "$scratch/reference/"* | sed 's/_20.*/_date/' | xargs)" = \
            "lab01.csv lab02.csv manifest.txt manifest_date" ]
}

# bats test_tags=slow
@test "reference: what does not fit together is refused by its name, though the sums fit" {
    measure
    local v1='lab0.,pretend H100 80GB HBM3,gpu_v1'
    refused "a better median" "the median must lie between" lab02.csv "/$v1,sync/s/,12,0[.]0052/,12,0.0042/"
    refused "a better row" "the median of its single times" lab02.csv \
        "/$v1,sync/s/,12,[^,]*,[^,]*,[^,]*/,12,0.001,0.001,0.001/"
    refused "a better rate" "GFLOP/s and ms do not fit" lab02.csv "/$v1,sync/s/(,12(,[^,]*){3}),[^,]*/\1,999/"
    refused "another device" "must be pretend H100" lab01.csv 's/^# device: .*/# device: H200/'
    refused "of another day" "must be between" lab01.csv 's/^# date: 20../# date: 1999/'
    refused "another kit" "must be 0" lab01.csv 's/^# kit: .*/# kit: 0.0.9/'
    refused "another kit" "the version of this kit" manifest.txt 's/^kit: .*/kit: 9.9/'
    refused "neither complete nor not" "complete: 'nearly'" manifest.txt 's/^complete: yes/complete: nearly/'
    refused "failed" "without a failure" manifest.txt 's/ 0 failed/ 1 failed/'
    refused "another GPU" "of the device and the date" manifest.txt 's/^device: .*/device: NVIDIA H200/'
    refused "a table of its own" "is no row of the CSV" lab02.txt '/gpu_v1 +ok/s/0[.]0/0.1/'
    refused "too hot" "was slowed down" clocks.csv '3s/0x.*/0x0000000000000048/'
    refused "overclocked" "above the highest clock" clocks.csv '3s/P0,1980/P0,2980/'
    refused "never ended" "began, but never ended" clocks.csv '5d'
    refused "impossible" "verdict 'impossible'" lab01.csv "/$v1,sync/s/,ok,/,impossible,/"
    refused "one row less" "rows and has" lab01.csv "/$v1,sync/d"
    refused "samples left out" "single times" lab01_samples.csv '/^gpu_v1,sync/s/,[^,]*$//'
    pack && echo more >>"$scratch/pack/"*/lab01.txt
    tar -c -z -f "$archive" -C "$scratch/pack" "$(ls "$scratch/pack")"
    refused "a sum" "manifest.txt names other files, or their sums: lab01.txt"
    ln -s /etc/passwd "$(ls -d "$scratch/pack/"*)/lab05.csv"
    tar -c -z -f "$archive" -C "$scratch/pack" "$(ls "$scratch/pack")"
    refused "a link" "must be a file or a folder, not a link"
}

# bats test_tags=slow
@test "reference: of 40 archives with one number changed, none is taken" {
    measure
    local tried=0 file line cell
    while [ $tried -lt 40 ]; do
        file=lab0$((RANDOM % 2 + 1)).csv
        line=$((RANDOM % $(grep -c ^lab0 "$out_folder/$file") + 1))
        cell=$((RANDOM % 13 + 6))
        rm -rf "$scratch/changed"
        cp -r "$out_folder" "$scratch/changed"
        awk -F, -v OFS=, -v n="$line" -v cell="$cell" \
            '/^lab0/ && ++row == n && $cell + 0 > 0 { $cell *= 1.3 } { print }' \
            "$out_folder/$file" >"$scratch/changed/$file"
        ! cmp -s "$out_folder/$file" "$scratch/changed/$file" || continue
        out_folder=$scratch/changed pack
        refused "$file, row $line, column $cell" "$(basename "$file" .csv): "
        tried=$((tried + 1))
    done
}
