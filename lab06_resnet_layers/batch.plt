# Bars of the 20 layers at one size of the batch: batch1.gp and batch128.gp call it with that as ARG5.
batch = ARG5
right = "version=cpu_openmp,gpu_v1,gpu_ex61,cublas method=wall,sync verdict=ok dtype=float32 batch=".batch
numbers = "size layer gflops median_ms p05_ms p95_ms"
call "common/figures/figure.gp" ARG1 ARG2 ARG3 ARG4

side = listed(in, "size", "")
side = "size=".word(side, words(side)) # the largest image of a sweep
title = say("Lab 6: the layers of ResNet-50, batch ".batch.", float32, image side ", \
    "Lab 6: las capas de ResNet-50, lote ".batch.", float32, lado de la imagen ").side[6:]
shape = side
bars(s) = first_rows(source(s), "version=".version(s)." ".side, "layer")
load "lab06_resnet_layers/bars.plt"
eval done
