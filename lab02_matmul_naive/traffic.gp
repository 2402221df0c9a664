# Lab 2: what a warp asks the memory for: sectors per request to global memory, and bank conflicts per
# request to shared memory, of every version. Counted on the CPU device; no times.
#
#   gnuplot -c lab02_matmul_naive/traffic.gp results/lab02_traffic.csv results/lab02_traffic.svg
#
# columns   device version sectors_per_request least_per_request conflicts_per_request sector_bytes_per_flop
# make traffic02 writes the CSV
# en: Sectors and bank conflicts per request, counted without a GPU
# es: Sectores y conflictos de bancos por petición, contados sin GPU

lab = "lab02"
file = "lab02_traffic"
right = ""
numbers = "sectors_per_request"
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

set label 100 titled("Lab 2: naive matrix product, what a warp asks the memory for") @headline
set ylabel "per request: sectors of 32 bytes, bank conflicts"
set yrange [0:*]
set offsets 0.5, 0.5, graph 0.08, 0
set style data histogram
set style histogram clustered gap 1
set xtics noenhanced

plot rows(in, "") using "sectors_per_request":xticlabels(stringcolumn("version")) \
         linecolor rgb "#0072b2" title "sectors, global memory", \
     "" using "least_per_request" linecolor rgb "#56b4e9" title "the least that would do", \
     "" using "conflicts_per_request" linecolor rgb "#d55e00" title "bank conflicts, shared memory", \
     "" using 0:"sectors_per_request":(sprintf("%.2g bytes\nper FLOP", column("sector_bytes_per_flop"))) \
         with labels offset -4, 1.6 title ""
eval done
