// Stairs are found and measured: risers, treads, widths, and where a riser is too high.
import { createWend } from 'wend';
import { reliefObjects } from 'wend/three';
import { Group } from 'three';

export async function run({ stage, controls }) {
    const wend = await createWend();
    const scene = wend.sample('stairs');
    stage.scene(scene.look());
    stage.zoom(0.7);

    let unlabel = [];
    controls.slider('Step', { from: 0.1, to: 0.4, step: 0.01, value: 0.4, unit: 'm' }, (step) => {
        const nav = wend.build(scene, { step }); // what is a step, and what a wall, is up to the build
        const flights = nav.flights();
        for (const forget of unlabel) forget();
        unlabel = flights.map(({ bottom, top, risers, riser, tread, width }) => {
            const middle = bottom.map((x, k) => (x + top[k]) / 2);
            return stage.label(middle, `${risers} × ${riser.toFixed(2)} / ${tread.toFixed(2)}, ${width.toFixed(1)} wide`, 'stairs');
        });
        const links = nav.relief('links');
        const steps = links.parts.filter(({ noun }) => noun === 'step');
        stage.add(new Group().add(...reliefObjects({ ...links, parts: steps })), 'steps');
        controls.say(`${flights.length} flights can be climbed. Labels: risers × height / tread, width; metres.`);
        nav.free();
    });
}
