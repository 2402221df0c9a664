#!/bin/sh
# solutions/grader/judge/compile.sh SETTINGS strict|lenient - the grader runs this in the sandbox, in a folder
# that holds a student's file: it makes ./runner of it, and flags.txt, a line for each finding of
# common/tools/symbols.c in its object; own.txt, the file's own lines with macros expanded, "NUMBER:LINE", and
# own_gpu.txt, the same with the macro that nvcc sets for kernels. lenient: links although launchers are missing.
# SETTINGS is build/grade/grader/labNN.sh, which grader.mk writes: kit, build, source, symbols_option; compile and
# link, the commands of this build.
# status 0: there is a runner; 7: the object could not be looked at; else: it does not compile or link
# shellcheck source=/dev/null disable=SC2086,SC2154 # SETTINGS sets the variables; the option may be empty
. "$1"
# own FILE [option]: what the preprocessor leaves of the file itself, also where it includes itself, by whatever path.
# Of an included file it says where it begins (1) and ends (2).
own() {
    to=$1
    shift
    compile -E "$@" "$source" 2>/dev/null | awk -v source="$source" '
        /^# [0-9]+ "/ {
            flags = name = $0
            sub(/.*"/, "", flags)
            sub(/^[^"]*"/, "", name)
            sub(/"[^"]*$/, "", name)
            inside = name ~ "^/(proc|dev)/"
            sub(/.*\//, "", name)
            inside = inside || name == source
            depth += (flags ~ / 1/) - (flags ~ / 2/)
            line = $2
            next
        }
        (depth == 0 || inside) && NF { print line ":" $0 }
        { line++ }' >"$to"
}
compile -c "$source" -o student.o || exit 1
own own.txt
[ -z "$symbols_option" ] || own own_gpu.txt -D__CUDA_ARCH__=800
"$build/symbols" $symbols_option "$kit/common/tools/symbols.txt" student.o >flags.txt 2>/dev/null
[ $? -lt 2 ] || exit 7
case $2 in
lenient) link -Xlinker --unresolved-symbols=ignore-all -o runner ;;
*) link -o runner ;;
esac
