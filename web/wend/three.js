// Wend in three.js: its arrays as meshes and lines, and three's objects as scenes.
//
// Everything is in the scene's own axes and units. `upright(info)` turns it to three's: y up, metres.
import {
    BufferAttribute, BufferGeometry, Color, DoubleSide, LineBasicMaterial, LineSegments, Matrix4, Mesh,
    MeshBasicMaterial, ShaderMaterial,
    Vector3,
} from 'three';

const UPRIGHT = {
    x: [0, 1, 0, 1, 0, 0, 0, 0, -1],
    y: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    z: [1, 0, 0, 0, 0, 1, 0, -1, 0],
    '-x': [0, -1, 0, -1, 0, 0, 0, 0, -1],
    '-y': [1, 0, 0, 0, -1, 0, 0, 0, -1],
    '-z': [1, 0, 0, 0, 0, -1, 0, 1, 0],
};

/** The matrix from a nav's axes and units (`nav.info()`) to y up and metres. */
export function upright({ up, unit }) {
    const m = UPRIGHT[up];
    return new Matrix4()
        .set(m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, 0, 0, 0, 1)
        .scale(new Vector3(unit, unit, unit));
}

/** All triangles of an object and its children, as they stand in the world: `{ positions, triangles }` for wend.scene. */
export function sceneOf(object) {
    const positions = [];
    const triangles = [];
    const at = new Vector3();
    object.updateWorldMatrix(true, true);
    object.traverse((child) => {
        const place = child.isMesh && child.geometry.getAttribute('position');
        if (!place) return;
        const copies = child.isInstancedMesh ? child.count : 1;
        const { index } = child.geometry;
        const count = index ? index.count : place.count;
        for (let copy = 0; copy < copies; copy++) {
            const matrix = child.matrixWorld.clone();
            const own = new Matrix4();
            if (child.isInstancedMesh) matrix.multiply((child.getMatrixAt(copy, own), own));
            const flip = matrix.determinant() < 0; // a mirrored part is wound the other way
            const first = positions.length / 3;
            for (let k = 0; k < place.count; k++)
                positions.push(...at.fromBufferAttribute(place, k).applyMatrix4(matrix).toArray());
            for (let k = 0; k + 2 < count; k += 3)
                for (const i of flip ? [0, 2, 1] : [0, 1, 2])
                    triangles.push(first + (index ? index.getX(k + i) : k + i));
        }
    });
    return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

function geometryOf(places) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
    return geometry;
}

/**
 * What `nav.relief(kind)` shows: an array of Mesh and LineSegments, one for each part, each with its part in
 * `userData`.
 */
export function reliefObjects({ places, indices, parts }) {
    const position = new BufferAttribute(new Float32Array(places), 3);
    return parts.map((part) => {
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', position);
        geometry.setIndex(new BufferAttribute(new Uint32Array(indices.slice(part.first, part.first + part.count)), 1));
        const color = new Color(part.colour >>> 8);
        const opacity = (part.colour & 255) / 255;
        const look = { color, opacity, transparent: opacity < 1, side: DoubleSide };
        const made =
            part.width > 0
                ? new LineSegments(geometry, new LineBasicMaterial(look))
                : new Mesh(geometry, new MeshBasicMaterial(look));
        made.userData = part;
        return made;
    });
}

/** A line through places: x, y, z of each, as a path's points. */
export function lineOf(points, material = new LineBasicMaterial({ color: 0x1d6ef0 })) {
    const index = [];
    for (let k = 1; k < points.length / 3; k++) index.push(k - 1, k);
    const geometry = geometryOf(points);
    geometry.setIndex(index);
    return new LineSegments(geometry, material);
}

/**
 * A band along a path's points, lying over the ground: lines are a pixel thin wherever they are. `width` and `raise` in
 * metres; `up` and `unit` as of nav.info().
 */
export function bandOf(points, width, { up = 'y', unit = 1, raise = 0.03, material = new MeshBasicMaterial({ color: 0x1d6ef0, side: DoubleSide }) } = {}) {
    const upward = upright({ up, unit });
    const back = upward.clone().invert();
    const corners = [];
    const index = [];
    const ends = [];
    for (let k = 0; k < points.length; k += 3) ends.push(new Vector3().fromArray(points, k).applyMatrix4(upward));
    for (let k = 1; k < ends.length; k++) {
        const side = new Vector3(ends[k - 1].z - ends[k].z, 0, ends[k].x - ends[k - 1].x);
        if (side.length() < 1e-6) continue;
        side.setLength(width / 2);
        const first = corners.length / 3;
        for (const end of [ends[k - 1], ends[k]])
            for (const sign of [1, -1]) {
                const corner = end.clone().addScaledVector(side, sign);
                corner.y += raise;
                corners.push(...corner.applyMatrix4(back).toArray());
            }
        index.push(first, first + 1, first + 2, first + 1, first + 3, first + 2);
    }
    const geometry = geometryOf(corners);
    geometry.setIndex(index);
    return new Mesh(geometry, material);
}

/**
 * Colours the floor by what a radius can do there: reachable, cut off, or (hatched) too narrow. Changing
 * `material.uniforms.radius.value` is all that a slider does.
 */
export function reachMaterial({ reachable = 0x1f9e86, cutOff = 0xe8912d, narrow = 0x6d5c8c, radius = 0.3 } = {}) {
    return new ShaderMaterial({
        side: DoubleSide,
        uniforms: {
            radius: { value: radius },
            reachable: { value: new Color(reachable) },
            cutOff: { value: new Color(cutOff) },
            narrow: { value: new Color(narrow) },
            cut: { value: 1e30 },
        },
        vertexShader: `
            attribute float clearance, widest;
            varying float room, way;
            varying vec3 place;
            void main() {
                room = clearance;
                way = widest;
                vec4 world = modelMatrix * vec4(position, 1.0);
                place = world.xyz;
                gl_Position = projectionMatrix * viewMatrix * world;
            }`,
        fragmentShader: `
            uniform float radius, cut;
            uniform vec3 reachable, cutOff, narrow;
            varying float room, way;
            varying vec3 place;
            void main() {
                if (place.y > cut) discard;
                float edge = max(fwidth(room), 1e-5);
                float fits = smoothstep(-edge, edge, room - radius);
                float stripe = step(0.5, fract((place.x + place.z) * 2.5));
                vec3 tight = mix(narrow, narrow * 0.72, stripe);
                float light = 0.86 + 0.28 * (1.0 - exp(-max(room - radius, 0.0)));
                vec3 open = (way >= radius ? reachable : cutOff) * light;
                float line = 1.0 - smoothstep(0.0, 1.5 * edge, abs(room - radius));
                vec3 colour = mix(mix(tight, open, fits), vec3(1.0), 0.7 * line);
                gl_FragColor = vec4(colour, 1.0);
                #include <colorspace_fragment>
            }`,
    });
}

/** The mesh of `nav.floor()`. `setReach(nav.reach(from))` says from where reachable is meant. */
export function floorMesh(floor, material = reachMaterial()) {
    const { places, clearances, triangles, ends } = floor;
    const geometry = geometryOf(places);
    const count = clearances.length;
    const widest = new Float32Array(count);
    const end = new Int32Array(count);
    for (let t = 0; t < ends.length; t++)
        for (let i = 0; i < 3; i++) end[triangles[3 * t + i]] = ends[t]; // no vertex has triangles of several ends
    geometry.setAttribute('clearance', new BufferAttribute(new Float32Array(clearances), 1));
    geometry.setAttribute('widest', new BufferAttribute(widest, 1));
    geometry.setIndex(new BufferAttribute(new Uint32Array(triangles), 1));
    const mesh = new Mesh(geometry, material);
    mesh.setReach = (reach) => {
        for (let v = 0; v < count; v++) widest[v] = reach[end[v]];
        geometry.getAttribute('widest').needsUpdate = true;
    };
    return mesh;
}
