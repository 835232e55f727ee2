// What the subcommands share. See command.h.
#define _XOPEN_SOURCE 700

#include "cli/command.h"

#include "cli/json_out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WARNINGS_SHOWN 10
#define BAR 30 // characters of a full progress bar

void wend_complain(const char *format, ...) {
    char line[1024];
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

// The progress hook. A bar is drawn only when what it shows has changed.
static void show_progress(void *user, const char *stage, double fraction) {
    wend_command *command = user;
    int percent = (int)(fraction * 100);
    if (percent < 0 || percent > 100 || (command->shown && percent == command->percent && stage == command->stage))
        return;
    char bar[BAR + 1];
    for (int k = 0; k < BAR; k++)
        bar[k] = k < percent * BAR / 100 ? '#' : '.';
    bar[BAR] = 0;
    fprintf(stderr, "\r%-8.8s [%s] %3d%%", stage, bar, percent);
    fflush(stderr);
    command->shown = true;
    command->percent = percent;
    command->stage = stage;
}

void wend_command_clear(wend_command *command) {
    if (command->shown)
        fprintf(stderr, "\r%*s\r", BAR + 18, "");
    command->shown = false;
}

bool wend_command_start(wend_command *command, int threads) {
    *command = (wend_command){.terminal = isatty(STDERR_FILENO) == 1};
    wend_context_def def = wend_default_context_def();
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

void wend_command_stop(wend_command *command) {
    wend_command_clear(command);
    wend_report_destroy(command->report);
    wend_context_destroy(command->context);
    command->report = NULL;
    command->context = NULL;
}

// ---------------------------------------------------------------------------------------------------- messages

int wend_command_fail(wend_command *command, const char *path, wend_result result) {
    wend_command_clear(command);
    const char *text = wend_report_error(command->report);
    if (!text[0])
        text = wend_describe(result);
    bool named = !path || strncmp(text, path, strlen(path)) == 0 || strncmp(text, "...", 3) == 0;
    wend_complain("%s%s%s", named ? "" : path, named ? "" : ": ", text);
    return WEND_EXIT_BAD;
}

void wend_command_warn(const wend_command *command, char *const *paths, int path_count) {
    int64_t shown = 0, left = 0;
    for (int64_t k = 0; k < wend_report_count(command->report); k++) {
        const wend_finding *finding = wend_report_at(command->report, k);
        if (finding->severity == WEND_NOTE)
            continue;
        if (shown == WARNINGS_SHOWN) {
            left++;
            continue;
        }
        shown++;
        const char *path = finding->file >= 0 && finding->file < path_count ? paths[finding->file] : NULL;
        bool named = !path || strncmp(finding->text, path, strlen(path)) == 0;
        wend_complain("warning: %s%s%s", named ? "" : path, named ? "" : ": ", finding->text);
    }
    if (left > 0)
        wend_complain("warning: and %lld more; --json lists them", (long long)left);
}

void wend_command_findings(const wend_command *command, char *const *paths, int path_count, wend_text *text) {
    static const char *const severities[] = {"note", "warning", "error"};
    wend_out_open(text, "findings", '[');
    for (int64_t k = 0; k < wend_report_count(command->report); k++) {
        const wend_finding *finding = wend_report_at(command->report, k);
        wend_out_open(text, NULL, '{');
        wend_out_string(text, "code", finding->code);
        wend_out_string(text, "severity", severities[finding->severity]);
        if (finding->file >= 0 && finding->file < path_count)
            wend_out_string(text, "file", paths[finding->file]);
        if (finding->item >= 0)
            wend_out_int(text, "item", finding->item);
        if (finding->has_at)
            wend_out_place(text, "at", finding->at);
        if (finding->has_measure) {
            wend_out_double(text, "measured", finding->measured);
            wend_out_double(text, "limit", finding->limit);
        }
        wend_out_string(text, "text", finding->text);
        wend_out_close(text, '}');
    }
    wend_out_close(text, ']');
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

bool wend_path_ends(const char *path, const char *endings) {
    size_t length = strlen(path);
    while (*endings) {
        size_t count = strcspn(endings, " "), k = 0;
        for (; count <= length && k < count; k++) {
            char c = path[length - count + k];
            if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != endings[k])
                break;
        }
        if (k == count)
            return true;
        endings += count + (endings[count] == ' ');
    }
    return false;
}

bool wend_command_load(wend_command *command, const char *path, wend_nav **nav) {
    wend_result result = wend_file_load(command->context, path, nav, command->report);
    if (result != WEND_OK)
        wend_command_fail(command, path, result);
    return result == WEND_OK;
}

wend_plan_facts wend_plan_sum(const wend_plan *plan) {
    wend_plan_facts facts = {.area = wend_plan_area(plan)};
    wend_plan_view view = wend_plan_look(plan);
    for (int32_t c = 0; c < view.component_count; c++) {
        facts.holes += view.components[c].cycles - 1;
        facts.points += view.components[c].points;
    }
    for (int32_t v = 0; v < view.vertex_count; v++) {
        double place[2];
        wend_lattice_place(&view.lattice, view.vertices[v], place);
        for (int k = 0; k < 2; k++) {
            facts.low[k] = v == 0 || place[k] < facts.low[k] ? place[k] : facts.low[k];
            facts.high[k] = v == 0 || place[k] > facts.high[k] ? place[k] : facts.high[k];
        }
    }
    return facts;
}
