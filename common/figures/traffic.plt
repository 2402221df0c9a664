# Bars of the bytes that the memory moves per FLOP, from the CSV that make traffic writes: the shortest is the
# best. Below each version its sectors per request and its bank conflicts. traffic.gp of a lab loads this.
eval headline
set ylabel say("bytes per FLOP (shorter is better)", "bytes por FLOP (mejor cuanto más corta)")
set yrange [0:*]
set offsets 0, 0, graph 0.3, 0
set xrange [-0.6:words(listed(in, "version", "")) - 0.4]
set bmargin 5
set style data histogram
set style histogram clustered gap 1
set style fill solid 1 noborder
set boxwidth 0.9
set xtics noenhanced scale 0
set grid noxtics
set key inside top right

bar(i) = word("sector_bytes_per_flop bytes_per_flop", i)
colour(i) = word("#0072b2 #56b4e9", i)
named(i) = i == 1 ? say("in sectors of 32 bytes, as the memory moves them", "en sectores de 32 bytes, como los mueve la memoria") : \
    say("that the threads ask for", "que piden los hilos")
below(version, sectors, conflicts) = version."\n".in_digits("%.3g", sectors). \
    say(" sectors per request", " sectores por petición")."\n".in_digits("%.3g", conflicts).say(" conflicts", " conflictos")
plot for [i = 1:2] rows(in, "") using bar(i):xticlabels(below(strcol("version"), column("sectors_per_request"), \
         column("conflicts_per_request"))) linecolor rgb colour(i) title named(i), \
     for [i = 1:2] rows(in, "") using ($0 + 0.33 * (i - 1.5)):bar(i):(in_digits("%.2g", column(bar(i)))) \
         with labels offset 0, 0.6 notitle
eval done
