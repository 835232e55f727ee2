// wend crowd FILE.wend SCENARIO.json: people walk, as a scenario says; figures, trajectories, a picture.
#include "cli/command.h"
#include "cli/crowd_run.h"

#include <string.h>

static const wend_option table[] = {
    {.name = "--seconds", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1e9, .example = "60"},
    {.name = "--every", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1e9, .example = "0.2", .above = true},
    {.name = "-o", .kind = WEND_OPTION_TEXT, .many = true},
    {.name = "--json", .kind = WEND_OPTION_FLAG},
    {.name = "--csv", .kind = WEND_OPTION_FLAG},
    {.name = "--svg", .kind = WEND_OPTION_FLAG},
    {.name = "--png", .kind = WEND_OPTION_FLAG, .later = true},
    {.name = "--threads", .kind = WEND_OPTION_WHOLE, .low = 0, .high = 256},
    WEND_MEMORY_OPTION};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

typedef void write_run(const wend_crowd_run *run, wend_text *out);

typedef struct form {
    const char *ending;
    write_run *write;
    bool trajectories;
} form;
static const form forms[] = {{".json", wend_crowd_tell_json, false},
                             {".csv", wend_crowd_write_csv, true},
                             {".txt", wend_crowd_write_jupedsim, true},
                             {".svg", wend_crowd_write_svg, true}};
enum { FORMS = (int)(sizeof forms / sizeof forms[0]) };

typedef struct show {
    wend_options options;
    wend_command command;
    wend_nav *nav;
    wend_scenario *scenario;
    wend_crowd_run run;
    char *bytes;
    size_t count;
} show;

static const form *form_of(const char *path) {
    size_t length = strlen(path);
    for (int k = 0; k < FORMS; k++) {
        size_t ending = strlen(forms[k].ending);
        if (length > ending && strcmp(path + length - ending, forms[k].ending) == 0)
            return &forms[k];
    }
    return NULL;
}

// What goes to standard output: a form, or words.
static const form *printed(const wend_options *options) {
    return wend_options_given(options, "--json")  ? &forms[0]
           : wend_options_given(options, "--csv") ? &forms[1]
           : wend_options_given(options, "--svg") ? &forms[3]
                                                  : NULL;
}

static bool read_usage(show *s, int argument_count, char **arguments) {
    wend_options *options = &s->options;
    if (!wend_options_read("crowd", table, TABLE_COUNT, argument_count, arguments, options) ||
        !wend_options_operands(options, 2, 2, "one .wend file and one scenario") || !wend_options_built(options))
        return false;
    int at = 0;
    for (const char *out; (out = wend_options_next(options, "-o", &at)) != NULL;)
        if (form_of(out) == NULL) {
            wend_complain("crowd: -o: %.200s: expected a file that ends in .json, .csv, .txt or .svg; see 'wend help "
                          "crowd'",
                          out);
            return false;
        } else if (wend_path_same(options->operands[0], out) || wend_path_same(options->operands[1], out)) {
            wend_complain("crowd: -o: %.200s: this is an input file, which would be lost", out);
            return false;
        }
    int chosen = wend_options_given(options, "--json") + wend_options_given(options, "--csv") +
                 wend_options_given(options, "--svg");
    if (chosen > 1)
        wend_complain("crowd: only one of --json, --csv and --svg can be printed; write the others with -o");
    return chosen <= 1;
}

static bool wants_trajectories(const wend_options *options) {
    int at = 0;
    for (const char *out; (out = wend_options_next(options, "-o", &at)) != NULL;)
        if (form_of(out)->trajectories)
            return true;
    return printed(options) != NULL && printed(options)->trajectories;
}

static int write_all(show *s) {
    wend_text text = wend_text_start(s->command.context);
    int at = 0, code = WEND_EXIT_DONE;
    for (const char *out; code == WEND_EXIT_DONE && (out = wend_options_next(&s->options, "-o", &at)) != NULL;) {
        wend_text_clear(&text);
        form_of(out)->write(&s->run, &text);
        wend_result result = wend_text_result(&text);
        if (result == WEND_OK)
            result = wend_file_write(out, text.data, text.count, s->command.report);
        if (result != WEND_OK)
            code = wend_command_fail(&s->command, out, result);
    }
    wend_text_clear(&text);
    const form *out = printed(&s->options);
    (out ? out->write : wend_crowd_tell_words)(&s->run, &text);
    if (code == WEND_EXIT_DONE)
        code = wend_text_result(&text) == WEND_OK ? wend_command_print(&text)
                                                  : wend_command_fail(&s->command, NULL, WEND_ERROR_MEMORY);
    wend_text_free(&text);
    return code;
}

static bool all_arrived(const wend_crowd_run *run) {
    for (int64_t k = 0; k < run->person_count; k++)
        if (run->people[k].arrived < 0 && run->scenario->groups[run->people[k].group].goal_count > 0)
            return false;
    return run->unplaced == 0;
}

static int run(show *s) {
    const char *file = s->options.operands[0], *path = s->options.operands[1];
    if (!wend_command_load(&s->command, file, WEND_LOAD_QUICK, &s->nav))
        return WEND_EXIT_BAD;
    if (!wend_nav_medial(s->nav)) {
        wend_complain("crowd: %.200s: holds no medial axis; build it again", file);
        return WEND_EXIT_BAD;
    }
    wend_result result = wend_file_read(s->command.context, path, &s->bytes, &s->count, s->command.report);
    if (result != WEND_OK)
        return wend_command_fail(&s->command, path, result);
    s->scenario = wend_allocate(s->command.context, sizeof *s->scenario);
    if (s->scenario == NULL)
        return wend_command_fail(&s->command, path, WEND_ERROR_MEMORY);
    if (!wend_scenario_read(s->scenario, s->command.context, s->nav, s->bytes, s->count)) {
        wend_complain("crowd: %.200s: %.200s; see 'wend help crowd'", path, s->scenario->cause);
        return WEND_EXIT_BAD;
    }
    s->scenario->seconds = wend_options_number(&s->options, "--seconds", s->scenario->seconds);
    double every = wend_options_number(&s->options, "--every", 0.2);
    result = wend_crowd_run_all(&s->run, s->command.context, s->nav, s->scenario, every,
                                wants_trajectories(&s->options), s->command.report);
    wend_command_clear(&s->command);
    if (result != WEND_OK)
        return wend_command_fail(&s->command, path, result);
    int code = write_all(s);
    return code != WEND_EXIT_DONE ? code : all_arrived(&s->run) ? WEND_EXIT_DONE : WEND_EXIT_NO;
}

int wend_command_crowd(int argument_count, char **arguments) {
    show s = {.nav = NULL};
    if (!read_usage(&s, argument_count, arguments) ||
        !wend_command_start(&s.command, &s.options, (int)wend_options_number(&s.options, "--threads", 0)))
        return WEND_EXIT_BAD;
    int code = run(&s);
    wend_crowd_run_free(&s.run);
    if (s.scenario != NULL)
        wend_release(s.command.context, s.scenario, sizeof *s.scenario);
    if (s.bytes != NULL)
        wend_release(s.command.context, s.bytes, s.count + 1);
    wend_nav_destroy(s.nav);
    wend_command_stop(&s.command);
    return code;
}
