// A picture of the page:  node scripts/picture_page.mjs FILE.png     three paths through the bundled house
//
// Needs `make web` and Chromium; scripts/pictures calls it.
import { writeFileSync } from 'node:fs';
import { launch, serve } from '../web/test/browser.mjs';
import { root } from '../web/test/shared.mjs';

const server = await serve(`${root}build/web/page`);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce', bypassCSP: true });
const page = await context.newPage();
const shown = 'sample=two-storeys&r=0.25&tool=path&several=1&cut=0.65&path=13,0,-7,2.6,2.8,-5.5&show=scene,floor,stairs,doors';
await page.goto(`http://127.0.0.1:${server.address().port}/#${shown}`);
await page.waitForFunction(() => document.body.dataset.ready, null, { timeout: 120000 });
for (let k = 0; k < 8; k++) { // the browser compiles while it runs: the time that is shown is that of a page in use
    await page.evaluate(() => {
        delete document.body.dataset.ready;
        document.getElementById('agent-step').dispatchEvent(new Event('input'));
    });
    await page.waitForFunction(() => document.body.dataset.ready, null, { timeout: 120000 });
}
await page.waitForTimeout(1000);
writeFileSync(process.argv[2], await page.screenshot());
await browser.close();
server.close();
