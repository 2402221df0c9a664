# Grouped bars, with their values if there are not too many, in two rows of ten layers; ? behind a value: in doubt. batch.plt and
# others load it. They set
#
#   series      whose bars stand side by side in each group
#   bars(s)     the rows of one, with layer, name, gflops, median_ms, p05_ms, p95_ms
#   named(s)
#   title
#
# and height = 1.4 before they call common/figures/figure.gp.

n = words(series)
width = n < 3 ? 0.3 : 0.9 / n
eval headline
at(i) = column("layer") + (i - (n + 1) / 2.0) * width
# The spread as a rate: less where the time was longer.
low(rate) = column(rate) * column("median_ms") / column("p95_ms")
high(rate) = column(rate) * column("median_ms") / column("p05_ms")
short(x) = digits(x < 9.95 ? sprintf("%.2g", x) : sprintf("%.0f", x))
small = out[strlen(out) - 3:] eq ".svg" ? ",8" : ",11"

# Both rows have the same scale, with room for the numbers on the bars.
highest = 0
do for [s in series] {
    stats bars(s) using (high("gflops")) name "bar" nooutput
    highest = bar_max > highest ? bar_max : highest
}
set yrange [0:highest * 1.25]
set ylabel "GFLOP/s".(listed(in, "doubt", "doubt!=") eq "" ? "" : say(", ?: in doubt", ", ?: dudoso")) offset 0.3
set xtics nomirror scale 0 noenhanced
set xtics ("" 0)
layers = listed(in, "layer/name", "") # 2/conv2_first
role(word) = say(word, word eq "first" ? "primera" : word eq "expand" ? "amplía" : word eq "shortcut" ? "atajo" : word)
do for [l in layers] {
    slash = strstrt(l, "/")
    kind = spaced(l[slash + 1:])
    gap = strstrt(kind, " ")
    set xtics add (l[1:slash - 1]."\n".kind[1:gap - 1]."\n".role(kind[gap + 1:]) l[1:slash - 1] + 0)
}
set grid noxtics
set lmargin at screen 0.115
set rmargin at screen 0.99
key_rows = ceil(n / (reference eq "" ? 4.0 : 3.0))
top = (reference eq "" ? 0.9 : 0.87)
set key at screen 0.105, screen top left top vertical maxrows key_rows Left reverse noenhanced samplen 2 \
    font ",".(suffix(out) eq ".svg" ? 10 : 13)

# Each series has its colour; those of a reference are pale.
strong(i) = word("#404040 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7 #777777", (i - 1) % 8 + 1)
pale(i) = word("#bbbbbb #f7d999 #bbe1f6 #99d8c7 #99c7e0 #eebf99 #ebc9dc #c9c9c9", (i - 1) % 8 + 1)
first_of(s, i) = word(series, i) eq s ? i : i < n ? first_of(s, i + 1) : 0
own(i) = first_of(bare(word(series, i)), 1) == 0 ? i : first_of(bare(word(series, i)), 1)
shade(i) = is_reference(word(series, i)) ? pale(own(i)) : strong(i)

set multiplot
do for [part = 0:1] {
    set xrange [10 * part + 0.5 : 10 * part + 10.5]
    set tmargin at screen (part ? 0.42 : top - 0.03 - 0.03 * key_rows)
    set bmargin at screen (part ? 0.10 : 0.51)
    plot for [i = 1:n] bars(word(series, i)) \
             using (at(i)):"gflops":(width) with boxes linecolor rgb shade(i) fillstyle solid 1 noborder \
             title part ? "" : named(word(series, i)), \
         for [i = 1:n] bars(word(series, i)) using (at(i)):(low("gflops")):(0):(high("gflops") - low("gflops")) \
             with vectors nohead linewidth 1.2 linecolor rgb "#000000" notitle, \
         for [i = 1:(n > 6 ? 0 : n)] bars(word(series, i)) \
             using (at(i)):(high("gflops")):(short(column("gflops")).(strcol("doubt") eq "" ? "" : "?")) \
             with labels rotate left offset 0, 0.4 font small notitle
    unset label 100
    unset label 101
    unset key
}
unset multiplot
