// The page's drawings without a browser: its scripts run on a few lines of DOM, and what they draw becomes the text of an SVG
// file with the page's colours, light and dark.
import {readFileSync} from 'node:fs';
import {runInNewContext} from 'node:vm';

const scripts = ['words.js', 'memory.js', 'tile.js', 'path.js', 'occupancy.js'];
const drawings = ['globalLegend', 'roleLegend', 'marchLegend', 'laneAddresses', 'drawGlobal', 'memoryWordsOf', 'tileBlocks', 'tileSteps', 'tileOf', 'drawTile',
  'marchTable', 'drawMarch', 'drawPath', 'occupancyOf', 'drawSm', 'limitWords', 'drawing', 'placeOf'];

class Node {
  constructor(tag) {
    Object.assign(this, {tag, attributes: new Map(), children: []});
    this.style = {setProperty: name => { throw new Error('a style of its own, ' + name + ', has no place in a picture'); }};
  }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  getAttribute(name) { return this.attributes.get(name); }
  append(...children) { this.children.push(...children); }
}

// The functions of the page's scripts that draw.
export function pageDrawings() {
  const text = scripts.map(name => readFileSync('grader/page/' + name, 'utf8')).join('\n') + '\n({' + drawings.join(', ') + '})';
  return runInNewContext(text, {document: {createElementNS: (space, tag) => new Node(tag)}});
}

// ---- Colours ------------------------------------------------------------------------------------------------

const css = readFileSync('grader/page/page.css', 'utf8').replace(/\/\*.*?\*\//gs, '');
const drawn = ['fill', 'stroke', 'stroke-width', 'opacity', 'text-anchor', 'font-family', 'font-weight'];

function declarations(text) {
  return text.split(';').map(each => each.split(/:(.*)/s).map(part => (part || '').trim())).filter(([name, value]) => name && value);
}

const colours = selector => Object.fromEntries(declarations(css.match(new RegExp(selector + '\\s*\\{([^}]*)\\}'))[1]));
const light = colours(':root'), dark = {...light, ...colours(':root\\[data-theme="dark"\\]')};
const resolved = (value, theme) => value.replace(/var\((--[\w-]+)\)/g, (all, name) => theme[name] || all);

// Rules for what an SVG can hold: [[selector, [[property, value]]]], the last part of a selector being `text` or one class.
const rules = [...css.replace(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^}]*\}/g, '').matchAll(/([^{}]+)\{([^}]*)\}/g)].flatMap(([, selectors, body]) => selectors.split(',').flatMap(selector => {
  const last = selector.trim().match(/^(?:\.memory )?(text|\.[\w-]+)$/);
  const values = declarations(body).filter(([name, value]) => drawn.includes(name) && !value.includes('color-mix'));
  return last && values.length ? [[last[1], values]] : [];
}));

function classesOf(node, found = new Set()) {
  for (const name of (node.attributes.get('class') || '').split(' ')) if (name) found.add('.' + name);
  if (node.tag === 'text') found.add('text');
  for (const child of node.children) if (child instanceof Node) classesOf(child, found);
  return found;
}

function styleOf(node) {
  const used = classesOf(node), own = rules.filter(([selector]) => used.has(selector)).concat([['.paper', [['fill', 'var(--card)']]]]);
  const body = (theme, all) => own.map(([selector, values]) => [selector, values.filter(([, value]) => all || value.includes('var('))]).filter(([, values]) => values.length)
    .map(([selector, values]) => selector + '{' + values.map(([name, value]) => name + ':' + resolved(value, theme)).join(';') + '}').join('\n');
  return body(light, true) + '\n@media (prefers-color-scheme: dark) {\n' + body(dark, false) + '\n}';
}

// ---- Text ---------------------------------------------------------------------------------------------------

const escaped = text => String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const quoted = text => escaped(text).replace(/"/g, '&quot;');
const short = value => value.replace(/-?\d+\.\d{3,}/g, number => String(Number(Number(number).toFixed(2))));

function written(node) {
  if (!(node instanceof Node)) return escaped(node);
  const attributes = [...node.attributes].filter(([name]) => !name.startsWith('data-')).map(([name, value]) => ` ${name}="${quoted(short(value))}"`).join('');
  const inside = node.children.map(written).join('');
  return inside ? `<${node.tag}${attributes}>${inside}</${node.tag}>` + (node.tag === 'g' || node.tag === 'text' ? '\n' : '') : `<${node.tag}${attributes}/>\n`;
}

// Lines of at most so many characters.
function wrapped(words, most) {
  const lines = [''];
  for (const word of (words || '').split(' ')) {
    if (lines.at(-1) && lines.at(-1).length + 1 + word.length > most) lines.push('');
    lines[lines.length - 1] += (lines.at(-1) ? ' ' : '') + word;
  }
  return lines.filter(line => line);
}

// An SVG file: a title above, parts one below the other, each [drawing, words before it], and a legend [[class, words]].
export function svgFile(page, {title, description, parts, legend}) {
  const body = [], margin = 16;
  let y = 34, width = 760;
  for (const [drawing] of parts) width = Math.max(width, Number(drawing.attributes.get('viewBox').split(' ')[2]));
  body.push(page.drawing('text', {x: margin, y, 'font-size': 18, 'font-weight': 700}, title));
  y += 14;
  for (const [drawing, words] of parts) {
    const height = Number(drawing.attributes.get('viewBox').split(' ')[3]);
    for (const line of wrapped(words, Math.floor((width + margin) / 9.7))) {
      body.push(page.drawing('text', {x: margin, y: y + 22, 'font-size': 16}, line));
      y += 22;
    }
    y += 12;
    body.push(page.drawing('g', {transform: `translate(${margin} ${y})`}, drawing.children));
    y += height + 10;
  }
  let x = margin;
  const used = new Set(parts.flatMap(([drawing]) => [...classesOf(drawing)]));
  for (const [name, words] of legend || []) {
    if (name.length > 1 && !used.has('.' + name)) continue;
    const wide = 34 + 9.1 * words.length;
    if (x > margin && x + wide > width + margin) x = margin, y += 28;
    if (name.length > 1) body.push(page.drawing('rect', {x, y: y + 4, width: 18, height: 18, rx: 3, class: name}));
    else body.push(page.drawing('text', {x: x + 4, y: y + 18, 'font-size': 15}, name));
    body.push(page.drawing('text', {x: x + 25, y: y + 18, 'font-size': 15}, words));
    x += wide;
  }
  if (legend) y += 34;
  const whole = [width + 2 * margin, y + 8], root = page.drawing('svg', {xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 ' + whole.join(' '), width: whole[0], height: whole[1], role: 'img', 'aria-labelledby': 'title desc'});
  const style = page.drawing('style', {});
  root.append('\n', page.drawing('title', {id: 'title'}, title), '\n', page.drawing('desc', {id: 'desc'}, description), '\n');
  const paper = page.drawing('rect', {class: 'paper', x: 0, y: 0, width: whole[0], height: whole[1]});
  root.append(style, '\n', paper, page.drawing('g', {}, body));
  style.append('\n' + styleOf(root) + '\n');
  return written(root) + '\n';
}

// Every text of a picture with the colours of it and of what lies below it: [{text, size, contrast: [light, dark]}].
export function textContrasts(svg) {
  const found = [], boxes = [], themes = svg.match(/<style>\n(.*?)\n@media[^{]*\{\n(.*?)\n\}\n<\/style>/s).slice(1).map(text => [...text.matchAll(/(\S+)\{([^}]*)\}/g)]);
  const colour = (names, property, dark) => {
    let value = null;
    for (const list of dark ? themes : themes.slice(0, 1)) for (const [, selector, body] of list) if (names.includes(selector)) value = (declarations(body).find(([name]) => name === property) || [])[1] || value;
    return value;
  };
  const shifts = [[0, 0]]; // of the groups around
  for (const [, close, tag, attributes, text] of svg.matchAll(/<(\/?)(g|rect|text)((?:\s[\w-]+="[^"]*")*)\/?>([^<]*)/g)) {
    const get = name => (attributes.match(new RegExp(' ' + name + '="([^"]*)"')) || [])[1], number = name => Number(get(name) || 0), names = (get('class') || '').split(' ').map(name => '.' + name);
    const shift = shifts.at(-1);
    if (tag === 'g' && close) shifts.pop();
    else if (tag === 'g') shifts.push(get('transform') ? get('transform').match(/translate\((\S+) (\S+)\)/).slice(1).map((by, axis) => Number(by) + shift[axis]) : shift);
    if (close || tag === 'g') continue;
    const x = number('x') + shift[0], y = number('y') + shift[1];
    if (tag === 'rect') boxes.push({x, y, width: number('width'), height: number('height'), names});
    else {
      const size = Number(get('font-size')), middle = get('text-anchor') === 'middle' || names.some(name => colour([name], 'text-anchor') === 'middle'), at = [middle ? x : x + 2, y - size / 3];
      const below = dark => [...boxes].reverse().map(box => at[0] >= box.x && at[0] <= box.x + box.width && at[1] >= box.y && at[1] <= box.y + box.height ? colour(box.names, 'fill', dark) : null).find(fill => fill && fill !== 'none');
      found.push({text, size, contrast: [false, true].map(dark => contrast(colour(['text'].concat(names), 'fill', dark), below(dark)))});
    }
  }
  return found;
}

// WCAG 2's ratio of two colours, #rrggbb.
function contrast(a, b) {
  const light = colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16) / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const [dim, bright] = [light(a), light(b)].sort((p, q) => p - q);
  return (bright + 0.05) / (dim + 0.05);
}
