// What the subcommands share. See command.h.
#define _XOPEN_SOURCE 700

#include "cli/command.h"

#include <wend/json.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define WARNINGS_SHOWN 10
#define NOTES_SHOWN 10 // kinds of them
#define LINE 1024
#define MEMORY_LEAST ((size_t)1 << 30)
#define MEMORY_TIMES 200
#define BAR 30         // characters of a full progress bar
#define STAGE 14       // columns for the name of a stage
#define PATH_SHOWN 200 // bytes of a path that are shown at most: the last ones, which say most

void wend_complain(const char *format, ...) {
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *at = line; *at; at++)
        *at = (unsigned char)*at < 0x20 || *at == 0x7f ? '?' : *at;
    fprintf(stderr, "wend: %s\n", line);
}

double wend_command_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// ---------------------------------------------------------------------------------------------------- context

// How far the run is when a stage of it is so far.
static double part_done(const wend_command *command, const char *stage, double fraction) {
    double before = 0;
    for (int k = 0; k < command->stage_count; k++) {
        if (strcmp(command->stages[k].name, stage) == 0)
            return before + command->stages[k].share * fraction;
        before += command->stages[k].share;
    }
    return fraction;
}

// The progress hook. A bar is drawn only when what it shows has changed.
static void show_progress(void *user, const char *stage, double fraction) {
    wend_command *command = user;
    int percent = (int)(part_done(command, stage, fraction) * 100 + 1e-6);
    if (percent < 0 || percent > 100 || (command->shown && percent == command->percent && stage == command->stage))
        return;
    char bar[BAR + 1];
    for (int k = 0; k < BAR; k++)
        bar[k] = k < percent * BAR / 100 ? '#' : '.';
    bar[BAR] = 0;
    fprintf(stderr, "\r%-*.*s [%s] %3d%%", STAGE, STAGE, stage, bar, percent);
    fflush(stderr);
    command->shown = true;
    command->percent = percent;
    command->stage = stage;
}

void wend_command_clear(wend_command *command) {
    if (command->shown)
        fprintf(stderr, "\r%*s\r", STAGE + (int)strlen(" [") + BAR + (int)strlen("] 100%"), "");
    command->shown = false;
}

bool wend_command_start(wend_command *command, const wend_options *options, int threads) {
    double memory = wend_options_number(options, "--memory", 0);
    *command = (wend_command){.terminal = isatty(STDERR_FILENO) == 1,
                              .memory = memory < (double)PTRDIFF_MAX ? (size_t)memory : PTRDIFF_MAX,
                              .memory_given = wend_options_given(options, "--memory")};
    wend_context_def def = wend_default_context_def();
    def.memory_limit = command->memory;
    def.user = command;
    def.threads = threads;
    def.progress = command->terminal ? show_progress : NULL;
    wend_result result = wend_context_create(&def, &command->context);
    if (result == WEND_OK)
        result = wend_report_create(command->context, &command->report);
    if (result == WEND_OK)
        return true;
    wend_complain("%s", wend_describe(result));
    wend_command_stop(command);
    return false;
}

void wend_command_took(wend_command *command, size_t bytes) {
    command->taken += bytes;
    if (command->memory_given)
        return;
    size_t most = (size_t)PTRDIFF_MAX / MEMORY_TIMES;
    size_t limit = command->taken < most ? command->taken * MEMORY_TIMES : PTRDIFF_MAX;
    wend_memory_limit_set(command->context, limit > MEMORY_LEAST ? limit : MEMORY_LEAST);
}

void wend_command_stop(wend_command *command) {
    wend_command_clear(command);
    wend_report_destroy(command->report);
    wend_context_destroy(command->context);
    command->report = NULL;
    command->context = NULL;
}

// ---------------------------------------------------------------------------------------------------- messages

// Whether a text begins with the name of the file, as the library writes it: what is not printable replaced, the end of
// a long path after "...", and words for "-".
static bool names(const char *text, const char *path) {
    if (strncmp(text, "...", 3) == 0 || (strcmp(path, "-") == 0 && strncmp(text, "standard ", 9) == 0))
        return true;
    size_t k = 0;
    for (; path[k] && text[k]; k++) {
        bool odd = (unsigned char)path[k] < 0x20 || (unsigned char)path[k] >= 0x7f;
        if (text[k] != path[k] && !(odd && (text[k] == ' ' || text[k] == '?')))
            break;
    }
    return !path[k] && text[k] == ':';
}

const char *wend_command_option(const wend_finding *finding) {
    static const struct {
        const char *code, *field, *options; // codes may have several texts: the one that names the field is meant
    } table[] = {
        {"links-coarse", "lattice", " (--lattice)"},
        {"stairs-too-steep", "need a step", " (--step)"},
        {"inside-solid", "keep_inside", " (--keep-inside)"},
        {"specks-left-out", "min_area", " (--min-area 0)"},
        {"nothing-walkable", "min_area", " (--min-area)"},
        {"winding-faces-down", "two_sided", " (--two-sided, --up)"},
        {"winding-mixed", "two_sided", " (--two-sided)"},
        {"scene-empty", "lattice", " (--unit, --lattice)"},
        {"scene-misfit", "simplify", " (--lattice, --weld, --simplify)"},
        {"drawing-unjudged", "sampling", "; check without --scene."},
        {"no-floor", "two_sided", " (--up, --slope, --two-sided, --unit)"},
    };
    for (size_t k = 0; finding && k < sizeof table / sizeof table[0]; k++) {
        if (strcmp(finding->code, table[k].code) == 0 && strstr(finding->text, table[k].field))
            return table[k].options;
    }
    return "";
}

const wend_finding *wend_command_error(const wend_command *command) {
    int64_t k = wend_report_count(command->report) - 1;
    while (k >= 0 && wend_report_at(command->report, k)->severity != WEND_ERROR)
        k--;
    return k >= 0 ? wend_report_at(command->report, k) : NULL;
}

// A line with the file's name (unless NULL) before the text, once.
static const char *line_about(char line[LINE], const char *kind, const char *path, const char *text,
                              const char *option) {
    size_t length = path ? strlen(path) : 0, cut = length > PATH_SHOWN ? length - PATH_SHOWN : 0;
    if (!path || names(text, path))
        snprintf(line, LINE, "%s%s%s", kind, text, option);
    else
        snprintf(line, LINE, "%s%s%s: %s%s", kind, cut > 0 ? "..." : "",
                 strcmp(path, "-") == 0 ? "standard input" : path + cut, text, option);
    return line;
}

static void complain_about(const char *kind, const char *path, const char *text, const char *option) {
    char line[LINE];
    wend_complain("%s", line_about(line, kind, path, text, option));
}

// A run that reached its limit: the words of the command, which knows where the limit comes from.
static void complain_about_limit(const wend_command *command, const char *path) {
    const size_t mebi = (size_t)1 << 20, limit = wend_memory_limit(command->context);
    char text[240];
    snprintf(text, sizeof text,
             "this needs more memory than %zu %s, the limit%s; --memory SIZE sets another one, --memory none lifts it.",
             limit < mebi ? limit : limit / mebi, limit < mebi ? "bytes" : "MiB",
             command->memory_given ? " that --memory sets" : ": 1 GiB, or 200 times the input");
    complain_about("", path, text, "");
}

int wend_command_fail(wend_command *command, const char *path, wend_result result) {
    wend_command_clear(command);
    if (result == WEND_ERROR_MEMORY && command->context && wend_memory_refused(command->context)) {
        complain_about_limit(command, path);
        return WEND_EXIT_BAD;
    }
    const char *text = wend_report_error(command->report);
    complain_about("", path, text[0] ? text : wend_describe(result), wend_command_option(wend_command_error(command)));
    return WEND_EXIT_BAD;
}

// Whether the k-th finding came after all files were read.
static bool is_later(const wend_inputs *inputs, int64_t k) {
    return k >= inputs->starts[inputs->count].finding;
}

// The file that the k-th finding is about, or NULL, and the item within that file. Findings that came while a file was
// read are its own; those that came later name a shape of the whole drawing, or a triangle of the whole scene.
static const char *find_file(const wend_inputs *inputs, int64_t k, const wend_finding *finding, int64_t *item) {
    const wend_input_start *starts = inputs->starts;
    bool later = is_later(inputs, k);
    *item = finding->item;
    for (int f = 0; f < inputs->count; f++) {
        if (later && finding->item >= starts[f].item && finding->item < starts[f + 1].item) {
            *item -= starts[f].item;
            return inputs->paths[f];
        }
        if (!later && k >= starts[f].finding && k < starts[f + 1].finding)
            return inputs->paths[f];
    }
    return NULL;
}

// Whether no kept finding before the k-th has its code.
static bool is_first_of_code(const wend_report *report, int64_t k) {
    const char *code = wend_report_at(report, k)->code;
    for (int64_t other = 0; other < k; other++) {
        if (strcmp(wend_report_at(report, other)->code, code) == 0)
            return false;
    }
    return true;
}

void wend_command_warn(const wend_command *command, const wend_inputs *inputs) {
    int64_t shown = 0, total = 0;
    for (int64_t k = 0; k < wend_report_count(command->report); k++) {
        const wend_finding *finding = wend_report_at(command->report, k);
        if (finding->severity == WEND_NOTE)
            continue;
        if (is_first_of_code(command->report, k))
            total += wend_report_total(command->report, finding->code);
        if (shown == WARNINGS_SHOWN)
            continue;
        shown++;
        int64_t item;
        complain_about("warning: ", find_file(inputs, k, finding, &item), finding->text, wend_command_option(finding));
    }
    if (total > shown)
        wend_complain("warning: and %lld more; --json counts all and lists the first %d of each kind",
                      (long long)(total - shown), WEND_REPORT_KEEP);
}

// One line about all notes of a code, of which the k-th finding is the first.
static void add_note(const wend_command *command, const wend_inputs *inputs, int64_t k, wend_text *text) {
    const wend_finding *finding = wend_report_at(command->report, k);
    int64_t item, more = wend_report_total(command->report, finding->code) - 1;
    char others[128] = "", line[LINE];
    int length = snprintf(others, sizeof others, "%s", wend_command_option(finding));
    if (more > 0)
        snprintf(others + length, sizeof others - (size_t)length, " (and %lld more like it; --json lists them)",
                 (long long)more);
    line_about(line, "note: ", find_file(inputs, k, finding, &item), finding->text, others);
    if (!text) {
        wend_complain("%s", line);
        return;
    }
    wend_text_add_string(text, line);
    wend_text_add_char(text, '\n');
}

void wend_command_notes(const wend_command *command, const wend_inputs *inputs, wend_text *text) {
    int64_t shown = 0, left = 0;
    for (int64_t k = 0; k < wend_report_count(command->report); k++) {
        if (wend_report_at(command->report, k)->severity != WEND_NOTE || !is_first_of_code(command->report, k))
            continue;
        if (shown++ < NOTES_SHOWN)
            add_note(command, inputs, k, text);
        else
            left += wend_report_total(command->report, wend_report_at(command->report, k)->code);
    }
    char line[LINE];
    snprintf(line, sizeof line, "note: and %lld more of other kinds; --json lists them", (long long)left);
    if (left > 0 && text) {
        wend_text_add_string(text, line);
        wend_text_add_char(text, '\n');
    } else if (left > 0) {
        wend_complain("%s", line);
    }
}

static void add_finding(const wend_finding *finding, const char *path, const char *item_name, int64_t item,
                        wend_text *text) {
    static const char *const severities[] = {"note", "warning", "error"};
    wend_json_open(text, NULL, '{');
    wend_json_add_string(text, "code", finding->code);
    wend_json_add_string(text, "severity", severities[finding->severity]);
    if (path)
        wend_json_add_string(text, "file", path);
    if (item >= 0)
        wend_json_add_int(text, item_name, item);
    if (finding->has_at)
        wend_json_add_place(text, "at", finding->at);
    if (finding->has_measure) {
        wend_json_add_double(text, "measured", finding->measured);
        wend_json_add_double(text, "limit", finding->limit);
    }
    wend_json_add_string(text, "text", finding->text);
    wend_json_close(text, '}');
}

void wend_command_findings(const wend_command *command, const wend_inputs *inputs, wend_text *text) {
    int64_t count = wend_report_count(command->report), item;
    wend_json_open(text, "findings", '[');
    for (int64_t k = 0; k < count; k++) {
        const wend_finding *finding = wend_report_at(command->report, k);
        const char *path = find_file(inputs, k, finding, &item);
        add_finding(finding, path, inputs->scene && is_later(inputs, k) ? "triangle" : "item", item, text);
    }
    wend_json_close(text, ']');
    wend_json_open(text, "finding_counts", '{');
    for (int64_t k = 0; k < count; k++) {
        const char *code = wend_report_at(command->report, k)->code;
        if (is_first_of_code(command->report, k))
            wend_json_add_int(text, code, wend_report_total(command->report, code));
    }
    wend_json_close(text, '}');
}

int wend_command_print_bytes(const char *bytes, size_t count) {
    errno = 0;
    if (count == 0 || (fwrite(bytes, 1, count, stdout) == count && fflush(stdout) == 0))
        return WEND_EXIT_DONE;
    if (errno == EPIPE)
        exit(WEND_EXIT_DONE); // whoever reads has had enough
    wend_complain("standard output: cannot be written: %s.", strerror(errno));
    return WEND_EXIT_BAD;
}

int wend_command_print(const wend_text *text) {
    if (wend_text_result(text) == WEND_OK)
        return wend_command_print_bytes(text->data, text->count);
    wend_complain("%s", wend_describe(WEND_ERROR_MEMORY));
    return WEND_EXIT_BAD;
}

// ---------------------------------------------------------------------------------------------------- files

bool wend_path_is(const char *path, uint32_t uses) {
    const wend_file_format *format = wend_file_format_of(path);
    return format && (format->uses & uses) != 0;
}

bool wend_path_same(const char *source, const char *target) {
    struct stat a, b;
    bool found = strcmp(source, "-") == 0 ? fstat(STDIN_FILENO, &a) == 0 : stat(source, &a) == 0;
    return found && stat(target, &b) == 0 && S_ISREG(b.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool wend_command_load(wend_command *command, const char *path, wend_load how, wend_nav **nav) {
    wend_result result = wend_file_load(command->context, path, how, nav, command->report);
    if (result != WEND_OK)
        wend_command_fail(command, path, result);
    else
        wend_command_took(command, wend_bytes_now(command->context)); // at least what the file has
    return result == WEND_OK;
}
