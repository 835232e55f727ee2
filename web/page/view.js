// The picture: a scene, the floor coloured by radius, lines and labels over it. It draws when something changed.
//
// Everything is shown relative to the middle of the scene, so that large coordinates keep their precision, and upright:
// y up, in metres.
import {
    AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Group, HemisphereLight, Line,
    LineBasicMaterial, LineLoop, LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera,
    Plane, Raycaster, Scene, Sphere, SphereGeometry, CylinderGeometry, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import { bandOf, floorMesh, lineOf, reachMaterial, reliefObjects, upright } from '../wend/three.js';
import { Labels } from './labels.js';

const LIGHT = { back: 0xf4f5f7, scene: 0xc3c8d2, edge: 0x16191f };
const DARK = { back: 0x10131a, scene: 0x838b9b, edge: 0xffffff };
const still = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

// About `count` of some places.
function sampled(places, count) {
    const step = 3 * Math.max(1, Math.floor(places.length / 3 / count));
    const some = [];
    for (let k = 0; k < places.length; k += step) some.push([places[k], places[k + 1], places[k + 2]]);
    return some;
}

export class View {
    constructor(canvas, labels) {
        this.canvas = canvas;
        this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.renderer.localClippingEnabled = true;
        this.camera = new PerspectiveCamera(45, 1, 0.05, 5000);
        this.world = new Scene();
        this.sun = new DirectionalLight(0xffffff, 1.6);
        this.sun.position.set(0.6, 1, 0.35);
        this.world.add(new AmbientLight(0xffffff, 0.5), new HemisphereLight(0xffffff, 0x777788, 1.3), this.sun);
        this.root = new Group();
        this.root.matrixAutoUpdate = false;
        this.world.add(this.root);
        this.plane = new Plane(new Vector3(0, -1, 0), 1e9);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.enableDamping = !still.matches;
        this.controls.dampingFactor = 0.12;
        this.controls.addEventListener('change', () => this.draw());
        this.labels = new Labels(labels);
        this.reach = reachMaterial();
        this.parts = new Map(); // name -> Object3D
        this.shown = new Map(); // name -> boolean
        this.origin = [0, 0, 0];
        this.matrix = new Matrix4();
        this.cut = Infinity;
        this.theme();
        dark.addEventListener('change', () => this.theme());
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.resize();
    }

    theme() {
        const look = dark.matches ? DARK : LIGHT;
        this.world.background = new Color(look.back);
        this.look = look;
        const scene = this.parts.get('scene');
        if (scene) scene.material.color.set(look.scene);
        this.draw();
    }
    resize() {
        const { clientWidth: w, clientHeight: h } = this.canvas;
        if (w === 0 || h === 0) return;
        this.renderer.setSize(w, h, false);
        this.camera.aspect = w / h;
        this.camera.updateProjectionMatrix();
        this.draw();
    }
    draw() {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => {
            this.waiting = false;
            const moved = this.controls.update();
            this.renderer.render(this.world, this.camera);
            this.labels.place(this.camera, this.canvas, (at) => this.isOpen(at));
            this.onDraw?.();
            if (moved) this.draw();
        });
    }

    // ------------------------------------------------------------------------------------------------ coordinates

    // Where the scene is: its axes, unit and extent.
    begin({ up, unit, low, high }) {
        this.origin = low.map((x, k) => (x + high[k]) / 2);
        Object.assign(this, { up, unit });
        this.matrix = upright({ up, unit });
        this.root.matrix.copy(this.matrix);
        this.root.matrixWorldNeedsUpdate = true;
        this.size = Math.max(1e-3, Math.hypot(...low.map((x, k) => high[k] - x)) * unit);
        this.clear();
    }
    clear() {
        for (const name of [...this.parts.keys()]) this.drop(name);
        this.labels.set('', []);
    }
    local(places) {
        const moved = new Float32Array(places.length);
        const [x, y, z] = this.origin;
        for (let k = 0; k + 2 < places.length; k += 3) {
            moved[k] = places[k] - x;
            moved[k + 1] = places[k + 1] - y;
            moved[k + 2] = places[k + 2] - z;
        }
        return moved;
    }
    // From a place of the scene to the upright world, and back.
    toWorld(place) {
        return new Vector3(...place.map((x, k) => x - this.origin[k])).applyMatrix4(this.matrix);
    }
    toScene(point) {
        const p = point.clone().applyMatrix4(this.matrix.clone().invert());
        return [p.x + this.origin[0], p.y + this.origin[1], p.z + this.origin[2]];
    }

    // ------------------------------------------------------------------------------------------------ parts

    put(name, object) {
        this.drop(name);
        if (!object) return this.draw();
        object.visible = this.shown.get(name) ?? true;
        this.parts.set(name, object);
        this.root.add(object);
        this.draw();
    }
    drop(name) {
        const old = this.parts.get(name);
        if (!old) return;
        this.root.remove(old);
        old.traverse((o) => {
            o.geometry?.dispose();
            for (const material of [o.material ?? []].flat()) if (material !== this.reach) material.dispose();
        });
        this.parts.delete(name);
    }
    has(name) {
        return this.parts.has(name);
    }
    show(name, visible) {
        this.shown.set(name, visible);
        const part = this.parts.get(name);
        if (part) part.visible = visible;
        this.draw();
    }

    setScene({ positions, triangles, low, high }) {
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(this.local(positions), 3));
        geometry.setIndex(new BufferAttribute(new Uint32Array(triangles), 1));
        const middle = new Vector3(...low.map((x, k) => (x + high[k]) / 2 - this.origin[k]));
        geometry.boundingSphere = new Sphere(middle, Math.hypot(...low.map((x, k) => high[k] - x)) / 2);
        const material = new MeshLambertMaterial({
            color: this.look.scene, flatShading: true, side: DoubleSide, clippingPlanes: [this.plane],
            polygonOffset: true, polygonOffsetFactor: 1.5, polygonOffsetUnits: 4,
        });
        this.put('scene', new Mesh(geometry, material));
    }
    setFloor(floor) {
        const mesh = floorMesh({ ...floor, places: this.local(floor.places) }, this.reach);
        mesh.material.polygonOffset = true;
        mesh.material.polygonOffsetFactor = -0.5;
        this.put('floor', mesh);
    }
    setReach(reach) {
        this.parts.get('floor')?.setReach(reach);
        this.draw();
    }
    setRadius(radius) {
        this.reach.uniforms.radius.value = radius;
        this.draw();
    }
    setRelief(name, relief) {
        const group = new Group();
        const places = this.local(relief.places);
        const faces = relief.parts.filter((part) => part.width === 0);
        for (const object of reliefObjects({ ...relief, places, parts: faces })) {
            object.material.clippingPlanes = [this.plane];
            object.renderOrder = 2;
            group.add(object);
        }
        for (const part of relief.parts) if (part.width > 0) group.add(this.#lines(places, relief.indices, part));
        this.put(name, group);
    }
    // Lines as wide as they are meant to be, in pixels.
    #lines(places, indices, { first, count, colour, width }) {
        const ends = new Float32Array(3 * count);
        for (let k = 0; k < count; k++)
            for (let i = 0; i < 3; i++) ends[3 * k + i] = places[3 * indices[first + k] + i];
        const material = new LineMaterial({ color: colour >>> 8, linewidth: width, clippingPlanes: [this.plane], clipping: true });
        const line = new LineSegments2(new LineSegmentsGeometry().setPositions(ends), material);
        line.renderOrder = 3;
        return line;
    }
    /** The scene as its file describes it, in its own axes and units. */
    setLooks(object) {
        object.position.set(...this.origin.map((x) => -x));
        object.traverse((child) => {
            for (const material of [child.material ?? []].flat()) material.clippingPlanes = [this.plane];
        });
        this.put('looks', object);
    }
    setLine(name, points, colour, tube = 0) {
        if (!points) return this.put(name, null);
        const group = new Group();
        const line = lineOf(this.local(points), new LineBasicMaterial({ color: colour, depthTest: false }));
        line.renderOrder = 5;
        group.add(line);
        if (tube > 0) {
            const material = new MeshBasicMaterial({ color: colour, side: DoubleSide, depthTest: false });
            const band = bandOf(this.local(points), tube, { up: this.up, unit: this.unit, material });
            band.renderOrder = 4;
            group.add(band);
        }
        this.put(name, group);
    }
    // A standing figure as wide as the agent.
    setFigure(name, place, colour, radius, height) {
        if (!place) return this.put(name, null);
        const inverse = this.matrix.clone().invert();
        const r = Math.max(radius, 0.03);
        const body = new Mesh(
            new CylinderGeometry(r, r, height, 32).translate(0, height / 2, 0),
            new MeshLambertMaterial({ color: colour, transparent: true, opacity: 0.85 }),
        );
        body.position.copy(this.toWorld(place));
        const group = new Group();
        body.updateMatrix();
        body.matrixAutoUpdate = false;
        body.matrix.premultiply(inverse);
        group.add(body);
        this.put(name, group);
    }
    setMark(name, place, colour) {
        if (!place) return this.put(name, null);
        const ball = new Mesh(
            new SphereGeometry(Math.max(0.04, this.size * 0.004) / this.unit, 16, 12),
            new MeshBasicMaterial({ color: colour, depthTest: false }),
        );
        ball.position.set(...place.map((x, k) => x - this.origin[k]));
        ball.renderOrder = 6;
        this.put(name, ball);
    }
    // Outlines a triangle of the scene: the one that decides.
    setOutline(name, corners, colour) {
        if (!corners) return this.put(name, null);
        const geometry = new BufferGeometry();
        geometry.setAttribute('position', new BufferAttribute(this.local(corners), 3));
        const line = new LineLoop(geometry, new LineBasicMaterial({ color: colour, depthTest: false }));
        line.renderOrder = 7;
        const group = new Group();
        group.add(
            line,
            new Mesh(geometry.clone(), new MeshBasicMaterial({
                color: colour, transparent: true, opacity: 0.3, side: DoubleSide, depthTest: false,
            })),
        );
        this.put(name, group);
    }

    // ------------------------------------------------------------------------------------------------ cutting

    // Hides what is higher than this in the upright world.
    setCut(height) {
        this.cut = height;
        this.plane.constant = height;
        this.reach.uniforms.cut.value = height;
        this.draw();
    }
    isOpen(at) {
        return at.y <= this.cut + 0.3;
    }

    /**
     * Whether most of the floor that can be reached is hidden from above, by a roof or by floor that cannot: then the
     * height of most of that floor, else null.
     */
    roofed({ places, triangles, ends }, reach, radius) {
        const [scene, floor] = [this.parts.get('scene'), this.parts.get('floor')];
        const mine = [];
        for (let t = 0; t < ends.length; t++) if (reach[ends[t]] >= radius) mine.push(t);
        if (!scene || scene.geometry.index.count > 1e6 || mine.length === 0) return null;
        this.world.updateMatrixWorld();
        const ray = new Raycaster();
        const rays = Math.min(40, mine.length);
        const heights = [];
        let hidden = 0;
        for (let k = 0; k < rays; k++) {
            const middle = new Vector3();
            for (let i = 0; i < 3; i++) {
                const v = 3 * triangles[3 * mine[Math.floor(((k + 0.5) * mine.length) / rays)] + i];
                middle.addScaledVector(this.toWorld([places[v], places[v + 1], places[v + 2]]), 1 / 3);
            }
            heights.push(middle.y);
            ray.set(new Vector3(middle.x, middle.y + this.size, middle.z), new Vector3(0, -1, 0));
            const first = ray.intersectObject(scene, false)[0];
            const walked = ray.intersectObject(floor, false)[0];
            const open = walked && (!first || first.point.y < walked.point.y + 1.5) && reach[ends[walked.faceIndex]] >= radius;
            hidden += !open;
        }
        heights.sort((x, y) => x - y);
        return hidden > 0.5 * rays ? heights[Math.floor(0.9 * (rays - 1))] : null;
    }

    // ------------------------------------------------------------------------------------------------ camera, picking

    frame(low, high, places = null) {
        const from = new Vector3(0.42, 0.78, 0.62).normalize();
        const { camera, controls } = this;
        let far = Math.max(1, this.toWorld(low).distanceTo(this.toWorld(high)));
        controls.target.copy(this.toWorld(low).add(this.toWorld(high)).multiplyScalar(0.5));
        const corners = Array.from({ length: 8 }, (_, k) => low.map((x, axis) => ((k >> axis) & 1 ? high[axis] : x)));
        const seen = (places ? sampled(places, 600) : corners).map((place) => this.toWorld(place));
        for (let round = 0; round < 6; round++) { // as near as all of it is seen, in the middle
            camera.position.copy(controls.target).addScaledVector(from, far);
            camera.lookAt(controls.target);
            camera.updateMatrixWorld();
            const [right, up] = [0, 1].map((column) => new Vector3().setFromMatrixColumn(camera.matrixWorld, column));
            const box = [Infinity, Infinity, -Infinity, -Infinity];
            for (const point of seen) {
                const { x, y } = point.clone().project(camera);
                box.splice(0, 4, Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y));
            }
            const tall = Math.tan((camera.fov * Math.PI) / 360) * far;
            controls.target.addScaledVector(right, ((box[0] + box[2]) / 2) * tall * camera.aspect);
            controls.target.addScaledVector(up, ((box[1] + box[3]) / 2 + 0.02) * tall);
            far *= Math.max((box[2] - box[0]) / 1.9, (box[3] - box[1]) / 1.72, 0.3);
        }
        camera.position.copy(controls.target).addScaledVector(from, far);
        this.camera.near = far / 500;
        this.camera.far = far * 20;
        this.camera.updateProjectionMatrix();
        this.controls.update();
        this.draw();
    }
    turn(right, up) {
        const offset = this.camera.position.clone().sub(this.controls.target);
        const flat = Math.hypot(offset.x, offset.z);
        const round = Math.atan2(offset.x, offset.z) + right;
        const high = Math.min(1.5, Math.max(0.05, Math.atan2(offset.y, flat) + up));
        const far = offset.length();
        offset.set(Math.sin(round) * Math.cos(high), Math.sin(high), Math.cos(round) * Math.cos(high));
        this.camera.position.copy(this.controls.target).addScaledVector(offset, far);
        this.draw();
    }
    zoom(factor) {
        this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
        this.draw();
    }
    pan(right, ahead) {
        const far = this.camera.position.distanceTo(this.controls.target) * 0.06;
        const forward = new Vector3();
        this.camera.getWorldDirection(forward).setY(0).normalize();
        const side = new Vector3(-forward.z, 0, forward.x);
        const move = forward.multiplyScalar(ahead * far).addScaledVector(side, right * far);
        this.camera.position.add(move);
        this.controls.target.add(move);
        this.draw();
    }
    pose() {
        const numbers = [...this.camera.position.toArray(), ...this.controls.target.toArray()];
        return numbers.map((x) => x.toFixed(2)).join(',');
    }
    setPose(text) {
        const n = text.split(',').map(Number);
        if (n.length !== 6 || n.some((x) => !Number.isFinite(x))) return false;
        this.camera.position.set(n[0], n[1], n[2]);
        this.controls.target.set(n[3], n[4], n[5]);
        this.draw();
        return true;
    }

    /** What lies under a point of the canvas (0 to 1): `{ place, on: 'floor' | 'scene' }`, or null. */
    pick(x, y) {
        const ray = new Raycaster();
        ray.setFromCamera(new Vector2(x * 2 - 1, 1 - y * 2), this.camera);
        const found = [];
        for (const name of ['floor', 'scene']) {
            const part = this.parts.get(name);
            if (!part || (name === 'scene' && !part.visible && this.has('floor'))) continue;
            for (const hit of ray.intersectObject(part, false)) {
                if (hit.point.y > this.cut + 1e-6) continue;
                found.push({ distance: hit.distance - (name === 'floor' ? 0.05 : 0), on: name, point: hit.point });
                break;
            }
        }
        found.sort((a, b) => a.distance - b.distance);
        return found[0] ? { on: found[0].on, place: this.toScene(found[0].point) } : null;
    }

    async picture() {
        this.renderer.render(this.world, this.camera);
        return new Promise((done) => this.canvas.toBlob(done, 'image/png'));
    }
}
