// What the subcommands share: the context with its progress bar, one-line errors, findings, and output that notices a
// full disk.
#ifndef WEND_CLI_COMMAND_H
#define WEND_CLI_COMMAND_H

#include <wend/file.h>
#include <wend/json.h>

#include "cli/options.h"

// Exit codes.
enum {
    WEND_EXIT_DONE = 0,
    WEND_EXIT_NO = 1, // the answer is no: unreachable, invalid
    WEND_EXIT_BAD = 2 // bad usage or bad input; one line on standard error says what
};

// A stage of the library, and the share of a run that it takes, about.
typedef struct wend_command_stage {
    const char *name;
    double share;
} wend_command_stage;

// What a run holds.
typedef struct wend_command {
    wend_context *context;
    wend_report *report;
    const wend_command_stage *stages; // of the run, in order: they have one bar together, others a bar each
    int stage_count;
    bool terminal; // standard error is one: show progress
    bool shown;    // a progress bar stands on the line
    int percent;   // that it shows
    const char *stage;
    size_t memory;     // the limit that --memory sets, 0 for none
    bool memory_given; // else it grows with what is read
    size_t taken;      // bytes of input so far
} wend_command;

// The subcommands. Each gets the arguments after its name and returns an exit code.
int wend_command_build(int argument_count, char **arguments);
int wend_command_info(int argument_count, char **arguments);
int wend_command_path(int argument_count, char **arguments);
int wend_command_crowd(int argument_count, char **arguments);
int wend_command_check(int argument_count, char **arguments);
int wend_command_export(int argument_count, char **arguments);
int wend_command_query(int argument_count, char **arguments);
int wend_command_scene(int argument_count, char **arguments);
int wend_command_view(int argument_count, char **arguments);
int wend_command_why(int argument_count, char **arguments);
// Prints the help of a subcommand that is built, or of the whole when NULL.
int wend_command_help(const char *name);

// Prints "wend: " and one line on standard error; control characters are shown as '?'. %s %d %lld %c and their widths
// only.
void wend_complain(const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

// Makes the context and the report; false after a complaint. `threads` of 0 means one per processor.
bool wend_command_start(wend_command *command, const wend_options *options, int threads);
void wend_command_stop(wend_command *command);
// Takes the progress bar off the line.
void wend_command_clear(wend_command *command);

// Notes that `bytes` more of input were read. Unless --memory says otherwise, a run may take 1 GiB of memory, or 200
// times its input if that is more: small files can describe huge scenes.
#define WEND_MEMORY_OPTION                                                                                             \
    { .name = "--memory", .kind = WEND_OPTION_SIZE }
void wend_command_took(wend_command *command, size_t bytes);

// The options that a finding of the library is about, in words to follow its sentence; or nothing. The library speaks
// of fields.
const char *wend_command_option(const wend_finding *finding);
// The last error that the report kept, or NULL.
const wend_finding *wend_command_error(const wend_command *command);

// Complains about a failed call on `path` (or NULL) in the words of the report, or of the result. Returns
// WEND_EXIT_BAD.
int wend_command_fail(wend_command *command, const char *path, wend_result result);

// Where the share of an input file begins: in the common drawing or scene, and among the findings that the report kept.
typedef struct wend_input_start {
    int32_t item; // shape of the drawing, triangle of the scene
    int64_t finding;
} wend_input_start;

// What an input file holds, where it had to be read to be told from another kind; bytes NULL when it was not.
typedef struct wend_input_bytes {
    char *bytes; // count of them, and a 0
    size_t count;
} wend_input_bytes;

// The input files of a run. What each of them brought into the drawing (or scene) and the report lies between two
// starts, so that a finding can be told with the file that it is about. No files: count 0, all starts 0.
typedef struct wend_inputs {
    char *const *paths;
    int count;
    wend_input_start *starts; // count + 1 of them
    wend_input_bytes *held;   // count of them, or NULL
    bool scene;               // they made a scene, not a drawing
} wend_inputs;

// Prints the report's warnings on standard error, the first few, and how many more there were.
void wend_command_warn(const wend_command *command, const wend_inputs *inputs);
// Adds the report's notes to a text, one line for each kind; prints them on standard error where `text` is NULL.
void wend_command_notes(const wend_command *command, const wend_inputs *inputs, wend_text *text);
// Adds "findings":[...], those that the report kept, and "finding_counts":{...}, of all, to a JSON object.
void wend_command_findings(const wend_command *command, const wend_inputs *inputs, wend_text *text);

// Writes a text to standard output. A reader that went away is no error; a full disk is one.
int wend_command_print(const wend_text *text);
int wend_command_print_bytes(const char *bytes, size_t count);

// Loads a .wend file; false after a complaint.
bool wend_command_load(wend_command *command, const char *path, wend_load how, wend_nav **nav);

// An input file as a source for the readers, with the files that belong to it.
typedef struct wend_input {
    wend_command *command;
    wend_file_source source;
    wend_input_bytes own; // its bytes, unless they were held
    wend_file_folder *folder;
} wend_input;
// Opens the k-th input, whose bytes may be held; close it in any case.
wend_result wend_input_open(wend_command *command, const wend_inputs *inputs, int k, wend_input *input);
void wend_input_close(wend_input *input);

// Whether a file holds a 3D scene and no floor plan, told by its name, or else by its content, which is then kept in
// `held`. What cannot be read, or is neither, is left to the reader of floor plans to complain about.
bool wend_command_is_scene(wend_command *command, const char *path, wend_input_bytes *held);

// Reads floor plans and joins them in one drawing; polygons are numbered on. Fills the starts. False after a complaint.
bool wend_command_read(wend_command *command, wend_inputs *inputs, wend_drawing **drawing);
// Reads the files of one scene, likewise. `def` may be NULL for the defaults.
bool wend_command_read_scene(wend_command *command, wend_inputs *inputs, const wend_scene_def *def, wend_scene **scene);

// Whether a path has the ending of a format that has one of the uses (WEND_FILE_EXPORT, ...).
bool wend_path_is(const char *path, uint32_t uses);
// Whether two paths lead to one file on disk. A source of "-" is standard input.
bool wend_path_same(const char *source, const char *target);

// Seconds of a monotonic clock.
double wend_command_seconds(void);

// Numbers of a plan that are asked for everywhere.
typedef struct wend_plan_facts {
    double area; // square metres
    int64_t holes, points;
    double low[2], high[2]; // in the drawing's units
} wend_plan_facts;
wend_plan_facts wend_plan_sum(const wend_plan *plan);

// Numbers of a surface's boundary, by kind.
typedef struct wend_surface_facts {
    int64_t edges[WEND_BOUNDARY_KIND_COUNT];
    double metres[WEND_BOUNDARY_KIND_COUNT];
} wend_surface_facts;
wend_surface_facts wend_surface_sum(const wend_surface *surface);
const char *wend_producer_name(wend_producer producer);

// Adds a place of a floor plan as a member of a JSON object: [x, y, 0].
static inline void wend_command_add_place(wend_text *text, const char *key, const double place[2]) {
    wend_json_add_place(text, key, (double[3]){place[0], place[1], 0});
}

// Adds the keys that every JSON object about a nav has.
void wend_command_facts(const wend_nav *nav, wend_text *text);

// Angles: radians in the library, degrees for people, told to a billionth.
#define WEND_PI 0x1.921fb54442d18p+1
#define WEND_DEGREE_DIGITS 9
static inline double wend_radians(double degrees) {
    return degrees * WEND_PI / 180;
}
static inline double wend_degrees(double radians) {
    return radians * 180 / WEND_PI;
}

#endif
