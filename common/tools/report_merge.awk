# common/tools/report_merge.awk - writes the generated parts of a report anew and leaves every line of the
# student's as it is; common/tools/report.sh calls it.
#
#   awk -v parts=folder -v labs='labNN labMM' -v newline=1 -v kept='## Heading' -v es=1 \
#       -f common/tools/report_merge.awk report.md
#
# A generated part stands between two lines:
#   <!-- make report: begin results labNN -->
#   <!-- make report: end results labNN, 123456 7890 -->    a checksum of each line that was written there
# "parts/results labNN" is what it should hold now. Other lines between the two are the student's. They go
# below the same table, figure or paragraph as before; if that is gone, to the end of the report, under the
# heading `kept`. Where one of the two lines is gone, the part stays as it is, and stderr says so.
# Before the lines
#   <!-- make report: results of every lab -->              comes what a lab brings that is new,
#   <!-- make report: questions of every lab -->            "parts/results labNN text"
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
    part = word[6] ~ /^(lab|practice)/ ? word[5] " " word[6] : word[5]
    part_of[count] = part
    at[word[4], part] = count
    times[word[4], part]++
    sub(/^[^,]*, ?/, "", text)
    sums_said[part] = text
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

function checksum(text, i, sum) {
    for (i = 1; i <= length(text); i++)
        sum = (sum * 31 + code[substr(text, i, 1)]) % 9999991
    return sum + 0
}

function complain(text, in_spanish) {
    print "make report: " (es ? in_spanish : text) >"/dev/stderr"
}

function put(text) { # every line but the last ends here; the last as it did
    printf "%s%s", between, text
    between = "\n"
}

# ---- a part -----------------------------------------------------------------------------------------

# Which lines of a part are those that were written there: the longest sequence that is in both.
function find_ours(part, first, last, said, said_count, best, here, sum, n, i, b) {
    said_count = split(sums_said[part], said, " ") - 1 # "-->"
    for (i = first; i <= last; i++)
        if (plain[i] ~ /[^ \t]/) {
            here[++n] = i
            sum[n] = checksum(plain[i])
        }
    for (i = n; i > 0; i--)
        for (b = said_count; b > 0; b--)
            if (sum[i] == said[b])
                best[i, b] = best[i + 1, b + 1] + 1
            else
                best[i, b] = best[i + 1, b] + 0 > best[i, b + 1] + 0 ? best[i + 1, b] : best[i, b + 1]
    for (i = b = 1; i <= n && b <= said_count;)
        if (sum[i] == said[b]) {
            is_ours[here[i++]] = 1
            b++
        } else if (best[i + 1, b] + 0 >= best[i, b + 1] + 0)
            i++
        else
            b++
}

function begin_blocks() {
    kind = section = whose = ""
    split("", blocks)
}

# The block to which the next generated line belongs: a table with its caption, a figure, a heading, or
# what stands between them. Numbers in it may change, its name does not.
function block_of(text, was) {
    was = kind
    kind = text ~ /^\|/ ? "table" : text ~ /^: / && was == "table" ? "caption" : text ~ /^!\[/ ? "figure" : \
        text ~ /^(#+ |\*\*)/ ? "heading" : "text"
    if (kind == "heading")
        section = text ~ /^#/ ? whose "/" text : (whose = "elsewhere " ++blocks["elsewhere"])
    if (kind == "figure")
        return substr(text, index(text, "]("))
    if (kind == "heading" || (kind != was && kind != "caption"))
        blocks[section, kind]++
    return section " " (kind == "caption" ? "table" : kind) " " blocks[section, kind == "caption" ? "table" : kind]
}

# What the student has written in the part, by the block that it stands below: own[].
function read_own(first, last, i, block, gap, open) {
    begin_blocks()
    split("", own)
    split("", below)
    for (i = first; i <= last; i++)
        if (plain[i] !~ /[^ \t]/)
            gap = gap "\n" line[i]
        else {
            if (i in is_ours)
                below[block = block_of(plain[i])] = plain[i]
            else
                own[block] = own[block] (block in own && own[block] != "" ? (open ? gap : "\n") "\n" : "") line[i]
            open = !(i in is_ours)
            gap = ""
        }
}

function put_own(block) {
    if (own[block] != "") {
        put("")
        put(own[block])
    }
    delete own[block]
}

# The student's lines whose place is gone, named by the line above them.
function keep_own(block, name) {
    for (block in own)
        if (own[block] != "") {
            name = below[block]
            sub(/^(: |!\[|#+ )/, "", name)
            sub(/\]\(.*/, "", name)
            gsub(/\*\*/, "", name)
            complain("what you wrote below \"" name "\" is at the end of the report: that is no longer in it",
                "lo que escribió bajo «" name "» está al final del informe: aquello ya no figura en él")
            lost = lost "\n\n**" name "**\n\n" own[block]
        }
}

function renew(part, row, rows, block, before, sums) {
    find_ours(part, at["begin", part] + 1, at["end", part] - 1)
    read_own(at["begin", part] + 1, at["end", part] - 1)
    begin_blocks()
    before = ""
    while ((getline row < (parts "/" part)) > 0) {
        if (row !~ /[^ \t]/) {
            rows++
            continue
        }
        if ((block = block_of(row)) != before)
            put_own(before)
        for (before = block; rows > 0; rows--)
            put("")
        put(row)
        sums = sums " " checksum(row)
    }
    put_own(before)
    for (; rows > 0; rows--)
        put("")
    keep_own()
    put("<!-- make report: end " part "," sums " -->")
}

END {
    renewed["machine"] = 1
    for (i = 1; i <= lab_count; i++)
        renewed["results " lab[i]] = 1
    for (part in renewed)
        if ((times["begin", part] || times["end", part]) &&
            (times["begin", part] != 1 || times["end", part] != 1 || at["end", part] < at["begin", part])) {
            renewed[part] = 0
            status = 1
            complain("\"" part "\" stays as it is: its lines \"begin " part "\" and \"end " part \
                "\" must each be there once, in this order",
                "«" part "» queda como está: sus líneas «begin " part "» y «end " part \
                "» deben figurar una vez cada una, en este orden")
        }
    for (i = 1; i <= lab_count; i++)
        if (is_new(lab[i]) && has_place)
            new = new lab[i] " "
        else if (is_new(lab[i])) {
            status = 1
            complain(lab[i] " has no place: the line <!-- make report: results of every lab --> is gone",
                lab[i] " no tiene sitio: falta la línea <!-- make report: results of every lab -->")
        } else if (!times["begin", "results " lab[i]] && !times["end", "results " lab[i]])
            complain(lab[i] " is left out: you have taken its results from the report",
                lab[i] " queda fuera: usted quitó sus resultados del informe")
    for (i = 1; i <= count; i++) {
        has_kept = has_kept || plain[i] == kept
        put(i == holds ? "<!-- make report: holds" had new "-->" : line[i])
        if (renewed[part_of[i]]) {
            renew(part_of[i])
            i = at["end", part_of[i]]
        }
    }
    if (lost != "")
        put((has_kept ? "" : "\n" kept) (has_kept ? substr(lost, 2) : lost))
    if (newline)
        printf "\n"
    exit status
}
