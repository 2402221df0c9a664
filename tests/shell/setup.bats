#!/usr/bin/env bats
# setup.sh on machines that we invent: a PATH of stubs, and a package manager that writes down what
# it was asked for.
# From helpers.bash: root, bin, out, err; from each test: options.
# shellcheck disable=SC2016,SC2119,SC2120,SC2154

load helpers

setup() {
    scratch=$(mktemp -d)
    mkdir -p "$scratch/kit/common/tools" "$scratch/kit/common/sass"
    cp "$root/setup.sh" "$scratch/kit" && cp "$root/common/tools/scratch.sh" "$scratch/kit/common/tools"
    cp "$root/common/sass/tools.sh" "$scratch/kit/common/sass"
    # Nothing is built here, so what a small CUDA program would show stands in the file "complaint".
    printf 'echo "$1" >>%s/tried\n! cat %s/complaint 2>/dev/null\n' "$scratch" "$scratch" \
        >"$scratch/kit/common/tools/try.sh"
    bare_path
    stub id 'echo 0'
    stub make ''
    # A g++ with everything, but for the libraries whose name is in the file "lacking".
    stub g++ "for flag in \"\$@\"; do ! grep -q -x -e \"\$flag\" $scratch/lacking || exit 1; done"
    touch "$scratch/lacking" "$scratch/calls"
}

# A package manager that logs its calls and, when asked to install, makes gnuplot appear.
package_manager() {
    stub "$1" "echo \"$1 \$*\" >>$scratch/calls
case \"\$*\" in *gnuplot*) ln -sf /bin/true $bin/gnuplot ;; esac"
}

setup_sh() {
    # shellcheck disable=SC2086 # $options is none, one or two words
    try env PATH="$bin" SETUP_WAIT=0 "$@" sh "$scratch/kit/setup.sh" $options
    calls=$(cat "$scratch/calls")
}

@test "setup --help explains the options and exits 0" {
    options=--help setup_sh
    check "status 0" [ "$status" -eq 0 ]
    check "--tests explained" contains "$out" --tests
    check "--grader explained" contains "$out" --grader
    check "--dry-run explained" contains "$out" --dry-run
}

@test "setup: an unknown option is one line that names it, status 2" {
    options=--frobnicate setup_sh
    check "status 2" [ "$status" -eq 2 ]
    check "one line" one_line "$err"
    check "names it" contains "$err" --frobnicate
    check "stdout empty" [ -z "$out" ]
}

@test "setup: when all is there it says so, installs nothing, asks nothing" {
    package_manager apt-get
    stub gnuplot ''
    gives 0 setup_sh
    check "says so" contains "$out" "all is there"
    check "nothing called" [ -z "$calls" ]
}

@test "setup: a small CUDA program is built, and what it lacks is named, status 1" {
    package_manager apt-get
    stub gnuplot ''
    setup_sh
    check "tried" [ "$(cat "$scratch/tried")" = g++ ]
    check "how to go on" contains "$out" "make lab03"
    echo "fatal error: omp.h: No such file or directory" >"$scratch/complaint"
    gives 1 setup_sh
    check "names the header" contains "$err" "omp.h: No such file"
    check "no next step" lacks "$out" "make lab03"
}

@test "setup: apt: one update, then only what is missing" {
    package_manager apt-get
    gives 0 setup_sh
    check "two calls" [ "$(wc -l <"$scratch/calls")" -eq 2 ]
    check "update first" contains "$(head -n 1 "$scratch/calls")" "apt-get update"
    check "gnuplot" contains "$calls" gnuplot-nox
    check "g++ left alone" lacks "$calls" g++
}

# bats test_tags=slow
@test "setup: dnf, pacman and brew get their own names" {
    local manager name
    for manager in dnf:gcc-c++ pacman:gcc brew:gcc; do
        rm -f "$bin"/dnf "$bin"/pacman "$bin"/brew "$bin"/gnuplot
        echo -fopenmp >"$scratch/lacking"
        name=${manager#*:} manager=${manager%:*}
        stub "$manager" ''
        options=--dry-run setup_sh
        check "status 0" [ "$status" -eq 0 ]
        check "$manager: $name" contains "$out" " $name "
        check "$manager is the one called" contains "$out" "$manager "
    done
}

@test "setup: on macOS nothing is installed, and a line says where the kit runs" {
    package_manager brew
    stub uname 'echo Darwin'
    setup_sh
    check "status 2" [ "$status" -eq 2 ]
    check "one line" one_line "$err"
    check "README has that place" grep -q -F '**A Mac.**' "$root/README.md"
    check "it is named" contains "$err" 'README.md, "A Mac"'
    check "nothing is called" [ -z "$calls" ]
}

@test "setup --tests asks for what the tests need" {
    package_manager apt-get
    echo -lcmocka >"$scratch/lacking"
    echo -lopenblas >>"$scratch/lacking"
    options="--tests --dry-run" setup_sh
    local package
    for package in libcmocka-dev libopenblas-dev bats clang libomp-dev clang-format shellcheck pandoc weasyprint \
        libxml2-utils aspell-en aspell-es entr inotify-tools python3 gdb graphviz bubblewrap; do
        check "$package" contains "$out" " $package"
    done
    check "nothing called" [ -z "$calls" ]
}

@test "setup --grader asks for what grading a class needs, and for no more" {
    local case manager names
    printf '%s\n' -lseccomp -ljansson -lcrypto -larchive -lcmocka >"$scratch/lacking"
    for case in "apt-get bubblewrap libseccomp-dev libjansson-dev libssl-dev libarchive-dev zip" \
        "dnf bubblewrap libseccomp-devel jansson-devel openssl-devel libarchive-devel zip" \
        "pacman bubblewrap libseccomp jansson openssl libarchive zip"; do
        read -r manager names <<<"$case"
        rm -f "$bin"/apt-get "$bin"/dnf "$bin"/pacman
        package_manager "$manager"
        stub gnuplot ''
        options="--grader --dry-run" setup_sh
        check "$manager: $names" contains "$out" ": $names"
        check "nothing else" shows_no 'cmocka|bats'
    done
    stub bwrap ''
    options="--grader --dry-run" setup_sh
    check "bubblewrap is there" shows_no bubblewrap
    check "the libraries are not" contains "$out" "libseccomp, jansson, libcrypto, libarchive, zip"
    options=--dry-run setup_sh
    check "a run needs none of them" contains "$out" "all is there"
}

# bats test_tags=slow
@test "setup --tests: what a package manager does not have is not asked of it" {
    package_manager dnf
    options="--tests --dry-run" setup_sh
    check "inotifywait" contains "$out" " inotify-tools"
    check "gdb" contains "$out" " gdb "
    check "no dictionary" lacks "$out" aspell
    rm "$bin/dnf"
    package_manager brew
    options="--tests --dry-run" setup_sh
    check "entr" contains "$out" " entr"
    check "no inotifywait, no dictionary, no gdb" shows_no 'inotify|aspell|gdb'
    rm "$bin/brew"
    package_manager pacman
    options="--tests --dry-run" setup_sh
    check "Python" contains "$out" " python "
    check "weasyprint" contains "$out" " python-weasyprint "
}

@test "setup --tests: the OpenMP library matches the clang that is there" {
    package_manager apt-get
    stub clang++ 'case "$*" in *--version*) echo "clang version 16.0.6 (23)" ;; *) exit 1 ;; esac'
    options="--tests --dry-run" setup_sh
    check "libomp-16-dev" contains "$out" libomp-16-dev
}

@test "setup: no root, no sudo: the exact command to pass on, status 1, nothing run" {
    package_manager apt-get
    stub id 'echo 1000'
    gives 1 setup_sh
    check "the command" contains "$err" "apt-get install -y"
    check "the package" contains "$err" gnuplot-nox
    check "nothing called" [ -z "$calls" ]
}

@test "setup: no root, with sudo: the package manager is called through it" {
    package_manager apt-get
    stub id 'echo 1000'
    stub sudo "[ \"\$1\" = -n ] || { echo \"sudo \$1\" >>$scratch/calls; \"\$@\"; }"
    gives 0 setup_sh
    check "sudo apt-get" contains "$calls" "sudo apt-get"
    check "installed" [ -x "$bin/gnuplot" ]
}

@test "setup: sudo that refuses: status 1 and the command to pass on" {
    package_manager apt-get
    stub id 'echo 1000'
    stub sudo 'exit 1'
    gives 1 setup_sh
    check "the command" contains "$err" "apt-get install -y"
    check "nothing called" [ -z "$calls" ]
}

@test "setup: a failing install is status 1 and shows why" {
    stub apt-get 'case "$*" in *install*) echo "E: no space left" && exit 100 ;; esac'
    gives 1 setup_sh
    check "why" contains "$err" "no space left"
    check "the command" contains "$err" "apt-get install -y"
}

@test "setup: a failing update does not stop an install that works" {
    stub apt-get "case \"\$*\" in *update*) exit 100 ;; *) ln -s /bin/true $bin/gnuplot ;; esac"
    gives 0 setup_sh
    check "says so" contains "$err" "apt-get update"
}

@test "setup: an install that brings nothing is status 1 and names what is still missing" {
    stub apt-get ''
    gives 1 setup_sh
    check "names it" contains "$err" "still missing: gnuplot"
}

@test "setup: a held lock is waited for, a lock that never goes is status 1" {
    stub apt-get "echo call >>$scratch/calls
[ \$(wc -l <$scratch/calls) -gt 3 ] || { echo 'E: Could not get lock /var/lib/apt'; exit 100; }
case \"\$*\" in *install*) ln -sf /bin/true $bin/gnuplot ;; esac"
    gives 0 setup_sh
    check "says that it waits" contains "$out" waiting

    rm "$bin/gnuplot"
    stub apt-get 'echo "E: Could not get lock" && exit 100'
    gives 1 setup_sh SETUP_ATTEMPTS=3
}

@test "setup: no known package manager: names what is needed, status 1" {
    gives 1 setup_sh
    check "names gnuplot" contains "$err" gnuplot
}

@test "setup: a g++ without OpenMP counts as missing; a g++-14 beside it is named" {
    package_manager apt-get
    stub gnuplot ''
    echo -fopenmp >"$scratch/lacking"
    options=--dry-run setup_sh
    check "g++ missing" contains "$out" "missing: g++"
    stub g++-14 ''
    gives 0 setup_sh
    check "how to use it" contains "$out" "make CC=gcc-14 CXX=g++-14 lab03"
}

# bats test_tags=slow
@test "setup --tests: nvcc and nvdisasm from PyPI into .nvidia, what is missing of them; no failure without PyPI" {
    [ "$(uname -s)" = Linux ] || skip "there are no such packages but for Linux"
    package_manager apt-get
    stub python3 "case \"\$*\" in
        '-m pip --version') ;;
        *install*) echo \"\$*\" >>$scratch/pip
            ! grep -q . $scratch/offline 2>/dev/null || { echo 'ERROR: no route'; exit 1; } ;;
        *) exit 1 ;; esac"
    options='--tests --dry-run' setup_sh
    check "nvcc and nvdisasm" shows 'into .nvidia from PyPI: nvidia-cuda-nvcc==13.0.[*] .* nvidia-cuda-nvdisasm$'
    check "nothing done" [ ! -e "$scratch/pip" ]
    stub nvcc ''
    options='--tests --dry-run' setup_sh
    check "nvdisasm alone" shows 'into .nvidia from PyPI: nvidia-cuda-nvdisasm$'
    stub nvdisasm ''
    options='--tests --dry-run' setup_sh
    check "nothing" shows_no 'into .nvidia'
    rm "$bin/nvdisasm"
    # All else is there.
    sed -i 's/^needs=.g++.*/needs="make/; s/^gnuplot.$/gnuplot"/; s/^\[ $tests = no \] || needs=.*/: "/
        s/^\[ $grader = no \] || needs=.*/: "/' "$scratch/kit/setup.sh"
    stub gnuplot ''
    options=--tests setup_sh
    check "status 0" [ "$status" -eq 0 ]
    check "installed" grep -q 'install -q --no-deps --upgrade --target .*/.nvidia nvidia-cuda-nvdisasm$' "$scratch/pip"
    echo yes >"$scratch/offline"
    options=--tests setup_sh
    check "without PyPI: status 0" [ "$status" -eq 0 ]
    check "and why" shows 'setup: .nvidia: ERROR: no route; the tests that need it are skipped'
    options='' setup_sh
    check "only with --tests" shows_no .nvidia
}

# bats test_tags=slow
@test "setup --tests: what the quizzes need from PyPI into .quiz, only where they are and only once" {
    package_manager apt-get
    stub nvcc '' && stub nvdisasm ''
    options='--tests --dry-run' setup_sh
    check "a student's kit has no quizzes" shows_no '[.]quiz'
    mkdir "$scratch/kit/tests" && touch "$scratch/kit/tests/quiz.py"
    options='--tests --dry-run' setup_sh
    check "both" shows '^setup: into .quiz from PyPI: text2qti pygiftparser$'
    mkdir -p "$scratch/kit/.quiz/text2qti"
    options='--tests --dry-run' setup_sh
    check "one is missing" shows 'into .quiz'
    mkdir -p "$scratch/kit/.quiz/pygiftparser"
    options='--tests --dry-run' setup_sh
    check "all is there" shows_no '[.]quiz'
    rm -rf "$scratch/kit/.quiz"
    options=--dry-run setup_sh
    check "only with --tests" shows_no '[.]quiz'
}
