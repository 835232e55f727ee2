#!/usr/bin/python3
"""Reads a .wend file by docs/format.md alone, with Python's standard library.

    read_wend.py FILE.wend                    checks it and prints what is in it as JSON
    read_wend.py FILE.wend --wend COMMAND     also compares with what `COMMAND info FILE.wend --json` says
    read_wend.py --selftest                   the test values of the checksum in docs/format.md

Exits 1 when the file breaks a rule or the two disagree. Area and components are computed anew from the triangles; rings,
areas and angles of cells from their sides.
"""
import json
import math
import struct
import subprocess
import sys

MAGIC = b"\x89WEND\r\n\x1a"
MASK = (1 << 64) - 1
PLAN_CHUNKS = {"PLAN": 48, "PVTX": 8, "PVFL": 1, "PTRI": 24, "PTCO": 4, "PBND": 20, "PCMP": 24, "PBRD": 4}
CELL_CHUNKS = {"CELL": 40, "CPNT": 8, "CPRT": 28, "CLST": 12, "CSID": 8}
MAY_BE_MISSING = {"PBRD", "CPNT", "CPRT"}
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


def align(offset):
    return (offset + 63) // 64 * 64


def read_chunks(data):
    """The chunks of a file by id, as (version, count, size, bytes)."""
    require(len(data) >= 64, "shorter than a header")
    magic, major, _, chunk_count, file_bytes, expected = struct.unpack_from("<8sHHIQQ", data)
    require(magic == MAGIC, "wrong magic")
    require(major == 1, "major version %d" % major)
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
        require(offset == align(end) and offset + size <= len(data), name + ": place")
        require(element > 0 and size == count * element and reserved == 0, name + ": sizes")
        require(not any(data[end:offset]), name + ": bytes before it that are not 0")
        body = data[offset:offset + size]
        require(checksum(0, body) == expected, name + ": checksum")
        chunks[name] = (version, count, element, body)
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
    }


def read_cells(chunks):
    """The cells of a file, or None."""
    if "CELL" not in chunks:
        require(not set(CELL_CHUNKS) & set(chunks), "chunks of cells without CELL")
        return None
    body = read_bodies(chunks, CELL_CHUNKS)
    head = struct.unpack("<4d2i", body["CELL"])
    return {
        "relax_angle": head[0], "relax": head[1], "portal_length": head[2], "smallest_angle": head[3],
        "quality": head[4], "notches": head[5],
        "points": list(struct.iter_unpack("<iI", body["CPNT"])),
        "portals": list(struct.iter_unpack("<7i", body["CPRT"])),
        "cells": list(struct.iter_unpack("<3i", body["CLST"])),
        "sides": list(struct.iter_unpack("<2i", body["CSID"])),
    }


def check_triangles(plan):
    """Twins and boundary edges agree; the area of each triangle is returned, doubled."""
    triangles, vertices, boundaries = plan["triangles"], plan["vertices"], plan["boundaries"]
    areas = []
    for t, triangle in enumerate(triangles):
        (ax, ay), (bx, by), (cx, cy) = (vertices[v] for v in triangle[:3])
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
        require(ring[0] == min(ring) and (k == 0 or rings[-1][:2] < ring[:2]), "cell %d: order" % k)
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
    for k, (area2, _, _, cycles, points) in enumerate(plan["components"]):
        require(area[k] == area2 * FINE * FINE, "component %d: the area of its cells" % k)
        require(number[k] == 2 - cycles - points - inner[k], "component %d: cells less portals" % k)


def angle(a, b, c):
    """The angle at b from the direction of c counter-clockwise to that of a."""
    (px, py), (qx, qy) = (c[0] - b[0], c[1] - b[1]), (a[0] - b[0], a[1] - b[1])
    turn = math.atan2(px * qy - py * qx, px * qx + py * qy)
    return turn if turn > 0 else turn + 2 * math.pi


def check_measures(plan, cells, rings, corners):
    limit, smallest = math.pi + cells["relax_angle"] + 1e-8, math.pi
    require(0 <= cells["relax_angle"] <= math.pi / 2 and cells["relax"] >= 0, "relaxation")
    require(cells["quality"] in (0, 1) and cells["notches"] >= 0, "quality or notches")
    for k, ((first, count, _), ring) in enumerate(zip(cells["cells"], rings)):
        for i in range(count):
            turn = angle(corners[ring[i - 1]], corners[ring[i]], corners[ring[(i + 1) % count]])
            require(cells["relax"] > 0 or turn <= limit, "cell %d: its angle at corner %d" % (k, ring[i]))
            if cells["sides"][first + i][1] >= 0 or cells["sides"][first + (i - 1) % count][1] >= 0:
                smallest = min(smallest, turn)
    require(abs(smallest - cells["smallest_angle"]) <= 1e-8 * smallest, "the smallest angle")
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
        "notches": cells["notches"],
        "portal_length": cells["portal_length"],
        "portals": len(cells["portals"]),
        "smallest_angle": math.degrees(cells["smallest_angle"]),
    }


def summarize(data):
    chunks = read_chunks(data)
    plan, cells = read_plan(chunks), read_cells(chunks)
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
        elif isinstance(value, float):
            if abs(value - theirs[key]) > max(1e-12 * abs(value), 1e-9 * (key == "smallest_angle")):
                lines.append("%s: %r here, %r there" % (key, value, theirs[key]))
        elif value != theirs[key]:
            lines.append("%s: %r here, %r there" % (key, value, theirs[key]))
    return lines


def selftest():
    values = [checksum(0, b""), checksum(0, b"wend"), checksum(1, b"floor plan")]
    good = values == [0xE220A8397B1DCDAF, 0xF689DFBE0ADDD326, 0x8FE7045AF1F4D2EB]
    print("checksum %s" % ("right" if good else "wrong"))
    return 0 if good else 1


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
