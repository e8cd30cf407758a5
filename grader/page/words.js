'use strict';
// Making elements, and numbers in words. Text from a result always becomes a text node, never markup.

function element(tag, properties, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name === 'className' ? 'class' : name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== ''));
  return node;
}

// What may be wider than its place: it scrolls by itself, also by the keys.
function scrolling(label, ...children) {
  return element('div', {className: 'scroll', tabindex: '0', role: 'region', 'aria-label': label}, children);
}

function drawing(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  node.append(...children.flat(Infinity));
  return node;
}

// A drawing that scrolls rather than let its smallest text shrink below 12 pixels.
function legible(svg) {
  const sizes = [...svg.querySelectorAll('text')].map(text => Number(text.getAttribute('font-size'))).filter(size => size > 0);
  if (sizes.length) svg.style.minWidth = Math.ceil(12 * svg.viewBox.baseVal.width / Math.min(...sizes)) + 'px';
  return svg;
}

// A sentence of the grader's, in which names stand between backquotes.
function prose(text) {
  return text.split(/`([^`]*)`/).map((part, i) => i % 2 ? element('code', {}, part) : part);
}

// A path, which a line may break behind a slash alone.
function pathText(path) {
  return path.split(/(?<=\/)/).flatMap((part, i) => i ? [element('wbr'), part] : [part]);
}

// 12 345 with narrow spaces that do not break.
function grouped(number) {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

// At most four characters of digits: 960, 1.2k, 88k, 1.4M.
function compact(number) {
  for (const [size, letter] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']])
    if (number >= size) return (number >= 10 * size ? Math.round(number / size) : (number / size).toFixed(1)) + letter;
  return String(number);
}

// Points have one decimal at most.
function points(number) {
  return String(Math.round(number * 10) / 10);
}

function value(number) {
  if (number === null || number === undefined) return 'not a number';
  if (Number.isInteger(number) && Math.abs(number) < 2 ** 53) return String(number); // each of its digits, as the report has them
  return String(Number(number.toPrecision(6)));
}

function several(count, one, more) {
  return grouped(count) + '\u00a0' + (count === 1 ? one : more || one + 's');
}

function theme(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// "(1, 0, 2)"
function triple(three) {
  return '(' + three.join(', ') + ')';
}

// Arrow keys, Home and End move `step(by)`; answers whether the key was one of them.
function arrow(event, moves) {
  const move = moves[event.key];
  if (!move) return false;
  event.preventDefault();
  move();
  return true;
}
