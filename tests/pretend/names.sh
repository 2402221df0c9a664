#!/bin/sh
# tests/pretend/names.sh OBJECT... - which names of the CPU device pretend.mk changes, as objcopy's
# --redefine-syms reads them: OLD NEW. What the objects call as real_cudaMalloc is the CPU device's
# cudaMalloc; what observe.h declares is hidden, as on a GPU.
nm -u "$@" | awk '
    /[0-9]real_/ { # mangled: the length of a name stands before it
        new = $2
        match(new, /[0-9]+real_/)
        length_of_new = substr(new, RSTART, RLENGTH - 5)
        print substr(new, 1, RSTART - 1) (length_of_new - 5) substr(new, RSTART + RLENGTH), new
    }' | sort -u
sed -n 's/.*\(cpu_device_[a-z_]*\)(.*weak.*/\1 hidden_\1/p' common/cpu_device/include/observe.h
