#!/bin/sh
# setup.sh - install what the kit needs and this machine lacks. Run it as often as you like.
# POSIX sh, because it must run on a machine that has nothing yet.
set -eu
unset CDPATH # with which cd writes where it went
. "$(dirname "$0")/common/tools/scratch.sh"
export LC_ALL=C

usage() {
    [ "$language" = en ] || { usage_es && return; }
    cat <<'END'
usage: ./setup.sh [--tests] [--grader] [--photos] [--peers[=torch]] [--dry-run] [--help]

Installs what a run needs and is missing: g++ with OpenMP, make, gnuplot.
Asks nothing. Works with apt, dnf, pacman and brew; never touches CUDA or the driver.

  --tests     also what `make test` needs: cmocka, bats, clang with OpenMP, clang-format,
              shellcheck, OpenBLAS, the sanitizers' libraries, git, pandoc, weasyprint, xmllint, aspell,
              entr, inotifywait, python3, gdb, graphviz, locales, what --grader and --photos bring; into .nvidia
              what make sass and make traffic BY=nvcc need: nvdisasm, and nvcc (0.3 GB) where there is none;
              into .peers NumPy and Numba (0.3 GB)
  --grader    also what grading a class needs (on Linux): bubblewrap, libseccomp, jansson, libcrypto, libarchive
  --photos    also what reads a JPEG or PNG for the practice: libjpeg, libpng and libexif
  --peers     also a folder .venv with Python's NumPy, Numba and JAX for `make peers`, some 0.9 GB;
              beside a GPU their builds for it and CuPy, some gigabytes
  --peers=torch  PyTorch, too: 3 to 6 GB to download and store
  --dry-run   print the commands that would be run, run nothing
  --help      this text

status 0: all is there; 1: something could not be installed; 2: bad usage
END
}

usage_es() {
    cat <<'END'
uso: ./setup.sh [--tests] [--grader] [--photos] [--peers[=torch]] [--dry-run] [--help]

Instala lo que una ejecución necesita y falta: g++ con OpenMP, make, gnuplot.
No pregunta nada. Sirve con apt, dnf, pacman y brew; nunca toca CUDA ni el controlador.

  --tests     además, lo que necesita `make test`: cmocka, bats, clang con OpenMP, clang-format,
              shellcheck, OpenBLAS, las bibliotecas de los sanitizers, git, pandoc, weasyprint, xmllint,
              aspell, entr, inotifywait, python3, gdb, graphviz, locales, lo que traen --grader y --photos; en .nvidia
              lo que necesitan make sass y make traffic BY=nvcc: nvdisasm, y nvcc (0.3 GB) donde no hay;
              en .peers, NumPy y Numba (0.3 GB)
  --grader    además, lo que necesita corregir a una clase (en Linux): bubblewrap, libseccomp, jansson,
              libcrypto, libarchive
  --photos    además, lo que lee un JPEG o un PNG en la práctica: libjpeg, libpng y libexif
  --peers     además, una carpeta .venv con NumPy, Numba y JAX de Python para `make peers`, unos 0.9 GB;
              junto a una GPU, sus versiones para ella y CuPy, algunos gigabytes
  --peers=torch  también PyTorch: de 3 a 6 GB que descargar y guardar
  --dry-run   muestra las órdenes que se ejecutarían, sin ejecutar nada
  --help      este texto

estado 0: está todo; 1: algo no se pudo instalar; 2: mal uso
END
}

tests=no grader=no photos=no dry_run=no peers=no
for option in "$@"; do
    case $option in
    --tests) tests=yes grader=yes photos=yes ;;
    --grader) grader=yes ;;
    --photos) photos=yes ;;
    --peers) [ $peers = torch ] || peers=yes ;;
    --peers=torch) peers=torch ;;
    --dry-run) dry_run=yes ;;
    --help | -h) usage && exit 0 ;;
    *)
        say "setup: unknown option '$option'; ./setup.sh --help lists them" \
            "setup: opción desconocida '$option'; ./setup.sh --help las muestra" >&2
        exit 2
        ;;
    esac
done

if [ "$(uname -s)" = Darwin ]; then
    say 'setup: no lab runs on macOS itself: open this folder in a container; README.md, "A Mac"' \
        'setup: ningún laboratorio funciona en macOS mismo: abra esta carpeta en un contenedor; README.md, "A Mac"' >&2
    exit 2
fi

# ---- what is needed, and what is missing -----------------------------------------

# Does the compiler build and link this program? builds <program text> <compiler> <flags...>
builds() {
    echo "$1" >"$scratch/probe.cpp"
    compiler=$2
    shift 2
    "$compiler" "$scratch/probe.cpp" -o "$scratch/probe" "$@" >/dev/null 2>&1
}

omp_program='#include <omp.h>
#if !defined __clang__ && __GNUC__ < 11
#error too old
#endif
int main() { return omp_get_max_threads() < 1; }'
# Where Homebrew keeps what it does not link into the compiler's own search path.
brew_flags() {
    if [ "$manager" = brew ]; then
        prefix=$(brew --prefix 2>/dev/null || echo /usr/local)
        echo "-I$prefix/include -L$prefix/lib -I$prefix/opt/openblas/include" \
            "-L$prefix/opt/openblas/lib -I$prefix/opt/libomp/include -L$prefix/opt/libomp/lib"
    fi
}

# g++ itself or, where that is too old or clang without OpenMP, a g++-NN beside it.
gxx() {
    for candidate in g++ g++-16 g++-15 g++-14 g++-13 g++-12 g++-11; do
        if builds "$omp_program" "$candidate" -fopenmp; then
            echo "$candidate"
            return
        fi
    done
    echo g++
}

# Are these headers and libraries there? library <headers, as words> <flags...>
# shellcheck disable=SC2046,SC2086 # words
library() {
    headers=$(printf '#include <%s>\n' $1)
    shift
    builds "$headers
int main() {}" "$(gxx)" $(brew_flags) "$@"
}

have() {
    # shellcheck disable=SC2046 # brew_flags gives several words, or none
    case $1 in
    'g++ 11+ with OpenMP') builds "$omp_program" "$(gxx)" -fopenmp ;;
    cmocka) library 'stdarg.h stddef.h stdint.h setjmp.h cmocka.h' -lcmocka ;;
    'clang++ with OpenMP') builds "$omp_program" clang++ -fopenmp $(brew_flags) ;;
    OpenBLAS) library cblas.h -I/usr/include/openblas -lopenblas ;;
    # Not packaged everywhere: the tests that want them are skipped there, by name.
    'aspell in two languages') case $manager in
        apt | pacman) [ "$(aspell dicts 2>/dev/null | grep -c -x -e en_GB -e es)" -eq 2 ] ;;
        esac ;;
    inotifywait | gdb) [ "$manager" = brew ] || command -v "$1" >/dev/null 2>&1 ;;
    graphviz) command -v dot >/dev/null 2>&1 ;;
    locales) [ "$manager" != apt ] || [ -e /usr/share/i18n/locales/es_ES ] ;;
    libjpeg) library 'stdio.h jpeglib.h' -ljpeg ;;
    libpng) library png.h -lpng ;;
    libexif) library libexif/exif-data.h -lexif ;;
    # The grader's, which Homebrew has not all.
    bubblewrap) [ "$manager" = brew ] || command -v bwrap >/dev/null 2>&1 ;;
    libseccomp) [ "$manager" = brew ] || library seccomp.h -lseccomp ;;
    jansson) [ "$manager" = brew ] || library jansson.h -ljansson ;;
    libcrypto) [ "$manager" = brew ] || library openssl/evp.h -lcrypto ;;
    libarchive) [ "$manager" = brew ] || library archive.h -larchive ;;
    'python3 with venv') python3 -c 'import ensurepip, venv' >/dev/null 2>&1 ;;
    sanitizers) builds 'int main() {}' "$(gxx)" -fsanitize=address,undefined ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

# The packages that bring it, by package manager.
packages() {
    case $manager:$1 in
    apt:'g++ 11+ with OpenMP') echo g++ ;;
    dnf:'g++ 11+ with OpenMP') echo gcc-c++ ;;
    *:'g++ 11+ with OpenMP') echo gcc ;;
    apt:gnuplot) echo gnuplot-nox ;;
    dnf:cmocka) echo libcmocka-devel ;;
    brew:bats) echo bats-core ;;
    pacman:bats) echo bash-bats ;;
    # The OpenMP library must match the clang that is there already, if one is.
    apt:'clang++ with OpenMP')
        major=$(clang++ --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p' || true)
        if [ -n "$major" ]; then echo "libomp-$major-dev"; else echo clang libomp-dev; fi
        ;;
    dnf:'clang++ with OpenMP') echo clang libomp-devel ;;
    pacman:'clang++ with OpenMP') echo clang openmp ;;
    brew:'clang++ with OpenMP') echo libomp ;;
    dnf:clang-format) echo clang-tools-extra ;;
    pacman:clang-format) echo clang ;;
    dnf:shellcheck) echo ShellCheck ;;
    apt:OpenBLAS) echo libopenblas-dev ;;
    apt:cmocka | apt:libseccomp | apt:jansson | apt:libarchive | apt:libjpeg | apt:libpng | apt:libexif)
        echo "lib${1#lib}-dev"
        ;;
    dnf:libjpeg) echo libjpeg-turbo-devel ;;
    pacman:libjpeg) echo libjpeg-turbo ;;
    brew:libjpeg) echo jpeg-turbo ;;
    apt:libcrypto) echo libssl-dev ;;
    dnf:libcrypto) echo openssl-devel ;;
    pacman:libcrypto) echo openssl ;;
    dnf:libpng | dnf:libexif | dnf:libseccomp | dnf:jansson | dnf:libarchive) echo "$1-devel" ;;
    dnf:OpenBLAS) echo openblas-devel ;;
    *:OpenBLAS) echo openblas ;;
    dnf:sanitizers) echo libasan libubsan ;;
    *:'aspell in two languages') echo aspell aspell-en aspell-es ;;
    *:inotifywait) echo inotify-tools ;;
    apt:'python3 with venv') echo python3 python3-venv ;;
    pacman:'python3 with venv') echo python ;;
    *:'python3 with venv') echo python3 ;;
    pacman:python3) echo python ;;
    pacman:weasyprint) echo python-weasyprint ;;
    apt:xmllint) echo libxml2-utils ;;
    *:xmllint) echo libxml2 ;;
    *:sanitizers) packages 'g++ 11+ with OpenMP' ;;
    *) echo "$1" ;;
    esac
}

manager=none
for candidate in apt-get dnf pacman brew; do
    if command -v "$candidate" >/dev/null 2>&1; then
        manager=${candidate%-get}
        break
    fi
done

needs='g++ 11+ with OpenMP
make
gnuplot'
[ $tests = no ] || needs="$needs
cmocka
bats
clang++ with OpenMP
clang-format
shellcheck
OpenBLAS
sanitizers
git
pandoc
weasyprint
xmllint
aspell in two languages
locales
entr
inotifywait
python3 with venv
gdb
graphviz"
[ $grader = no ] || needs="$needs
bubblewrap
libseccomp
jansson
libcrypto
libarchive
zip"
[ $photos = no ] || needs="$needs
libjpeg
libpng
libexif"

[ $peers = no ] || needs="$needs
python3 with venv"

# Sets missing (for people) and wanted (for the package manager), each word of it once.
look() {
    missing='' wanted=''
    while read -r need; do
        if have "$need"; then continue; fi
        missing="$missing${missing:+, }$need"
        for package in $(packages "$need"); do
            case " $wanted " in
            *" $package "*) ;;
            *) wanted="$wanted${wanted:+ }$package" ;;
            esac
        done
    done <<END
$needs
END
}

# ---- the libraries of make peers, in .venv ---------------------------------------

# Beside a GPU those that are built for CUDA; the driver says which version it can.
peer_packages() {
    cuda=$(nvidia-smi 2>/dev/null | sed -n 's/.*CUDA Version: \([0-9]*\).*/\1/p' || true)
    [ "${cuda:-0}" -le 13 ] || cuda=13
    # CUDA 13 has left GPUs below 7.5, whatever the driver can: reference/libraries.csv
    if [ "${cuda:-0}" -ge 13 ] && nvidia-smi --query-gpu=compute_cap --format=csv,noheader |
        grep -q '^[1-6]\.\|^7\.[0-4]'; then
        cuda=12
    fi
    if [ -n "$cuda" ]; then
        echo "numpy numba numba-cuda[cu$cuda] cupy-cuda${cuda}x jax[cuda$cuda]"
    else
        echo numpy numba jax
    fi
    [ $peers = yes ] || echo torch torchvision
}

# into_venv <folder> <packages, as words>: status 1, and $why, where it fails.
into_venv() {
    venv=$(dirname "$0")/$1
    say "setup: into $1 from PyPI: $2" \
        "setup: en $1, de PyPI: $2"
    if [ $dry_run = yes ]; then
        echo "  python3 -m venv $venv && $venv/bin/pip install $2"
        return
    fi
    # shellcheck disable=SC2086 # packages are words
    { python3 -m venv "$venv" && "$venv/bin/pip" install -q $2; } >"$scratch/log" 2>&1 || {
        why="setup: $1: $(grep -i -m 1 error "$scratch/log" || tail -n 1 "$scratch/log")"
        return 1
    }
}

# The tests of make peers have a folder of their own, .peers, so that they do not need 0.9 GB.
install_test_peers() {
    [ $tests = yes ] || return 0
    ! "$(dirname "$0")/.peers/bin/python" -c 'import numpy, numba' 2>/dev/null || return 0
    into_venv .peers 'numpy numba' || say "$why; the tests of make peers fail without it" \
        "$why; las pruebas de make peers fallan sin ello"
}

install_peers() {
    install_test_peers
    [ $peers != no ] || return 0
    venv=$(dirname "$0")/.venv
    wanted_peers=$(peer_packages | paste -s -d ' ' -)
    imports="import numpy, numba, jax$([ $peers = yes ] || echo ', torch, torchvision')"
    case $wanted_peers in *cupy*) imports="$imports, cupy" ;; esac
    if "$venv/bin/python" -c "$imports" 2>/dev/null; then
        say "setup: .venv has all for make peers" \
        "setup: .venv tiene todo para make peers"
        return
    fi
    [ $peers = yes ] || say "setup: PyTorch is 3 to 6 gigabytes to download and store; Ctrl-C now if that is too much" \
        "setup: PyTorch ocupa de 3 a 6 gigabytes, que se descargan; Ctrl-C ahora si es demasiado"
    into_venv .venv "$wanted_peers" || {
        echo "$why" >&2
        exit 1
    }
}

# ---- without a package manager: nvcc and nvdisasm in .nvidia ------------------------------

# A package that cannot be had is no failure: the tests that need it are skipped, by name.
from_pypi() { # from_pypi <folder> <packages, as words> [option of pip]
    say "setup: into $1 from PyPI: $2" \
        "setup: en $1, de PyPI: $2"
    if [ $dry_run = yes ]; then
        echo "  pip install --target $(dirname "$0")/$1 $2"
        return
    fi
    pip="python3 -m pip"
    set -f # a package may have a *
    # shellcheck disable=SC2086 # words
    { $pip --version || { python3 -m venv "$scratch/venv" && pip=$scratch/venv/bin/pip; }; } >"$scratch/log" 2>&1 &&
        $pip install -q ${3-} --upgrade --target "$(dirname "$0")/$1" $2 >"$scratch/log" 2>&1 ||
        echo "setup: $1: $(grep -i -m 1 error "$scratch/log" || tail -n 1 "$scratch/log");" \
            "$(say 'the tests that need it are skipped' 'las pruebas que lo necesitan se omiten')"
    set +f
}

install_nvidia() {
    [ $tests = yes ] && [ "$(uname -s)" = Linux ] || return 0
    here=$(dirname "$0")/common wanted_nvidia=''
    . "$(dirname "$0")/common/sass/tools.sh"
    find_nvcc || wanted_nvidia="$nvcc_packages "
    find_nvdisasm || wanted_nvidia=$wanted_nvidia$nvdisasm_packages
    [ -z "$wanted_nvidia" ] || from_pypi .nvidia "$wanted_nvidia" --no-deps
}

# ---- what a lecturer's quizzes need, in .quiz: a student's kit has neither quizzes nor their test --

install_quiz() {
    [ $tests = yes ] && [ -e "$(dirname "$0")/tests/quiz.py" ] || return 0
    for library in text2qti pygiftparser; do
        [ -d "$(dirname "$0")/.quiz/$library" ] || { from_pypi .quiz 'text2qti pygiftparser' && break; }
    done
}

install_from_pypi() {
    install_peers
    install_nvidia
    install_quiz
}

# The last word: a small CUDA program, built and run as the labs are.
next_step() {
    cxx=$(gxx)
    for compiler in "$cxx" $([ $tests = no ] || echo clang++); do
        say "setup: trying $compiler with a small CUDA program, for which the kit's runtime is compiled" \
        "setup: se prueba $compiler con un programa CUDA pequeño, para el que se compila el kit"
        if ! complaint=$(sh "$(dirname "$0")/common/tools/try.sh" "$compiler"); then
            say "setup: a small CUDA program does not build with $compiler: $complaint" \
        "setup: un programa CUDA pequeño no se compila con $compiler: $complaint" >&2
            exit 1
        fi
    done
    knobs=''
    [ "$cxx" = g++ ] || knobs="CC=gcc${cxx#g++} CXX=$cxx "
    say "next: make ${knobs}step STEP=1, the first of ten small steps; or a whole lab: make ${knobs}lab03 && ./lab03" \
        "siguiente: make ${knobs}step STEP=1, el primero de diez pasos; o un lab: make ${knobs}lab03 && ./lab03"
}

look
if [ -z "$missing" ]; then
    all=$(echo "$needs" | paste -s -d , - | sed 's/,/, /g')
    say "setup: all is there ($all); nothing to install" "setup: está todo ($all); no hay nada que instalar"
    install_from_pypi
    next_step
    exit 0
fi
if [ "$manager" = none ]; then
    say "setup: missing: $missing. No apt, dnf, pacman or brew here: install them by hand" \
        "setup: falta: $missing. Aquí no hay apt, dnf, pacman ni brew: instálelo a mano" >&2
    exit 1
fi

# ---- the commands ----------------------------------------------------------------

# A lock of apt's is waited for: another update often runs just after a machine has started.
case $manager in
apt)
    refresh='apt-get update -qq -o Acquire::Retries=3'
    install="env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
-o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 $wanted"
    ;;
dnf) refresh='' install="dnf install -y -q $wanted" ;;
pacman) refresh='' install="pacman -S --needed --noconfirm $wanted" ;;
brew) refresh='' install="brew install $wanted" ;;
esac
as_administrator="${refresh:+$refresh && }$install"

sudo=''
if [ "$manager" != brew ] && [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1; then
        sudo='sudo '
    elif [ $dry_run = no ]; then
        say "setup: missing: $missing. You are not root and there is no sudo; pass this on to an administrator:" \
            "setup: falta: $missing. Usted no es root y no hay sudo; pase esto a un administrador:" >&2
        echo "  $as_administrator" >&2
        exit 1
    fi
fi

say "setup: missing: $missing; installing with $manager, which may take some minutes: $wanted" \
        "setup: falta: $missing; se instala con $manager, puede tardar unos minutos: $wanted"
if [ $dry_run = yes ]; then
    [ -z "$refresh" ] || echo "  $sudo$refresh"
    echo "  $sudo$install"
    install_from_pypi
    exit 0
fi

fail() { # fail <why, in English> <in Spanish>
    say "setup: $1; for an administrator:" "setup: $2; para un administrador:" >&2
    echo "  $as_administrator" >&2
    exit 1
}

# Runs a command; when another process holds the package manager's lock, again a little later.
lock_held='get lock|unable to lock|already running|temporarily unavailable'
run() {
    attempt=1
    # shellcheck disable=SC2086 # the commands above are words to be split
    until $sudo$1 >"$scratch/log" 2>&1; do
        if [ $attempt -ge "${SETUP_ATTEMPTS:-12}" ] ||
            ! grep -q -i -E "$lock_held" "$scratch/log"; then
            tail -n 5 "$scratch/log" >&2
            return 1
        fi
        [ $attempt -gt 1 ] || say "setup: another program holds the package manager; waiting" \
        "setup: otro programa ocupa el gestor de paquetes; se espera"
        attempt=$((attempt + 1))
        sleep "${SETUP_WAIT:-5}"
    done
}

if [ -n "$sudo" ] && ! sudo -n true 2>/dev/null && ! sudo -v; then
    fail 'sudo did not let you in' 'sudo no le deja entrar'
fi
# A stale or half-reachable list is often good enough; if it is not, the install says so.
if [ -n "$refresh" ] && ! run "$refresh"; then
    say "setup: '$refresh' failed; going on with the package lists that are here" \
        "setup: '$refresh' falló; se sigue con las listas de paquetes que hay" >&2
fi
run "$install" || fail 'the install failed' 'la instalación falló'

look
[ -z "$missing" ] || fail "installed $manager's packages, and still missing: $missing" \
    "se instalaron los paquetes de $manager, y aún falta: $missing"
say "setup: done" "setup: hecho"
install_from_pypi
next_step
