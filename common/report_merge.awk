# common/report_merge.awk - writes the generated parts of a report anew and leaves every other byte as
# it is; common/report.sh calls it.
#
#   awk -v parts=folder -v labs='labNN labMM' -v newline=1 -f common/report_merge.awk report.md
#
# A generated part stands between two lines:
#   <!-- make report: begin results labNN -->
#   <!-- make report: end results labNN, 123456 -->      123456: the checksum of what was written there
# "parts/results labNN" is what it should hold now. Where the student has written between them, or one
# of them is gone, the part stays as it is, and a line on stderr says so. The template has instead:
#   <!-- make report: machine -->                        here the machine's part begins
#   <!-- make report: results of every lab -->           before this line those of labs that are new
#   <!-- make report: questions of every lab -->
# and a report remembers in  <!-- make report: holds labNN labMM -->  which labs it has had.
BEGIN {
    lab_count = split(labs, lab, " ")
    for (i = 0; i < 256; i++)
        code[sprintf("%c", i)] = i
}

{
    line[NR] = $0
    sub(/\r$/, "")
    plain[NR] = $0
}

/^<!-- make report: .* -->$/ {
    kind[NR] = $4
    if ($4 == "holds")
        had = substr($0, 24, length($0) - 26) # " labNN labMM "
    else if ($4 == "results")
        has_place = 1
    else if ($4 == "begin" || $4 == "end") {
        sub(/,/, "")
        name[NR] = $6 ~ /^lab/ ? $5 " " $6 : $5
        names[name[NR]] = 1
        at[$4, name[NR]] = NR
        times[$4, name[NR]]++
        sum_said[name[NR]] = $(NF - 1)
    }
}

function checksum(sum, text, i) { # of what came before, and one more line
    text = text "\n"
    for (i = 1; i <= length(text); i++)
        sum = (sum * 31 + code[substr(text, i, 1)]) % 9999991
    return sum
}

function complain(text) {
    print "make report: " text | "cat >&2"
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

function put_part(part, sum, row) {
    put("<!-- make report: begin " part " -->")
    for (sum = 0; (getline row < (parts "/" part)) > 0; sum = checksum(sum, row))
        put(row)
    close(parts "/" part)
    put("<!-- make report: end " part ", " sum " -->")
}

# The headings, tables and questions of labs that the report has not had.
function put_new(what, i, row) {
    for (i = 1; i <= lab_count; i++)
        while (!index(had, " " lab[i] " ") && (getline row < (parts "/" what " " lab[i] " text")) > 0)
            if (row == "@part@")
                put_part(what " " lab[i])
            else
                put(row)
}

END {
    for (part in names) {
        keep[part] = (getline row < (parts "/" part)) < 0 # of a lab that was not asked for
        close(parts "/" part)
        if (!keep[part] && (why = trouble(part))) {
            keep[part] = status = 1
            complain("\"" part "\" stays as it is: " why)
        }
    }
    for (i = 1; i <= lab_count; i++)
        if (index(had, " " lab[i] " ") && !("results " lab[i] in names))
            complain(lab[i] " is left out: you have taken its results from the report")
        else if (!index(had, " " lab[i] " ") && has_place)
            new = new lab[i] " "
        else if (!index(had, " " lab[i] " ")) {
            status = 1
            complain(lab[i] " has no place: the line <!-- make report: results of every lab --> is gone")
        }
    for (i = 1; i <= NR; i++)
        if (kind[i] == "holds")
            put("<!-- make report: holds" had new "-->")
        else if (kind[i] == "machine")
            put_part("machine")
        else if (kind[i] == "begin" && !keep[name[i]]) {
            put_part(name[i])
            i = at["end", name[i]]
        } else {
            if (kind[i] == "results" || kind[i] == "questions")
                put_new(kind[i])
            put(line[i])
        }
    if (newline)
        printf "\n"
    close("cat >&2")
    exit status
}
