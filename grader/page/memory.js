// A warp's memory: its 32 lanes against sectors and lines of 128 bytes, or against the 32 banks of shared memory.

// The byte addresses of the lanes in one visit; null for lanes that are not active.
function laneAddresses(shapes, visit) {
  const [, base, shape] = visit, lanes = new Array(32).fill(null);
  for (const [lane, count, offset, step] of shapes[shape])
    for (let i = 0; i < count; i++) lanes[lane + i] = base + offset + i * step;
  return lanes;
}

// The pieces of `size` bytes that the lanes' elements touch, in order.
function pieces(lanes, element, size) {
  const touched = new Set();
  for (const address of lanes)
    if (address !== null)
      for (let piece = Math.floor(address / size); piece <= Math.floor((address + element - 1) / size); piece++) touched.add(piece);
  return [...touched].sort((a, b) => a - b);
}

// Sectors beyond what the lanes' elements would fill side by side, as the simulator counts them.
function sectorFacts(lanes, element) {
  const sectors = pieces(lanes, element, 32), active = lanes.filter(address => address !== null).length;
  const least = Math.min(sectors.length, Math.ceil(active * element / 32));
  return {sectors, least, excess: sectors.length - least, lines: pieces(lanes, element, 128)};
}

// Bank conflicts: of the lanes that are served together, how many words the fullest bank has to give, less one.
function bankFacts(lanes, element) {
  const group = element <= 4 ? 32 : element === 8 ? 16 : 8;
  let conflicts = 0;
  const load = new Map(); // bank: the words that are wanted of it, at the worst
  for (let first = 0; first < 32; first += group) {
    const banks = new Map();
    for (let lane = first; lane < first + group; lane++) {
      if (lanes[lane] === null) continue;
      for (let word = Math.floor(lanes[lane] / 4); word <= Math.floor((lanes[lane] + element - 1) / 4); word++) {
        if (!banks.has(word % 32)) banks.set(word % 32, new Set());
        banks.get(word % 32).add(word);
      }
    }
    conflicts += Math.max(0, ...[...banks.values()].map(words => words.size - 1));
    for (const [bank, words] of banks) if (!load.has(bank) || load.get(bank).size < words.size) load.set(bank, words);
  }
  return {conflicts, load};
}

// What the colours mean: [name in the legend, words, name in the drawing].
const globalLegend = [['lane', 'a word of 4 bytes, with the lane that wants it', 'word-used'], ['sector', 'a sector that moves', 'sector-used'], ['waste', 'bytes that move and nobody wants', 'word-waste']];
const sharedLegend = [['lane', 'a word, with the lane that wants it', 'word-used'], ['wrong', 'words of one bank, which wait for each other', 'word-clash']];

const unit = 27; // of the drawing: a lane, or a word of memory

function laneRow(lanes) {
  return lanes.map((address, lane) => drawing('g', {},
    drawing('rect', {x: 90 + lane * unit + 1, y: 18, width: unit - 2, height: 24, rx: 4, class: address === null ? 'lane-off' : 'lane-box'}),
    drawing('text', {x: 90 + lane * unit + unit / 2, y: 35, 'font-size': 13, class: address === null ? 'off-number' : 'lane-number'}, String(lane))));
}

function wordLanes(lanes, element) {
  const wanted = new Map();
  lanes.forEach((address, lane) => {
    if (address === null) return;
    for (let word = Math.floor(address / 4); word <= Math.floor((address + element - 1) / 4); word++)
      wanted.set(word, [...(wanted.get(word) || []), lane]);
  });
  return wanted;
}

function laneList(lanes) {
  return lanes.length === 1 ? String(lanes[0]) : lanes.length < 32 ? lanes[0] + '+' : 'all';
}

// Rows of 128 bytes of global memory, each of four sectors of eight words.
function drawGlobal(lanes, access) {
  const facts = sectorFacts(lanes, access.element), rows = facts.lines.slice(0, 12), wanted = wordLanes(lanes, access.element);
  const top = 84, pitch = 46, parts = [], wires = []; // below the numbers, to the first word that a lane wants
  parts.push(drawing('text', {x: 6, y: 35, 'font-size': 15}, 'lanes'));
  rows.forEach((line, row) => {
    const y = top + row * pitch;
    parts.push(drawing('text', {x: 6, y: y + 20, 'font-size': 13}, access.element >= 1 ? bytesName(line * 128) : ''));
    for (let sector = 0; sector < 4; sector++) {
      const used = facts.sectors.includes(line * 4 + sector);
      parts.push(drawing('rect', {x: 90 + sector * 8 * unit, y: y - 3, width: 8 * unit - 2, height: 34, rx: 4, class: used ? 'sector-used' : 'sector-free', 'data-sector': used ? 'used' : 'free'}));
      for (let word = 0; word < 8; word++) {
        const at = line * 32 + sector * 8 + word, who = wanted.get(at), x = 90 + (sector * 8 + word) * unit;
        if (used) parts.push(drawing('rect', {x: x + 2, y: y + 1, width: unit - 5, height: 26, rx: 3, class: who ? 'word-used' : 'word-waste'}));
        if (who) parts.push(drawing('text', {x: x + unit / 2 - 1, y: y + 19, 'font-size': 12, class: 'lane-number'}, laneList(who)));
        if (who && rows.length <= 6) for (const lane of who.filter(lane => Math.floor(lanes[lane] / 4) === at)) wires.push(drawing('path', {class: 'wire', d: 'M' + (90 + lane * unit + unit / 2) + ' 43 L' + (x + unit / 2) + ' ' + (y - 4)}));
      }
    }
  });
  const height = top + rows.length * pitch + 10;
  const picture = drawing('svg', {viewBox: '0 0 ' + (96 + 32 * unit) + ' ' + height, role: 'img'}, wires, laneRow(lanes), parts);
  return {picture, facts, left: facts.lines.length - rows.length};
}

// Rows of 32 words of shared memory: a column is a bank.
function drawShared(lanes, access) {
  const facts = bankFacts(lanes, access.element), wanted = wordLanes(lanes, access.element);
  const all = [...new Set([...wanted.keys()].map(word => Math.floor(word / 32)))].sort((a, b) => a - b), rows = all.slice(0, 34);
  const top = 84, pitch = rows.length > 12 ? 24 : 34, parts = [drawing('text', {x: 6, y: 35, 'font-size': 15}, 'lanes'), drawing('text', {x: 6, y: 72, 'font-size': 15}, 'banks')];
  for (let bank = 0; bank < 32; bank++) {
    const clash = facts.load.has(bank) && facts.load.get(bank).size > 1;
    parts.push(drawing('text', {x: 90 + bank * unit + unit / 2, y: 72, 'font-size': 12, 'text-anchor': 'middle', 'font-weight': clash ? 700 : 400}, String(bank)));
  }
  rows.forEach((row, index) => {
    const y = top + index * pitch;
    parts.push(drawing('text', {x: 6, y: y + pitch * 0.55, 'font-size': 13}, bytesName(row * 128)));
    for (let bank = 0; bank < 32; bank++) {
      const who = wanted.get(row * 32 + bank), clash = facts.load.has(bank) && facts.load.get(bank).size > 1, x = 90 + bank * unit;
      parts.push(drawing('rect', {x: x + 1, y, width: unit - 3, height: pitch - 6, rx: 3, class: who ? (clash ? 'word-clash' : 'word-used') : 'sector-free'}));
      if (who) parts.push(drawing('text', {x: x + unit / 2 - 1, y: y + pitch * 0.55, 'font-size': 12, class: clash ? 'clash-number' : 'lane-number'}, laneList(who)));
    }
  });
  const picture = drawing('svg', {viewBox: '0 0 ' + (96 + 32 * unit) + ' ' + (top + rows.length * pitch + 6), role: 'img'}, laneRow(lanes), parts);
  return {picture, facts, left: all.length - rows.length};
}

function bytesName(byte) {
  return (byte < 0 ? '\u2212' : '+') + Math.abs(byte);
}

function fact(name, number) {
  return element('div', {}, element('b', {'data-fact': name}, String(number)), name);
}

// What the picture shows, in one or two sentences.
function memoryWordsOf(access, lanes, facts) {
  const active = lanes.filter(address => address !== null).length;
  const outside = access.buffer_bytes && lanes.some(address => address !== null && (address < 0 || address + access.element > access.buffer_bytes));
  let words = active + ' of 32 lanes ' + access.what + ' ' + access.element + ' bytes each. ';
  if (access.space === 'global')
    words += facts.excess ? 'They touch ' + several(facts.sectors.length, 'sector') + '; ' + facts.least + ' would hold the same bytes.' : 'They touch ' + several(facts.sectors.length, 'sector') + ', as few as these bytes need.';
  else
    words += facts.conflicts ? 'A bank gives one word at a time: the request takes ' + (facts.conflicts + 1) + ' turns.' : 'Each bank gives one word at most: one turn.';
  if (outside) words += ' Some lanes are outside of ' + (access.buffer || 'the array') + ', which has ' + grouped(access.buffer_bytes) + ' bytes.';
  return words;
}

function memoryPanel(result) {
  const watched = result.watched || {accesses: [], shapes: []};
  const accesses = watched.accesses.filter(access => access.visits.length);
  if (!accesses.length) return element('p', {}, 'No warp of this result loaded or stored anything that was kept.');
  const state = {place: null, block: '', warp: 0, visit: 0};

  // Instructions: the same place in the source, whatever the block. Several of one line are told apart by their order.
  const instructions = new Map();
  for (const access of accesses) {
    const blockKey = triple(access.block), seen = [...instructions.values()].filter(each => each.line === access.line && each.file === access.file && each.kernel === access.kernel && each.blocks.has(blockKey));
    const key = [access.kernel, access.file, access.line, seen.length].join('|');
    if (!instructions.has(key)) instructions.set(key, {key, kernel: access.kernel, file: access.file, line: access.line, order: seen.length, what: access.what, space: access.space, buffer: access.buffer, blocks: new Map()});
    instructions.get(key).blocks.set(blockKey, access);
  }
  const list = [...instructions.values()].sort((a, b) => (a.line || 0) - (b.line || 0) || a.order - b.order);
  const nameOf = each => (each.line ? 'line ' + each.line + ': ' : '') + each.what + (each.space === 'shared' ? (each.what === 'store' ? ' to shared memory' : ' from shared memory') : each.buffer ? (each.what === 'store' ? ' to ' : ' from ') + each.buffer : '') +
    (list.filter(other => other.line === each.line && other.kernel === each.kernel).length > 1 ? ' (' + (each.order + 1) + ')' : '');

  const place = element('select', {id: 'place', onchange: () => { state.place = list[place.selectedIndex]; state.visit = 0; show(); }}, list.map(each => element('option', {}, nameOf(each))));
  const block = element('select', {id: 'block', onchange: () => { state.block = block.value; state.visit = 0; show(); }});
  const warp = element('select', {id: 'warp', onchange: () => { state.warp = Number(warp.value); state.visit = 0; show(); }});
  const slider = element('input', {type: 'range', min: '0', id: 'visit', oninput: () => { state.visit = Number(slider.value); show(); }});
  const visitLabel = element('label', {for: 'visit'});
  const code = element('div', {}), facts = element('div', {className: 'facts'}), words = element('p', {role: 'status'}), stage = scrolling('lanes and memory'), more = element('p', {className: 'soft tip'});
  const legend = element('ul', {className: 'legend'});

  function fill(select, values, chosen, name) {
    select.replaceChildren(...values.map(each => element('option', {value: each}, name(each))));
    select.value = values.includes(chosen) ? chosen : values[0];
    return select.value;
  }

  function show() {
    place.selectedIndex = list.indexOf(state.place);
    state.block = fill(block, [...state.place.blocks.keys()], state.block, each => 'block ' + each);
    const access = state.place.blocks.get(state.block), warps = [...new Set(access.visits.map(visit => String(visit[0])))];
    state.warp = Number(fill(warp, warps, String(state.warp), each => 'warp ' + each));
    const visits = access.visits.filter(visit => visit[0] === state.warp);
    state.visit = Math.min(state.visit, visits.length - 1);
    slider.max = visits.length - 1;
    slider.value = state.visit;
    slider.disabled = visits.length < 2;
    visitLabel.textContent = 'visit ' + (state.visit + 1) + ' of ' + visits.length;
    const lanes = laneAddresses(watched.shapes, visits[state.visit]), shared = access.space === 'shared';
    const drawn = shared ? drawShared(lanes, access) : drawGlobal(lanes, access);
    const sentence = memoryWordsOf(access, lanes, drawn.facts);
    drawn.picture.setAttribute('aria-label', sentence);
    code.replaceChildren(excerpt(result, access.file, access.line, access.column) || '');
    facts.replaceChildren(...(shared ? [fact('turns', drawn.facts.conflicts + 1), fact('bank conflicts', drawn.facts.conflicts)]
      : [fact('sectors', drawn.facts.sectors.length), fact('would do', drawn.facts.least), fact('excess', drawn.facts.excess), fact('lines of 128 bytes', drawn.facts.lines.length)]),
      fact('active lanes', lanes.filter(address => address !== null).length));
    legend.replaceChildren(...(shared ? sharedLegend : globalLegend)
      .map(([name, text]) => element('li', {}, element('b', {className: name, 'aria-hidden': 'true'}), text)));
    words.textContent = sentence;
    stage.replaceChildren(legible(drawn.picture));
    more.textContent = (drawn.left > 0 ? 'and ' + several(drawn.left, 'more row', 'more rows') + '. ' : '') + (shared ? 'Numbers at the left: bytes from the start of the block\u2019s shared memory.' : 'Numbers at the left: bytes from the start of ' + (access.buffer || 'the array') + '.');
  }

  state.place = list[0];
  show();
  const panel = element('div', {className: 'card memory'},
    element('h2', {}, 'A warp\u2019s memory', element('span', {className: 'soft'}, ': ' + watched.entry + ', ' + watched.sizes)),
    element('div', {className: 'row'}, element('label', {}, 'Instruction ', place), element('label', {}, 'Block ', block), element('label', {}, 'Warp ', warp)),
    element('div', {className: 'row'}, slider, visitLabel),
    facts, words, legend, stage, more, code);
  panel.open = line => {
    const found = list.find(each => each.line === line);
    if (found) { state.place = found; state.visit = 0; show(); }
  };
  return panel;
}
