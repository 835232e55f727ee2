// Two clicks: the shortest paths of three discs, from one mesh. No other path is shorter, and the answer says so.
import { createWend } from 'wend';
import { bandOf } from 'wend/three';
import { DoubleSide, Group, MeshBasicMaterial } from 'three';

export async function run({ stage, controls }) {
    const wend = await createWend();
    const scene = wend.sample('two-storeys');
    const nav = wend.build(scene);
    stage.scene(scene.look());

    const colours = { 0.1: 0x1d6ef0, 0.25: 0xd6336c, 0.39: 0xe8912d };
    function show(from, to) {
        const lines = new Group();
        const words = Object.entries(colours).map(([radius, color]) => {
            const path = nav.path(from, to, Number(radius), { details: true });
            if (path.status !== 'reached') return `${radius} m: ${path.reason}, up to ${path.widest.toFixed(2)} m gets there`;
            const material = new MeshBasicMaterial({ color, side: DoubleSide, depthTest: false });
            lines.add(bandOf(path.points, 0.14, { material }));
            const stairs = path.flights.map(({ risers, up }) => `, ${risers} steps ${up ? 'up' : 'down'}`).join('');
            return `${radius} m: ${path.length.toFixed(2)} m${stairs}`;
        });
        stage.add(lines, 'paths');
        controls.say(words.join('\n'));
    }

    show([13, 0.1, -7], [2.6, 2.9, -5.5]);
    let first = null;
    stage.onClick((place) => {
        if (first) show(first, place);
        first = first ? null : place;
    });
}
