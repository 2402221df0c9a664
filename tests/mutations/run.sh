#!/usr/bin/env bash
# tests/mutations/run.sh [pattern] - makes each mistake of list.txt whose line contains the pattern, one at a time, in a
# copy of the kit, and runs the tests that its line names there, up to the first that fails. Ends with the line
#   N caught, N missed
# status 1 if any was missed or could not be tried, 2 for a bad call. What is caught stands in results.txt beside the
# copy, in build/mutations; the next call goes on with the others. To begin anew: rm -r build/mutations
set -u
cd "$(dirname "$0")/../.." || exit 1
list=tests/mutations/list.txt place=$PWD/build/mutations
kit=$place/kit results=$place/results.txt log=$place/log
unset MAKEFLAGS MFLAGS MAKELEVEL CUCC_MAKE ONLY TAGS
export OMP_WAIT_POLICY=passive QUICK=1

# fresh: the copy is as the kit is now; a call that was killed may have left a mistake there. Where the kit has
# changed, tests are first seen to pass once more.
fresh() {
    local file
    mkdir -p "$kit"
    while IFS= read -r -d '' file; do # with the time of now, so that make builds it again
        ! cmp -s "$file" "$kit/$file" || continue
        sed -i '/^pass /d' "$results"
        if [ -e "$file" ]; then cp --parents --preserve=mode "$file" "$kit"; else rm -f "$kit/$file"; fi
    done < <(git ls-files -z --cached --others --exclude-standard)
    for file in .peers .quiz .nvidia; do # of ./setup.sh --tests
        [ ! -e "$file" ] || ln -sfn "$PWD/$file" "$kit/$file"
    done
    [ ! -e tests/figures ] || (cd "$kit" && python3 tests/figures/make.py build/figures) # as make tested does
}

# plant <file> <script of sed>: true where exactly one line is another one, or gone.
plant() {
    [ -f "$1" ] && sed -E "$2" "$1" >"$kit/$1" &&
        diff "$1" "$kit/$1" | awk '/^</ { was++ } /^>/ { is++ } END { exit was != 1 || is > 1 }'
}

# passes <tests>: one after the other, until one fails; what they say is in the log.
passes() (
    : >"$log"
    cd "$kit" || exit 1
    for test in $1; do
        echo "# $test" >>"$log"
        case $test in
        unit/*) make -s "build/quick/tests/$test" && timeout 600 "build/quick/tests/$test" ;;
        journeys/*) timeout 1200 bats --tap "tests/$test" ;;
        *:*) timeout 1200 bats --tap -f "${test#*:}" "tests/${test%%:*}" ;;
        *) timeout 1200 bats --tap --filter-tags '!slow' "tests/$test" ;;
        esac >>"$log" 2>&1 </dev/null || exit
    done
    ! grep -q '^1\.\.0$' "$log" # a test that is not there passes as well
)

# says <result> <row>: known as soon as it is.
says() {
    echo "$1 | $2"
    echo "$1 | $2" >>"$results"
}

# result <file> <script> <tests>
result() {
    if ! grep -q -x -F "pass | $3" "$results"; then # they must pass without the mistake, which is seen once
        passes "$3" && says pass "$3" >/dev/null
    fi || { echo "tests fail without it" && return; }
    if ! plant "$1" "$2"; then
        echo "does not change one line"
    elif passes "$3"; then
        echo missed
    elif grep -q "${1##*/}:[0-9]*:[0-9]*: error: " "$log"; then
        echo "does not build"
    else
        echo caught
    fi
}

[ $# -le 1 ] || { echo "mutations: give one pattern, or none for all" >&2 && exit 2; }
grep -v '^#' "$list" | grep -q -F -e "${1-}" || { echo "mutations: no line of $list has '$1'" >&2 && exit 2; }
mkdir -p "$place" && touch "$results"
fresh
caught=0 missed=0 untried=0
while IFS= read -r row; do
    file=${row%% | *} script=${row#* | } tests=${row##* | }
    now=caught
    if ! grep -q -x -F -e "caught | $row" "$results"; then
        now=$(result "$file" "${script% | *}" "$tests")
        [ ! -f "$file" ] || cp "$file" "$kit/$file"
        says "$now" "$row"
    fi
    case $now in caught) caught=$((caught + 1)) ;; missed) missed=$((missed + 1)) ;; *) untried=$((untried + 1)) ;; esac
done < <(grep -v -e '^#' -e '^$' "$list" | grep -F -e "${1-}")
[ "$untried" -eq 0 ] || echo "$untried could not be tried"
echo "$caught caught, $missed missed"
[ "$missed" -eq 0 ] && [ "$untried" -eq 0 ]
