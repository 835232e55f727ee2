// wend view FILE...: the page, on this machine only.
//
// A small server on a port of the loopback interface. It serves the page and the files that were named, and nothing
// else: another path is not found, and a request that names another host (a page elsewhere that was made to resolve to
// this machine) is refused. Browsers open connections ahead of time and leave them silent, so several are listened to
// at once; each has a time limit for its request. It ends with the command.
#define _XOPEN_SOURCE 700

#include "cli/command.h"
#include "cli/options.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST_MOST = 16384, SECONDS_MOST = 10, PATH_MOST = 4096, WAITING_MOST = 16, POLL_MS = 1000 };

static const wend_option table[] = {
    {.name = "--port", .kind = WEND_OPTION_WHOLE, .low = 0, .high = 65535},
};

typedef struct view {
    wend_command command;
    wend_options options;
    wend_text page; // with the files' names put in
    int port;
} view;

static volatile sig_atomic_t ended;

static void end(int number) {
    (void)number;
    ended = 1;
}

// ---------------------------------------------------------------------------------------------------- the page

// Where the page may be: where it is named, beside the command in a build, and where it is installed.
static bool find_page(char path[PATH_MOST]) {
    char self[PATH_MOST / 2];
    const char *named = getenv("WEND_PAGE");
    if (named != NULL) {
        snprintf(path, PATH_MOST, "%s", named);
        return access(path, R_OK) == 0;
    }
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return false;
    self[length] = 0;
    char *slash = strrchr(self, '/');
    if (slash == NULL)
        return false;
    *slash = 0;
    static const char *const places[] = {"web/wend.html", "../web/wend.html", "../../web/wend.html",
                                         "../share/wend/wend.html"};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        snprintf(path, PATH_MOST, "%s/%s", self, places[k]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

// Adds a name as it stands in an address.
static void add_escaped(wend_text *text, const char *name) {
    static const char digits[] = "0123456789ABCDEF";
    for (const unsigned char *c = (const unsigned char *)name; *c != 0; c++) {
        if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || strchr("._-", *c)) {
            wend_text_add_char(text, (char)*c);
            continue;
        }
        wend_text_add_char(text, '%');
        wend_text_add_char(text, digits[*c >> 4]);
        wend_text_add_char(text, digits[*c & 15]);
    }
}

// Where a file is found: file/K/NAME.
static void add_address(wend_text *text, int k, const char *path) {
    wend_text_add_string(text, "file/");
    wend_text_add_int(text, k);
    wend_text_add_char(text, '/');
    add_escaped(text, name_of(path));
}

// Reads the page, and tells it in its head which files to open.
static bool read_page(view *v) {
    char path[PATH_MOST];
    if (!find_page(path)) {
        wend_complain("view: the page was not found; 'make web' builds it, or WEND_PAGE names its file wend.html");
        return false;
    }
    char *bytes;
    size_t count;
    wend_context *context = v->command.context;
    wend_result result = wend_file_read(context, path, &bytes, &count, v->command.report);
    if (result != WEND_OK) {
        wend_command_fail(&v->command, path, result);
        return false;
    }
    const char *head = strstr(bytes, "</title>");
    size_t before = head != NULL ? (size_t)(head - bytes) + strlen("</title>") : 0;
    wend_text *text = &v->page;
    wend_text_add_bytes(text, bytes, before);
    for (int k = 0; k < v->options.operand_count; k++) {
        wend_text_add_string(text, "\n<meta name=\"wend-file\" content=\"");
        add_address(text, k, v->options.operands[k]);
        wend_text_add_string(text, "\">");
    }
    wend_text_add_bytes(text, bytes + before, count - before);
    wend_release(context, bytes, count + 1);
    if (wend_text_result(text) != WEND_OK) {
        wend_command_fail(&v->command, NULL, WEND_ERROR_MEMORY);
        return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- answers

static bool send_all(int client, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(client, bytes, count, 0);
        if (sent < 0 && errno == EINTR && !ended)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

static void answer(int client, const char *status, const char *type, const char *bytes, size_t count, bool body) {
    char head[512];
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nCache-Control: no-store\r\n"
                          "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n"
                          "Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n",
                          status, type, count);
    if (send_all(client, head, (size_t)length) && body)
        send_all(client, bytes, count);
}

static void refuse(int client, const char *status, const char *words) {
    answer(client, status, "text/plain; charset=utf-8", words, strlen(words), true);
}

static void answer_file(view *v, int client, int k, bool body) {
    char *bytes;
    size_t count;
    wend_report_clear(v->command.report);
    if (wend_file_read(v->command.context, v->options.operands[k], &bytes, &count, v->command.report) != WEND_OK) {
        refuse(client, "404 Not Found", "the file cannot be read any more\n");
        return;
    }
    answer(client, "200 OK", "application/octet-stream", bytes, count, body);
    wend_release(v->command.context, bytes, count + 1);
}

// Whether the request is for this machine by a name that no other page can have.
static bool is_own_host(const view *v, const char *request) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    for (const char *line = strstr(request, "\r\n"); line != NULL && strncmp(line, "\r\n\r\n", 4) != 0;
         line = strstr(line + 2, "\r\n")) {
        static const char field[] = "host:";
        size_t same = 0;
        while (field[same] != 0 && (line[2 + same] | 32) == field[same])
            same++;
        if (field[same] != 0)
            continue;
        const char *value = line + 2 + same;
        value += strspn(value, " \t");
        for (int k = 0; k < 2; k++) {
            char own[64];
            int length = snprintf(own, sizeof own, "%s:%d\r\n", names[k], v->port);
            if (strncmp(value, own, (size_t)length) == 0)
                return true;
        }
        return false;
    }
    return false;
}

// The number of the file that a path means, /file/K/NAME with its own name; or -1.
static int file_of(const view *v, const char *path, size_t length) {
    for (int k = 0; k < v->options.operand_count; k++) {
        wend_text own = wend_text_start(v->command.context);
        wend_text_add_char(&own, '/');
        add_address(&own, k, v->options.operands[k]);
        bool same = own.count == length && memcmp(own.data, path, length) == 0;
        wend_text_free(&own);
        if (same)
            return k;
    }
    return -1;
}

static void serve_request(view *v, int client, const char *request) {
    bool body = strncmp(request, "GET ", 4) == 0;
    if (!body && strncmp(request, "HEAD ", 5) != 0) {
        refuse(client, "405 Method Not Allowed", "only GET\n");
        return;
    }
    if (!is_own_host(v, request)) {
        refuse(client, "403 Forbidden", "only for this machine\n");
        return;
    }
    const char *path = strchr(request, ' ') + 1;
    size_t length = strcspn(path, " ?\r");
    int k = file_of(v, path, length);
    if (length == 1 && path[0] == '/')
        answer(client, "200 OK", "text/html; charset=utf-8", v->page.data, v->page.count, body);
    else if (k >= 0)
        answer_file(v, client, k, body);
    else
        refuse(client, "404 Not Found", "there is nothing else here\n");
}

// A connection whose request is still coming.
typedef struct guest {
    int client;
    time_t since;
    size_t count;
    char request[REQUEST_MOST];
} guest;

typedef enum hearing { HEARING_MORE, HEARING_WHOLE, HEARING_ENDED } hearing;

// Takes what has come of a request; it has ended when it is too long or none.
static hearing hear(guest *g) {
    ssize_t got = recv(g->client, g->request + g->count, REQUEST_MOST - 1 - g->count, 0);
    if (got < 0 && errno == EINTR)
        return HEARING_MORE;
    if (got <= 0)
        return HEARING_ENDED;
    g->count += (size_t)got;
    g->request[g->count] = 0;
    if (strlen(g->request) != g->count)
        return HEARING_ENDED; // a zero byte: no request
    if (strstr(g->request, "\r\n\r\n") != NULL)
        return HEARING_WHOLE;
    return g->count + 1 < REQUEST_MOST ? HEARING_MORE : HEARING_ENDED;
}

// ---------------------------------------------------------------------------------------------------- serving

static int listen_here(view *v) {
    int server = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)wend_options_number(&v->options, "--port", 0));
    socklen_t size = sizeof address;
    if (server >= 0)
        setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (server < 0 || bind(server, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(server, WAITING_MOST) != 0 || getsockname(server, (struct sockaddr *)&address, &size) != 0) {
        wend_complain("view: the port cannot be opened: %s", strerror(errno));
        if (server >= 0)
            close(server);
        return -1;
    }
    v->port = ntohs(address.sin_port);
    return server;
}

// The server and those that are listened to.
typedef struct room {
    int server, count;
    guest guests[WAITING_MOST];
} room;

static void leave(room *r, int k) {
    close(r->guests[k].client);
    r->guests[k] = r->guests[--r->count];
}

// Lets one in; where there is no room, the one that has waited longest leaves.
static void enter(room *r) {
    int client = accept(r->server, NULL, NULL);
    if (client < 0)
        return;
    struct timeval limit = {.tv_sec = SECONDS_MOST}; // for answers; requests are timed by `turn`
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (r->count == WAITING_MOST) {
        int oldest = 0;
        for (int k = 1; k < r->count; k++)
            if (r->guests[k].since < r->guests[oldest].since)
                oldest = k;
        leave(r, oldest);
    }
    guest *g = &r->guests[r->count++];
    g->client = client;
    g->since = time(NULL);
    g->count = 0;
}

// Waits until somebody says something, and answers whole requests.
static void turn(view *v, room *r) {
    struct pollfd polled[WAITING_MOST + 1] = {{.fd = r->server, .events = POLLIN}};
    for (int k = 0; k < r->count; k++)
        polled[k + 1] = (struct pollfd){.fd = r->guests[k].client, .events = POLLIN};
    if (poll(polled, (nfds_t)r->count + 1, POLL_MS) < 0)
        return;
    for (int k = r->count - 1; k >= 0; k--) {
        guest *g = &r->guests[k];
        hearing heard = polled[k + 1].revents != 0 ? hear(g) : HEARING_MORE;
        if (heard == HEARING_WHOLE)
            serve_request(v, g->client, g->request);
        if (heard != HEARING_MORE || time(NULL) - g->since > SECONDS_MOST)
            leave(r, k);
    }
    if (polled[0].revents != 0)
        enter(r);
}

static int serve(view *v) {
    room r = {.server = listen_here(v)};
    if (r.server < 0)
        return WEND_EXIT_BAD;
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    char line[128];
    int length = snprintf(line, sizeof line, "Open http://127.0.0.1:%d/ in a browser. Ctrl-C ends it.\n", v->port);
    int code = wend_command_print_bytes(line, (size_t)length);
    while (code == WEND_EXIT_DONE && !ended)
        turn(v, &r);
    while (r.count > 0)
        leave(&r, 0);
    close(r.server);
    return code;
}

static bool files_fit(const view *v) {
    for (int k = 0; k < v->options.operand_count; k++)
        if (access(v->options.operands[k], R_OK) != 0) {
            wend_complain("view: %.200s: cannot be read: %s", v->options.operands[k], strerror(errno));
            return false;
        }
    return true;
}

int wend_command_view(int argument_count, char **arguments) {
    view v = {.port = 0};
    if (!wend_options_read("view", table, (int)(sizeof table / sizeof table[0]), argument_count, arguments,
                           &v.options) ||
        !wend_options_operands(&v.options, 1, INT32_MAX, "one or more files") || !files_fit(&v) ||
        !wend_command_start(&v.command, &v.options, 1))
        return WEND_EXIT_BAD;
    v.page = wend_text_start(v.command.context);
    int code = read_page(&v) ? serve(&v) : WEND_EXIT_BAD;
    wend_text_free(&v.page);
    wend_command_stop(&v.command);
    return code;
}
