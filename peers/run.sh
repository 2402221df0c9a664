#!/bin/sh
# peers/run.sh "PEERS" labNN... - measures the work of these labs in other libraries, into
# results/peers/labNN.csv; `make peers` calls it. What is not installed, or has no device here, is
# skipped by name. A row is written as soon as it is measured, and is not measured again.
#   PEERS_OUT  the folder for the CSVs
#   ANEW=1   forgets the rows that these libraries have
#   BATCHES=1, LAYERS=2,17,20   only these of lab 6's products
#   SHAPES=unet   the products of Stable Diffusion's network instead, into lab06_unet.csv
#   STOPWATCHES=1   instead of all that, one add and one product by each library's own stopwatch and by ours
#   PRACTICE=1   called by make practice, which needs none of them
#   PYTHON   the interpreter; default: that of .venv, which ./setup.sh --peers makes, else python3
# status 0; 1: a library's result is wrong, and gets no time; 2: bad usage; 3: no row was measured,
# and none was there
set -u
cd "$(dirname "$0")/.." || exit 2
every='numpy numba numba_element numba_vectorize numba_cuda numba_cuda_element cupy jax jax_jit torch torch_compile'
peers=$(echo "$1" | tr , ' ')
shift

. common/tools/scratch.sh
trap 'exit 130' INT
refuse() { # refuse <English> <Spanish>
    echo "make peers: $(say "$@")" >&2
    exit 2
}

case ${STOPWATCHES:-} in
'') ;;
1)
    every='numpy numba numba_cuda cupy jax torch'
    set -- stopwatches
    ;;
*) refuse "STOPWATCHES=$STOPWATCHES: must be 1, or left out" "STOPWATCHES=$STOPWATCHES: debe ser 1, o no estar" ;;
esac

python=${PYTHON:-}
[ -n "$python" ] || { [ -x .venv/bin/python ] && python=.venv/bin/python; } || python=python3
"$python" -c '' 2>/dev/null ||
    refuse "there is no Python ($python); ./setup.sh --peers makes .venv with the libraries" \
        "no hay Python ($python); ./setup.sh --peers crea .venv con las bibliotecas"
for peer in ${peers:=$every}; do
    case " $every " in
    *" $peer "*) ;;
    *) refuse "PEERS: there is no $peer; there are $every" "PEERS: no existe $peer; existen $every" ;;
    esac
done
labs=''
for lab; do
    case $lab in
    lab05) say "lab05: skip: transfers; the libraries have no work of their own there" \
        "lab05: skip: transferencias; las bibliotecas no tienen ahí trabajo propio" ;;
    *) labs="$labs $lab" ;;
    esac
done
[ -n "$labs" ] || refuse "LABS: nothing to compare in lab05; give some of 01,02,03,04,06" \
    "LABS: en lab05 no hay nada que comparar; dé algunos de 01,02,03,04,06"

status=3
[ -z "${STOPWATCHES:-}" ] || "$python" peers/stopwatches.py || exit
for peer in $peers; do
    library=${peer%%_*}
    if ! "$python" -c "import $library" 2>/dev/null; then
        case $library in
        cupy) how=$(say 'pip install cupy-cuda13x, or cupy-cuda12x, beside a GPU' \
            'con una GPU: pip install cupy-cuda13x, o cupy-cuda12x') ;;
        torch) how='./setup.sh --peers=torch' ;;
        *) how='./setup.sh --peers' ;;
        esac
        say "$peer: skip: $library is not installed ($how)" "$peer: skip: $library no está instalado ($how)"
        continue
    fi
    # shellcheck disable=SC2086 # labs are words
    PYTHONDONTWRITEBYTECODE=1 "$python" "peers/with_$library.py" "$peer" $labs
    code=$?
    case $code in
    0) [ $status -eq 1 ] || status=0 ;;
    1) status=1 ;;
    3) ;;
    *) exit $code ;;
    esac
done
[ $status -ne 3 ] || [ -n "${PRACTICE:-}" ] ||
    say "make peers: nothing was measured; each line above says why" \
        "make peers: no se midió nada; cada línea de arriba dice por qué" >&2
exit $status
