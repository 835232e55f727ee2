// Recast's voxels beside Wend's floor: red is what recast-navigation builds at a cell size, on Wend's green.
import { createWend } from 'wend';
import { floorMesh, reachMaterial } from 'wend/three';
import { getNavMeshPositionsAndIndices, init } from '@recast-navigation/core';
import { generateSoloNavMesh } from '@recast-navigation/generators';
import { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial } from 'three';

export async function run({ stage, controls }) {
    const wend = await createWend();
    await init();
    const scene = wend.sample('two-storeys');
    const { positions, triangles, ...look } = scene.look();
    const radius = 0.3;
    wend.build(scene).free(); // once for the browser, which compiles while it runs
    const nav = wend.build(scene);
    stage.scene({ positions, triangles, ...look });
    const floor = stage.add(floorMesh(nav.floor(), reachMaterial({ radius })));
    floor.setReach(nav.reach([5.6, 0.1, -5.2]));

    controls.slider('Cell size', { from: 0.05, to: 0.5, step: 0.05, value: 0.3, unit: 'm' }, (cs) => {
        const ch = Math.min(0.2, cs);
        const from = performance.now();
        const { success, navMesh, error } = generateSoloNavMesh(Float32Array.from(positions), Uint32Array.from(triangles), {
            cs, ch, walkableRadius: Math.ceil(radius / cs), walkableHeight: Math.ceil(1.8 / ch),
            walkableClimb: Math.floor(0.4 / ch + 1e-9), walkableSlopeAngle: 45,
        });
        if (!success) return controls.say(error);
        const took = performance.now() - from;
        const [places, indices] = getNavMeshPositionsAndIndices(navMesh);
        navMesh.destroy();
        const shape = new BufferGeometry();
        shape.setAttribute('position', new BufferAttribute(Float32Array.from(places, (x, k) => (k % 3 === 1 ? x + 0.08 : x)), 3));
        shape.setIndex(new BufferAttribute(Uint32Array.from(indices), 1));
        stage.add(new Mesh(shape, new MeshBasicMaterial({ color: 0xd62f20, wireframe: true })), 'recast');
        const seconds = nav.report.seconds.total * 1000;
        controls.say(`Recast: ${took.toFixed(0)} ms for a radius of ${radius} m.\nWend: ${seconds.toFixed(0)} ms for every radius.`);
    });
}
