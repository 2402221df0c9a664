#   gnuplot -c lab04_pi_montecarlo/samples.gp results/lab04.csv results/lab04_samples.svg
# columns   device version method size median_ms p05_ms p95_ms pct_ceiling verdict gsamples_s
# en: Samples per second
# es: Muestras por segundo

numbers = "size gsamples_s median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

set xlabel say("n, samples", "n, muestras")
set ylabel say("1e9 samples per second (median, p05 to p95)", "1e9 muestras por segundo (mediana, p05 a p95)")

x = 'column("size")'; y = 'column("gsamples_s")'; x_in = "2^k"
limits = 2 # of every n: the lab counts the products of a sample
limit_here = limit(in, "gsamples_s", ""); limit_there = limit(reference, "gsamples_s", "")
limit_at(i, x) = i == 1 ? limit_here : limit_there
limit_name(i) = i == 1 ? say("ceiling: arithmetic", "techo: aritmética") : say("ceiling", "techo").by_reference
load "common/figures/lines.plt"
