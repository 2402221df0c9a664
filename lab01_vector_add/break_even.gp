# Lab 1: the CPU against the GPU, and from which n on the GPU pays off.
#
#   gnuplot -c lab01_vector_add/break_even.gp results/lab01.csv results/lab01_break_even.svg
#
# columns   device version method size median_ms p05_ms p95_ms verdict
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab01.csv over it, the CPU beside that GPU, too
# en: Time on the CPU and on the GPU, and the break-even
# es: Tiempo en la CPU y en la GPU, y a partir de dónde compensa

lab = "lab01"
right = "version=cpu_serial,cpu_openmp,gpu_v1 method=wall,sync,with_transfers verdict=ok"
numbers = "size median_ms p05_ms p95_ms"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 1: vector add on the CPU and on the GPU") @headline
set xlabel "n, elements"
set ylabel "time in ms (median, p05 to p95)"

set logscale x 2
set logscale y 10
set format x "2^{%L}"
set format y "10^{%T}"
set offsets graph 0.03, graph 0.03, 0, 0

# Where the GPU begins to pay, in words and with a line up to there. From which size on a version beat
# all cores, the lab has worked out: 0 unknown; -1 at no size.
break_even(csv, version, method) = csv eq "" ? 0 : \
    system(awk("-v comment='breaks even'", "", csv)." | sed -n 's/^".version." ".method." //p' | grep . || echo 0") + 0
had_gpu = no_gpu(in) ? reference : in
kernel = break_even(had_gpu, "gpu_v1", "sync")
copies = break_even(had_gpu, "gpu_v1", "with_transfers")
from(n) = n > 0 ? sprintf("from n = %d on", n) : n < 0 ? "at no measured n" : "not known, no GPU here"
set label 1 "gpu_v1 beats all cores".(had_gpu eq in || had_gpu eq "" ? "" : ", reference").":\n".\
    "  kernel only: ".from(kernel)."\n  with the copies: ".from(copies) \
    at graph 0.03, 0.96 noenhanced
if (kernel > 0) { set arrow from kernel, graph 0 rto 0, graph 0.8 nohead linestyle 100 dashtype 3 }
if (copies > 0) { set arrow from copies, graph 0 rto 0, graph 0.8 nohead linestyle 100 dashtype 4 }

# The kernel alone and with the copies are two series of one version.
series = series_of("version/method")
look(s) = version(s) eq "cpu_serial" ? 1 : version(s) eq "cpu_openmp" ? 2 : method(s) eq "sync" ? 3 : 4
mark(s) = word("7 5 9 11", look(s)) - is_reference(s)
in_words(s) = name(s).(method(s) eq "sync" ? ": kernel" : method(s) eq "wall" ? "" : ", ".said(in, "method with_transfers"))

points = '"size":"median_ms"'; eval find_doubts
plot for [s in series] data(s) using "size":"median_ms":"p05_ms":"p95_ms" \
         with yerrorlines linetype look(s) dashtype dash(s) \
         pointtype mark(s) pointsize sized(2 - 0.2 * look(s)) \
         title in_words(s), \
     @rings
eval done
