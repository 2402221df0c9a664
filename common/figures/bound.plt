# The bound that the published limits of a card leave, as a series "card" with a look of its own: where nothing of a
# GPU was measured and no reference is laid over, or with  bounded = 1  also beside a GPU. A figure loads this behind
# common/figures/figure.gp; of this series it draws rows made by  bound(pipe, formula).
card = said(in, "card")
# The GFLOP/s that no such card exceeds, as common/engine/bounds.c has them.
card_peak = system("LC_ALL=C awk -F, -v card=".quoted(card). \
    " '/^#define ABOVE_PUBLISHED_CLOCK/ { split($0, word, \" \"); above = word[3] } \
    $2 == card { print 1000 * $5 * (1 + above / 100) }' common/engine/bounds.h reference/cards.csv")
if (!exists("bounded")) { bounded = no_gpu(in) && card_peak ne "" }
if (card ne "" && reference eq "" && bounded) { series = series." card" }
named(s) = s eq "card" ? say("bound: ", "cota: ").card : name(s)
look(s) = s eq "card" ? 9 : (place(s, 1) - 1) % 8 + 1
dash(s) = s eq "card" ? 4 : is_reference(s) ? 2 : 1

# These rows with the bound in the place of the time: its milliseconds, in awk's words; cell("gflops") is a column.
bound(pipe, formula) = pipe." | LC_ALL=C awk -F, -v OFS=, 'function cell(name) { return $c[name] } \
    NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } \
    NR > 1 { ms = ".formula."; $c[\"gflops\"] *= cell(\"median_ms\") / ms; $c[\"doubt\"] = \"\"; \
    $c[\"median_ms\"] = $c[\"p05_ms\"] = $c[\"p95_ms\"] = ms } { print }'"
