#   gnuplot -c lab02_matmul_naive/traffic.gp results/lab02_traffic.csv results/lab02_traffic.svg
# columns   device version sectors_per_request conflicts_per_request bytes_per_flop sector_bytes_per_flop
# make traffic02 writes the CSV
# en: Bytes moved per FLOP, sectors and bank conflicts per request, counted without a GPU
# es: Bytes movidos por FLOP, sectores y conflictos de bancos por petición, contados sin GPU

right = ""
numbers = "sectors_per_request sector_bytes_per_flop"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

load "common/figures/traffic.plt"
