# The roofline of a product of square matrices: what the arithmetic and the memory allow if each matrix
# is moved once, and what each version makes of it. roofline.gp of a lab loads this
# behind common/figures/figure.gp.
title = "Lab ".lab[5:5].say(": roofline of the matrix product, float32, M = N = K", \
    ": roofline del producto de matrices, float32, M = N = K")
set xlabel say("operations per byte: 2 N^3 / 12 N^2 (each matrix moved once)", \
    "operaciones por byte: 2 N^3 / 12 N^2 (cada matriz se mueve una vez)") noenhanced
set ylabel say("GFLOP/s (median, p05 to p95)", "GFLOP/s (mediana, p05 a p95)")

peak_here = peak(in); copy_here = copy(in)
peak_there = peak(reference); copy_there = copy(reference)
set label 1 peak_here > 0 ? in_digits("%.3g", peak_here / 1000).say(" TFLOP/s from ", " TFLOP/s a partir de "). \
    in_digits("%.3g", peak_here / copy_here).say(" operations per byte on", " operaciones por byte") \
    : say("no roof: no GPU here", "sin techo: aquí no hay GPU") at graph 0.98, 0.04 right

x = '(column("gflops") / column("gbs"))'; y = 'column("gflops")'
limits = 2
limit_at(i, x) = i == 1 ? smaller(peak_here, copy_here * x) : smaller(peak_there, copy_there * x)
limit_name(i) = say("roof", "techo").(i == 1 ? "" : by_reference)
load "common/figures/lines.plt"
