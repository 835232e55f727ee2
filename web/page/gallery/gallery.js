// The gallery: one example at a time, with the text of the very file that runs.
import compare from './compare.js?text';
import doors from './doors.js?text';
import path from './path.js?text';
import plan from './plan.js?text';
import radius from './radius.js?text';
import save from './save.js?text';
import stairs from './stairs.js?text';
import storeys from './storeys.js?text';
import why from './why.js?text';
import { Controls } from './controls.js';
import { Stage } from './stage.js';

const EXAMPLES = {
    radius: { title: 'Every radius', words: 'a slider, no rebuild', text: radius, load: () => import('./radius.js') },
    stairs: { title: 'Stairs', words: 'found and measured', text: stairs, load: () => import('./stairs.js') },
    doors: { title: 'Doors', words: 'how wide each one is', text: doors, load: () => import('./doors.js') },
    path: { title: 'Shortest paths', words: 'three discs, two clicks', text: path, load: () => import('./path.js') },
    why: { title: 'Why not here?', words: 'reasons in words', text: why, load: () => import('./why.js') },
    storeys: { title: 'Storeys', words: 'one mesh, layer by layer', text: storeys, load: () => import('./storeys.js') },
    plan: { title: 'Floor plan', words: 'GeoJSON in, cells out', text: plan, load: () => import('./plan.js') },
    save: { title: 'Save and load', words: '.wend, and a small module', text: save, load: () => import('./save.js') },
    compare: { title: 'Beside Recast', words: 'cell size against none', text: compare, load: () => import('./compare.js') },
};
const $ = (id) => document.getElementById(id);
const stage = new Stage($('view'), $('labels'));
const controls = new Controls($('controls'), $('said'));

for (const [name, { title, words }] of Object.entries(EXAMPLES)) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    const small = document.createElement('small');
    link.href = `#${name}`;
    small.textContent = words;
    link.append(title, small);
    item.append(link);
    $('list').append(item);
}

// Words of JavaScript in colours: enough to read by.
function colour(text) {
    const kinds = /(\/\/[^\n]*|\/\*[^]*?\*\/)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(import|from|export|async|function|const|let|await|return|for|of|if|try|catch|new|null)\b|\b(\d[\d.]*|0x[\da-f]+)\b/g;
    const nodes = [];
    let at = 0;
    for (const match of text.matchAll(kinds)) {
        const span = document.createElement('span');
        span.className = 'cskn'[match.slice(1).findIndex((m) => m !== undefined)];
        span.textContent = match[0];
        nodes.push(text.slice(at, match.index), span);
        at = match.index + match[0].length;
    }
    return [...nodes, text.slice(at)];
}

let turn = 0;
async function show() {
    const name = location.hash.slice(1) in EXAMPLES ? location.hash.slice(1) : 'radius';
    const { title, text, load } = EXAMPLES[name];
    const mine = ++turn;
    delete document.body.dataset.ready;
    for (const link of $('list').querySelectorAll('a')) {
        if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
    $('title').textContent = title;
    $('file').textContent = `${name}.js`;
    $('source').replaceChildren(...colour(text));
    stage.empty();
    controls.empty();
    controls.say('Loading …');
    try {
        const { run } = await load();
        if (mine !== turn) return;
        controls.say('');
        await run({ stage, controls });
    } catch (error) {
        console.error(error);
        controls.say(error.message);
    }
    if (mine === turn) document.body.dataset.ready = name;
}
addEventListener('hashchange', show);
$('copy').onclick = async () => {
    await navigator.clipboard.writeText($('source').textContent);
    $('copy').textContent = 'Copied';
    setTimeout(() => ($('copy').textContent = 'Copy'), 1500);
};
window.wendGallery = { stage, names: Object.keys(EXAMPLES) };
show();
