// wend: the command. It finds the subcommand; each has a file of its own.
#define _XOPEN_SOURCE 700

#include "cli/command.h"
#include "cli/nearest.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

typedef struct subcommand {
    const char *name;
    int (*run)(int argument_count, char **arguments);
} subcommand;

static int help(int argument_count, char **arguments);

static const subcommand subcommands[] = {
    {"build", wend_command_build},   {"crowd", wend_command_crowd},
    {"info", wend_command_info},     {"check", wend_command_check},
    {"export", wend_command_export}, {"query", wend_command_query},
    {"scene", wend_command_scene},   {"help", help},
    {"path", wend_command_path},     {"view", wend_command_view},
    {"why", wend_command_why},
};

// The subcommand of a name; NULL, after a complaint, when there is none.
static const subcommand *find(const char *name) {
    for (size_t k = 0; k < sizeof subcommands / sizeof subcommands[0]; k++) {
        if (strcmp(subcommands[k].name, name) == 0)
            return &subcommands[k];
    }
    wend_nearest nearest = wend_nearest_start(name, strlen(name));
    char words[WEND_NEAREST_TEXT];
    for (size_t k = 0; k < sizeof subcommands / sizeof subcommands[0]; k++)
        wend_nearest_offer(&nearest, subcommands[k].name);
    wend_complain("there is no command \"%.60s\"%s; see 'wend --help'", name, wend_nearest_words(&nearest, words));
    return NULL;
}

// wend help [COMMAND]
static int help(int argument_count, char **arguments) {
    if (argument_count == 0)
        return wend_command_help(NULL);
    if (argument_count > 1) {
        wend_complain("help: expected one command only, found \"%.60s\" too; see 'wend help help'", arguments[1]);
        return WEND_EXIT_BAD;
    }
    return find(arguments[0]) ? wend_command_help(arguments[0]) : WEND_EXIT_BAD;
}

static int run(const subcommand *command, int argument_count, char **arguments) {
    for (int k = 0; k < argument_count && strcmp(arguments[k], "--") != 0; k++) {
        if (strcmp(arguments[k], "--help") == 0 || strcmp(arguments[k], "-h") == 0)
            return wend_command_help(command->name);
    }
    return command->run(argument_count, arguments);
}

int main(int argument_count, char **arguments) {
    signal(SIGPIPE, SIG_IGN); // writing to a closed pipe is an error like any other
    const char *name = argument_count > 1 ? arguments[1] : NULL;
    if (!name) {
        wend_complain("no command given; here they are");
        wend_command_help(NULL);
        return WEND_EXIT_BAD;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return wend_command_help(NULL);
    if (strcmp(name, "--version") == 0) {
        char line[64];
        int length = snprintf(line, sizeof line, "wend %s\n", wend_version());
        return wend_command_print_bytes(line, (size_t)length);
    }
    const subcommand *command = find(name);
    return command ? run(command, argument_count - 2, arguments + 2) : WEND_EXIT_BAD;
}
