// Plans as Wavefront OBJ: all vertices as "v x y 0", then the triangles of each component as one group, facing +z.
#include "base/array.h"
#include "file/write.h"

static void add_vertices(const wend_plan_view *view, wend_text *text) {
    for (int32_t v = 0; v < view->vertex_count; v++) {
        double place[2];
        wend_lattice_place(&view->lattice, view->vertices[v], place);
        wend_text_add_string(text, "v ");
        wend_text_add_double(text, place[0]);
        wend_text_add_char(text, ' ');
        wend_text_add_double(text, place[1]);
        wend_text_add_string(text, " 0\n");
    }
}

static void add_triangle(const wend_plan_triangle *triangle, wend_text *text) {
    wend_text_add_char(text, 'f');
    for (int k = 0; k < 3; k++) {
        wend_text_add_char(text, ' ');
        wend_text_add_int(text, (int64_t)triangle->v[k] + 1);
    }
    wend_text_add_char(text, '\n');
}

wend_result wend_write_plan_obj(wend_context *context, const wend_plan *plan, wend_text *text) {
    wend_plan_view view = wend_plan_look(plan);
    // Triangles of each component in their order, as chains.
    WEND_ARRAY(int32_t) next = {0};
    WEND_ARRAY(int32_t) first = {0};
    bool room = wend_array_resize(context, &next, view.triangle_count) &&
                wend_array_resize(context, &first, view.component_count);
    if (room) {
        for (int32_t c = 0; c < view.component_count; c++)
            first.data[c] = -1;
        for (int32_t t = view.triangle_count - 1; t >= 0; t--) {
            next.data[t] = first.data[view.triangle_component[t]];
            first.data[view.triangle_component[t]] = t;
        }
        add_vertices(&view, text);
        for (int32_t c = 0; c < view.component_count; c++) {
            wend_text_add_string(text, "g component_");
            wend_text_add_int(text, c);
            wend_text_add_char(text, '\n');
            for (int32_t t = first.data[c]; t >= 0; t = next.data[t])
                add_triangle(&view.triangles[t], text);
        }
    }
    wend_array_free(context, &next);
    wend_array_free(context, &first);
    return room ? wend_text_result(text) : WEND_ERROR_MEMORY;
}
