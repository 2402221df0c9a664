# common/rows.awk - what a figure or a table wants of a lab's CSV, columns by their names.
#
#   awk -v where='method=sync,wall verdict=ok' -f common/rows.awk in.csv   header and those rows
#   awk -v list=version -v where=verdict=ok -f common/rows.awk in.csv      each version once
#   awk -v limit=gbs -f common/rows.awk in.csv                             the device's limit in GB/s
#   awk -v comment=date -f common/rows.awk in.csv                          "# date: ..." says what
#   awk -v check=lab03 -v needs='size gbs' -f common/rows.awk in.csv       a complaint, or nothing
#
# numbers='size gbs' leaves out rows in which one of these is no number above 0; first=size all but
# the first of each size, and puts these in order; list=version/method joins two columns;
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
    prints_rows = !(list || limit || comment || check)
    number_count = split(numbers, number, " ")
}

function word(name, cell) {
    if (!(name in column))
        return "" # in a CSV of an older kit
    cell = $(column[name])
    gsub(/ /, "_", cell)
    return cell
}

function is_wanted(i) {
    for (i = 1; i <= conditions; i++)
        if (!index(wanted[i], "," word(wanted_column[i]) ",") != unwanted[i])
            return 0
    for (i = 1; i <= number_count; i++)
        if ($(column[number[i]]) !~ /^[0-9.]+([eE][-+]?[0-9]+)?$/ || $(column[number[i]]) + 0 <= 0)
            return 0
    return 1
}

function missing(words, names, i, n, found) {
    n = split(words " " numbers, names, " ")
    for (i = 1; i <= conditions; i++)
        names[++n] = wanted_column[i]
    for (i = 1; i <= n; i++)
        if (!(names[i] in column) && !index(" " found " ", " " names[i] " "))
            found = found (found ? " " : "") names[i]
    return found
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
    header = ("lab" in column) && ("version" in column)
    columns = NF
    if (!header || (lacking = missing(needs)))
        exit
    if (prints_rows)
        print
    next
}

check && NF && NF != columns {
    torn = FNR
    exit
}

check && $(column["lab"]) != check {
    other = $(column["lab"])
    exit
}

check && NF { found++ }

# A single sample has no spread: it reaches from its time to its time.
$(column["samples"]) == 1 && $(column["p05_ms"]) == "" {
    $(column["p05_ms"]) = $(column["p95_ms"]) = $(column["median_ms"])
}

function value(names, parts) {
    if (split(names, parts, "/") == 2)
        return word(parts[1]) "/" word(parts[2])
    return word(names)
}

function keep(at, row, i) {
    for (i = ++kept; i > 1 && place[i - 1] > at; i--) {
        place[i] = place[i - 1]
        kept_row[i] = kept_row[i - 1]
    }
    place[i] = at
    kept_row[i] = row
}

NF >= 2 && is_wanted() && !(first && repeated[$(column[first])]++) {
    count++
    if (list && !seen[value(list)]++)
        words = words (words ? " " : "") value(list)
    else if (limit && (of_row = $(column["pct_ceiling"])) > 0) {
        of_row = $(column[limit]) * 100 / of_row # 80 % of it were 3440 GB/s
        largest = of_row > largest ? of_row : largest
    } else if (prints_rows && first)
        keep($(column[first]) + 0, $0)
    else if (prints_rows)
        print
}

# What was cut off within the last line leaves that line without an end.
function has_end(file, command, ended) {
    gsub(/'/, "'\\''", file)
    command = "tail -c 1 '" file "' | wc -l"
    command | getline ended
    close(command)
    return ended + 0
}

END {
    for (i = 1; i <= kept; i++)
        print kept_row[i]
    if (list)
        print words
    if (limit)
        print largest ? largest : "NaN"
    if (!check)
        exit
    again = "; measure anew, or copy it again"
    if (!header && written)
        print "is truncated: it ends before its first row" again
    else if (!header)
        print "is no CSV of a lab; ./" check " --sweep --csv FILE writes one"
    else if (lacking)
        print "has no column " lacking "; ./" check " --sweep --csv FILE writes all columns"
    else if (torn)
        print "line " torn " is damaged: " NF " cells where the header has " columns again
    else if (other)
        print "holds " other ", not " check "; give a CSV of ./" check " --sweep --csv FILE"
    else if (found < written)
        print "is truncated: it has " found " of its " written " rows" again \
            " (or take \"# rows: " written "\" out, if you took out rows)"
    else if (!has_end(FILENAME))
        print "is truncated: its last line is cut off" again
    else if (!count)
        print "has no right row to draw (" where "); ./" check " --help lists what can be measured"
}
