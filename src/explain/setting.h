// How words name a setting: as the field that it is ("min_area"), or as the option of the command ("--min-area").
#ifndef WEND_SRC_EXPLAIN_SETTING_H
#define WEND_SRC_EXPLAIN_SETTING_H

#include <wend/text.h>

static inline void wend_explain_setting(wend_text *text, bool option, const char *field) {
    wend_text_add_string(text, option ? "--" : "");
    for (; *field; field++)
        wend_text_add_char(text, option && *field == '_' ? '-' : *field);
}

#endif
