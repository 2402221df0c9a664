#!/bin/sh
# After a race: looks for an order of the threads in which the result changes, for up to 20 s of CPU time.
#
#   common/witness.sh [-DNAME=VALUE...] my.cu [more.cu...] [[--] its arguments...]
#   common/witness.sh labNN            or solutionNN
#
# Its last line says what it found: an order in which it goes wrong, and the command that shows this order
# again; or that both write the same value; or that no order changed the result. With ORDER=17 it runs only
# that order, and prints the accesses that matter. Status: 0; 1 the program did not build or was killed;
# 2 bad usage, or nothing was run. `make witness FILE=my.cu` and `make witnessNN` call this.
# ONLY, LAB_SEED, BUILD, CXX, FLAGS and LIBS as in common/check.sh, in whose build it runs.
here=$(dirname "$0")

refuse() {
    echo "witness.sh: $1" >&2
    exit 2
}

# number <name> <value> <least> <most>
number() {
    case $2 in
    *[!0-9]* | ??????????*) ;;
    *) [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ] || return 0 ;;
    esac
    refuse "$1=$2: must be a whole number from $3 to $4"
}

[ -z "${ORDER:-}" ] || number ORDER "$ORDER" 1 2000
[ -z "${LAB_SEED:-}" ] || number SEED "$LAB_SEED" 0 999999999
case ${1-} in
lab[0-9]* | solution[0-9]* | further[0-9]*) ;;
*)
    [ -z "${LAB_SEED:-}${ONLY:-}" ] ||
        refuse "ONLY and SEED are for the labs, as in make witness03; a program has ARGS="
    ;;
esac
mode=check name=witness json_begins=''
. "$here/tools/watched.sh"
export CPU_DEVICE_WITNESS=20 CPU_DEVICE_WITNESS_ALONE=1
export CPU_DEVICE_WITNESS_ORDER="${ORDER:-}" CPU_DEVICE_WITNESS_AGAIN="$again"
run_watched "$binary" "$@"
exit $status
