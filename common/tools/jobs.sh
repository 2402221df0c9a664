#!/bin/sh
# common/tools/jobs.sh - prints how many compilers may run at once: the cores that this process may use
# (affinity, cgroup quota) or the free GB of memory, whichever is less; at least 1, at most 16.
# JOBS_ROOT: a folder with /proc and /sys, for the tests.
at=${JOBS_ROOT:-}
cores=$(unset OMP_NUM_THREADS OMP_THREAD_LIMIT && nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# A cgroup's limits apply to all groups below it, so every folder on the way down to ours is read.
limits() { # limits <folder of the controller> <path in it> <file>
    of=$2
    while :; do
        [ ! -r "$1$of/$3" ] || sed "s|^|$3 |" "$1$of/$3"
        case $of in */*) of=${of%/*} ;; *) return ;; esac
    done
}
{
    echo "cores $cores"
    sed -n 's/^MemAvailable: */free /p' "$at/proc/meminfo"
    while IFS=: read -r _ names path; do
        [ "$path" != / ] || path=''
        case ,$names, in
        ,,) limits "$at/sys/fs/cgroup" "$path" cpu.max; limits "$at/sys/fs/cgroup" "$path" memory.max ;;
        *,memory,*) limits "$at/sys/fs/cgroup/memory" "$path" memory.limit_in_bytes ;;
        *,cpu,*)
            for folder in cpu "$names"; do
                limits "$at/sys/fs/cgroup/$folder" "$path" cpu.cfs_quota_us
                limits "$at/sys/fs/cgroup/$folder" "$path" cpu.cfs_period_us
            done
            ;;
        esac
    done <"$at/proc/self/cgroup"
} 2>/dev/null | awk '
    function at_most(n) { n = int(n); if (n < jobs) jobs = n }
    BEGIN { jobs = 16 }
    $1 == "cores" { at_most($2) }
    $1 == "free" { at_most($2 / 1e6) } # kB
    ($1 == "memory.max" || $1 == "memory.limit_in_bytes") && $2 != "max" { at_most($2 / 1e9) }
    $1 == "cpu.max" && $2 != "max" { at_most($2 / $3) }
    $1 == "cpu.cfs_quota_us" { quota = $2 }
    $1 == "cpu.cfs_period_us" && quota > 0 { at_most(quota / $2) }
    END { print jobs < 1 ? 1 : jobs }'
