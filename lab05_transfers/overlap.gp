#   gnuplot -c lab05_transfers/overlap.gp results/lab05.csv results/lab05_overlap.svg
# columns   device version method size median_ms p05_ms p95_ms verdict ops_per_element chunks
# en: Overlap: the time against the number of chunks
# es: Solapamiento: el tiempo según el número de trozos

right = "version=gpu_ex52 method=sync,with_transfers verdict=ok"
numbers = "size median_ms p05_ms p95_ms chunks"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

# Where the chunks are varied: two of them stand nowhere else.
n(csv) = word(listed(csv, "size", "chunks=2"), 1)
ops(csv) = word(listed(csv, "ops_per_element", "chunks=2"), 1)
at(csv) = "size=".n(csv)." ops_per_element=".ops(csv)
points_of(s) = first_rows(source(s), "method=".method(s)." ".at(source(s)), "chunks")
# gpu_ex51 does the same one after the other.
one_by_one(csv) = csv eq "" ? NaN : system(awk("-v list=median_ms", \
    "version=gpu_ex51 method=with_transfers verdict=ok ".at(csv), csv)." | cut -d ' ' -f 1") + 0

size_of(csv) = "n = ".in_digits("%.0f", real(n(csv)))
title = say("Lab 5: overlap of copies and kernels, ", "Lab 5: solapamiento de copias y kernels, ").size_of(in).", ". \
    ops(in).say(" FMAs per element", " FMA por elemento"). \
    (reference eq "" || n(reference) eq n(in) ? "" : say("; reference: ", "; referencia: ").size_of(reference))
set xlabel say("chunks", "trozos")
set ylabel say("time in ms (median, p05 to p95)", "tiempo en ms (mediana, p05 a p95)")

series = series_of("version/method")
named(s) = name(s).(method(s) eq "sync" ? say(", kernels", ", kernels") : say(", with copies", ", con copias"))
look(s) = method(s) eq "sync" ? 3 : 5
mark(s) = (method(s) eq "sync" ? 9 : 13) - is_reference(s)
x = 'column("chunks")'; y = 'column("median_ms")'; spread = "time"; linear = "y"; x_in = "points"
limits = 2
serial_here = one_by_one(in); serial_there = one_by_one(reference)
limit_at(i, x) = i == 1 ? serial_here : serial_there
limit_name(i) = "gpu_ex51".(i == 1 ? say(": no overlap", ": sin solapar") : by_reference)
load "common/figures/lines.plt"
