#!/bin/sh
# common/sass/side_by_side.sh [solution01...] - what the answers ask the memory for, as g++ builds them for the
# CPU device and as nvcc does: tables in Markdown, a line for each kernel, and one for each line whose loads
# ptxas joins. common/sass/README.md has both. Run it anew for other compilers. Needs nvcc and nvdisasm.
# status 0; 1: something could not be built or run
here=$(cd "$(dirname "$0")/../.." && pwd)
cd "$here" || exit 1
[ $# -gt 0 ] || set -- solution01 solution02 solution03 solution04 solution06
work=$(mktemp -d) || exit 1
build=${BUILD:-build/cpu}
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# sums <JSON> <who>: lines "kernel who memory requests units", templates' kernels together.
sums() {
    awk -v who="$2" '
        function value(name, text) {
            if (!match($0, "\"" name "\":[^,}]*")) return ""
            text = substr($0, RSTART, RLENGTH)
            sub(/^[^:]*:/, "", text)
            gsub(/"/, "", text)
            return text
        }
        /^\{"kernel":/ || /"sass":\[/ { kernel = value("kernel") }
        /"sass":\[/ { sass = 1 }
        /"access":/ {
            if (sass) kernel = value("kernel")
            name = kernel
            sub(/<.*/, "", name)
            requests = value("requests")
            units = sass ? value("units") : value("sectors")
            key = name " " (sass ? "sass" : who) " " value("space")
            if (requests == "null") unknown[key] = 1
            sum[key] += requests
            all[key] += units
        }
        END { for (key in sum) print key, unknown[key] ? "unknown" : sum[key], all[key] }' "$1"
}
# joins <JSON>: rows of the second table.
joins() {
    awk '
        function value(name, text) {
            match($0, "\"" name "\":(\"[^\"]*\"|[^,}]*)")
            text = substr($0, RSTART, RLENGTH)
            sub(/^[^:]*:/, "", text)
            gsub(/"/, "", text)
            return text
        }
        /"ptx_bits":/ && value("ptx_bits") > 0 && value("bits") + 0 > value("ptx_bits") + 0 {
            file = value("file")
            sub(/.*\//, "", file)
            printf "| `%s` | %s:%d | %s | %d x %d | %d x %d |\n", value("kernel"), file, value("line"), value("access"),
                value("ptx_instructions"), value("ptx_bits"), value("instructions"), value("bits")
        }' "$1"
}
by_name() { # v1 first
    sed 's/_v1_/_!_/' | LC_ALL=C sort | sed 's/_!_/_v1_/'
}

for answer; do
    BUILD=$build/traffic common/traffic.sh --json "$work/gcc" "$answer" >"$work/out" &&
        BUILD=$build common/ptx.sh --sass --json "$work/nvcc" "$answer" >"$work/out" ||
        { cat "$work/out" >&2 && exit 1; }
    echo "== $answer"
    { sums "$work/gcc" gcc && sums "$work/nvcc" ptx; } | by_name
    joins "$work/nvcc" | by_name >>"$work/joins"
done >"$work/sums" || exit 1

echo "| kernel | global: requests, g++ | nvcc | sectors, g++ | nvcc | shared: requests, g++ | PTX | SASS |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|"
awk '
    function thousands(n, text) {
        for (text = n ""; match(text, /^[0-9]+[0-9][0-9][0-9]($| )/); )
            text = substr(text, 1, RLENGTH - 3 - (text ~ / /)) " " substr(text, RLENGTH - 2 - (text ~ / /))
        return text
    }
    function cell(who, memory, of) {
        key = kernel " " who " " memory
        return (key in of) && of[key] != 0 ? thousands(of[key]) : "-"
    }
    function flush(i) {
        for (i = 1; i <= count; i++) {
            kernel = names[i]
            printf "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", kernel, cell("gcc", "global", requests),
                cell("ptx", "global", requests), cell("gcc", "global", units), cell("ptx", "global", units),
                cell("gcc", "shared", requests), cell("ptx", "shared", requests), cell("sass", "shared", requests)
        }
        count = 0
        split("", seen)
        split("", requests)
        split("", units)
    }
    /^==/ { flush(); next }
    { if (!seen[$1]++) names[++count] = $1
      requests[$1 " " $2 " " $3] = $4; units[$1 " " $2 " " $3] = $5 }
    END { flush() }' "$work/sums"
[ ! -s "$work/joins" ] || printf '\n| kernel | line | | in PTX | in SASS |\n|---|---|---|--:|--:|\n' && cat "$work/joins"
echo
echo "$(g++ --version | head -n 1 | sed 's/^g++ ([^)]*) /g++ /'), $(nvcc --version | sed -n 's/.*release.*, V/nvcc /p') for sm_${ARCH:-75}, $(date +%F); \`common/sass/side_by_side.sh\`"
