#!/usr/bin/env bats
# Do the tests of the pretend GPU find faults in code that only a GPU runs? Each of ../pretend/faults.txt is planted
# in a copy of the kit; the test that it names must fail there, and pass without it.
# shellcheck disable=SC2154 # helpers.bash sets root, out, ...

load ../shell/helpers

setup() {
    cd "$root" || exit 1
    scratch=$(mktemp -d) kit=$scratch/kit
    # shellcheck disable=SC2086 # words
    kit_of "$kit" $labs
    cp -a solutions tests reference peers README.md setup.sh "$kit"
    cp -a build/quick/{solution*,pretend,tests,report_tables} "$kit/build/quick"
}

# passes <unit/NAME, or FILE.bats: a part of a test's name>: does it pass in the copy?
passes() {
    local name
    cd "$kit" || return
    case $1 in
    unit/*) try quick "build/quick/tests/$1" && try "build/quick/tests/$1" ;;
    *) name=${1#*: }
       try env BATS_TMPDIR="$scratch" bats "tests/shell/${1%%: *}" -f "${name//[^A-Za-z0-9 ]/.}" ;;
    esac
    [ "$status" -eq 0 ]
}

# plant <file> <was> <is>: it stands there once.
plant() {
    awk -v was="$2" -v is="$3" '
        (at = index($0, was)) { $0 = substr($0, 1, at - 1) is substr($0, at + length(was)); found++ }
        { print }
        END { exit found != 1 }' "$root/$1" >"$kit/$1"
}

@test "faults in code that only a GPU runs are found, each by a test that passes without it" {
    local what file was is by failed=0
    for by in $(sed -n 's/^by //p' tests/pretend/faults.txt | sort -u | tr ' ' '\037'); do
        by=$(tr '\037' ' ' <<<"$by")
        check "without faults: $by" passes "$by" || failed=1
        check "there is such a test: $by" shows_no '^1\.\.0$' || failed=1
    done
    while read -r what; do
        case $what in '' | '#'*) continue ;; esac
        read -r file
        read -r _ was
        read -r _ is
        read -r _ by
        check "it can be planted: $what" plant "$file" "$was" "$is" || { failed=1 && continue; }
        try quick -C "$kit" "build/quick/${file%.*}.o"
        check "it builds: $what" [ "$status" -eq 0 ] || { failed=1 && continue; }
        ! passes "$by" || { echo "not found by $by: $what" && failed=1; }
        echo "# $what" >&3
        cp "$root/$file" "$kit/$file" # with the time of now: it is built again
    done <tests/pretend/faults.txt
    return $failed
}
