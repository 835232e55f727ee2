// Click anywhere: why one can, or cannot, walk there, and the triangle that decides.
import { createWend } from 'wend';
import { floorMesh, reachMaterial } from 'wend/three';
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial } from 'three';

export async function run({ stage, controls }) {
    const wend = await createWend();
    const scene = wend.sample('ramp-overhang');
    const nav = wend.build(scene, { height: 1.8 });
    const explainer = wend.explain(nav, scene);
    const look = scene.look();
    stage.scene(look);
    const floor = stage.add(floorMesh(nav.floor(), reachMaterial({ radius: 0 })));
    floor.setReach(nav.reach(nav.random(1)));

    function ask(place) {
        const why = explainer.why(place); // { walkable, reason, words, floor, above, boundary, ... }
        controls.say(why.words.trim());
        const decides = why.reason === 'too-low' ? why.above : why.floor;
        if (!decides) return;
        const corners = look.triangles.slice(3 * decides.triangle, 3 * decides.triangle + 3);
        const places = [...corners].flatMap((v) => [...look.positions.slice(3 * v, 3 * v + 3)]);
        const shape = new BufferGeometry();
        shape.setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
        const color = why.walkable ? 0x1d6ef0 : 0xd62f20;
        const see = { color, side: DoubleSide, transparent: true, opacity: 0.4, depthTest: false };
        stage.add(new Mesh(shape, new MeshBasicMaterial(see)), 'decides');
    }
    stage.onClick(ask);
    ask([10.81, 0, -4.79]);
}
