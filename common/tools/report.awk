# common/tools/report.awk - the tables of one CSV for the report, in Markdown; common/tools/report.sh calls it.
#
#   awk -v comments=1 -v where=verdict=ok -f common/figures/rows.awk results/labNN.csv |
#       awk -v csv=results/labNN.csv -f common/tools/number.awk -f common/tools/report.awk words -
#
# words are lines "name = text". Times of the CPU device and columns of dashes are in no table.
#   base=cpu_ten       what a speed-up on all cores is over (cpu_openmp)
#   by=with_transfers  what the fastest kernel is fastest by (sync)
#   only=versions      no table of the sizes; sizes: only one of these, a column for each version
#   heading_of_all     what is above them, for a table of the sizes alone
#   size_word=...      what a size counts, where the report has another word for it than the CSV
BEGIN {
    FS = ","
    base = base ? base : "cpu_openmp"
    by = by ? by : "sync"
}

NR == FNR {
    at = index($0, " = ")
    words[substr($0, 1, at - 1)] = substr($0, at + 3)
    next
}

/^#/ { # date: 2026-01-15, breaks even: gpu_v1 sync 65536
    at = index($0, ": ")
    said[substr($0, 3, at - 3)] = substr($0, at + 2)
    if (/^# breaks even: / && split($0, part, " "))
        even[part[4], part[5]] = part[6]
    next
}

!header {
    for (header = 1; header <= NF; header++)
        column[$header] = header
    split(said["rate"], rate, " ") # gbs GB/s
    size_word = size_word ? size_word : said["counts"] ? said["counts"] : "n"
    next
}

{
    version = $(column["version"])
    method = $(column["method"])
    size = $(column["size"]) + 0
    key = version SUBSEP method SUBSEP size
    if (rows[key]++) # the first row of a kind is the one that is meant
        next
    if (!known[version]++)
        versions[++version_count] = version
    if (!seen[size]++) {
        for (i = ++size_count; i > 1 && sizes[i - 1] > size; i--)
            sizes[i] = sizes[i - 1]
        sizes[i] = size
    }
    if (said["card"] && $(column["bound_ms"]) != "") # what a card's limits leave: no time
        bound[key] = number($(column["bound_ms"]))
    if ($(column["device"]) == "cpu_device")
        next # it was checked; its times say nothing about a GPU
    median[key] = $(column["median_ms"])
    time[key] = number(median[key], 6)
    few = $(column["samples"]) < 10
    if ($(column["samples"]) > 1 && $(column["p05_ms"]) != "")
        spread[key] = number($(column["p05_ms"]), 6) (few ? " .. " : " - ") number($(column["p95_ms"]), 6)
    speed[key] = number($(column[rate[1]]))
    share[key] = number($(column["pct_ceiling"]))
    if (method != "wall")
        gpu = said["device"]
    if (column["doubt"] && $(column["doubt"]) != "") {
        time[key] = time[key] " ?"
        doubts[version] = doubts[version] "; " size_word " = " thousands(size) \
            (method == "wall" ? "" : ", " method) ": " $(column["doubt"])
    }
}

function speed_up(over, version, method, size, ours, theirs) {
    ours = median[over, "wall", size]
    theirs = median[version, method, size]
    return ours > 0 && theirs > 0 ? number(ours / theirs) : ""
}

# ---- a table: lines++, then put() for each of its cells; end_table() prints it -------------------------

function put(name, text) { # in the column of that heading
    if (!(name in place)) {
        place[name] = ++columns
        heading[columns] = name
    }
    cell[lines, place[name]] = text == "" ? "-" : text
    if (cell[lines, place[name]] != "-")
        filled[place[name]] = 1
}

function end_table(caption, i, j, rule) { # common/tools/report.sh numbers the caption
    for (j = 1; j <= columns; j++)
        rule = rule (!filled[j] ? "" : j == 1 ? "|----------" : "|----:")
    for (i = 0; i <= lines && lines; i++) {
        for (j = 1; j <= columns; j++)
            if (filled[j])
                printf "| %s ", i ? cell[i, j] : heading[j]
        print "|" (i ? "" : "\n" rule "|")
    }
    if (lines)
        print "\n: @Table@ " caption "\n"
    columns = lines = 0
    split("", place)
    split("", filled)
}

# On the CPU there is one way to time a version.
function method_of(version, size) {
    return (version, "wall", size) in rows ? "wall" : "sync"
}

function all_versions(size, i, version, method, key, kernel, copies) {
    if (gpu)
        print words["speedups"] "\n"
    kernel = gpu ? ": " words["kernel"] : ""
    copies = ": " words["copies"]
    for (i = 1; i <= version_count; i++) {
        version = versions[i]
        method = method_of(version, size)
        key = version SUBSEP method SUBSEP size
        if (!(key in rows))
            continue
        lines++
        put(words["version"], version (time[key] == "" ? ", " words["checked"] : ""))
        put(words["median"], time[key])
        put(words["spread"], spread[key])
        put(words["bound"] " " said["card"], bound[key])
        put(rate[2], speed[key])
        put(words["of_limit"], share[key])
        put(words["serial"] kernel, speed_up("cpu_serial", version, method, size))
        put(words["serial"] copies, speed_up("cpu_serial", version, "with_transfers", size))
        put(words["all_cores"] kernel, speed_up(base, version, method, size))
        put(words["all_cores"] copies, speed_up(base, version, "with_transfers", size))
    }
    end_table(words["all_versions"] " " size_word " = " thousands(size) ".")
}

# The CPU against a version on the GPU, or with only=sizes all versions side by side.
function by_size(version, i, j, size) {
    for (i = 1; i <= size_count; i++) {
        size = sizes[i]
        lines++
        put(size_word, thousands(size))
        if (only == "sizes") {
            for (j = 1; j <= version_count; j++)
                put(versions[j] ", ms", time[versions[j], method_of(versions[j], size), size])
            continue
        }
        put(words["one_thread"], time["cpu_serial", "wall", size])
        put(words["cores"], time[base, "wall", size])
        put(gpu ": " words["gpu_kernel"], time[version, "sync", size])
        put(gpu ": " words["gpu_copies"], time[version, "with_transfers", size])
        put(words["all_cores"] ": " words["kernel"], speed_up(base, version, "sync", size))
        put(words["all_cores"] ": " words["copies"], speed_up(base, version, "with_transfers", size))
    }
    end_table((only == "sizes" ? heading_of_all : \
        version ? words["by_size"] " " version : words["cpu_by_size"]) ".")
}

# From which size on: the lab has worked it out.
function pays(from) {
    return from > 0 ? words["from"] " " size_word " = " thousands(from) : \
        words[from < 0 ? "never" : "unknown"]
}

END {
    if (!size_count)
        exit 1
    busy = said["threads"] && said["load average"] + 0 > 0.5 * said["threads"]
    print "`" csv "`, " words["measured"] " " substr(said["date"], 1, 10) " " substr(said["date"], 12, 5) ", " \
        words["load"] " " said["load average"] "." (busy ? " " words["busy"] : "") "\n"
    for (i = 1; i <= version_count; i++) { # the fastest of the kernels at the largest size
        this = median[versions[i], by, sizes[size_count]]
        if (versions[i] ~ /^gpu_/ && this > 0 && (!best || this < least)) {
            best = versions[i]
            least = this
        }
    }
    if (only != "sizes")
        all_versions(sizes[size_count])
    if (only != "versions")
        by_size(best)
    if (!only && best && base == "cpu_openmp")
        print best " " words["pays"] ": " words["kernel"] ", " pays(even[best, "sync"]) "; " \
            words["copies"] ", " pays(even[best, "with_transfers"]) ".\n"
    for (i = 1; i <= version_count; i++)
        if (versions[i] in doubts)
            list = list "- " versions[i] ": " substr(doubts[versions[i]], 3) "\n"
    if (list)
        print "? " words["doubt"] "\n\n" list
}
