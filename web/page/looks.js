// A scene in its own colours and textures: read by three's loader, which the page fetches only when they are wanted. What
// it shows is for the eye alone; where one can walk is told by the triangles that Wend has read.
import { LoadingManager } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

const bytesOf = ({ bytes }) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

/** The object that a file describes, in its own axes and units. */
export async function readLooks(source) {
    const manager = new LoadingManager();
    const urls = [];
    manager.setURLModifier((url) => {
        if (/^(data|blob):/.test(url)) return url;
        const beside = source.files?.[decodeURIComponent(url.split('/').pop())];
        if (!beside) throw new Error(`${url} lies beside the file: drop both together to see the textures.`);
        urls.push(URL.createObjectURL(new Blob([beside])));
        return urls.at(-1);
    });
    try {
        const { scene } = await new GLTFLoader(manager).parseAsync(bytesOf(source), '');
        return scene;
    } finally {
        urls.forEach((url) => URL.revokeObjectURL(url));
    }
}
