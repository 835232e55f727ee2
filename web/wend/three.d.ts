import type { LineSegments, Material, Matrix4, Mesh, Object3D, ShaderMaterial } from 'three';
import type { Floor, Info, Relief } from './nav.js';

/** The matrix from a nav's axes and units to y up and metres. */
export function upright(info: Pick<Info, 'up' | 'unit'>): Matrix4;
/** All triangles of an object and its children, for `wend.scene`. */
export function sceneOf(object: Object3D): { positions: Float64Array; triangles: Int32Array };
/** A Mesh or LineSegments for each part, which is its `userData`. */
export function reliefObjects(relief: Relief): (Mesh | LineSegments)[];
/** A line through x, y, z of each point. */
export function lineOf(points: ArrayLike<number>, material?: Material): LineSegments;
/** A band along x, y, z of each point, over the ground, where a line would be too thin. Metres. */
export function bandOf(
    points: ArrayLike<number>,
    width: number,
    options?: { up?: Info['up']; unit?: number; raise?: number; material?: Material },
): Mesh;
/** Colours the floor by radius: `uniforms.radius.value`; what is higher than `uniforms.cut.value` is not drawn. */
export function reachMaterial(colours?: {
    reachable?: number;
    cutOff?: number;
    narrow?: number;
    radius?: number;
}): ShaderMaterial;
export function floorMesh(floor: Floor, material?: ShaderMaterial): Mesh & { setReach(reach: Float64Array): void };
