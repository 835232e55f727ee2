#!/usr/bin/python3
"""Reads a .wend file by docs/format.md alone, with Python's standard library.

    read_wend.py FILE.wend                    checks it and prints what is in it as JSON
    read_wend.py FILE.wend --wend COMMAND     also compares with what `COMMAND info FILE.wend --json` says
    read_wend.py --selftest                   the test values of checksum and packing in docs/format.md

Exits 1 when the file breaks a rule or the two disagree. Areas, components, boxes and fans are computed anew from the
triangles; rings, areas and angles of cells from their sides.
"""
import json
import math
import struct
import subprocess
import sys

MAGIC = b"\x89WEND\r\n\x1a"
MASK = (1 << 64) - 1
PLAN_CHUNKS = {"PLAN": 48, "PVTX": 8, "PVFL": 1, "PTRI": 24, "PTCO": 4, "PBND": 20, "PCMP": 24, "PBRD": 4}
CELL_CHUNKS = {"CELL": 48, "CPNT": 8, "CPRT": 28, "CLST": 12, "CSID": 8}
MEDIAL_CHUNKS = {"MEDI": 16, "MVTX": 32, "MARC": 16, "MRND": 4, "MDOR": 16}
SURFACE_CHUNKS = {"SURF": 136, "SVTX": 12, "STRI": 28, "STCO": 4, "SBND": 28, "SCMP": 32,
                  "SDEF": 40, "SSED": 24, "SVOX": 24}
LINK_CHUNKS = {"LINK": 88, "LLST": 88, "LINT": 48, "LFLI": 160, "LFLL": 4, "LVTX": 8, "LVFL": 1, "LTRI": 44, "LTCO": 4,
               "LBND": 20, "LJOI": 8, "LCMP": 16}
GROUND_CHUNKS = {"PVSR": 4, "PVHT": 4, "PTLA": 4, "PCHA": 4}
ROAD_CHUNKS = {"ROAD": 8, "RTRI": 1}  # of minor version 2, like the next
LANDMARK_CHUNKS = {"LMRK": 8, "LMVX": 4, "LMDS": 4}
LATER_CHUNKS = {"STAR": 2, "PTAR": 2, "AREA": 72, "OLNK": 272}  # of minor version 1
KNOWN = {**LATER_CHUNKS, **ROAD_CHUNKS, **LANDMARK_CHUNKS, **PLAN_CHUNKS, **CELL_CHUNKS, **MEDIAL_CHUNKS, **SURFACE_CHUNKS, **LINK_CHUNKS,
         **GROUND_CHUNKS}
MAY_BE_MISSING = {"PBRD", "CPNT", "CPRT", "SDEF", "SSED", "SVOX", "MDOR", "LLST", "LINT", "LFLI", "LFLL", "LJOI"}
OFFLINK_KINDS = ("ladder", "lift", "jump", "teleporter", "other")
LINK_KINDS = ("seam", "step", "gap", "hole", "drop")
KINDS = ("ledge", "wall", "barrier", "headroom", "slope", "cut")
UPS = ("x", "y", "z", "-x", "-y", "-z")
# For each axis that points up: which of the scene's axes are x, y and z of the ground, and their signs.
GROUND = (((1, 2, 0), (1, 1, 1)), ((0, 2, 1), (1, -1, 1)), ((0, 1, 2), (1, 1, 1)),
          ((1, 2, 0), (1, -1, -1)), ((0, 2, 1), (1, 1, -1)), ((0, 1, 2), (1, -1, -1)))
FINE = 1 << 32  # parts of a lattice step, in which points on edges are whole numbers


class Broken(Exception):
    """A rule of the format that a file breaks."""


def require(condition, text):
    if not condition:
        raise Broken(text)


def checksum(seed, data):
    h = seed ^ ((len(data) + 1) * 0x9E3779B97F4A7C15 & MASK)
    padded = data + bytes(-len(data) % 8)
    for (word,) in struct.iter_unpack("<Q", padded):
        h = (h ^ word) * 0xD6E8FEB86659FD93 & MASK
        h ^= h >> 32
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9 & MASK
    h = (h ^ h >> 27) * 0x94D049BB133111EB & MASK
    return h ^ h >> 31


def unpack(name, body, count, size):
    """The bytes of a chunk's elements."""
    if size % 4:
        require(len(body) == count * size, name + ": number of bytes")
        return body
    words, at, elements = [0] * (size // 4), 0, bytearray()
    for _ in range(count):
        for k in range(len(words)):
            number, shift, byte = 0, 0, 128
            while byte >= 128:
                require(at < len(body), name + ": its bytes end early")
                byte = body[at]
                number |= (byte & 127) << shift
                shift += 7
                at += 1
            require(number < 1 << 32 and (byte > 0 or shift == 7), name + ": a number that is too long")
            words[k] = (words[k] + (number >> 1 ^ -(number & 1))) % (1 << 32)
        elements += struct.pack("<%dI" % len(words), *words)
    require(at == len(body), name + ": it has more bytes than elements")
    return bytes(elements)


def read_chunks(data):
    """The chunks of a file by id, as (version, count, size, bytes); those that we know are unpacked."""
    require(len(data) >= 64, "shorter than a header")
    magic, major, _, chunk_count, file_bytes, expected = struct.unpack_from("<8sHHIQQ", data)
    require(magic == MAGIC, "wrong magic")
    require(major == 2, "major version %d" % major)
    require(file_bytes == len(data), "%d bytes, the header says %d" % (len(data), file_bytes))
    end = 64 + 48 * chunk_count
    require(chunk_count <= 4096 and end <= len(data), "the table does not fit")
    header = data[:24] + bytes(8) + data[32:64]
    require(checksum(checksum(0, header), data[64:end]) == expected, "header checksum")
    require(not any(data[32:64]), "reserved bytes of the header")
    chunks = {}
    for k in range(chunk_count):
        entry = struct.unpack_from("<4sIQQQIIQ", data, 64 + 48 * k)
        name, version, offset, size, count, element, reserved, expected = entry
        name = name.decode("ascii")
        require(name.isprintable() and " " not in name and name not in chunks, "id of chunk %d" % k)
        require(offset == end and offset + size <= len(data) and reserved == 0, name + ": place")
        body = data[offset:offset + size]
        require(checksum(0, body) == expected, name + ": checksum")
        chunks[name] = (version, count, element, unpack(name, body, count, element) if name in KNOWN else body)
        end = offset + size
    require(end == len(data), "bytes after the last chunk")
    return chunks


def read_bodies(chunks, kinds):
    """The bytes of the chunks of an artifact, by id."""
    body = {}
    for name, size in kinds.items():
        if name in MAY_BE_MISSING and name not in chunks:
            body[name] = b""
            continue
        require(name in chunks, name + " is missing")
        require(chunks[name][0] == 1 and chunks[name][2] == size, name + ": version or element size")
        require(name not in MAY_BE_MISSING or chunks[name][1] > 0, name + ": empty")
        body[name] = chunks[name][3]
    return body


def read_plan(chunks):
    """The plan of a file, or None."""
    if "PLAN" not in chunks:
        require(not (set(PLAN_CHUNKS) | set(CELL_CHUNKS) | set(MEDIAL_CHUNKS)) & set(chunks),
                "chunks of a plan, of cells or of a medial axis without PLAN")
        return None
    body = read_bodies(chunks, PLAN_CHUNKS)
    frame = struct.unpack("<4dQii", body["PLAN"])
    return {
        "step": frame[2], "unit": frame[3], "hash": frame[4], "cycles": frame[5],
        "vertices": list(struct.iter_unpack("<ii", body["PVTX"])),
        "flags": body["PVFL"],
        "triangles": list(struct.iter_unpack("<3i3i", body["PTRI"])),
        "component": [c for (c,) in struct.iter_unpack("<i", body["PTCO"])],
        "boundaries": list(struct.iter_unpack("<5i", body["PBND"])),
        "components": list(struct.iter_unpack("<q4i", body["PCMP"])),
        "borders": [e for (e,) in struct.iter_unpack("<i", body["PBRD"])],
        "ground": read_ground(chunks),
    }


def read_ground(chunks):
    """What the plan of a linked surface has beyond a floor plan, or None."""
    if not set(GROUND_CHUNKS) & set(chunks):
        return None
    require("LINK" in chunks, "the plan of a surface without links")
    body = read_bodies(chunks, GROUND_CHUNKS)
    return {name: [x for (x,) in struct.iter_unpack("<i", body[name])] for name in GROUND_CHUNKS}


def read_links(chunks):
    """The links of a file, or None. A link is id, kind, its intervals and fillers (first and count), and more."""
    if "LINK" not in chunks:
        require(not set(LINK_CHUNKS) & set(chunks), "chunks of links without LINK")
        return None
    require("SURF" in chunks, "links without a surface")
    body = read_bodies(chunks, LINK_CHUNKS)
    head = struct.unpack("<4dQ5q2i", body["LINK"])
    triangles = list(struct.iter_unpack("<11i", body["LTRI"]))
    return {
        "step": head[0], "gap": head[1], "drop": head[2], "filled": head[3], "hash": head[4], "counts": head[5:10],
        "cycles": head[10], "filler_first": head[11],
        "links": list(struct.iter_unpack("<Q6i6d2i", body["LLST"])),
        "intervals": list(struct.iter_unpack("<2i2d6i", body["LINT"])),
        "flights": list(struct.iter_unpack("<2i19d", body["LFLI"])),
        "flight_links": [k for (k,) in struct.iter_unpack("<i", body["LFLL"])],
        "vertices": list(struct.iter_unpack("<ii", body["LVTX"])),
        "flags": body["LVFL"],
        "triangles": [t[:3] + t[6:9] for t in triangles],
        "heights": [t[3:6] for t in triangles],
        "surface": [t[9] for t in triangles],
        "link": [t[10] for t in triangles],
        "component": [c for (c,) in struct.iter_unpack("<i", body["LTCO"])],
        "boundaries": [(e, n, c, kind, b) for e, n, c, b, kind in struct.iter_unpack("<4iB3x", body["LBND"])],
        "joins": list(struct.iter_unpack("<2i", body["LJOI"])),
        "components": [(a, t, f) for a, t, f in struct.iter_unpack("<q2i", body["LCMP"])],
    }


def read_cells(chunks):
    """The cells of a file, or None."""
    if "CELL" not in chunks:
        require(not set(CELL_CHUNKS) & set(chunks), "chunks of cells without CELL")
        return None
    body = read_bodies(chunks, CELL_CHUNKS)
    head = struct.unpack("<4d4i", body["CELL"])
    require(head[7] == 0, "CELL: reserved")
    return {
        "relax_angle": head[0], "relax": head[1], "portal_length": head[2], "smallest_angle": head[3],
        "quality": head[4], "notches": head[5], "needles": head[6],
        "points": list(struct.iter_unpack("<iI", body["CPNT"])),
        "portals": list(struct.iter_unpack("<7i", body["CPRT"])),
        "cells": list(struct.iter_unpack("<3i", body["CLST"])),
        "sides": list(struct.iter_unpack("<2i", body["CSID"])),
    }


def read_settings(body):
    """What a surface was built with, or None."""
    if not body["SDEF"]:
        require(not body["SSED"] and not body["SVOX"], "seeds or voxels without SDEF")
        return None
    lattice, weld, simplify, min_area, flags, reserved = struct.unpack("<4d2I", body["SDEF"])
    require(flags < 4 and reserved == 0, "SDEF: flags or reserved")
    require(all(0 <= value < math.inf for value in (lattice, weld, simplify, min_area)), "SDEF: range")
    voxels = {}
    if body["SVOX"]:
        voxels = dict(zip(("cell", "cell_height", "smooth"), struct.unpack("<3d", body["SVOX"])))
        require(0 < voxels["cell"] <= 1e6 and 0 < voxels["cell_height"] <= 1e6 and 0 <= voxels["smooth"] <= 1e6,
                "SVOX: range")
    return {
        **voxels, "lattice_asked": lattice, "weld": weld, "simplify": simplify, "min_area": min_area,
        "two_sided": bool(flags & 1), "keep_inside": bool(flags & 2),
        "seeds": [list(seed) for seed in struct.iter_unpack("<3d", body["SSED"])],
    }


def read_medial(chunks):
    """The medial axis of a file, or None."""
    if "MEDI" not in chunks:
        require(not set(MEDIAL_CHUNKS) & set(chunks), "chunks of a medial axis without MEDI")
        return None
    body = read_bodies(chunks, MEDIAL_CHUNKS)
    head = struct.unpack("<Q2i", body["MEDI"])
    require(head[2] == 0, "MEDI: reserved")
    return {
        "true": head[1],
        "vertices": list(struct.iter_unpack("<3d2i", body["MVTX"])),
        "arcs": list(struct.iter_unpack("<4i", body["MARC"])),
        "around": [e for (e,) in struct.iter_unpack("<i", body["MRND"])],
        "door_heights": [(arc, height) for arc, zero, height in struct.iter_unpack("<2id", body["MDOR"])],
    }


def read_roads(chunks, plan):
    """The roads of a file: most sides of a piece, and for each triangle of the plan which sides are within one; or None."""
    if "ROAD" not in chunks:
        require(not set(ROAD_CHUNKS) & set(chunks), "chunks of roads without ROAD")
        return None
    require("MEDI" in chunks, "roads without a medial axis")
    body = read_bodies(chunks, ROAD_CHUNKS)
    sides, reserved = struct.unpack("<2i", body["ROAD"])
    require(3 <= sides <= 16 and reserved == 0, "ROAD: a number out of range")
    require(len(body["RTRI"]) == len(plan["triangles"]) and all(mask < 8 for mask in body["RTRI"]), "RTRI")
    return {"sides": sides, "within": body["RTRI"]}


def read_surface(chunks):
    """The surface of a file, or None. A boundary edge is edge, next, cycle, kind, cause, low, high, side, tile."""
    if "SURF" not in chunks:
        require(not set(SURFACE_CHUNKS) & set(chunks), "chunks of a surface without SURF")
        return None
    body = read_bodies(chunks, SURFACE_CHUNKS)
    head = struct.unpack("<14dQ4i", body["SURF"])
    require(head[18] == 0, "SURF: reserved")
    triangles = list(struct.iter_unpack("<7i", body["STRI"]))
    boundaries = [(e, n, c, kind, cause, low, high, side, tile)
                  for e, n, c, cause, low, high, kind, side, tile in struct.iter_unpack("<6iBBH", body["SBND"])]
    components = list(struct.iter_unpack("<dq4i", body["SCMP"]))
    require(all(c[5] == 0 for c in components), "SCMP: reserved")
    return {
        "origin": head[:3], "step": head[3], "unit": head[4], "area": head[5], "min": head[6:9], "max": head[9:12],
        "height": head[12], "slope": head[13], "hash": head[14], "up": head[15], "producer": head[16],
        "cycles": head[17],
        "vertices": list(struct.iter_unpack("<3i", body["SVTX"])),
        "triangles": [t[:6] for t in triangles],
        "source": [t[6] for t in triangles],
        "component": [c for (c,) in struct.iter_unpack("<i", body["STCO"])],
        "boundaries": boundaries,
        "areas": [c[0] for c in components],
        "components": [c[1:5] for c in components],
        "settings": read_settings(body),
    }


def check_triangles(plan):
    """Twins and boundary edges agree; the area of each triangle seen from above is returned, doubled."""
    triangles, vertices, boundaries = plan["triangles"], plan["vertices"], plan["boundaries"]
    areas = []
    for t, triangle in enumerate(triangles):
        (ax, ay), (bx, by), (cx, cy) = (vertices[v][:2] for v in triangle[:3])
        areas.append((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
        require(areas[-1] > 0, "triangle %d does not turn left" % t)
        for i in range(3):
            twin, edge = triangle[3 + i], 3 * t + i
            if twin < 0:
                require(boundaries[-1 - twin][0] == edge, "half-edge %d: boundary edge" % edge)
                continue
            other = triangles[twin // 3]
            require(other[3 + twin % 3] == edge, "half-edge %d: twin" % edge)
            require(other[twin % 3] == triangle[(i + 1) % 3] and other[(twin + 1) % 3] == triangle[i],
                    "half-edge %d: ends" % edge)
    for b, boundary in enumerate(boundaries):
        require(triangles[boundary[0] // 3][3 + boundary[0] % 3] == -1 - b, "boundary edge %d" % b)
        require(boundaries[boundary[1]][2] == boundary[2], "boundary edge %d: cycle" % b)
        require(boundary_ends(plan, b)[1] == boundary_ends(plan, boundary[1])[0], "boundary edge %d: next" % b)
    return areas


def check_borders(plan):
    triangles, borders = plan["triangles"], plan["borders"]
    touched = set()
    for k, edge in enumerate(borders):
        require(0 <= edge < 3 * len(triangles) and (k == 0 or borders[k - 1] < edge), "border %d: order" % k)
        triangle, i = triangles[edge // 3], edge % 3
        require(triangle[3 + i] > edge, "border %d: its half-edge" % k)
        touched.update((triangle[i], triangle[(i + 1) % 3]))
    for v, flags in enumerate(plan["flags"]):
        require(not flags & 4 or v in touched, "vertex %d: a feature on no border" % v)


def count_cycles(boundaries):
    seen, cycles = [False] * len(boundaries), 0
    for start in range(len(boundaries)):
        cycles += not seen[start]
        while not seen[start]:
            seen[start] = True
            start = boundaries[start][1]
    return cycles


def flood(plan, areas):
    """Components over twins: (doubled area, triangles, lowest triangle) of each, in the order of their lowest triangle."""
    triangles = plan["triangles"]
    number, found = [-1] * len(triangles), []
    for start in range(len(triangles)):
        if number[start] >= 0:
            continue
        number[start] = len(found)
        stack, area, count = [start], 0, 0
        while stack:
            t = stack.pop()
            area += areas[t]
            count += 1
            require(plan["component"][t] == plan["component"][start], "triangle %d: component" % t)
            for twin in triangles[t][3:]:
                if twin >= 0 and number[twin // 3] < 0:
                    number[twin // 3] = len(found)
                    stack.append(twin // 3)
        found.append((area, count, start))
        stored = plan["components"][plan["component"][start]]
        require(stored[:3] == found[-1], "component %d: area, triangles or first" % plan["component"][start])
    require(len(found) == len(plan["components"]), "number of components")
    return found


def place_of(surface, vertex):
    """Where a vertex lies in the scene."""
    place, (axes, signs) = [0.0] * 3, GROUND[surface["up"]]
    for k in range(3):
        place[axes[k]] = signs[k] * (surface["origin"][k] + surface["step"] * surface["vertices"][vertex][k])
    return place


def slope_area(surface, triangle):
    """The area of a triangle on the slope, doubled, in square lattice steps."""
    a, b, c = (surface["vertices"][v] for v in triangle[:3])
    p, q = [b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)]
    return math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def check_fans(surface):
    """Each vertex has one fan of triangles, which turns once at most seen from above."""
    triangles, vertices = surface["triangles"], surface["vertices"]
    corners, starts = [[] for _ in vertices], {}
    for t, triangle in enumerate(triangles):
        for i in range(3):
            corners[triangle[i]].append(3 * t + i)
            if triangle[3 + i] < 0:
                require(triangle[i] not in starts, "vertex %d: two fans" % triangle[i])
                starts[triangle[i]] = 3 * t + i
    for v, around in enumerate(corners):
        require(around, "vertex %d: in no triangle" % v)
        first = edge = starts.get(v, around[0])
        turn, count = 0.0, 0
        while True:
            triangle, i = triangles[edge // 3], edge % 3
            (ax, ay), (bx, by), (cx, cy) = (vertices[triangle[(i + k) % 3]][:2] for k in range(3))
            turn += math.atan2((bx - ax) * (cy - ay) - (by - ay) * (cx - ax),
                               (bx - ax) * (cx - ax) + (by - ay) * (cy - ay))
            count += 1
            edge = triangle[3 + (i + 2) % 3]
            if edge < 0 or edge == first:
                break
        require(count == len(around), "vertex %d: more than one fan" % v)
        require(turn < 2 * math.pi + 1e-6, "vertex %d: twisted" % v)


def check_boundary(surface):
    """What boundary edges say goes together."""
    for b, (edge, _, _, kind, cause, low, high, side, tile) in enumerate(surface["boundaries"]):
        require(b == 0 or surface["boundaries"][b - 1][0] < edge, "boundary edge %d: order" % b)
        require(kind < len(KINDS) and side <= 2 and cause >= -1 and low <= high, "boundary edge %d: numbers" % b)
        require((cause >= 0) == (side > 0), "boundary edge %d: cause and side" % b)
        require(kind != 0 or (cause, low, high) == (-1, 0, 0), "boundary edge %d: a ledge with a cause" % b)
        require(kind == 5 or tile == 0, "boundary edge %d: tile" % b)


def check_surface_measures(surface):
    """Areas on the slope, the box, cycles of each component; returns the length of boundaries by kind, in metres."""
    scale = surface["step"] * surface["unit"]
    areas, cycles = [0.0] * len(surface["components"]), [set() for _ in surface["components"]]
    for t, triangle in enumerate(surface["triangles"]):
        areas[surface["component"][t]] += slope_area(surface, triangle) / 2 * scale * scale
        corners = [surface["vertices"][v] for v in triangle[:3]]
        require(corners[0] == min(corners), "triangle %d: its first corner" % t)
    metres = [0.0] * len(KINDS)
    for edge, _, cycle, kind, *_ in surface["boundaries"]:
        triangle = surface["triangles"][edge // 3]
        cycles[surface["component"][edge // 3]].add(cycle)
        metres[kind] += math.dist(*(surface["vertices"][triangle[(edge + k) % 3]] for k in (0, 1))) * scale
    for k, stored in enumerate(surface["areas"]):
        require(abs(stored - areas[k]) <= 1e-9 * stored, "component %d: its area on the slope" % k)
        require(surface["components"][k][3] == len(cycles[k]), "component %d: its cycles" % k)
    require(abs(surface["area"] - sum(surface["areas"])) <= 1e-12 * surface["area"], "the area of all components")
    places = [place_of(surface, v) for v in range(len(surface["vertices"]))]
    box = [(min(p[k] for p in places), max(p[k] for p in places)) for k in range(3)]
    require(box == list(zip(surface["min"], surface["max"])), "the box")
    return metres


def check_surface(surface):
    require(0 <= surface["up"] < 6 and surface["producer"] in (0, 1), "the axis or the producer")
    require(surface["height"] > 0 and 0 <= surface["slope"] < math.pi / 2, "the agent")
    require(surface["triangles"] and min(surface["source"]) >= -1, "no triangle, or a source below -1")
    areas = check_triangles(surface)
    require(count_cycles(surface["boundaries"]) == surface["cycles"], "number of cycles")
    flood(surface, areas)
    check_fans(surface)
    check_boundary(surface)
    metres = check_surface_measures(surface)
    kinds = [boundary[3] for boundary in surface["boundaries"]]
    return {
        "area": surface["area"],
        "boundaries": {name: kinds.count(k) for k, name in enumerate(KINDS)},
        "boundary_edges": len(kinds),
        "boundary_metres": dict(zip(KINDS, metres)),
        "hash": "%016x" % surface["hash"],
        "height": surface["height"],
        "lattice": surface["step"],
        "method": ("exact", "voxel")[surface["producer"]],
        "slope": math.degrees(surface["slope"]),
        "surface_components": len(surface["components"]),
        "triangles": len(surface["triangles"]),
        "unit": surface["unit"],
        "up": UPS[surface["up"]],
        "vertices": len(surface["vertices"]),
    }


def boundary_ends(plan, boundary):
    edge = plan["boundaries"][boundary][0]
    triangle = plan["triangles"][edge // 3]
    return triangle[edge % 3], triangle[(edge + 1) % 3]


def find_corners(plan, points):
    """The places of all corners, whole numbers of FINE parts of a step: vertices, then points."""
    corners = [(x * FINE, y * FINE) for x, y in plan["vertices"]]
    for k, (boundary, parameter) in enumerate(points):
        require(0 <= boundary < len(plan["boundaries"]) and parameter > 0, "point %d: its place" % k)
        require(k == 0 or points[k - 1] < points[k], "point %d: order" % k)
        (ax, ay), (bx, by) = (plan["vertices"][v] for v in boundary_ends(plan, boundary))
        corners.append((ax * FINE + (bx - ax) * parameter, ay * FINE + (by - ay) * parameter))
    return corners


def check_side(plan, cells, side, start, end):
    """A side runs along its portal or its boundary edge."""
    across = cells["sides"][side][1]
    if across >= 0:
        require(across // 2 < len(cells["portals"]), "side %d: no such portal" % side)
        portal = cells["portals"][across // 2]
        ends = portal[:2] if across % 2 == 0 else (portal[1], portal[0])
        require((start, end) == ends, "side %d: the ends of its portal" % side)
        return
    boundary, vertices = -1 - across, len(plan["vertices"])
    require(boundary < len(plan["boundaries"]), "side %d: no such boundary edge" % side)
    for corner, vertex in zip((start, end), boundary_ends(plan, boundary)):
        on = corner == vertex if corner < vertices else cells["points"][corner - vertices][0] == boundary
        require(on, "side %d: not on its boundary edge" % side)


def check_rings(plan, cells, corners):
    """Sides close into rings; returns the rings, as lists of corners."""
    rings, next_side = [], 0
    for k, (first, count, component) in enumerate(cells["cells"]):
        require(first == next_side and count >= 3 and first + count <= len(cells["sides"]), "cell %d: its sides" % k)
        require(0 <= component < len(plan["components"]), "cell %d: component" % k)
        next_side += count
        ring = [corner for corner, _ in cells["sides"][first:first + count]]
        require(all(0 <= corner < len(corners) for corner in ring), "cell %d: a corner" % k)
        require(len(set(ring)) == count, "cell %d: a corner is there twice" % k)
        require(ring[0] == min(ring) and (k == 0 or rings[-1][:2] <= ring[:2]), "cell %d: order" % k)
        for i in range(count):
            check_side(plan, cells, first + i, ring[i], ring[(i + 1) % count])
        rings.append(ring)
    require(next_side == len(cells["sides"]), "sides of no cell")
    return rings


def check_portals(plan, cells):
    """Each portal is a side of two cells, each border a portal, and no point idle."""
    used = [[] for _ in cells["portals"]]
    for k, (first, count, _) in enumerate(cells["cells"]):
        for side in range(first, first + count):
            across = cells["sides"][side][1]
            if across >= 0:
                used[across // 2].append((across % 2, k, side))
    ended, borders, last = set(), [], (-1, -1)
    for p, portal in enumerate(cells["portals"]):
        low, high, left, right, left_side, right_side, border = portal
        require(0 <= low < high, "portal %d: ends" % p)
        require(-1 <= border < len(plan["borders"]), "portal %d: no such border" % p)
        require(sorted(used[p]) == [(0, left, left_side), (1, right, right_side)], "portal %d: its two sides" % p)
        require(left != right, "portal %d: one cell on both sides" % p)
        require(cells["cells"][left][2] == cells["cells"][right][2], "portal %d: joins two components" % p)
        first = min((left, left_side), (right, right_side))
        require(last < first, "portal %d: order" % p)
        last = first
        ended.update((low, high))
        if border >= 0:
            edge = plan["borders"][border]
            triangle = plan["triangles"][edge // 3]
            require({triangle[edge % 3], triangle[(edge + 1) % 3]} == {low, high}, "portal %d: its border" % p)
            borders.append(border)
    require(sorted(borders) == list(range(len(plan["borders"]))), "borders that are no portals")
    for k in range(len(cells["points"])):
        require(len(plan["vertices"]) + k in ended, "point %d: no portal ends there" % k)


def check_components(plan, cells, rings, corners):
    """Cells have the area of their component, exactly, and less portals its Euler characteristic."""
    area, number = [0] * len(plan["components"]), [0] * len(plan["components"])
    for (_, _, component), ring in zip(cells["cells"], rings):
        places = [corners[c] for c in ring]
        twice = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(places, places[1:] + places[:1]))
        require(twice > 0, "a cell that faces down")
        area[component] += twice
        number[component] += 1
    for portal in cells["portals"]:
        number[cells["cells"][portal[2]][2]] -= 1
    inner = [0] * len(number)
    for v, t in {v: t for t, triangle in enumerate(plan["triangles"]) for v in triangle[:3]}.items():
        inner[plan["component"][t]] += plan["flags"][v] == 4
    handles = plan["ground"]["PCHA"] if plan["ground"] else [0] * len(number)
    for k, (area2, _, _, cycles, points) in enumerate(plan["components"]):
        require(area[k] == area2 * FINE * FINE, "component %d: the area of its cells" % k)
        require(number[k] == 2 - 2 * handles[k] - cycles - points - inner[k], "component %d: cells less portals" % k)


def angle(a, b, c):
    """The angle at b from the direction of c counter-clockwise to that of a."""
    (px, py), (qx, qy) = (c[0] - b[0], c[1] - b[1]), (a[0] - b[0], a[1] - b[1])
    turn = math.atan2(px * qy - py * qx, px * qx + py * qy)
    return turn if turn > 0 else turn + 2 * math.pi


def check_measures(plan, cells, rings, corners):
    limit, smallest, needles = math.pi + cells["relax_angle"] + 1e-8, math.pi, 0
    require(0 <= cells["relax_angle"] <= math.pi / 2 and cells["relax"] >= 0, "relaxation")
    require(cells["quality"] in (0, 1) and cells["notches"] >= 0, "quality or notches")
    for k, ((first, count, _), ring) in enumerate(zip(cells["cells"], rings)):
        for i in range(count):
            turn = angle(corners[ring[i - 1]], corners[ring[i]], corners[ring[(i + 1) % count]])
            require(cells["relax"] > 0 or turn <= limit, "cell %d: its angle at corner %d" % (k, ring[i]))
            if cells["sides"][first + i][1] >= 0 or cells["sides"][first + (i - 1) % count][1] >= 0:
                smallest = min(smallest, turn)
                needles += turn < math.radians(5)
    require(abs(smallest - cells["smallest_angle"]) <= 1e-8 * smallest, "the smallest angle")
    require(needles == cells["needles"], "the number of angles below 5 degrees")
    steps = sum(math.dist(corners[p[0]], corners[p[1]]) for p in cells["portals"] if p[6] < 0)
    length = steps / FINE * plan["step"] * plan["unit"]
    require(abs(length - cells["portal_length"]) <= 1e-8 * length, "the length of portals")


def check_cells(plan, cells):
    corners = find_corners(plan, cells["points"])
    rings = check_rings(plan, cells, corners)
    check_portals(plan, cells)
    check_components(plan, cells, rings, corners)
    check_measures(plan, cells, rings, corners)
    return {
        "cells": len(rings),
        "needles": cells["needles"],
        "notches": cells["notches"],
        "portal_length": cells["portal_length"],
        "portals": len(cells["portals"]),
        "smallest_angle": math.degrees(cells["smallest_angle"]),
    }


def check_plan(plan, cells):
    areas = check_triangles(plan)
    check_borders(plan)
    components = flood(plan, areas)
    require(count_cycles(plan["boundaries"]) == plan["cycles"], "number of cycles")
    scale = plan["step"] * plan["unit"]
    summary = {
        "area": sum(area for area, _, _ in components) / 2 * scale * scale,
        "borders": len(plan["borders"]),
        "boundary_edges": len(plan["boundaries"]),
        "components": len(components),
        "hash": "%016x" % plan["hash"],
        "triangles": len(plan["triangles"]),
    }
    if cells is not None:
        summary.update(check_cells(plan, cells))
    return summary


def site_distance(plan, site, x, y):
    """How far a place is from a vertex or from a boundary edge of the plan, in lattice steps."""
    if site < len(plan["vertices"]):
        a = plan["vertices"][site]
        return math.hypot(x - a[0], y - a[1])
    edge = plan["boundaries"][site - len(plan["vertices"])][0]
    corners = plan["triangles"][edge // 3][:3]
    a, b = plan["vertices"][corners[edge % 3]], plan["vertices"][corners[(edge + 1) % 3]]
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0, min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def check_medial(plan, medial):
    """Distances at the ends of arcs, the order around vertices, and the Euler characteristic."""
    vertices, arcs, around = medial["vertices"], medial["arcs"], medial["around"]
    sites, next_end = len(plan["vertices"]) + len(plan["boundaries"]), 0
    for k, (u, v, left, right) in enumerate(arcs):
        require(0 <= u < v < len(vertices) and 0 <= left < sites and 0 <= right < sites, "arc %d: an index" % k)
        for end in (u, v):
            x, y, radius = vertices[end][:3]
            for site in (left, right):
                slack = 1e-6 + 1e-12 * (abs(x) + abs(y))
                require(abs(site_distance(plan, site, x, y) - radius) <= slack, "arc %d: not midway" % k)
    for v, (_, _, _, first, degree) in enumerate(vertices):
        require(first == next_end and degree >= 1, "medial vertex %d: its arcs" % v)
        next_end += degree
        ends = around[first:next_end]
        require(all(0 <= e // 2 < len(arcs) and arcs[e // 2][e % 2] == v for e in ends), "medial vertex %d: its arcs" % v)
        require(ends[0] == min(ends), "medial vertex %d: the lowest arc is not the first" % v)
    require(next_end == len(around) and len(set(around)) == len(around) == 2 * len(arcs), "ends of arcs")
    euler = sum(2 - cycles - points for (_, _, _, cycles, points) in plan["components"])
    if plan["ground"] is not None:
        euler -= 2 * sum(plan["ground"]["PCHA"])
    require(len(vertices) - len(arcs) == euler, "medial axis: vertices less arcs")
    require(sum(v[4] != 2 for v in vertices) == medial["true"], "medial axis: true vertices")
    return {"medial_vertices": len(vertices), "medial_edges": len(arcs)}


def check_landmarks(chunks, plan):
    """Each landmark is as far as 0 from itself, and along each edge distances change by no more than its length."""
    if "LMRK" not in chunks:
        require(not set(LANDMARK_CHUNKS) & set(chunks), "chunks of landmarks without LMRK")
        return {}
    require("ROAD" in chunks, "landmarks without roads")
    body = read_bodies(chunks, LANDMARK_CHUNKS)
    (count, reserved), total = struct.unpack("<2i", body["LMRK"]), len(plan["vertices"])
    marks = [v for (v,) in struct.iter_unpack("<i", body["LMVX"])]
    distances = [d for (d,) in struct.iter_unpack("<f", body["LMDS"])]
    require(1 <= count <= 64 and reserved == 0, "LMRK: a number out of range")
    require(len(marks) == count * len(plan["components"]) and len(distances) == count * total, "LMVX or LMDS: count")
    component = {v: c for triangle, c in zip(plan["triangles"], plan["component"]) for v in triangle[:3]}
    for k, mark in enumerate(marks):
        require(mark == -1 or component.get(mark) == k // count, "landmark %d: not of its component" % k)
        require(mark == -1 or distances[k % count * total + mark] == 0, "landmark %d: not at itself" % k)
    for edge in range(3 * len(plan["triangles"])):
        corners = plan["triangles"][edge // 3]
        (a, b), length = (corners[edge % 3], corners[(edge + 1) % 3]), math.dist(*half_edge(plan, edge))
        for k in range(count):
            p, q = distances[k * total + a], distances[k * total + b]
            require(p >= 0 and abs(p - q) <= length + 1e-3 + 2.5e-7 * (p + q), "half-edge %d: distances" % edge)
    return {"landmarks": count}


def corner_turns_left(plan, before, after):
    """Whether a ring of half-edges turns left or goes straight on between two of them."""
    (ax, ay), (bx, by) = half_edge(plan, before)
    cx, cy = half_edge(plan, after)[1]
    turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    return turn > 0 or (turn == 0 and (bx - ax) * (cx - bx) + (by - ay) * (cy - by) > 0)


def half_edge(plan, edge):
    corners = plan["triangles"][edge // 3][:3]
    return plan["vertices"][corners[edge % 3]], plan["vertices"][corners[(edge + 1) % 3]]


def count_notches(plan):
    """Point obstacles, and vertices on boundary edges with more than 180 degrees of floor."""
    notches = sum(1 for flags in plan["flags"] if flags & 2)
    for first, *_ in plan["boundaries"]:
        turned, edge = 0, first
        while edge >= 0:
            last = 3 * (edge // 3) + (edge + 2) % 3
            (x, y), (ax, ay) = half_edge(plan, edge)
            bx, by = half_edge(plan, last)[0]
            turned += math.atan2((ax - x) * (by - y) - (ay - y) * (bx - x), (ax - x) * (bx - x) + (ay - y) * (by - y))
            edge = plan["triangles"][last // 3][3 + last % 3]
        (x, y), (ax, ay) = half_edge(plan, first)
        straight = (ax - x) * (by - y) == (ay - y) * (bx - x) and turned < 4
        notches += turned > math.pi and not straight
    return notches


def check_roads(plan, roads):
    """Triangles that share sides within a piece make convex discs."""
    triangles, within = plan["triangles"], roads["within"]
    borders = set(plan["borders"])
    piece = list(range(len(triangles)))

    def root(t):
        while piece[t] != t:
            piece[t] = piece[piece[t]]
            t = piece[t]
        return t

    inner = lambda edge: within[edge // 3] >> edge % 3 & 1
    for edge in range(3 * len(triangles)):
        twin = triangles[edge // 3][3 + edge % 3]
        if not inner(edge):
            continue
        require(twin >= 0 and inner(twin) and edge not in borders, "half-edge %d: within a piece" % edge)
        if edge < twin:
            require(root(edge // 3) != root(twin // 3), "half-edge %d: a piece around a vertex" % edge)
            piece[root(edge // 3)] = root(twin // 3)
    sides = [0] * len(triangles)
    for edge in range(3 * len(triangles)):
        if inner(edge):
            continue
        after = 3 * (edge // 3) + (edge + 1) % 3
        while inner(after):
            twin = triangles[after // 3][3 + after % 3]
            after = 3 * (twin // 3) + (twin + 1) % 3
        require(corner_turns_left(plan, edge, after), "half-edge %d: a piece is not convex" % after)
        sides[root(edge // 3)] += 1
    require(max(sides) <= roads["sides"], "a piece with %d sides" % max(sides))
    return {"road_pieces": sum(root(t) == t for t in range(len(triangles))), "road_notches": count_notches(plan)}


def check_ground(plan, links):
    """Vertices of the plan are those of the complex, at their lowest; boundaries and areas are the same."""
    ground = plan["ground"]
    require(len(ground["PVSR"]) == len(ground["PVHT"]) == len(plan["vertices"]), "PVSR or PVHT: count")
    require(len(ground["PTLA"]) == len(plan["triangles"]) and len(ground["PCHA"]) == len(plan["components"]), "counts")
    lowest = {}
    for triangle, heights in zip(links["triangles"], links["heights"]):
        for v, z in zip(triangle[:3], heights):
            lowest[v] = min(z, lowest.get(v, z))
    for v, (source, height) in enumerate(zip(ground["PVSR"], ground["PVHT"])):
        require(links["vertices"][source] == plan["vertices"][v] and lowest[source] == height, "vertex %d" % v)
    parts = 0
    for edge, _, _, kind, source in plan["boundaries"]:
        triangle = plan["triangles"][edge // 3]
        start, end = (ground["PVSR"][triangle[(edge + k) % 3]] for k in range(2))
        while True:
            half, at, _, part_kind, _ = links["boundaries"][source]
            require(links["triangles"][half // 3][half % 3] == start and part_kind == kind, "a part of a boundary edge")
            start, source, parts = links["triangles"][half // 3][(half + 1) % 3], at, parts + 1
            if start == end:
                break
    require(parts == len(links["boundaries"]), "the boundary of the complex")
    require(sum(c[0] for c in plan["components"]) == sum(c[0] for c in links["components"]), "the area of the complex")


def check_links(links):
    check_triangles(links)
    require(count_cycles(links["boundaries"]) == links["cycles"], "number of cycles of the complex")
    kinds = [link[1] for link in links["links"]]
    require(list(links["counts"]) == [kinds.count(k) for k in range(5)], "counts of links")
    for k, link in enumerate(links["links"]):
        require(0 <= link[2] and link[2] + link[3] <= len(links["intervals"]) and link[6] == 0, "link %d" % k)
        require(all(links["link"][t] == k for t in range(link[4], link[4] + link[5])), "fillers of link %d" % k)
    require(all((s < 0) == (t >= links["filler_first"]) for t, s in enumerate(links["surface"])), "fillers come last")
    return {
        "links": dict(zip(LINK_KINDS, links["counts"])),
        "stairs": len(links["flights"]),
        "filled": links["filled"],
        "step": links["step"],
        "gap": links["gap"],
        "drop": links["drop"],
    }


def summarize(data):
    chunks = read_chunks(data)
    plan, surface, links = read_plan(chunks), read_surface(chunks), read_links(chunks)
    require(plan is not None or surface is not None, "neither a plan nor a surface")
    summary = check_plan(plan, read_cells(chunks)) if plan is not None else {}
    medial = read_medial(chunks)
    if medial is not None:
        summary.update(check_medial(plan, medial))
    roads = read_roads(chunks, plan)
    if roads is not None:
        summary.update(check_roads(plan, roads))
    if plan is not None:
        summary.update(check_landmarks(chunks, plan))
    check_areas(chunks, surface, plan)
    summary.update({key: list_ for key, list_ in (("areas", read_areas(chunks)),
                                                  ("offlinks", read_offlinks(chunks, plan))) if list_ is not None})
    if surface is None:
        return summary
    if plan is not None:
        summary["plan_area"] = summary.pop("area")
        for key in ("triangles", "boundary_edges", "borders"):
            summary.pop(key)
    summary.update(check_surface(surface))
    summary.update(surface["settings"] or {})
    if links is not None:
        summary.update(check_links(links))
    if plan is not None and links is not None:
        check_ground(plan, links)
        summary["layers"] = max(plan["ground"]["PTLA"]) + 1
        summary["plan_triangles"] = len(plan["triangles"])
        summary["plan_edges"] = len(plan["boundaries"])
        summary["hash"] = "%016x" % checksum(surface["hash"], struct.pack("<Q", plan["hash"]))
    return summary


def name_of(text):
    """A name: it ends, and nothing is behind its end."""
    end = text.find(b"\0")
    require(end >= 0 and not any(text[end:]), "a name that does not end")
    return text[:end].decode("utf-8")


def later_body(chunks, name):
    """The bytes of a chunk of minor version 1, or None."""
    if name not in chunks:
        return None
    version, count, size, body = chunks[name]
    require(version == 1 and count > 0 and size == LATER_CHUNKS[name], name + ": version, count or element size")
    return body


def check_areas(chunks, surface, plan):
    """Areas of triangles: each has one, and where two meet on a plan there is a border."""
    for name, whole in (("STAR", surface), ("PTAR", plan)):
        body = later_body(chunks, name)
        if body is None:
            continue
        areas = [a for (a,) in struct.iter_unpack("<H", body)]
        borders = set(whole["borders"]) if name == "PTAR" else ()
        require(whole is not None and len(areas) == len(whole["triangles"]) and any(areas), name + ": count")
        for t, (*_, a, b, c) in enumerate(whole["triangles"] if name == "PTAR" else ()):
            for i, twin in enumerate((a, b, c)):
                require(twin < 3 * t + i or areas[t] == areas[twin // 3] or 3 * t + i in borders,
                        "PTAR: triangle %d: two areas meet on no border" % t)


def read_areas(chunks):
    """What is known of areas."""
    body = later_body(chunks, "AREA")
    if body is None:
        return None
    areas = [{"id": k, "name": name_of(name), "tags": tags} for k, tags, name in struct.iter_unpack("<iI64s", body)]
    ids = [a["id"] for a in areas]
    require(ids == sorted(set(ids)) and 0 <= ids[0] and ids[-1] <= 65535, "AREA: ids")
    return areas


def read_offlinks(chunks, plan):
    """Links made by hand, each end on the plan."""
    body = later_body(chunks, "OLNK")
    if body is None:
        return None
    require(plan is not None, "OLNK without a plan")
    links = []
    for at in range(0, len(body), 272):
        ident, cost = struct.unpack_from("<Qd", body, at)
        ends = []
        for end in (at + 16, at + 104):
            x = struct.unpack_from("<8d2i4i", body, end)
            for k in range(2):
                triangle, point = x[8 + k], x[10 + 2 * k:12 + 2 * k]
                require(0 <= triangle < len(plan["triangles"]), "OLNK: triangle")
                corners = [plan["vertices"][v] for v in plan["triangles"][triangle][:3]]
                for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
                    require((bx - ax) * (point[1] - ay) >= (by - ay) * (point[0] - ax), "OLNK: a spot off its triangle")
            ends.append([list(x[0:3]), list(x[3:6])])
        kind, tags, both, reserved = struct.unpack_from("<iIii", body, at + 192)
        require(0 <= kind < 5 and both in (0, 1) and reserved == 0 and cost > 0, "OLNK: a number out of range")
        links.append({"id": "%016x" % ident, "kind": OFFLINK_KINDS[kind], "name": name_of(body[at + 208:at + 272]),
                      "from": ends[0], "to": ends[1], "both_ways": both == 1, "cost": cost, "tags": tags})
    return links


def differ(ours, theirs, key):
    """Whether two numbers, words or objects of them differ by more than rounding."""
    if isinstance(ours, dict):
        return set(ours) != set(theirs) or any(differ(ours[k], theirs[k], key) for k in ours)
    if isinstance(ours, float):
        slack = 1e-9 if key in ("smallest_angle", "slope") else 1e-9 * abs(ours) if key == "boundary_metres" else 0
        return abs(ours - theirs) > max(1e-12 * abs(ours), slack)
    return ours != theirs


def compare(ours, command, path):
    """Differences between our summary and that of the command, as lines."""
    answer = subprocess.run([command, "info", path, "--json"], capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        return ["`%s info` exits %d: %s" % (command, answer.returncode, answer.stderr.strip())]
    theirs = json.loads(answer.stdout)
    lines = []
    for key, value in ours.items():
        if key not in theirs:
            lines.append("%s: not in `wend info --json`" % key)
        elif differ(value, theirs[key], key):
            lines.append("%s: %r here, %r there" % (key, value, theirs[key]))
    return lines


def selftest():
    values = [checksum(0, b""), checksum(0, b"wend"), checksum(1, b"floor plan")]
    good = values == [0xE220A8397B1DCDAF, 0xF689DFBE0ADDD326, 0x8FE7045AF1F4D2EB]
    print("checksum %s" % ("right" if good else "wrong"))
    numbers = struct.unpack("<6i", unpack("test", bytes.fromhex("0A0400DD0FAFF0FFFF0F01"), 6, 4))
    good_numbers = numbers == (5, 7, 7, -1000, -1 << 31, (1 << 31) - 1)
    print("packing %s" % ("right" if good_numbers else "wrong"))
    return 0 if good and good_numbers else 1


def main(arguments):
    if arguments == ["--selftest"]:
        return selftest()
    if len(arguments) not in (1, 3) or (len(arguments) == 3 and arguments[1] != "--wend"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            ours = summarize(file.read())
    except Broken as broken:
        print("read_wend.py: %s: %s" % (arguments[0], broken), file=sys.stderr)
        return 1
    lines = compare(ours, arguments[2], arguments[0]) if len(arguments) == 3 else []
    for line in lines:
        print("read_wend.py: %s: %s" % (arguments[0], line), file=sys.stderr)
    print(json.dumps(ours))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
