// Options of the command line. See options.h.
#include "cli/options.h"

#include <wend/base.h>

#include "cli/command.h"
#include "cli/nearest.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define WORDS 160 // bytes of what an option accepts

static bool complain_about(const wend_options *options, const char *name, const char *what, const char *found) {
    if (found)
        wend_complain("%s: %s: %s, found \"%.60s\"; see 'wend help %s'", options->command, name, what, found,
                      options->command);
    else
        wend_complain("%s: %s: %s; see 'wend help %s'", options->command, name, what, options->command);
    return false;
}

// What an option accepts, in words.
static const char *accepted(const wend_option *option, char words[WORDS]) {
    char low[WEND_NUMBER_TEXT], high[WEND_NUMBER_TEXT];
    switch (option->kind) {
    case WEND_OPTION_NUMBER:
    case WEND_OPTION_WHOLE:
        wend_print_double(low, option->low);
        wend_print_double(high, option->high);
        snprintf(words, WORDS, "expected a %snumber %s %s %s %s%s%s", option->kind == WEND_OPTION_WHOLE ? "whole " : "",
                 option->above ? "above" : "from", low,
                 option->below   ? "to less than"
                 : option->above ? "up to"
                                 : "to",
                 high, option->example ? ", such as " : "", option->example ? option->example : "");
        return words;
    case WEND_OPTION_CHOICE:
        snprintf(words, WORDS, "expected one of %s", option->choices);
        return words;
    case WEND_OPTION_SIZE:
        return "expected a size such as 512M or 8G, or none";
    case WEND_OPTION_PIXELS:
        snprintf(words, WORDS, "expected WIDTHxHEIGHT, each %d to %d pixels", (int)option->low, (int)option->high);
        return words;
    case WEND_OPTION_BOX:
        snprintf(words, WORDS, "expected X0,Y0,X1,Y1 with X0 < X1 and Y0 < Y1");
        return words;
    case WEND_OPTION_AREA:
        return "expected NAME=ID, with an ID from 0 to 65535, or NAME=ID:TAGS";
    case WEND_OPTION_PLACE:
        return "expected three numbers X,Y,Z";
    default:
        return "expected a file name";
    }
}

// A number that takes all of the text.
static bool whole_text_number(const char *text, const char *end, double *value) {
    return text != end && wend_parse_double(text, end, value) == end && *value - *value == 0;
}

static bool is_choice(const char *choices, const char *text) {
    size_t length = strlen(text);
    for (const char *at = choices; at; at = strchr(at, '|')) {
        at += *at == '|';
        if (length > 0 && strncmp(at, text, length) == 0 && (at[length] == '|' || at[length] == 0))
            return true;
    }
    return false;
}

// A whole number from 0 to `most` that takes all of the text.
static bool read_whole(const char *text, const char *end, double most, double *value) {
    return whole_text_number(text, end, value) && *value >= 0 && *value <= most && *value == (double)(int64_t)*value;
}

bool wend_options_area(const char *text, size_t *length, int32_t *id, uint32_t *tags) {
    const char *equals = strrchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL, *end = text + strlen(text);
    double number = 0, mask = 0;
    if (!equals || equals == text || !read_whole(equals + 1, colon ? colon : end, WEND_AREA_MAX, &number) ||
        (colon && !read_whole(colon + 1, end, UINT32_MAX, &mask)))
        return false;
    *length = (size_t)(equals - text);
    *id = (int32_t)number;
    *tags = (uint32_t)mask;
    return true;
}

// Reads places X,Y,Z with commas, semicolons or blanks between them; how many there are, 0 when the text holds anything
// else. `places` may be NULL.
static int read_places(const char *text, double *places) {
    int count = 0;
    for (;; count++) {
        size_t length = strcspn(text, count % 3 == 2 ? ",; " : ",");
        double value;
        if (!whole_text_number(text, text + length, &value))
            return 0;
        if (places)
            places[count] = value;
        if (!text[length])
            return count % 3 == 2 ? count / 3 + 1 : 0;
        text += length + 1;
    }
}

// Reads a size in bytes, from 1 on; "none" is 0.
static bool read_size(const char *text, double *bytes) {
    static const char letters[] = "KMGTkmgt";
    size_t length = strlen(text);
    const char *letter = length > 0 ? strchr(letters, text[length - 1]) : NULL;
    if (strcmp(text, "none") == 0) {
        *bytes = 0;
        return true;
    }
    if (!whole_text_number(text, text + length - (letter != NULL), bytes) || *bytes <= 0)
        return false;
    for (ptrdiff_t k = letter ? (letter - letters) % 4 : -1; k >= 0; k--)
        *bytes *= 1024;
    return *bytes >= 1;
}

// Reads `count` numbers with a separator between them.
static bool read_numbers(const char *text, char separator, int count, double *numbers) {
    for (int k = 0; k < count; k++) {
        const char *end = strchr(text, separator);
        end = end ? end : text + strlen(text);
        if ((k + 1 < count) != (*end == separator) || !whole_text_number(text, end, &numbers[k]))
            return false;
        text = end + 1;
    }
    return true;
}

static bool is_whole_within(const wend_option *option, double number) {
    return number >= option->low && number <= option->high && number == (double)(int64_t)number;
}

static bool judge(const wend_option *option, const char *text, double *number) {
    switch (option->kind) {
    case WEND_OPTION_NUMBER:
    case WEND_OPTION_WHOLE:
        return whole_text_number(text, text + strlen(text), number) &&
               (option->below ? *number < option->high : *number <= option->high) &&
               (option->above ? *number > option->low : *number >= option->low) &&
               (option->kind == WEND_OPTION_NUMBER || *number == (double)(int64_t)*number);
    case WEND_OPTION_CHOICE:
        return is_choice(option->choices, text);
    case WEND_OPTION_SIZE:
        return read_size(text, number);
    case WEND_OPTION_PIXELS: {
        double size[2];
        return read_numbers(text, 'x', 2, size) && is_whole_within(option, size[0]) && is_whole_within(option, size[1]);
    }
    case WEND_OPTION_BOX: {
        double box[4];
        return read_numbers(text, ',', 4, box) && box[0] < box[2] && box[1] < box[3];
    }
    case WEND_OPTION_AREA: {
        size_t length;
        int32_t id;
        uint32_t tags;
        return wend_options_area(text, &length, &id, &tags);
    }
    case WEND_OPTION_PLACE:
        return option->many ? read_places(text, NULL) > 0 : read_places(text, NULL) == 1;
    default:
        return text[0] != 0;
    }
}

// The option that an argument names, `length` bytes long; -1 when there is none.
static int find(const wend_options *options, const char *name, size_t length) {
    for (int k = 0; k < options->count; k++) {
        if (strlen(options->table[k].name) == length && strncmp(options->table[k].name, name, length) == 0)
            return k;
    }
    return -1;
}

// Whether an argument that stands where a file name should is an option of the command: its value was forgotten.
static bool is_option(const wend_options *options, const char *argument) {
    return strcmp(argument, "--") == 0 || find(options, argument, strcspn(argument, "=")) >= 0;
}

// Whether an argument goes on with the places of the option before it.
static bool is_more(const wend_option *option, const char *argument) {
    return option->kind == WEND_OPTION_PLACE && option->many && read_places(argument, NULL) > 0;
}

// Complains about an option that there is none of, and names the nearest; dashes do not count for nearness.
static bool complain_unknown(const wend_options *options, const char *argument) {
    size_t dashes = strspn(argument, "-"), length = strcspn(argument, "=");
    wend_nearest nearest = wend_nearest_start(argument + dashes, length > dashes ? length - dashes : 0);
    char words[WEND_NEAREST_TEXT] = "";
    for (int k = 0; k < options->count && length > dashes + 1; k++)
        if (!options->table[k].instead)
            wend_nearest_offer(&nearest, options->table[k].name + strspn(options->table[k].name, "-"));
    if (nearest.found)
        snprintf(words, sizeof words, " (did you mean %s%s?)", strlen(nearest.found) > 1 ? "--" : "-", nearest.found);
    wend_complain("%s: unknown option %.60s%s; see 'wend help %s'", options->command, argument, words,
                  options->command);
    return false;
}

// Reads the option at arguments[*k] and its value.
static bool read_option(wend_options *options, int argument_count, char **arguments, int *k) {
    const char *argument = arguments[*k], *equals = strchr(argument, '=');
    int index = find(options, argument, strcspn(argument, "="));
    char words[WORDS];
    if (index < 0)
        return complain_unknown(options, argument);
    const wend_option *option = &options->table[index];
    if (option->instead)
        return complain_about(options, option->name, option->instead, NULL);
    wend_option_value *value = &options->values[index];
    if (value->given && !option->many)
        return complain_about(options, option->name, "given twice", NULL);
    value->given = true;
    if (option->kind == WEND_OPTION_FLAG)
        return equals ? complain_about(options, option->name, "takes no value", NULL) : true;
    if (!equals && *k + 1 >= argument_count) {
        wend_complain("%s: %s: %s, found nothing; see 'wend help %s'", options->command, option->name,
                      accepted(option, words), options->command);
        return false;
    }
    value->text = equals ? equals + 1 : arguments[++*k];
    if (!equals && option->kind == WEND_OPTION_TEXT && is_option(options, value->text)) {
        wend_complain("%s: %s: expected a file name, found the option %.60s; a file of that name is ./%.60s",
                      options->command, option->name, value->text, value->text);
        return false;
    }
    if (!judge(option, value->text, &value->number))
        return complain_about(options, option->name, accepted(option, words), value->text);
    while (*k + 1 < argument_count && is_more(option, arguments[*k + 1]))
        ++*k;
    return true;
}

// Moves the argument at `from` to the front of those after `to`, which keep their order.
static void move_forward(char **arguments, int from, int to) {
    char *moved = arguments[from];
    memmove(arguments + to + 1, arguments + to, (size_t)(from - to) * sizeof *arguments);
    arguments[to] = moved;
}

bool wend_options_read(const char *command, const wend_option *table, int count, int argument_count, char **arguments,
                       wend_options *options) {
    *options = (wend_options){
        .command = command, .table = table, .count = count, .operands = arguments, .argument_count = argument_count};
    bool operands_only = false;
    for (int k = 0; k < argument_count; k++) {
        char *argument = arguments[k];
        if (!operands_only && strcmp(argument, "--") == 0)
            operands_only = true;
        else if (operands_only || argument[0] != '-' || argument[1] == 0)
            move_forward(arguments, k, options->operand_count++);
        else if (!read_option(options, argument_count, arguments, &k))
            return false;
    }
    return true;
}

bool wend_options_built(const wend_options *options) {
    for (int k = 0; k < options->count; k++) {
        if (options->table[k].later && options->values[k].given) {
            wend_complain("%s: %s is not built yet; see 'wend help %s'", options->command, options->table[k].name,
                          options->command);
            return false;
        }
    }
    return true;
}

const wend_option_value *wend_options_value(const wend_options *options, const char *name) {
    static const wend_option_value none = {.given = false};
    int index = find(options, name, strlen(name));
    return index < 0 ? &none : &options->values[index];
}

bool wend_options_given(const wend_options *options, const char *name) {
    return wend_options_value(options, name)->given;
}

double wend_options_number(const wend_options *options, const char *name, double otherwise) {
    const wend_option_value *value = wend_options_value(options, name);
    return value->given ? value->number : otherwise;
}

const char *wend_options_text(const wend_options *options, const char *name) {
    return wend_options_value(options, name)->text;
}

bool wend_options_numbers(const wend_options *options, const char *name, double *numbers) {
    const wend_option_value *value = wend_options_value(options, name);
    bool box = options->table[value - options->values].kind == WEND_OPTION_BOX;
    return value->given && read_numbers(value->text, box ? ',' : 'x', box ? 4 : 2, numbers);
}

const char *wend_options_next(const wend_options *options, const char *name, int *at) {
    int index = find(options, name, strlen(name));
    for (int k = *at > options->operand_count ? *at : options->operand_count; index >= 0 && k < options->argument_count;
         k++) {
        const char *argument = options->operands[k];
        size_t length = strcspn(argument, "=");
        if (find(options, argument, length) != index)
            continue;
        *at = argument[length] ? k + 1 : k + 2;
        return argument[length] ? argument + length + 1 : options->operands[k + 1];
    }
    return NULL;
}

int wend_options_places(const wend_options *options, const char *name, double *places) {
    int index = find(options, name, strlen(name)), count = 0;
    for (int k = options->operand_count; index >= 0 && k < options->argument_count; k++) {
        const char *argument = options->operands[k];
        size_t length = strcspn(argument, "=");
        if (find(options, argument, length) != index)
            continue;
        const char *text = argument[length] ? argument + length + 1 : options->operands[++k];
        count += read_places(text, places ? places + 3 * (ptrdiff_t)count : NULL);
        while (k + 1 < options->argument_count && is_more(&options->table[index], options->operands[k + 1]))
            count += read_places(options->operands[++k], places ? places + 3 * (ptrdiff_t)count : NULL);
    }
    return count;
}

bool wend_options_operands(const wend_options *options, int low, int high, const char *names) {
    if (options->operand_count >= low && options->operand_count <= high)
        return true;
    if (options->operand_count < low)
        wend_complain("%s: expected %s; see 'wend help %s'", options->command, names, options->command);
    else
        wend_complain("%s: expected %s only, found \"%.60s\" too; see 'wend help %s'", options->command, names,
                      options->operands[high], options->command);
    return false;
}
