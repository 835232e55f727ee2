// Writers of scenes. Each fills a text (of bytes, for the binary formats) that the caller started; WEND_ERROR_MEMORY
// when it ran short. What each keeps is told at wend_file_write_scene in wend/file.h.
#ifndef WEND_SRC_FILE_WRITE_SCENE_H
#define WEND_SRC_FILE_WRITE_SCENE_H

#include <wend/scene.h>
#include <wend/text.h>

// Vertices in their order, then the triangles of each part behind "o NAME".
wend_result wend_write_scene_obj(const wend_scene *scene, wend_text *text);
// Little-endian, coordinates as double, triangles as lists of int.
wend_result wend_write_scene_ply(const wend_scene *scene, wend_text *text);
// Binary.
wend_result wend_write_scene_stl(const wend_scene *scene, wend_text *text);
// One node that turns, scales and moves, below it one for each part. WEND_ERROR_LIMIT beyond 4 GiB.
wend_result wend_write_scene_glb(const wend_scene *scene, wend_text *text);

// Appends the low `count` bytes of a word, the lowest first.
void wend_text_add_word(wend_text *text, uint64_t word, int count);
// Appends a float as four bytes, little-endian.
void wend_text_add_float(wend_text *text, float value);

#endif
