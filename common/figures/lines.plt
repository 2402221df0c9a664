# Lines, each with its name at its right end, and names pushed apart where one would hide another.
# A figure loads this behind common/figures/figure.gp; it sets its labels, and
#
#   series     whose lines; points_of(s): its rows; named(s), look(s), mark(s), dash(s): how it is drawn
#   x, y       what is drawn of a row, as  x = 'column("size")'
#   spread     "rate" or "time", which have p05 and p95, or "none"; "rate" if it is not set
#   linear     "" (both axes are logarithmic, which is usual), "y" or "xy"
#   x_in       how x is written: "2^k", "bytes" (KiB, MiB), "tens", "points" (where there are
#              points), or "numbers", which is usual
#   limits     how many further lines, dashed: limit_at(i, x), limit_name(i)
#   text_below set where a line of text stands at the lower edge of a logarithmic y, so that no point does
#   behind     what is drawn behind the lines, as  behind = '"file" with filledcurves,'
#
# A point in doubt gets a ring. Points of one x stand a little apart: their bars would hide each other.
if (!exists("spread")) { spread = "rate" }
if (!exists("linear")) { linear = "" }
if (!exists("x_in")) { x_in = "numbers" }
if (!exists("limits")) { limits = 0 }
if (!exists("behind")) { behind = "" }
eval headline

# ---- every point once: series, x, y, its lower and upper end, in doubt ------------------------------

count = words(series)
# A sum of times has no percentiles, and what is not a time has none.
known_or(value, otherwise) = value == value ? value : otherwise
end_of(percentile) = 'known_or('.(spread eq "time" ? 'column("'.percentile.'")' : \
    spread eq "rate" ? y.' * column("median_ms") / column("'.percentile.'")' : 'NaN').', '.y.')'
ends = end_of("p05_ms").'):('.end_of("p95_ms")
set table $points separator comma
eval 'plot for [i = 1:count] points_of(word(series, i)) \
    using (i):('.x.'):('.y.'):('.ends.'):(strcol("doubt") ne "") with table'
unset table

array last_x[count + limits]; array last_y[count + limits]
do for [i = 1:count] { last_x[i] = -1 }
first_x = end_x = NaN
in_doubt = 0
if (!exists("lowest")) { lowest = highest = NaN } # what else has to be seen
smaller(a, b) = a < b || b != b ? a : b
larger(a, b) = a > b || b != b ? a : b
cell(line, i) = i == 1 ? line[1:strstrt(line, ",") - 1] : cell(line[strstrt(line, ",") + 1:], i - 1)
at(line, i) = real(cell(line.",", i))
if (linear ne "xy") { set xtics scale 1, 0 () }
plain(v) = v >= 1e6 || v < 1e-3 ? sprintf("10^{%d}", floor(log10(v) + 0.5)) : in_digits("%.10g", v)
do for [n = 1:|$points|] {
    if (strstrt($points[n], ",")) {
        i = int(at($points[n], 1)); here_x = at($points[n], 2); here_y = at($points[n], 3)
        if (here_x >= last_x[i]) { last_x[i] = here_x; last_y[i] = here_y }
        first_x = smaller(here_x, first_x); end_x = larger(here_x, end_x)
        lowest = smaller(smaller(at($points[n], 4), at($points[n], 5)), lowest)
        highest = larger(larger(at($points[n], 4), at($points[n], 5)), highest)
        in_doubt = in_doubt + at($points[n], 6)
        if (x_in eq "points") { set xtics add (plain(here_x) here_x) }
    }
}

# ---- the axes ----------------------------------------------------------------------------------------

# A ruler of 1, 2 and 5 where it is short, of tens where it is long.
tens(v) = 10.0 ** floor(log10(v) + 1e-9)
step_down(v) = v >= 5 * tens(v) ? 5 * tens(v) : v >= 2 * tens(v) ? 2 * tens(v) : tens(v)
step_up(v) = v <= 1.001 * tens(v) ? tens(v) : \
    v <= 2 * tens(v) ? 2 * tens(v) : v <= 5 * tens(v) ? 5 * tens(v) : 10 * tens(v)
in_bytes(k) = sprintf("%d %s", 2 ** (k % 10), word("B KiB MiB GiB TiB", k / 10 + 1))
x_tic(k) = x_in eq "2^k" ? sprintf("2^{%d}", k) : x_in eq "bytes" ? in_bytes(k) : plain(base ** k)

width = log10(end_x / first_x)
log_x = linear ne "xy"; log_y = linear eq ""
if (log_x) {
    set logscale x 10
    room = width > 0 ? 0.04 * width : 0.3
    set xrange [first_x / 10 ** room : end_x * 10 ** room]
    base = x_in eq "tens" ? 10 : 2
    every = ceil(width / log10(base) / (x_in eq "bytes" ? 7.0 : 10.0))
    every = every < 1 ? 1 : every
    if (x_in ne "points") {
        do for [k = floor(log10(first_x) / log10(base) + 0.001) : ceil(log10(end_x) / log10(base)) : every] {
            set xtics add (x_tic(k) base ** k)
        }
    }
} else { set xrange [0 : end_x * 1.05] }
do for [i = 1:limits] {
    last_x[count + i] = end_x
    last_y[count + i] = limit_at(i, end_x)
    highest = larger(last_y[count + i], highest)
    lowest = smaller(limit_at(i, first_x), lowest)
}
if (log_y) {
    set logscale y 10
    lowest = step_down(lowest / 1.1); highest = step_up(highest * 1.1)
    if (exists("text_below")) { lowest = lowest / (highest / lowest) ** 0.08 }
    if (in_doubt) { highest = highest * (highest / lowest) ** 0.08 } # for the word on the rings
    set yrange [lowest : highest]
    set ytics scale 1, 0 ()
    long = log10(highest / lowest)
    do for [k = floor(log10(lowest) + 0.001) : ceil(log10(highest)) : ceil(long / 8.0)] {
        set ytics add (plain(10.0 ** k) 10.0 ** k)
        if (long < 2.5) { set ytics add (plain(2 * 10.0 ** k) 2 * 10.0 ** k, plain(5 * 10.0 ** k) 5 * 10.0 ** k) }
    }
} else {
    if (!exists("highest_y")) { highest_y = highest * (in_doubt > 0 ? 1.16 : 1.08) }
    set yrange [0 : highest_y]
}

# ---- the names ---------------------------------------------------------------------------------------

of_axis(v) = log_y ? log10(v / lowest) / log10(highest / lowest) : v / highest_y
total = count + limits
array order[total]; array height_of[total]
shown = 0; longest = 0
line_name(i) = i > count ? limit_name(i - count) : named(word(series, i))
do for [i = 1:total] {
    if (last_y[i] > 0 && last_x[i] > 0) {
        height_of[i] = of_axis(last_y[i])
        shown = shown + 1
        order[shown] = i
        do for [k = shown:2:-1] {
            if (height_of[order[k]] < height_of[order[k - 1]]) {
                above = order[k]; order[k] = order[k - 1]; order[k - 1] = above
            }
        }
        longest = strlen(line_name(i)) > longest ? strlen(line_name(i)) : longest
    }
}
gap = 0.055 > 1.0 / (shown + 1) ? 1.0 / (shown + 1) : 0.055
do for [pass = 1:100] { do for [k = 2:shown] {
    over = gap - height_of[order[k]] + height_of[order[k - 1]]
    if (over > 0) {
        height_of[order[k]] = height_of[order[k]] + over / 2
        height_of[order[k - 1]] = height_of[order[k - 1]] - over / 2
    }
}}
do for [k = 1:shown] { if (height_of[order[k]] < (k - 1) * gap) { height_of[order[k]] = (k - 1) * gap } }
do for [k = shown:1:-1] {
    ceiling_of_name = 1.02 - (shown - k) * gap
    if (height_of[order[k]] > ceiling_of_name) { height_of[order[k]] = ceiling_of_name }
}
set rmargin 0.9 * longest + 6
# Where a series stands beside its x.
apart = count < 8 ? 0.006 : 0.05 / count # of the width
apart = apart * (!log_x ? end_x : width > 0.6 ? width : 0.6)
aside(i, x) = log_x ? x * 10 ** (apart * (i - (count + 1) / 2.0)) : x + apart * (i - (count + 1) / 2.0)
do for [k = 1:shown] {
    i = order[k]
    s = i > count ? "" : word(series, i)
    colour = i > count ? "#404040" : word(colours, look(s))
    set arrow from first (i > count ? end_x : aside(i, last_x[i])), first last_y[i] to graph 1.03, graph height_of[i] \
        nohead linewidth 0.7 linecolor rgb "#999999" dashtype 3 # grey dots, which are no data
    if (i > count || mark(s) == 0) {
        set label line_name(i) at graph 1.035, graph height_of[i] left noenhanced
    } else {
        set label line_name(i) at graph 1.05, graph height_of[i] left noenhanced \
            point pointtype mark(s) pointsize sized(1.2) linecolor rgb colour offset 0.4, 0
    }
}

# ---- and the picture -----------------------------------------------------------------------------------

if (in_doubt) {
    doubt_name = say("ring: in doubt", "aro: dudoso")
    set label 102 doubt_name at graph 0.03, 0.96 noenhanced \
        point pointtype 6 pointsize sized(2.6) linewidth 1.5 linecolor rgb "#000000" offset 0.8, 0
}
unset key
set samples 300
dashed = limits == 0 ? '' : \
    'for [i = 1:limits] limit_at(i, x) with lines linestyle 100 dashtype i + 1 \
     title last_y[count + i] > 0 ? limit_name(i) : "", '
rings = in_doubt == 0 ? '' : \
    ', $points using (column(6) > 0 ? aside(column(1), column(2)) : NaN):3 with points \
    pointtype 6 pointsize sized(2.6) linewidth 1.5 linecolor rgb "#000000" title doubt_name'
eval 'plot '.behind.dashed.' \
     for [i = 1:count] $points using (column(1) == i ? aside(i, column(2)) : NaN):3:4:5 \
         with yerrorlines linetype look(word(series, i)) dashtype dash(word(series, i)) \
         pointtype mark(word(series, i)) \
         pointsize sized(1.2) title named(word(series, i))'.rings
eval done
