#!/bin/sh
# solutions/grader/slurm.sh [-n PARTS] [-o SBATCH_OPTION]... SUBMISSIONS OUT - grades a class on a cluster: an
# array job, each task of which grades every PARTS-th student with the same judge; then grades.csv and the
# pages from all of their results. SUBMISSIONS, OUT and the kit must lie where the nodes see them.
#
#   solutions/grader/slurm.sh -n 20 -o --partition=short -o --time=30 ~/class ~/out
#
# After an interruption run it again: students who have a result keep it.
#   GRADE     the judge's command, before --part I/N SUBMISSIONS OUT (default: make grade)
#   GRADEBOOK, COLUMN, REPORT_LANG, LABS, ISOLATION as with make grade
# status 0: all is graded; 1: a task failed, and which; 2: bad usage
set -u
unset CDPATH
case ${REPORT_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in es*) export REPORT_LANG=es ;; esac # for the tasks, too
export LC_ALL=C

refuse() { # refuse <why> [status]
    echo "slurm.sh: $1" >&2
    exit "${2:-2}"
}

# One task of the array, on some node: this file is run there once more.
if [ "${1:-}" = --task ]; then
    cd "$GRADER_KIT" || exit 1
    part=$SLURM_ARRAY_TASK_ID/$GRADER_PARTS
    export JOBS="${SLURM_CPUS_PER_TASK:-1}"
    if [ -n "${GRADE:-}" ]; then
        exec $GRADE --part "$part" "$GRADER_SUBMISSIONS" "$GRADER_OUT"
    fi
    exec make -s grade PART="$part" SUBMISSIONS="$GRADER_SUBMISSIONS" OUT="$GRADER_OUT"
fi

parts=8
cpus=2
while getopts n:o: option; do
    case $option in
    n) parts=$OPTARG ;;
    o) set -- "$@" "$OPTARG" ;; # after the two folders
    *) refuse "must be slurm.sh [-n PARTS] [-o SBATCH_OPTION]... SUBMISSIONS OUT" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || refuse "must be slurm.sh [-n PARTS] [-o SBATCH_OPTION]... SUBMISSIONS OUT"
case $parts in
'' | *[!0-9]* | 0* | ?????*) refuse "-n $parts: must be a whole number from 1 to 9999" ;;
esac
[ -d "$1" ] || refuse "$1: there is no such folder of submissions"
command -v sbatch >/dev/null || refuse "there is no sbatch here: on one machine, make grade SUBMISSIONS=dir OUT=dir"

# All tasks share the folders and the secret, so they are made before the first task begins.
GRADER_KIT=$(cd "$(dirname "$0")/../.." && pwd) GRADER_PARTS=$parts
mkdir -p "$2/slurm" "$2/students" 2>/dev/null || refuse "$2: cannot be made or written"
GRADER_SUBMISSIONS=$(cd "$1" && pwd) GRADER_OUT=$(cd "$2" && pwd)
export GRADER_KIT GRADER_PARTS GRADER_SUBMISSIONS GRADER_OUT
shift 2
if [ ! -s "$GRADER_OUT/secret" ]; then
    (umask 077 && head -c 32 /dev/urandom | od -A n -v -t x1 | tr -d ' \n' >"$GRADER_OUT/secret")
fi
class=$GRADER_KIT/${CLASS:-build/grade/grader/class}
{ [ -n "${CLASS:-}" ] && [ -n "${GRADE:-}" ]; } || (cd "$GRADER_KIT" && make -s grade-build) ||
    refuse "the grader does not build" 1

echo "slurm.sh: $parts tasks for the class; their logs: $GRADER_OUT/slurm"
rm -f "$GRADER_OUT"/slurm/*.log
# shellcheck disable=SC2016 # the task's shell reads the variable
sbatch --parsable --wait --export=ALL --job-name=grade --cpus-per-task=$cpus --array="0-$((parts - 1))" \
    --output="$GRADER_OUT/slurm/%a.log" --open-mode=truncate "$@" \
    --wrap 'exec sh "$GRADER_KIT/solutions/grader/slurm.sh" --task' >/dev/null
status=$?

students=$GRADER_OUT/students.txt
[ -s "$students" ] || students=
(cd "$GRADER_KIT" && "$class" "$GRADER_OUT" ${students:+--students "$students"} \
    ${GRADEBOOK:+--gradebook "$GRADEBOOK"} ${COLUMN:+--column "$COLUMN"} \
    ${REPORT_LANG:+--language "$REPORT_LANG"}) || exit
[ $status -eq 0 ] ||
    refuse "a task failed; its log in $GRADER_OUT/slurm says why. Run this again: students who have a result keep it" 1
