// Opens each page, works its controls and compares what is drawn with the result in the page.
//
//   node look.mjs SCREENSHOTS PAGE.html...     prints "ok NAME", or "not ok NAME: why"; exits 1 when one was not ok
import {existsSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {Browser} from './browser.mjs';
import {Complaint, click, expect, plain, same, texts} from './expectations.mjs';
import {memory, path, sm, tile, tileCount} from './look_at_accesses.mjs';
import {grid, verdict} from './look_at_verdict.mjs';

const [folder, ...files] = process.argv.slice(2);
const axeFile = join(folder, 'node/node_modules/axe-core/axe.min.js');
const axe = existsSync(axeFile) ? readFileSync(axeFile, 'utf8') : null;
if (!axe) console.log('skip axe: axe-core is not installed below ' + join(folder, 'node'));
let bad = 0;

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
// Code is never cut off at the right: it goes on below.
const cutCode = `[...document.querySelectorAll('.excerpt, .columns.source .file')].filter(box => box.offsetParent && box.scrollWidth > box.clientWidth + 1).map(box => box.className + ' ' + box.scrollWidth)`;

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
  // It opens at the mark, else at the hottest line; heads and line numbers stay; half of the room is the code's.
  const box = 'document.querySelector(".columns.source .file").getBoundingClientRect()', inView = selector => tab.run(`(row => !row || (r => r.top >= ${box}.top && r.bottom <= ${box}.bottom + 1)(row.getBoundingClientRect()))(document.querySelector('${selector}'))`);
  if (result.cause && result.cause.file === file && result.cause.line) expect(await inView('.listing tr.flagged'), 'the marked line is in view');
  expect(await inView('.listing tr.selected'), 'the line that is told is in view');
  await tab.run('document.querySelector(".columns.source .file").scrollTop = 1e6');
  expect(await inView('.listing th:last-child'), 'the heads stay in view');
  expect(await tab.run('document.querySelector(".listing td.text").getBoundingClientRect().width > 0.5 * document.querySelector(".listing").getBoundingClientRect().width'), 'half of the room is for the code');
  const other = rows.findIndex(row => !row[0]);
  const first = await tab.run('document.querySelector(".listing tr.flagged") || !document.querySelector(".listing tr.selected") ? 0 : Number(document.querySelector(".listing tr.selected").dataset.line)');
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
  const hot = cells.filter(([, column]) => column === (cells.some(cell => cell[1] === 'time') ? 'time' : 'executed'));
  if (!await tab.run('!!document.querySelector(".listing tr.flagged")') && hot.length) same(hot.find(cell => cell[0] === first)?.[2], Math.max(...hot.map(cell => cell[2])), 'the line that it opens at');
  for (const column of new Set(cells.map(cell => cell[1]))) {
    await tab.run(`[...document.querySelectorAll('.listing th button')].find(button => button.textContent === '${column}').click()`);
    if (!heat[column] && column !== 'time') continue;
    const chosen = Number(await tab.run('document.querySelector("tr.selected").dataset.line'));
    same(cells.find(cell => cell[0] === chosen && cell[1] === column)[2], Math.max(...cells.filter(cell => cell[1] === column).map(cell => cell[2])), 'the hottest line by ' + column);
    expect((await tab.run(texts('.aside p'))).length > 1, 'the line is told in words');
  }
}

// Two results: each value of the tables is that of its result, what differs is marked, and the texts are whole.
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
    same(await tab.run('[...document.querySelectorAll(".step:not([hidden]) .bars")].filter(group => group.scrollWidth > group.clientWidth + 1 || [...group.querySelectorAll(".bar")].some(bar => bar.offsetWidth < 40)).length'), 0, 'groups of bars without room in step ' + at);
    await tab.key('ArrowRight');
  }
  const table = (await tab.run(texts('table.wide td.number'))).map(number), time = ['time_ms', 'modelled_ms'].find(name => result.rows.some(row => row[name])), values = result.rows.flatMap(row => [...row.values, ...(time ? [row[time] ?? null] : [])]);
  same(table.length, values.length, 'the table');
  expect(table.every((value, i) => close(value, values[i])), 'the table: ' + table + ', expected ' + values);
  await tab.key('Home');
  same(await tab.run(status), '1 of ' + steps, 'the first step');
  same(await tab.sheets(), await tab.run('document.querySelectorAll(".step:not(.screen-only)").length'), 'sheets of paper, one for each step');
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
