# Two CSVs in one figure: rows of other libraries, in peers/labNN.csv, and ours, in labNN.csv in the
# folder above it. A figure of the first loads this behind common/figures/figure.gp, sets
#
#   our_rows   which of ours it draws, as common/figures/rows.awk reads it
#
# and has: beside("version"), the series of both; rows_of(s), the rows of one of them.
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
