#!/bin/sh
# solutions/grader/autograder/close.sh BUILD... - in the kit, as root: for others there is nothing but what compilers
# and runners read (judge/compile.c), so neither answers nor their objects.
set -eu
chmod -R go-rwx .
open_to_all() { # open_to_all <path>...: with all below; the folders above may be passed through, not listed
    for path; do
        [ -e "$path" ] || continue
        chmod -R go+rX "$path"
        while path=$(dirname "$path") && chmod go+x "$path" && [ "$path" != . ]; do :; done
    done
}
open_to_all common lab[0-9][0-9]_*/ solutions/grader/judge/compile.sh
for build; do
    open_to_all "$build"/common "$build"/lab[0-9][0-9]_* "$build"/cpu_device.a "$build"/rewrite "$build"/symbols \
        "$build"/precompiled.* "$build"/solutions/grader/judge/runner.o "$build"/grader/lab[0-9][0-9].sh \
        "$build"/solutions/grader/canary "$build"/grader/unpack
done
