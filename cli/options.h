// Options of the command line: a table per subcommand, one parser. What is wrong is told in one line that names the
// option, says what is accepted, and where to read more.
#ifndef WEND_CLI_OPTIONS_H
#define WEND_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wend_option_kind {
    WEND_OPTION_FLAG,   // takes no value
    WEND_OPTION_NUMBER, // a finite number from `low` (above it with `above`) to `high` (below it with `below`)
    WEND_OPTION_WHOLE,  // the same, without a fraction
    WEND_OPTION_TEXT,   // a file name
    WEND_OPTION_CHOICE, // one of `choices`
    WEND_OPTION_SIZE,   // bytes: a number with K, M, G or T behind it; "none" is 0
    WEND_OPTION_PIXELS, // WIDTHxHEIGHT, whole numbers from `low` to `high`
    WEND_OPTION_BOX,    // X0,Y0,X1,Y1: numbers, the first of each axis below the second
    WEND_OPTION_AREA,   // NAME=ID or NAME=ID:TAGS, whole numbers up to 65535 and 4294967295
    WEND_OPTION_PLACE   // X,Y,Z; where `many` is set, several of them: X,Y,Z X,Y,Z or X,Y,Z,X,Y,Z
} wend_option_kind;

typedef struct wend_option {
    const char *name; // "--unit"
    wend_option_kind kind;
    double low, high;
    const char *choices; // "exact|voxel"
    const char *example; // of a number, and what it means; NULL for none
    bool above;          // `low` itself is refused
    bool below;          // `high` itself is refused
    bool later;          // read and judged, but not built yet
    const char *only;    // the kind of input that it is for, in words ("3D scenes"); NULL for all
    bool many;           // may be given more than once
    const char *instead; // no option, but often looked for: what to do instead; NULL for all others
} wend_option;

#define WEND_OPTIONS_MAX 32

typedef struct wend_option_value {
    bool given;
    double number;
    const char *text;
} wend_option_value;

typedef struct wend_options {
    const char *command; // "build"
    const wend_option *table;
    int count;
    wend_option_value values[WEND_OPTIONS_MAX]; // in the order of the table
    char **operands;                            // what is no option
    int operand_count;
    int argument_count; // operands, then options and their values, as they came
} wend_options;

// Reads the arguments after the subcommand; their order in `arguments` is changed so that operands come first, and then
// all others as they came. False
// after having printed one line when something is wrong. Options that are not built yet are refused by
// wend_options_built.
bool wend_options_read(const char *command, const wend_option *table, int count, int argument_count, char **arguments,
                       wend_options *options);
// False after having printed one line when an option was given that is not built yet.
bool wend_options_built(const wend_options *options);

// The value of an option of the table.
const wend_option_value *wend_options_value(const wend_options *options, const char *name);
bool wend_options_given(const wend_options *options, const char *name);
double wend_options_number(const wend_options *options, const char *name, double otherwise);
const char *wend_options_text(const wend_options *options, const char *name);
// The places of an option: how many were given, and, unless `places` is NULL, x, y, z of each.
int wend_options_places(const wend_options *options, const char *name, double *places);

// The values of an option that may be given more than once, one after the other; NULL at the end. *at is 0 at first.
const char *wend_options_next(const wend_options *options, const char *name, int *at);

// Takes a value of WEND_OPTION_AREA apart: how long its name is, the id and the tags; false when it is none.
bool wend_options_area(const char *text, size_t *length, int32_t *id, uint32_t *tags);

// The numbers of a size (two) or of a box (four); false when the option was not given.
bool wend_options_numbers(const wend_options *options, const char *name, double *numbers);

// Checks that there are `low` to `high` operands; `names` says which, for the message.
bool wend_options_operands(const wend_options *options, int low, int high, const char *names);

#endif
