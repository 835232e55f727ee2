// Words at places of the picture. Where two would lie over each other, the more important one stays.
import { Vector3 } from 'three';

export class Labels {
    constructor(element) {
        this.element = element;
        this.groups = new Map();
        this.visible = new Map();
    }
    // Labels of a group: `{ at: Vector3, text, className, weight }`; of all groups with ''.
    set(group, list) {
        const names = group === '' ? [...this.groups.keys()] : [group];
        for (const name of names) for (const label of this.groups.get(name) ?? []) label.span.remove();
        if (group === '') return this.groups.clear();
        for (const label of list) {
            label.span = document.createElement('span');
            label.span.textContent = label.text;
            label.span.className = label.className ?? '';
            label.span.style.visibility = 'hidden';
            this.element.append(label.span);
            label.width = 0;
        }
        this.groups.set(group, list);
    }
    each(group, change) {
        for (const label of this.groups.get(group) ?? []) change(label);
    }
    show(group, visible) {
        this.visible.set(group, visible);
    }
    place(camera, canvas, isOpen) {
        const { clientWidth: w, clientHeight: h } = canvas;
        const taken = [];
        const at = new Vector3();
        const all = [...this.groups].flatMap(([group, list]) =>
            list.map((label) => ({ label, on: this.visible.get(group) ?? true })),
        );
        all.sort((a, b) => b.label.weight - a.label.weight);
        for (const { label, on } of all) {
            at.copy(label.at).project(camera);
            const x = ((at.x + 1) / 2) * w;
            const y = ((1 - at.y) / 2) * h;
            const inside = on && at.z < 1 && x > 0 && x < w && y > 0 && y < h && isOpen(label.at);
            label.width ||= inside ? label.span.offsetWidth : 0;
            const box = [x - label.width / 2 - 2, y - 12, x + label.width / 2 + 2, y + 12];
            const free = inside && !taken.some((t) => box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3]);
            label.span.style.visibility = free ? 'visible' : 'hidden';
            if (!free) continue;
            taken.push(box);
            label.span.style.transform = `translate(${(x - label.width / 2).toFixed(1)}px, ${(y - 10).toFixed(1)}px)`;
        }
    }
}
