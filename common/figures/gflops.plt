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

# Of the least time that the card needs, at every size, the GFLOP/s: where nothing was measured on a GPU.
card = said(in, "card")
if (card ne "" && reference eq "") { series = series." card" }
version_rows(s) = rows(source(s), "version=".version(s))
points_of(s) = s eq "card" ? of_card : version_rows(s)
named(s) = s eq "card" ? say("bound: ", "cota: ").card : name(s)
look(s) = s eq "card" ? 9 : (place(s, 1) - 1) % 8 + 1
dash(s) = s eq "card" ? 4 : is_reference(s) ? 2 : 1
of_card = "< awk -v first=size -v where='verdict=ok method=sync bound_ms!=' -v numbers='size bound_ms gflops median_ms' \
    -f common/figures/rows.awk ".quoted(path(in)). \
    " | awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } \
    NR > 1 { $c[\"gflops\"] *= $c[\"median_ms\"] / $c[\"bound_ms\"]; $c[\"p05_ms\"] = $c[\"p95_ms\"] = $c[\"median_ms\"]; \
    $c[\"doubt\"] = \"\" } { print }'"
load "common/figures/lines.plt"
