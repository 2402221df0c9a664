# Two CSVs in one figure: rows of other libraries, in peers/labNN.csv, and ours, in labNN.csv in the
# folder above it. A figure of the first loads this behind common/figures/figure.gp, sets
#
#   our_rows   which of ours it draws, as common/figures/rows.awk reads it
#
# and has: beside("version"), the series of both; rows_of(s), the rows of one of them; and a look for each.
folder(csv) = csv eq "" ? "" : system("dirname ".quoted(path(csv)))."/../"
ours(csv) = folder(csv).lab.".csv"
our_list(csv, what) = csv eq "" || !readable(ours(csv)) ? "" : \
    system(awk("-v list=".what, our_rows, ours(csv)))
all_of(csv, what) = our_list(csv, what)." ".listed(csv, what, "")
beside(what) = all_of(in, what).marked(all_of(reference, what), 1)

is_ours(s) = strstrt(version(s), "cpu_") == 1 || strstrt(version(s), "gpu_") == 1 || \
    strstrt(" cublas curand cub ", " ".version(s)." ") > 0
of_series(s) = " version=".version(s).(method(s) eq "" ? "" : " dtype=".method(s))
rows_of(s) = is_ours(s) ? "< ".awk("", our_rows.of_series(s), ours(source(s))) : rows(source(s), of_series(s))

# Each has its look, whichever others were measured: a colour and, where bars stand, a hatching (gnuplot's
# pattern; 3 is solid), where lines are, a mark. A library is one colour; its variants differ in the rest.
known = "cpu_openmp cpu_serial cpu_blas gpu_v1 gpu_ex61 gpu_ex62 gpu_wmma cublas numpy cupy" \
    ." numba numba_element numba_vectorize numba_cuda numba_cuda_element jax jax_jit torch torch_compile" \
    ." gpu_ex41 gpu_ex42 curand cub"
known_colours = "#404040 #404040 #cc79a7 #777777 #777777 #0072b2 #0072b2 #cc79a7 #56b4e9 #0072b2" \
    ." #009e73 #009e73 #009e73 #009e73 #009e73 #e69f00 #e69f00 #d55e00 #d55e00 #8c564b #332288 #cc79a7 #cc79a7 #999933"
hatches = "3 4 1 4 3 4 3 1 5 5 3 4 6 3 4 6 3 7 3 3 5 1 2 2"
marks = "7 9 13 5 7 9 11 13 9 9 11 5 7 11 5 5 7 15 13 9 11 13 15 9"
known_at(v, i) = word(known, i) eq v || i > words(known) ? i : known_at(v, i + 1) # the last look: of all others
look(s) = known_at(version(s), 1)
mark(s) = word(marks, look(s)) - is_reference(s) # hollow
colours = known_colours
do for [i = 1:words(colours)] { set linetype i linecolor rgb word(colours, i) linewidth 2 }
set linetype cycle words(colours)
colour_of(v) = word(known_colours, known_at(v, 1))
hatch_of(v) = int(word(hatches, known_at(v, 1)))
part_of_mix(c, with, share) = int(("0x".c) * (1 - share) + with * share)
mixed(c, with, share) = sprintf("#%02x%02x%02x", part_of_mix(c[2:3], with, share), \
    part_of_mix(c[4:5], with, share), part_of_mix(c[6:7], with, share))
