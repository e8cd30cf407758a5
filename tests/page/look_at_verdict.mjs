// The views of a verdict: TODOs, tests and targets, and the grid of right and wrong points.
import {click, expect, oneDecimal, plain, same, texts} from './expectations.mjs';

export async function verdict(tab, result) {
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
  same(await tab.run('[...document.querySelectorAll("[data-short]")].map(part => part.dataset.short)'), result.failure || !result.tests.length || !result.tests.every(test => test.passed) ? [] : targets.filter(target => !target.passed).map(target => target.id), 'targets that fall short');
  const modelled = result.performance.times.filter(time => time.modelled_ms && time.time_ms === undefined);
  same(await tab.run('[...document.querySelectorAll(".bar > .range")].map(range => [Number(range.dataset.low), Number(range.dataset.high)])'), modelled.map(time => [time.modelled_low / 100, time.modelled_high / 100]), 'the ranges of the model');
  const edges = await tab.run('[...document.querySelectorAll(".kernels tr")].filter(row => row.cells.length > 1).map(row => [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().right)).join())');
  expect(new Set(edges).size <= 1, 'counters of all kernels line up: ' + edges.join(' | '));
  for (const [mark, at] of await tab.run('[...document.querySelectorAll(".bar > .mark")].map(mark => [Number(mark.dataset.mark), (mark.getBoundingClientRect().left - mark.parentNode.getBoundingClientRect().left) / mark.parentNode.getBoundingClientRect().width])'))
    expect(Math.abs(Math.min(1, mark) - at) < 0.02, 'the mark of ' + mark + ' stands at ' + at);
}

export async function grid(tab, result) {
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
  // The numbers along its edges stand at their cells.
  const ticks = await tab.run(`['above', 'left'].map(edge => { const c = document.querySelector('#slice').getBoundingClientRect(); return [...document.querySelectorAll('.ruler.' + edge + ' .tick')].map(tick => { const b = tick.getBoundingClientRect(); return [Number(tick.textContent), edge === 'above' ? ((b.left + b.right) / 2 - c.left) / c.width : ((b.top + b.bottom) / 2 - c.top) / c.height]; }); })`);
  expect(ticks[0].length && ticks[1].length, 'both edges have numbers');
  if (drawn.axes > 1) ticks.forEach((edge, axis) => edge.forEach(([number, at]) => expect(Math.abs((number + 0.5) / drawn.extent[axis] - at) < 0.02, 'number ' + number + ' of edge ' + axis + ' at ' + at)));
  if (drawn.axes > 1) same(await tab.run(texts('.axis-name')), ['x (k)', 'y (j)'], 'the axes');
  const told = drawn.wrong.find(each => each[3]);
  if (told) expect((await tab.run(`cellWords(${JSON.stringify({launches: []})}, readGrid(JSON.parse(document.getElementById('result').textContent).watched.grid), ${told[0]})`)).includes(told[3]), 'the words of cell ' + told[0]);
  // The tile around a cell of a followed block is drawn with it: as many cells as that block has stored to shared memory from the input.
  const launch = result.watched.launches.at(-1), own = result.watched.accesses.filter(access => access.kernel === launch?.kernel && access.space === 'shared' && access.visits.some(visit => visit.length > 5));
  if (own.length && result.watched.extent) {
    const numbers = [...new Set(own.map(({block: [x, y, z]}) => x + launch.grid[0] * (y + launch.grid[1] * z)))];
    const shown = await tab.run('document.querySelector("#slice").dataset.tile');
    expect(numbers.map(String).includes(shown), 'a tile is drawn: ' + shown + ' of ' + numbers);
    expect((await tab.run(texts('#grid-tip')))[0].includes('loaded into its tile'), 'the dashed line is explained');
  } else same(await tab.run('document.querySelector("#slice").dataset.tile'), '', 'no tile is drawn');
  // A cell, by the keys: what it is is read.
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
