#   gnuplot -c lab03_matmul_tiled/traffic.gp results/lab03_traffic.csv results/lab03_traffic.svg
# columns   device version sectors_per_request conflicts_per_request bytes_per_flop sector_bytes_per_flop
# make traffic03 writes the CSV
# en: Bytes moved per FLOP, sectors and bank conflicts per request, counted without a GPU
# es: Bytes movidos por FLOP, sectores y conflictos de bancos por petición, contados sin GPU

right = ""
numbers = "sectors_per_request sector_bytes_per_flop"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

load "common/figures/traffic.plt"
