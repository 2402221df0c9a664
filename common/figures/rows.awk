# common/figures/rows.awk - selects rows of a lab's CSV for a figure or a table, with columns by name.
#
#   awk -v where='method=sync,wall verdict=ok' -f common/figures/rows.awk in.csv   header and those rows
#   awk -v list=version -v where=verdict=ok -f common/figures/rows.awk in.csv      each version once
#   awk -v limit=gbs -f common/figures/rows.awk in.csv                             the device's limit in GB/s
#   awk -v comment=date -f common/figures/rows.awk in.csv                          "# date: ..." says what
#   awk -v check=labNN -v numbers='size gbs' -f common/figures/rows.awk in.csv     a complaint, or nothing
#
# numbers='size gbs' leaves out rows in which one of these is not a number above 0; first=size keeps
# only the first row of each size, in order; list=version/method joins columns;
# layer_type!=all is the opposite of =. A space in a cell counts as _: layer_type=conv_3x3.
BEGIN {
    FS = OFS = ","
    conditions = split(where, condition, " ")
    for (i = 1; i <= conditions; i++) { # method=sync,wall
        at = index(condition[i], "=")
        wanted_column[i] = substr(condition[i], 1, at - 1)
        unwanted[i] = sub(/!$/, "", wanted_column[i])
        wanted[i] = "," substr(condition[i], at + 1) ","
    }
    number_count = split(numbers, number, " ")
    prints = !(list || limit || comment || check)
    measure = "./" check " --sweep --csv FILE"
    again = "; measure anew, or copy it again"
}

function word(name, cell) {
    cell = name in column ? $(column[name]) : "" # in a CSV of an older kit
    gsub(/ /, "_", cell)
    return cell
}

function complain(text) {
    complaint = text
    exit
}

function is_wanted(i) {
    for (i = 1; i <= conditions; i++)
        if (!index(wanted[i], "," word(wanted_column[i]) ",") != unwanted[i])
            return 0
    for (i = 1; i <= number_count; i++)
        if (word(number[i]) !~ /^[0-9.]+([eE][-+]?[0-9]+)?$/ || word(number[i]) + 0 <= 0)
            return 0
    return 1
}

FNR == 1 { header = written = found = 0 }

{ sub(/\r$/, "") }

/^#/ {
    if (comment && index($0, "# " comment ": ") == 1)
        print substr($0, length(comment) + 5)
    if ($0 ~ /^# rows: [0-9]+$/)
        written = substr($0, 9) + 0
    next
}

!header {
    split("", column)
    for (i = 1; i <= NF; i++)
        column[$i] = i
    if (!("lab" in column && "version" in column))
        exit
    header = NF
    for (i = 1; i <= number_count + conditions; i++) {
        name = i > number_count ? wanted_column[i - number_count] : number[i]
        if (!(name in column) && !absent[name]++)
            lacking = lacking " " name
    }
    if (lacking)
        complain("has no column" lacking "; " measure " writes all columns")
    if (prints)
        print
    fflush() # before what is sorted
    next
}

check && NF {
    found++
    if (NF != header)
        complain("line " FNR " is damaged: " NF " cells where the header has " header again)
    if (word("lab") != check)
        complain("holds " word("lab") ", not " check "; give a CSV of " measure)
}

# A single sample has no spread: it reaches from its time to its time.
word("samples") == 1 && word("p05_ms") == "" && ("p05_ms" in column) {
    $(column["p05_ms"]) = $(column["p95_ms"]) = $(column["median_ms"])
}

NF >= 2 && is_wanted() && !(first && repeated[word(first)]++) {
    count++
    value = ""
    joined = split(list, parts, "/")
    for (i = 1; i <= joined; i++)
        value = value (i > 1 ? "/" : "") word(parts[i])
    if (list && !seen[value]++)
        words = words (words ? " " : "") value
    if (limit && (share = word("pct_ceiling")) > 0 && word(limit) * 100 / share > largest)
        largest = word(limit) * 100 / share # 80 % of it were 3440 GB/s
    if (prints && first)
        print | ("LC_ALL=C sort -s -t , -g -k " column[first] "," column[first])
    else if (prints)
        print
}

# A file that was cut off has a last line without an end.
function has_end(file, command, ended) {
    gsub(/'/, "'\\''", file)
    command = "tail -c 1 '" file "' | wc -l"
    command | getline ended
    return ended + 0
}

END {
    if (list)
        print words
    if (limit)
        print largest ? largest : "NaN"
    if (!check)
        exit
    if (complaint)
        print complaint
    else if (found < written)
        print "is truncated: it has " found " of its " written " rows" again \
            " (or take \"# rows: " written "\" out, if you took out rows)"
    else if (!header)
        print "is no CSV of a lab; " measure " writes one"
    else if (!has_end(FILENAME))
        print "is truncated: its last line is cut off" again
    else if (!count)
        print "has no right row to draw (" where "); ./" check " --help lists what can be measured"
}
