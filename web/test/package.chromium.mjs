// The package in a real browser: the same bytes as the command's, and a gallery whose examples run.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { axeSource, launch, missing as skip, serve, tab } from './browser.mjs';
import { command, load, nativeFiles, read, root } from './shared.mjs';

let browser, server, address;
before(async () => {
    if (skip) return;
    server = await serve(join(root, 'build/web'));
    address = `http://127.0.0.1:${server.address().port}/`;
    browser = await launch();
});
after(async () => {
    await browser?.close();
    server?.close();
});

test('scenes and plans give the same bytes as the command', { skip: skip || (!command() && 'the command is not built') }, async (t) => {
    const { createWend } = await load('index.js');
    const page = await tab(t, browser, address);
    await page.goto(`${address}package/index.js`);
    await page.evaluate(async () => {
        const { createWend } = await import('/package/index.js');
        window.wend = await createWend();
    });
    const counts = { true: 0, false: 0 };
    for (const { name, input, wend, scene } of nativeFiles((await createWend()).samples())) {
        const made = await page.evaluate(async ([file, base64]) => {
            const raw = window.wend.read(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)), file);
            const nav = window.wend.build(raw);
            const digest = await crypto.subtle.digest('SHA-256', nav.save());
            nav.free();
            raw.free();
            return Array.from(new Uint8Array(digest), (x) => x.toString(16).padStart(2, '0')).join('');
        }, [input, Buffer.from(read(input)).toString('base64')]);
        assert.equal(made, createHash('sha256').update(read(wend)).digest('hex'), name);
        counts[scene]++;
    }
    console.log(`equal to the command's: ${counts.true} scenes, ${counts.false} floor plans`);
    assert.ok(counts.true >= 20 && counts.false >= 10);
    assert.deepEqual(page.errors, []);
});

test('a worker, and the module inside the JavaScript, which needs no file', { skip }, async (t) => {
    const page = await tab(t, browser, address);
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${address}package/index.js`);
    const answers = await page.evaluate(async () => {
        const { createWorker } = await import('/package/worker.js');
        const worker = await createWorker();
        const nav = await worker.build(await worker.sample('stairs'));
        const rooms = await nav.clearances(await nav.random(100, 1));
        const { hash } = await nav.info();
        worker.terminate();
        const inline = await (await import('/package/inline.js')).createWend();
        const other = inline.build(inline.sample('stairs'));
        return [[hash, ...rooms], [other.info().hash, ...other.clearances(other.random(100, 1))]];
    });
    assert.equal(answers[0].length, 101);
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(asked.filter((path) => path.endsWith('wend.wasm')).length, 1, `${asked}`);
    assert.deepEqual(page.errors, []);
});

test('nine examples, each live with its own source', { skip }, async (t) => {
    const page = await tab(t, browser, address);
    const gallery = `${address}page/gallery/index.html`;
    await page.goto(gallery);
    await page.waitForFunction(() => document.body.dataset.ready);
    const names = await page.evaluate(() => window.wendGallery.names);
    assert.equal(names.length, 9);
    const says = {
        radius: /m² can be reached/, stairs: /10 flights/, doors: /of 36 doors/, path: /0\.39 m: .* steps up/, why: /^not walkable: .*above the floor/,
        storeys: /m².*high/s, plan: /112\.50 m²/, save: /the same.*reached/s, compare: /Recast: \d+ ms/,
    };
    for (const name of names) {
        await page.goto(`${gallery}#${name}`);
        await page.waitForFunction((n) => document.body.dataset.ready === n, name, { timeout: 60000 });
        assert.match(await page.textContent('#said'), says[name], name);
        assert.equal(await page.textContent('#source'), readFileSync(join(root, `web/page/gallery/${name}.js`), 'utf8'));
        for (const slider of await page.$$('#controls input')) {
            await slider.focus();
            await page.keyboard.press('ArrowLeft');
        }
    }
    await page.evaluate(axeSource());
    const found = await page.evaluate(async () => (await window.axe.run()).violations.map((v) => `${v.id}: ${v.nodes[0].html}`));
    assert.deepEqual(found, []);
    assert.deepEqual(page.errors, []);
    assert.deepEqual(page.strangers, []);
});
