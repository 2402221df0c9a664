# Lab 1: what the stopwatch says without a synchronize, and what is true.
#
#   gnuplot -c lab01_vector_add/pitfall.gp results/lab01.csv results/lab01_pitfall.svg
#
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict
# The one figure that draws impossible times: it is about them.
# en: Four stopwatches on the same launches
# es: Cuatro cronómetros sobre los mismos lanzamientos

lab = "lab01"
right = "method=no_sync,sync,events,with_transfers verdict=ok,impossible"
numbers = "size gbs median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

reference = "" # one device is enough
measured = word(listed(in, "version", "method=no_sync"), 1) # gpu_v1, if all were measured
set label 100 titled("Lab 1: four stopwatches on the same launches of ".name(measured)) @headline
set xlabel "n, elements"
set ylabel "GB/s, 12 n bytes / time (median, p05 to p95)"

set logscale x 2
set logscale y 10
set format x "2^{%L}"
set format y "10^{%T}"
set offsets graph 0.03, graph 0.03, 0, 0

# A series is a method and its verdict: no_sync/impossible.
series = listed(in, "method/verdict", "version=".measured)
verdict(s) = s[strstrt(s, "/") + 1:]
stopwatch(s) = s[1:strstrt(s, "/") - 1]
look(s) = stopwatch(s) eq "no_sync" ? 6 : \
    stopwatch(s) eq "sync" ? 1 : stopwatch(s) eq "events" ? 2 : 3
mark(s) = verdict(s) eq "impossible" ? 2 : word("7 5 9 11 13 6", look(s)) + 0
in_words(s) = known(said(in, "method ".stopwatch(s)), stopwatch(s)). \
    (verdict(s) eq "impossible" ? ": impossible" : "")
points_of(s) = rows(in, "version=".measured." method=".stopwatch(s)." verdict=".verdict(s))
limit_here = limit(in, "gbs", "")

points = '"size":"gbs"'; eval find_doubts
plot for [s in series] points_of(s) using "size":"gbs":(low("gbs")):(high("gbs")) \
         with yerrorlines linetype look(s) dashtype stopwatch(s) eq "no_sync" ? 2 : 1 \
         pointtype mark(s) pointsize sized(look(s) == 6 ? 1.6 : 2 - 0.2 * look(s)) title in_words(s), \
     @rings, \
     limit_here with lines linestyle 100 title limit_here > 0 ? "ceiling: a copy" : ""
eval done
