# common/break_even.awk - the size from which on a version was faster than base at every size that
# was measured; -1 when it lost at the largest, 0 when fewer than two sizes were measured.
#
#   awk -f common/rows.awk in.csv | awk -v version=gpu_v1 -v method=sync -f common/break_even.awk
#
# base is cpu_openmp unless -v base=cpu_serial names another; a CPU's method is wall.
BEGIN {
    FS = ","
    base = base ? base : "cpu_openmp"
}

NR == 1 {
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}

$(column["version"]) == base && $(column["method"]) == "wall" {
    cpu[$(column["size"])] = $(column["median_ms"])
}

$(column["version"]) == version && $(column["method"]) == method {
    gpu[$(column["size"])] = $(column["median_ms"])
}

END {
    for (size in cpu) # the largest size at which it does not pay
        if (size in gpu && ++sizes && !(gpu[size] < cpu[size]) && size + 0 > lost)
            lost = size + 0
    for (size in cpu) # the smallest one beyond it
        if (size in gpu && size + 0 > lost && (!won || size + 0 < won))
            won = size + 0
    print sizes < 2 ? 0 : won ? won : -1
}
