# awk -f tests/gpu/claims.awk results/gpu/lab*.csv - what the sheets say of a GPU, by the sweeps of one: a line
# for each claim that these labs can settle, "held" or "not", with its numbers at the lab's largest size.
# gpu_check.sh ends with it.
function name_of(file) { sub(/.*\//, "", file); sub(/[.]csv$/, "", file); return file }
function at(lab, version, method) { return ms[lab, version, method, largest[lab]] }
function claim(holds, text) { printf "%-5s %s\n", holds ? "held" : "not", text }
function number(x) { return sprintf("%.3g ms", x) }

# Is each of these versions faster than the one before it?
function order(lab, versions, method, text,    n, i, v, holds, shown) {
    n = split(versions, v, " ")
    holds = 1
    for (i = 1; i <= n; i++) {
        if (at(lab, v[i], method) == "") return
        shown = shown (i > 1 ? ", " : "") v[i] " " number(at(lab, v[i], method))
        if (i > 1 && at(lab, v[i], method) >= at(lab, v[i - 1], method)) holds = 0
    }
    claim(holds, lab ": " text ": " shown)
}

BEGIN { FS = "," }
FNR == 1 { lab = name_of(FILENAME); header = 0; labs[++count] = lab }
/^#/ { next }
!header { for (i = 1; i <= NF; i++) column[$i] = i; header = 1; next }
$column["device"] ~ /^cpu/ || $column["median_ms"] == "" { next }
{
    size = $column["size"] + 0
    method = $column["method"]
    if (size > largest[lab] && $column["version"] !~ /^copy_/) largest[lab] = size # lab 5 copies more
    of = lab SUBSEP $column["version"] SUBSEP method SUBSEP size
    if (!(of in ms)) ms[of] = $column["median_ms"]
    if (method != "no_sync" && $column["bound_ms"] != "") {
        bounded++
        below += $column["median_ms"] < 0.999 * $column["bound_ms"]
    }
}

END {
    for (i = 1; i <= count; i++) {
        lab = labs[i]
        sync = at(lab, "gpu_v1", "sync")
        if (sync == "" || at(lab, "gpu_v1", "no_sync") == "") continue
        claim(at(lab, "gpu_v1", "no_sync") < sync / 2, lab ": a launch returns before its kernel has run: " \
            number(at(lab, "gpu_v1", "no_sync")) " of " number(sync))
        gap = sync - at(lab, "gpu_v1", "events")
        claim(gap < 0.1 * sync || gap < 0.02, lab ": events and a clock with synchronize agree within 10 % or 20 us: " \
            number(at(lab, "gpu_v1", "events")) ", " number(sync))
        claim(at(lab, "gpu_v1", "with_transfers") > sync, lab ": the copies cost more time: " \
            number(at(lab, "gpu_v1", "with_transfers")) ", " number(sync))
    }
    order("lab01", "gpu_v1 gpu_ex12", "sync", "four elements a load are faster than one")
    order("lab02", "gpu_v1 gpu_ex21 gpu_ex22", "sync", "coalesced loads are faster, four outputs a thread again")
    order("lab03", "gpu_v1 gpu_ex31 gpu_ex32 cublas", "sync", "patches, then float4 and two buffers, then cuBLAS")
    order("lab04", "gpu_arrays gpu_v1 gpu_ex41 gpu_ex42", "sync", "no arrays, a tree, then shuffles are faster")
    order("lab05", "gpu_v1 gpu_ex51 gpu_ex52", "with_transfers", "pinned memory, then overlap are faster")
    order("lab05", "gpu_ten gpu_ex53", "with_transfers", "ten steps on the device copy less")
    if (bounded) claim(!below, "no time is below what the card can do: " bounded " times, " below + 0 " below")
}
