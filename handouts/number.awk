# handouts/number.awk - numbers for people, as the labs print them (report_number in common/engine/rows.c):
# 0.0041, 1.93, 21.4, 803, 8 120: three significant digits, and at most 4 decimals or as many as given; a
# dash for what is not known. thousands("65536") is 65 536. Where -v es=1 is set, the decimal sign is a
# comma. Others include it with -f.
function number(x, most, decimals, y) {
    if (x == "" || !(x > 0))
        return "-"
    for (y = x + 0; y < 100 && decimals < (most ? most : 4); y *= 10)
        decimals++
    return thousands(sprintf("%." (decimals + 0) "f", x))
}

function thousands(text, whole, rest) {
    whole = text
    sub(/\..*/, "", whole)
    rest = substr(text, length(whole) + 1)
    if (es)
        sub(/^\./, ",", rest)
    for (; length(whole) > 3; whole = substr(whole, 1, length(whole) - 3))
        rest = " " substr(whole, length(whole) - 2) rest
    return whole rest
}
