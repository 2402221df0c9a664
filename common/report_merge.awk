# common/report_merge.awk - writes the generated parts of a report anew and leaves every other byte as
# it is; common/report.sh calls it.
#
#   awk -v parts=folder -v labs='lab01 lab03' -v newline=1 -f common/report_merge.awk report.md
#
# A generated part stands between two lines:
#   <!-- make report: begin results lab03 -->
#   <!-- make report: end results lab03, 123456 -->      123456: the checksum of what was written there
# parts/results_lab03 is what it should hold now. Where the student has written between them, or one
# of them is gone, the part stays as it is, and a line on stderr says so. The template has instead:
#   <!-- make report: machine -->                        here the machine's part begins
#   <!-- make report: results of every lab -->           before this line those of labs that are new
#   <!-- make report: questions of every lab -->
# and a report remembers in  <!-- make report: holds lab01 lab03 -->  which labs it has had.
BEGIN {
    lab_count = split(labs, lab, " ")
    for (i = 0; i < 256; i++)
        code[sprintf("%c", i)] = i
}

{
    line[NR] = $0
    text = $0
    sub(/\r$/, "", text)
    if (text !~ /^<!-- make report: .* -->$/)
        next
    text = substr(text, 19, length(text) - 22)
    word_count = split(text, word, " ")
    if (word[1] == "holds") {
        holds = NR
        had = " " substr(text, 7) " "
    } else if (word[1] == "begin" || word[1] == "end") {
        name = text
        sub(/^(begin|end) /, "", name)
        sub(/,.*/, "", name)
        marker[NR] = word[1]
        part_at[NR] = name
        if (!known[name]++)
            names[++name_count] = name
        where[word[1], name] = NR
        count[word[1], name]++
        if (word[1] == "end")
            checksum_said[name] = word[word_count]
    } else {
        anchor[NR] = text
        has_anchor[text] = 1
    }
}

function checksum(text, i, n, sum) {
    n = length(text)
    for (i = 1; i <= n; i++)
        sum = (sum * 31 + code[substr(text, i, 1)]) % 9999991
    return sum + 0
}

function remark(text) {
    print "make report: " text | "cat >&2"
}

function complain(text) {
    remark(text)
    complaints++
}

# Why a part cannot be renewed, or nothing.
function trouble(name, first, last, i, inside) {
    first = where["begin", name]
    last = where["end", name]
    if (count["begin", name] != 1 || count["end", name] != 1)
        return "its lines \"begin " name "\" and \"end " name "\" must each be there once"
    if (last < first)
        return "its line \"end " name "\" stands before \"begin " name "\""
    for (i = first + 1; i < last; i++) {
        if (i in marker || i in anchor)
            return "other lines \"make report\" stand between \"begin " name "\" and \"end\""
        inside = inside line[i] "\n"
        if (line[i] ~ /[^ \t\r]/)
            written = 1
    }
    gsub(/\r/, "", inside)
    if (written && checksum(inside) != checksum_said[name] + 0)
        return "something was changed between \"begin " name "\" and \"end\"; move your own text below" \
            " the end, empty the part, and it is filled again"
    return ""
}

function file_of(name) {
    gsub(/ /, "_", name)
    return parts "/" name
}

function read_part(name, content, row) {
    while ((getline row < file_of(name)) > 0)
        content = content row "\n"
    close(file_of(name))
    return content
}

# Every line but the last ends here; the last as it did.
function put(text) {
    if (put_any++)
        printf "\n"
    printf "%s", text
}

function put_part(name, content, i, n, rows) {
    content = read_part(name)
    put("<!-- make report: begin " name " -->")
    n = split(content, rows, "\n")
    for (i = 1; i < n; i++)
        put(rows[i])
    put("<!-- make report: end " name ", " checksum(content) " -->")
}

# The headings, tables and questions of labs that the report has not had.
function put_new(kind, i, j, n, rows) {
    for (i = 1; i <= lab_count; i++) {
        if (index(had, " " lab[i] " "))
            continue
        n = split(read_part(kind " " lab[i] " text"), rows, "\n")
        for (j = 1; j < n; j++)
            if (rows[j] == "@part@")
                put_part(kind " " lab[i])
            else
                put(rows[j])
    }
}

END {
    for (i = 1; i <= name_count; i++) {
        name = names[i]
        written = 0
        if ((getline row < file_of(name)) < 0)
            keep[name] = 1 # of a lab that was not asked for
        else if ((why = trouble(name)) != "") {
            keep[name] = 1
            complain("\"" name "\" stays as it is: " why)
        }
        close(file_of(name))
    }
    for (i = 1; i <= lab_count; i++)
        if (index(had, " " lab[i] " ") && !known["results " lab[i]])
            remark(lab[i] " is left out: you have taken its results from the report")
        else if (!index(had, " " lab[i] " ") && !("results of every lab" in has_anchor))
            complain(lab[i] " has no place: the line <!-- make report: results of every lab --> is gone")
    for (i = 1; i <= NR; i++) {
        if (i == holds) {
            text = had
            for (j = 1; j <= lab_count; j++)
                if (!index(had, " " lab[j] " ") && "results of every lab" in has_anchor)
                    text = text lab[j] " "
            sub(/^ +/, "", text)
            put("<!-- make report: holds " text "-->")
        } else if (anchor[i] == "machine")
            put_part("machine")
        else if (anchor[i] ~ /^(results|questions) of every lab$/) {
            put_new(substr(anchor[i], 1, index(anchor[i], " ") - 1))
            put(line[i])
        } else if (marker[i] == "begin" && !keep[part_at[i]]) {
            put_part(part_at[i])
            i = where["end", part_at[i]]
        } else
            put(line[i])
    }
    if (newline)
        printf "\n"
    close("cat >&2")
    exit complaints > 0
}
