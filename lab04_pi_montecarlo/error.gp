#   gnuplot -c lab04_pi_montecarlo/error.gp results/lab04.csv results/lab04_error.svg
# columns   device version method size verdict abs_error std_error
# en: Distance from pi against the number of samples
# es: Distancia a pi según el número de muestras

numbers = "size abs_error std_error"
call "common/figures/figure.gp" ARG0 ARGC ARG1 ARG2

set xlabel say("n, samples", "n, muestras")
set ylabel say("distance from pi", "distancia a pi")

# The distance from pi is |z| standard errors, z normally distributed: 90 of 100 runs come to lie
# between 0.063 and 1.96 of them.
series = "run".(reference eq "" ? "" : " reference/run")
points_of(s) = first_rows(source(s), "", "size")
look(s) = 5
mark(s) = is_reference(s) ? 6 : 7
named(s) = is_reference(s) ? say("reference", "referencia") : say("this run", "esta ejecución")
x = 'column("size")'; y = 'column("abs_error")'; spread = "none"; x_in = "2^k"
limits = 1
limit_at(i, x) = 1.64 / sqrt(x)
sizes = listed(in, "size", "")
highest = 1.96 * limit_at(1, word(sizes, 1) + 0)
lowest = 0.063 * limit_at(1, word(sizes, words(sizes)) + 0)
limit_name(i) = say("standard error", "error estándar")
band = say("grey: where 90 of 100 runs lie", "gris: donde caen 90 de 100 ejecuciones")
set label 1 band."\n".say("standard error: 1.64 / sqrt(n)", "error estándar: 1,64 / raíz(n)") at graph 0.03, 0.1
behind = 'first_rows(in, "", "size") using "size":(0.063 * column("std_error")):(1.96 * column("std_error")) \
    with filledcurves linecolor rgb "#dddddd" title band, '
load "common/figures/lines.plt"
