# Bars of what a warp asks the memory for, from the CSV that make traffic writes; below each version the
# bytes that it touches per FLOP. traffic.gp of a lab loads this.
eval headline
set ylabel say("per request", "por petición")
set yrange [0:*]
set offsets 0, 0, graph 0.3, 0
set xrange [-0.6:words(listed(in, "version", "")) - 0.4]
set bmargin 4
set style data histogram
set style histogram clustered gap 1
set style fill solid 1 noborder
set boxwidth 0.9
set xtics noenhanced scale 0
set grid noxtics
set key inside top left

bar(i) = word("sectors_per_request least_per_request conflicts_per_request", i)
colour(i) = word("#0072b2 #56b4e9 #d55e00", i)
named(i) = i == 1 ? say("sectors of 32 bytes, global memory", "sectores de 32 bytes, memoria global") : \
    i == 2 ? say("the least that would do", "los que bastarían") : \
    say("bank conflicts, shared memory", "conflictos de bancos, memoria compartida")
below(version, bytes) = version."\n".in_digits("%.2g", bytes). \
    (bytes == 1 ? say(" byte per FLOP", " byte por FLOP") : say(" bytes per FLOP", " bytes por FLOP"))
plot for [i = 1:3] rows(in, "") using bar(i):xticlabels(below(strcol("version"), column("sector_bytes_per_flop"))) \
         linecolor rgb colour(i) title named(i), \
     for [i = 1:3] rows(in, "") using ($0 + 0.25 * (i - 2)):bar(i):(in_digits("%.3g", column(bar(i)))) \
         with labels offset 0, 0.6 notitle
eval done
