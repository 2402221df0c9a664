#!/bin/sh
# solutions/grader/judge/compile.sh SETTINGS strict|lenient - the grader runs this in the sandbox, in a folder
# that holds a student's file: it makes ./runner of it, and flags.txt, a line for each finding of
# common/tools/symbols.c in its object. lenient: links although launchers are missing.
# SETTINGS is build/grade/grader/labNN.sh, which grader.mk writes: kit, build, source, symbols_option; compile and
# link, the commands of this build.
# status 0: there is a runner; 7: the object could not be looked at; else: it does not compile or link
# shellcheck source=/dev/null disable=SC2086,SC2154 # SETTINGS sets the variables; the option may be empty
. "$1"
compile -c "$source" -o student.o || exit 1
"$build/symbols" $symbols_option "$kit/common/tools/symbols.txt" student.o >flags.txt 2>/dev/null
[ $? -lt 2 ] || exit 7
case $2 in
lenient) link -Xlinker --unresolved-symbols=ignore-all -o runner ;;
*) link -o runner ;;
esac
