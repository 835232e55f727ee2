// What the types promise, as people write it. Compiled by the tests, never run.
import { areasByRadius, createWend, WendError, type Nav, type Path, type Place } from 'wend';
import { createWend as createInline } from 'wend/inline';
import { createQuery } from 'wend/query';
import { bandOf, floorMesh, lineOf, reachMaterial, reliefObjects, sceneOf, upright } from 'wend/three';
import { createWorker } from 'wend/worker';
import { Group, Scene } from 'three';

const wend = await createWend({ memoryLimit: 1e9 });
const read = wend.read(new Uint8Array(4), 'house.glb', { up: 'z', unit: 0.01, beside: (name) => (name ? null : new Uint8Array()) });
const nav: Nav = wend.build(read, { height: 1.8, seeds: [[0, 0, 0]], stages: ['surface', 'plan'], onProgress: (stage, f) => f < 1 && stage !== '' });
const place: Place = [1, 2, 3];
const spots = nav.locateAll([place, place], 0.2);
const spot = nav.locate(place);
const numbers: Float64Array = nav.clearances(spots);
const parts: Int32Array = nav.components(spots, 0.3);
const path: Path = nav.path(place, spots.at(0), 0.3, {
    clearance: 0.6, detour: 0.2, excess: 0.1, partial: 'air', costs: [[1, 2]], forbidLinks: ['ladder'], details: true,
});
const way: string = `${path.status} ${path.reason} ${path.length3d} ${path.flights?.[0]?.risers} ${numbers[0]} ${parts[0]} ${spot?.distance(0)}`;
const near: { goal: number; length: number }[] = nav.nearestOf(place, spots, { radius: 0.2, most: 3 });
const { distances, toward }: { distances: Float64Array; toward: Float64Array } = nav.flow(spots, { farthest: 20 }).ask(spots);
const stop: '' | 'wall' | 'corner' | 'off-mesh' = nav.move(place, [1, 2, 3], 0.2).stop;
const areas = areasByRadius(nav.floor(), nav.reach(place), { step: 0.02 });
if (read.kind === 'scene') wend.explain(nav, read).why(place).words.trim();
const { up, unit } = nav.info();
new Group().add(floorMesh(nav.floor(), reachMaterial({ radius: 0.3 })), ...reliefObjects(nav.relief('medial', { layer: 1 })));
new Group().add(lineOf(path.points), bandOf(path.points, 0.1, { up, unit })).applyMatrix4(upright({ up, unit }));
wend.scene(sceneOf(new Scene())).free();
wend.drawing({ outer: [[[0, 0], [1, 0], [1, 1]]] }).look().points.fill(0);
const query = await createQuery();
query.load(nav.save()).free();
(await createInline()).samples()[0]?.name.length;

const worker = await createWorker({ wasm: new Uint8Array(8) });
const far = await worker.build(await worker.sample('stairs'), { onProgress: () => {} });
const told: Promise<Path> = far.path(place, place, 0.3);
const bytes: Uint8Array = await far.save();
const map = await far.flow(spots, { radius: 0.2 });
const goals: Int32Array = (await map.ask(spots)).goals;
worker.terminate();
new WendError('words').message.concat(way, stop, String(near.length + areas.whole + bytes.length + distances[0] + toward[2] + goals[0]), (await told).status);

// @ts-expect-error: a typing mistake is seen
wend.build(read, { heigth: 2 });
// @ts-expect-error: there is no such stage
wend.build(read, { stages: ['cell'] });
// @ts-expect-error: a place has three coordinates
nav.clearance([1, 2]);
// @ts-expect-error: answers of a worker are promises
far.info().area;
