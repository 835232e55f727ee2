// Where an example draws: a camera, light, labels, and what a click means. It draws when something changed.
import { View } from '../view.js';

export class Stage extends View {
    #count = 0;
    #hear = null;

    constructor(canvas, labels) {
        super(canvas, labels);
        let pressed = null;
        canvas.addEventListener('pointerdown', (e) => (pressed = [e.clientX, e.clientY]));
        canvas.addEventListener('pointerup', (e) => {
            if (!pressed || Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) > 5) return;
            const box = canvas.getBoundingClientRect();
            const hit = this.pick((e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height);
            if (hit) this.#hear?.(hit.place);
        });
    }

    /** Shows a scene in grey (`scene.look()`), or, of a floor plan, only frames it (`nav.info()`). */
    scene(look) {
        this.begin(look);
        this.origin = [0, 0, 0]; // what is added is in the scene's own axes and units
        if (look.triangles?.length > 0) this.setScene(look);
        this.frame(look.low, look.high, look.positions);
    }
    /** Adds an object of three.js, in the scene's axes and units. */
    add(object, name = `object ${++this.#count}`) {
        object.traverse((part) => {
            if (part.material && !part.material.uniforms?.cut) part.material.clippingPlanes = [this.plane];
        });
        this.put(name, object);
        this.setCut(this.cut);
        return object;
    }
    setCut(height) {
        super.setCut(height);
        for (const part of this.parts?.values() ?? [])
            part.traverse((o) => o.material?.uniforms?.cut && (o.material.uniforms.cut.value = height));
    }
    /** Words over a place. */
    label(place, text, className = '') {
        const name = `label ${++this.#count}`;
        const at = this.toWorld(place);
        at.y += 0.4;
        this.labels.set(name, [{ at, text, className, weight: 5 }]);
        this.draw();
        return () => this.labels.set(name, []);
    }
    /** Hears the place that was clicked, in the scene's axes and units. */
    onClick(hear) {
        this.#hear = hear;
    }
    empty() {
        this.clear();
        this.setCut(1e9);
        this.onClick(null);
    }
}
