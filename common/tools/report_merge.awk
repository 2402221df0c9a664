# common/tools/report_merge.awk - writes the generated parts of a report anew and leaves every other byte as
# it is; common/tools/report.sh calls it.
#
#   awk -v parts=folder -v labs='labNN labMM' -v newline=1 -f common/tools/report_merge.awk report.md
#
# A generated part stands between two lines:
#   <!-- make report: begin results labNN -->
#   <!-- make report: end results labNN, 123456 -->      123456: the checksum of what was written there
# "parts/results labNN" is what it should hold now. Where the student has written between them, or one
# of them is gone, the part stays as it is, and a line on stderr says so. Before the lines
#   <!-- make report: results of every lab -->           comes what a lab brings that is new,
#   <!-- make report: questions of every lab -->         "parts/results labNN text"
# and a report remembers in  <!-- make report: holds labNN labMM -->  which labs it has had.
BEGIN {
    lab_count = split(labs, lab, " ")
    for (i = 0; i < 256; i++)
        code[sprintf("%c", i)] = i
}

# One more line of the new report; notes where a part begins and ends.
function add(text, word, part) {
    line[++count] = text
    sub(/\r$/, "", text)
    plain[count] = text
    if (text !~ /^<!-- make report: (begin|end) .* -->$/)
        return
    split(text, word, /,? /)
    part = word[6] ~ /^lab/ ? word[5] " " word[6] : word[5]
    part_of[count] = part
    at[word[4], part] = count
    times[word[4], part]++
    sum_said[part] = word[part == word[5] ? 6 : 7]
}

function is_new(name) {
    return !index(had, " " name " ")
}

{
    as_it_is = $0
    sub(/\r$/, "")
}

/^<!-- make report: holds .*-->$/ {
    holds = count + 1
    had = substr($0, 24, length($0) - 26) # " labNN labMM "
}

/^<!-- make report: (results|questions) of every lab -->$/ {
    has_place = has_place || $4 == "results"
    for (i = 1; i <= lab_count; i++)
        while (is_new(lab[i]) && (getline row < (parts "/" $4 " " lab[i] " text")) > 0)
            add(row)
}

{ add(as_it_is) }

function checksum(sum, text, i) { # of what came before, and one more line
    text = text "\n"
    for (i = 1; i <= length(text); i++)
        sum = (sum * 31 + code[substr(text, i, 1)]) % 9999991
    return sum
}

function complain(text) {
    print "make report: " text >"/dev/stderr"
}

# Why a part cannot be renewed, or nothing.
function trouble(part, i, sum, written) {
    if (times["begin", part] != 1 || times["end", part] != 1 || at["end", part] < at["begin", part])
        return "its lines \"begin " part "\" and \"end " part "\" must each be there once, in this order"
    for (i = at["begin", part] + 1; i < at["end", part]; i++) {
        sum = checksum(sum, plain[i])
        written = written || plain[i] ~ /[^ \t]/
    }
    if (written && sum != sum_said[part])
        return "something was changed between \"begin " part "\" and \"end\"; move your own text below" \
            " the end, empty the part, and it is filled again"
}

function put(text) { # every line but the last ends here; the last as it did
    printf "%s%s", between, text
    between = "\n"
}

END {
    renewed["machine"] = 1
    for (i = 1; i <= lab_count; i++)
        renewed["results " lab[i]] = 1
    for (part in renewed)
        if ((times["begin", part] || times["end", part]) && (why = trouble(part))) {
            renewed[part] = 0
            status = 1
            complain("\"" part "\" stays as it is: " why)
        }
    for (i = 1; i <= lab_count; i++)
        if (is_new(lab[i]) && has_place)
            new = new lab[i] " "
        else if (is_new(lab[i])) {
            status = 1
            complain(lab[i] " has no place: the line <!-- make report: results of every lab --> is gone")
        } else if (!times["begin", "results " lab[i]] && !times["end", "results " lab[i]])
            complain(lab[i] " is left out: you have taken its results from the report")
    for (i = 1; i <= count; i++) {
        put(i == holds ? "<!-- make report: holds" had new "-->" : line[i])
        part = part_of[i]
        if (!renewed[part])
            continue
        for (sum = 0; (getline row < (parts "/" part)) > 0; sum = checksum(sum, row))
            put(row)
        put("<!-- make report: end " part ", " sum " -->")
        i = at["end", part]
    }
    if (newline)
        printf "\n"
    exit status
}
