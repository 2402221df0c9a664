#   gnuplot -c lab06_resnet_layers/f16.gp results/lab06.csv results/lab06_f16.svg
# columns   device version method dtype size median_ms p05_ms p95_ms gflops verdict layer batch name
# en: GFLOP/s of each layer, half precision against float32
# es: GFLOP/s de cada capa, media precisión contra float32

right = "version=cpu_openmp,gpu_ex61,gpu_ex62,gpu_wmma,cublas method=wall,sync verdict=ok dtype=float32,float16"
numbers = "size layer gflops median_ms p05_ms p95_ms"
needed = "dtype=float16"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

last(list) = word(list, words(list))
batch = last(listed(in, "batch", "dtype=float16"))
side = last(listed(in, "size", "dtype=float16 batch=".batch))
shape = "batch=".batch." size=".side
title = say("Lab 6: half precision against float32, batch ", "Lab 6: media precisión contra float32, lote ").batch. \
    say(", image side ", ", lado de la imagen ").side

# A series is a version and the type of its data: cublas/float16.
of_shape(csv) = listed(csv, "version/dtype", shape)
series = of_shape(in).marked(of_shape(reference), 1)
bars(s) = first_rows(source(s), "version=".version(s)." dtype=".method(s)." ".shape, "layer")
named(s) = name(s).(method(s) eq "float16" ? ", f16" : ", f32")
load "lab06_resnet_layers/bars.plt"
eval done
