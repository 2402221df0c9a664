/* CSV: writes cells that no spreadsheet takes for formulas; reads a table with the place of each
 * cell. */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>
#include <stdio.h>

/* Writes a cell, quoted where needed; what begins with = + - @ or a tab gets a ' in front, so that
 * no spreadsheet takes it for a formula (a plain number stays as it is). */
void csv_cell(FILE *file, const char *text);

struct csv {
    size_t rows, columns; /* the first row is the header; short rows are filled with "" */
    char **cells;         /* rows * columns */
    struct csv_place {
        size_t from, to; /* bytes of `text`, the quotes included */
    } * places;          /* rows * columns; from == to where the cell is empty or missing */
    char *text;          /* the file */
    size_t count;        /* its bytes */
    char separator;      /* , or ; or tab, whichever the header has most of */
};

/* Reads a CSV (quotes, commas and newlines in quotes, CRLF, a BOM). NULL: `why` names the line. */
struct csv *csv_read(const char *path, char why[512]);
void csv_free(struct csv *csv);

#endif
