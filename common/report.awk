# common/report.awk - the tables of one CSV for the report, in Markdown; common/report.sh calls it.
#
#   awk -v csv=results/lab03.csv -v where='' -f common/number.awk -f common/report.awk words FILE
#
# words are lines "name = text" in the report's language. Only right rows count, those of `where`, all
# of one machine. Times of the CPU device are in no table, nor is a column that would hold only dashes.
#   base=cpu_ten       what a speed-up on all cores is over (cpu_openmp)
#   by=with_transfers  what the fastest kernel is fastest by (sync)
#   only=versions      no table of the sizes
#   size_word=...      what a size counts, where the report has another word for it than the CSV
BEGIN {
    FS = ","
    conditions = split(where, condition, " ")
    base = base ? base : "cpu_openmp"
    by = by ? by : "sync"
}

FNR == 1 { file++ }

{ sub(/\r$/, "") }

file == 1 {
    at = index($0, " = ")
    words[substr($0, 1, at - 1)] = substr($0, at + 3)
    next
}

/^# breaks even: / { even[$0] = 1 }

/^#/ {
    at = index($0, ": ")
    said[substr($0, 3, at - 3)] = substr($0, at + 2)
    next
}

!header {
    for (header = 1; header <= NF; header++)
        column[$header] = header
    split(said["rate"], rate, " ") # gbs GB/s
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
    method = $(column["method"])
    size = $(column["size"]) + 0
    key = version SUBSEP method SUBSEP size
    if (key in row_of) # the first row of a kind is the one that is meant
        next
    row_of[key] = NR
    if (!known[version]++)
        versions[++version_count] = version
    if (!(size in seen)) {
        seen[size] = 1
        for (i = ++size_count; i > 1 && sizes[i - 1] > size; i--)
            sizes[i] = sizes[i - 1]
        sizes[i] = size
    }
    if ($(column["device"]) == "cpu_device")
        next # it was checked; its times say nothing about a GPU
    median[key] = $(column["median_ms"])
    samples[key] = $(column["samples"])
    p05[key] = $(column["p05_ms"])
    p95[key] = $(column["p95_ms"])
    rates[key] = $(column[rate[1]])
    share[key] = $(column["pct_ceiling"])
    if (method != "wall")
        gpu = said["device"]
    if (column["doubt"] && $(column["doubt"]) != "") {
        doubt[key] = $(column["doubt"])
        doubts[version] = doubts[version] "; " of_size(size) (method == "wall" ? "" : ", " method) ": " \
            doubt[key]
        doubted++
    }
}

function of_size(size) {
    return plain_size() " = " thousands(size)
}

function plain_size() {
    return size_word ? size_word : said["counts"] ? said["counts"] : "n"
}

# ---- cells ----------------------------------------------------------------------------------------

function ms(version, method, size, key) {
    key = version SUBSEP method SUBSEP size
    return number(median[key], 6) (key in doubt ? " ?" : "")
}

# As in the labs' own tables: percentiles, of few samples the least and the most, of one nothing.
function spread(key) {
    if (number(p05[key]) == "-" || samples[key] < 2)
        return "-"
    return number(p05[key], 6) (samples[key] < 10 ? " .. " : " - ") number(p95[key], 6)
}

function speed_up(over, version, method, size, ours, theirs) {
    ours = median[over SUBSEP "wall" SUBSEP size]
    theirs = median[version SUBSEP method SUBSEP size]
    return ours > 0 && theirs > 0 ? number(ours / theirs) : "-"
}

# ---- a table --------------------------------------------------------------------------------------

function begin_table() {
    columns = lines = 0
    split("", heading)
    split("", cell)
    split("", filled)
}

function put(name, text) { # in the column of that heading
    if (!(name in heading)) {
        heading[name] = ++columns
        heading_of[columns] = name
    }
    cell[lines, heading[name]] = text
    if (text != "-")
        filled[heading[name]] = 1
}

function end_table(i, j, head, rule, text) {
    for (j = 1; j <= columns; j++)
        if (filled[j]) {
            head = head "| " heading_of[j] " "
            rule = rule (j == 1 ? "|----------" : "|----:")
        }
    if (!lines)
        return
    print head "|\n" rule "|"
    for (i = 1; i <= lines; i++) {
        text = ""
        for (j = 1; j <= columns; j++)
            if (filled[j])
                text = text "| " cell[i, j] " "
        print text "|"
    }
    print ""
}

# ---- the tables -----------------------------------------------------------------------------------

function all_versions(size, i, version, method, key, serial, cores) {
    print words["all_versions"] " " of_size(size) "." (gpu ? " " words["speedups"] : "") "\n"
    serial = words["serial"] (gpu ? ": " words["kernel"] : "")
    cores = words["all_cores"] (gpu ? ": " words["kernel"] : "")
    begin_table()
    for (i = 1; i <= version_count; i++) {
        version = versions[i]
        method = (version, "wall", size) in row_of ? "wall" : "sync"
        key = version SUBSEP method SUBSEP size
        if (!(key in row_of))
            continue
        lines++
        put(words["version"], version (key in median ? "" : ", " words["checked"]))
        put(words["median"], ms(version, method, size))
        put(words["spread"], spread(key))
        put(rate[2], number(rates[key]))
        put(words["of_limit"], number(share[key]))
        put(serial, speed_up("cpu_serial", version, method, size))
        put(words["serial"] ": " words["copies"], speed_up("cpu_serial", version, "with_transfers", size))
        put(cores, speed_up(base, version, method, size))
        put(words["all_cores"] ": " words["copies"], speed_up(base, version, "with_transfers", size))
    }
    end_table()
}

# The fastest of the kernels at the largest size.
function fastest(size, i, best, this) {
    for (i = 1; i <= version_count; i++) {
        this = median[versions[i], by, size]
        if (versions[i] ~ /^gpu_/ && this > 0 && (!best || this < median[best, by, size]))
            best = versions[i]
    }
    return best
}

function by_size(version, i, size) {
    print (version ? words["by_size"] " " version : words["cpu_by_size"]) ".\n"
    begin_table()
    for (i = 1; i <= size_count; i++) {
        size = sizes[i]
        lines++
        put(plain_size(), thousands(size))
        put(words["one_thread"], ms("cpu_serial", "wall", size))
        put(words["cores"], ms(base, "wall", size))
        put(gpu ": " words["gpu_kernel"], ms(version, "sync", size))
        put(gpu ": " words["gpu_copies"], ms(version, "with_transfers", size))
        put(words["all_cores"] ": " words["kernel"], speed_up(base, version, "sync", size))
        put(words["all_cores"] ": " words["copies"], speed_up(base, version, "with_transfers", size))
    }
    end_table()
}

# From which size on: the lab has worked it out.
function pays(version, method, line, from) {
    for (line in even)
        if (index(line, "# breaks even: " version " " method " ") == 1)
            from = substr(line, length("# breaks even: " version " " method " ") + 1) + 0
    return from > 0 ? words["from"] " " of_size(from) : from < 0 ? words["never"] : words["unknown"]
}

END {
    if (!size_count)
        exit 1
    busy = said["threads"] && said["load average"] + 0 > 0.5 * said["threads"]
    print "`" csv "`, " words["measured"] " " substr(said["date"], 1, 10) " " \
        substr(said["date"], 12, 5) ", " words["load"] " " said["load average"] "." \
        (busy ? " " words["busy"] : "") "\n"
    all_versions(sizes[size_count])
    best = fastest(sizes[size_count])
    if (only != "versions") {
        by_size(best)
        if (best && base == "cpu_openmp")
            print best " " words["pays"] ": " words["kernel"] ", " pays(best, "sync") "; " \
                words["copies"] ", " pays(best, "with_transfers") ".\n"
    }
    if (!doubted)
        exit
    print "? " words["doubt"] "\n"
    for (i = 1; i <= version_count; i++)
        if (versions[i] in doubts)
            print "- " versions[i] ": " substr(doubts[versions[i]], 3)
    print ""
}
