#   gnuplot -c lab01_vector_add/pitfall.gp results/lab01.csv results/lab01_pitfall.svg
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict
# The one figure that draws impossible times: it is about them.
# en: Four stopwatches on the same launches
# es: Cuatro cronómetros sobre los mismos lanzamientos

right = "method=no_sync,sync,events,with_transfers verdict=ok,impossible"
numbers = "size gbs median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

reference = "" # one device is enough
measured = word(listed(in, "version", "method=no_sync"), 1) # gpu_v1, if all were measured
title = say("Lab 1: four stopwatches on the same launches of ", \
    "Lab 1: cuatro cronómetros sobre los mismos lanzamientos de ").name(measured)
set xlabel say("n, elements", "n, elementos")
set ylabel say("GB/s: 12 n bytes / time (median, p05 to p95)", "GB/s: 12 n bytes / tiempo (mediana, p05 a p95)")

series = listed(in, "method/verdict", "version=".measured)
verdict(s) = s[strstrt(s, "/") + 1:]
stopwatch(s) = s[1:strstrt(s, "/") - 1]
look(s) = stopwatch(s) eq "no_sync" ? 6 : stopwatch(s) eq "sync" ? 1 : stopwatch(s) eq "events" ? 2 : 3
mark(s) = verdict(s) eq "impossible" ? 2 : word("7 5 9 11 13 6", look(s)) + 0
dash(s) = stopwatch(s) eq "no_sync" ? 2 : 1
in_spanish(s) = stopwatch(s) eq "no_sync" ? "sin sincronizar" : stopwatch(s) eq "sync" ? "reloj + sincronizar" : \
    stopwatch(s) eq "events" ? "eventos de CUDA" : "con las copias"
named(s) = verdict(s) eq "impossible" ? say("impossible", "imposible") : \
    say(said(in, "method ".stopwatch(s)), in_spanish(s))
points_of(s) = rows(in, "version=".measured." method=".stopwatch(s)." verdict=".verdict(s))
x = 'column("size")'; y = 'column("gbs")'; x_in = "2^k"
limits = 1
limit_here = limit(in, "gbs", "")
limit_at(i, x) = limit_here
limit_name(i) = say("ceiling: a copy", "techo: una copia")
load "common/figures/lines.plt"
