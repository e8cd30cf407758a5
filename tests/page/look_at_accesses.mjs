// The views that draw accesses: a warp's memory, the tile and its march, a warp's path, an SM.
import {click, expect, plain, same, texts} from './expectations.mjs';

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

export async function memory(tab, result) {
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

// What the first block that keeps loaded values in shared memory did there, counted lane by lane; nothing where there is none.
export function tileCount(watched, what) {
  const tiled = watched && watched.extent && watched.accesses.find(access => access.space === 'shared' && access.visits.some(visit => visit.length > 5));
  if (!tiled) return undefined;
  const first = watched.accesses.find(access => watched.accesses.some(other => String(other.block) === String(access.block) && other.kernel === access.kernel && other.space === 'shared' && other.visits.some(visit => visit.length > 5)));
  const own = watched.accesses.filter(access => access.kernel === first.kernel && String(access.block) === String(first.block));
  const lanes = access => access.visits.reduce((all, visit) => all + watched.shapes[visit[2]].reduce((sum, [, count]) => sum + count, 0), 0);
  const fits = {stores: access => access.space === 'shared' && access.what === 'store', reads: access => access.space === 'shared' && access.what === 'load', writes: access => access.space === 'global' && access.what === 'store' && access.buffer === watched.output}[what];
  return own.filter(fits).reduce((all, access) => all + lanes(access) * (what === 'reads' ? access.element / 4 : 1), 0);
}

// The tile: its facts, the readers of a cell and the loads of the march, worked out from the accesses another way.
export async function tile(tab, result) {
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
export async function path(tab, result) {
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

export async function sm(tab, result) {
  const limits = (result.watched || {}).limits;
  same(await tab.run('!!document.querySelector("#tab-sm")'), !!limits, 'an SM is drawn');
  if (!limits) return;
  await tab.run(click('#tab-sm'));
  same(await tab.run(texts('#sm-gpu')), [': ' + limits.name], 'the GPU whose SM is drawn');
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
