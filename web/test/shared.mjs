// What the package's tests share: where the package and the command are, and samples as files.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const packageFolder = join(root, 'build/web/package');
export const load = (name) => import(join(packageFolder, name));

// The command that the same answers are expected of: that of the tests, or the one that users build.
const commands = [process.env.WEND, join(root, 'build/test-release/bin/wend'), join(root, 'build/wend')];
export function command() {
    for (const path of commands)
        try {
            execFileSync(path, ['--version'], { stdio: 'ignore' });
            return path;
        } catch {
            continue;
        }
    return null;
}
export const run = (path, ...words) => execFileSync(path, words, { stdio: ['pipe', 'pipe', 'ignore'] });

/** A folder that is gone when the process ends. */
export function folder() {
    const made = mkdtempSync(join(tmpdir(), 'wend-web-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    return made;
}

/** A scene as an OBJ file. */
export function objOf({ positions, triangles }) {
    const lines = [];
    for (let k = 0; k < positions.length; k += 3) lines.push(`v ${positions.slice(k, k + 3).join(' ')}`);
    for (let k = 0; k < triangles.length; k += 3)
        lines.push(`f ${[...triangles.slice(k, k + 3)].map((v) => v + 1).join(' ')}`);
    return Buffer.from(lines.join('\n') + '\n');
}

export const read = (path) => new Uint8Array(readFileSync(path));

/** Samples of scenes and floor plans as files, and what the command makes of each: [{ name, input, wend, scene }]. */
export function nativeFiles(samples) {
    const here = folder();
    const files = [];
    for (const { name, scene, size } of samples)
        for (const asked of [size, Math.ceil(size / 3)]) {
            if (size > 60000) continue;
            const input = join(here, `${name}-${asked}.${scene ? 'obj' : 'geojson'}`);
            run(command(), 'scene', name, '--size', asked, '-o', input);
            run(command(), 'build', input, '-o', `${input}.wend`);
            files.push({ name: `${name} of ${asked}`, input, wend: `${input}.wend`, scene });
        }
    return files;
}
