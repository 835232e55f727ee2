// One mesh, every radius: the slider changes one number of a shader. Nothing is built again.
import { areasByRadius, createWend } from 'wend';
import { floorMesh, reachMaterial } from 'wend/three';

export async function run({ stage, controls }) {
    const wend = await createWend();
    const scene = wend.sample('two-storeys');
    const nav = wend.build(scene, { height: 1.8, step: 0.4 });
    stage.scene(scene.look());

    // The floor, cut until clearance is linear on each triangle, and the widest way to each part of it.
    const floor = nav.floor();
    const reach = nav.reach([5.6, 0.1, -5.2]);
    const material = reachMaterial();
    stage.add(floorMesh(floor, material)).setReach(reach);

    const areas = areasByRadius(floor, reach);
    controls.slider('Radius', { from: 0, to: 1, step: 0.01, value: 0.3, unit: 'm' }, (radius) => {
        material.uniforms.radius.value = radius;
        stage.draw();
        const k = Math.round(radius / areas.step);
        controls.say(`${areas.reachable[k].toFixed(0)} m² can be reached from the hall, ${areas.fits[k].toFixed(0)} m² have the room.`);
    });
}
