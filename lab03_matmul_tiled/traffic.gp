# Lab 3: what a warp asks the memory for: sectors per request to global memory, and bank conflicts per
# request to shared memory, of every version. Counted on the CPU device; no times.
#
#   gnuplot -c lab03_matmul_tiled/traffic.gp results/lab03_traffic.csv results/lab03_traffic.svg
#
# columns   device version sectors_per_request least_per_request conflicts_per_request sector_bytes_per_flop
# make traffic03 writes the CSV
# en: Sectors and bank conflicts per request, counted without a GPU
# es: Sectores y conflictos de bancos por petición, contados sin GPU

lab = "lab03"
file = "lab03_traffic"
right = ""
numbers = "sectors_per_request"
call "common/figure.gp" ARG0 ARGC ARG1 ARG2

title = say("Lab 3: tiled matrix product, what a warp asks the memory for", \
    "Lab 3: producto de matrices por teselas, lo que un warp pide a la memoria")
load "common/traffic.plt"
