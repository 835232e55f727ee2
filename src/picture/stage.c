// A surface on its scene, ready to be looked at: faces, light, frame and projection. See stage.h.
#include "picture/stage.h"

#include "picture/surface_look.h"

#include <math.h>

#define AROUND 0.06      // how much of the scene around the floors is shown, as a share of their extent,
#define AROUND_LEAST 1.0 // and in metres
#define OVERHEAD 1.4     // what is shown over the highest floor, in heights of the agent
#define UPRIGHT 0.25     // upward part of a normal below which a face is taken for a wall
#define FAR_BELOW 1e5    // metres
#define STEEPEST 0.6     // of normals: floors are not darker than at this slope

// Where the light comes from: the upper left of the page, seen from above.
static const double sun[3] = {-0.42, 0.26, 0.87};

// ---------------------------------------------------------------------------------------------------- faces

// Sets the normal; false when the face has none.
static bool set_normal(wend_stage_face *face) {
    double a[3], b[3], n[3], length = 0;
    for (int k = 0; k < 3; k++) {
        a[k] = face->corners[1][k] - face->corners[0][k];
        b[k] = face->corners[2][k] - face->corners[0][k];
    }
    for (int k = 0; k < 3; k++) {
        n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        length += n[k] * n[k];
    }
    length = sqrt(length);
    if (!(length > 1e-200 && length < 1e200))
        return false;
    for (int k = 0; k < 3; k++)
        face->normal[k] = (float)(n[k] / length);
    return true;
}

static double lit(const wend_stage_face *face) {
    double light = 0;
    for (int k = 0; k < 3; k++)
        light += sun[k] * (double)face->normal[k];
    return light;
}

static bool add_face(wend_stage *stage, const wend_stage_face *face) {
    return wend_array_push(stage->context, &stage->faces, *face);
}

static void set_place(const wend_stage *stage, const wend_surface_view *view, int32_t vertex, double place[3]) {
    wend_point3 p = view->vertices[vertex];
    const double point[3] = {p.x, p.y, p.z};
    for (int k = 0; k < 3; k++)
        place[k] = (view->lattice.origin[k] + view->lattice.step * point[k]) * view->lattice.unit - stage->centre[k];
}

static bool add_floors(wend_stage *stage, const wend_surface_view *view) {
    for (int32_t t = 0; t < view->triangle_count; t++) {
        wend_stage_face face = {0};
        for (int k = 0; k < 3; k++)
            set_place(stage, view, view->triangles[t].v[k], face.corners[k]);
        if (!set_normal(&face))
            face.normal[2] = 1;
        double light = 1 + 0.5 * (lit(&face) - sun[2]);
        face.light = (float)(fmax(light, STEEPEST) * wend_component_shade(view->triangle_component[t]));
        if (!add_face(stage, &face))
            return false;
        wend_cover_add(&stage->cover, face.corners[0], face.corners[1], face.corners[2]);
    }
    stage->floor_count = stage->faces.count;
    return wend_cover_finish(&stage->cover, stage->context);
}

static bool add_lines(wend_stage *stage, const wend_surface_view *view) {
    for (int32_t b = 0; b < view->boundary_count; b++) {
        int32_t edge = view->boundaries[b].edge;
        wend_stage_line line = {.floor = edge / 3, .kind = (wend_boundary_kind)view->boundaries[b].kind};
        set_place(stage, view, view->triangles[edge / 3].v[edge % 3], line.ends[0]);
        set_place(stage, view, view->triangles[edge / 3].v[(edge % 3 + 1) % 3], line.ends[1]);
        if (!wend_array_push(stage->context, &stage->lines, line))
            return false;
    }
    return true;
}

// Whether a face lies in the box that must be seen, at least in part.
static bool is_close(const wend_stage_face *face, const double low[3], const double high[3]) {
    for (int k = 0; k < 3; k++) {
        double least = fmin(fmin(face->corners[0][k], face->corners[1][k]), face->corners[2][k]);
        double most = fmax(fmax(face->corners[0][k], face->corners[1][k]), face->corners[2][k]);
        if (!(least <= high[k] && most >= low[k]))
            return false;
    }
    return true;
}

// Widens the frame by a face, as far as `high` and `low` allow.
static void frame_face(wend_stage *stage, const wend_stage_face *face, const double low[3], const double high[3]) {
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) {
            double at = fmax(low[k], fmin(high[k], face->corners[c][k]));
            stage->low[k] = fmin(stage->low[k], at);
            stage->high[k] = fmax(stage->high[k], at);
        }
    }
}

static bool add_scene(wend_stage *stage, const wend_scene *scene, double height) {
    wend_scene_view view = wend_scene_look(scene);
    double low[3], high[3];
    double extent = fmax(stage->high[0] - stage->low[0], stage->high[1] - stage->low[1]);
    double around = fmax(AROUND * extent, AROUND_LEAST);
    for (int k = 0; k < 3; k++) {
        low[k] = stage->low[k] - around;
        high[k] = stage->high[k] + (k < 2 ? around : OVERHEAD * height);
    }
    for (int32_t t = 0; t < view.triangle_count; t++) {
        wend_stage_face face = {0};
        for (int c = 0; c < 3; c++) {
            double ground[3];
            wend_ground_from_scene(view.up, view.positions + 3 * (int64_t)view.triangles[3 * (int64_t)t + c], ground);
            for (int k = 0; k < 3; k++)
                face.corners[c][k] = ground[k] * view.unit - stage->centre[k];
        }
        if (!set_normal(&face) || !is_close(&face, low, high))
            continue;
        face.light = (float)(0.90 + 0.16 * (lit(&face) - sun[2]) + 0.04 * (double)face.normal[2]);
        frame_face(stage, &face, low, high);
        if (!add_face(stage, &face))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- the stage

static void set_frame(wend_stage *stage, const wend_surface_view *view) {
    double low[3], high[3];
    wend_ground_from_scene(view->lattice.up, view->min, low);
    wend_ground_from_scene(view->lattice.up, view->max, high);
    for (int k = 0; k < 3; k++) {
        double a = low[k] * view->lattice.unit, b = high[k] * view->lattice.unit;
        stage->centre[k] = a + (b - a) / 2;
        stage->low[k] = -fabs(b - a) / 2;
        stage->high[k] = fabs(b - a) / 2;
    }
    stage->lowest = stage->low[2];
    stage->rise = fmax(stage->high[2] - stage->low[2], WEND_SURFACE_RISE);
}

bool wend_stage_set(wend_stage *stage, wend_context *context, const wend_surface *surface, const wend_scene *scene,
                    double height) {
    wend_surface_view view = wend_surface_look(surface);
    *stage = (wend_stage){.context = context};
    set_frame(stage, &view);
    return wend_cover_start(&stage->cover, context, stage->low, stage->high) && add_floors(stage, &view) &&
           add_lines(stage, &view) && (!scene || add_scene(stage, scene, height));
}

void wend_stage_free(wend_stage *stage) {
    wend_array_free(stage->context, &stage->faces);
    wend_array_free(stage->context, &stage->lines);
    wend_cover_free(&stage->cover, stage->context);
}

// ---------------------------------------------------------------------------------------------------- views

static double along(const double axis[3], const double place[3]) {
    return axis[0] * place[0] + axis[1] * place[1] + axis[2] * place[2];
}

static void widen(wend_stage_view *view, const double place[3]) {
    double at[2] = {along(view->right, place), along(view->up, place)};
    for (int k = 0; k < 2; k++) {
        view->low[k] = fmin(view->low[k], at[k]);
        view->high[k] = fmax(view->high[k], at[k]);
    }
}

wend_stage_view wend_stage_look(const wend_stage *stage, wend_stage_way way) {
    // From 30 degrees east of south, 40 degrees down.
    const double c = 0.8660254037844386, s = 0.5, across = 0.766044443118978, down = 0.6427876096865394;
    wend_stage_view view = {.way = way, .right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}};
    if (way == WEND_STAGE_TILTED)
        view = (wend_stage_view){.way = way,
                                 .right = {c, s, 0},
                                 .up = {-s * down, c * down, across},
                                 .toward = {s * across, -c * across, down}};
    view.low[0] = view.low[1] = 1e300;
    view.high[0] = view.high[1] = -1e300;
    for (int64_t f = 0; f < stage->faces.count; f++) {
        for (int c3 = 0; c3 < 3; c3++) {
            double place[3];
            for (int k = 0; k < 3; k++)
                place[k] = fmax(stage->low[k], fmin(stage->high[k], stage->faces.data[f].corners[c3][k]));
            widen(&view, place);
        }
    }
    if (stage->faces.count == 0)
        view.low[0] = view.low[1] = view.high[0] = view.high[1] = 0;
    return view;
}

wend_pixel wend_stage_project(const wend_stage_view *view, const double place[3]) {
    return (wend_pixel){(along(view->right, place) - view->low[0]) * view->scale,
                        (view->high[1] - along(view->up, place)) * view->scale, along(view->toward, place)};
}

void wend_stage_place(const wend_stage_view *view, wend_pixel pixel, double place[3]) {
    double right = pixel.x / view->scale + view->low[0], up = view->high[1] - pixel.y / view->scale;
    for (int k = 0; k < 3; k++)
        place[k] = right * view->right[k] + up * view->up[k] + pixel.depth * view->toward[k];
}

bool wend_stage_faces(const wend_stage_view *view, const wend_stage_face *face) {
    const double normal[3] = {face->normal[0], face->normal[1], face->normal[2]};
    return along(view->toward, normal) > 1e-4;
}

wend_stage_part wend_stage_part_at(const wend_stage *stage, const wend_stage_view *view, const wend_stage_face *face,
                                   wend_pixel pixel) {
    if (view->way == WEND_STAGE_ABOVE)
        return WEND_STAGE_SOLID;
    double place[3];
    wend_stage_place(view, pixel, place);
    if (face->normal[2] > (float)UPRIGHT)
        return wend_cover_is_roof(&stage->cover, place) ? WEND_STAGE_NONE : WEND_STAGE_SOLID;
    return wend_cover_is_before(&stage->cover, place, face->normal) ? WEND_STAGE_VEILED : WEND_STAGE_SOLID;
}

double wend_stage_nearer(const wend_stage_view *view, bool floor) {
    return floor ? WEND_STAGE_LIFT : view->way == WEND_STAGE_ABOVE ? -FAR_BELOW : 0;
}

// ---------------------------------------------------------------------------------------------------- colours

uint32_t wend_stage_floor_colour(const wend_stage *stage, double height, double light) {
    return wend_colour_scale(wend_surface_tint((height - stage->lowest) / stage->rise), light);
}

uint32_t wend_stage_scene_colour(const wend_stage_face *face) {
    return wend_colour_scale(0xeceef0ff, (double)face->light);
}
