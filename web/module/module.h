// The WebAssembly module behind the npm package: flat functions over the public headers, called from JavaScript.
//
// A client like the command: it includes public headers and its own. There are two modules: `wend` holds all of it,
// `query` loads .wend files and asks them (no readers, no build).
//
// How they are called. Objects are addresses. What goes in: numbers, and arrays and UTF-8 texts that the caller has
// put into memory of web_allocate. Options come as one JSON text (options.h). What comes out: a wend_result, numbers in
// `web_answer`, and a text (JSON or words) in `web_text`; both stay until the next call. After a failure the text is
// what went wrong, in words. Arrays in an answer are an address and a count; they belong to the object they were asked
// from.
#ifndef WEND_WEB_MODULE_H
#define WEND_WEB_MODULE_H

#include <wend/json.h>
#include <wend/nav.h>

#ifdef __wasm__
#define WEB_EXPORT(name) __attribute__((export_name(#name))) name
#define WEB_IMPORT(name) __attribute__((import_module("env"), import_name(#name)))
#else // the C is compiled natively, too, so that warnings and editors see it
#define WEB_EXPORT(name) name
#define WEB_IMPORT(name)
#endif

enum { WEB_ANSWER_MOST = 32 };

extern double web_answer[WEB_ANSWER_MOST];
extern wend_text web_text;
extern wend_context *web_context;
extern wend_report *web_report; // of the call under way, cleared by web_begin

// Begins a call: clears text and report.
void web_begin(void);
// Ends a call: on failure its words become the text. Returns the result.
wend_result web_end(wend_result result);
// Ends a call with words of its own.
wend_result web_refuse(const char *words);
// Puts the findings of the call into the text, as a JSON array under a key.
void web_add_findings(const char *key);

// Puts what the path found last passes into the text: links, flights of stairs, areas.
wend_result web_add_passed(wend_search *search);

static inline double web_address(const void *pointer) {
    return (double)(uintptr_t)pointer;
}

#endif
