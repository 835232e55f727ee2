// The few controls that examples have.

export class Controls {
    constructor(element, said) {
        this.element = element;
        this.said = said;
    }
    empty() {
        this.element.replaceChildren();
        this.say('');
    }
    say(text) {
        this.said.textContent = text;
    }
    /** A slider that calls `hear` with its value, now and whenever it moves. */
    slider(words, { from, to, step, value, unit = '' }, hear) {
        const label = document.createElement('label');
        const output = document.createElement('output');
        const input = document.createElement('input');
        Object.assign(input, { type: 'range', min: from, max: to, step });
        input.value = value;
        label.className = 'slider';
        label.append(words, output);
        label.htmlFor = input.id = `slider-${words}`.replaceAll(' ', '-');
        const move = () => {
            output.textContent = `${input.value} ${unit}`;
            hear(Number(input.value));
        };
        input.oninput = move;
        this.element.append(label, input);
        move();
    }
    button(words, hear) {
        const button = document.createElement('button');
        Object.assign(button, { type: 'button', textContent: words, onclick: hear });
        this.element.append(button);
        return button;
    }
    /** A text that can be changed. */
    text(words, value, hear) {
        const area = document.createElement('textarea');
        area.value = value;
        area.spellcheck = false;
        area.setAttribute('aria-label', words);
        area.oninput = () => hear(area.value);
        this.element.append(area);
        hear(value);
    }
}
