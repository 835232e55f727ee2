// A floor plan in, as GeoJSON. Change the text: the plan, its cells and its medial axis follow.
import { createWend } from 'wend';
import { reliefObjects } from 'wend/three';
import { Group } from 'three';

const START = `{"type":"Polygon","coordinates":[
[[0,0],[14,0],[14,9],[0,9],[0,0]],
[[4,0.5],[5,0.5],[5,6],[4,6],[4,0.5]],
[[8,3],[11,4],[10,7],[8,6],[8,3]]]}`;

export async function run({ stage, controls }) {
    const wend = await createWend();
    let framed = false;
    controls.text('GeoJSON of the floor plan', START, (text) => {
        try {
            const nav = wend.build(wend.read(new TextEncoder().encode(text), 'plan.geojson'));
            const { area, cells, ...info } = nav.info();
            if (!framed) stage.scene(info);
            framed = true;
            const axis = nav.relief('medial', { raise: 0.05 });
            const arcs = axis.parts.filter(({ noun }) => noun === 'clearance');
            stage.add(new Group().add(...reliefObjects(nav.relief('cells')), ...reliefObjects({ ...axis, parts: arcs })), 'plan');
            controls.say(`${area.toFixed(2)} m², ${cells} cells`);
            nav.free();
        } catch (error) {
            controls.say(error.message); // what is wrong with the drawing, and where
        }
    });
}
