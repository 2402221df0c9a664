# The roofline of a product of square matrices: what the arithmetic and the memory allow, and what each
# version makes of it. A version stands at the operations for each byte that its warps ask the memory for, as
# make traffic03 has counted it in the CSV beside this one. What is not counted (the CPU's, libraries) stands
# where each matrix is moved once. roofline.gp of a lab loads this behind common/figures/figure.gp.
title = "Lab ".lab[5:5].say(": roofline of the matrix product, float32, M = N = K", \
    ": roofline del producto de matrices, float32, M = N = K")
make = "make traffic".lab[4:5]
traffic_of(csv) = csv[1:strlen(csv) - 4]."_traffic.csv"
counted = " ".system(awk_of("-v list=version/sector_bytes_per_flop", "", "sector_bytes_per_flop", traffic_of(in)). \
    " 2>/dev/null")." "
bytes_at(version) = strstrt(counted, " ".version."/") + strlen(version) + 2
per_byte(version, once) = strstrt(counted, " ".version."/") == 0 ? once : 1 / real(counted[bytes_at(version):])
set xlabel (words(counted) == 0 ? say("operations per byte, if each matrix were moved once (".make." counts them)", \
    "operaciones por byte, si cada matriz se moviera una sola vez (".make." las cuenta)") : \
    say("operations per byte that the warps ask for (".make."); not counted: each matrix moved once", \
    "operaciones por byte que piden los warps (".make."); sin contar: cada matriz se mueve una vez")) noenhanced
set ylabel say("GFLOP/s (median, p05 to p95)", "GFLOP/s (mediana, p05 a p95)")

peak_here = peak(in); copy_here = copy(in)
peak_there = peak(reference); copy_there = copy(reference)
roof(peak, copy) = in_digits("%.3g", peak / 1000).say(" TFLOP/s from ", " TFLOP/s a partir de "). \
    in_digits("%.3g", peak / copy).say(" operations per byte on", " operaciones por byte")
set label 1 peak_here > 0 ? roof(peak_here, copy_here) : peak_there > 0 ? roof(peak_there, copy_there).by_reference : \
    say("no roof: no GPU here", "sin techo: aquí no hay GPU") at graph 0.98, 0.04 right
text_below = 1

x = '(per_byte(strcol("version"), column("gflops") / column("gbs")))'; y = 'column("gflops")'
limits = 2
limit_at(i, x) = i == 1 ? smaller(peak_here, copy_here * x) : smaller(peak_there, copy_there * x)
limit_name(i) = say("roof", "techo").(i == 1 ? "" : by_reference)
load "common/figures/lines.plt"
