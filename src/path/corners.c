// The corners of pieces as vertices of the plan. Several vertices may be in one place, where obstacles touch or floors
// lie above each other; triangles tell them apart.
#include "path/landmarks.h"

// The side of a convex piece whose corner is in a place.
static int32_t side_at(const wend_roads_view *v, int32_t piece, wend_point at) {
    int32_t side = v->pieces[piece].side;
    while (side + 1 < v->pieces[piece + 1].side && (v->sides[side].at.x != at.x || v->sides[side].at.y != at.y))
        side++;
    return side;
}

static bool make_room(wend_context *context, const wend_plan_view *plan, int32_t sides, wend_corners *corners) {
    int32_t n = plan->vertex_count;
    return wend_array_resize(context, &corners->vertex, sides) && wend_array_resize(context, &corners->sides, sides) &&
           wend_array_resize(context, &corners->first, (int64_t)n + 1) &&
           wend_array_resize(context, &corners->component, n);
}

bool wend_corners_find(wend_context *context, const wend_roads *roads, wend_corners *corners) {
    wend_plan_view plan = wend_plan_look(roads->plan);
    wend_roads_view v = wend_roads_look(roads);
    if (!make_room(context, &plan, v.side_count, corners))
        return false;
    int32_t *first = corners->first.data;
    for (int32_t k = 0; k <= plan.vertex_count; k++)
        first[k] = 0;
    for (int32_t k = 0; k < plan.vertex_count; k++)
        corners->component.data[k] = -1;
    for (int32_t t = 0; t < plan.triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t vertex = plan.triangles[t].v[i];
            corners->vertex.data[side_at(&v, v.triangle_piece[t], plan.vertices[vertex])] = vertex;
            corners->component.data[vertex] = plan.triangle_component[t];
        }
    for (int32_t k = 0; k < v.side_count; k++)
        first[corners->vertex.data[k] + 1]++;
    for (int32_t k = 0; k < plan.vertex_count; k++)
        first[k + 1] += first[k];
    for (int32_t k = v.side_count - 1; k >= 0; k--)
        corners->sides.data[--first[corners->vertex.data[k] + 1]] = k;
    for (int32_t k = 0; k < plan.vertex_count; k++) // each was moved down to where its own sides begin
        first[k] = first[k + 1];
    first[plan.vertex_count] = v.side_count;
    return true;
}

void wend_corners_free(wend_context *context, wend_corners *corners) {
    wend_array_free(context, &corners->vertex);
    wend_array_free(context, &corners->first);
    wend_array_free(context, &corners->sides);
    wend_array_free(context, &corners->component);
}
