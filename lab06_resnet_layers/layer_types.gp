#   gnuplot -c lab06_resnet_layers/layer_types.gp results/lab06_network.csv results/lab06_layer_types.svg
# columns   device version method size median_ms verdict network batch layer_type
# It is the CSV of  ./lab06_network --csv FILE
# en: Where the time of a forward pass goes
# es: En qué se va el tiempo de una pasada

lab = "lab06_network"
right = "method=wall,events verdict=ok layer_type!=all"
numbers = "size median_ms batch"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

network = word(listed(in, "network", ""), 1)
batch = word(listed(in, "batch", ""), 1)
sides = listed(in, "size", "")
side = strstrt(" ".sides." ", " 224 ") ? "224" : word(sides, 1)
shape = " network=".network." batch=".batch." size=".side
stack(s) = first_rows(source(s), "version=".version(s).shape, "layer_type")
sums = "" # of the milliseconds of each series
do for [s in series] { stats stack(s) using (column("median_ms")) nooutput; sums = sums.sprintf(" %.9g", STATS_sum) }
# Its parts one above the other, in % of their sum: each row goes from `low` to `high`.
add(row, ms, i) = (low = row == 0 ? 0 : high, high = low + 100 * ms / word(sums, i))

hint = listed(in, "doubt", "doubt!=") eq "" ? "" : say(", ?: in doubt", ", ?: dudoso")
title = say("Lab 6: a forward pass of ", "Lab 6: una pasada por ").network.say(", batch ", ", lote ").batch. \
    say(", image side ", ", lado de la imagen ").side.say("; numbers in ms", "; números en ms").hint
eval headline
set ylabel say("share of the time of all layers, in %", "parte del tiempo de todas las capas, en %")
set yrange [0:100]
set xrange [0.4:0.4 + (words(series) + 0.2) / 0.72] # the key stands beside the bars
set xtics scale 0 noenhanced
set grid noxtics
set style fill solid 0.75 border -1
set key inside right center invert samplen 1
if (words(series) > 5) { set xtics font ",".(suffix(out) eq ".svg" ? 8 : 11) }

types = listed(in, "layer_type", shape)
of_type(t, y) = strcol("layer_type") eq spaced(t) ? y : NaN
in_spanish(type) = type eq "pool" ? "pooling" : type eq "downsample" ? "submuestreo" : \
    type eq "elementwise" ? "elemento a elemento" : spaced(type)
in_ms(ms) = high - low < 4 ? "" : in_digits("%.3g", ms).(strcol("doubt") ne "" ? "?" : "")

below(s) = version(s).(is_reference(s) ? "\n".by_reference[3:] : "")
set bmargin 4
plot for [t = 1:words(types)] for [i = 1:words(series)] stack(word(series, i)) \
         using (add(column(0), column("median_ms"), i), i):(of_type(word(types, t), (low + high) / 2)): \
         (i - 0.35):(i + 0.35):(of_type(word(types, t), low)):(of_type(word(types, t), high)) \
         with boxxyerror linetype t + 1 title i == 1 ? say(spaced(word(types, t)), in_spanish(word(types, t))) : "", \
     for [i = 1:words(series)] stack(word(series, i)) \
         using (add(column(0), column("median_ms"), i), i):((low + high) / 2): \
         (in_ms(column("median_ms"))):xtic(below(word(series, i))) \
         with labels notitle
eval done
