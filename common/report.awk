# common/report.awk - the tables of one lab for the report, in Markdown; common/report.sh calls it.
#
#   awk -v lab=lab03 -v csv=results/lab03.csv -v rate=gflops -v unit=GFLOP/s -v where='' \
#       -v cores=cpu_openmp -f common/report.awk words results/lab03.csv [reference/.../lab03.csv]
#
# words are lines "name = text" in the report's language. Only right rows count. Without a GPU, what
# the tables say about one comes from the reference, or is a dash.
BEGIN {
    FS = ","
    conditions = split(where, condition, " ")
}

FNR == 1 {
    file++
    header = 0
}

{ sub(/\r$/, "") }

file == 1 {
    at = index($0, " = ")
    words[substr($0, 1, at - 1)] = substr($0, at + 3)
    next
}

/^#/ {
    sub(/^# /, "")
    at = index($0, ": ")
    said[file, substr($0, 1, at - 1)] = substr($0, at + 2)
    next
}

!header {
    split("", column)
    for (i = 1; i <= NF; i++)
        column[$i] = i
    header = 1
    next
}

function counts(i, at) {
    if ($(column["verdict"]) != "ok")
        return 0
    for (i = 1; i <= conditions; i++) {
        at = index(condition[i], "=")
        if ($(column[substr(condition[i], 1, at - 1)]) != substr(condition[i], at + 1))
            return 0
    }
    return 1
}

counts() {
    version = $(column["version"])
    key = file SUBSEP version SUBSEP $(column["method"]) SUBSEP $(column["size"])
    if (key in median) # the first row of a kind is the one that is meant
        next
    median[key] = $(column["median_ms"])
    p05[key] = $(column["p05_ms"])
    p95[key] = $(column["p95_ms"])
    rates[key] = $(column[rate])
    share[key] = $(column["pct_ceiling"])
    if (!known[file, version]++)
        versions[file] = versions[file] " " version
    add_size(file, $(column["size"]) + 0)
    if ($(column["device"]) == "cpu_device")
        no_gpu = 1
    else if ($(column["device"]) != "cpu")
        device[file] = $(column["device"])
}

function add_size(file, size) {
    if (seen[file, size]++)
        return
    if (size > largest[file])
        largest[file] = size
    if (!seen["any", size]++)
        sizes[++size_count] = size
}

# ---- numbers for people ---------------------------------------------------------------------------

# 0.0041, 1.93, 21.4, 803, 8 120: three digits that count; a dash for what is not known.
function number(x, decimals, y) {
    if (x == "" || !(x > 0))
        return "-"
    for (y = x + 0; y < 100 && decimals < 6; y *= 10)
        decimals++
    return thousands(sprintf("%.*f", decimals, x))
}

function thousands(text, whole, rest) {
    whole = text
    if ((at = index(text, "."))) {
        whole = substr(text, 1, at - 1)
        rest = substr(text, at)
    }
    for (; length(whole) > 3; whole = substr(whole, 1, length(whole) - 3))
        rest = " " substr(whole, length(whole) - 2) rest
    return whole rest
}

function of(values, file, version, method, size) {
    return values[file SUBSEP version SUBSEP method SUBSEP size]
}

function speed_up(file, base, version, method, size, ours, theirs) {
    ours = of(median, file, base, "wall", size)
    theirs = of(median, file, version, method, size)
    return ours > 0 && theirs > 0 ? number(ours / theirs) : "-"
}

function cells(text, parts, n, i) { # a | b -> | a | b |
    print "| " text " |"
}

# How wide the columns are, in dashes; all but the first to the right.
function rule(widths, parts, n, i, text) {
    n = split(widths, parts, " ")
    for (i = 1; i <= n; i++)
        text = text "|" substr("----------", 1, parts[i]) (i > 1 ? ":" : "")
    print text "|"
}

# ---- the tables -----------------------------------------------------------------------------------

function spread(from, version, method, size, low, high) {
    low = number(of(p05, from, version, method, size))
    high = number(of(p95, from, version, method, size))
    return low == "-" ? "-" : low " - " high
}

function version_row(from, version, method, size, name) {
    cells(name " | " number(of(median, from, version, method, size)) " | " \
          spread(from, version, method, size) " | " \
          number(of(rates, from, version, method, size)) " | " \
          number(of(share, from, version, method, size)) " | " \
          speed_up(from, "cpu_serial", version, method, size) " | " \
          speed_up(from, "cpu_serial", version, "with_transfers", size) " | " \
          speed_up(from, cores, version, method, size) " | " \
          speed_up(from, cores, version, "with_transfers", size))
}

function all_versions(size, list, n, i) {
    print words["all_versions"] " " words["size"] " = " thousands(size) ". " words["speedups"] "\n"
    cells(words["version"] " | " words["median"] " | " words["spread"] " | " unit " | " \
          words["of_limit"] " | " words["serial"] ": " words["kernel"] " | " words["copies"] " | " \
          words["all_cores"] ": " words["kernel"] " | " words["copies"])
    rule("10 4 8 4 4 4 4 4 4")
    n = split(versions[2], list, " ")
    for (i = 1; i <= n; i++)
        if (list[i] ~ /^cpu_/)
            version_row(2, list[i], "wall", size, list[i])
        else if (gpu == 2)
            version_row(2, list[i], "sync", size, list[i])
        else
            version_row(gpu, list[i], "sync", size, list[i] ", " words["checked"])
    n = gpu == 3 ? split(versions[3], list, " ") : 0
    for (i = 1; i <= n; i++) # what has not been written or cannot run here
        if (list[i] !~ /^cpu_/ && !known[2, list[i]])
            version_row(3, list[i], "sync", size, list[i] ", " words["not_here"])
    print ""
}

# The fastest of the kernels at the largest size; for lab 5, whose kernels are alike, with the copies.
function fastest(file, list, n, i, ms, best, best_ms) {
    n = split(versions[file], list, " ")
    for (i = 1; i <= n; i++) {
        ms = of(median, file, list[i], lab == "lab05" ? "with_transfers" : "sync", largest[file])
        if (list[i] ~ /^gpu_/ && ms > 0 && (!best || ms < best_ms)) {
            best = list[i]
            best_ms = ms
        }
    }
    return best
}

function by_size(version, i, size) {
    print words["by_size"] (version ? "; " words["fastest"] " " version : "") ".\n"
    cells(words["size"] " | " words["one_thread"] " | " words["cores"] " | " whose ": " \
          words["gpu_kernel"] " | " words["gpu_copies"] " | " words["all_cores"] ": " \
          words["kernel"] " | " words["copies"])
    rule("4 4 4 4 4 4 4")
    for (i = 1; i <= size_count; i++) {
        size = sizes[i]
        cells(thousands(size) " | " number(of(median, 2, "cpu_serial", "wall", size)) " | " \
              number(of(median, 2, cores, "wall", size)) " | " \
              number(of(median, gpu, version, "sync", size)) " | " \
              number(of(median, gpu, version, "with_transfers", size)) " | " \
              speed_up(gpu, cores, version, "sync", size) " | " \
              speed_up(gpu, cores, version, "with_transfers", size))
    }
    print ""
}

# The size from which on it was faster at every measured size; as common/break_even.awk.
function pays(version, method, i, size, ours, theirs, count, lost, won) {
    for (i = 1; i <= size_count; i++) { # ascending
        size = sizes[i]
        ours = of(median, gpu, cores, "wall", size)
        theirs = of(median, gpu, version, method, size)
        if (!(ours > 0 && theirs > 0))
            continue
        count++
        if (!(theirs < ours))
            won = 0
        else if (!won)
            won = size
    }
    return count < 2 ? words["unknown"] : won ? words["from"] " " words["size"] " = " thousands(won) : words["never"]
}

function sort_sizes(i, j, x) {
    for (i = 2; i <= size_count; i++) {
        x = sizes[i]
        for (j = i; j > 1 && sizes[j - 1] > x; j--)
            sizes[j] = sizes[j - 1]
        sizes[j] = x
    }
}

END {
    if (("size_" lab) in words)
        words["size"] = words["size_" lab]
    gpu = no_gpu ? (file == 3 ? 3 : 0) : 2 # whose GPU
    if (gpu == 2)
        for (i = 1; i <= size_count; i++)
            if (!seen[2, sizes[i]])
                sizes[i] = 1e18
    sort_sizes()
    while (size_count && sizes[size_count] == 1e18)
        size_count--
    whose = gpu == 3 ? said[3, "device"] " (" words["reference"] ", " substr(said[3, "date"], 1, 10) \
        ")" : gpu == 2 ? said[2, "device"] : words["gpu"]
    print "`" csv "`, " words["measured"] " " substr(said[2, "date"], 1, 10) " " \
        substr(said[2, "date"], 12, 5) ", " words["load"] " " said[2, "load average"] "." \
        (gpu == 3 ? " " whose ": " words["reference_speedups"] "." : "") "\n"
    all_versions(largest[2])
    if (only == "versions")
        exit
    by_size(version = fastest(gpu))
    print (version ? version : words["gpu"]) " " words["pays"] ": " words["kernel"] ", " \
        pays(version, "sync") "; " words["copies"] ", " pays(version, "with_transfers") "."
}
