// Doors are found and measured; those that are too narrow for a radius turn red.
import { createWend } from 'wend';

export async function run({ stage, controls }) {
    const wend = await createWend();
    const scene = wend.sample('doors');
    const nav = wend.build(scene);
    stage.scene(scene.look());
    stage.setCut(1.2); // look in from above

    const doors = nav.doors(); // { at, left, right, width, depth, headroom, layer }
    let unlabel = [];
    controls.slider('Radius', { from: 0.1, to: 0.7, step: 0.01, value: 0.3, unit: 'm' }, (radius) => {
        const passes = ({ width }) => width >= 2 * radius;
        for (const forget of unlabel) forget();
        unlabel = doors.map((door) => stage.label(door.at, `${door.width.toFixed(2)} m`, passes(door) ? '' : 'shut'));
        controls.say(`${doors.filter(passes).length} of ${doors.length} doors are wide enough.`);
    });
}
