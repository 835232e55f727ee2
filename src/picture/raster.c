// Triangles on a grid of pixels. See raster.h.
#include "picture/raster.h"

#include "base/platform.h"

#include <math.h>

#define FAR 1e9 // pixels

typedef struct edge {
    double x, y, end; // from (x, y) down to row `end`,
    double slope;     // x per row
} edge;

static edge edge_between(wend_pixel a, wend_pixel b) {
    bool first = a.y < b.y || (a.y == b.y && a.x < b.x);
    wend_pixel p = first ? a : b, q = first ? b : a;
    double rows = q.y - p.y;
    return (edge){p.x, p.y, q.y, rows > 0 ? (q.x - p.x) / rows : 0};
}

// The first pixel whose centre is at or beyond `at`, between two limits.
static int32_t pixel_from(double at, int32_t low, int32_t high) {
    double pixel = ceil(at - 0.5);
    return pixel <= low ? low : pixel >= high ? high : (int32_t)pixel;
}

// Depth as a plane over the pixels.
typedef struct plane {
    double at, across, down;
} plane;

static bool find_plane(const wend_pixel c[3], plane *p) {
    double ax = c[1].x - c[0].x, ay = c[1].y - c[0].y, az = c[1].depth - c[0].depth;
    double bx = c[2].x - c[0].x, by = c[2].y - c[0].y, bz = c[2].depth - c[0].depth;
    double area = ax * by - ay * bx;
    if (!(area != 0))
        return false;
    p->across = (az * by - ay * bz) / area;
    p->down = (ax * bz - az * bx) / area;
    p->at = c[0].depth - p->across * c[0].x - p->down * c[0].y;
    return true;
}

void wend_raster_triangle(const wend_raster *raster, const wend_pixel corners[3]) {
    double top = FAR, bottom = -FAR;
    for (int k = 0; k < 3; k++) {
        if (!(fabs(corners[k].x) < FAR && fabs(corners[k].y) < FAR && fabs(corners[k].depth) < FAR))
            return;
        top = fmin(top, corners[k].y);
        bottom = fmax(bottom, corners[k].y);
    }
    int32_t y = pixel_from(top, raster->first, raster->end), end = pixel_from(bottom, raster->first, raster->end);
    plane depth;
    if (y >= end || !find_plane(corners, &depth))
        return;
    edge edges[3];
    for (int k = 0; k < 3; k++)
        edges[k] = edge_between(corners[k], corners[(k + 1) % 3]);
    for (; y < end; y++) {
        double row = y + 0.5, left = FAR, right = -FAR;
        for (int k = 0; k < 3; k++) {
            if (!(edges[k].y <= row && row < edges[k].end))
                continue;
            double x = edges[k].x + (row - edges[k].y) * edges[k].slope;
            left = fmin(left, x);
            right = fmax(right, x);
        }
        wend_span span = {y, pixel_from(left, 0, raster->width), pixel_from(right, 0, raster->width), 0, depth.across};
        span.depth = depth.at + depth.across * (span.x0 + 0.5) + depth.down * row;
        if (span.x0 < span.x1)
            raster->use(raster->user, &span);
    }
}

void wend_raster_line(const wend_raster *raster, const wend_pixel ends[2], double width) {
    double dx = ends[1].x - ends[0].x, dy = ends[1].y - ends[0].y, length = sqrt(dx * dx + dy * dy);
    double ux = length > 0 ? dx / length * width / 2 : width / 2, uy = length > 0 ? dy / length * width / 2 : 0;
    wend_pixel quad[4];
    for (int k = 0; k < 4; k++) {
        double along = k == 0 || k == 3 ? -1 : 1, aside = k < 2 ? -1 : 1;
        wend_pixel end = ends[along > 0];
        quad[k] = (wend_pixel){end.x + along * ux - aside * uy, end.y + along * uy + aside * ux, end.depth};
    }
    wend_raster_triangle(raster, (const wend_pixel[3]){quad[0], quad[1], quad[2]});
    wend_raster_triangle(raster, (const wend_pixel[3]){quad[2], quad[3], quad[0]});
}
