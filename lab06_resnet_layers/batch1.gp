#   gnuplot -c lab06_resnet_layers/batch1.gp results/lab06.csv results/lab06_batch1.svg
# columns   device version method dtype size median_ms p05_ms p95_ms gflops verdict layer batch name
# en: GFLOP/s of each layer, one image
# es: GFLOP/s de cada capa, una imagen

call "lab06_resnet_layers/batch.plt" ARG0 ARGC ARG1 ARG2 1
