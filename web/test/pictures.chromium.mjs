// What the page looks like: five scenes in two sizes, compared with pictures that were looked at.
//
// Compared at a quarter of the size and with a tolerance: letters and edges differ between machines, a layer that is
// missing does not. `WEND_PICTURES=write scripts/web_test --page pictures` makes them anew: look at them.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, missing as skip, serve, tab } from './browser.mjs';
import { root } from './shared.mjs';

const pictures = join(root, 'web/test/pictures');
const SCENES = {
    house: '#sample=two-storeys&r=0.42',
    office: '#sample=rooms&r=0.5&show=scene,floor,doors,medial',
    garage: '#sample=garage&r=0.3&show=scene,floor,links,stairs',
    stairs: '#sample=stairs&r=0.2&show=scene,floor,walkable,stairs',
    path: '#sample=two-storeys&r=0.25&tool=path&several=1&cut=0.45&path=13,0,-7,2.6,2.8,-5.5&show=scene,floor,doors',
};
const SIZES = { wide: { width: 1000, height: 640 }, phone: { width: 390, height: 780 } };
const MEAN = 4; // of 255
const SHARE = 0.04; // of the points may differ by more than 40

let browser, server, address;
before(async () => {
    if (skip) return;
    server = await serve(join(root, 'build/web/page'));
    address = `http://127.0.0.1:${server.address().port}/`;
    browser = await launch();
});
after(async () => {
    await browser?.close();
    server?.close();
});

// A quarter of a picture as PNG, and how far it is from another: the mean difference, and the share of points that differ.
async function judge(page, shot, reference) {
    return page.evaluate(async ([a, b]) => {
        const draw = async (base64, size) => {
            const image = new Image();
            image.src = `data:image/png;base64,${base64}`;
            await image.decode();
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = size ?? [image.width, image.height];
            const context = canvas.getContext('2d');
            context.imageSmoothingQuality = 'high';
            context.drawImage(image, 0, 0, canvas.width, canvas.height);
            return { canvas, bytes: context.getImageData(0, 0, canvas.width, canvas.height).data };
        };
        const whole = await draw(a);
        const small = await draw(a, [Math.round(whole.canvas.width / 4), Math.round(whole.canvas.height / 4)]);
        const png = small.canvas.toDataURL('image/png').split(',')[1];
        if (!b) return { png };
        const other = await draw(b);
        if (other.bytes.length !== small.bytes.length) return { png, mean: 255, share: 1 };
        let sum = 0;
        let far = 0;
        for (let k = 0; k < small.bytes.length; k += 4) {
            const d = [0, 1, 2].map((i) => Math.abs(small.bytes[k + i] - other.bytes[k + i]));
            sum += d[0] + d[1] + d[2];
            far += Math.max(...d) > 40;
        }
        return { png, mean: sum / (0.75 * small.bytes.length), share: far / (small.bytes.length / 4) };
    }, [shot.toString('base64'), reference?.toString('base64')]);
}

for (const [scene, hash] of Object.entries(SCENES))
    for (const [size, viewport] of Object.entries(SIZES))
        test(`picture of ${scene}, ${size}`, { skip }, async (t) => {
            const page = await tab(t, browser, address, { viewport, reducedMotion: 'reduce' });
            await page.goto(address + hash);
            await page.waitForFunction(() => document.body.dataset.ready, null, { timeout: 120000 });
            await page.evaluate(() => {
                document.getElementById('facts').textContent = 'facts'; // times differ
                document.getElementById('hint').hidden = true;
            });
            await page.waitForTimeout(600);
            const shot = await page.screenshot();
            const path = join(pictures, `${scene}-${size}.png`);
            const write = process.env.WEND_PICTURES === 'write';
            const { png, mean, share } = await judge(page, shot, write || !existsSync(path) ? null : readFileSync(path));
            if (write) {
                mkdirSync(pictures, { recursive: true });
                return writeFileSync(path, Buffer.from(png, 'base64'));
            }
            assert.ok(mean !== undefined, `${path} is missing`);
            if (mean > MEAN || share > SHARE) writeFileSync(join(root, `build/web/differs-${scene}-${size}.png`), shot);
            assert.ok(mean <= MEAN && share <= SHARE, `differs by ${mean.toFixed(2)} in the mean, in ${(100 * share).toFixed(1)}% of its points`);
            assert.deepEqual(page.errors, []);
        });
