// Text of messages without stdio: a small part of printf.
//
//     %[0][width][.precision]conversion     width and precision are digits or *
//     s                                     a string, at most `precision` bytes of it
//     d u x X                               numbers, with l, ll or z before them where they are wider than int
//     c %
//
// No other flag and no fractions: those are written with wend_print_double, the same on every machine. A directive that
// is not of this kind is copied as it stands, and ends the text: what follows it could not be read. Precision counts
// bytes, so that it may cut a character of UTF-8 in two.
#ifndef WEND_SRC_BASE_FORMAT_H
#define WEND_SRC_BASE_FORMAT_H

#include <wend/base.h>

#include <stdarg.h>

// Like snprintf: writes at most size - 1 bytes and a 0 (nothing when size is 0), and returns how many bytes the whole
// text has.
size_t wend_format(char *text, size_t size, const char *format, ...) WEND_PRINTF(3, 4);
size_t wend_format_list(char *text, size_t size, const char *format, va_list arguments) WEND_PRINTF(3, 0);

#endif
