// Runs a WebAssembly build of machine_hashes in node:  node scripts/machine_wasm.js MODULE all|few FOLDER
//
// It prints and writes what machine_hashes does on other machines. The module gets a clock, env.wend_seconds, and
// nothing else: no WASI.
'use strict';
const fs = require('fs');

const [path, what, folder] = process.argv.slice(2);
const clock = { wend_seconds: () => performance.now() / 1000 };
const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(path)), { env: clock });
const { machine_count, machine_line, machine_file, machine_file_size, memory } = instance.exports;
const few = what === 'few' ? 1 : 0;
for (let k = 0; k < machine_count(few); k++) {
    const at = machine_line(k, few);
    const text = new Uint8Array(memory.buffer);
    const line = Buffer.from(text.subarray(at, text.indexOf(0, at))).toString();
    console.log(line);
    const file = new Uint8Array(memory.buffer, machine_file(), machine_file_size());
    fs.writeFileSync(`${folder}/${line.split(' ')[0]}.wend`, file);
}
