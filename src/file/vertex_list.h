// Numbered points and the lines between them, as the edge files of CDT and Triangle hold them.
#ifndef WEND_SRC_FILE_VERTEX_LIST_H
#define WEND_SRC_FILE_VERTEX_LIST_H

#include "file/reader.h"

typedef struct wend_vertex_list {
    WEND_ARRAY(double) coordinates; // x, y of each
    WEND_ARRAY(bool) used;          // whether a line ends there
    int64_t lines;
} wend_vertex_list;

void wend_vertex_list_free(wend_context *context, wend_vertex_list *list);
wend_result wend_vertex_list_add(wend_context *context, wend_vertex_list *list, double x, double y);
int64_t wend_vertex_list_count(const wend_vertex_list *list);

// Adds the line between two points of the list, which must exist, to the drawing as an OUTLINE.
wend_result wend_vertex_list_line(wend_reader *reader, wend_vertex_list *list, int64_t a, int64_t b, const char *where);

// Tells about points that no line uses: a warning when there are no lines at all.
void wend_vertex_list_tell(wend_reader *reader, const wend_vertex_list *list);

#endif
