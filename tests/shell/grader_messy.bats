#!/usr/bin/env bats
# make grade and a class as people hand it in, as Moodle and Canvas give it out: tests/grader/messy.py writes it.
# long/grader_messy.bats grades all of it.
# shellcheck disable=SC2034,SC2154 # helpers.bash sets root, status, out, err

load helpers
load grader
load grader_kit

setup() {
    status=- out='' err=''
    [ -e /usr/include/archive.h ] || skip "no libarchive: ./setup.sh --grader"
    grader_kit
    python3 tests/grader/messy.py "$scratch/messy" solutions/vector_add.cu lab01_vector_add/vector_add.cu \
        >"$scratch/lines"
    chmod -R a+rX "$scratch/messy"
}

# class_of <form>: becomes the class
class_of() {
    rm -rf "$scratch/class" && mv "$scratch/messy/$1" "$scratch/class"
    grep "^$1" "$scratch/lines" | cut -f 2- >"$scratch/of_form"
    [ "$(wc -l <"$scratch/of_form")" -ge 59 ]
}

# looked_at: the dry run says of each student what it must
looked_at() {
    local id words
    gives 0 grade LABS=01 LOOK=1
    while IFS=$'\t' read -r id words; do
        words=${words/#honest/graded: }
        check "$id: $words" contains "$(grep -F -e "$id " <<<"$out" | grep ' lab01 ')" "$words"
    done <"$scratch/of_form"
    check "a line each, and nobody else" \
        [ "$(grep -c ' lab01  [a-z]*: ' <<<"$out")" -eq "$(wc -l <"$scratch/of_form")" ]
}

@test "Moodle's download: who is graded on what; of several uploads the latest, and the others are named" {
    class_of moodle
    looked_at
    local end=_assignsubmission_file_
    check "which" contains "$out" "graded: againa_2001$end (1)/vector_add.cu, not againa_2001$end/vector_add.cu"
    check "that there are two" \
        contains "$out" "grade: againa_2001$end (1): is one more upload; the latest counts, of againa_2001"
    touch "$scratch/class/againa_2001$end/vector_add.cu" # now that is the latest
    touch -d 2024-01-01 "$scratch/class/againb_2002$end/report.txt" "$scratch/class"/againb*/vector_add.cu
    grade LABS=01 LOOK=1
    check "by its time" contains "$out" "graded: againa_2001$end/vector_add.cu, not againa_2001$end (1)/"
    check "by its number, where times are the same" contains "$out" "graded: againb_2002$end (1)/vector_add.cu"
    check "nobody has two rows" [ "$(grep -c 'againa_2001.* lab01  ' <<<"$out")" -eq 1 ]
}

# bats test_tags=slow
@test "Canvas's download, as a zip: who is graded on what; the last attempt counts" {
    class_of canvas
    looked_at
    check "which" contains "$out" 'graded: againa_2001_20015_vector_add-1.cu, not againa_2001_20011_vector_add.cu'
    (cd "$scratch/class" && python3 -m zipfile -c ../class.zip ./*) && rm -r "$scratch/class" &&
        mv "$scratch/class.zip" "$scratch/class"
    chmod a+r "$scratch/class"
    looked_at
}

# bats test_tags=slow
@test "the honest of it have the row of the tidy one, those with two uploads, too" {
    class_of moodle
    find "$scratch/class" -mindepth 1 -maxdepth 1 ! -name 'tidy_*' \
        ! -name 'again*' ! -name 'clone_zipped*' ! -name 'crlf*' ! -name 'flat*' -exec rm -r {} +
    gives 0 grade LABS=01
    tidy=$(grep ^tidy "$scratch/out/details.csv" | cut -d , -f 2-)
    check "the tidy one is right" contains "$tidy" PASS,4,4
    for id in clone_zipped_1017 crlf_1002 flat_3003; do
        check "$id" [ "$(grep "^$id," "$scratch/out/details.csv" | cut -d , -f 2-)" = "$tidy" ]
    done
    check "the latest upload" contains "$(grep ^againa_2001,ex11 "$scratch/out/details.csv")" \
        'PASS,4,4,"flagged: beside it lies againa_2001_assignsubmission_file_/vector_add.cu, which is not looked at'
    check "the starter is none" [ "$(grep ^againb_2002, "$scratch/out/details.csv" | cut -d , -f 2-)" = "$tidy" ]
}
