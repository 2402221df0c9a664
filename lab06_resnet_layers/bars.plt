# Grouped bars with their values, in two rows of ten layers; ? behind a value: in doubt. batch1.gp and
# others load it. They set
#
#   series      whose bars stand side by side in each group
#   bars(s)     the rows of one, with layer, name, gflops, median_ms, p05_ms, p95_ms
#   title_of(s)
#
# and height = 1.4 before they load common/style.gp.

n = words(series)
width = 0.9 / n
at(i) = column("layer") + (i - (n + 1) / 2.0) * width
in_digits(x) = x < 9.95 ? sprintf("%.2g", x) : sprintf("%.0f", x)
small = out[strlen(out) - 3:] eq ".svg" ? ",8" : ",11"

# Both rows have the same scale, with room for the numbers on the bars.
highest = 0
do for [s in series] {
    stats bars(s) using (high("gflops")) name "bar" nooutput
    highest = bar_max > highest ? bar_max : highest
}
set yrange [0:highest * 1.25]
set ylabel "GFLOP/s".(listed(in, "doubt", "doubt!=") eq "" ? "" : ", ?: in doubt") offset 0.3
set xtics nomirror scale 0 noenhanced
set xtics ("" 0)
layers = listed(in, "layer/name", "") # 2/conv2_first
do for [l in layers] {
    slash = strstrt(l, "/")
    kind = spaced(l[slash + 1:])
    gap = strstrt(kind, " ")
    set xtics add (l[1:slash - 1]."\n".kind[1:gap - 1]."\n".kind[gap + 1:] l[1:slash - 1] + 0)
}
set grid noxtics
set lmargin at screen 0.115
set rmargin at screen 0.99
set key at screen 0.99, screen (reference eq "" ? 0.905 : 0.88) right horizontal Left reverse noenhanced

# Each series has its colour and, for grey, its pattern; those of a reference are pale.
pattern(i) = word("3 4 1 5 2 6 7 0", (i - 1) % 8 + 1) + 0
strong(i) = word("#404040 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7 #777777", (i - 1) % 8 + 1)
pale(i) = word("#bbbbbb #f7d999 #bbe1f6 #99d8c7 #99c7e0 #eebf99 #ebc9dc #c9c9c9", (i - 1) % 8 + 1)
shade(i) = is_reference(word(series, i)) ? pale(i) : strong(i)

set multiplot
do for [part = 0:1] {
    set xrange [10 * part + 0.5 : 10 * part + 10.5]
    set tmargin at screen (part ? 0.42 : 0.83)
    set bmargin at screen (part ? 0.10 : 0.51)
    plot for [i = 1:n] bars(word(series, i)) \
             using (at(i)):"gflops":(low("gflops")):(high("gflops")):(width) \
             with boxerrorbars linecolor rgb shade(i) fillstyle pattern pattern(i) border -1 \
             title part ? "" : title_of(word(series, i)), \
         for [i = 1:n] bars(word(series, i)) \
             using (at(i)):(high("gflops")):(in_digits(column("gflops")).(strcol("doubt") eq "" ? "" : "?")) \
             with labels rotate left offset 0, 0.4 font small notitle
    unset label 100
    unset key
}
unset multiplot
