# What the bats files read in the sheets of handouts/.
# shellcheck shell=bash disable=SC2016 # backticks are what stands in a sheet

# The lines inside the fences of one kind: blocks <kind> <sheet>.
blocks() {
    awk -v kind="$1" '
        /^```/ { inside = inside ? "" : substr($0, 4); next }
        inside == kind' "$2"
}

# What stands between backticks, outside of fences.
code_words() {
    awk '/^```/ { fenced = !fenced; next } !fenced' "$1" | tr -s '\n ' ' ' | grep -o '`[^`]*`' | tr -d '`'
}

# Every command of a sheet: the lines of the sh blocks, and make ... or ./... in the text. (In a table
# stands what the lab prints.)
commands() {
    { blocks sh "$1"; code_words <(grep -v "^|" "$1") | grep -E '^(make [a-zA-Z_-]{2,}|\./)'; } | sed 's/ && /\n/g' | sort -u
}

commands_of_the_sheets() {
    local sheet
    for sheet in handouts/en/*.md; do
        case $sheet in */report.md) ;; *) commands "$sheet" ;; esac
    done | sort -u
}

# prose <en or es> <sheet>: what a reader reads, line for line: without fences, comments, tags, targets of
# links, words in backticks; in Spanish without the titles of
# English works, which stand between asterisks.
prose() {
    awk '/^```/ { fenced = !fenced; print ""; next }
        /<!--/ { comment = 1 } { print fenced || comment ? "" : $0 } /-->/ { comment = 0 }' "$2" |
        tr '\n' '\f' | sed -E 's/`[^`]*`/ /g; s/\]\([^)]*\)//g; s/<[^>]*>/ /g; s/\*\*//g' |
        if [ "$1" = es ]; then sed -E 's/\*[^*]*\*/ /g'; else cat; fi | tr '\f' '\n'
}
