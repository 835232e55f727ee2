// Surfaces over arrays that lie elsewhere: those of a loaded file.
#include "surface/surface.h"

wend_result wend_surface_adopt(wend_context *context, const wend_surface_view *arrays, bool proven,
                               wend_surface **surface, wend_report *report) {
    *surface = NULL;
    wend_surface *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_surface){.context = context, .view = *arrays, .borrowed = true};
    wend_result result =
        proven ? wend_surface_check(context, made, report) : wend_surface_check_local(context, made, report);
    if (result == WEND_OK && !wend_surface_index(made))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        *surface = made;
    else
        wend_surface_destroy(made);
    return result;
}
