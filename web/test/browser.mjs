// A page in headless Chromium, served from this machine, for tests.
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { root } from './shared.mjs';

const require = createRequire(join(root, 'web/package.json'));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Why there can be no test in a browser; false when there can. */
export const missing =
    (!chromium && 'Chromium is not installed') ||
    (!existsSync(join(root, 'web/node_modules/playwright-core')) && 'playwright-core is not installed: scripts/web') ||
    (!existsSync(join(root, 'build/web/page/page.js')) && 'the page is not built: scripts/web');

export function serve(folder) {
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html');
        const file = join(folder, path);
        if (path === '/favicon.ico') return response.writeHead(204).end();
        if (!file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
        response.end(readFileSync(file));
    });
    return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

export async function launch() {
    const { chromium: browser } = require('playwright-core');
    return browser.launch({
        executablePath: chromium,
        args: [
            '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking',
            '--disable-component-update', '--disable-sync', '--no-first-run', '--js-flags=--expose-gc',
        ],
    });
}
export const axeSource = () => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * A tab of its own with what went wrong in it (`errors`) and what it asked other hosts for (`strangers`); closed when
 * the test ends.
 */
export async function tab(t, browser, address, options = {}) {
    // Playwright waits by evaluating texts, which the page's own policy forbids; `until` is for tests that keep it.
    const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, bypassCSP: true, ...options });
    t.after(() => context.close());
    const page = await context.newPage();
    page.errors = [];
    page.strangers = [];
    page.on('pageerror', (error) => page.errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
    page.on('request', (request) => {
        const url = request.url();
        if (!/^(data|blob|file):/.test(url) && !url.startsWith(address)) page.strangers.push(url);
    });
    return page;
}

export async function until(page, holds, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise((done) => setTimeout(done, 100)))
        if (await page.evaluate(holds)) return;
    throw new Error(`it did not come to be: ${holds}`);
}
