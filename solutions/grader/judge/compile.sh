#!/bin/sh
# solutions/grader/judge/compile.sh SETTINGS strict|lenient - the grader runs this in the sandbox, in a folder
# that holds a student's file: it makes ./runner of it, and flags.txt, a line for each finding of
# common/tools/symbols.c in its object; own.txt, the file's own lines with macros expanded, "NUMBER:LINE", and
# own_gpu.txt, the same with the macro that nvcc sets for kernels. lenient: links although launchers are missing.
# dropped.txt is what only code calls that the linker drops, because nothing calls it: the runner is linked without.
# SETTINGS is build/grade/grader/labNN.sh, which grader.mk writes: kit, build, source, symbols_option; sections, the
# options that make it possible to drop code; compile and link, the commands of this build.
# `compile.sh SETTINGS own` only prints the own lines: for make, of the file that is handed out.
# status 0: there is a runner; 7: the object could not be looked at; else: it does not compile or link
# shellcheck source=/dev/null disable=SC2086,SC2154 # SETTINGS sets the variables; the option may be empty
. "$1"
# own: what the preprocessor leaves of the file itself, also where it includes itself, by whatever path. Of an
# included file the preprocessor says where it begins (1) and ends (2); of a compiled header only its name.
own() {
    awk -v source="$source" -v compiled="#pragma GCC pch_preprocess \"$build/precompiled.h.gch\"" '
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
        (depth == 0 || inside) && NF && $0 != compiled { print line ":" $0 }
        { line++ }'
}
preprocess() { # preprocess [option...]
    compile -E "$@" "$source" 2>/dev/null
}
# linked [option...]: the program, of student.o and the lab.
linked() {
    case $mode in
    lenient) link -Xlinker --unresolved-symbols=ignore-all "$@" ;;
    *) link "$@" ;;
    esac
}
look() { # look OBJECT: what is found in it
    "$build/symbols" $symbols_option "$kit/common/tools/symbols.txt" "$1" 2>/dev/null
}
# drop: leaves of student.o what a program needs, and in flags.txt what that calls; those of the rest: dropped.txt.
drop() {
    mkdir kept
    linked -Wl,--gc-sections,--print-gc-sections -o kept/runner 2>&1 |
        sed -n "s/.*removing unused section.*'\(.*\)' in file '\(.*\/\)*student\.o'/\1/p" >kept/dropped
    # a line of objdump -t is: address, seven letters (g: global, u: unique, w: weak), section, size, name
    objdump -t student.o | awk '
        NR == FNR { dropped[$0]; next }
        /^[0-9a-f]+ ([gu!]|.w)/ {
            split(substr($0, index($0, " ") + 9), part, /[ \t]+/)
            if (part[1] !~ /^\*/ && !(part[1] in dropped)) print "-u", $NF
        }' kept/dropped - >kept/roots
    ld -r --gc-sections @kept/roots -o kept/whole.o student.o && objcopy --strip-unneeded kept/whole.o kept/student.o &&
        look kept/student.o >kept/flags.txt
    [ $? -lt 2 ] && [ -s kept/student.o ] || return
    grep ' calls ' flags.txt | grep -v -x -F -f kept/flags.txt >dropped.txt
    grep -v -x -F -f dropped.txt flags.txt >kept/flags.txt
    mv kept/whole.o student.o && mv kept/flags.txt flags.txt
}
mode=$2
[ "$mode" != own ] || { preprocess | own && exit; }
compile -c "$source" -o student.o $sections ${sections:+--preprocessed whole.ii} || exit 1
[ -n "$sections" ] || preprocess >whole.ii # by nvcc
own <whole.ii >own.txt
[ -z "$symbols_option" ] || preprocess -D__CUDA_ARCH__=800 | own >own_gpu.txt
look student.o >flags.txt
[ $? -lt 2 ] || exit 7
[ -z "$sections" ] || ! grep -q ' calls ' flags.txt || drop 2>/dev/null
linked -o runner
