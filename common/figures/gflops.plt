# GFLOP/s of a product of square matrices against N, its ceiling, and the bound that the published limits
# of a card leave: --card of a run, which the CSV names. gflops.gp of a lab loads this
# behind common/figures/figure.gp.
set xlabel "N"
set ylabel say("GFLOP/s: 2 N^3 / time (median, p05 to p95)", "GFLOP/s: 2 N^3 / tiempo (mediana, p05 a p95)") noenhanced
x = 'column("size")'; y = 'column("gflops")'

peak_here = peak(in); copy_here = copy(in)
peak_there = peak(reference); copy_there = copy(reference)
limits = 2
limit_at(i, x) = i == 1 ? smaller(peak_here, copy_here * x / 6) : smaller(peak_there, copy_there * x / 6)
limit_name(i) = say("ceiling", "techo").(i == 1 ? "" : by_reference)

# GFLOP/s at every size, from the least time that the card needs.
bounded = 1
load "common/figures/bound.plt"
version_rows(s) = rows(source(s), "version=".version(s))
points_of(s) = s eq "card" ? of_card : version_rows(s)
of_card = bound("< ".awk_of("-v first=size", "verdict=ok method=sync bound_ms!=", \
    "size bound_ms gflops median_ms", in), 'cell("bound_ms")')
load "common/figures/lines.plt"
