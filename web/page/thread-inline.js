// The same for the page in one file: worker and module are texts in it. Filled in by scripts/web_page.mjs.
import base64 from 'wend:module';
import code from 'wend:thread';

export const wasm = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

export function openThread() {
    return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
}
