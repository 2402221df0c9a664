#!/usr/bin/env bats
# What is asked for is what is built: knobs that change between two calls, files that are deleted, cut
# off or half made, and what cannot be had. In a small kit of its own, with the kit's Makefile and a lab
# that says how it was built; tests/long/knobs.bats tries the same with the labs.
# shellcheck disable=SC2016,SC2034,SC2030,SC2031,SC2154 # helpers.bash sets root, status, out and err

load helpers

setup_file() {
    kit=$(mktemp -d)/kit
    mkdir -p "$kit/common/cpu_device/front" "$kit/common/cpu_device/run" "$kit/common/engine" "$kit/lab01_say" \
        "$kit/lab02_other" "$kit/solutions" "$kit/tests/wrong/lab01"
    cp "$BATS_TEST_DIRNAME/../../Makefile" "$kit"
    cp -r "$BATS_TEST_DIRNAME/../../common/build" "$kit/common"
    mkdir "$kit/common/tools" && cp "$BATS_TEST_DIRNAME/../../common/tools/jobs.sh" "$kit/common/tools"
    cp "$BATS_TEST_DIRNAME/../tests.mk" "$kit/tests"
    # Stands for cucc: compiles C++ that is called CUDA, without --traps, and links.
    printf '%s\n' '#!/bin/sh' 'c=' 'for word; do' ' shift' ' [ "$word" != -c ] || c="-x c++"' \
        ' [ "$word" = --traps ] || set -- "$@" "$word"' 'done' 'exec $CXX $c "$@"' >"$kit/common/cpu_device/cucc"
    chmod +x "$kit/common/cpu_device/cucc"
    echo 'int main(void) { return 0; }' >"$kit/common/cpu_device/front/rewrite.c"
    echo 'int runtime(void) { return 0; }' >"$kit/common/cpu_device/run/runtime.cpp"
    cat >"$kit/common/say.h" <<'END'
#include <stdio.h>
#ifdef __clang__
#define COMPILER "clang"
#else
#define COMPILER "gcc"
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZER "address"
#else
#define SANITIZER "none"
#endif
#ifdef __OPTIMIZE__
#define OPTIMISED "yes"
#else
#define OPTIMISED "no"
#endif
#ifndef WRAPPED
#define WRAPPED "no"
#endif
END
    cat >"$kit/common/engine/part.c" <<'END'
#include "common/say.h"
void say_c(void)
{
    printf("c:" COMPILER " c_sanitizer:" SANITIZER " c_optimised:" OPTIMISED " c_wrapped:" WRAPPED " ");
}
END
    cat >"$kit/lab01_say/lab01.cu" <<'END'
#include "common/say.h"
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)
extern "C" void say_c(void);
const char *exercise(void);
int main()
{
#ifdef __NVCC__
    printf("device:cuda arch:" TEXT(__CUDA_ARCH_LIST__) " ");
#else
    printf("device:cpu ");
#endif
    printf("cu:" COMPILER " sanitizer:" SANITIZER " optimised:" OPTIMISED " wrapped:" WRAPPED " ");
    say_c();
    printf("exercise:%s\n", exercise());
}
END
    sed 's/say_c/say_d/' "$kit/lab01_say/lab01.cu" >"$kit/lab02_other/lab02.cu"
    sed 's/say_c/say_d/' "$kit/common/engine/part.c" >"$kit/lab02_other/part.c"
    for file in lab01_say/say lab02_other/other solutions/say solutions/other tests/wrong/lab01/bad; do
        echo "const char *exercise() { return \"$file\"; }" >"$kit/$file.cu"
    done
    # Compilers of other names, which leave their mark.
    for compiler in gcc g++ nvcc; do
        printf '#!/bin/sh\nexec %s "$@" %s\n' $compiler "'-DWRAPPED=\"yes\"'" >"$kit/my-$compiler"
        chmod +x "$kit/my-$compiler"
    done
    unset DEVICE CXX CC NVCC BUILD OPTIMISE SANITIZE CUDA_ARCH
    export OPTIMISE=-O0 kit
}

teardown_file() {
    rm -rf "$(dirname "$kit")"
}

setup() {
    cd "$kit" || return
    scratch=$(mktemp -d)
}

build() {
    exits 0 make --no-print-directory lab01 "$@"
    check "make lab01 $*: nothing on stderr" [ -z "$err" ]
    try env ASAN_OPTIONS=detect_leaks=0 ./lab01
}

# The knobs of the matrix, and what the program then says; all else is as without them.
knobs_of() {
    case $1 in
    plain) echo DEVICE=cpu ;;
    clang) echo DEVICE=cpu CXX=clang++ ;;
    cc) echo DEVICE=cpu CC=./my-gcc ;;
    cxx) echo DEVICE=cpu CC=gcc CXX=./my-g++ ;;
    optimise) echo DEVICE=cpu OPTIMISE=-O1 ;;
    sanitize) echo DEVICE=cpu SANITIZE=-fsanitize=address ;;
    build) echo DEVICE=cpu BUILD=build/elsewhere ;;
    cuda) echo DEVICE=cuda CUDA_ARCH=80 ;;
    arch) echo DEVICE=cuda CUDA_ARCH=75,90 ;;
    nvcc) echo DEVICE=cuda CUDA_ARCH=80 NVCC=./my-nvcc ;;
    both) echo DEVICE=cuda CUDA_ARCH=80 BUILD=build/elsewhere OPTIMISE=-O1 SANITIZE=-fsanitize=address,undefined ;;
    esac
}

says_itself() { # says_itself <name>
    local device=cpu arch='' compiler=gcc c_wrapped=no wrapped=no optimised=no sanitizer=none
    case $1 in
    clang) compiler=clang ;;
    cc) c_wrapped=yes ;;
    cxx) wrapped=yes ;;
    optimise) optimised=yes ;;
    sanitize) sanitizer=address ;;
    cuda) device=cuda arch='arch:800 ' ;;
    arch) device=cuda arch='arch:750,900 ' ;;
    nvcc) device=cuda arch='arch:800 ' wrapped=yes ;;
    both) device=cuda arch='arch:800 ' optimised=yes sanitizer=address ;;
    esac
    echo "device:$device ${arch}cu:$compiler sanitizer:$sanitizer optimised:$optimised wrapped:$wrapped" \
        "c:$compiler c_sanitizer:$sanitizer c_optimised:$optimised c_wrapped:$c_wrapped exercise:lab01_say/say"
}

@test "a folder that Windows has copied builds: its scripts may be run again" {
    rm -rf build
    chmod -x common/cpu_device/cucc
    build DEVICE=cpu
    check "as ever" [ "$out" = "$(says_itself plain)" ]
}

@test "what a shell exports for itself changes nothing: CDPATH, and ARCH of its CPU" {
    local told='seen: ; cd common && pwd && echo "<$(ARCH)>"'
    export CDPATH=.:/tmp
    try env ARCH=x86_64 make -s -C "$root" --eval "$told" seen
    check "no word of cd, no GPU of that name" [ "$status$out$err" = "0$root/common"$'\n'"<>" ]
    try env ARCH=80 make -s -C "$root" --eval "$told" seen
    check "one that may be meant" shows -x '<80>'
    try sh "$root/setup.sh" --dry-run
    check "setup.sh finds the kit" lacks "$err" "No such file"
}

# bats test_tags=slow
@test "knobs: after any change of them, and back again, the program is the one asked for" {
    local walk before after pairs=0
    walk="plain clang plain cc plain cxx plain optimise plain sanitize plain build plain"
    walk="$walk clang sanitize optimise build clang cc sanitize cxx build optimise clang plain"
    ! command -v nvcc >/dev/null || walk="$walk cuda plain arch cuda nvcc cuda both clang" # nvcc takes its time
    for after in $walk; do
        command -v clang++ >/dev/null || [ "$after" != clang ] || continue
        # shellcheck disable=SC2046 # the knobs are words
        build $(knobs_of "$after")
        check "after $before, $after: as asked for" [ "$out" = "$(says_itself "$after")" ]
        before=$after pairs=$((pairs + 1))
    done
    check "24 pairs or more, not $pairs" [ "$pairs" -gt 24 ] || ! command -v clang++ || ! command -v nvcc
    # shellcheck disable=SC2046
    exits 0 make -q lab01 $(knobs_of "$after") # and then there is nothing to do
}

# bats test_tags=slow
@test "knobs: the same by the environment, and one that is empty is none" {
    build DEVICE=cpu
    exits 1 env CXX=./my-g++ CC=gcc make -q DEVICE=cpu lab01 # CXX of the environment: to be built
    CXX=./my-g++ CC=gcc build DEVICE=cpu
    check "as asked for" [ "$out" = "$(says_itself cxx)" ]
    CXX='' CC='' DEVICE=cpu build BUILD=
    check "empty ones" [ "$out" = "$(says_itself plain)" ]
    PATH=$(path_without_cuda) DEVICE='' build
    check "an empty DEVICE" [ "$out" = "$(says_itself plain)" ]
    build DEVICE=cpu BUILD=build/cpu/
    check "a / at the end" [ "$out" = "$(says_itself plain)" ]
    build DEVICE=cpu CXX="env g++"
    check "two words" [ "$out" = "$(says_itself plain)" ]
}

# bats test_tags=slow
@test "knobs: a compiler that has become another one under the same name" {
    bin=$scratch
    stub my-cxx 'exec g++ "$@"'
    export PATH=$scratch:$PATH
    build DEVICE=cpu CXX=my-cxx CC=gcc
    check "g++ for now" [ "$out" = "$(says_itself plain)" ]
    stub my-cxx 'case "$*" in --version) echo "g++ 99.1" ;; *) exec g++ "$@" "-DWRAPPED=\"yes\"" ;; esac'
    build DEVICE=cpu CXX=my-cxx CC=gcc
    check "the new one" [ "$out" = "$(says_itself cxx)" ]
}

# cannot <what it must name> <make arguments...>: one line of make's, and the program is as it was.
cannot() {
    local names=$1
    shift
    build DEVICE=cpu
    exits 2 make --no-print-directory lab01 "$@"
    check "$*: one line" one_line "$err"
    check "$*: names $names" contains "$err" "$names"
    check "$*: ./lab01 is as it was" [ "$(./lab01)" = "$(says_itself plain)" ]
}

# bats test_tags=slow
@test "knobs: what cannot be had is one line that names it" {
    cannot "CXX=nosuch: there is no such compiler" DEVICE=cpu CXX=nosuch
    cannot "CC=nosuch: there is no such compiler" DEVICE=cpu CC=nosuch
    cannot "DEVICE=cuda: there is no nvcc (NVCC=nosuch)" DEVICE=cuda NVCC=nosuch
    cannot "DEVICE=toaster: must be cuda or cpu" DEVICE=toaster
    cannot "BUILD=a b: must be a folder" DEVICE=cpu BUILD="a b"
    cannot "BUILD=a'b: must be a folder" DEVICE=cpu BUILD="a'b"
    cannot "BUILD=-b: must be a folder" DEVICE=cpu BUILD=-b
    cannot 'BUILD=a$b: must be a folder' DEVICE=cpu BUILD='a$$b'
    cannot "BUILD=.: is the folder of the kit itself" DEVICE=cpu BUILD=.
    cannot "BUILD=Makefile/x: cannot be written" DEVICE=cpu BUILD=Makefile/x
    ! command -v clang >/dev/null || cannot "must be both gcc or both clang" DEVICE=cpu CC=clang
    check "no folder was made" [ ! -e a ] 
    PATH=$(path_without_cuda) cannot "DEVICE=cuda: there is no nvcc" DEVICE=cuda
}

# as_student <command...>: as somebody who may not write everywhere.
as_student() {
    if [ "$(id -u)" -eq 0 ]; then
        command -v setpriv >/dev/null || skip "root may write everywhere, and there is no setpriv"
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}

@test "knobs: a folder that cannot be written is one line that says so" {
    build DEVICE=cpu
    local before
    before=$(stat -c %a ..)
    chmod 755 .. && chmod -R go+rX,a-w . && rm -rf build/none
    try as_student make --no-print-directory DEVICE=cpu OPTIMISE=-O1 lab01
    local first=$status said=$err
    try as_student make --no-print-directory DEVICE=cpu OPTIMISE=-O1 BUILD="$scratch/b" lab01
    chmod -R u+w . && chmod "$before" ..
    status=$first err=$said
    check "status 2" [ "$status" -eq 2 ]
    check "one line" one_line "$err"
    check "names BUILD" contains "$err" "BUILD=build/cpu: cannot be written"
}

@test "knobs: a build folder elsewhere, of a kit that cannot be written" {
    rm -f lab01
    chmod 755 .. && chmod -R go+rX,a-w . && chmod 777 "$scratch"
    try as_student make --no-print-directory DEVICE=cpu BUILD="$scratch/b" lab01
    chmod -R u+w .
    check "status 2" [ "$status" -eq 2 ]
    check "one line" one_line "$err"
    check "names ./lab01, and what there is" contains "$err" "./lab01: this folder cannot be written"
    try "$scratch/b/lab01"
    check "which is right" [ "$out" = "$(says_itself plain)" ]
}

# bats test_tags=slow
@test "files: what was deleted or cut off is made anew" {
    local file
    build DEVICE=cpu
    for file in build/cpu/common/engine/part.o build/cpu/common/engine/part.d \
        build/cpu/lab01_say/say.o build/cpu/lab01 \
        build/cpu/cpu_device.a build/cpu/cpu_device/run.o build/cpu/knobs build/cpu/new lab01; do
        rm -r "$file"
        exits 1 make -q DEVICE=cpu lab01
        build DEVICE=cpu
        check "$file: the program is right" [ "$out" = "$(says_itself plain)" ]
        check "$file is there" [ -e "$file" ]
        exits 0 make -q DEVICE=cpu lab01
    done
    head -c 1000 build/cpu/lab01 >lab01 # half a copy
    build DEVICE=cpu
    check "the copy is whole" [ "$out" = "$(says_itself plain)" ]
    try make DEVICE=cpu build/cpu/wrong/lab01/bad
    check "a wrong kernel builds" \
        [ "$(./build/cpu/wrong/lab01/bad | grep -o 'exercise:.*')" = exercise:tests/wrong/lab01/bad ]
    rm build/cpu/tests/wrong/lab01/bad.o
    exits 1 make -q DEVICE=cpu build/cpu/wrong/lab01/bad # its object is missed
}

@test "files: a compiler that is killed leaves nothing half made" {
    bin=$scratch
    stub my-cc 'case "$*" in *--version*) exec gcc --version ;; *" -E "*) exec gcc "$@" ;; *part.c*) ;;
            *) exec gcc "$@" ;; esac
        while [ $# -gt 0 ] && [ "$1" != -o ]; do shift; done
        echo half >"$2"; echo half >"$2.d"; echo killed >>'"$scratch"'/killed; kill -KILL $PPID; sleep 0.2'
    rm -rf build lab01
    export PATH=$scratch:$PATH
    try make DEVICE=cpu CC=my-cc CXX=g++ lab01
    check "it fails, as its compiler was killed" [ "$status:$(cat "$scratch/killed")" = 2:killed ]
    check "no object" [ ! -e build/cpu/common/engine/part.o ]
    check "no program" [ ! -e lab01 ]
    stub my-cc 'exec gcc "$@"'
    build DEVICE=cpu CC=my-cc CXX=g++
    check "then it is right" [ "$out" = "$(says_itself plain)" ]
}

# bats test_tags=slow
@test "files: what a killed make left running does not come into a build with other knobs" {
    bin=$scratch
    # A C compiler that takes its time, and a link that takes longer, each while its file is there.
    stub my-cc "case \"\$*\" in *--version*) ;; *part.c*) [ ! -e $scratch/slow ] || sleep 1 ;; esac; exec gcc \"\$@\""
    stub my-cxx \
        "case \"\$*\" in *' -c '* | *--version*) ;; *) [ ! -e $scratch/late ] || sleep 1.5 ;; esac; exec g++ \"\$@\""
    export PATH=$scratch:$PATH
    touch "$scratch/slow"
    rm -rf build
    make --no-print-directory DEVICE=cpu CC=my-cc CXX=my-cxx OPTIMISE=-O1 -j8 lab01 >/dev/null 2>&1 3>&- &
    local make=$!
    sleep 0.5
    kill -KILL "$make" # but not its compiler
    rm "$scratch/slow" && touch "$scratch/late"
    build DEVICE=cpu CC=my-cc CXX=my-cxx
    check "right" [ "$out" = "$(says_itself plain)" ]
}

# bats test_tags=slow
@test "files: what is edited while the compiler runs is compiled again" {
    bin=$scratch
    stub my-cc 'case "$*" in
        *--version*) exec gcc --version ;;
        *part.c*) gcc "$@"; status=$?; echo >>common/engine/part.c; exit $status ;;
        *) exec gcc "$@" ;; esac'
    export PATH=$scratch:$PATH
    rm -rf build
    build DEVICE=cpu CC=my-cc CXX=g++
    exits 1 make -q DEVICE=cpu CC=my-cc CXX=g++ lab01 # there is something to do
}

@test "files: a lab builds again when its exercise changes, and no other does" {
    exits 0 make DEVICE=cpu lab01 lab02
    sleep 0.1
    sed -i 's,lab01_say/say,mine,' lab01_say/say.cu
    exits 0 make -q DEVICE=cpu lab02 # lab02 is up to date
    build DEVICE=cpu
    check "the new exercise" contains "$out" exercise:mine
}

@test "make: a library is found by name, or by a program that links; a header or library less, and it is not there" {
    exits 0 sh common/build/has.sh gcc 'stdio.h math.h' m 'sin(1) > 2'
    check "by name" [ "$out" = " -lm" ]
    echo 'int answer(void) { return 42; }' | gcc -shared -x c - -o "$scratch/libours.so"
    exits 0 env LIBRARY_PATH="$scratch" sh common/build/has.sh gcc stdio.h ours 'answer()'
    check "in a folder of LIBRARY_PATH" [ "$out" = " -lours" ]
    if command -v clang >/dev/null; then # which does not tell its name there
        exits 0 env LIBRARY_PATH="$scratch" sh common/build/has.sh clang stdio.h ours 'sizeof(int)'
        check "by a program" [ "$out" = " -lours" ]
    fi
    try sh common/build/has.sh gcc stdio.h ours 'answer()'
    check "no library" [ "$status-$out" = 1- ]
    try sh common/build/has.sh gcc nobody.h m 'sin(1)'
    check "no header" [ "$status-$out" = 1- ]
}
