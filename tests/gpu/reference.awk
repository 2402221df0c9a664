# awk -f tests/gpu/reference.awk cards.csv labNN_samples.csv labNN.csv [labNN_cores.csv labNN_network.csv] labNN.txt,
# with lab, device, kit and toolkit set:
# does what a sweep left fit together? Prints what does not and ends with 1; else prints notes, if there are any.
#   samples   the quantiles of a row are those of its single times (as quantile() in common/engine/timing.c)
#   rates     GFLOP/s x ms and GB/s x ms are the work: the same for all stopwatches of a version; so are bounds
#   verdict   ok, but for the stopwatch that does not synchronize: it is the one that shows the impossible
#   order     no synchronize <= synchronize <= with copies; events <= synchronize, within 10 % and 0.01 ms
#   limits    no time below the card's least, no rate above what is published + 15 % (boost clocks)
#   table     each line of it is a row
function refuse(text) { print lab ": " text; failed = 1; exit 1 }
function near(x, y, part) { return x - y <= part * (x + y) / 2 + 1e-12 && y - x <= part * (x + y) / 2 + 1e-12 }
function is_number(text) { return text ~ /^-?[0-9]+([.][0-9]+)?(e[-+][0-9]+)?$/ }
function sort_times(n,    gap, i, j, kept) { # of `time`
    for (gap = int(n / 2); gap > 0; gap = int(gap / 2))
        for (i = gap + 1; i <= n; i++) {
            kept = time[i]
            for (j = i; j > gap && time[j - gap] > kept; j -= gap)
                time[j] = time[j - gap]
            time[j] = kept
        }
}
function quantile(n, p,    place, i) {
    place = p * (n - 1); i = int(place)
    return i + 1 < n ? time[i + 1] + (place - i) * (time[i + 2] - time[i + 1]) : time[n]
}
# Keeps the first value of a kind; each further one must be the same.
function same(kind, of, x, part, what) {
    if (!((kind, of) in first)) first[kind, of] = x
    else if (!near(first[kind, of], x, part)) refuse(where ": " what)
}
FNR == 1 { part = FILENAME ~ /[.]txt$/ ? "table" : part < 3 ? part + 1 : "beside"
    FS = part == "table" ? " " : ","; $0 = $0 }

part == 1 { # cards.csv
    if ($1 !~ /^#/ && $1 != "name" && index(tolower(device), tolower($2)) && $5 > 0) {
        tflops["float32"] = $5; tflops["float16"] = $7
    }
    next
}
part == 2 { # version, method, dtype, m, n, k, times
    id = $1 "," $2 "," $3 "," $4 "," $5 "," $6
    for (i = 7; i <= NF; i++)
        if (!is_number($i) || $i <= 0) refuse("samples, line " FNR ": '" $i "': must be a time in ms")
    samples[id, ++given[id]] = $0
    is_sampled[$1, $2] = 1
    next
}
part == 3 && /^# kit: / && $0 != "# kit: " kit { refuse($0 ": must be " kit) }
part == 3 && /^# device: / { if ($0 != "# device: " device) refuse($0 ": must be " device); heads++ }
part == 3 && /^# driver and toolkit: / {
    sub(/.*toolkit /, "")
    if (index(toolkit, $0) != 1) refuse("toolkit " $0 ": must be that of manifest.txt, " toolkit)
    next
}
part == 3 && /^# clocks (before|after): SM / {
    split($0, word, " ")
    if (word[5] + 0 > word[8] + 0) refuse($0 ": is above its highest clock")
    if ($0 !~ /held by nothing$/) held = held lab ": " substr($0, 3) "\n"
}
part == 3 && /^# rows: / { said_rows = substr($0, 9); next }
part == 3 && /^#/ { next }
part == 3 && /^lab,device,/ { next }
part == 3 { row() }
part == "beside" && !/^(#|lab,device,)/ { # their tables are in the same text
    if ($2 != device && $2 != "cpu") refuse(FILENAME ": device '" $2 "'")
    if (!($11 > 0) || ($12 != "" && $12 > $11) || ($13 != "" && $13 < $11))
        refuse(FILENAME ": " $3 ": the median must lie between p05 and p95")
    known[$3, ++shown[$3]] = $11
}
part == "table" { table_line() }

# Are a line's single times not those of this row? "": they are.
function differs(line,    n, i, field) {
    n = split(line, field, ",") - 6
    if (n != $10) return $10 " samples, but " n " single times"
    for (i = 1; i <= n; i++) time[i] = field[i + 6]
    sort_times(n)
    if (!near(quantile(n, 0.5), $11, 2e-5)) return "the median of its single times is " quantile(n, 0.5) ", not " $11
    if (n > 1 && $12 $13 != "" && (!near(quantile(n, n < 10 ? 0 : 0.05), $12, 2e-5) ||
            !near(quantile(n, n < 10 ? 1 : 0.95), $13, 2e-5)))
        return "p05 and p95 are not those of its single times"
    return ""
}

function row(    id, i, of, what, tail, why, stopwatch) {
    rows++
    where = $3 " " $4 " at " $6
    if (NF < 19 || $1 != lab) refuse("row " rows ": is no row of " lab)
    if ($2 != device && $2 != "cpu") refuse(where ": device '" $2 "'")
    if ($4 !~ /^(no_sync|sync|events|train|with_transfers|wall)$/ || ($4 == "wall") != ($2 == "cpu"))
        refuse(where ": method '" $4 "'")
    if ($17 != "ok" && ($17 != "impossible" || $4 != "no_sync")) refuse(where ": verdict '" $17 "'")
    for (i = 10; i <= 16; i++)
        if ($i != "" && !is_number($i)) refuse(where ": '" $i "' is no number")
    if (!($11 > 0) || ($12 != "" && $12 > $11) || ($13 != "" && $13 < $11))
        refuse(where ": the median must lie between p05 and p95")
    id = $3 "," $4 "," $5 "," $7 + 0 "," $8 + 0 "," $9 + 0
    if (($3, $4) in is_sampled && $7 $8 $9 != "") { # a row without a shape sums up others
        why = "has no single times"
        for (i = 1; i <= given[id] && why; i++) # of another run, perhaps: a sweep has several
            if (!((id, i) in taken) && (why = differs(samples[id, i])) == "") taken[id, i] = 1
        if (why) refuse(where ": " why)
    }
    tail = $0
    for (i = 1; i < 20; i++) if (!sub(/^[^,]*,/, "", tail)) tail = ""
    same("size", $5 "," $7 "," $8 "," $9 "," tail, $6, 0, "another size has this shape")
    what = $5 "," $6 "," $7 "," $8 "," $9
    for (i = 20; i <= NF; i++) if ($i ~ /^[0-9]+$/) what = what "," $i # what a lab has more of: trips, layer, batch
    of = $3 "," what
    if ($14 != "") work["GFLOP/s", what, $3] = $14 * $11
    if ($15 != "") work["GB/s", what, $3] = $15 * $11
    stopwatch = $4 == "with_transfers" && NF > 19 # a column of the lab's own may count its bytes otherwise
    if ($14 != "") same("flop", of "," stopwatch, $14 * $11, 1e-4, "GFLOP/s and ms do not fit")
    if ($15 != "") same("bytes", of "," stopwatch, $15 * $11, 1e-4, "GB/s and ms do not fit")
    if ($16 != "" && $14 + $15 > 0) same("percent", of "," stopwatch,
        $16 / ($14 != "" ? $14 : $15), 2e-3, "its percentage does not fit")
    if ($19 != "") same("bound", of "," ($4 == "train"), $19, 1e-5, "bound_ms is another than that of its other rows")
    if ($4 != "no_sync" && $19 != "" && $11 < 0.999 * $19) refuse(where ": " $11 " ms are below the card's bound, " $19)
    if ($4 != "no_sync" && $5 in tflops && $2 == device && $14 > 1150 * tflops[$5])
        refuse(where ": " $14 " GFLOP/s are more than the card has")
    ms[of, $4, ++times[of, $4]] = $11
    methods[of] = 1
    if ($2 == device && $4 != "no_sync") { on_gpu++; doubted += is_unquiet($18) } # a launch of 5 us varies anyhow
    known[$3, ++shown[$3]] = $11
}

# A quiet machine also has the others: a T4 is always at its power limit, a short kernel is always short.
function is_unquiet(doubt) {
    gsub(/(below 20 us|as slow as the host|the power limit held)[^;]*/, "", doubt)
    return doubt ~ /[^; ]/
}

function in_order(of, less, more, i) {
    return !((of, less, i) in ms) || !((of, more, i) in ms) || ms[of, less, i] <= 1.1 * ms[of, more, i] + 0.01
}

# A version of the CPU has one stopwatch: its work at a shape must be that of another version, if others have any.
function odd_one(    one, other, x, y, others, alike) {
    for (one in work) {
        split(one, x, SUBSEP)
        if (x[3] !~ /^cpu/) continue
        others = alike = 0
        for (other in work) {
            split(other, y, SUBSEP)
            if (y[1] == x[1] && y[2] == x[2] && y[3] != x[3]) { others++; alike += near(work[one], work[other], 1e-4) }
        }
        if (others && !alike) return x[3] " at " x[2] ": " x[1] " and ms do not fit"
    }
}

# "  64 gpu_v1  ok  0.0052 [0.0052..0.0052]"; thousands have a blank.
function table_line(    i, text, version, step, found) {
    if (/^device +/ && index($0, "   " device ",") != 7) refuse("table: " $0 ": must be " device)
    if (!match($0, /(cpu|gpu|cublas|curand)[a-z0-9_]* +ok +[0-9 .]+ *\[/)) return
    text = substr($0, RSTART, RLENGTH - 1)
    version = text; sub(/ .*/, "", version)
    sub(/.* ok +/, "", text); gsub(/ /, "", text)
    step = match(text, /[.].*/) ? 10 ^ (1 - RLENGTH) : 1 # of its last digit
    for (i = 1; i <= shown[version] && !found; i++)
        found = known[version, i] - text <= 0.51 * step && text - known[version, i] <= 0.51 * step
    if (!found) refuse("table: " version " in " text " ms is no row of the CSV")
}

END {
    if (failed) exit 1
    for (of in methods)
        for (i = 1; i < 99 && !wrong; i++) {
            if (!in_order(of, "no_sync", "sync", i)) wrong = "no synchronize takes longer than synchronize"
            if (!in_order(of, "events", "sync", i)) wrong = "events take longer than synchronize"
            if (!in_order(of, "sync", "with_transfers", i)) wrong = "synchronize takes longer than with the copies"
            if (wrong) wrong = of ": " wrong
        }
    if (!wrong) wrong = odd_one()
    if (wrong) refuse(wrong)
    if (part != "table" || !heads) refuse("its CSV does not name the device")
    if (said_rows + 0 != rows) refuse("its CSV says " said_rows " rows and has " rows)
    if (10 * doubted > on_gpu)
        refuse(doubted " of " on_gpu " rows of the GPU have a doubt: measure again on a quiet machine")
    printf "%s", held
    if (doubted) print lab ": " doubted " of " on_gpu " rows of the GPU have a doubt"
    if (!on_gpu) refuse("nothing of it was measured on the GPU")
}
