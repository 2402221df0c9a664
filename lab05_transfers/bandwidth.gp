#   gnuplot -c lab05_transfers/bandwidth.gp results/lab05.csv results/lab05_bandwidth.svg
# columns   device version method size median_ms p05_ms p95_ms gbs pct_ceiling verdict direction
# en: GB/s of a copy against its size, pageable and pinned
# es: GB/s de una copia según su tamaño, con memoria paginable y fijada

copies = "copy_h2d_pageable,copy_h2d_pinned,copy_d2h_pageable,copy_d2h_pinned,copy_d2d"
right = "method=sync verdict=ok version=".copies
numbers = "size gbs median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

title = say("Lab 5: copies to the device (h2d), back (d2h), and within it (d2d: read and written)", \
    "Lab 5: copias al dispositivo (h2d), de vuelta (d2h) y dentro de él (d2d: leído y escrito)")
set xlabel say("size of the copy", "tamaño de la copia")
set ylabel say("GB/s (median, p05 to p95)", "GB/s (mediana, p05 a p95)")

x = '(4 * column("size"))'; y = 'column("gbs")'; x_in = "bytes"
limits = 2 # of the bus; d2d does not cross it
limit_here = limit(in, "gbs", "direction=h2d,d2h"); limit_there = limit(reference, "gbs", "direction=h2d,d2h")
limit_at(i, x) = i == 1 ? limit_here : limit_there
limit_name(i) = i == 1 ? say("ceiling: the bus", "techo: el bus") : say("ceiling", "techo").by_reference
load "common/figures/lines.plt"
