# Grouped bars of the layers, with their values if there are not too many, ten layers in a row of the picture, or
# five where many bars stand side by side; ? behind a value: in doubt. batch.plt and others load it. They set
#
#   series      whose bars stand side by side in each group
#   shape       conditions that leave each layer one m, n, k
#   bars(s)     the rows of one, with layer, name, m, n, k, gflops, median_ms, p05_ms, p95_ms
#   named(s)
#   title
load "common/figures/peers.plt" # who has which look

n = words(series)
width = n < 3 ? 0.3 : 0.9 / n
# 2/conv2_first/3136/64/64, by their numbers: rows stand in the order in which they were measured
layers = system(awk("-v list=layer/name/m/n/k", right." ".shape, in)." | tr ' ' '\\n' | sort -n | tr '\\n' ' '")
per_row = n > 5 ? 5 : 10
per_row = words(layers) < per_row ? words(layers) : per_row
parts = ceil(words(layers) / real(per_row))

# The picture grows with its rows, in the 690 dots that figure.gp's height 1 has.
key_rows = ceil(n / (reference eq "" ? 4.0 : 3.0))
above = (reference eq "" ? 90.0 : 115.0) + 25 * key_rows; unit_above = 35.0; plot_height = 230.0; below = 115.0
one_row = unit_above + plot_height + below
height = (above + parts * one_row) / 690
eval "set terminal ".output_terminal(out)
set output part
on_screen(dots) = 1 - dots / (690 * height)
eval headline
set label 100 at screen 0.015, on_screen(25)
set label 101 at screen 0.015, on_screen(25)

# The spread as a rate: less where the time was longer.
low(rate) = column(rate) * column("median_ms") / column("p95_ms")
high(rate) = column(rate) * column("median_ms") / column("p05_ms")
short(x) = digits(sprintf(per_unit > 1 ? "%.3g" : x < 0.995 ? "%.2g" : x < 9.95 ? "%.1f" : "%.0f", x))
in_svg = suffix(out) eq ".svg"
small = in_svg ? ",8" : ",11"

# All rows have the same scale, with room for the numbers on the bars.
highest = 0
do for [s in series] {
    stats bars(s) using (high("gflops")) name "bar" nooutput
    highest = bar_max > highest ? bar_max : highest
}
per_unit = highest < 10000 ? 1.0 : 1000.0
set yrange [0:highest / per_unit * 1.3]
set label 102 (per_unit > 1 ? "TFLOP/s" : "GFLOP/s").(listed(in, "doubt", "doubt!=") eq "" ? "" : say(", ?: in doubt", ", ?: dudoso")) \
    at screen 0.015, graph 1 left offset 0, 0.9 font ",".(in_svg ? 10 : 13)
role(word) = say(word, word eq "first" ? "primera" : word eq "expand" ? "amplía" : word eq "shortcut" ? "atajo" : word)
set xtics nomirror scale 0 noenhanced font ",".(in_svg ? "8.5" : "11.5")
set xtics ("" 0)
set ytics font ",".(in_svg ? 10 : 13)
part_of(l, i) = i == 1 ? l[1:strstrt(l."/", "/") - 1] : part_of(l[strstrt(l, "/") + 1:], i - 1)
array place[1000] # of a layer, by its number: its group, or none
do for [i = 1:1000] { place[i] = NaN }
do for [i = 1:words(layers)] {
    l = word(layers, i)
    place[int(part_of(l, 1))] = i
    kind = spaced(part_of(l, 2))
    gap = strstrt(kind, " ")
    set xtics add (part_of(l, 1).": ".kind[1:gap - 1]."\n".role(kind[gap + 1:])."\nm ".digits(part_of(l, 3)). \
        "\nn ".digits(part_of(l, 4))."\nk ".digits(part_of(l, 5)) i)
}
group(layer) = layer >= 1 && layer < 1000 ? place[int(layer)] : NaN
at(i) = group(column("layer")) + (i - (n + 1) / 2.0) * width
set grid noxtics
set lmargin at screen 0.07
set rmargin at screen 0.99
set key at screen 0.065, on_screen(reference eq "" ? 85 : 110) left top vertical maxrows key_rows Left reverse \
    noenhanced samplen 2.5 width 2 font ",".(in_svg ? 10 : 13)

# float16 is darker than float32, and crossed where that is solid; what a reference has is pale.
hatched(s) = method(s) eq "float16" && hatch_of(version(s)) == 3 ? 2 : hatch_of(version(s))
shaded(s) = mixed(colour_of(version(s)), is_reference(s) ? 255 : 0, is_reference(s) ? 0.6 : method(s) eq "float16" ? 0.45 : 0)

set multiplot
do for [part_row = 0:parts - 1] {
    set xrange [per_row * part_row + 0.5 : per_row * (part_row + 1) + 0.5]
    set tmargin at screen on_screen(above + part_row * one_row + unit_above)
    set bmargin at screen on_screen(above + part_row * one_row + unit_above + plot_height)
    plot for [i = 1:n] bars(word(series, i)) \
             using (at(i)):(column("gflops") / per_unit):(width * 0.92) with boxes linecolor rgb shaded(word(series, i)) \
             fillstyle pattern hatched(word(series, i)) border \
             title part_row ? "" : named(word(series, i)), \
         for [i = 1:n] bars(word(series, i)) using (at(i)):(low("gflops") / per_unit):(0): \
             ((high("gflops") - low("gflops")) / per_unit) \
             with vectors nohead linewidth 1.2 linecolor rgb "#000000" notitle, \
         for [i = 1:(n > 14 ? 0 : n)] bars(word(series, i)) \
             using (at(i)):(high("gflops") / per_unit):(short(column("gflops") / per_unit).(strcol("doubt") eq "" ? "" : "?")) \
             with labels rotate left offset 0, 0.4 font small notitle
    unset label 100
    unset label 101
    unset key
}
unset multiplot
