# Sentences of a Markdown text that have more than `most` words (35), one per line with its length: awk -f
# tests/words/sentences.awk handouts/en/lab01.md. Code, tables, headings, comments and tags are no sentences; what
# stands between backticks is one word; a sentence ends at a full stop, a question mark, an exclamation mark,
# a semicolon, or where a list begins.
function sentence(text,    words, n) {
    n = split(text, words, " ")
    if (n > most)
        print FILENAME ": " n " words: " text
}
function paragraph(    i, parts, n) {
    gsub(/<[^>]*>/, " ", text)
    gsub(/!?\[[^]]*\]\([^)]*\)/, "link", text)
    gsub(/`[^`]*`/, "code", text)
    gsub(/\*/, "", text)
    n = split(text, parts, /[.?!;]+("|»|\))*( |$)/)
    for (i = 1; i <= n; i++)
        sentence(parts[i])
    text = ""
}
BEGIN { if (!most) most = 35 }
FNR == 1 { text = "" }
/^```/ { fenced = !fenced; paragraph(); next }
fenced { next }
/<!--/ { comment = 1 }
comment || /^(\||#|!\[)/ || /^ *$/ { paragraph(); if (/-->/) comment = 0; next }
/^ *([-*]|[0-9]+\.) / { paragraph(); sub(/^ *([-*]|[0-9]+\.) +/, "") }
{ text = text " " $0 }
END { paragraph() }
