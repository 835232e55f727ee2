// wend/three: arrays become what three.js draws, and three's objects become scenes. And the types hold.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { folder, packageFolder, root } from './shared.mjs';

const modules = join(root, 'web/node_modules');
const skip = !existsSync(join(modules, 'three')) && 'three is not installed: scripts/web';

// The package as somebody has it who installed it: in node_modules, beside three.
function installed() {
    const here = folder();
    mkdirSync(join(here, 'node_modules'));
    cpSync(packageFolder, join(here, 'node_modules/wend'), { recursive: true });
    for (const name of ['three', '@types', '@dimforge', '@tweenjs', '@webgpu', 'fflate', 'meshoptimizer'])
        if (existsSync(join(modules, name))) symlinkSync(join(modules, name), join(here, 'node_modules', name));
    writeFileSync(join(here, 'package.json'), '{"type":"module"}');
    return here;
}

test('objects of three.js become scenes, with instances, mirrors and children, and a mesh comes back', { skip }, async () => {
    const here = installed();
    writeFileSync(join(here, 'go.mjs'), "export * as three from 'three';\nexport * as help from 'wend/three';\nexport * from 'wend';\n");
    const { three, help, createWend } = await import(pathToFileURL(join(here, 'go.mjs')).href);
    const { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, PlaneGeometry } = three;

    const group = new Group();
    const floor = new Mesh(new PlaneGeometry(10, 10).rotateX(-Math.PI / 2));
    const mirrored = new Mesh(new PlaneGeometry(10, 10).rotateX(-Math.PI / 2));
    mirrored.position.x = 20;
    mirrored.scale.x = -1; // still faces up
    const boxes = new InstancedMesh(new BoxGeometry(1, 2, 1), undefined, 2);
    boxes.setMatrixAt(0, new Matrix4().makeTranslation(2, 1, 2));
    boxes.setMatrixAt(1, new Matrix4().makeTranslation(-2, 1, -2));
    group.add(floor, mirrored, boxes);
    group.position.y = 5;
    const arrays = help.sceneOf(group);
    assert.equal(arrays.triangles.length / 3, 2 + 2 + 2 * 12);

    const wend = await createWend();
    const nav = wend.build(wend.scene(arrays), { minArea: 2 });
    assert.ok(Math.abs(nav.info().area - (200 - 2)) < 1e-6, `${nav.info().area}`);
    assert.ok(nav.locate([20, 5, 0]), 'the mirrored floor faces up, too');

    const data = nav.floor();
    const mesh = help.floorMesh(data);
    const reach = nav.reach([4, 5, 4]);
    mesh.setReach(reach);
    const { position, clearance, widest } = mesh.geometry.attributes;
    assert.equal(position.count, data.clearances.length);
    for (const k of [0, 7, data.ends.length - 1])
        assert.equal(widest.getX(data.triangles[3 * k]), Math.fround(reach[data.ends[k]]));
    assert.equal(clearance.getX(3), Math.fround(data.clearances[3]));

    const path = nav.path([-4, 5, 4], [4, 5, -4], 0.3);
    const line = help.lineOf(path.points);
    assert.equal(line.geometry.index.count, 2 * (path.points.length / 3 - 1));
    const band = help.bandOf(path.points, 0.2);
    band.geometry.computeBoundingBox();
    assert.ok(Math.abs(band.geometry.boundingBox.max.y - 5.03) < 1e-5);
    const parts = help.reliefObjects(nav.relief('medial'));
    assert.ok(parts.some((part) => part.isLineSegments) && parts.every((part) => part.userData.count >= 0));

    // z up and centimetres: a metre up is a metre up.
    const up = new three.Vector3(0, 0, 100).applyMatrix4(help.upright({ up: 'z', unit: 0.01 }));
    assert.ok(up.distanceTo(new three.Vector3(0, 1, 0)) < 1e-12);
});

test('the types say what the package does', { skip: skip || (!existsSync(join(modules, 'typescript')) && 'typescript is not installed') }, () => {
    const here = installed();
    writeFileSync(join(here, 'types.ts'), readFileSync(join(root, 'web/test/types.ts')));
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--lib', 'es2022,dom,esnext.disposable'];
    try {
        execFileSync('node', [join(modules, 'typescript/bin/tsc'), ...options, 'types.ts'], { cwd: here, encoding: 'utf8' });
    } catch (error) {
        assert.fail(error.stdout);
    }
});
