#!/bin/sh
# setup.sh - Gradescope runs this once, as root, when it makes the image: installs what is needed, builds the grader,
# and closes the answers. Which processor will grade is not known then, so it builds for none in particular.
set -eu
cd "$(dirname "$0")/kit"
./setup.sh --grader
case $(uname -m) in x86_64) march=-march=x86-64-v2 ;; *) march='' ;; esac
make grade-build DEVICE=cpu GRADE_MARCH="$march"

# For others than root there is nothing but what compilers and runners read (judge/compile.c).
chmod -R go-rwx .
open_to_all() { # open_to_all <path>...: with all below; the folders above may be passed through, not listed
    for path; do
        [ -e "$path" ] || continue
        chmod -R go+rX "$path"
        while path=$(dirname "$path") && chmod go+x "$path" && [ "$path" != . ]; do :; done
    done
}
open_to_all common lab[0-9][0-9]_*/ solutions/grader/judge/compile.sh
for build in build/grade build/grade/check build/grade/traffic; do
    open_to_all $build/common $build/lab[0-9][0-9]_* $build/cpu_device.a $build/rewrite $build/symbols \
        $build/precompiled.* $build/solutions/grader/judge/runner.o $build/grader/lab[0-9][0-9].sh \
        $build/solutions/grader/canary
done
echo "setup: the grader is built; the first submission says whether it can be isolated here"
