// Two results facing each other: points, times, counters, and the two texts line by line with their heat.

const againstNames = {last: 'the last result of another text', solution: 'the finished file', file: 'the result in '};

function againstName(against) {
  return againstNames[against.what] + (against.what === 'file' ? against.file : '');
}

// "+12.0 %", "2.0 times", "1 / 2.0"; '' where nothing changed or nothing is known.
function changeWords(now, before) {
  if (now === before || typeof now !== 'number' || typeof before !== 'number') return '';
  if (!before || !now) return now > before ? 'more' : 'less';
  const ratio = now / before;
  if (ratio >= 2) return (ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)) + ' times';
  if (ratio <= 0.5) return '1 / ' + (ratio <= 0.1 ? Math.round(1 / ratio) : (1 / ratio).toFixed(1));
  return (ratio > 1 ? '+' : '\u2212') + Math.abs(100 * (ratio - 1)).toFixed(1) + '\u00a0%';
}

// A row: what it is, the two values, and the change in words. `text` makes a value readable.
function againstRow(key, words, now, before, text) {
  const differs = JSON.stringify(now) !== JSON.stringify(before);
  const cell = (side, each) => element('td', {className: 'number', 'data-side': side, 'data-key': key, 'data-value': each === undefined || each === null ? null : String(each)}, each === undefined || each === null ? '\u2013' : text(each));
  return element('tr', {className: differs ? 'changed' : ''}, element('th', {scope: 'row'}, words), cell('this', now), cell('other', before),
    element('td', {className: 'number'}, differs ? changeWords(now, before) || 'differs' : element('span', {className: 'soft'}, 'same')));
}

function againstTable(label, names, rows) {
  return scrolling(label, element('table', {className: 'facing'},
    element('thead', {}, element('tr', {}, element('td', {}), names.map(name => element('th', {scope: 'col', className: 'number'}, name)), element('th', {scope: 'col', className: 'number'}, 'change'))),
    element('tbody', {}, rows)));
}

const plainNumber = number => Number.isInteger(number) ? grouped(number) : value(Number(number.toPrecision(4)));

function againstTimes(now, before) {
  const key = time => time.entry + ', ' + time.sizes;
  const other = new Map((before.performance.times || []).map(time => [key(time), time]));
  const both = [...new Set([...(now.performance.times || []).map(key), ...other.keys()])];
  const own = new Map((now.performance.times || []).map(time => [key(time), time]));
  return both.flatMap(name => {
    const a = own.get(name) || {}, b = other.get(name) || {}, row = (field, words, text) =>
      a[field] === undefined && b[field] === undefined ? [] : [againstRow(name + '/' + field, name + ': ' + words, a[field], b[field], text)];
    return [...row('time_ms', 'measured, ms', plainNumber), ...row('percent_of_copy', 'measured, % of a copy', plainNumber), ...row('modelled_ms', 'modelled, ms', plainNumber),
      ...row('modelled_percent_of_copy', 'modelled, % of a copy', plainNumber), ...row('modelled_bound', 'modelled: bound by', String)];
  });
}

function againstTargets(now, before) {
  const other = new Map((before.performance.targets || []).map(target => [target.id, target]));
  return (now.performance.targets || []).map(target => againstRow('target/' + target.id, target.what + ', ' + target.sizes, target.value, (other.get(target.id) || {}).value, plainNumber));
}

// Kernels of one name; where each result has a single kernel, these two.
function kernelPairs(now, before) {
  const a = Object.keys(now.counters), b = Object.keys(before.counters);
  if (a.length === 1 && b.length === 1) return [[a[0], b[0]]];
  return [...a.map(name => [name, b.includes(name) ? name : null]), ...b.filter(name => !a.includes(name)).map(name => [null, name])];
}

function againstCounters(now, before, names) {
  return kernelPairs(now, before).map(([a, b]) => {
    const own = now.counters[a] || {}, other = before.counters[b] || {};
    const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])].filter(key => (typeof own[key] === 'number' || typeof other[key] === 'number') && (own[key] || other[key]) && key !== 'n');
    const sizes = own.sizes && other.sizes && own.sizes !== other.sizes;
    return element('section', {className: 'card'}, element('h2', {}, a === b || !b ? a : !a ? b : a + ' and ' + b, element('span', {className: 'soft'}, own.sizes || other.sizes ? ', ' + (own.sizes || other.sizes) : '')),
      sizes ? element('p', {className: 'bad'}, 'Counted at other sizes: ' + own.sizes + ' and ' + other.sizes + '. Compare ratios, not counts.') : '',
      againstTable('counters of ' + (a || b), names, keys.map(key => againstRow((a || b) + '/' + key, key.replaceAll('_', ' '), own[key], other[key], plainNumber))));
  });
}

// ---- The two tiles ------------------------------------------------------------------------------------------

// The first block's tile of one result at its busiest step, and what the block did in all steps; null where it keeps none.
function sideOfTiles(result) {
  if (!hasTile(result)) return null;
  const {watched} = result, block = tileBlocks(watched)[0], steps = tileSteps(watched, block), at = busiestStep(steps), tile = tileOf(steps, at, writtenCells(steps));
  const picture = drawTile(watched, block, tile, 'role', null, tileRoom()), of = role => [...tile.cells.values()].filter(cell => cell.role === role).length, all = name => steps.reduce((sum, step) => sum + step[name].length, 0);
  for (const name of ['id', 'tabindex']) picture.removeAttribute(name);
  const words = 'Block ' + triple(block.block) + ', ' + watched.sizes + ', after ' + several(steps[at].step, 'barrier') + ': ' + several(of('interior'), 'cell') + ' that it computes, ' + of('halo') + ' of the halo.';
  picture.setAttribute('aria-label', words);
  return {picture, words, sizes: watched.sizes, numbers: {cells: tile.cells.size, stores: all('stores'), reads: all('reads'), writes: all('writes')}};
}

function againstTiles(result, before, names) {
  const sides = [sideOfTiles(result), sideOfTiles(before)], rows = [['cells', 'cells in shared memory, as drawn'], ['stores', 'stored to shared memory'], ['reads', 'reads of shared memory'], ['writes', 'results written']];
  if (!sides[0] && !sides[1]) return '';
  const numbers = key => sides.map(side => side ? side.numbers[key] : null);
  return element('section', {className: 'card'}, element('h2', {}, 'The tile', element('span', {className: 'soft'}, ': what one block does')),
    sides[0] && sides[1] && sides[0].sizes !== sides[1].sizes ? element('p', {className: 'bad'}, 'Followed at other sizes: ' + sides[0].sizes + ' and ' + sides[1].sizes + '.') : '',
    element('ul', {className: 'legend'}, roleLegend.map(([name, words]) => element('li', {}, element('b', {className: 'tile-key ' + name, 'aria-hidden': 'true'}), words))),
    sides.map((side, i) => element('div', {className: 'memory', 'data-tile': i ? 'other' : 'this'}, element('h3', {}, names[i]), side ? [element('p', {}, side.words), scrolling('the tile, ' + names[i], legible(side.picture))]
      : element('p', {}, 'No tile: it keeps no loaded values in shared memory, or its accesses were not kept.'))),
    againstTable('what one block does', names, rows.map(([key, words]) => againstRow('tile/' + key, words, ...numbers(key), grouped))));
}

// ---- The two texts ------------------------------------------------------------------------------------------

// Pairs [a, b] of line indices, -1 where the other side has none: the longest common subsequence of the lines.
function pairLines(a, b) {
  let first = 0, endA = a.length, endB = b.length;
  while (first < endA && first < endB && a[first] === b[first]) first++;
  while (endA > first && endB > first && a[endA - 1] === b[endB - 1]) endA--, endB--;
  const rows = endA - first, columns = endB - first, pairs = [];
  for (let i = 0; i < first; i++) pairs.push([i, i]);
  let i = first, j = first, left = [], right = [];
  const flush = () => {
    for (let k = 0; k < Math.max(left.length, right.length); k++) pairs.push([k < left.length ? left[k] : -1, k < right.length ? right[k] : -1]);
    left = [], right = [];
  };
  if (rows * columns <= 4e6) {
    const length = new Uint16Array((rows + 1) * (columns + 1)), at = (x, y) => (x - first) * (columns + 1) + y - first;
    for (let x = endA - 1; x >= first; x--)
      for (let y = endB - 1; y >= first; y--) length[at(x, y)] = a[x] === b[y] ? length[at(x + 1, y + 1)] + 1 : Math.max(length[at(x + 1, y)], length[at(x, y + 1)]);
    while (i < endA && j < endB)
      if (a[i] === b[j]) flush(), pairs.push([i++, j++]);
      else if (length[at(i + 1, j)] >= length[at(i, j + 1)]) left.push(i++);
      else right.push(j++);
  }
  while (i < endA) left.push(i++);
  while (j < endB) right.push(j++);
  flush();
  for (let k = 0; k < a.length - endA; k++) pairs.push([endA + k, endB + k]);
  return pairs;
}

function againstSources(now, before, names) {
  if (!now.sources.length || !before.sources.length) return element('p', {}, 'The texts are not both here.');
  const files = [now.sources[0].file, before.sources[0].file], texts = [now, before].map(each => each.sources[0].text.split('\n'));
  const opens = texts.map(openComments), counted = [countedLines(now, files[0]), countedLines(before, files[1])];
  const columns = heatColumns.filter(column => counted.some(lines => [...lines.values()].some(line => column.of(line) > 0)));
  const pairs = pairLines(texts[0], texts[1]).filter(([a, b]) => !(a === texts[0].length - 1 && !texts[0][a] && (b < 0 || !texts[1][b])));
  const body = element('tbody', {}), cells = [], changed = pairs.filter(([a, b]) => a < 0 || b < 0 || texts[0][a] !== texts[1][b]).length;
  for (const pair of pairs) {
    const differs = pair[0] < 0 || pair[1] < 0 || texts[0][pair[0]] !== texts[1][pair[1]];
    body.append(element('tr', {className: differs ? 'changed' : ''}, pair.map((index, side) => {
      const heat = element('td', {className: 'heat number'}), line = index < 0 ? null : counted[side].get(index + 1);
      if (line) cells.push({heat, line, side, number: index + 1});
      return [element('td', {className: 'line'}, index < 0 ? '' : String(index + 1)), heat,
        element('td', {className: 'text code', 'data-text': side ? 'other' : 'this'}, index < 0 ? '' : [differs ? element('b', {className: 'mark', 'aria-label': 'changed'}, side ? '\u2212 ' : '+ ') : '  ', colored(texts[side][index], opens[side][index])])];
    })));
  }
  const show = column => {
    const most = Math.max(1, ...cells.map(cell => column.of(cell.line)));
    for (const {heat, line, side, number} of cells) {
      const count = column.of(line);
      heat.textContent = count ? (column.text ? column.text(count) : compact(count)) : '';
      heat.style.setProperty('--share', (column.share ? (line.warp_instructions ? column.share(count) : 0) : count / most).toFixed(3));
      for (const [name, each] of [['data-heat', column.name], ['data-value', count], ['data-side', side ? 'other' : 'this'], ['data-number', number]]) heat.setAttribute(name, each);
    }
  };
  const select = element('select', {id: 'against-heat', onchange: () => show(columns[select.selectedIndex])}, columns.map(column => element('option', {}, column.name)));
  if (columns.length) show(columns[0]);
  return element('section', {className: 'card'}, element('h2', {}, 'The two texts'),
    element('p', {}, changed ? several(changed, 'line') + ' differ' + (changed === 1 ? 's' : '') + ', marked + in this file and \u2212 in the other. Both columns of heat have one scale.' : 'The two texts are the same.'),
    columns.length ? element('div', {className: 'row'}, element('label', {}, 'Heat: ', select)) : '',
    scrolling('the two texts', element('table', {className: 'listing facing-text'},
      element('thead', {}, element('tr', {}, names.map((name, side) => [element('th', {scope: 'col'}, 'line'), element('th', {scope: 'col', className: 'counted'}, 'heat'), element('th', {scope: 'col'}, name + ': ' + files[side])]))), body)));
}

function againstPanel(result) {
  const before = result.against.result, names = ['this', 'the other'];
  const head = [againstRow('score', 'points', result.score, before.score, plainNumber), ...againstTimes(result, before), ...againstTargets(result, before)];
  const devices = result.device.name !== before.device.name;
  return element('div', {className: 'against'}, element('section', {className: 'card'}, element('h2', {}, 'This result against ' + againstName(result.against)),
    element('p', {className: 'soft'}, result.source + ' (this), ' + before.source + ' (the other)'),
    result.lab !== before.lab ? element('p', {}, 'The other one is of ' + before.lab + ', ' + before.title + '.') : '',
    devices ? element('p', {className: 'bad'}, 'On other GPUs: ' + result.device.name + ' and ' + before.device.name + '.') : '',
    againstTable('points and times', names, head)), againstCounters(result, before, names), againstTiles(result, before, names), againstSources(result, before, names));
}
