#   gnuplot -c lab01_vector_add/break_even.gp results/lab01.csv results/lab01_break_even.svg
# columns   device version method size median_ms p05_ms p95_ms verdict
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab01.csv over it, the CPU beside that GPU as well
# en: Time on the CPU and on the GPU, and the break-even
# es: Tiempo en la CPU y en la GPU, y a partir de dónde compensa

right = "version=cpu_serial,cpu_openmp,gpu_v1 method=wall,sync,with_transfers verdict=ok"
numbers = "size median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

set xlabel say("n, elements", "n, elementos")
set ylabel say("time in ms (median, p05 to p95)", "tiempo en ms (mediana, p05 a p95)")

break_even(csv, version, method) = csv eq "" ? 0 : \
    system(awk("-v comment='breaks even'", "", csv)." | sed -n 's/^".version." ".method." //p' | grep . || echo 0") + 0
had_gpu = no_gpu(in) ? reference : in
kernel = break_even(had_gpu, "gpu_v1", "sync")
copies = break_even(had_gpu, "gpu_v1", "with_transfers")
from(n) = n > 0 ? say("from n = ", "desde n = ").in_digits("%.0f", n).say(" on", "") : \
    n < 0 ? say("at no measured n", "en ningún n medido") : say("not known, no GPU here", "no se sabe, aquí no hay GPU")
set label 1 "gpu_v1 ".say("beats all cores", "gana a todos los núcleos").\
    (had_gpu eq in || had_gpu eq "" ? "" : by_reference).":\n".\
    say("kernel only: ", "solo el kernel: ").from(kernel)."\n".\
    say("with the copies: ", "con las copias: ").from(copies) \
    at graph 0.03, 0.9 noenhanced
if (had_gpu eq "") { set label 1 at graph 0.97, 0.2 right } # the CPU alone is slow at small n as well
if (kernel > 0) { set arrow from kernel, graph 0 rto 0, graph 0.7 nohead linestyle 100 dashtype 3 }
if (copies > 0) { set arrow from copies, graph 0 rto 0, graph 0.7 nohead linestyle 100 dashtype 4 }

series = series_of("version/method")
look(s) = version(s) eq "cpu_serial" ? 1 : version(s) eq "cpu_openmp" ? 2 : method(s) eq "sync" ? 3 : 4
named(s) = name(s).(method(s) eq "wall" ? "" : method(s) eq "sync" ? \
    say(", kernel", ", kernel") : say(", copies", ", copias"))
x = 'column("size")'; y = 'column("median_ms")'; spread = "time"; x_in = "2^k"
load "common/figures/lines.plt"
