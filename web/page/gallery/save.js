// Build once, save, and load where only questions are asked: `wend/query` is a third of the size of `wend`.
import { createWend } from 'wend';
import { createQuery } from 'wend/query';

export async function run({ stage, controls }) {
    const wend = await createWend();
    const scene = wend.sample('two-storeys');
    const built = wend.build(scene);
    stage.scene(scene.look());
    const bytes = built.save(); // the same bytes as the command's: wend build house.obj -o house.wend

    const query = await createQuery();
    const from = performance.now();
    const nav = query.load(bytes);
    const took = performance.now() - from;

    const path = nav.path([5.6, 0.1, -5.2], [5.5, 2.9, -4.8], 0.3);
    controls.say(`${(bytes.length / 1000).toFixed(0)} kB, loaded in ${took.toFixed(1)} ms
        hash ${nav.info().hash}: ${nav.info().hash === built.info().hash ? 'the same' : 'another'}
        a path up the stairs: ${path.status}, ${path.length.toFixed(2)} m`.replace(/\n +/g, '\n'));
    controls.button('Download house.wend', () => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([bytes]));
        link.download = 'house.wend';
        link.click();
    });
}
