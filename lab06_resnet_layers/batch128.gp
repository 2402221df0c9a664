# Lab 6: GFLOP/s of each layer of ResNet-50, 128 images at a time, float32.
#
#   gnuplot -c lab06_resnet_layers/batch128.gp results/lab06.csv results/lab06_batch128.svg
#
# columns   device version method dtype size median_ms p05_ms p95_ms gflops verdict layer batch name
# REFERENCE=nvidia_h200 lays reference/nvidia_h200/lab06.csv over it
# en: GFLOP/s of each layer, 128 images
# es: GFLOP/s de cada capa, 128 imágenes

lab = "lab06"
right = "version=cpu_openmp,gpu_v1,gpu_ex61,cublas method=wall,sync verdict=ok dtype=float32 batch=128"
numbers = "size layer gflops median_ms p05_ms p95_ms"
height = 1.4
script = ARG0; arguments = ARGC; in = ARG1; out = ARG2
load "common/style.gp"
load "common/figure.gp"

side = listed(in, "size", "")
side = "size=".word(side, words(side)) # the largest image of a sweep
title = say("Lab 6: the layers of ResNet-50, batch 128, float32, image side ", \
    "Lab 6: las capas de ResNet-50, lote 128, float32, lado de la imagen ").side[6:]
bars(s) = first_rows(source(s), "version=".version(s)." ".side, "layer")
load "lab06_resnet_layers/bars.plt"
eval done
