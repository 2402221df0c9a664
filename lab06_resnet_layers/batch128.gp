#   gnuplot -c lab06_resnet_layers/batch128.gp results/lab06.csv results/lab06_batch128.svg
# columns   device version method dtype size median_ms p05_ms p95_ms gflops verdict layer batch name
# en: GFLOP/s of each layer, 128 images
# es: GFLOP/s de cada capa, 128 imágenes

call "lab06_resnet_layers/batch.plt" ARG0 ARGC ARG1 ARG2 128
