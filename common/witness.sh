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
# SIZE=33, or of matrices SIZE=33,31,147, is the one shape of a lab that is run, in place of all.
# ONLY, LAB_SEED, BUILD, CXX, FLAGS and LIBS as in common/check.sh, in whose build it runs.
here=$(dirname "$0")

mode=check name=witness json_begins=''
. "$here/tools/asked.sh"

number ORDER "${ORDER:-}" 1 2000
number SEED "${LAB_SEED:-}" 0 999999999
case ${1-} in
lab[0-9]* | solution[0-9]* | further[0-9]*)
    ls "$here/../lab${1##*[a-z]}"_*/ >/dev/null 2>&1 || refuse "$1: there is no such lab" "$1: no existe ese lab"
    size "$1"
    ;;
*)
    [ -z "${LAB_SEED:-}${ONLY:-}${SIZE:-}" ] ||
        refuse "ONLY, SEED and SIZE are for the labs, as in make witness03; a program has ARGS=" \
            "ONLY, SEED y SIZE son para los labs, como en make witness03; un programa tiene ARGS="
    ;;
esac
. "$here/tools/watched.sh"
[ -z "${SIZE:-}" ] || export LAB_DEBUG="$SIZE" # the engine's one shape
again="$again${SIZE:+ SIZE=$SIZE}"
export CPU_DEVICE_WITNESS=20 CPU_DEVICE_WITNESS_ALONE=1
export CPU_DEVICE_WITNESS_ORDER="${ORDER:-}" CPU_DEVICE_WITNESS_AGAIN="$again"
run_watched "$binary" "$@"
exit $status
