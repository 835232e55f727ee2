#!/usr/bin/python3
"""Reads a .wend file by docs/format.md alone, with Python's standard library.

    read_wend.py FILE.wend                    checks it and prints what is in it as JSON
    read_wend.py FILE.wend --wend COMMAND     also compares with what `COMMAND info FILE.wend --json` says
    read_wend.py --selftest                   the test values of the checksum in docs/format.md

Exits 1 when the file breaks a rule or the two disagree. Area and components are computed anew from the triangles.
"""
import json
import struct
import subprocess
import sys

MAGIC = b"\x89WEND\r\n\x1a"
MASK = (1 << 64) - 1
PLAN_CHUNKS = {"PLAN": 48, "PVTX": 8, "PVFL": 1, "PTRI": 24, "PTCO": 4, "PBND": 20, "PCMP": 24, "PBRD": 4}
MAY_BE_MISSING = {"PBRD"}


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


def read_plan(chunks):
    body = {}
    for name, size in PLAN_CHUNKS.items():
        if name in MAY_BE_MISSING and name not in chunks:
            body[name] = b""
            continue
        require(name in chunks, name + " is missing")
        require(chunks[name][0] == 1 and chunks[name][2] == size, name + ": version or element size")
        require(name not in MAY_BE_MISSING or chunks[name][1] > 0, name + ": empty")
        body[name] = chunks[name][3]
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


def summarize(data):
    plan = read_plan(read_chunks(data))
    areas = check_triangles(plan)
    check_borders(plan)
    components = flood(plan, areas)
    require(count_cycles(plan["boundaries"]) == plan["cycles"], "number of cycles")
    scale = plan["step"] * plan["unit"]
    return {
        "area": sum(area for area, _, _ in components) / 2 * scale * scale,
        "boundary_edges": len(plan["boundaries"]),
        "components": len(components),
        "hash": "%016x" % plan["hash"],
        "triangles": len(plan["triangles"]),
    }


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
            if abs(value - theirs[key]) > 1e-12 * abs(value):
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
