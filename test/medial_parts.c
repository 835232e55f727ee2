// Parts of a medial axis by themselves.
#include "medial_parts.h"

#include "medial/medial.h"

bool medial_forest_again(wend_medial *medial) {
    wend_ground g = wend_medial_ground(medial);
    size_t vertices = (size_t)medial->view.vertex_count;
    wend_release(medial->context, medial->parent, vertices * sizeof *medial->parent);
    wend_release(medial->context, medial->bottleneck, vertices * sizeof *medial->bottleneck);
    wend_release(medial->context, medial->joint, vertices * sizeof *medial->joint);
    medial->parent = NULL;
    medial->bottleneck = NULL;
    medial->joint = NULL;
    wend_waist *waists = wend_medial_waists(medial->context, &g);
    bool good = waists != NULL && wend_medial_make_forest(medial, waists);
    wend_release(medial->context, waists, (size_t)medial->view.arc_count * sizeof *waists);
    return good;
}

double medial_widest_between(const wend_medial *medial, const wend_medial_near *from, const wend_medial_near *to) {
    return wend_medial_widest_between(medial, from, to, NULL);
}

static bool count_piece(void *user, int32_t first) {
    int32_t *count = user;
    *count += first >= 0;
    return true;
}

int32_t medial_pieces_around(const wend_medial *medial, const wend_spot *spot) {
    int32_t count = 0;
    wend_finder_search(&medial->finder, (wend_vec){spot->point.x, spot->point.y}, count_piece, &count);
    return count;
}
