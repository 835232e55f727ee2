// The formatter of messages. See format.h for what it knows.
#include "base/format.h"

#include <string.h>

// Where the text goes. `length` counts all of it, what does not fit included.
typedef struct output {
    char *text;
    size_t size;
    size_t length;
} output;

static void put(output *o, char c) {
    if (o->length + 1 < o->size)
        o->text[o->length] = c;
    o->length++;
}

static void put_bytes(output *o, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        put(o, bytes[i]);
}

static void fill(output *o, char c, size_t count, size_t width) {
    for (; count < width; count++)
        put(o, c);
}

// What stands between % and the conversion.
typedef struct directive {
    bool zeros;
    int width;     // 0 when there is none
    int precision; // -1 when there is none
    int size;      // 0 int, 1 long, 2 long long, 3 size_t
    char conversion;
} directive;

// The value of one argument that is a number, as its sign and its size.
typedef struct number {
    bool negative;
    uint64_t size;
} number;

static number from_signed(int64_t value) {
    return (number){value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value};
}

static void put_number(output *o, const directive *d, number n) {
    static const char small[] = "0123456789abcdef", large[] = "0123456789ABCDEF";
    const char *digits = d->conversion == 'X' ? large : small;
    unsigned base = d->conversion == 'x' || d->conversion == 'X' ? 16 : 10;
    char text[24];
    size_t count = 0, least = d->precision >= 0 ? (size_t)d->precision : 1, width = (size_t)d->width;
    for (uint64_t rest = n.size; rest > 0; rest /= base)
        text[count++] = digits[rest % base];
    if (d->zeros && d->precision < 0 && width > n.negative)
        least = width - n.negative;
    if (least < count)
        least = count;
    fill(o, ' ', least + n.negative, width);
    if (n.negative)
        put(o, '-');
    fill(o, '0', count, least);
    while (count > 0)
        put(o, text[--count]);
}

static void put_string(output *o, const directive *d, const char *text) {
    if (text == NULL)
        text = "(null)";
    size_t count = 0;
    while ((d->precision < 0 || count < (size_t)d->precision) && text[count] != 0)
        count++;
    fill(o, ' ', count, (size_t)d->width);
    put_bytes(o, text, count);
}

enum { WIDEST = 1 << 16 };

static int bounded(int value) {
    return value > WIDEST ? WIDEST : value;
}

static const char *read_digits(const char *c, int *value) {
    for (*value = 0; *c >= '0' && *c <= '9'; c++)
        *value = bounded(*value * 10 + (*c - '0'));
    return c;
}

static const char *read_size(const char *c, int *size) {
    *size = 0;
    if (*c == 'z') {
        *size = 3;
        return c + 1;
    }
    for (; *c == 'l' && *size < 2; c++)
        ++*size;
    return c;
}

size_t wend_format_list(char *text, size_t size, const char *format, va_list arguments) {
    output o = {text, size, 0};
    const char *c = format;
    while (*c != 0) {
        if (*c != '%') {
            put(&o, *c++);
            continue;
        }
        const char *start = c++;
        directive d = {.zeros = *c == '0', .precision = -1};
        c += d.zeros;
        if (*c == '*') {
            int width = va_arg(arguments, int);
            d.width = width < 0 ? 0 : bounded(width);
            c++;
        } else
            c = read_digits(c, &d.width);
        if (*c == '.' && c[1] == '*') {
            int precision = va_arg(arguments, int);
            d.precision = precision < 0 ? -1 : bounded(precision);
            c += 2;
        } else if (*c == '.')
            c = read_digits(c + 1, &d.precision);
        c = read_size(c, &d.size);
        d.conversion = *c;
        if (d.conversion == '%')
            put(&o, '%');
        else if (d.conversion == 'c') {
            fill(&o, ' ', 1, (size_t)d.width);
            put(&o, (char)va_arg(arguments, int));
        } else if (d.conversion == 's')
            put_string(&o, &d, va_arg(arguments, const char *));
        else if (d.conversion == 'd')
            put_number(&o, &d,
                       from_signed(d.size == 3   ? (int64_t)va_arg(arguments, ptrdiff_t)
                                   : d.size == 2 ? (int64_t)va_arg(arguments, long long)
                                   : d.size == 1 ? (int64_t)va_arg(arguments, long)
                                                 : (int64_t)va_arg(arguments, int)));
        else if (d.conversion == 'u' || d.conversion == 'x' || d.conversion == 'X')
            put_number(&o, &d,
                       (number){false, d.size == 3   ? (uint64_t)va_arg(arguments, size_t)
                                       : d.size == 2 ? (uint64_t)va_arg(arguments, unsigned long long)
                                       : d.size == 1 ? (uint64_t)va_arg(arguments, unsigned long)
                                                     : (uint64_t)va_arg(arguments, unsigned)});
        else {
            put_bytes(&o, start, strlen(start));
            break;
        }
        c++;
    }
    if (size > 0)
        text[o.length < size ? o.length : size - 1] = 0;
    return o.length;
}

size_t wend_format(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t length = wend_format_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}
