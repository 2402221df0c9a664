#!/bin/sh
# solutions/grader/grade.sh BUILD CHECK_BUILD COUNT_BUILD DEVICE SUBMISSIONS OUT - what `make grade` does when
# all is built: grades, then writes grades.csv and the pages. In the environment: PART=I/N (one part of the class,
# and no pages), LOOK=1 (says what would be graded), ONLY, EXPLAIN, GRADEBOOK, COLUMN, REPORT_LANG, GRADESCOPE (a file)
# and what grade.c reads. With "asked" in the place of BUILD it only looks at what is asked, before anything is built.
# status 0: everybody has a result; 1: some have a NOT_GRADED; 2: bad usage
set -u
[ -n "$5" ] || [ -n "${EXPLAIN:-}" ] ||
    { echo 'make grade: say what and where: make grade SUBMISSIONS=dir OUT=dir' >&2; exit 2; }
[ -n "$6" ] || [ -n "${LOOK:-}" ] || { echo 'make grade: say where the results go: OUT=dir' >&2; exit 2; }
refuse() {
    echo "make grade: $1" >&2
    exit 2
}
[ -z "${GRADEBOOK:-}" ] || [ -r "$GRADEBOOK" ] || refuse "GRADEBOOK=$GRADEBOOK: cannot be read; give the exported CSV"
[ -z "${COLUMN:-}" ] || [ -n "${GRADEBOOK:-}" ] || refuse "COLUMN=$COLUMN: names a column of GRADEBOOK; give that, too"
case ${REPORT_LANG:-en} in en | es) ;; *) refuse "REPORT_LANG=$REPORT_LANG: must be en or es" ;; esac
[ -e "$5" ] || [ -n "${EXPLAIN:-}" ] ||
    refuse "SUBMISSIONS=$5: there is no such file; name the zip, or the folder that it was unpacked into"
[ "$1" != asked ] || exit 0
if [ "$4" = cuda ] && [ -z "${LOOK:-}" ] && [ -z "${EXPLAIN:-}" ]; then # before anybody gets a NOT_GRADED
    words=$("$1/solutions/grader/gpu_probe" 2>&1)
    [ $? -eq 42 ] || refuse "the GPU does not serve: $words; make doctor says what is missing, DEVICE=cpu needs none"
fi
[ "${ISOLATION:-}" != own-uid ] || umask 066 # as grade.c: submissions are others, and read nothing here
programs=$1/grader
set -- . "$@"
if [ -n "${LOOK:-}" ]; then # OUT stays as it is, but for what was accepted and ruled
    look=$(mktemp -d) || exit 2
    trap 'rm -rf "$look"' EXIT
    for file in accepted rulings; do
        [ -z "$7" ] || [ ! -r "$7/$file" ] || cp "$7/$file" "$look"
    done
    "$programs/grade" "$1" "$2" "$3" "$4" "$5" "$6" "$look"
    exit
fi
if [ -n "${PART:-}" ]; then
    exec "$programs/grade" --part "$PART" "$@"
fi
if [ -n "${EXPLAIN:-}" ]; then
    exec "$programs/grade" "$@"
fi
"$programs/grade" "$@"
status=$?
[ $status -le 1 ] || exit $status
"$programs/class" "$7" --students "$7/students.txt" ${GRADEBOOK:+--gradebook "$GRADEBOOK"} \
    ${COLUMN:+--column "$COLUMN"} ${REPORT_LANG:+--language "$REPORT_LANG"} ${GRADESCOPE:+--gradescope "$GRADESCOPE"} ||
    exit
exit $status
