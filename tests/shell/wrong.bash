# What tests/shell/wrong.bats and tests/long/wrong.bats share: see there for the first lines of the files.
# shellcheck shell=bash disable=SC2034,SC2154 # helpers.bash sets status, out and err

device=${DEVICE:-cpu}
folder=build/quick
[ "$device" = cpu ] || folder=build/$device

# kernel <file> <version> <state> <expression>: runs the lab with this kernel and compares what it says
# with what is expected. The version's line and the two below it are joined for the expression.
kernel() {
    local file=$1 program=$folder/${1#tests/} version=$2 state=$3 expression=$4 expected=1 said
    local size=(--quick)
    [ "$state" = WRONG ] || [ "$state" = crashed ] || expected=0
    ! grep -q '^/\* at the default size \*/$' "$file" || size=(--samples 3 --min-time 0)
    # An endless loop is given little time, and nothing else is: this machine may be busy.
    unset LAB_PATIENCE
    [[ $expression != *'come back'* ]] || export LAB_PATIENCE=10
    try timeout 300 "${program%.cu}" "${size[@]}" --seed 1 --only "$version"
    said=$(printf '%s\n%s\n' "$out" "$err" | grep -A 2 -E "^$version " | tr '\n' ' ')
    check "$file: status $expected" [ "$status" -eq $expected ] &&
        check "$file: $version $state, $expression" \
            grep -q -E "$version +$state .*$expression" <<<"$said"
}

# every_kernel <expects, or in the long tests, expects> <folder under tests> [how many, drawn]
every_kernel() {
    local file words failed=0 files line
    # shellcheck disable=SC2086 # a pattern
    mapfile -t files < <(grep -l "^/\* $1: " tests/$2/*.cu | shuf -n "${3:-9999}")
    check "there are such kernels" [ ${#files[@]} -gt 0 ]
    # shellcheck disable=SC2046 # words
    if [ "$device" = cpu ]; then
        built $(printf '%s\n' "${files[@]}" | sed 's|^tests/||; s|\.cu$||')
    else
        try make -s -j2 DEVICE="$device" $(printf '%s\n' "${files[@]}" | sed "s|^tests/|$folder/|; s|\.cu\$||")
        check "they are built" [ "$status" -eq 0 ]
    fi
    for file in "${files[@]}"; do
        [ "$device" = cpu ] || ! grep -q '^/\* only the CPU device can tell \*/$' "$file" || continue
        line=$(sed -n "1s|^/\* $1: \(.*\) \*/\$|\1|p" "$file")
        if [ "$device" = cpu ] && grep -q '^/\* on the CPU device: ' "$file"; then
            line=$(sed -n '2s|^/\* on the CPU device: \(.*\) \*/$|\1|p' "$file")
        fi
        check "$file: its first line says what is expected" [ -n "$line" ]
        read -r -a words <<<"$line"
        kernel "$file" "${words[0]}" "${words[1]}" "${words[*]:2}" || failed=1
    done
    return $failed
}
