# Lab 5: copies and kernels at the same time: what gpu_ex52 takes against the number of chunks, and
# what it would take if nothing overlapped.
#
#   gnuplot -c lab05_transfers/overlap.gp results/lab05.csv results/lab05_overlap.svg
#
# columns   device version method size median_ms p05_ms p95_ms verdict ops_per_element chunks
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab05.csv over it
# en: Overlap: the time against the number of chunks
# es: Solapamiento: el tiempo según el número de trozos

lab = "lab05"
right = "version=gpu_ex52 method=sync,with_transfers verdict=ok"
numbers = "size median_ms p05_ms p95_ms chunks"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

# Where the chunks are varied: two of them stand nowhere else.
n(csv) = word(listed(csv, "size", "chunks=2"), 1)
ops(csv) = word(listed(csv, "ops_per_element", "chunks=2"), 1)
at(csv) = "size=".n(csv)." ops_per_element=".ops(csv)
points_of(s) = first_rows(source(s), "method=".method(s)." ".at(source(s)), "chunks")
# gpu_ex51 does the same one after the other.
one_by_one(csv) = csv eq "" ? NaN : system(awk("-v list=median_ms", \
    "version=gpu_ex51 method=with_transfers verdict=ok ".at(csv), csv)." | cut -d ' ' -f 1") + 0

set label 100 titled("Lab 5: overlap of copies and kernels, n = ".n(in).", ". \
    ops(in)." operations per element".(reference eq "" ? "" : "; reference: n = ".n(reference))) @headline
set xlabel "chunks"
set ylabel "time in ms (median, p05 to p95)"

set logscale x 2
set yrange [0:*]
set offsets graph 0.03, graph 0.03, graph 0.05, 0

series = series_of("version/method")
in_words(s) = name(s).(method(s) eq "sync" ? ": kernels alone" : ": with copies")
look(s) = method(s) eq "sync" ? 3 : 5
mark(s) = (method(s) eq "sync" ? 9 : 13) - is_reference(s)
serial_here = one_by_one(in)
serial_there = one_by_one(reference)

points = '"chunks":"median_ms"'; eval find_doubts
plot for [s in series] points_of(s) using "chunks":"median_ms":"p05_ms":"p95_ms" \
         with yerrorlines linetype look(s) dashtype dash(s) pointtype mark(s) pointsize sized(1.6) \
         title in_words(s), \
     @rings, \
     serial_here with lines linestyle 100 \
         title serial_here > 0 ? name("gpu_ex51").": nothing overlaps" : "", \
     serial_there with lines linestyle 100 dashtype 3 \
         title serial_there > 0 ? "gpu_ex51, reference" : ""
eval done
