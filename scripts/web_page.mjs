// Bundles the page:  node scripts/web_page.mjs     into build/web/page, and in one file build/web/wend.html
//
// Needs build/web/package (scripts/web package) and what npm has put into web/node_modules.
import { createRequire } from 'node:module';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const esbuild = createRequire(`${root}web/package.json`)('esbuild');
const out = `${root}build/web/page`;
const from = `${root}web/page`;
const version = readFileSync(`${root}VERSION`, 'utf8').trim();
const common = { bundle: true, minify: true, target: 'es2022', logLevel: 'warning', legalComments: 'none', external: ['node:*'] };

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await esbuild.build({
    ...common, entryPoints: [`${from}/page.js`, `${from}/thread-main.js`], outdir: out, format: 'esm', splitting: true,
    chunkNames: 'part-[hash]',
});
for (const name of ['index.html', 'page.css']) cpSync(`${from}/${name}`, `${out}/${name}`);
cpSync(`${root}build/web/package/wend.wasm`, `${out}/wend.wasm`);
writeFileSync(`${out}/offline.js`, readFileSync(`${from}/offline.js`, 'utf8').replace('VERSION', version));

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
    .replace('<link rel="stylesheet" href="page.css">', () => `<style>${readFileSync(`${from}/page.css`, 'utf8')}</style>`)
    .replace('<script type="module" src="page.js"></script>\n', '')
    .replace(/<p class="small"><a href="gallery[^]*?<\/p>/, '')
    .replace('</body>', () => `<script>${page.replaceAll('</script', '<\\/script')}</script>\n</body>`);
writeFileSync(`${root}build/web/wend.html`, html);
console.log(`made build/web/page and build/web/wend.html`);
