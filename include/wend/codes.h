// wend/codes.h: the codes of findings, all of them.
//
// Each finding of a report has a code (`wend_finding.code`) that stays the same between versions, while its sentence
// may change: programs tell findings apart by the code, with strcmp. The finding says how severe it is: with the same
// code one may be a note here and an error there. `wend_report_total` counts the findings of a code.
//
//     if (wend_report_total(report, WEND_CODE_RING_CROSSES_ITSELF) > 0)
//         puts("your outline crosses itself");
//
// Codes are added, and never change. The manual's tables are made from this file.
#ifndef WEND_CODES_H
#define WEND_CODES_H

// --------------------------------------------------------------------------------------------------------- floor plans

// The inside of that ring is taken even-odd.
#define WEND_CODE_RING_CROSSES_ITSELF "ring-crosses-itself"
// A ring with all points on one line; an obstacle like that is a wall.
#define WEND_CODE_RING_WITHOUT_AREA "ring-without-area"
// Two lines cross between their points; a vertex was made there.
#define WEND_CODE_LINES_CROSS "lines-cross"
// Points equal to the one before, or that became so on the lattice.
#define WEND_CODE_REPEATED_POINT "repeated-point"
// An area border whose points are all the same; it is ignored.
#define WEND_CODE_BORDER_WITHOUT_LENGTH "border-without-length"
// A shape hidden in an obstacle or outside the floor; an area border also when it lies on a boundary.
#define WEND_CODE_SHAPE_WITHOUT_EFFECT "shape-without-effect"
// A point obstacle on a boundary or outside the floor.
#define WEND_CODE_POINT_WITHOUT_EFFECT "point-without-effect"
// A hole point that marks nothing.
#define WEND_CODE_HOLE_OUTSIDE "hole-outside"
// Nothing is enclosed: the drawing has no outline.
#define WEND_CODE_NO_OUTLINE "no-outline"
// Nothing is enclosed, or no triangle of a scene is flat enough and faces up: check the axis, the unit and the
// winding. A warning for a map without a cell of floor.
#define WEND_CODE_NO_FLOOR "no-floor"
// A coordinate of a drawing is NaN or infinite.
#define WEND_CODE_NOT_FINITE "not-finite"
// The lattice step that a drawing needs, or was given, is out of range; the drawing is far too wide or too small.
#define WEND_CODE_LATTICE_STEP "lattice-step"
// A drawing is wider than 2^30 lattice steps: take a larger step.
#define WEND_CODE_LATTICE_SPAN "lattice-span"
// A drawing lies so far from its origin that its coordinates are coarse: move it nearer.
#define WEND_CODE_LATTICE_OFFSET "lattice-offset"
// The lines of a drawing cross in more than 2^28 places.
#define WEND_CODE_TOO_MANY_CROSSINGS "too-many-crossings"
// A field of the plan's def is out of range; the sentence names it.
#define WEND_CODE_BAD_DEF "bad-def"

// -------------------------------------------------------------------------------------------------------------- scenes

// Triangles of a scene with corners that are not finite; they were left out.
#define WEND_CODE_TRIANGLE_NOT_FINITE "triangle-not-finite"
// Triangles of a scene without area; they were left out.
#define WEND_CODE_TRIANGLE_DEGENERATE "triangle-degenerate"
// Triangles of a scene with a corner so far off that coordinates would have to be coarse for them: more than 65 km
// of empty space around all others, and few; they were left out.
#define WEND_CODE_STRAY_LEFT_OUT "stray-left-out"
// A scene longer than 131 km without such strays: how coarse its lattice step is for that; a warning from 1 mm on.
#define WEND_CODE_LATTICE_COARSE "lattice-coarse"
// The axis that was taken as up looks wrong: the sentence says what to try.
#define WEND_CODE_SCENE_UP "scene-up"
// The unit looks wrong: the sentence says what to try.
#define WEND_CODE_SCENE_UNIT "scene-unit"
// There are no triangles, or none that is left on the lattice.
#define WEND_CODE_SCENE_EMPTY "scene-empty"
// The lattice is too fine for the scene, or there is more than files or 32-bit indices can hold: take a larger step,
// or split the scene.
#define WEND_CODE_SCENE_TOO_LARGE "scene-too-large"
// Coordinates so large that they are coarse: check the unit, or move the scene nearer to its origin.
#define WEND_CODE_SCENE_TOO_FAR "scene-too-far"
// The field `lattice` is out of range.
#define WEND_CODE_SOLID_LATTICE "solid-lattice"
// The agent's height is out of range.
#define WEND_CODE_AGENT_HEIGHT "agent-height"
// The agent's slope is out of range.
#define WEND_CODE_AGENT_SLOPE "agent-slope"
// The agent's step is out of range.
#define WEND_CODE_AGENT_STEP "agent-step"
// The agent's gap is out of range.
#define WEND_CODE_AGENT_GAP "agent-gap"
// The agent's drop is out of range.
#define WEND_CODE_AGENT_DROP "agent-drop"

// ------------------------------------------------------------------------------------------------------------ surfaces

// Nearly all of a scene's area that is flat enough faces down: it seems to be wound clockwise, or another axis is
// up.
#define WEND_CODE_WINDING_FACES_DOWN "winding-faces-down"
// At least three times as much would be floor if the triangles were wound the other way: the scene seems to be
// mirrored, as scenes of engines with left-handed axes are when one axis is copied without its sign. Reverse the
// winding, or negate one axis.
#define WEND_CODE_WINDING_INSIDE_OUT "winding-inside-out"
// Triangles amid the floor face down, as if wound the wrong way: how many, and the first of them. Reverse them;
// `two_sided` takes them as floor, and the undersides of floors and insides of walls, too.
#define WEND_CODE_WINDING_MIXED "winding-mixed"
// Floors inside solids were left out: how much, and where the largest is.
#define WEND_CODE_INSIDE_SOLID "inside-solid"
// Nothing is left to walk on: what is flat enough lies under something or was filtered out, or no seed stands on a
// floor.
#define WEND_CODE_NOTHING_WALKABLE "nothing-walkable"
// A seed with no floor at it or up to the agent's height below.
#define WEND_CODE_SEED_STANDS_NOWHERE "seed-stands-nowhere"
// The field `weld` is out of range.
#define WEND_CODE_EXACT_WELD "exact-weld"
// The field `simplify` is out of range.
#define WEND_CODE_EXACT_SIMPLIFY "exact-simplify"
// The field `cell` is out of range, too small for the lattice or for the size of the scene.
#define WEND_CODE_VOXEL_CELL "voxel-cell"
// The field `cell_height` is out of range.
#define WEND_CODE_VOXEL_CELL_HEIGHT "voxel-cell-height"
// The field `tile` is out of range.
#define WEND_CODE_VOXEL_TILE "voxel-tile"
// The field `smooth` is out of range.
#define WEND_CODE_VOXEL_SMOOTH "voxel-smooth"
// How many cells smoothing gave a floor, or another one.
#define WEND_CODE_VOXEL_SMOOTHED "voxel-smoothed"
// The scene would take too many tiles.
#define WEND_CODE_VOXEL_TILES "voxel-tiles"
// The field `simplify` is out of range.
#define WEND_CODE_VOXEL_SIMPLIFY "voxel-simplify"

// ---------------------------------------------------------------------------------------------------- links and stairs

// The surface's lattice is coarse beside the step or the gap (fewer than 16 lattice steps): links may be missing or
// pass thin things; set a smaller lattice step.
#define WEND_CODE_LINKS_COARSE "links-coarse"
// Links broke a rule of `wend check` as soon as they were built, and were left out: floors may be apart at that
// place; please report the scene.
#define WEND_CODE_LINKS_UNPROVEN "links-unproven"
// The surface was extracted from another solid: the scene, its unit, its axis or the lattice differ.
#define WEND_CODE_LINKS_SOLID "links-solid"
// A number of the links is out of range.
#define WEND_CODE_LINKS_RANGE "links-range"
// Parts of the floor too small to stand on were left out; set `min_area` to 0 to keep them.
#define WEND_CODE_SPECKS_LEFT_OUT "specks-left-out"
// Parts of the floor to which no seed leads were left out.
#define WEND_CODE_UNREACHED_LEFT_OUT "unreached-left-out"
// What is left, or what the seeds reach, is smaller than `min_area`: set less.
#define WEND_CODE_NOTHING_LARGE "nothing-large"
// The links are those of another surface.
#define WEND_CODE_KEEP_SURFACE "keep-surface"
// The field `min_area` is out of range.
#define WEND_CODE_KEEP_MIN_AREA "keep-min-area"
// The number of seeds and the seeds do not go together.
#define WEND_CODE_KEEP_SEEDS "keep-seeds"
// Treads of a scene that follow each other, each more than a step (up to two) above the one before, so that nothing
// joins them: how high the risers are, and the step that they need.
#define WEND_CODE_STAIRS_TOO_STEEP "stairs-too-steep"
// Flights of stairs had figures that `wend check` would refuse, and were left out; please report the scene.
#define WEND_CODE_STAIRS_UNPROVEN "stairs-unproven"
// The links are those of another surface.
#define WEND_CODE_STAIRS_SURFACE "stairs-surface"
// A number of the stairs is out of range, or they are those of other links.
#define WEND_CODE_STAIRS_RANGE "stairs-range"

// -------------------------------------------------------------------------------------------------- links made by hand

// A link made by hand with a number out of range, or a count or snap that is; the sentence names it.
#define WEND_CODE_OFFLINK_DEF "offlink-def"
// A link made by hand was left out: an end stands on no floor (`measured` metres from the nearest).
#define WEND_CODE_OFFLINK_OFF_FLOOR "offlink-off-floor"
// A link made by hand was left out: its edge leaves the floor.
#define WEND_CODE_OFFLINK_EDGE_LEAVES_FLOOR "offlink-edge-leaves-floor"
// Links made by hand stand on a plan, and none is built.
#define WEND_CODE_OFFLINK_PLAN "offlink-plan"
// A file of links made by hand is not as it must be.
#define WEND_CODE_OFFLINKS_SYNTAX "offlinks-syntax"
// Links made by hand break a rule, or are those of another plan.
#define WEND_CODE_OFFLINKS_INVALID "offlinks-invalid"

// ---------------------------------------------------------------------------- what is built on the plan, and questions

// The field `stages` names nothing that can be built.
#define WEND_CODE_BUILD_STAGES "build-stages"
// The plan is too large for its medial axis (cut it in parts), or not sound.
#define WEND_CODE_MEDIAL_PLAN "medial-plan"
// The fields `narrowest` and `widest` are out of range.
#define WEND_CODE_DOORS_WIDTH "doors-width"
// The field `opening` is out of range.
#define WEND_CODE_DOORS_OPENING "doors-opening"
// The field `depth` is out of range.
#define WEND_CODE_DOORS_DEPTH "doors-depth"
// The field `jamb` is out of range.
#define WEND_CODE_DOORS_JAMB "doors-jamb"
// The field `room_area` is out of range.
#define WEND_CODE_DOORS_ROOM_AREA "doors-room-area"
// The plan was not made from this surface.
#define WEND_CODE_DOORS_SURFACE "doors-surface"
// The field `relax` is out of range.
#define WEND_CODE_CELLS_RELAX "cells-relax"
// The field `relax_angle` is out of range.
#define WEND_CODE_CELLS_RELAX_ANGLE "cells-relax-angle"
// The field `quality` is none that there is.
#define WEND_CODE_CELLS_QUALITY "cells-quality"
// The field `sides` is out of range.
#define WEND_CODE_ROADS_SIDES "roads-sides"
// Pieces of roads are not convex groups of the plan's triangles, or not all of them; the item is a triangle.
#define WEND_CODE_ROADS_PIECES "roads-pieces"
// The number of landmarks is out of range.
#define WEND_CODE_LANDMARKS_COUNT "landmarks-count"
// A landmark or a distance is not what it should be; the item is a vertex.
#define WEND_CODE_LANDMARKS_DISTANCE "landmarks-distance"
// A corner that is a notch is not told as one, or not as it is; the item is its vertex.
#define WEND_CODE_ROADS_NOTCH "roads-notch"
// A notch that is in the way in a piece is missing there, or not as it is; the item is its vertex.
#define WEND_CODE_ROADS_VISITOR "roads-visitor"
// Roads cannot be made of a medial axis that is not that of the plan.
#define WEND_CODE_ROADS_MEDIAL "roads-medial"
// A floor plan has no scene that could explain it.
#define WEND_CODE_EXPLAIN_PLAN "explain-plan"
// The names of the scene's files are missing.
#define WEND_CODE_EXPLAIN_FILES "explain-files"
// What to show is not in the nav, or a field of the def is out of range; the sentence says which.
#define WEND_CODE_RELIEF "relief"
// The error that the cut floor may have is out of range.
#define WEND_CODE_FLOOR_ERROR "floor-error"
// A field of the verifier's def is out of range; the sentence names it.
#define WEND_CODE_TRUTH_FIELD "truth-field"
// The scene is not the one that the surface was made from: give the same files in the same order.
#define WEND_CODE_SCENE_MISFIT "scene-misfit"
// The verifier cannot sample this drawing; check without it.
#define WEND_CODE_DRAWING_UNJUDGED "drawing-unjudged"

// ------------------------------------------------------------------------------------------------------------ any file

// A file cannot be opened.
#define WEND_CODE_FILE_OPEN "file-open"
// A file cannot be read.
#define WEND_CODE_FILE_READ "file-read"
// A file cannot be written.
#define WEND_CODE_FILE_WRITE "file-write"
// A .wend file cannot be loaded; the sentence says why.
#define WEND_CODE_FILE_LOAD "file-load"
// There is nothing in the file.
#define WEND_CODE_FILE_EMPTY "file-empty"
// A zero byte in what should be text.
#define WEND_CODE_FILE_BINARY "file-binary"
// The text is UTF-16; save it as UTF-8.
#define WEND_CODE_FILE_NOT_UTF8 "file-not-utf8"
// No format that Wend knows, by its content when read, by its ending when written.
#define WEND_CODE_FORMAT_UNKNOWN "format-unknown"
// A file of a format that Wend knows, but does not read as a scene; the sentence says what to do.
#define WEND_CODE_FORMAT_UNSUPPORTED "format-unsupported"
// The source to read from is not complete.
#define WEND_CODE_SOURCE_INVALID "source-invalid"
// The file goes on after its end; the rest is ignored.
#define WEND_CODE_TEXT_AFTER_END "text-after-end"
// This needs more memory than the context's `memory_limit` allows.
#define WEND_CODE_MEMORY_LIMIT "memory-limit"
// A finding that was added without a code.
#define WEND_CODE_UNKNOWN "unknown"

// ------------------------------------------------------------------------------------------------ files of floor plans

// The coordinates are degrees, or look like it; Wend needs metres: project first.
#define WEND_CODE_COORDINATES_IN_DEGREES "coordinates-in-degrees"
// A drawing gets more than 2^28 points: split it.
#define WEND_CODE_DRAWING_TOO_LARGE "drawing-too-large"
// Rings that do not repeat their first point at the end; they were closed.
#define WEND_CODE_RING_NOT_CLOSED "ring-not-closed"
// A ring without points; it was left out.
#define WEND_CODE_RING_EMPTY "ring-empty"
// Points with more than x and y; the rest is ignored.
#define WEND_CODE_HEIGHT_IGNORED "height-ignored"
// Geometries read as what their property `kind` says.
#define WEND_CODE_KIND_BY_PROPERTY "kind-by-property"
// Features without geometry; they were passed over.
#define WEND_CODE_FEATURE_WITHOUT_GEOMETRY "feature-without-geometry"
// Holes in obstacles; they were taken as floor.
#define WEND_CODE_OBSTACLE_WITH_HOLES "obstacle-with-holes"
// Steiner points, which are no obstacles; they were left out.
#define WEND_CODE_STEINER_POINTS "steiner-points"
// The file has points and no edges, which enclose no floor.
#define WEND_CODE_NO_EDGES "no-edges"
// Points that belong to no edge; they are no obstacles and were left out.
#define WEND_CODE_POINTS_WITHOUT_EDGES "points-without-edges"
// Vertices not numbered in order; their order in the file counts.
#define WEND_CODE_VERTEX_NUMBERS "vertex-numbers"
// Segments that name a vertex that is not there; they were left out.
#define WEND_CODE_SEGMENT_WITHOUT_VERTEX "segment-without-vertex"
// A kind of geometry that Wend does not read; use polygons, lines and points.
#define WEND_CODE_WKT_UNSUPPORTED "wkt-unsupported"
// A GeoJSON file breaks the rules of its format.
#define WEND_CODE_GEOJSON_SYNTAX "geojson-syntax"
// A WKT file breaks the rules of its format.
#define WEND_CODE_WKT_SYNTAX "wkt-syntax"
// A .dat file (poly2tri) breaks the rules of its format.
#define WEND_CODE_DAT_SYNTAX "dat-syntax"
// A file of points and edges (CDT) breaks the rules of its format.
#define WEND_CODE_EDGES_SYNTAX "edges-syntax"
// A .poly or .node file (Triangle) breaks the rules of its format.
#define WEND_CODE_POLY_SYNTAX "poly-syntax"
// A file of rings (earcut) breaks the rules of its format.
#define WEND_CODE_RINGS_SYNTAX "rings-syntax"
// A .map file (Moving AI) breaks the rules of its format.
#define WEND_CODE_GRID_SYNTAX "grid-syntax"

// ----------------------------------------------------------------------------------------------------- files of scenes

// Vertices that are not finite, reported once with their number: nobody can walk on their triangles.
#define WEND_CODE_VERTEX_NOT_FINITE "vertex-not-finite"
// Faces of fewer than three corners; they were left out.
#define WEND_CODE_FACE_TOO_SMALL "face-too-small"
// Polygons without area or that cross themselves; they were cut as fans.
#define WEND_CODE_FACE_ODD "face-odd"
// An OBJ file breaks the rules of its format.
#define WEND_CODE_OBJ_SYNTAX "obj-syntax"
// Lines that start with an unknown word; they were passed over.
#define WEND_CODE_OBJ_UNKNOWN "obj-unknown"
// Free-form curves and surfaces, which are not read: make a mesh of them.
#define WEND_CODE_SURFACE_IGNORED "surface-ignored"
// A PLY file breaks the rules of its format.
#define WEND_CODE_PLY_SYNTAX "ply-syntax"
// Faces come before the vertices: save the file anew with another program.
#define WEND_CODE_PLY_ORDER "ply-order"
// An STL file breaks the rules of its format.
#define WEND_CODE_STL_SYNTAX "stl-syntax"
// The count of triangles is not that of the bytes that follow.
#define WEND_CODE_STL_COUNT "stl-count"
// The file ends without `endsolid`; it may have been cut off.
#define WEND_CODE_STL_OPEN "stl-open"
// A glTF or GLB file breaks the rules of its format.
#define WEND_CODE_GLTF_SYNTAX "gltf-syntax"
// A buffer of a glTF file cannot be had, or is too short.
#define WEND_CODE_GLTF_BUFFER "gltf-buffer"
// An extension that Wend does not read: the file needs it, or what it holds was passed over.
#define WEND_CODE_GLTF_EXTENSION "gltf-extension"
// Not glTF 2.0: convert it.
#define WEND_CODE_GLTF_VERSION "gltf-version"
// The file goes on behind its end; those bytes were passed over.
#define WEND_CODE_GLTF_BYTES_BEHIND "gltf-bytes-behind"
// Primitives that end within a triangle, which was left out.
#define WEND_CODE_GLTF_LEFT_OVER "gltf-left-over"
// Meshes with morph targets, taken without them.
#define WEND_CODE_GLTF_MORPH_IGNORED "gltf-morph-ignored"
// Primitives without positions; they were passed over.
#define WEND_CODE_GLTF_NO_POSITIONS "gltf-no-positions"
// Primitives of points or lines; they were passed over.
#define WEND_CODE_GLTF_NOT_TRIANGLES "gltf-not-triangles"
// The file holds several scenes: which one was read.
#define WEND_CODE_GLTF_OTHER_SCENES "gltf-other-scenes"
// Rotations of length 0, taken as no rotation.
#define WEND_CODE_GLTF_ROTATION "gltf-rotation"
// Meshes with a skin, taken as they were modelled.
#define WEND_CODE_GLTF_SKIN_IGNORED "gltf-skin-ignored"

// ----------------------------------------------------------------------------------------------------- what is written

// The ending names no format that this layer can be written in.
#define WEND_CODE_EXPORT_FORMAT "export-format"
// There is no such layer to write, or the nav does not hold it.
#define WEND_CODE_EXPORT_LAYER "export-layer"
// An option of the export is out of range or does not go with the others; the sentence names it.
#define WEND_CODE_EXPORT_OPTION "export-option"
// A picture has too many pixels for a PNG.
#define WEND_CODE_PNG_SIZE "png-size"
// STL knows floats only, and vertices of this scene move by that: write another format.
#define WEND_CODE_STL_PRECISION "stl-precision"
// WKT cannot say what the drawing holds: write GeoJSON.
#define WEND_CODE_WKT_CANNOT_SAY "wkt-cannot-say"

// ------------------------------------------------------------------------------------------------------------- loading

// This is no .wend file, or it breaks the rules of the format.
#define WEND_CODE_ARCHIVE_FORMAT "archive-format"
// A .wend file ends too early.
#define WEND_CODE_ARCHIVE_TRUNCATED "archive-truncated"
// A .wend file was damaged.
#define WEND_CODE_ARCHIVE_CHECKSUM "archive-checksum"
// A .wend file was written by a newer version of Wend.
#define WEND_CODE_ARCHIVE_VERSION "archive-version"
// What a .wend file holds breaks a rule.
#define WEND_CODE_ARCHIVE_INVALID "archive-invalid"

// -------------------------------------------------------------------------------------------- checks of triangulations

// The corners of a triangle are not three vertices that are there.
#define WEND_CODE_TRIANGLE_CORNERS "triangle-corners"
// Two neighbours do not agree on the edge between them.
#define WEND_CODE_TRIANGLE_NEIGHBOURS "triangle-neighbours"
// A triangle does not face up.
#define WEND_CODE_TRIANGLE_ORIENTATION "triangle-orientation"
// A vertex names a half-edge that does not start in it.
#define WEND_CODE_VERTEX_EDGE "vertex-edge"
// A vertex has more than one fan of triangles.
#define WEND_CODE_VERTEX_FANS "vertex-fans"
// An edge without constraint is not Delaunay, or the hull is dented there.
#define WEND_CODE_NOT_DELAUNAY "not-delaunay"
// The triangles do not form a sphere: V - E + F is not 2.
#define WEND_CODE_EULER "euler"
// An input point is not where its vertex is, or two vertices are in the same place.
#define WEND_CODE_POINTS "points"
// A constrained edge names no input segment.
#define WEND_CODE_PIECES "pieces"
// The edges of an input segment are not one chain.
#define WEND_CODE_SEGMENT_CHAIN "segment-chain"
// An input segment strays by more than sqrt(2)/2 lattice steps.
#define WEND_CODE_SEGMENT_DEVIATION "segment-deviation"

// -------------------------------------------------------------------------------------------------- checks of surfaces

// Lattice, unit or axis is out of range.
#define WEND_CODE_SURFACE_LATTICE "surface-lattice"
// What made the surface is unknown.
#define WEND_CODE_SURFACE_PRODUCER "surface-producer"
// Counts do not go together.
#define WEND_CODE_SURFACE_COUNTS "surface-counts"
// Something names what is not there.
#define WEND_CODE_SURFACE_INDEX "surface-index"
// A vertex lies beyond the lattice, or belongs to no triangle.
#define WEND_CODE_SURFACE_VERTEX "surface-vertex"
// Triangles or vertices are out of order.
#define WEND_CODE_SURFACE_ORDER "surface-order"
// A triangle is there twice.
#define WEND_CODE_SURFACE_DOUBLE "surface-double"
// A boundary edge is not that of its triangle, or out of order.
#define WEND_CODE_SURFACE_BOUNDARY "surface-boundary"
// A boundary edge has a kind, cause or side that do not go together.
#define WEND_CODE_SURFACE_CAUSE "surface-cause"
// Boundary cycles are not those of the edges.
#define WEND_CODE_SURFACE_CYCLE "surface-cycle"
// Components are not those of the triangles.
#define WEND_CODE_SURFACE_COMPONENT "surface-component"
// An area is not that of the triangles.
#define WEND_CODE_SURFACE_AREA "surface-area"
// The list of areas (kinds of ground) says nothing.
#define WEND_CODE_SURFACE_AREA_LIST "surface-area-list"
// The box is not that of the vertices.
#define WEND_CODE_SURFACE_BOX "surface-box"
// The hash is not that of the geometry.
#define WEND_CODE_SURFACE_HASH "surface-hash"
// Neighbours do not agree, or a vertex has more than one fan of triangles.
#define WEND_CODE_NON_MANIFOLD "non-manifold"
// A triangle does not face up.
#define WEND_CODE_DOWNWARD "downward"
// The triangles around a vertex overlap seen from above.
#define WEND_CODE_TWISTED "twisted"

// ------------------------------------------------------------------------------------------ checks of links and stairs

// The surface below the links is another one.
#define WEND_CODE_LINKS_SURFACE "links-surface"
// Something names what is not there.
#define WEND_CODE_LINKS_INDEX "links-index"
// A vertex belongs to no triangle, or has the wrong flags.
#define WEND_CODE_LINKS_VERTEX "links-vertex"
// A triangle does not face up.
#define WEND_CODE_LINKS_DOWNWARD "links-downward"
// Neighbours do not agree, or a vertex has more than one fan of triangles.
#define WEND_CODE_LINKS_MANIFOLD "links-manifold"
// A boundary edge is not that of its triangle or of the surface, or out of order.
#define WEND_CODE_LINKS_BOUNDARY "links-boundary"
// Components are not those of the triangles.
#define WEND_CODE_LINKS_COMPONENT "links-component"
// A triangle is not a part of its triangle of the surface, or the floor is not there as a whole.
#define WEND_CODE_LINKS_MOVED "links-moved"
// A link's interval is not on its edge, or used twice.
#define WEND_CODE_LINKS_INTERVAL "links-interval"
// A join is not between two triangles of the surface.
#define WEND_CODE_LINKS_JOIN "links-join"
// A link climbs more than a step.
#define WEND_CODE_LINKS_STEP "links-step"
// A link spans more than a gap.
#define WEND_CODE_LINKS_GAP "links-gap"
// A link has not the fillers that it says.
#define WEND_CODE_LINKS_FILLER "links-filler"
// A filler crosses another triangle.
#define WEND_CODE_LINKS_OVERLAP "links-overlap"
// A link leads through something that stands in the way.
#define WEND_CODE_LINKS_BLOCKED "links-blocked"
// A drop does not lead to the floor that it names, or what is no drop names one.
#define WEND_CODE_LINKS_LANDING "links-landing"
// A height, distance, width or direction of a link is not right.
#define WEND_CODE_LINKS_MEASURE "links-measure"
// A number of links or the area of fillers is not right.
#define WEND_CODE_LINKS_COUNT "links-count"
// The hash is not that of what the links hold.
#define WEND_CODE_LINKS_HASH "links-hash"
// A flight or riser has figures that are not those of the links.
#define WEND_CODE_STAIRS_FLIGHT "stairs-flight"

// ----------------------------------------------------------------------------------------------------- checks of plans

// The lattice or the unit is out of range.
#define WEND_CODE_PLAN_LATTICE "plan-lattice"
// A count is out of range, or something is missing or too much.
#define WEND_CODE_PLAN_COUNTS "plan-counts"
// Something names what is not there.
#define WEND_CODE_PLAN_INDEX "plan-index"
// A vertex lies beyond the lattice.
#define WEND_CODE_PLAN_VERTEX "plan-vertex"
// The flags of a vertex are not right.
#define WEND_CODE_PLAN_FLAGS "plan-flags"
// A vertex belongs to no triangle, or to more than one fan.
#define WEND_CODE_PLAN_FAN "plan-fan"
// A triangle does not face up.
#define WEND_CODE_PLAN_DOWNWARD "plan-downward"
// Two neighbours do not agree on the edge between them.
#define WEND_CODE_PLAN_NEIGHBOURS "plan-neighbours"
// An edge is not Delaunay.
#define WEND_CODE_PLAN_DELAUNAY "plan-delaunay"
// Boundary edges are not those of the triangles, in their order.
#define WEND_CODE_PLAN_BOUNDARY "plan-boundary"
// Boundary cycles are not those of the edges.
#define WEND_CODE_PLAN_CYCLE "plan-cycle"
// A border is not where it may be, or out of order.
#define WEND_CODE_PLAN_BORDER "plan-border"
// Two areas meet where there is no border, or the list of areas says nothing.
#define WEND_CODE_PLAN_AREA_BORDER "plan-area-border"
// Components are not those of the triangles.
#define WEND_CODE_PLAN_COMPONENT "plan-component"
// V - E + F of a component is not 2 - 2 handles - cycles.
#define WEND_CODE_PLAN_EULER "plan-euler"
// Two triangles of a layer overlap, or a layer is empty.
#define WEND_CODE_PLAN_LAYER "plan-layer"
// An area is beyond 64 bits, or not that of the links.
#define WEND_CODE_PLAN_AREA "plan-area"
// The plan is not that of its links.
#define WEND_CODE_PLAN_SOURCE "plan-source"
// The floor turns around a vertex more or less often than it may.
#define WEND_CODE_PLAN_WINDING "plan-winding"
// The hash is not that of the region.
#define WEND_CODE_PLAN_HASH "plan-hash"

// ------------------------------------------------------------------------------------- checks of medial axes and cells

// There are more or fewer vertices or arcs than there should be.
#define WEND_CODE_MEDIAL_COUNTS "medial-counts"
// The place or the radius of a vertex is out of range.
#define WEND_CODE_MEDIAL_RANGE "medial-range"
// A vertex is not the plan's.
#define WEND_CODE_MEDIAL_VERTEX "medial-vertex"
// An arc is not the plan's, or names what is not there.
#define WEND_CODE_MEDIAL_ARC "medial-arc"
// The arcs around a vertex are not all there, or not in their order.
#define WEND_CODE_MEDIAL_AROUND "medial-around"
// A vertex is not as far from its obstacles as it says.
#define WEND_CODE_MEDIAL_RADIUS "medial-radius"
// Vertices less arcs are not what the plan's cycles, points and handles ask for.
#define WEND_CODE_MEDIAL_EULER "medial-euler"
// The hash is not that of the structure.
#define WEND_CODE_MEDIAL_HASH "medial-hash"
// A count is out of range, or the cells belong to another plan.
#define WEND_CODE_CELLS_COUNTS "cells-counts"
// A point lies on no boundary edge, is out of order, or ends no portal.
#define WEND_CODE_CELLS_POINT "cells-point"
// A portal does not name the cells beside it, or portals are out of order.
#define WEND_CODE_CELLS_PORTALS "cells-portals"
// A portal does not have two ends, the lower one first.
#define WEND_CODE_CELLS_PORTAL_ENDS "cells-portal-ends"
// A portal is taken for a border, a border for a portal, or names one that is not there.
#define WEND_CODE_CELLS_PORTAL_BORDER "cells-portal-border"
// A portal crosses or touches a boundary, a vertex or another portal.
#define WEND_CODE_CELLS_PORTAL_CROSSES "cells-portal-crosses"
// A portal has the same cell on both sides.
#define WEND_CODE_CELLS_PORTAL_SIDES "cells-portal-sides"
// A portal is there twice.
#define WEND_CODE_CELLS_PORTAL_TWICE "cells-portal-twice"
// A cell is not one that the portals make, or cells are out of order.
#define WEND_CODE_CELLS_CELLS "cells-cells"
// A side is not one that the portals make, or sides are out of order.
#define WEND_CODE_CELLS_SIDES "cells-sides"
// A cell has too large an angle at a notch.
#define WEND_CODE_CELLS_ANGLE "cells-angle"
// A cell meets itself in a corner.
#define WEND_CODE_CELLS_PINCHED "cells-pinched"
// A cell is no disc.
#define WEND_CODE_CELLS_NOT_DISCS "cells-not-discs"
// The number of notches is not right.
#define WEND_CODE_CELLS_NOTCHES "cells-notches"
// The length of portals, the smallest angle or the number of needles is not right.
#define WEND_CODE_CELLS_MEASURES "cells-measures"

// -------------------------------------------------------------------------------------------------------------- crowds

// An agent is to stand off the floor.
#define WEND_CODE_AGENT_OFF_MESH "agent-off-mesh"
// An agent does not fit where it is to stand, nor near it.
#define WEND_CODE_AGENT_TOO_NARROW "agent-too-narrow"
// An agent is not on the triangle that it should be on.
#define WEND_CODE_CROWD_OFF_TRIANGLE "crowd-off-triangle"
// An agent is nearer to a wall than its radius.
#define WEND_CODE_CROWD_IN_WALL "crowd-in-wall"

#endif
