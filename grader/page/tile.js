// The tile: what a block holds in shared memory between two barriers, who loaded each cell and who reads it, and how a march
// moves on. Everything comes from the accesses of the run: a cell is where the array's element lies that was loaded into it.

// The events of one block in the order of the run: [{access, visit, step, lanes}].
function blockEvents(watched, accesses) {
  return accesses.flatMap(access => access.visits.map(visit => ({access, visit, step: visit[3], lanes: laneAddresses(watched.shapes, visit)}))).sort((a, b) => a.visit[4] - b.visit[4]);
}

// Blocks that keep loaded values in shared memory: by kernel and block.
function tileBlocks(watched) {
  const blocks = new Map();
  for (const access of watched.accesses) {
    const key = access.kernel + ' ' + triple(access.block);
    if (!blocks.has(key)) blocks.set(key, {key, kernel: access.kernel, block: access.block, threads: access.threads, accesses: []});
    blocks.get(key).accesses.push(access);
  }
  return [...blocks.values()].filter(block => block.accesses.some(access => access.space === 'shared' && access.visits.some(visit => visit.length > 5)));
}

function hasTile(result) {
  return !!(result.watched && result.watched.extent && tileBlocks(result.watched).length);
}

// What a block did in each step: {step, loads, stores, reads, writes}, each a list of {thread, ...}. A read knows the cell that
// the word held; a load and a write know their cell of the grid, as its index.
function tileSteps(watched, block) {
  const steps = new Map(), byNumber = new Map(), held = new Map(), events = blockEvents(watched, block.accesses), input = new Set(), cells = watched.extent.reduce((a, b) => a * b, 1);
  for (const event of events) byNumber.set(event.visit[4], event);
  for (const event of events) if (event.visit.length > 5 && byNumber.has(event.visit[5])) input.add(byNumber.get(event.visit[5]).access.buffer);
  const stepOf = number => {
    if (!steps.has(number)) steps.set(number, {step: number, loads: [], stores: [], reads: [], writes: [], held: null});
    return steps.get(number);
  };
  const list = [];
  let last = null;
  for (const {access, visit, step, lanes} of events) {
    const now = stepOf(step), from = byNumber.get(visit[5]);
    if (last && last !== now) last.held = new Map(held);
    last = now;
    lanes.forEach((address, lane) => {
      if (address === null) return;
      const thread = visit[0] * 32 + lane, word = Math.floor(address / 4), cell = Math.floor(address / access.element), place = {thread, line: access.line};
      if (access.space === 'global' && access.what === 'load' && input.has(access.buffer) && cell < cells) now.loads.push({...place, cell});
      else if (access.space === 'global' && access.what === 'store' && access.buffer === watched.output && cell < cells) now.writes.push({...place, cell});
      else if (access.space === 'shared' && access.what === 'store') {
        const known = from && (visit[6] >>> lane & 1), source = known ? Math.floor(from.lanes[lane] / from.access.element) : -1;
        const stored = {...place, word, cell: source, loadLine: known ? from.access.line : 0, loadStep: known ? from.step : step, buffer: known ? from.access.buffer : ''};
        held.set(word, stored);
        now.stores.push(stored);
      } else if (access.space === 'shared' && access.what === 'load') {
        for (let each = word; each < word + access.element / 4; each++) now.reads.push({...place, word: each, holds: held.get(each)});
      }
    });
  }
  if (last) last.held = new Map(held);
  for (const step of [...steps.values()].sort((a, b) => a.step - b.step)) list.push(step);
  return list;
}

// Of a step: what the shared memory holds, by cell of the grid, with the reads of each.
function tileOf(steps, index, written) {
  const step = steps[index], cells = new Map();
  let others = 0;
  for (const stored of step.held.values())
    if (stored.cell < 0) others++;
    else cells.set(stored.cell, {...stored, readers: [], role: written.has(stored.cell) ? 'interior' : 'halo'});
  for (const read of step.reads) {
    const cell = read.holds && cells.get(read.holds.cell);
    if (cell) cell.readers.push(read.thread);
  }
  return {cells, others};
}

// The step in which most is read, and the cells that a block's steps write.
function busiestStep(steps) {
  const most = Math.max(...steps.map(step => step.reads.length));
  return steps.findIndex(step => step.reads.length === most);
}

function writtenCells(steps) {
  return new Set(steps.flatMap(step => step.writes.map(write => write.cell)));
}

function threadName(block, thread) {
  const [x, y] = block.threads;
  return triple([thread % x, Math.floor(thread / x) % y, Math.floor(thread / x / y)]);
}

const placeOf = (extent, cell) => [cell % extent[0], Math.floor(cell / extent[0]) % extent[1], Math.floor(cell / extent[0] / extent[1])];

const tileModes = [['role', 'interior and halo'], ['reads', 'how often each cell is read'], ['loader', 'which warp loaded it']];

const roleLegend = [['interior', 'a cell that this block computes'], ['halo', 'halo (\u00b7): only read by neighbours']];

// How wide planes may stand beside each other, in units of the drawing, where its smallest text is to have 12 pixels on this screen.
const tileRoom = () => Math.min(1640, (window.innerWidth - 120) * 17 / 12);

// The planes of the tile side by side, as many as `room` has, a square for each cell.
function drawTile(watched, block, tile, mode, chosen, room = 1640) {
  const all = [...tile.cells.keys()].map(cell => [cell, placeOf(watched.extent, cell)]);
  if (!all.length) return drawing('svg', {viewBox: '0 0 700 50', role: 'img', 'aria-label': 'Shared memory holds no loaded value at this step.'}, drawing('text', {x: 4, y: 30, 'font-size': 18}, 'Shared memory holds no loaded value at this step.'));
  const [low, high] = [Math.min, Math.max].map(pick => [0, 1].map(axis => all.reduce((best, [, place]) => pick(best, place[axis]), place0(all)[axis])));
  const planes = [...new Set(all.map(([, place]) => place[2]))].sort((a, b) => a - b), unit = 24, width = (high[0] - low[0] + 1) * unit, height = (high[1] - low[1] + 1) * unit;
  const columns = Math.max(1, Math.min(planes.length, Math.floor(room / (width + 40)))), rows = Math.ceil(planes.length / columns), most = Math.max(1, ...[...tile.cells.values()].map(cell => cell.readers.length));
  const parts = planes.map((z, i) => drawing('text', {x: i % columns * (width + 40) + 2, y: Math.floor(i / columns) * (height + 50) + 20, 'font-size': 18}, 'z = ' + z));
  for (const [cell, [x, y, z]] of all) {
    const held = tile.cells.get(cell), i = planes.indexOf(z), left = i % columns * (width + 40) + (x - low[0]) * unit, top = Math.floor(i / columns) * (height + 50) + 30 + (y - low[1]) * unit;
    const box = drawing('rect', {x: left + 0.5, y: top + 0.5, width: unit - 1, height: unit - 1, 'data-cell': cell, class: 'tile-cell ' + (mode === 'role' ? held.role : mode === 'loader' ? 'warp-' + Math.floor(held.thread / 32) % 6 : 'read') + (cell === chosen ? ' chosen' : '')});
    if (mode === 'reads') box.style.setProperty('--share', (held.readers.length / most).toFixed(3));
    parts.push(box);
    const words = mode === 'reads' ? String(held.readers.length) : mode === 'loader' ? String(Math.floor(held.thread / 32)) : held.role === 'halo' ? '\u00b7' : '';
    if (words) parts.push(drawing('text', {x: left + unit / 2, y: top + unit * 0.74, 'font-size': 17, 'text-anchor': 'middle', class: 'tile-number'}, words));
  }
  const of = role => [...tile.cells.values()].filter(cell => cell.role === role).length, whole = Math.max(columns * (width + 40), 500);
  const picture = drawing('svg', {viewBox: '0 0 ' + whole + ' ' + rows * (height + 50), role: 'img', tabindex: '0', id: 'tile-drawing', 'aria-label': 'The tile of block ' + triple(block.block) + ' in shared memory: ' + several(planes.length, 'plane') + ', ' + several(of('interior'), 'cell') + ' that the block computes, ' + of('halo') + ' of the halo. Arrow keys, Page Up and Page Down read cells.'}, parts);
  picture.style.maxWidth = whole * 1.15 + 'px';
  return picture;
}

const place0 = all => all[0][1];

function tileCellWords(watched, block, tile, cell) {
  const held = tile.cells.get(cell), [x, y, z] = placeOf(watched.extent, cell), where = pointName(3, [x, y, z]);
  if (!held) return where + ': not in shared memory at this step.';
  const readers = new Map();
  for (const thread of held.readers) readers.set(thread, (readers.get(thread) || 0) + 1);
  const names = [...readers].slice(0, 8).map(([thread, count]) => threadName(block, thread) + (count > 1 ? ' ' + count + ' times' : '')), own = readers.has(held.thread);
  return where + ', ' + held.role + ': ' + held.buffer + '[' + cell + '], loaded by thread ' + threadName(block, held.thread) + ' at line ' + held.loadLine + ', stored to shared memory at line ' + held.line + '. ' +
    (held.readers.length ? 'Read ' + several(held.readers.length, 'time') + ' at this step, by ' + (readers.size === 1 && own ? 'the thread that loaded it alone' : several(readers.size, 'thread') + (own ? ', the one that loaded it among them' : ', not by the one that loaded it')) + ': ' + names.join(', ') + (readers.size > 8 ? ', \u2026' : '') + '.' : 'Not read at this step.');
}

// ---- The march ----------------------------------------------------------------------------------------------

// Did a thread load anything that it did not store to shared memory in the same step? Where none did, no plane is kept in registers.
function keepsInRegisters(steps) {
  return steps.some(step => {
    const put = new Set(step.stores.filter(stored => stored.loadStep === step.step).map(stored => stored.cell));
    return step.loads.some(load => !put.has(load.cell));
  });
}

// For each step the planes that it has to do with: some of l(oaded), h(eld in shared memory), s(hared memory is read), r(egisters),
// w(ritten).
function marchTable(watched, steps, written) {
  const planeOf = cell => placeOf(watched.extent, cell)[2], loadedBy = new Set(), table = [];
  for (const step of steps) {
    const marks = new Map();
    const add = (plane, letter) => { const before = marks.get(plane) || ''; if (!before.includes(letter)) marks.set(plane, before + letter); };
    for (const load of step.loads) add(planeOf(load.cell), 'l'), loadedBy.add(planeOf(load.cell));
    for (const read of step.reads) if (read.holds && read.holds.cell >= 0) add(planeOf(read.holds.cell), 's');
    for (const stored of step.stores) if (stored.cell >= 0 && stored.loadStep < step.step) add(planeOf(stored.cell), 'r');
    const out = new Set(step.writes.map(write => planeOf(write.cell)));
    for (const plane of out)
      for (let z = plane - watched.reach[2]; z <= plane + watched.reach[2]; z++)
        if (!(marks.get(z) || '').includes('s') && loadedBy.has(z)) add(z, 'r');
    for (const plane of out) add(plane, 'w');
    for (const stored of step.held.values()) if (stored.cell >= 0) add(planeOf(stored.cell), 'h');
    table.push(marks);
  }
  if (!keepsInRegisters(steps)) {
    for (const marks of table) for (const [plane, letters] of marks) marks.set(plane, letters.replace('r', ''));
    return table;
  }
  // Between two steps a plane that is not loaded again was somewhere: where not in shared memory, in registers.
  for (const plane of new Set(table.flatMap(marks => [...marks.keys()]))) {
    const known = table.flatMap((marks, i) => marks.has(plane) ? [i] : []);
    for (let k = 1; k < known.length; k++)
      for (let i = known[k - 1] + 1; i < known[k] && !table[known[k]].get(plane).includes('l'); i++) table[i].set(plane, 'r');
  }
  return table;
}

const marchWords = {l: 'loaded from global memory', h: 'in shared memory', s: 'read from shared memory', r: 'in registers', w: 'result written'};
// A drawing has room for so many steps.
const MARCH_STEPS = 32;
const marchLegend = [['in-shared', marchWords.h], ['in-registers', marchWords.r], ['\u2193', marchWords.l], ['\u2022', marchWords.s], ['\u2713', marchWords.w]];

function drawMarch(steps, table, at, first) {
  const planes = [...new Set(table.flatMap(marks => [...marks.keys()]))].sort((a, b) => a - b), shown = steps.slice(first, first + MARCH_STEPS), unit = 34, left = 70, parts = [];
  shown.forEach((step, i) => parts.push(drawing('text', {x: left + i * unit + unit / 2, y: 18, 'font-size': 13, 'text-anchor': 'middle', 'font-weight': first + i === at ? 700 : 400}, String(step.step))));
  const near = planes.filter(plane => shown.some((step, i) => table[first + i].has(plane)));
  near.forEach((plane, row) => {
    const y = 28 + row * 26;
    parts.push(drawing('text', {x: 4, y: y + 17, 'font-size': 14}, 'z = ' + plane));
    shown.forEach((step, i) => {
      const marks = table[first + i].get(plane) || '';
      parts.push(drawing('rect', {x: left + i * unit + 1, y: y + 1, width: unit - 2, height: 22, rx: 3, class: 'march-cell' + (/[hs]/.test(marks) ? ' in-shared' : marks.includes('r') ? ' in-registers' : ''), 'data-plane': plane, 'data-step': step.step, 'data-marks': [...marks].sort().join('')}));
      const sign = (marks.includes('l') ? '\u2193' : '') + (marks.includes('s') ? '\u2022' : '') + (marks.includes('w') ? '\u2713' : '');
      if (sign) parts.push(drawing('text', {x: left + i * unit + unit / 2, y: y + 17, 'font-size': 14, 'text-anchor': 'middle'}, sign));
    });
  });
  const width = left + shown.length * unit + 4, height = 34 + near.length * 26;
  parts.push(drawing('rect', {x: left + (at - first) * unit, y: 3, width: unit, height: height - 6, rx: 4, class: 'march-now'}));
  return drawing('svg', {viewBox: '0 0 ' + Math.max(width, 900) + ' ' + height, role: 'img', 'aria-label': 'Planes and steps of the march. At step ' + steps[at].step + ': ' + [...table[at]].sort((a, b) => a[0] - b[0]).map(([plane, marks]) => 'z ' + plane + ' ' + [...marks].map(letter => marchWords[letter]).join(', ')).join('; ')}, parts);
}

// What came before the step and is drawn with it: the numbers above the tile are those of the step alone.
function soFarWords(steps, at) {
  const all = name => steps.slice(0, at + 1).reduce((sum, step) => sum + step[name].length, 0);
  return 'The numbers are those of this step alone. From the first step to the end of this one: ' + several(all('loads'), 'load') + ' from global memory, ' + grouped(all('stores')) + ' stored to shared memory, ' + several(all('writes'), 'result') + ' written.';
}

// ---- The panel ----------------------------------------------------------------------------------------------

function tilePanel(result) {
  const watched = result.watched, blocks = tileBlocks(watched), state = {block: blocks[0], at: 0, mode: 'role', cell: null, timer: 0};
  let steps, written, table;
  const blockChoice = element('select', {id: 'tile-block', onchange: () => choose(blocks[blockChoice.selectedIndex])}, blocks.map(block => element('option', {}, 'block ' + triple(block.block) + (blocks.some(other => other.kernel !== block.kernel) ? ' of ' + block.kernel : ''))));
  const mode = element('select', {id: 'tile-mode', onchange: () => { state.mode = tileModes[mode.selectedIndex][0]; show(); }}, tileModes.map(([, words]) => element('option', {}, words)));
  const slider = element('input', {type: 'range', min: '0', id: 'tile-step', oninput: () => { state.at = Number(slider.value); show(); }}), label = element('label', {for: 'tile-step'});
  const play = element('button', {type: 'button', id: 'tile-play', onclick: () => state.timer ? halt() : run()}, 'Play');
  const stage = scrolling('the tile'), facts = element('div', {className: 'facts'}), reading = element('p', {role: 'status', className: 'reading'}), march = element('div', {}), legend = element('ul', {className: 'legend'}), soFar = element('p', {className: 'soft tip', id: 'tile-so-far'});
  let tile;

  function halt() {
    clearInterval(state.timer);
    state.timer = 0;
    play.textContent = 'Play';
  }
  function run() {
    play.textContent = 'Stop';
    if (!state.played || state.at === steps.length - 1) state.at = 0, show(); // the first time from the beginning, then from where it was stopped
    state.played = true;
    state.timer = setInterval(() => {
      state.at++;
      if (state.at >= steps.length - 1) state.at = steps.length - 1, halt();
      show();
    }, 700);
  }
  function choose(block) {
    state.block = block;
    steps = tileSteps(watched, block);
    written = writtenCells(steps);
    table = marchTable(watched, steps, written);
    state.at = busiestStep(steps);
    state.played = false;
    state.cell = null;
    show();
  }
  function read(cell) {
    state.cell = cell;
    for (const box of stage.querySelectorAll('[data-cell]')) box.classList.toggle('chosen', Number(box.dataset.cell) === cell);
    reading.textContent = tileCellWords(watched, state.block, tile, cell);
  }
  function show() {
    const step = steps[state.at];
    slider.max = steps.length - 1;
    slider.value = state.at;
    label.textContent = 'after ' + several(step.step, 'barrier') + ', step ' + (state.at + 1) + ' of ' + steps.length;
    tile = tileOf(steps, state.at, written);
    const roles = role => [...tile.cells.values()].filter(cell => cell.role === role).length;
    facts.replaceChildren(fact('loads from global memory', step.loads.length), fact('stored to shared memory', step.stores.length), fact('reads of shared memory', step.reads.length), fact('results written', step.writes.length), fact('cells in shared memory', tile.cells.size), fact('interior', roles('interior')), fact('halo', roles('halo')));
    legend.replaceChildren(...(state.mode === 'role' ? roleLegend : state.mode === 'reads' ? [['read', 'the number: reads at this step']] : [['warp-0', 'the number: the warp whose thread loaded it']]).map(([name, words]) => element('li', {}, element('b', {className: 'tile-key ' + name, 'aria-hidden': 'true'}), words)));
    stage.replaceChildren(legible(drawTile(watched, state.block, tile, state.mode, state.cell, tileRoom())));
    reading.textContent = state.cell === null ? 'Point at a cell, or focus the tile and use the arrow keys.' : tileCellWords(watched, state.block, tile, state.cell);
    soFar.textContent = soFarWords(steps, state.at);
    const inRegisters = table.some(marks => [...marks.values()].some(letters => letters.includes('r')));
    const first = Math.max(0, Math.min(state.at - MARCH_STEPS / 2, steps.length - MARCH_STEPS));
    march.replaceChildren(steps.length > 3 ? element('section', {className: 'card memory'}, element('h2', {}, 'The march, plane by plane'), element('ul', {className: 'legend'}, marchLegend.filter(([name]) => name !== 'in-registers' || inRegisters).map(([name, words]) => element('li', {}, name.length > 1 ? element('b', {className: 'tile-key ' + name, 'aria-hidden': 'true'}) : name + ' ', words))),
      scrolling('the march', legible(drawMarch(steps, table, state.at, first))),
      steps.length > MARCH_STEPS ? element('p', {id: 'march-part'}, 'Drawn are steps ' + steps[first].step + ' to ' + steps[first + MARCH_STEPS - 1].step + ' of ' + steps[0].step + ' to ' + steps.at(-1).step + ': move on, and the others come.') : '',
      element('p', {className: 'soft tip'}, 'Columns: steps between barriers.' + (inRegisters ? ' In registers: a plane that a result needs, that was loaded, and that is not read from shared memory; or that is stored to shared memory some steps after it was loaded.' : ' Nothing that is loaded waits in registers: it goes to shared memory in the same step.'))) : '');
  }
  function move(event) {
    const [x, y, z] = state.cell === null ? placeOf(watched.extent, Math.min(...tile.cells.keys()) - 1) : placeOf(watched.extent, state.cell);
    const go = (dx, dy, dz) => { const to = (x + dx) + (y + dy) * watched.extent[0] + (z + dz) * watched.extent[0] * watched.extent[1]; if (tile.cells.has(to)) read(to); else if (state.cell === null) read(Math.min(...tile.cells.keys())); };
    arrow(event, {ArrowLeft: () => go(-1, 0, 0), ArrowRight: () => go(1, 0, 0), ArrowUp: () => go(0, -1, 0), ArrowDown: () => go(0, 1, 0), PageUp: () => go(0, 0, -1), PageDown: () => go(0, 0, 1)});
  }
  stage.addEventListener('keydown', move);
  for (const name of ['pointermove', 'pointerdown']) stage.addEventListener(name, event => { if (event.target.dataset && event.target.dataset.cell) read(Number(event.target.dataset.cell)); });
  choose(blocks[0]);
  return element('div', {className: 'tile'}, element('section', {className: 'card memory'}, element('h2', {}, 'The tile', element('span', {className: 'soft'}, ': ' + watched.entry + ', ' + watched.sizes)),
    element('div', {className: 'row'}, element('label', {}, 'Block ', blockChoice), element('label', {}, 'Show ', mode), label, slider, play), facts, soFar, legend, reading, stage,
    watched.cut ? element('p', {className: 'soft tip'}, 'There were more accesses than are kept: the last steps of some blocks are missing.') : ''), march);
}
