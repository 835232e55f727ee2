// The module's context, its memory, and how calls begin and end.
//
// One context serves all calls: JavaScript runs one at a time. Progress goes to the host, which may answer that the
// build is no longer wanted.
#include "web/module/module.h"

double web_answer[WEB_ANSWER_MOST];
wend_text web_text;
wend_context *web_context;
wend_report *web_report;

// Hears how far a stage is; anything but 0 cancels the call.
WEB_IMPORT(wend_progress) int32_t wend_progress(const char *stage, int32_t bytes, double fraction);

static bool cancelled;

static void hear(void *user, const char *stage, double fraction) {
    int32_t bytes = 0;
    (void)user;
    while (stage[bytes] != 0)
        bytes++;
    cancelled |= wend_progress(stage, bytes, fraction) != 0;
}

static bool is_cancelled(void *user) {
    (void)user;
    return cancelled;
}

// First of all calls. `limit` is the most bytes that Wend may allocate, 0 for no limit.
int32_t WEB_EXPORT(web_start)(double limit);
int32_t web_start(double limit) {
    wend_context_def def = wend_default_context_def();
    def.threads = 1;
    def.progress = hear;
    def.cancel = is_cancelled;
    def.memory_limit = limit > 0 ? (size_t)limit : 0;
    wend_result result = wend_context_create(&def, &web_context);
    if (result == WEND_OK)
        result = wend_report_create(web_context, &web_report);
    web_text = wend_text_start(web_context);
    return (int32_t)result;
}

void *WEB_EXPORT(web_allocate)(double bytes);
void *web_allocate(double bytes) {
    return bytes >= 1 && bytes <= 0x7fffffff ? wend_allocate(web_context, (size_t)bytes) : NULL;
}

void WEB_EXPORT(web_release)(void *block, double bytes);
void web_release(void *block, double bytes) {
    wend_release(web_context, block, (size_t)bytes);
}

double *WEB_EXPORT(web_answer_place)(void);
double *web_answer_place(void) {
    return web_answer;
}

const char *WEB_EXPORT(web_text_place)(void);
const char *web_text_place(void) {
    return web_text.data;
}

int32_t WEB_EXPORT(web_text_bytes)(void);
int32_t web_text_bytes(void) {
    return (int32_t)web_text.count;
}

const char *WEB_EXPORT(web_version)(void);
const char *web_version(void) {
    return wend_version();
}

double WEB_EXPORT(web_bytes_now)(void);
double web_bytes_now(void) {
    return (double)wend_bytes_now(web_context);
}

double WEB_EXPORT(web_bytes_peak)(void);
double web_bytes_peak(void) {
    double peak = (double)wend_bytes_peak(web_context);
    wend_peak_reset(web_context);
    return peak;
}

void web_begin(void) {
    cancelled = false;
    wend_text_clear(&web_text);
    wend_report_clear(web_report);
}

wend_result web_end(wend_result result) {
    result = result == WEND_OK ? wend_text_result(&web_text) : result;
    if (result == WEND_OK)
        return WEND_OK;
    const char *words = wend_report_error(web_report);
    wend_text_clear(&web_text);
    wend_text_add_string(&web_text, words[0] != 0 ? words : wend_describe(result));
    return result;
}

wend_result web_refuse(const char *words) {
    wend_text_clear(&web_text);
    wend_text_add_string(&web_text, words);
    return WEND_ERROR_ARGUMENT;
}

static const char *const severities[] = {"note", "warning", "error"};

void web_add_findings(const char *key) {
    wend_json_open(&web_text, key, '[');
    for (int64_t k = 0; k < wend_report_count(web_report); k++) {
        const wend_finding *f = wend_report_at(web_report, k);
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_string(&web_text, "code", f->code);
        wend_json_add_string(&web_text, "severity", severities[f->severity]);
        wend_json_add_string(&web_text, "text", f->text);
        if (f->item >= 0)
            wend_json_add_int(&web_text, "item", f->item);
        if (f->has_at)
            wend_json_add_place(&web_text, "at", f->at);
        if (f->has_measure) {
            wend_json_add_double(&web_text, "measured", f->measured);
            wend_json_add_double(&web_text, "limit", f->limit);
        }
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
}
