# What programs.bats and clang.bats share with tests/long/programs.bats: many small programs, built in parallel
# first, each with the compilers and flags asked for, then tried one by one.
# shellcheck shell=bash disable=SC2154 # helpers.bash sets root, status, out and err

teardown_file() {
    rm -rf "$work"
}

# The flags of a variant.
flags_of() {
    case $1 in
    quick) echo "-O1 -march=native -g0 -Wall -Wextra" ;;
    default) echo "-Wall -Wextra" ;;
    syntax) echo "-O0 -Wall -Wextra -fsyntax-only -c" ;; # makes nothing
    sanitized) echo "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined" ;;
    esac
}

# folder_of <compiler> <variant>: where its cucc finds what it needs.
folder_of() {
    case $1-$2 in
    g++-quick | *-syntax) echo build/quick ;;
    *) echo "build/$1" ;;
    esac
}

# build_one <compiler> <variant> <file>: leaves the program, what the compiler said and its status.
build_one() {
    local to status=0
    to=$work/$1-$2-$(basename "$3" .cu)
    # shellcheck disable=SC2046 # the flags are words
    (cd "$(dirname "$3")" && CUCC_IN_MAKE=1 CXX=$1 BUILD=$root/$(folder_of "$1" "$2") \
        "$root/common/cpu_device/cucc" $(flags_of "$2") "$(basename "$3")" -o "$to") >"$to.said" 2>&1 </dev/null ||
        status=$?
    echo $status >"$to.status"
}

# every <n> <file...>: the first, and then each n-th.
every() {
    local n=$1 i=0
    shift
    for file; do
        [ $((i++ % n)) -ne 0 ] || echo "$file"
    done
}

# build_all: what $work/jobs lists, a line each: compiler, variant, file. For setup_file.
build_all() {
    local compiler variant
    export root work
    export -f build_one flags_of folder_of
    while read -r compiler variant; do
        if [ "$(folder_of "$compiler" "$variant")" = build/quick ]; then
            quick build/quick/rewrite build/quick/cpu_device.a build/quick/libraries.a build/quick/precompiled.h.gch
        else # plain, sanitized programs or not
            make -s -j2 DEVICE=cpu CXX="$compiler" BUILD="build/$compiler" \
                "build/$compiler/rewrite" "build/$compiler/cpu_device.a" "build/$compiler/libraries.a"
        fi
    done < <(cut -d ' ' -f 1,2 "$work/jobs" | sort -u)
    # shellcheck disable=SC2016 # the inner shell expands them
    xargs -P "$(nproc)" -L 1 bash -c 'build_one "$1" "$2" "$3"' build <"$work/jobs"
}

# jobs_of <compiler> <variant> <folder>: the files that were built so.
jobs_of() {
    awk -v c="$1" -v v="$2" -v f="tests/$3/" '$1 == c && $2 == v && index($3, f) == 1 { print $3 }' \
        "$work/jobs"
}

# What a test found to be wrong; it goes on to the next file, and fails in the end.
complain() {
    echo "$1"
    sed 's/^/    /' "$2" | head -n 12
    complaints=$((complaints + 1))
}

no_complaints() {
    [ "$seen" -gt 0 ] && [ "$complaints" -eq 0 ]
}

# run_programs <compiler> <variant> [NAME=value...]: each must have been built, and ends with 0.
run_programs() {
    local compiler=$1 variant=$2 file program
    shift 2
    seen=0 complaints=0
    for file in $(jobs_of "$compiler" "$variant" programs); do
        program=$work/$compiler-$variant-$(basename "$file" .cu)
        seen=$((seen + 1))
        if [ "$(cat "$program.status")" -ne 0 ]; then
            complain "$file does not build with $compiler" "$program.said"
            continue
        fi
        try timeout 60 env "$@" "$program"
        [ "$status" -eq 0 ] || complain "$file ($compiler $variant $*) ends with $status" "$scratch/try.err"
    done
    no_complaints
}

# no_warning_of_ours <compiler> <variant>: none of the programs met a warning about the device's own text.
no_warning_of_ours() {
    local compiler=$1 variant=$2 file said
    seen=0 complaints=0
    for file in $(jobs_of "$compiler" "$variant" programs); do
        said=$work/$compiler-$variant-$(basename "$file" .cu).said
        seen=$((seen + 1))
        ! grep -E -q '^[^ ]*cpu_device/.* warning:|warning:.*cpu_device' "$said" ||
            complain "$file ($compiler)" "$said"
    done
    no_complaints
}

# warned_as_they_say <compiler> <variant>: the first line of a program says what it is warned of, at
# the line with the comment "here"; any other is not warned.
warned_as_they_say() {
    local file said pattern here
    seen=0 complaints=0
    for file in $(jobs_of "$1" "$2" programs); do
        said=$work/$1-$2-$(basename "$file" .cu).said
        pattern=$(sed -n -E '1s,^/\* warns: (.*) \*/$,\1,p' "$file")
        here=$(grep -n '/\* here \*/' "$file" | cut -d : -f 1)
        seen=$((seen + 1))
        grep -E ' warning: | note: without' "$said" | grep -v -e '\[-W' -e 'missing terminating' >"$scratch/warned" ||
            true # not the compiler's
        if [ -z "$pattern" ]; then
            [ ! -s "$scratch/warned" ] || complain "$file is warned" "$scratch/warned"
        elif [ "$(grep -c . "$scratch/warned")" -ne 1 ] ||
            ! grep -E -q "^$(basename "$file"):$here:.*$pattern" "$scratch/warned"; then
            complain "$file is not warned once, at line $here, of $pattern" "$said"
        fi
    done
    no_complaints
}

needs_clang() {
    command -v clang++ >/dev/null || skip "no clang++ on PATH"
}

# must_say <compiler> <variant> <folder> <word>: the compiler fails, in the words of the first line; a mistake has one
# error, without what is ours. `with g++, expects: ...`: clang++ does not tell.
must_say() {
    local compiler=$1 variant=$2 folder=$3 word=$4 file built said pattern here
    seen=0 complaints=0
    for file in $(jobs_of "$compiler" "$variant" "$folder"); do
        built=$work/$compiler-$variant-$(basename "$file" .cu)
        said=$built.said
        pattern=$(sed -n -E "1s;^(/\*|//) (with g\+\+, )?$word: (.*);\3;p" "$file" | sed 's, \*/$,,')
        [ "$compiler" = g++ ] || ! grep -q '^// with g++, ' "$file" || continue
        here=$(grep -n '/\* here \*/' "$file" | cut -d : -f 1)
        seen=$((seen + 1))
        if [ "$(cat "$built.status")" -eq 0 ] || [ -e "$built" ]; then
            complain "$file builds with $compiler" "$said"
        elif [ -z "$pattern" ] || ! grep -E -q "$pattern" "$said"; then
            complain "$file: $compiler does not say $pattern" "$said"
        elif [ -n "$here" ] && ! grep -q "^$(basename "$file"):$here:" "$said"; then
            complain "$file: $compiler does not name line $here" "$said"
        elif [ "$folder" = compile_errors ]; then
            [ "$(grep -c 'error: ' "$said")" -eq 1 ] || complain "$file: $compiler: not one error" "$said"
            ! grep -q -e cpu_device -e 'warning: ' "$said" ||
                complain "$file: $compiler: our insides, or a warning" "$said"
        fi
    done
    no_complaints
}
