// Reports: the findings of a call, the first hundred of each code kept, all of them counted.
//
// A report must be able to say what went wrong when nothing can be allocated any more, so the text of the last error
// lives in the report itself. Texts may quote names and bytes of files; what is not printable UTF-8 is replaced on the
// way in, so that every finding is one clean line.
#include "base/array.h"
#include "base/context.h"
#include "base/format.h"

typedef struct tally {
    const char *code;
    int64_t total;
} tally;

struct wend_report {
    wend_context *context;
    WEND_ARRAY(wend_finding) kept;
    WEND_ARRAY(tally) tallies;
    int64_t total;
    char error[WEND_FINDING_TEXT];
};

// ---------------------------------------------------------------------------------------------- clean text

// Length of the well-formed UTF-8 character at `text`, or 0.
static int character_length(const unsigned char *text) {
    unsigned first = text[0];
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0; // also at the end, which is a 0
    bool overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
    bool surrogate = first == 0xED && text[1] > 0x9F;
    bool beyond = first == 0xF4 && text[1] > 0x8F;
    return overlong || surrogate || beyond ? 0 : length;
}

// Makes a text one line of well-formed UTF-8 in place: control characters become spaces, broken bytes question marks.
static void clean(char text[WEND_FINDING_TEXT]) {
    text[WEND_FINDING_TEXT - 1] = 0;
    unsigned char *c = (unsigned char *)text;
    while (*c != 0) {
        int length = character_length(c);
        if (length == 0)
            *c = '?';
        else if (*c < 0x20 || *c == 0x7F)
            *c = ' ';
        c += length == 0 ? 1 : length;
    }
}

// Ends a text that was cut with "...", at the border of a character.
static void end_cut_text(char text[WEND_FINDING_TEXT]) {
    size_t place = WEND_FINDING_TEXT - 4;
    while (place > 0 && ((unsigned char)text[place] & 0xC0) == 0x80)
        place--;
    memcpy(text + place, "...", 4);
}

wend_finding wend_finding_make(const char *code, wend_severity severity, const char *format, ...) {
    wend_finding finding = {.code = code, .severity = severity, .file = -1, .item = -1};
    va_list arguments;
    va_start(arguments, format);
    size_t length = wend_format_list(finding.text, sizeof finding.text, format, arguments);
    va_end(arguments);
    if (length >= sizeof finding.text)
        end_cut_text(finding.text);
    clean(finding.text);
    return finding;
}

// ---------------------------------------------------------------------------------------------- reports

wend_result wend_report_create(wend_context *context, wend_report **report) {
    if (!wend_given(report, context != NULL))
        return WEND_ERROR_ARGUMENT;
    if (context == NULL || report == NULL)
        return WEND_ERROR_ARGUMENT;
    *report = wend_allocate(context, sizeof **report);
    if (*report == NULL)
        return WEND_ERROR_MEMORY;
    memset(*report, 0, sizeof **report);
    (*report)->context = context;
    return WEND_OK;
}

void wend_report_destroy(wend_report *report) {
    if (report == NULL)
        return;
    wend_array_free(report->context, &report->kept);
    wend_array_free(report->context, &report->tallies);
    wend_release(report->context, report, sizeof *report);
}

void wend_report_clear(wend_report *report) {
    if (report == NULL)
        return;
    report->kept.count = 0;
    report->tallies.count = 0;
    report->total = 0;
    report->error[0] = 0;
}

// The tally of a code, or NULL. There are a few dozen codes at most: a search along the list is quick.
static tally *find_tally(const wend_report *report, const char *code) {
    for (int64_t i = 0; i < report->tallies.count; i++)
        if (strcmp(report->tallies.data[i].code, code) == 0)
            return &report->tallies.data[i];
    return NULL;
}

void wend_report_add(wend_report *report, const wend_finding *finding) {
    if (report == NULL || finding == NULL)
        return;
    wend_finding copy = *finding;
    if (copy.code == NULL)
        copy.code = "unknown";
    clean(copy.text);
    report->total++;
    if (copy.severity == WEND_ERROR)
        memcpy(report->error, copy.text, sizeof report->error);
    tally *entry = find_tally(report, copy.code);
    if (entry == NULL) {
        tally fresh = {copy.code, 0};
        if (!wend_array_push(report->context, &report->tallies, fresh))
            return; // lost, but part of the total
        entry = &report->tallies.data[report->tallies.count - 1];
    }
    entry->total++;
    if (entry->total <= WEND_REPORT_KEEP)
        (void)wend_array_push(report->context, &report->kept, copy);
}

int64_t wend_report_count(const wend_report *report) {
    return report == NULL ? 0 : report->kept.count;
}

const wend_finding *wend_report_at(const wend_report *report, int64_t k) {
    return report == NULL || k < 0 || k >= report->kept.count ? NULL : &report->kept.data[k];
}

int64_t wend_report_total(const wend_report *report, const char *code) {
    if (report == NULL)
        return 0;
    if (code == NULL)
        return report->total;
    const tally *entry = find_tally(report, code);
    return entry == NULL ? 0 : entry->total;
}

const char *wend_report_error(const wend_report *report) {
    return report == NULL ? "" : report->error;
}
