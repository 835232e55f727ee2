// What can be shown over the scene, in which colours, and the legend that says so.

export const LAYERS = [
    { name: 'scene', words: 'Scene', on: true },
    { name: 'floor', words: 'Walkable', on: true },
    { name: 'looks', words: 'Textures', on: false, hidden: true },
    { name: 'walkable', words: 'Why it ends', on: false, kind: 'walkable' },
    { name: 'links', words: 'Links', on: false, kind: 'links' },
    { name: 'stairs', words: 'Stairs', on: true, labels: true },
    { name: 'doors', words: 'Doors', on: true, labels: true },
    { name: 'narrows', words: 'Narrow places', on: false, labels: true },
    { name: 'cells', words: 'Cells', on: false, kind: 'portals' },
    { name: 'medial', words: 'Medial axis', on: false, kind: 'medial' },
];

// What is drawn of each layer: the part's noun, what it is called, its colour in the light and in the dark, its width.
const ENDS = {
    wall: ['a wall', 0x1c2530, 0xf4f6fa, 3], ledge: ['a ledge', 0x1d6ef0, 0x6ea8ff, 3],
    barrier: ['a barrier', 0xd00038, 0xff6b8b, 3], headroom: ['too low', 0xb5179e, 0xf57ae6, 3],
    slope: ['too steep', 0x9c5a00, 0xe2a04a, 3], cut: ['the edge of a tile', 0x6b7280, 0x9aa3b2, 2],
};
const DRAWN = {
    walkable: ENDS,
    links: {
        step: ['a step', 0x0a8f3c, 0x5ee08a, 3], gap: ['over a gap', 0x52d17f, 0x2f9e58, 0], hole: ['over a hole', 0xa7e3b8, 0x1f7a43, 0],
        rims: ['', 0x0a8f3c, 0x5ee08a, 1], seam: ['a seam', 0x0a8f3c, 0x5ee08a, 1], drop: ['a drop', 0xe85d04, 0xff9a52, 3],
        drops: ['a drop', 0xe85d04, 0xff9a52, 3],
    },
    cells: {
        portals: ['a portal', 0x1f4fd8, 0x9cc0ff, 2.5], borders: ['between areas', 0x8a2be2, 0xc79bff, 2.5],
        wall: ['', 0x1c2530, 0xf4f6fa, 1.5], ledge: ['', 0x1c2530, 0xf4f6fa, 1.5],
    },
    medial: { clearance: ['narrow to wide', null, null, 2.5] },
};

/** Of a layer's relief what is drawn, each part with its colour and width. */
export function drawn(layer, relief, dark) {
    const parts = [];
    for (const part of relief.parts) {
        const [, light, night, width] = DRAWN[layer]?.[part.noun] ?? [];
        if (width === undefined || part.count === 0 || (width > 0) !== (part.width > 0)) continue;
        const own = dark ? night : light;
        parts.push({ ...part, width, colour: own === null ? part.colour : own * 256 + 255 });
    }
    return { ...relief, parts };
}

const swatch = (colour, width) => {
    const i = document.createElement('i');
    i.style.background = colour;
    i.className = width > 0 ? 'line' : 'patch';
    return i;
};

/** Fills the legend with what the layers that are on show: [{ layer, relief }]. */
export function tellColours(element, shown, dark) {
    const entries = new Map();
    for (const { layer, relief } of shown)
        for (const part of drawn(layer, relief, dark).parts) {
            const [words, light, night, width] = DRAWN[layer][part.noun];
            if (!words) continue;
            const axis = 'linear-gradient(90deg, #cf3c24, #e5be1d, #46aa63, #2646a4)';
            const colour = light === null ? axis : `#${(dark ? night : light).toString(16).padStart(6, '0')}`;
            const head = layer === 'walkable' ? `ends at ${words}`.replace('ends at too', 'it is too') : words;
            entries.set(head, [colour, width]);
        }
    element.hidden = entries.size === 0;
    element.replaceChildren(...[...entries].map(([words, [colour, width]]) => {
        const li = document.createElement('li');
        li.append(swatch(colour, width), words);
        return li;
    }));
}
