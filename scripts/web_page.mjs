// Bundles the page:  node scripts/web_page.mjs     into build/web/page, and in one file build/web/wend.html
//
// Needs build/web/package (scripts/web package) and what npm has put into web/node_modules.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const esbuild = createRequire(`${root}web/package.json`)('esbuild');
const out = `${root}build/web/page`;
const from = `${root}web/page`;
const version = readFileSync(`${root}VERSION`, 'utf8').trim();
const common = { bundle: true, minify: true, target: 'es2022', logLevel: 'warning', legalComments: 'none', external: ['node:*'] };

rmSync(out, { recursive: true, force: true });
mkdirSync(`${out}/gallery`, { recursive: true });
const plain = {
    name: 'plain', // examples import the package by its name, and are shown as they are written
    setup(build) {
        const parts = { wend: 'index', 'wend/three': 'three', 'wend/query': 'query' };
        build.onResolve({ filter: /^wend($|\/)/ }, ({ path }) => ({ path: `${root}web/wend/${parts[path]}.js` }));
        build.onResolve({ filter: /\?text$/ }, ({ path }) => ({ path: `${from}/gallery/${path.slice(2, -5)}`, namespace: 'plain' }));
        build.onLoad({ filter: /.*/, namespace: 'plain' }, ({ path }) => ({ contents: readFileSync(path), loader: 'text' }));
    },
};
const { metafile } = await esbuild.build({
    ...common, entryPoints: [
        { in: `${from}/page.js`, out: 'page' }, { in: `${from}/thread-main.js`, out: 'thread-main' },
        { in: `${from}/gallery/gallery.js`, out: 'gallery/gallery' },
    ],
    outdir: out, format: 'esm', splitting: true, chunkNames: 'part-[hash]', metafile: true, plugins: [plain],
});
for (const name of ['index.html', 'page.css', 'gallery/index.html', 'gallery/gallery.css']) cpSync(`${from}/${name}`, `${out}/${name}`);
for (const name of ['wend.wasm', 'query.wasm']) cpSync(`${root}build/web/package/${name}`, `${out}/${name}`);

// What the page needs before anything is asked of it; all else is fetched when it is used, and kept from then on.
const needed = new Set(['index.html', 'page.css', 'wend.wasm']);
const need = (file) => {
    const name = relative(out, file);
    if (needed.has(name)) return;
    needed.add(name);
    const { imports } = metafile.outputs[relative(process.cwd(), file)];
    for (const { path, kind, external } of imports) if (kind === 'import-statement' && !external) need(resolve(path));
};
for (const name of ['page.js', 'thread-main.js']) need(`${out}/${name}`);
const offline = readFileSync(`${from}/offline.js`, 'utf8');
const contents = [...needed].map((name) => readFileSync(`${out}/${name}`));
const mark = createHash('sha256').update(Buffer.concat(contents)).digest('hex').slice(0, 12);
const list = ['./', ...needed].map((name) => `'${name}'`).join(', ');
writeFileSync(`${out}/offline.js`, offline.replace('VERSION', `${version}-${mark}`).replace(/FILES = \[.*/, () => `FILES = [${list}];`));

// One file: everything inside, for a disk or a mail.
const text = async (entry, more = {}) =>
    (await esbuild.build({ ...common, entryPoints: [entry], format: 'iife', write: false, ...more })).outputFiles[0].text;
const thread = await text(`${from}/thread-main.js`, { define: { 'import.meta.url': '"file:///"' } });
const inside = {
    name: 'inside',
    setup(build) {
        build.onResolve({ filter: /^\.\/thread\.js$/ }, () => ({ path: `${from}/thread-inline.js` }));
        build.onResolve({ filter: /^wend:/ }, ({ path }) => ({ path, namespace: 'inside' }));
        build.onLoad({ filter: /.*/, namespace: 'inside' }, ({ path }) => ({
            contents: path === 'wend:thread' ? thread : readFileSync(`${root}build/web/package/wend.wasm`).toString('base64'),
            loader: 'text',
        }));
    },
};
const page = await text(`${from}/page.js`, { plugins: [inside], define: { 'import.meta.url': '"file:///"' } });
const html = readFileSync(`${from}/index.html`, 'utf8')
    .replace("script-src 'self'", "script-src 'unsafe-inline' blob:")
    .replace('<link rel="stylesheet" href="page.css">', () => `<style>${readFileSync(`${from}/page.css`, 'utf8')}</style>`)
    .replace('<script type="module" src="page.js"></script>\n', '')
    .replace(/<p class="small"><a href="gallery[^]*?<\/p>/, '')
    .replace('</body>', () => `<script>${page.replaceAll('</script', '<\\/script')}</script>\n</body>`);
writeFileSync(`${root}build/web/wend.html`, html);
console.log(`made build/web/page and build/web/wend.html`);
