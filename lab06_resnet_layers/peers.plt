# Bars of the 20 layers from results/peers/lab06.csv, which make peers writes; peers_*.gp call it with
# what figure.gp asks for and what they show:
#
#   ARG5   one library: float16 beside float32. "all": every library and our own versions, in float32;
#          ours come from lab06.csv in the folder above
#   ARG6   cpu, gpu or tpu
#   ARG7   the size of the batch
#
# columns   version dtype size m n k median_ms p05_ms p95_ms gflops verdict layer batch name backend
who = ARG5; backend = ARG6; batch = ARG7
of_shape = "batch=".batch." dtype=".(who eq "all" ? "float32" : "float32,float16")
right = of_shape." verdict=ok backend=".backend.(who eq "all" ? "" : " version=".who)
numbers = "size layer gflops median_ms p05_ms p95_ms"
needed = who eq "all" ? "" : "dtype=float16"
call "common/figures/figure.gp" ARG1 ARG2 ARG3 ARG4

# Ours of the same machine: those of the CPU, or those of the GPU.
load "common/figures/peers.plt"
our_rows = of_shape." size=".word(listed(in, "size", ""), 1)." verdict=ok ".(who ne "all" ? "version=none" : \
    backend eq "cpu" ? "device=cpu version=cpu_openmp,cpu_blas method=wall" : \
    backend eq "gpu" ? "device!=cpu,cpu_device version=gpu_v1,gpu_ex61,cublas method=sync" : "version=none")
shape = ""
series = beside("version/dtype")
bars(s) = rows_of(s)." | LC_ALL=C awk -v first=layer -f common/figures/rows.awk"
named(s) = name(s).(who eq "all" ? "" : method(s) eq "float16" ? ", f16" : ", f32")
load "lab06_resnet_layers/bars.plt"
eval done
