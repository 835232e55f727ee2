// Options of a call: one JSON object, read into fields by a table. A key that the table does not know is an error that
// names it, so that a typing mistake is never a default.
#ifndef WEND_WEB_OPTIONS_H
#define WEND_WEB_OPTIONS_H

#include "web/module/module.h"

typedef enum web_option_kind {
    WEB_OPTION_NUMBER,  // double
    WEB_OPTION_DEGREES, // double, kept in radians
    WEB_OPTION_WHOLE,   // int32_t
    WEB_OPTION_FLAG,    // bool
    WEB_OPTION_CHOICE,  // int32_t: which of `choices`, words separated by |
    WEB_OPTION_OTHER    // read by the caller
} web_option_kind;

typedef struct web_option {
    const char *name;
    web_option_kind kind;
    void *field;
    const char *choices;
} web_option;

// A call's options while they are read. They stay until web_options_free.
typedef struct web_options {
    wend_json json;
} web_options;

// Reads a text of `bytes` bytes, none of which is an empty object. On failure web_text says what is wrong.
wend_result web_options_read(web_options *options, const char *text, int32_t bytes, const web_option *table, int count);
void web_options_free(web_options *options);

#endif
