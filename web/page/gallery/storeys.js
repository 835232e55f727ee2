// One mesh over all storeys: each layer of its plan is a storey or a part of one. A button shows them one by one.
import { createWend } from 'wend';
import { reliefObjects } from 'wend/three';
import { Group } from 'three';

export async function run({ stage, controls }) {
    const wend = await createWend();
    const scene = wend.sample('garage');
    const nav = wend.build(scene);
    stage.scene(scene.look());
    stage.show('scene', false);

    const layers = nav.layers().filter(({ area }) => area > 40); // { layer, area, low, high }
    function show(chosen) {
        const group = new Group();
        for (const { layer } of chosen) group.add(...reliefObjects(nav.relief('plan', { layer })));
        stage.add(group, 'layers');
        controls.say(chosen.map(({ area, low, high }) => `${area.toFixed(0)} m², ${low.toFixed(1)} to ${high.toFixed(1)} m high`).join('\n'));
    }
    controls.button('All', () => show(layers));
    layers.forEach((layer, k) => controls.button(String(k + 1), () => show([layer])));
    show(layers);
}
