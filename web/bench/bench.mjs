// What the package weighs and costs, beside the native library and recast-navigation:  scripts/web_bench [--quick]
//
// Times are those of the processor, so that other programs do not count for much; the best of some rounds. Each bar is
// judged at the end; exits 1 when one is missed. Scenes of others are looked for in $WEND_DATA, or ../shared/data beside
// the repository; without them their rows are left out, and their bars not judged.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { command, folder, load, packageFolder, root, run } from '../test/shared.mjs';

const quick = process.argv.includes('--quick');
const [ROUNDS, COUNT, PATHS, TOWN] = quick ? [4, 1000, 60, 20000] : [10, 4000, 200, 100000];
const STAGES = ['extract', 'link', 'plan', 'medial', 'cells', 'roads'];
const QUESTIONS = ['locate', 'clearance', 'widest', 'path'];
const here = folder();
const bars = [];
const bar = (name, value, most, unit = '') => bars.push({ name, value, most, unit });

const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
};
performance.now = () => cpu() * 1000; // the module's clock, too
const { createWend } = await load('index.js');
const wend = await createWend();

const least = (rounds, job) => {
    let best = Infinity;
    for (let k = 0; k < rounds; k++) {
        const from = cpu();
        job();
        best = Math.min(best, cpu() - from);
    }
    return best;
};
function table(head, rows) {
    const text = rows.map((row) => row.map((x) => (typeof x === 'number' ? x.toPrecision(3) : String(x))));
    const wide = head.map((h, k) => Math.max(h.length, ...text.map((row) => row[k].length)));
    const line = (row) => row.map((x, k) => (k === 0 ? x.padEnd(wide[k]) : x.padStart(wide[k]))).join('  ');
    console.log([line(head), ...text.map(line)].join('\n') + '\n');
}

// ---------------------------------------------------------------------------------------------------- sizes

function sizes() {
    const brotli = (path) => brotliCompressSync(readFileSync(path)).length / 1000;
    const core = brotli(join(packageFolder, 'wend.wasm'));
    const query = brotli(join(packageFolder, 'query.wasm'));
    const esbuild = createRequire(join(root, 'web/package.json'))('esbuild'); // as a page ships it
    const { outputFiles } = esbuild.buildSync({
        entryPoints: [join(packageFolder, 'index.js')], bundle: true, minify: true, format: 'esm', external: ['node:*'], write: false,
    });
    const script = gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
    bar('core with readers, samples and paths', core, 400, 'kB of brotli');
    bar('load and ask alone', query, 140, 'kB of brotli');
    bar('JavaScript of the package', script, 8, 'kB of gzip');
    const rows = [['wend.wasm', core], ['query.wasm', query], ['JavaScript, bundled (gzip)', script]];
    const page = join(root, 'build/web/page');
    const list = join(page, 'offline.js');
    if (existsSync(list)) {
        const files = JSON.parse(readFileSync(list, 'utf8').match(/FILES = (\[.*?\])/s)[1].replaceAll("'", '"'));
        const whole = ['offline.js', ...files.filter((f) => f !== './')].reduce((sum, f) => sum + brotli(join(page, f)), 0);
        bar('the page, all that it fetches', whole, 700, 'kB of brotli');
        rows.push(['the page in all', whole]);
    }
    console.log('Sizes, kB of brotli');
    table(['file', 'kB'], rows);
}

// ---------------------------------------------------------------------------------------------------- scenes

const data = process.env.WEND_DATA ?? join(root, '../shared/data');
const scenes = [
    { name: 'nav_test', path: join(data, 'recast/nav_test.obj') },
    { name: 'dungeon', path: join(data, 'recast/dungeon.obj') },
    { name: 'two-storeys', size: 10776 },
    { name: 'town', size: TOWN },
].filter(({ name, path }) => !path || existsSync(path) || console.log(`skipped ${name}: ${path} is not there`));
for (const scene of scenes) {
    if (!scene.path) {
        scene.path = join(here, `${scene.name}.obj`);
        run(command(), 'scene', scene.name, '--size', scene.size, '-o', scene.path);
    }
    const rounds = scene.name === 'town' ? Math.ceil(ROUNDS / 3) : ROUNDS;
    scene.raw = wend.read(readFileSync(scene.path), scene.path);
    scene.native = JSON.parse(execFileSync(join(root, 'build/web/native'), [scene.path, rounds, COUNT, PATHS].map(String)));
    const own = (scene.wasm = {});
    for (let k = 0; k < 3; k++) wend.build(scene.raw).free(); // the engine compiles while it runs
    own.whole = least(rounds, () => {
        scene.nav?.free();
        scene.nav = wend.build(scene.raw);
        for (const stage of STAGES) own[stage] = Math.min(own[stage] ?? Infinity, scene.nav.report.seconds[stage]);
    });
    const { nav } = scene;
    const spots = (scene.spots = nav.random(COUNT, 7));
    const first = spots.at(0);
    own.locate = least(ROUNDS, () => nav.locateAll(spots.points)) / COUNT;
    own.clearance = least(ROUNDS, () => nav.clearances(spots)) / COUNT;
    own.widest = least(ROUNDS, () => nav.widests(first, spots)) / COUNT;
    scene.ends = Array.from({ length: PATHS }, (_, k) => [spots.at(k), spots.at(COUNT - 1 - k)]);
    own.path = least(ROUNDS, () => scene.ends.forEach(([a, b]) => nav.path(a, b, 0.3))) / PATHS;
}

function besideNative() {
    const sum = (kind, name) => scenes.reduce((all, scene) => all + scene[kind][name], 0);
    console.log('Building on one thread, milliseconds of processor time: WebAssembly, native, ratio');
    const cell = (a, b) => `${(a * 1e3).toFixed(1)} / ${(b * 1e3).toFixed(1)}  ${(a / b).toFixed(2)}`;
    const names = ['whole', ...STAGES];
    const rows = scenes.map(({ name, wasm, native }) => [name, ...names.map((stage) => cell(wasm[stage], native[stage]))]);
    rows.push(['sum', ...names.map((stage) => cell(sum('wasm', stage), sum('native', stage)))]);
    table(['scene', ...names], rows);
    bar('building, sum of the scenes, WebAssembly / native', sum('wasm', 'whole') / sum('native', 'whole'), 1.7);
    for (const stage of STAGES) bar(`${stage}, in sum`, sum('wasm', stage) / sum('native', stage), 2.5);

    console.log('Questions, microseconds each: WebAssembly, native, ratio');
    const micro = (a, b) => `${(a * 1e6).toFixed(1)} / ${(b * 1e6).toFixed(1)}  ${(a / b).toFixed(2)}`;
    table(['scene', ...QUESTIONS], scenes.map(({ name, wasm, native }) => [name, ...QUESTIONS.map((q) => micro(wasm[q], native[q]))]));
    for (const q of QUESTIONS) bar(`${q}, in sum, WebAssembly / native`, sum('wasm', q) / sum('native', q), 1.7);
}

// ---------------------------------------------------------------------------------------------------- starting

function starting() {
    const script = (more) => `
        const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
        const { createWend } = await import(${JSON.stringify(pathToFileURL(join(packageFolder, 'index.js')).href)});
        const from = cpu();
        const wend = await createWend();
        const started = cpu() - from;
        ${more}`;
    const times = (more) => {
        const path = join(here, 'start.mjs');
        writeFileSync(path, script(more));
        const all = Array.from({ length: 5 }, () => JSON.parse(execFileSync('node', [path], { encoding: 'utf8' })));
        return all.sort((a, b) => a - b)[0];
    };
    const start = times('console.log(started);');
    bar('starting, compile and instantiate', start, 60, 'ms of the processor');
    const nav = scenes.find(({ name }) => name === 'nav_test');
    const rows = [['compile and instantiate', start]];
    if (nav) {
        // The page's first build is that of the sample it shows; then somebody drops a file.
        const first = (warm) => times(`
            const { readFileSync } = await import('node:fs');
            ${warm}
            const scene = wend.read(readFileSync(${JSON.stringify(nav.path)}), 'nav_test.obj');
            const begun = cpu();
            wend.build(scene);
            console.log(cpu() - begun);`);
        const warm = first(`const sample = wend.sample('two-storeys'); wend.build(sample).free();
            await new Promise((done) => setTimeout(done, 1000));`);
        rows.push(['first build of nav_test, cold', first('')], ['after the page has shown its sample', warm]);
        bar('first build of nav_test, after the page has shown its sample', warm, 100, 'ms of the processor');
    }
    console.log('Starting, milliseconds of processor time of a fresh process');
    table(['what', 'ms'], rows);
}

// ---------------------------------------------------------------------------------------------------- Recast

async function besideRecast() {
    const from = (name) => import(pathToFileURL(join(root, 'web/node_modules', name, 'dist/index.mjs')).href);
    const { init, NavMeshQuery } = await from('@recast-navigation/core');
    const { generateSoloNavMesh } = await from('@recast-navigation/generators');
    await init();
    const builds = [];
    const paths = [];
    let product = 1;
    let quicker = 1;
    for (const scene of scenes) {
        const { name, raw, wasm, nav } = scene;
        const look = raw.look();
        const positions = Float32Array.from(look.positions);
        const indices = Uint32Array.from(look.triangles);
        const build = (cs, radius) => {
            const ch = Math.min(0.2, cs);
            const made = generateSoloNavMesh(positions, indices, {
                cs, ch, walkableRadius: Math.ceil(radius / cs), walkableHeight: Math.ceil(1.8 / ch), walkableClimb: Math.floor(0.4 / ch + 1e-9),
                walkableSlopeAngle: 45, minRegionArea: 8, mergeRegionArea: 20, maxSimplificationError: 1.3,
                detailSampleDist: 6, detailSampleMaxError: 1,
            });
            if (!made.success) throw new Error(`recast-navigation: ${name}: ${made.error}`);
            return made.navMesh;
        };
        const rounds = name === 'town' ? 2 : 4;
        const time = (cs) => least(rounds, () => build(cs, 0).destroy());
        const [coarse, fine] = [time(0.3), time(0.1)];
        builds.push([name, wasm.whole * 1e3, coarse * 1e3, fine * 1e3, (wasm.whole / fine).toFixed(2)]);
        if (name !== 'two-storeys') bar(`building ${name}, Wend / recast-navigation at 0.1 m`, wasm.whole / fine, 1);

        const mesh = build(0.1, 0.3);
        const query = new NavMeshQuery(mesh);
        const options = { halfExtents: { x: 0.5, y: 1, z: 0.5 } };
        const place = ({ points: [x, y, z] }) => ({ x, y, z });
        const theirPath = ([a, b]) => query.computePath(place(a), place(b), options);
        const arrives = ([a, b]) => {
            const { success, path: line } = theirPath([a, b]);
            const last = line?.at(-1);
            return success && last && Math.hypot(last.x - b.points[0], last.y - b.points[1], last.z - b.points[2]) < 1;
        };
        const ours = scene.ends.filter(([a, b]) => nav.path(a, b, 0.3).status === 'reached');
        const both = ours.filter(arrives); // pairs that both find a path for
        const theirs = scene.ends.filter(arrives).length;
        const each = (job) => least(ROUNDS, () => both.forEach(job)) / both.length;
        const exact = each(([a, b]) => nav.path(a, b, 0.3));
        const cells = each(([a, b]) => nav.path(a, b, 0.3, { by: 'cells' }));
        const detour = each(theirPath);
        paths.push([name, exact * 1e6, cells * 1e6, detour * 1e6, (exact / detour).toFixed(2), (cells / detour).toFixed(2), `${ours.length} / ${theirs} of ${PATHS}`]);
        product *= exact / detour;
        quicker *= cells / detour;
        mesh.destroy();
    }
    console.log('Building, milliseconds of processor time in node: all of Wend, for every radius; recast-navigation for one');
    table(['scene', 'wend', 'recast 0.3', 'recast 0.1', 'wend / 0.1'], builds);
    console.log('Paths for a radius of 0.3 m, microseconds each, between places for which both find one; its mesh at cell size 0.1');
    table(['scene', 'wend', 'by cells', 'computePath', 'ratio', 'by cells', 'found by Wend / by it'], paths);
    bar('paths, the shortest, geometric mean, Wend / computePath', product ** (1 / scenes.length), 1.5);
    bar('paths by cells, geometric mean, Wend / computePath', quicker ** (1 / scenes.length), 1.5);
}

sizes();
besideNative();
starting();
await besideRecast();
console.log('Bars:');
for (const { name, value, most, unit } of bars)
    console.log(`${value <= most ? 'kept  ' : 'MISSED'}  ${name}: ${value.toFixed(2)} of at most ${most} ${unit}`);
process.exitCode = bars.some(({ value, most }) => !(value <= most)) ? 1 : 0;
