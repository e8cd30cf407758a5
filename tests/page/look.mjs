// Opens each page, works its controls and compares what is drawn with the result in the page.
//
//   node look.mjs SCREENSHOTS PAGE.html...     prints "ok NAME", or "not ok NAME: why"; exits 1 when one was not ok
import {existsSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {Browser} from './browser.mjs';

const [folder, ...files] = process.argv.slice(2);
const axeFile = join(folder, 'node/node_modules/axe-core/axe.min.js');
const axe = existsSync(axeFile) ? readFileSync(axeFile, 'utf8') : null;
if (!axe) console.log('skip axe: axe-core is not installed below ' + join(folder, 'node'));
let bad = 0;

class Complaint extends Error {}
function expect(condition, words) {
  if (!condition) throw new Complaint(words);
}
function same(got, expected, words) {
  expect(JSON.stringify(got) === JSON.stringify(expected), words + ': ' + JSON.stringify(got) + ', expected ' + JSON.stringify(expected));
}

async function test(name, body) {
  try {
    await body();
    console.log('ok ' + name);
  } catch (error) {
    bad++;
    console.log('not ok ' + name + ': ' + (error instanceof Complaint ? error.message : error.stack).replaceAll('\n', ' '));
  }
}

const resultOf = file => JSON.parse(readFileSync(file, 'utf8').match(/<script type="application\/json" id="result">(.*?)<\/script>/s)[1]);
const texts = selector => `[...document.querySelectorAll(${JSON.stringify(selector)})].map(node => node.textContent)`;
const click = selector => `document.querySelector(${JSON.stringify(selector)}).click()`;
const plain = text => text.replace(/[\u202f\u00a0]/g, '');

const oneDecimal = number => String(Number(number.toFixed(1)));

async function verdict(tab, result) {
  if (result.score !== undefined) same((await tab.run(texts('.score')))[0], oneDecimal(result.score) + ' of ' + oneDecimal(result.max_score) + ' points', 'score');
  if (result.lab) same(await tab.run('[...document.querySelectorAll(".remark .what")].map(node => node.textContent)'), result.remark ? [result.remark.check + ': ' + result.remark.message.replaceAll('`', '')] : [], 'the remark');
  if (!result.todos) return;
  const heads = await tab.run(texts('.todos li .head'));
  same(heads.length, result.todos.length, 'TODOs');
  result.todos.forEach((todo, i) => same(plain(heads[i]), todo.id + ' ' + todo.what + oneDecimal(todo.score) + '/' + oneDecimal(todo.max_score), 'TODO'));
  same(await tab.run('!!document.querySelector(".failure")'), result.failure !== null, 'a failure is shown');
  if (result.failure && result.failure.finding) expect((await tab.run(texts('.failure .what')))[0].startsWith(result.failure.finding.check), 'the finding is named');
  // The word to look at is marked where it stands: the text before it is the line's up to the column.
  const cause = result.cause, finding = result.failure && result.failure.finding;
  if (result.failure && !finding && cause.column > 0 && cause.line) {
    const before = await tab.run('(mark => mark && [mark.closest(".code").textContent.indexOf(mark.textContent), mark.textContent])(document.querySelector(".failure .at .column"))');
    const line = result.sources.find(source => source.file === cause.file).text.split('\n')[cause.line - 1];
    expect(before && line.slice(cause.column - 1).startsWith(before[1]), 'the marked word is at the column: ' + before);
  }
  // A finished file begins with that.
  const success = (await tab.run(texts('.success .what')))[0];
  same(!!success && success.replaceAll('\u00a0', ' ').startsWith('All ' + result.tests.length + ' test'), !result.failure && result.tests.length > 0 && result.tests.every(each => each.passed), 'it is said that all tests pass: ' + success);
  await verdictTables(tab, result);
}

// Tests and counted targets, a row each; counters in columns that line up; what is required, in its place on the bar.
async function verdictTables(tab, result) {
  const targets = result.performance.targets, rows = new Map(await tab.run('[...document.querySelectorAll("[data-test]")].map(row => [row.dataset.test, [...row.cells].map(cell => cell.textContent)])'));
  same(rows.size, new Set([...result.tests, ...targets].map(each => each.id)).size, 'rows of tests and targets');
  for (const each of result.tests) {
    const cells = rows.get(each.id);
    same(cells[2], each.passed ? 'passes' : each.right ? 'right, not counted yet' : 'fails', 'what came of ' + each.id);
    expect(cells[1].startsWith(each.entry + ', '), 'the function of ' + each.id + ': ' + cells[1]);
  }
  const todos = (await tab.run(texts('.todos li'))).join(' ');
  for (const target of targets) {
    if (target.value !== null) expect(todos.includes('(all points at ' + String(Number(target.full.toPrecision(6))) + (target.full < target.none ? ' or less)' : ' or more)')), 'the direction of ' + target.id);
    if (target.value === null && target.filled && !target.message) expect(todos.includes(target.what + ': all points, with a finished text'), 'why ' + target.id + ' has no value');
  }
  const edges = await tab.run('[...document.querySelectorAll(".kernels tr")].filter(row => row.cells.length > 1).map(row => [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().right)).join())');
  expect(new Set(edges).size <= 1, 'counters of all kernels line up: ' + edges.join(' | '));
  for (const [mark, at] of await tab.run('[...document.querySelectorAll(".bar > .mark")].map(mark => [Number(mark.dataset.mark), (mark.getBoundingClientRect().left - mark.parentNode.getBoundingClientRect().left) / mark.parentNode.getBoundingClientRect().width])'))
    expect(Math.abs(Math.min(1, mark) - at) < 0.02, 'the mark of ' + mark + ' stands at ' + at);
}

// Code is never cut off at the right: it goes on below.
const cutCode = `[...document.querySelectorAll('.excerpt, .columns.source .file')].filter(box => box.offsetParent && box.scrollWidth > box.clientWidth + 1).map(box => box.className + ' ' + box.scrollWidth)`;

async function grid(tab, result) {
  const drawn = result.watched && result.watched.grid;
  same(await tab.run('!!document.querySelector("#slice")'), !!drawn, 'a grid is drawn');
  if (!drawn) return;
  const letters = drawn.cells.join('');
  for (const [name, letter] of [['right', '.'], ['kept', '-'], ['wrong', 'x'], ['never', 'n'], ['over', 'b']]) {
    const count = letters.split(letter).length - 1;
    const shown = await tab.run(texts(`[data-count="${name}"]`));
    same(shown.map(plain), count ? [String(count)] : [], 'cells that are ' + name);
  }
  same(letters.replace(/[.-]/g, '').length, drawn.wrong_count, 'wrong cells');
  same(drawn.blocks.filter((_, i) => i % 2).reduce((a, b) => a + b, 0), letters.length, 'cells of blocks');
  // A wrong cell, by its keys: what is read is what the result has.
  // The numbers along its edges stand at their cells.
  const ticks = await tab.run(`['above', 'left'].map(edge => { const c = document.querySelector('#slice').getBoundingClientRect(); return [...document.querySelectorAll('.ruler.' + edge + ' .tick')].map(tick => { const b = tick.getBoundingClientRect(); return [Number(tick.textContent), edge === 'above' ? ((b.left + b.right) / 2 - c.left) / c.width : ((b.top + b.bottom) / 2 - c.top) / c.height]; }); })`);
  expect(ticks[0].length && ticks[1].length, 'both edges have numbers');
  if (drawn.axes > 1) ticks.forEach((edge, axis) => edge.forEach(([number, at]) => expect(Math.abs((number + 0.5) / drawn.extent[axis] - at) < 0.02, 'number ' + number + ' of edge ' + axis + ' at ' + at)));
  if (drawn.axes > 1) same(await tab.run(texts('.axis-name')), ['x (k)', 'y (j)'], 'the axes');
  const told = drawn.wrong.find(each => each[3]);
  if (told) expect((await tab.run(`cellWords(${JSON.stringify({launches: []})}, readGrid(JSON.parse(document.getElementById('result').textContent).watched.grid), ${told[0]})`)).includes(told[3]), 'the words of cell ' + told[0]);
  await tab.run('document.querySelector("#slice").focus()');
  const before = await tab.run('document.querySelector("#slice").toDataURL()');
  await tab.key('ArrowRight');
  await tab.key('ArrowDown');
  const reading = (await tab.run(texts('.reading')))[0];
  expect(/: (right|wrong|never written|boundary, kept as it was|boundary overwritten)\./.test(reading), 'a cell is read: ' + reading);
  expect(before !== await tab.run('document.querySelector("#slice").toDataURL()'), 'the cursor is drawn');
  // A followed wrong cell, under the pointer: got, expected, and each term of its recipe with its way.
  const followed = (result.watched.recipes || []).find(recipe => recipe.wrong && recipe.terms.some(term => !term.right)) || (result.watched.recipes || [])[0];
  if (followed && drawn.extent[0] <= 64 && drawn.axes) {
    const [width, height] = drawn.extent, x = followed.index % width, y = Math.floor(followed.index / width) % height, z = Math.floor(followed.index / width / height);
    if (drawn.extent[2] > 1) await tab.run(`{const s = document.querySelector('#slice-number'); s.value = ${z}; s.dispatchEvent(new Event('input'));}`);
    await tab.run(`{const c = document.querySelector('#slice'), b = c.getBoundingClientRect(); c.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: b.left + (${x} + 0.5) * b.width / ${width}, clientY: b.top + (${y} + 0.5) * b.height / ${height}}));}`);
    same(await tab.run('Number(document.querySelector("#recipe").dataset.index)'), followed.index, 'the cell under the pointer');
    const wrong = drawn.wrong.find(each => each[0] === followed.index), words = (await tab.run(texts('.reading')))[0];
    if (wrong && wrong[2] !== null) expect(words.includes(wrong[2] === null ? '' : String(Number(wrong[2].toPrecision(6)))), 'what is expected is read: ' + words);
    const terms = letters[followed.index] === 'b' ? followed.terms.filter(term => !term.missing) : followed.terms;
    same(await tab.run('[...document.querySelectorAll("#recipe tr[data-term]")].map(row => [row.dataset.term, row.className !== "changed", row.querySelectorAll("li").length])'),
      followed.written ? terms.map(term => [term.term, term.right, term.steps.length]) : [], 'the recipe');
    const elements = await tab.run(texts('#recipe td.number'));
    if (followed.written) terms.forEach((term, i) => expect(term.missing ? elements[i].includes('missing') : elements[i].includes(term.element), 'the element of ' + term.term));
  }
  if (drawn.extent[2] > 1) {
    await tab.key('PageUp');
    await tab.key('PageDown');
    for (const axis of [1, 2, 0]) await tab.run(`document.querySelectorAll('.grid .row button')[${axis}].click()`);
    await tab.run('document.querySelectorAll(".grid .row button")[0].click()');
    const thumbs = await tab.run('document.querySelectorAll(".thumbs button").length');
    same(thumbs, drawn.extent[2], 'slices');
    await tab.run('document.querySelector(".thumbs button:last-child").click()');
    same(Number(await tab.run('document.querySelector("#slice-number").value')), drawn.extent[2] - 1, 'the last slice');
  }
}

const heat = {
  executed: ['warp_instructions'], excess: ['global_sectors_excessive'], split: ['divergent_branches'],
  requests: ['global_load_requests', 'global_store_requests', 'global_atomic_requests', 'shared_load_requests', 'shared_store_requests', 'shared_atomic_requests'],
  sectors: ['global_load_sectors', 'global_store_sectors', 'global_atomic_sectors'], conflicts: ['shared_load_bank_conflicts', 'shared_store_bank_conflicts']};

async function source(tab, result) {
  await tab.run(click('#tab-source'));
  if (!result.sources.length) return;
  const file = result.sources[0].file, counted = result.lines.filter(line => line.file === file);
  const rows = await tab.run('[...document.querySelectorAll(".listing tbody tr:not(.note)")].map(row => [row.dataset.line || "", row.querySelector(".text").textContent])');
  const lines = result.sources[0].text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  same(rows.map(row => row[1]), lines, 'the text');
  same(await tab.run(cutCode), [], 'code that is cut off');
  expect((await tab.run(texts('.listing .note'))).every(note => !note.includes('`')), 'notes without backquotes');
  // It opens at the mark; heads and line numbers stay; half of the room is the code's.
  const box = 'document.querySelector(".columns.source .file").getBoundingClientRect()', inView = selector => tab.run(`(row => !row || (r => r.top >= ${box}.top && r.bottom <= ${box}.bottom + 1)(row.getBoundingClientRect()))(document.querySelector('${selector}'))`);
  if (result.cause && result.cause.file === file && result.cause.line) expect(await inView('.listing tr.flagged'), 'the marked line is in view');
  await tab.run('document.querySelector(".columns.source .file").scrollTop = 1e6');
  expect(await inView('.listing th:last-child'), 'the heads stay in view');
  expect(await tab.run('document.querySelector(".listing td.text").getBoundingClientRect().width > 0.5 * document.querySelector(".listing").getBoundingClientRect().width'), 'half of the room is for the code');
  const other = rows.findIndex(row => !row[0]);
  if (other >= 0) {
    await tab.run(`document.querySelectorAll('.listing tbody tr:not(.note)')[${other}].click()`);
    expect(/^(No kernel that was counted|No line of this file)/.test((await tab.run(texts('.aside p')))[0]), 'a line without counts says so');
  }
  const names = await tab.run('[...document.querySelectorAll("#source-columns option")].map(option => option.value)');
  for (const name of [...names.slice(1), ...names.slice(0, 1)]) {
    await tab.run(`{const s = document.querySelector('#source-columns'); s.value = '${name}'; s.dispatchEvent(new Event('change'));}`);
    same(await tab.run('[...document.querySelectorAll(".listing th[data-column]")].filter(head => head.offsetParent).map(head => head.dataset.column)'), name ? [name] : names.slice(1), 'columns that are shown');
  }
  same(rows.map(row => row[0]).filter(Boolean).map(Number), [...new Set(counted.map(line => line.line))].sort((a, b) => a - b), 'counted lines');
  const cells = await tab.run('[...document.querySelectorAll("td.heat[data-value]")].map(cell => [Number(cell.parentNode.dataset.line), cell.dataset.column, Number(cell.dataset.value)])');
  for (const [number, column, value] of cells) {
    if (!heat[column]) continue;
    const expected = counted.filter(line => line.line === number).reduce((all, line) => all + heat[column].reduce((sum, name) => sum + (line[name] || 0), 0), 0);
    same(value, expected, column + ' of line ' + number);
  }
  for (const column of new Set(cells.map(cell => cell[1]))) {
    await tab.run(`[...document.querySelectorAll('.listing th button')].find(button => button.textContent === '${column}').click()`);
    if (!heat[column]) continue;
    const chosen = Number(await tab.run('document.querySelector("tr.selected").dataset.line'));
    same(cells.find(cell => cell[0] === chosen && cell[1] === column)[2], Math.max(...cells.filter(cell => cell[1] === column).map(cell => cell[2])), 'the hottest line by ' + column);
    expect((await tab.run(texts('.aside p'))).length > 1, 'the line is told in words');
  }
}

// Sectors and bank conflicts of a visit, worked out from the lanes' addresses another way than the page does.
function counts(watched, access, visit) {
  const lanes = watched.shapes[visit[2]].flatMap(([lane, count, offset, step]) => Array.from({length: count}, (_, i) => [lane + i, visit[1] + offset + i * step]));
  const bytes = (addresses, size) => new Set(addresses.flatMap(address => Array.from({length: access.element}, (_, i) => Math.floor((address + i) / size))));
  if (access.space === 'global') return {sectors: bytes(lanes.map(lane => lane[1]), 32).size, lanes: lanes.length};
  const group = access.element <= 4 ? 32 : access.element === 8 ? 16 : 8;
  let conflicts = 0;
  for (let first = 0; first < 32; first += group) {
    const words = [...bytes(lanes.filter(([lane]) => lane >= first && lane < first + group).map(lane => lane[1]), 4)];
    conflicts += Math.max(1, ...Array.from({length: 32}, (_, bank) => words.filter(word => word % 32 === bank).length)) - 1;
  }
  return {conflicts, lanes: lanes.length};
}

async function memory(tab, result) {
  const shown = !!result.watched && (!!result.alive || result.watched.accesses.some(access => access.visits.length));
  same(await tab.run('!!document.querySelector("#tab-memory")'), shown, 'a warp\u2019s memory has a view');
  if (!shown) return;
  await tab.run(click('#tab-memory'));
  const watched = result.watched, places = watched.accesses.filter(access => access.visits.length);
  const count = await tab.run('document.querySelector("#place") ? document.querySelector("#place").options.length : 0');
  same(count > 0, places.length > 0, 'instructions are there');
  for (let i = 0; i < Math.min(count, 12); i++) {
    await tab.run(`{const s = document.querySelector('#place'); s.selectedIndex = ${i}; s.dispatchEvent(new Event('change'));}`);
    await tab.run(`{const s = document.querySelector('#visit'); s.value = s.max; s.dispatchEvent(new Event('input'));}`);
    const shown = await tab.run(`({name: document.querySelector('#place').selectedOptions[0].textContent, block: document.querySelector('#block').value, warp: Number(document.querySelector('#warp').value),
      facts: Object.fromEntries([...document.querySelectorAll('[data-fact]')].map(node => [node.dataset.fact, Number(node.textContent)]))})`);
    const line = Number((shown.name.match(/line (\d+)/) || [])[1]), order = Number((shown.name.match(/\((\d+)\)$/) || [0, 1])[1]) - 1;
    const matching = places.filter(access => '(' + access.block.join(', ') + ')' === shown.block && (!line || access.line === line));
    const fits = matching.some(access => {
      const visits = access.visits.filter(visit => visit[0] === shown.warp), last = visits.at(-1);
      if (!last) return false;
      const expected = counts(watched, access, last);
      return expected.lanes === shown.facts['active lanes'] && (expected.sectors === undefined || expected.sectors === shown.facts.sectors) && (expected.conflicts === undefined || expected.conflicts === shown.facts['bank conflicts']);
    });
    expect(fits, 'the facts of ' + shown.name + ', access ' + order + ', block ' + shown.block + ', warp ' + shown.warp + ': ' + JSON.stringify(shown.facts));
  }
}

// Two results: each value of the tables is that of its result, what differs is marked, and the texts are whole.
// What the first block that keeps loaded values in shared memory did there, counted lane by lane; nothing where there is none.
function tileCount(watched, what) {
  const tiled = watched && watched.extent && watched.accesses.find(access => access.space === 'shared' && access.visits.some(visit => visit.length > 5));
  if (!tiled) return undefined;
  const first = watched.accesses.find(access => watched.accesses.some(other => String(other.block) === String(access.block) && other.kernel === access.kernel && other.space === 'shared' && other.visits.some(visit => visit.length > 5)));
  const own = watched.accesses.filter(access => access.kernel === first.kernel && String(access.block) === String(first.block));
  const lanes = access => access.visits.reduce((all, visit) => all + watched.shapes[visit[2]].reduce((sum, [, count]) => sum + count, 0), 0);
  const fits = {stores: access => access.space === 'shared' && access.what === 'store', reads: access => access.space === 'shared' && access.what === 'load', writes: access => access.space === 'global' && access.what === 'store' && access.buffer === watched.output}[what];
  return own.filter(fits).reduce((all, access) => all + lanes(access) * (what === 'reads' ? access.element / 4 : 1), 0);
}

async function against(tab, result) {
  same(await tab.run('!!document.querySelector("#tab-against")'), !!result.against, 'two results face each other');
  if (!result.against) return;
  await tab.run(click('#tab-against'));
  const sides = {this: result, other: result.against.result};
  const cells = await tab.run('[...document.querySelectorAll(".facing td[data-side]")].map(cell => [cell.dataset.key, cell.dataset.side, cell.dataset.value ?? null, cell.parentNode.className])');
  expect(cells.length > 20, 'values are compared');
  const kernels = side => Object.keys(sides[side].counters), values = new Map();
  for (const [key, side, shown, mark] of cells) {
    const each = sides[side], [name, field] = [key.slice(0, key.lastIndexOf('/')), key.slice(key.lastIndexOf('/') + 1)];
    const time = each.performance.times.find(time => time.entry + ', ' + time.sizes === name), target = key.startsWith('target/') && each.performance.targets.find(target => 'target/' + target.id === key);
    const kernel = each.counters[name] || (kernels('this').length === 1 && kernels('other').length === 1 ? each.counters[kernels(side)[0]] : {});
    const expected = key.startsWith('tile/') ? field === 'cells' ? await tab.run(`document.querySelectorAll('[data-tile=${side}] [data-cell]').length || null`) : tileCount(each.watched, field) : key === 'score' ? each.score : key.startsWith('target/') ? target && target.value : time ? time[field] : kernel[field];
    same(shown, expected === undefined || expected === null || expected === false ? null : String(expected), key + ' of ' + side);
    values.set(key + side, shown);
    if (side === 'other') same(mark === 'changed', values.get(key + 'this') !== shown, 'the mark of ' + key);
  }
  for (const side of ['this', 'other']) {
    const file = sides[side].sources[0].file, text = await tab.run(`[...document.querySelectorAll('[data-text=${side}]')].map(cell => cell.previousSibling.previousSibling.textContent ? cell.textContent.slice(2) : null)`);
    const lines = sides[side].sources[0].text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    same(text.filter(line => line !== null).slice(0, lines.length), lines, 'the text of ' + side);
    for (const column of await tab.run(texts('#against-heat option'))) {
      if (!heat[column]) continue;
      await tab.run(`{const s = document.querySelector('#against-heat'); s.value = '${column}'; s.dispatchEvent(new Event('change'));}`);
      for (const [number, count] of await tab.run(`[...document.querySelectorAll('[data-heat][data-side=${side}]')].map(cell => [Number(cell.dataset.number), Number(cell.dataset.value)])`))
        same(count, sides[side].lines.filter(line => line.file === file && line.line === number).reduce((all, line) => all + heat[column].reduce((sum, name) => sum + (line[name] || 0), 0), 0), column + ' of line ' + number + ' of ' + side);
    }
  }
}

// Why this fast: the shares, the busy parts and the points are those of the modelled launch, and add up.
async function speed(tab, result) {
  const times = result.lab ? result.performance.times.filter(time => time.modelled_launch) : [];
  same(await tab.run('!!document.querySelector("#tab-speed")'), times.length > 0, 'times are explained');
  if (!times.length) return;
  await tab.run(click('#tab-speed'));
  for (let i = 0; i < times.length; i++) {
    if (times.length > 1) await tab.run(`{const s = document.querySelector('#speed-time'); s.selectedIndex = ${i}; s.dispatchEvent(new Event('change'));}`);
    const launch = times[i].modelled_launch, values = name => tab.run(`Object.fromEntries([...document.querySelectorAll('[data-${name}]')].map(node => [node.dataset.${name}, Number(node.dataset.value)]))`);
    const shares = await values('share'), busy = await values('busy');
    for (const [name, share] of Object.entries(shares)) same(share, launch['time_' + name + '_percent'], 'the share of ' + name);
    same(Object.keys(shares).length, Object.keys(launch).filter(key => /^time_.*_percent$/.test(key)).length, 'shares');
    const sum = Object.values(shares).reduce((a, b) => a + b, 0);
    expect(Math.abs(sum - 100) < 0.1, 'the shares add up to ' + sum);
    for (const [name, share] of Object.entries(busy)) same(share, launch['busy_' + name + '_percent'], 'how busy ' + name + ' is');
    same(Object.keys(busy).length, Object.keys(launch).filter(key => /^busy_.*_percent$/.test(key)).length, 'busy parts');
    for (const [kind, ms] of Object.entries(await values('time'))) same(ms, times[i][kind], kind);
    const bars = await tab.run('[...document.querySelectorAll(".shares span")].map(node => parseFloat(node.style.width))');
    same(bars.length, Object.values(shares).filter(share => share >= 0.05).length, 'parts of the bar');
    const bytes = launch.dram_read_bytes + launch.dram_write_bytes, point = await tab.run('(node => node && [Number(node.dataset.x), Number(node.dataset.y)])(document.querySelector("[data-point=\'this file\']"))');
    if (bytes > 0) same(point, [launch.warp_instructions_executed / bytes, launch.warp_instructions_executed / (launch.modelled_ms / 1000)], 'the point below the roof');
    const rows = await tab.run('[...document.querySelectorAll("[data-ladder]")].map(node => [node.dataset.ladder, node.dataset.kind, Number(node.dataset.value)])');
    for (const [words, kind] of rows) expect(words.includes(kind), words + ' says what it is');
    const own = rows.find(row => row[0] === 'this file, modelled');
    if (rows.length) same(own[2], times[i].modelled_ms, 'this file among the others');
  }
  if (!result.sources.length) return;
  await tab.run(click('#tab-source'));
  const cells = await tab.run('[...document.querySelectorAll("td[data-column=time][data-value]")].map(cell => [Number(cell.parentNode.dataset.line), Number(cell.dataset.value)])');
  for (const [number, share] of cells) {
    const lines = times.flatMap(time => time.modelled_launch.lines).filter(line => line.file === result.sources[0].file && line.line === number);
    same(share, Math.max(0, ...lines.map(line => line.time_percent)), 'the share of line ' + number);
  }
}

// The tile: its facts, the readers of a cell and the loads of the march, worked out from the accesses another way.
async function tile(tab, result) {
  const watched = result.watched, blocks = new Map();
  if (watched) for (const access of watched.accesses) blocks.set(access.kernel + access.block, [...(blocks.get(access.kernel + access.block) || []), access]);
  const tiled = [...blocks.values()].filter(list => list.some(access => access.space === 'shared' && access.visits.some(visit => visit.length > 5)));
  same(await tab.run('!!document.querySelector("#tab-tile")'), !!(watched && watched.extent && tiled.length), 'a tile is drawn');
  if (!tiled.length || !watched.extent) return;
  await tab.run(click('#tab-tile'));
  same(await tab.run('document.querySelector("#tile-block").options.length'), tiled.length, 'blocks with a tile');
  const lanesOf = visit => watched.shapes[visit[2]].flatMap(([lane, count, offset, step]) => Array.from({length: count}, (_, i) => [lane + i, visit[1] + offset + i * step]));
  const list = tiled.at(-1), last = tiled.length - 1;
  await tab.run(`{const s = document.querySelector('#tile-block'); s.selectedIndex = ${last}; s.dispatchEvent(new Event('change'));}`);
  const visits = list.flatMap(access => access.visits.map(visit => ({access, visit}))), find = number => visits.find(each => each.visit[4] === number);
  const sources = new Set(visits.filter(({visit}) => visit.length > 5).map(({visit}) => find(visit[5])?.access.buffer));
  const numbers = [...new Set(visits.map(({visit}) => visit[3]))].sort((a, b) => a - b), cells = watched.extent[0] * watched.extent[1] * watched.extent[2];
  for (const at of new Set([0, 1, Math.floor(numbers.length / 2), numbers.length - 1])) {
    if (at >= numbers.length) continue;
    await tab.run(`{const s = document.querySelector('#tile-step'); s.value = ${at}; s.dispatchEvent(new Event('input'));}`);
    const shown = await tab.run('Object.fromEntries([...document.querySelectorAll(".tile [data-fact]")].map(node => [node.dataset.fact, Number(node.textContent)]))');
    const lanes = (space, what, kept) => visits.filter(({access, visit}) => visit[3] === numbers[at] && access.space === space && access.what === what && kept(access)).flatMap(({access, visit}) => lanesOf(visit).map(([, address]) => [access, address]));
    const global = kept => each => kept(each[0]) && each[1] / each[0].element < cells;
    same(shown['loads from global memory'], lanes('global', 'load', () => true).filter(global(access => sources.has(access.buffer))).length, 'loads of step ' + at);
    same(shown['stored to shared memory'], lanes('shared', 'store', () => true).length, 'stores of step ' + at);
    same(shown['results written'], lanes('global', 'store', () => true).filter(global(access => access.buffer === watched.output)).length, 'results of step ' + at);
    same(shown['reads of shared memory'], lanes('shared', 'load', () => true).reduce((all, [access]) => all + access.element / 4, 0), 'reads of step ' + at);
    const held = new Map();
    for (const {access, visit} of visits.filter(({access, visit}) => access.space === 'shared' && access.what === 'store' && visit[3] <= numbers[at]).sort((a, b) => a.visit[4] - b.visit[4]))
      for (const [lane, address] of lanesOf(visit)) {
        const from = visit.length > 5 && (BigInt(visit[6]) >> BigInt(lane) & 1n) ? find(visit[5]) : null;
        held.set(address / 4, from ? lanesOf(from.visit).find(each => each[0] === lane)[1] / from.access.element : -1);
      }
    const inside = new Set([...held.values()].filter(cell => cell >= 0));
    same(shown['cells in shared memory'], inside.size, 'cells at step ' + at);
    same(shown.interior + shown.halo, inside.size, 'interior and halo at step ' + at);
    const stored = visits.filter(({access, visit}) => visit[3] <= numbers[at] && access.space === 'shared' && access.what === 'store').reduce((all, {visit}) => all + lanesOf(visit).length, 0);
    expect(plain((await tab.run(texts('#tile-so-far')))[0]).includes(', ' + stored + ' stored to shared memory'), stored + ' were stored up to step ' + at);
    const part = (await tab.run(texts('#march-part')))[0], drawnSteps = new Set(await tab.run('[...document.querySelectorAll("[data-marks]")].map(node => node.dataset.step)')).size;
    same(!!part, drawnSteps > 0 && drawnSteps < numbers.length, 'it is said that a part of the march is drawn');
    same(await tab.run('document.querySelectorAll("#tile-drawing [data-cell]").length'), inside.size, 'drawn cells at step ' + at);
    const marks = await tab.run(`[...document.querySelectorAll('[data-step="${numbers[at]}"][data-marks*=l]')].map(node => Number(node.dataset.plane))`);
    if (await tab.run('!!document.querySelector("[data-marks]")')) same(marks, [...new Set(lanes('global', 'load', () => true).filter(global(access => sources.has(access.buffer))).map(([access, address]) => Math.floor(address / access.element / watched.extent[0] / watched.extent[1])))].sort((a, b) => a - b), 'planes that step ' + at + ' loads');
  }
  // Where each load goes to shared memory before the next barrier, nothing waits in registers.
  const put = new Map(visits.filter(({access, visit}) => access.space === 'shared' && access.what === 'store' && visit.length > 5 && find(visit[5])?.visit[3] === visit[3]).map(({visit}) => [visit[5], (BigInt(visit[6]) & 0xffffffffn)]));
  const straight = visits.filter(({access}) => access.space === 'global' && access.what === 'load' && sources.has(access.buffer)).every(({visit}) => put.has(visit[4]) && lanesOf(visit).every(([lane]) => put.get(visit[4]) >> BigInt(lane) & 1n));
  if (straight) same(await tab.run('document.querySelectorAll(".in-registers").length'), 0, 'planes in registers');
  for (const mode of [1, 2, 0]) await tab.run(`{const s = document.querySelector('#tile-mode'); s.selectedIndex = ${mode}; s.dispatchEvent(new Event('change'));}`);
  if (!await tab.run('!!document.querySelector("#tile-drawing")')) return;
  await tab.run('document.querySelector("#tile-drawing").focus()');
  await tab.key('ArrowRight');
  expect(/loaded by thread/.test((await tab.run(texts('.tile .reading')))[0]), 'a cell is read');
  await tab.run(`{const s = document.querySelector('#tile-step'); s.value = ${numbers.length - 1}; s.dispatchEvent(new Event('input'));}` + click('#tile-play') + ';' + click('#tile-play'));
  same(await tab.run('Number(document.querySelector("#tile-step").value)'), 0, 'where the march begins to play');
}

// A warp's path: lanes and instructions of each step. An SM: what is shown is what the page's own rule says (long_occupancy holds that
// against NVIDIA's), and the slots are filled with so many blocks.
async function path(tab, result) {
  const paths = ((result.watched || {}).paths || []).filter(each => each.steps.length);
  same(await tab.run('!!document.querySelector("#tab-path")'), paths.length > 0, 'paths are drawn');
  if (!paths.length) return;
  await tab.run(click('#tab-path'));
  same(await tab.run('document.querySelector("#path-warp").options.length'), paths.length, 'warps');
  const ones = mask => BigInt(mask).toString(2).replaceAll('0', '').length;
  for (const at of new Set([0, paths.length - 1])) {
    await tab.run(`{const s = document.querySelector('#path-warp'); s.selectedIndex = ${at}; s.dispatchEvent(new Event('change'));}`);
    const steps = paths[at].steps, last = steps.length - 1;
    await tab.run(`{const s = document.querySelector('#path-step'); s.value = ${last}; s.dispatchEvent(new Event('input'));}`);
    const shown = await tab.run('Object.fromEntries([...document.querySelectorAll("#panel-path [data-fact]")].map(node => [node.dataset.fact, Number(node.textContent)]))');
    same(shown, {'instructions of the warp': steps.reduce((all, step) => all + step[4], 0), 'of 32 lanes work, on average': Number((steps.reduce((all, step) => all + step[4] * ones(step[3]), 0) / steps.reduce((all, step) => all + step[4], 0)).toFixed(1)),
      'lanes in this step': ones(steps[last][3]), 'instructions in this step': steps[last][4]}, 'the facts of path ' + at);
    same(await tab.run('document.querySelectorAll("#panel-path .lane-works").length'), steps.reduce((all, step) => all + ones(step[3]), 0), 'lanes that work');
  }
}

async function sm(tab, result) {
  const limits = (result.watched || {}).limits;
  same(await tab.run('!!document.querySelector("#tab-sm")'), !!limits, 'an SM is drawn');
  if (!limits) return;
  await tab.run(click('#tab-sm'));
  for (const [threads, registers, shared] of [[256, 32, 0], [1024, 64, 4096], [96, 40, 12288], [limits.threads_per_block, limits.registers_per_thread, 0], [33, 1, limits.shared_per_block]]) {
    for (const [name, number] of Object.entries({threads, registers, shared})) await tab.run(`{const i = document.querySelector('#sm-${name}'); i.value = ${number}; i.dispatchEvent(new Event('change'));}`);
    const fit = await tab.run(`occupancyOf(${JSON.stringify(limits)}, ${threads}, ${registers}, ${shared})`);
    const shown = await tab.run('Object.fromEntries([...document.querySelectorAll("#panel-sm [data-fact]")].map(node => [node.dataset.fact, Number(node.textContent)]))');
    same(shown, {'blocks fit': fit.blocks, warps: fit.warps, '% occupancy': Number(fit.percent.toFixed(2))}, 'an SM with ' + [threads, registers, shared]);
    same(await tab.run('document.querySelectorAll("#panel-sm .runs-out").length'), fit.first.length, 'what runs out');
    same(await tab.run('[...document.querySelectorAll("[data-slot]")].filter(slot => slot.dataset.slot !== "").length'), fit.warps, 'taken slots');
  }
  await tab.run(`{const s = document.querySelector('#sm-fill'); s.value = 0; s.dispatchEvent(new Event('input'));}`);
  same(await tab.run('[...document.querySelectorAll("[data-slot]")].filter(slot => slot.dataset.slot !== "").length'), 0, 'slots of an empty SM');
}

async function tabsByKeyboard(tab) {
  await tab.run('document.querySelector("[role=tab][aria-selected=true]").focus()');
  await tab.key('Home');
  for (const name of await tab.run('[...document.querySelectorAll("[role=tab]")].map(node => node.id.slice(4))')) {
    same(await tab.run('document.querySelector("[role=tab][aria-selected=true]").id'), 'tab-' + name, 'the chosen tab');
    same(await tab.run('[...document.querySelectorAll("[role=tabpanel]:not([hidden])")].map(node => node.id)'), ['panel-' + name], 'the shown panel');
    await tab.key('ArrowRight');
  }
}

// The drawings whose smallest text is below 12 pixels on the screen, of the view that is shown.
const smallCode = `[...document.querySelectorAll('svg text')].filter(text => text.getClientRects().length && text.textContent.trim()).flatMap(text => {
  const matrix = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.b, matrix.d);
  return size < 11.95 ? [view.id + ' "' + text.textContent + '": ' + size.toFixed(1)] : [];
}).slice(0, 3)`;

// On a telephone: nothing is wider than the screen, but for what scrolls by itself.
async function narrow(tab, file) {
  await tab.send('Emulation.setDeviceMetricsOverride', {width: 390, height: 844, deviceScaleFactor: 1, mobile: false});
  await tab.open(file);
  const wide = await tab.run(`(document.querySelector('[role=tab]') ? [...document.querySelectorAll('[role=tab]')] : [document.body]).flatMap(view => {
    if (view !== document.body) view.click();
    const cut = ${cutCode};
    if (cut.length) return [(view.id || 'the page') + ': ' + cut];
    return document.documentElement.scrollWidth > innerWidth ? [(view.id || 'the page') + ': ' + document.documentElement.scrollWidth] : [];
  })`);
  same(wide, [], 'views that are wider than 390 pixels');
  const small = await tab.run('document.querySelector("[role=tab]") ? [...document.querySelectorAll("[role=tab]")].flatMap(view => (view.click(), ' + smallCode + ')) : []');
  same(small, [], 'texts of drawings below 12 pixels');
  await tab.send('Emulation.setDeviceMetricsOverride', {width: 1600, height: 1000, deviceScaleFactor: 1, mobile: false});
}

// What axe finds in each view, light and dark, where only the contrast is another. It takes most of the time of a page, and finds the same
// in pages of a kind: AXE=all has it look at every one, else it looks at the finished and the unfinished file of each lab, at one wrong
// one, and at what is no lab's.
const looked = new Set();
function isLookedAt(name, result) {
  const kind = result.lab ? result.lab + (result.alive ? '.alive' : result.against ? '.against' : result.solution ? '.solution' : /skeleton/.test(result.source) ? '.skeleton' : '.wrong') : name;
  return axe && (process.env.AXE === 'all' || !looked.has(kind)) && looked.add(kind);
}

async function barriers(tab, views) {
  await tab.run(axe);
  for (const view of views)
    for (const only of ['', 'runOnly: ["color-contrast"], ']) {
      await tab.run(view + ';' + click('#theme'));
      const found = await tab.run('axe.run({' + only + 'resultTypes: ["violations"]}).then(r => r.violations.filter(v => ["serious", "critical"].includes(v.impact)).map(v => v.id + " at " + v.nodes[0].target))');
      same(found, [], 'what axe finds after ' + view);
    }
}

// A demonstration: a step for each row, on the arrow keys; the bars and the table have the result's numbers.
async function demo(tab, result) {
  const status = 'document.querySelector("footer [role=status]").textContent', steps = result.rows.length + 2 + await tab.run('document.querySelector("#run-again") ? 1 : 0');
  const number = text => text === '\u2013' ? null : Number(plain(text));
  const close = (got, expected) => got === expected || (expected !== null && Math.abs(got - expected) <= 0.05000001);
  for (let at = 0; at < steps; at++) {
    same(await tab.run(status), (at + 1) + ' of ' + steps, 'the step');
    same(await tab.run('document.querySelectorAll(".step:not([hidden])").length'), 1, 'steps that are shown');
    if (at > 0 && at <= result.rows.length) {
      const now = (await tab.run(texts('.step:not([hidden]) .bar-row.now b'))).slice(0, result.columns.length).map(number);
      expect(now.every((value, i) => close(value, result.rows[at - 1].values[i])), 'the bars of row ' + at + ': ' + now + ', expected ' + result.rows[at - 1].values);
    }
    await tab.key('ArrowRight');
  }
  const table = (await tab.run(texts('table.wide td.number'))).map(number), values = result.rows.flatMap(row => row.values);
  same(table.length, values.length, 'the table');
  expect(table.every((value, i) => close(value, values[i])), 'the table: ' + table + ', expected ' + values);
  await tab.key('Home');
  same(await tab.run(status), '1 of ' + steps, 'the first step');
}

const browser = new Browser();
const tab = await browser.tab();
for (const file of files) {
  const name = basename(file, '.html'), result = resultOf(file);
  tab.errors.length = 0;
  await test(name, async () => {
    const opened = await tab.open(file);
    expect(opened < (process.env.SLOWEST || 5000), 'it took ' + Math.round(opened) + ' ms to open'); // under a second on a machine with nothing else to do
    if (result.refused || result.demos) {
      await narrow(tab, file);
      if (isLookedAt(name, result)) await barriers(tab, ['0']);
      return same(tab.errors, [], 'complaints of the console');
    }
    if (result.demo) {
      await demo(tab, result);
      await tab.key('ArrowRight');
      await tab.screenshot(join(folder, name + '.demo.png'));
      await narrow(tab, file);
      if (isLookedAt(name, result)) await barriers(tab, [0, 1, result.rows.length + 1, result.rows.length + 2].map(step => `location.hash = '#${step}'`));
      return same(tab.errors, [], 'complaints of the console');
    }
    await tab.screenshot(join(folder, name + '.verdict.png'));
    await verdict(tab, result);
    await grid(tab, result);
    await source(tab, result);
    await tab.screenshot(join(folder, name + '.source.png'));
    await memory(tab, result);
    await tab.screenshot(join(folder, name + '.memory.png'));
    await tile(tab, result);
    if (await tab.run('!!document.querySelector("#tab-tile")')) await tab.screenshot(join(folder, name + '.tile.png'));
    await path(tab, result);
    await sm(tab, result);
    await speed(tab, result);
    await tab.run('document.querySelector("#tab-speed")?.click()');
    if (result.lab && result.performance.times.some(time => time.modelled_launch)) await tab.screenshot(join(folder, name + '.speed.png'));
    await against(tab, result);
    if (result.against) await tab.screenshot(join(folder, name + '.against.png'));
    await tabsByKeyboard(tab);
    await narrow(tab, file);
    if (isLookedAt(name, result)) await barriers(tab, (await tab.run('[...document.querySelectorAll("[role=tab]")].map(node => node.id)')).map(id => click('#' + id)));
    same(tab.errors, [], 'complaints of the console');
  });
}
await browser.close();
process.exit(bad ? 1 : 0);
