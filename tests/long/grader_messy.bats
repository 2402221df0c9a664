#!/usr/bin/env bats
# make grade of a whole messy class, in the forms of Moodle and of Canvas: each honest row is the tidy one's.
# shellcheck disable=SC2034,SC2154 # helpers.bash sets root, status, out, err

load ../shell/helpers
load ../shell/grader
load ../shell/grader_kit

setup() {
    status=- out='' err=''
    [ -e /usr/include/archive.h ] || skip "no libarchive: ./setup.sh --grader"
    grader_kit
    python3 tests/grader/messy.py "$scratch/messy" solutions/vector_add.cu lab01_vector_add/vector_add.cu \
        >"$scratch/lines"
    chmod -R a+rX "$scratch/messy"
}

# rows <id>: in details.csv, without the id and the flags, which name another upload
rows() {
    python3 - "$scratch/out/details.csv" "$1" <<'END'
import csv, sys
for row in csv.reader(open(sys.argv[1], encoding="utf-8")):
    if row[0].lstrip("'") == sys.argv[2]:
        print(*row[1:5], row[5].split("flagged: ")[0], row[6], sep=",")
END
}

graded_as() { # graded_as <form>
    local id words tidy
    rm -rf "$scratch/class" && mv "$scratch/messy/$1" "$scratch/class"
    grade
    check "status 0" [ "$status" -eq 0 ]
    tidy=$(rows "$(grep "^$1" "$scratch/lines" | head -n 1 | cut -f 2)")
    check "the tidy one is right" contains "$tidy" 'ex12,PASS,6,6'
    while IFS=$'\t' read -r _ id words; do
        [ "$words" = honest ] || continue
        check "$id" [ "$(rows "$id")" = "$tidy" ]
    done < <(grep "^$1" "$scratch/lines")
    check "a row each" [ "$(tail -n +2 "$scratch/out/grades.csv" | wc -l)" -eq "$(grep -c "^$1" "$scratch/lines")" ]
}

@test "a messy class from Moodle" {
    graded_as moodle
}

@test "a messy class from Canvas" {
    graded_as canvas
}
