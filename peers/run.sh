#!/bin/sh
# peers/run.sh "PEERS" labNN... - measures the work of these labs in other libraries, into
# results/peers/labNN.csv; `make peers` calls it. What is not installed, or has no device here, is
# skipped by name.
#   PEERS_OUT  the folder for the CSVs
#   PYTHON   the interpreter; default: that of .venv, which ./setup.sh --peers makes, else python3
# status 0; 1: a library computed something wrong, which has no time; 2: bad usage
set -u
cd "$(dirname "$0")/.." || exit 2
everything='numpy numba numba_cuda cupy jax jax_jit torch torch_compile'
peers=$(echo "$1" | tr , ' ')
shift

refuse() {
    echo "make peers: $1" >&2
    exit 2
}

python=${PYTHON:-}
[ -n "$python" ] || { [ -x .venv/bin/python ] && python=.venv/bin/python; } || python=python3
"$python" -c '' 2>/dev/null ||
    refuse "there is no Python ($python); ./setup.sh --peers makes .venv with the libraries"
for peer in ${peers:=$everything}; do
    case " $everything " in
    *" $peer "*) ;;
    *) refuse "PEERS: there is no $peer; there are $everything" ;;
    esac
done
labs=''
for lab; do
    case $lab in
    lab05) ;; # transfers: the libraries have no work of their own there
    *) labs="$labs $lab" ;;
    esac
done
[ -n "$labs" ] || refuse "LABS: nothing to compare in lab05; give some of 01,02,03,04,06"

status=0
for peer in $peers; do
    library=${peer%_*}
    if ! "$python" -c "import $library" 2>/dev/null; then
        case $library in
        cupy) how='pip install cupy-cuda13x, or cupy-cuda12x, beside a GPU' ;;
        torch) how='./setup.sh --peers=torch' ;;
        *) how='./setup.sh --peers' ;;
        esac
        echo "$peer: skip: $library is not installed ($how)"
        continue
    fi
    # shellcheck disable=SC2086 # labs are words
    PYTHONDONTWRITEBYTECODE=1 "$python" "peers/with_$library.py" "$peer" $labs || {
        code=$?
        [ $code -eq 1 ] || exit $code
        status=1
    }
done
exit $status
