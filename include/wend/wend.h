// wend/wend.h: all of libwend. For files and pictures include <wend/file.h> (and <wend/json.h>) too and link
// libwend-file.
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include <wend/agent.h>
#include <wend/archive.h>
#include <wend/base.h>
#include <wend/cells.h>
#include <wend/codes.h>
#include <wend/crowd.h>
#include <wend/exact.h>
#include <wend/explain.h>
#include <wend/geom.h>
#include <wend/landmarks.h>
#include <wend/links.h>
#include <wend/medial.h>
#include <wend/nav.h>
#include <wend/offlinks.h>
#include <wend/path.h>
#include <wend/picture.h>
#include <wend/pipeline.h>
#include <wend/plan.h>
#include <wend/roads.h>
#include <wend/sample.h>
#include <wend/scene.h>
#include <wend/solid.h>
#include <wend/stairs.h>
#include <wend/surface.h>
#include <wend/text.h>
#include <wend/truth.h>
#include <wend/voxel.h>

#endif
