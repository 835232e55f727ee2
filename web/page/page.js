// The page: what happens when something is dropped, moved or clicked.
//
//     source (file or sample) --builder, in a worker--> nav --> floor, reach, labels, lines --> view
//
// The radius slider changes one number of the shader and a row of a table; it asks nobody.
import { areasByRadius } from '../wend/areas.js';
import { Builder, Cancelled } from './builder.js';
import { openThread, wasm } from './thread.js';
import { compareWithRecast } from './compare.js';
import { glbOf } from './glb.js';
import { drawn, LAYERS, tellColours } from './layers.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id);
const metres = (x, digits = 2) => `${x.toFixed(digits)} m`;
const square = (x) => `${x >= 100 ? Math.round(x) : x.toFixed(1)} m²`;

const AGENT = [
    { name: 'height', words: 'Height', least: 0.3, most: 4, step: 0.05, value: 1.8, unit: 'm' },
    { name: 'slope', words: 'Slope', least: 0, most: 80, step: 1, value: 45, unit: '°' },
    { name: 'step', words: 'Step', least: 0, most: 1, step: 0.01, value: 0.4, unit: 'm' },
    { name: 'gap', words: 'Gap', least: 0, most: 0.9, step: 0.01, value: 0.3, unit: 'm' },
    { name: 'drop', words: 'Drop', least: 0, most: 5, step: 0.1, value: 0, unit: 'm' },
];
const SAMPLES = {
    'two-storeys': 'A house of two storeys', rooms: 'An office floor (a floor plan)', garage: 'A parking garage',
    stairs: 'Stairs of every kind', doors: 'Doors from 0.3 to 1.2 m', bridge: 'Bridges over a floor', cave: 'A cave',
    holes: 'Holes and gaps', areas: 'A town square with areas (a floor plan)', 'thin-walls': 'Walls of no width (a floor plan)',
    touching: 'Obstacles that touch and cross (a floor plan)',
};
const SIDE_BY_SIDE = [
    { radius: 0.2, colour: 0x1d6ef0 }, { radius: 0.35, colour: 0xd6336c }, { radius: 0.6, colour: 0x8a5a00 },
];
const TEXTS = {
    start: 'Green is what an agent of this radius can reach from the start. Click the floor to move it.',
    path: 'Click two places: the shortest path for the radius.',
    why: 'Click anything: why one can, or cannot, walk there, with the triangle that decides.',
};

const view = new View($('view'), $('labels'));
const builder = new Builder(openThread, wasm);
const state = {
    source: { sample: 'two-storeys' }, agent: Object.fromEntries(AGENT.map((a) => [a.name, a.value])), radius: 0.3,
    tool: 'start', start: null, ends: [], nav: null, info: null, floor: null, reach: null, areas: null,
    times: null, look: null, reliefs: {},
};
window.wendPage = { state, view, builder }; // for tests, and for the curious in the console

// ---------------------------------------------------------------------------------------------------- troubles

function tell(trouble) {
    $('trouble').hidden = !trouble;
    $('trouble').querySelector('span').textContent = trouble ?? '';
}
$('trouble').querySelector('button').onclick = () => tell(null);

// Runs what may be overtaken by something newer, which is no trouble.
async function attempt(job) {
    try {
        await job();
    } catch (error) {
        if (error instanceof Cancelled) return;
        console.error(error);
        tell(error.message);
    } finally {
        if (!builder.busy) $('progress').hidden = true;
    }
}

// ---------------------------------------------------------------------------------------------------- building

const STAGES = { extract: 0.35, link: 0.25, stairs: 0.02, plan: 0.15, medial: 0.1, cells: 0.1, roads: 0.03 };
function hear(stage, fraction) {
    let before = 0;
    for (const [name, share] of Object.entries(STAGES)) {
        if (name === stage) {
            $('progress').querySelector('progress').value = before + share * fraction;
            break;
        }
        before += share;
    }
    $('stage').textContent = stage;
}
function wait(words) {
    $('progress').hidden = false;
    $('progress').querySelector('progress').removeAttribute('value');
    $('stage').textContent = words;
}
$('cancel').onclick = () => attempt(async () => {
    await builder.cancel();
    $('progress').hidden = true;
    $('facts').textContent = 'Cancelled.';
});

/** Opens a source: reads it, shows the scene, builds. */
function open(source, keepView = false) {
    return attempt(async () => {
        tell(null);
        state.source = source;
        state.start = null;
        forgetEnds();
        wait('reading');
        state.look = null;
        view.put('looks', null);
        document.querySelector('label.layer-looks').hidden = !hasLooks(source);
        if (!source.wend) {
            const look = await builder.look(source);
            state.look = look;
            if (look.kind === 'scene') {
                view.begin(look);
                view.setScene(look);
                attempt(showLooks);
                if (!keepView) view.frame(look.low, look.high, look.positions);
                $('up').value = look.up;
            }
        }
        await build(keepView);
    });
}

let turn = 0;
async function build(keepView = true) {
    const mine = ++turn;
    const fresh = (value) => {
        if (mine !== turn) throw new Cancelled();
        return value;
    };
    wait('building');
    const from = performance.now();
    const { agent, source } = state;
    const options = source.wend || state.look?.kind === 'drawing' ? {} : { ...agent };
    const nav = fresh(await builder.build(source, options, hear));
    const took = nav.report ? nav.report.seconds.total * 1000 : performance.now() - from;
    wait('measuring');
    const info = fresh(await nav.info());
    const floor = fresh(await nav.floor(0.02));
    if (!state.look || state.look.kind === 'drawing') begin(floor, info, keepView);
    Object.assign(state, { nav, info, floor, report: nav.report, took });
    view.setFloor(floor);
    for (const name of ['why', 'outline']) view.put(name, null);
    for (const { name } of LAYERS.filter((l) => l.kind)) view.put(name, null);
    if (state.ends.length === 2) // a path that is shown is asked for again
        state.asked ??= { ends: state.ends.flatMap((spots) => [...spots.points]), cut: null };
    forgetEnds();
    state.reliefs = {};
    $('answer').replaceChildren();
    await findStart(fresh);
    await moveStart(fresh);
    await showLabels(fresh);
    await showKinds();
    showFacts();
    showStoreys(fresh(await nav.layers()), !keepView);
    if (source.pose && view.setPose(source.pose)) source.pose = null;
    await takeUp(fresh);
    $('progress').hidden = true;
    document.body.dataset.ready = String(mine);
}
const rebuild = () => attempt(() => build());
// What a link asks for beyond the scene: a cut, and the ends of a path.
async function takeUp(fresh) {
    const { asked, nav } = state;
    state.asked = null;
    if (asked?.cut) {
        $('cut').value = asked.cut;
        showCut();
    }
    if (asked?.ends.length !== 6) return;
    for (const k of [0, 3]) {
        const spots = fresh(await nav.locateAll(asked.ends.slice(k, k + 3), 0.3));
        if (spots.found(0)) mark(spots);
    }
    await askPath();
}

// Of a floor plan and of a loaded file: the extent is that of the floor.
function begin(floor, info, keepView) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < floor.places.length; k++) {
        low[k % 3] = Math.min(low[k % 3], floor.places[k]);
        high[k % 3] = Math.max(high[k % 3], floor.places[k]);
    }
    view.begin({ up: info.up, unit: info.unit, low, high });
    if (!keepView) view.frame(low, high, floor.places);
}

// The start: the roomiest of some random places in the largest part for a radius of 0.3 m.
async function findStart(fresh) {
    const { nav } = state;
    if (state.start) {
        const again = fresh(await nav.locateAll(state.start));
        if (again.found(0)) return void (state.startSpot = again.at(0));
    }
    const spots = fresh(await nav.random(300, 1));
    const parts = fresh(await nav.components(spots, 0.3));
    const rooms = fresh(await nav.clearances(spots));
    const counts = new Map();
    for (const part of parts) if (part >= 0) counts.set(part, (counts.get(part) ?? 0) + 1);
    const largest = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
    let best = 0;
    for (let k = 0; k < spots.length; k++)
        if ((largest === undefined || parts[k] === largest) && rooms[k] > (parts[best] === largest ? rooms[best] : -1))
            best = k;
    state.startSpot = spots.at(best);
    state.start = [...state.startSpot.points];
}

async function moveStart(fresh = (x) => x) {
    const { nav, floor, info } = state;
    const from = performance.now();
    state.reach = fresh(await nav.reach(state.startSpot));
    view.setReach(state.reach);
    const ground = { x: [1, 2], y: [0, 2], z: [0, 1] }[info.up.replace('-', '')];
    const most = Number($('radius').max);
    state.areas = areasByRadius(floor, state.reach, { ground, unit: info.unit, step: 0.01, most });
    state.startTook = performance.now() - from;
    showRadius();
}

// ---------------------------------------------------------------------------------------------------- the slider

function showRadius() {
    const { radius, areas } = state;
    const from = performance.now();
    $('radius-text').textContent = metres(radius);
    view.setRadius(radius);
    if (areas) {
        const k = Math.min(areas.fits.length - 1, Math.round(radius / areas.step));
        const values = [areas.reachable[k], areas.fits[k] - areas.reachable[k], areas.whole - areas.fits[k]];
        const [reach, cutOff, narrow] = values.map((x) => Math.max(0, x));
        const cells = $('areas').querySelectorAll('td');
        const bars = $('shares').children;
        [reach, cutOff, narrow].forEach((x, i) => {
            cells[i].textContent = square(x);
            bars[i].style.width = `${(100 * x) / areas.whole}%`;
        });
        $('shares').setAttribute(
            'aria-label', `${square(reach)} reachable, ${square(cutOff)} cut off, ${square(narrow)} too narrow`,
        );
        view.labels.each('doors', (label) => label.span.classList.toggle('shut', label.width2 < 2 * radius));
    }
    state.slideTook = performance.now() - from;
    drawStart();
}
let figure;
function drawStart() { // after the slider rests: the figure is a mesh of its own
    clearTimeout(figure);
    figure = setTimeout(() => {
        const height = state.info?.agent?.height ?? 1.8;
        view.setFigure('start', state.start, 0x1d6ef0, state.radius, height);
        placeStartLabel();
    }, 30);
}
function placeStartLabel() {
    if (!state.start) return;
    const at = view.toWorld(state.start);
    at.y += (state.info?.agent?.height ?? 1.8) + 0.25;
    view.labels.set('start', [{ at, text: 'start', className: 'start', weight: 9 }]);
    view.draw();
}
let asking;
$('radius').oninput = () => {
    state.radius = Number($('radius').value);
    showRadius();
    clearTimeout(asking);
    if (state.ends.length === 2) asking = setTimeout(() => attempt(askPath), 60);
    remember();
};

// ---------------------------------------------------------------------------------------------------- clicks

function choose(tool) {
    state.tool = tool;
    $('tool-text').textContent = TEXTS[tool];
    for (const row of ['several-row', 'keep-row']) $(row).hidden = tool !== 'path';
    document.querySelector(`input[name=tool][value=${tool}]`).checked = true;
    remember();
}
document.querySelectorAll('input[name=tool]').forEach((input) => (input.onchange = () => choose(input.value)));
function showKeep() {
    const keep = Number($('keep').value);
    $('keep-text').textContent = keep > 0 ? metres(keep) : 'off';
    $('keep').setAttribute('aria-valuetext', $('keep-text').textContent);
}
$('keep').oninput = () => {
    showKeep();
    remember();
    clearTimeout(asking);
    if (state.ends.length === 2) asking = setTimeout(() => attempt(askPath), 60);
};
$('several').onchange = () => {
    remember();
    return attempt(askPath);
};

function click(x, y) {
    return attempt(async () => {
        const hit = view.pick(x, y);
        if (!hit || !state.nav) return;
        if (state.tool === 'why') return askWhy(hit.place);
        const spots = await state.nav.locateAll(hit.place, 0.3);
        if (!spots.found(0)) return askWhy(hit.place);
        if (state.tool === 'start') {
            state.startSpot = spots;
            state.start = [...spots.points];
            remember();
            return moveStart();
        }
        if (state.ends.length === 2) state.ends = [];
        mark(spots);
        if (state.ends.length === 2) return askPath();
        clearPaths();
        view.put('to', null);
        $('answer').replaceChildren(paragraph('Now the second place.'));
    });
}

// An end of a path.
function mark(spots) {
    state.ends.push(spots);
    const [name, text] = state.ends.length === 1 ? ['from', 'from'] : ['to', 'to'];
    const place = [...spots.points];
    view.setMark(name, place, 0xd6336c);
    const at = view.toWorld(place);
    at.y += 0.4;
    view.labels.set(name, [{ at, text, className: 'end', weight: 9 }]);
    if (name === 'from') view.labels.set('to', []);
    remember();
}
function forgetEnds() {
    state.ends = [];
    for (const name of ['from', 'to']) {
        view.labels.set(name, []);
        view.put(name, null);
    }
    clearPaths();
}
function clearPaths() {
    for (const name of ['path', 'path1', 'path2', 'narrow']) view.put(name, null);
    view.labels.set('narrow', []);
}

function paragraph(text, className) {
    const p = document.createElement('p');
    p.textContent = text;
    if (className) p.className = className;
    return p;
}
function tableOf(head, rows) {
    const table = document.createElement('table');
    const add = (cells, tag) => {
        const row = table.insertRow();
        for (const cell of cells) {
            const td = document.createElement(tag);
            td.append(cell);
            row.append(td);
        }
    };
    add(head, 'th');
    rows.forEach((row) => add(row, 'td'));
    return table;
}
function dot(colour, text) {
    const span = document.createElement('span');
    const i = document.createElement('i');
    i.className = 'dot';
    i.style.background = `#${colour.toString(16).padStart(6, '0')}`;
    span.append(i, text);
    return span;
}

const WHY_NOT = {
    'too-narrow': 'too narrow', 'from-too-narrow': 'no room at the first place', 'to-too-narrow': 'no room at the second',
    disconnected: 'no way at all', forbidden: 'forbidden',
};
async function askPath() {
    if (state.ends.length !== 2) return;
    const several = $('several').checked;
    const asked = several ? SIDE_BY_SIDE : [{ radius: state.radius, colour: 0x1d6ef0 }];
    const paths = [];
    const clearance = Number($('keep').value);
    const [from, to] = state.ends;
    for (const { radius, colour } of asked)
        paths.push({ radius, colour, ...(await state.nav.path(from, to, radius, { details: true, clearance })) });
    if (state.ends.length !== 2) return;
    clearPaths();
    paths.forEach((path, k) => {
        if (path.points.length === 0) return;
        view.setLine(k === 0 ? 'path' : `path${k}`, path.points, path.colour, Math.max(0.06, view.size * 0.0035));
    });
    const rows = paths.map((p) => {
        const there = p.status === 'reached';
        const none = document.createElement('b');
        none.className = 'no';
        none.textContent = WHY_NOT[p.reason] ?? p.reason;
        return [dot(p.colour, `${p.radius.toFixed(2)} m`), there ? metres(p.length) : none, there ? metres(p.length3d) : '–'];
    });
    const told = [tableOf(['radius', 'seen from above', 'on the slope'], rows)];
    const [best] = paths;
    const shut = paths.find((p) => p.reason === 'too-narrow' && p.narrow);
    view.setMark('narrow', shut?.narrow ?? null, 0xb3261e);
    if (shut) {
        const at = view.toWorld(shut.narrow);
        at.y += 0.5;
        view.labels.set('narrow', [{ at, text: `too narrow: ${metres(2 * shut.widest)}`, className: 'shut', weight: 10 }]);
    } else {
        view.labels.set('narrow', []);
    }
    if (clearance > 0 && best.status === 'reached')
        told.push(paragraph(`It keeps ${metres(best.clearance)} from walls where there is room.`));
    if (best.widest > 0) {
        const [most, wide] = [metres(best.widest), metres(2 * best.widest)];
        told.push(paragraph(`There is a way for every radius up to ${most}: its narrowest place is ${wide} wide.`));
    }
    const way = [
        ...(best.flights ?? []).map((f) => `stairs of ${f.risers} steps ${f.up ? 'up' : 'down'}`),
        ...(best.links ?? []).map((l) => (l.drop === undefined ? 'a link made by hand' : 'a drop')),
    ];
    if (way.length > 0) told.push(paragraph(`On the way: ${way.join(', ')}.`));
    const short = (p) => p.moved.some((x) => x > 0.005);
    if (paths.some(short)) told.push(paragraph('Ends too near to a wall were moved to where the disc fits.'));
    $('answer').replaceChildren(...told);
    $('answer').scrollIntoView({ block: 'nearest' });
    state.paths = paths;
}

async function askWhy(place) {
    const answer = await builder.why(place);
    view.setMark('why', place, 0xe8912d);
    if (!answer) {
        const spots = await state.nav.locateAll(place, 0);
        const room = spots.found(0) ? await state.nav.clearance(spots) : 0;
        const words = spots.found(0) ? `Walkable: ${metres(room)} of room.` : 'There is no floor here.';
        $('answer').replaceChildren(paragraph(words));
        return;
    }
    $('answer').replaceChildren(...answer.words.trim().split('\n').map((line) => paragraph(line)));
    const tooLow = answer.reason === 'too-low';
    const decides = answer.walkable ? answer.boundary?.cause : (tooLow ? answer.above : answer.floor)?.triangle;
    const { positions, triangles } = state.look;
    const corners = decides >= 0 && [0, 1, 2].flatMap((i) => {
        const v = triangles[3 * decides + i];
        return [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    });
    $('answer').scrollIntoView({ block: 'nearest' });
    view.setOutline('outline', corners || null, answer.walkable ? 0x1d6ef0 : 0xb3261e);
    state.why = answer;
}

// A click is a press that did not drag.
let pressed = null;
$('view').addEventListener('pointerdown', (e) => {
    pressed = [e.clientX, e.clientY];
    $('hint').classList.add('done');
});
$('view').addEventListener('pointerup', (e) => {
    if (!pressed || e.button !== 0 || Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) > 5) return;
    const box = $('view').getBoundingClientRect();
    click((e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height);
});
const KEYS = {
    ArrowLeft: () => view.turn(-0.12, 0), ArrowRight: () => view.turn(0.12, 0), ArrowUp: () => view.turn(0, 0.08),
    ArrowDown: () => view.turn(0, -0.08), '+': () => view.zoom(0.88), '=': () => view.zoom(0.88),
    '-': () => view.zoom(1.14), w: () => view.pan(0, 1), s: () => view.pan(0, -1), a: () => view.pan(-1, 0),
    d: () => view.pan(1, 0), Enter: () => click(0.5, 0.5), 1: () => choose('start'), 2: () => choose('path'),
    3: () => choose('why'),
};
$('view').addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !KEYS[e.key]) return;
    e.preventDefault();
    KEYS[e.key]();
});
$('view').addEventListener('focus', () => ($('cross').hidden = !$('view').matches(':focus-visible')));
$('view').addEventListener('blur', () => ($('cross').hidden = true));

// ---------------------------------------------------------------------------------------------------- what is shown

async function showLabels(fresh) {
    const { nav } = state;
    const doors = fresh(await nav.doors());
    const flights = fresh(await nav.flights());
    const narrows = fresh(await nav.narrows(40));
    const above = (place, up) => {
        const at = view.toWorld(place);
        at.y += up;
        return at;
    };
    view.labels.set('doors', doors.map((d) => ({
        at: above(d.at, 0.5), text: metres(d.width), weight: 2 - d.width / 10, width2: d.width,
    })));
    view.labels.set('stairs', flights.map((f) => ({
        at: above(f.bottom.map((x, k) => (x + f.top[k]) / 2), 0.4), text: `${f.risers} × ${metres(f.riser)}`,
        className: 'stairs', weight: 3,
    })));
    view.labels.set('narrows', narrows.filter((n) => n.width < 4 && n.width >= 0.1).map((n) => ({
        at: above(n.at, 0.2), text: metres(n.width), className: 'narrows', weight: n.prominence / 100,
    })));
    placeStartLabel();
    for (const { name, labels } of LAYERS) if (labels) view.labels.show(name, $(`layer-${name}`).checked);
    Object.assign(state, { doors, flights });
    showRadius();
}

async function showKinds() {
    const shown = [];
    const night = darkness.matches;
    for (const { name, kind } of LAYERS) {
        if (!kind) continue;
        const on = $(`layer-${name}`).checked;
        if (on && (kind !== 'links' || state.info.links)) {
            state.reliefs[name] ??= await state.nav.relief(kind, { raise: 0.05 });
            if (!view.has(name)) view.setRelief(name, drawn(name, state.reliefs[name], night));
            shown.push({ layer: name, relief: state.reliefs[name] });
        }
        view.show(name, on);
    }
    tellColours($('legend'), shown, night);
}
const darkness = matchMedia('(prefers-color-scheme: dark)');
darkness.addEventListener('change', () => {
    for (const { name } of LAYERS.filter((l) => l.kind)) view.put(name, null);
    if (state.nav) attempt(showKinds);
});

// The file's own colours and textures in place of grey.
const hasLooks = (source) => /\.(glb|gltf)$/i.test(source.name ?? '');
async function showLooks() {
    const wanted = $('layer-looks').checked && hasLooks(state.source);
    const { source } = state;
    if (wanted && !view.has('looks')) {
        const { readLooks } = await import('./looks.js');
        const object = await readLooks(source);
        if (source !== state.source) return;
        view.setLooks(object);
    }
    view.show('looks', wanted);
    view.show('scene', $('layer-scene').checked && !(wanted && view.has('looks')));
}

function showFacts() {
    const { info, source, took } = state;
    const links = info.links ? Object.values(info.links).reduce((a, b) => a + b, 0) : 0;
    const words = [source.name ?? SAMPLES[source.sample], square(info.area), `${info.cells} cells`];
    if (links) words.push(`${links} links`);
    if (info.stairs) words.push(`${info.stairs} flight${info.stairs > 1 ? 's' : ''} of stairs`);
    words.push(source.wend ? `loaded in ${Math.round(took)} ms` : `built in ${Math.round(took)} ms`);
    $('facts').textContent = words.join(' · ');
    showFindings();
}

// What was found in the scene: warnings in full, with what to do about them; notes behind a line.
function showFindings() {
    const found = [...(state.look?.findings ?? []), ...(state.report?.findings ?? [])];
    const parts = found.filter((f) => f.severity === 'warning').slice(0, 6).map((f) => {
        const words = paragraph(`${f.text.charAt(0).toUpperCase()}${f.text.slice(1)}.`);
        const up = f.code === 'scene-up' && f.text.match(/try up (-?[xyz])/)?.[1];
        if (up && state.source.bytes) {
            const button = document.createElement('button');
            Object.assign(button, { type: 'button', textContent: `Turn it: ${up} points up` });
            button.onclick = () => {
                $('up').value = up;
                $('up').onchange();
            };
            words.append(button);
        }
        return words;
    });
    const notes = found.filter((f) => f.severity === 'note').slice(0, 20);
    if (notes.length > 0) {
        const details = document.createElement('details');
        const summary = document.createElement('summary');
        const list = document.createElement('ul');
        summary.textContent = `${notes.length} note${notes.length > 1 ? 's' : ''} on the scene`;
        list.append(...notes.map((f) => Object.assign(document.createElement('li'), { textContent: f.text })));
        details.append(summary, list);
        parts.push(details);
    }
    $('advice').replaceChildren(...parts);
}

// A button for each storey cuts away what is above it: up to just below the next one, or below its ceiling. Where a roof
// hides most of the floor that can be reached, it is cut away from the start: else there were nothing to see.
function showStoreys(layers, anew) {
    state.heights = heights();
    const mean = meanHeights();
    const storeys = layers.filter((l) => l.area > 0.04 * state.info.planArea).slice(0, 12);
    storeys.sort((a, b) => mean[a.layer] - mean[b.layer]);
    const [low, high] = state.heights;
    const buttons = [{ words: 'All', name: 'All storeys', top: 1 }];
    storeys.forEach((l, k) => {
        const next = k + 1 < storeys.length ? mean[storeys[k + 1].layer] - 0.4 : high;
        const top = Math.min(next, mean[l.layer] + HEADROOM);
        if (next - mean[l.layer] > 0.8 || k + 1 === storeys.length)
            buttons.push({ words: String(buttons.length - 1), name: `Storey ${buttons.length - 1}`, top: (top - low) / (high - low) });
    });
    $('storeys').hidden = buttons.length < 3;
    $('storeys').replaceChildren(...buttons.map(({ words, name, top }, k) => {
        const button = document.createElement('button');
        Object.assign(button, { type: 'button', textContent: words });
        button.setAttribute('aria-label', name);
        button.setAttribute('aria-pressed', String(k === 0));
        button.onclick = () => {
            $('cut').value = String(Math.min(1, top));
            showCut();
            [...$('storeys').children].forEach((b) => b.setAttribute('aria-pressed', String(b === button)));
            remember();
        };
        return button;
    }));
    if (anew) {
        const top = view.roofed(state.floor, state.reach, state.radius);
        $('cut').value = top === null ? '1' : String(Math.min(1, (top + HEADROOM - low) / (high - low)));
    }
    showCut();
}
const HEADROOM = 2; // metres over a floor that are shown
function upAxis() {
    const { up, unit } = state.info;
    return { axis: 'xyz'.indexOf(up.replace('-', '')), scale: (up.startsWith('-') ? -1 : 1) * unit };
}
// From where to where the scene reaches, in the view's metres.
function heights() {
    const places = state.look?.positions ?? state.floor.places;
    const { axis, scale } = upAxis();
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < places.length; k += 3) {
        const y = (places[k] - view.origin[axis]) * scale;
        low = Math.min(low, y);
        high = Math.max(high, y);
    }
    return [low, high + 0.01];
}
// The mean height of each layer's floor.
function meanHeights() {
    const { places, triangles, layers } = state.floor;
    const { axis, scale } = upAxis();
    const sums = [];
    for (let t = 0; t < layers.length; t++) {
        const sum = (sums[layers[t]] ??= [0, 0]);
        const [a, b, c] = [0, 1, 2].map((i) => 3 * triangles[3 * t + i]);
        const [x, y] = [0, 1, 2].filter((k) => k !== axis);
        const area = Math.abs(
            (places[b + x] - places[a + x]) * (places[c + y] - places[a + y]) -
                (places[c + x] - places[a + x]) * (places[b + y] - places[a + y]),
        );
        sum[0] += area * (places[a + axis] - view.origin[axis]) * scale;
        sum[1] += area;
    }
    return sums.map(([sum, area]) => sum / Math.max(area, 1e-12));
}
function showCut() {
    if (!state.heights) return;
    const [low, high] = state.heights;
    const share = Number($('cut').value);
    view.setCut(share >= 1 ? 1e9 : low + share * (high - low));
    $('cut-text').textContent = share >= 1 ? 'off' : metres(share * (high - low), 1);
    $('cut').setAttribute('aria-valuetext', $('cut-text').textContent);
}
$('cut').oninput = () => {
    showCut();
    [...$('storeys').children].forEach((b) => b.setAttribute('aria-pressed', 'false'));
    remember();
};

for (const { name, words, on, labels, kind, hidden } of LAYERS) {
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.type = 'checkbox';
    input.id = `layer-${name}`;
    input.checked = on;
    label.append(input, words);
    label.hidden = Boolean(hidden);
    label.className = `layer-${name}`;
    $('layers').append(label);
    view.show(name, on);
    input.onchange = () => {
        if (labels) view.labels.show(name, input.checked);
        view.show(name, input.checked);
        if (kind && state.nav) attempt(showKinds);
        if (name === 'looks' || name === 'scene') attempt(showLooks);
        view.draw();
        remember();
    };
}

// ---------------------------------------------------------------------------------------------------- the agent

let later;
for (const { name, words, least, most, step, unit } of AGENT) {
    const label = document.createElement('label');
    const output = document.createElement('output');
    const input = document.createElement('input');
    label.className = 'slider';
    label.htmlFor = input.id = `agent-${name}`;
    Object.assign(input, { type: 'range', min: least, max: most, step, value: state.agent[name] });
    const show = () => {
        output.textContent = unit === '°' ? `${state.agent[name]}°` : metres(state.agent[name]);
        input.setAttribute('aria-valuetext', output.textContent);
    };
    label.append(words, output);
    $('agent').append(label, input);
    input.oninput = () => {
        state.agent[name] = Number(input.value);
        show();
        remember();
        clearTimeout(later);
        later = setTimeout(rebuild, 120);
    };
    input.update = () => {
        input.value = state.agent[name];
        show();
    };
    show();
}

// ---------------------------------------------------------------------------------------------------- files

async function openFiles(files) {
    const read = await Promise.all([...files].map(async (f) => ({ name: f.name, bytes: new Uint8Array(await f.arrayBuffer()) })));
    const beside = /\.(bin|node|mtl|png|jpe?g|webp)$/i;
    const main = read.find((f) => !beside.test(f.name)) ?? read[0];
    if (!main) return;
    const others = Object.fromEntries(read.filter((f) => f !== main).map((f) => [f.name, f.bytes]));
    $('sample').value = '';
    if (/\.wend$/i.test(main.name)) return open({ name: main.name, wend: main.bytes });
    return open({ name: main.name, bytes: main.bytes, files: others, ...axes() });
}
function axes() {
    return { up: $('up').value, unit: Number($('unit').value) || 1 };
}
for (const id of ['up', 'unit'])
    $(id).onchange = () => {
        if (state.source.bytes) open({ ...state.source, ...axes() });
    };
$('open').onclick = () => $('file').click();
$('file').onchange = () => openFiles($('file').files).finally(() => ($('file').value = ''));
addEventListener('dragover', (e) => {
    e.preventDefault();
    $('drop').hidden = false;
});
addEventListener('dragleave', (e) => {
    if (!e.relatedTarget) $('drop').hidden = true;
});
addEventListener('drop', (e) => {
    e.preventDefault();
    $('drop').hidden = true;
    openFiles(e.dataTransfer.files);
});
for (const [name, words] of Object.entries(SAMPLES)) $('sample').add(new Option(words, name));
$('sample').add(new Option('your own file', '', false, false), 0);
$('sample').onchange = () => {
    if (!$('sample').value) return;
    remember();
    open({ sample: $('sample').value });
};

// ---------------------------------------------------------------------------------------------------- taking away

function download(name, data) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(data instanceof Blob ? data : new Blob([data]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
const baseName = () => (state.source.name ?? state.source.sample ?? 'wend').replace(/\.[^.]*$/, '');
$('save-wend').onclick = () => attempt(async () => download(`${baseName()}.wend`, await state.nav.save()));
$('save-glb').onclick = () => attempt(async () => {
    const kind = state.info.kind === 'scene' ? 'walkable' : 'plan';
    download(`${baseName()}.glb`, glbOf(await state.nav.relief(kind), view.matrix));
});
$('save-png').onclick = () => attempt(async () => download(`${baseName()}.png`, await view.picture()));
$('link').onclick = () => attempt(async () => {
    remember();
    await navigator.clipboard.writeText(location.href);
    $('link').textContent = 'Copied';
    setTimeout(() => ($('link').textContent = 'Copy link'), 1500);
});

// All settings are in the address; files stay on the machine.
function remember() {
    if (!state.nav) return; // nothing of what a link asks for is lost while it is built
    const on = LAYERS.filter(({ name }) => $(`layer-${name}`).checked).map(({ name }) => name);
    const words = new URLSearchParams();
    if (state.source.sample) words.set('sample', $('sample').value || state.source.sample);
    words.set('r', state.radius);
    for (const { name, value } of AGENT) if (state.agent[name] !== value) words.set(name, state.agent[name]);
    if (state.start) words.set('start', state.start.map((x) => x.toFixed(3)).join(','));
    if (state.tool !== 'start') words.set('tool', state.tool);
    if (state.ends.length === 2)
        words.set('path', state.ends.flatMap((spots) => [...spots.points]).map((x) => x.toFixed(3)).join(','));
    if ($('several').checked) words.set('several', '1');
    if ($('keep').value !== '0') words.set('keep', $('keep').value);
    if (Number($('cut').value) < 1) words.set('cut', $('cut').value);
    if ($('cell-size').value !== '0.3') words.set('cell', $('cell-size').value);
    words.set('show', on.join(','));
    words.set('view', view.pose());
    history.replaceState(null, '', `#${words}`);
}
let resting;
view.onDraw = () => {
    clearTimeout(resting);
    resting = setTimeout(() => state.nav && remember(), 400);
};
function recall() {
    const words = new URLSearchParams(location.hash.slice(1));
    const number = (name, fallback) => (words.has(name) && Number.isFinite(Number(words.get(name))) ? Number(words.get(name)) : fallback);
    state.radius = Math.min(1.5, Math.max(0, number('r', 0.3)));
    $('radius').value = state.radius;
    for (const { name } of AGENT) {
        state.agent[name] = number(name, state.agent[name]);
        $(`agent-${name}`).update();
    }
    if (words.has('show')) {
        const on = words.get('show').split(',');
        for (const { name } of LAYERS) {
            $(`layer-${name}`).checked = on.includes(name);
            view.show(name, on.includes(name));
        }
    }
    const sample = words.get('sample') in SAMPLES ? words.get('sample') : 'two-storeys';
    $('sample').value = sample;
    if (['path', 'why'].includes(words.get('tool'))) choose(words.get('tool'));
    $('several').checked = words.get('several') === '1';
    $('keep').value = number('keep', 0);
    showKeep();
    $('cell-size').value = number('cell', 0.3);
    $('cell-size').oninput();
    const ends = (words.get('path') ?? '').split(',').map(Number);
    state.asked = { ends: ends.every(Number.isFinite) ? ends : [], cut: words.has('cut') ? number('cut', 1) : null };
    const start = words.get('start')?.split(',').map(Number);
    return { sample, start: start?.length === 3 && start.every(Number.isFinite) ? start : null, pose: words.get('view') };
}

// ---------------------------------------------------------------------------------------------------- Recast

$('cell-size').oninput = () => ($('cell-size-text').textContent = metres(Number($('cell-size').value)));
$('compare').onclick = () => attempt(async () => {
    if (!state.look || state.look.kind !== 'scene') throw new Error('Recast voxelises 3D scenes; open one to compare.');
    $('comparison').textContent = 'Voxelising …';
    await new Promise((done) => setTimeout(done, 30));
    const settings = { cellSize: Number($('cell-size').value), radius: state.radius, agent: state.agent };
    const result = await compareWithRecast(view, state, settings);
    $('compare-off').hidden = false;
    $('comparison').replaceChildren(
        tableOf(['', 'Recast', 'Wend'], [
            ['time', `${Math.round(result.took)} ms`, `${Math.round(state.took)} ms`],
            ['floor it misses', square(result.missed), '–'],
            ['floor it invents', square(result.invented), '–'],
        ]),
        paragraph(`In red: floor that Recast misses at cell size ${metres(settings.cellSize)} (dark red) or invents (bright).`),
    );
});
$('compare-off').onclick = () => {
    view.put('recast', null);
    $('compare-off').hidden = true;
    $('comparison').replaceChildren();
};

// ---------------------------------------------------------------------------------------------------- begin

choose('start');
const asked = recall();
state.source = { sample: asked.sample, pose: asked.pose };
const given = [...document.querySelectorAll('meta[name=wend-file]')].map((meta) => meta.content); // by `wend view`
if (given.length > 0) {
    const fetched = given.map(async (path) => {
        const bytes = await (await fetch(path)).arrayBuffer();
        return new File([bytes], decodeURIComponent(path.split('/').pop()));
    });
    attempt(async () => openFiles(await Promise.all(fetched)));
} else {
    open(state.source, Boolean(asked.pose)).then(() => {});
    state.start = asked.start;
}
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) navigator.serviceWorker.register('offline.js').catch(() => {});
