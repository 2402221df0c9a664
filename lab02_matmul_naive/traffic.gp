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
call "common/figure.gp" ARG0 ARGC ARG1 ARG2

title = say("Lab 2: naive matrix product, what a warp asks the memory for", \
    "Lab 2: producto de matrices sencillo, lo que un warp pide a la memoria")
load "common/traffic.plt"
