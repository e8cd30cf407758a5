// Draws the pictures of the handouts, most of them from runs of the labs' kernels: labs/*/pictures/*.svg. With `make pictures`.
//
//   node tests/pictures/draw_pictures.mjs [FOLDER [LAB/NAME]]     into FOLDER/LAB_NAME/NAME.svg; none: labs/LAB_NAME/pictures
//   node tests/pictures/draw_pictures.mjs --names      prints LAB_NAME/NAME.svg for each of them
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {drawOverlap, drawPlanes, drawTimeline} from './schematic.mjs';
import {pageDrawings, svgFile} from './svg.mjs';

const page = pageDrawings(), work = mkdtempSync(join(tmpdir(), 'warpbook-pictures-'));

// ---- Runs ---------------------------------------------------------------------------------------------------

const folderOf = lab => readdirSync('labs').find(name => name.startsWith(lab + '_'));

// The result of a file in the project, or of the lab's solution where [from, to] pairs have changed its text. A wrong file's exit
// status is no failure here.
function resultOf(lab, {file, changes = [], options = []}) {
  const source = readdirSync(join('solutions', folderOf(lab))).find(name => name.endsWith('.cu')), json = join(work, 'result.json');
  let path = file || join('solutions', folderOf(lab), source);
  if (changes.length) {
    let text = readFileSync(path, 'utf8');
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(path + ' has no longer "' + from + '", which a picture changes');
      text = text.replace(from, to);
    }
    path = join(work, source);
    writeFileSync(path, text);
  }
  rmSync(json, {force: true});
  try {
    execFileSync('./grade', [lab, path, '--device', 'sim', '--seed', '1', '--quiet', '--json', json, ...options], {stdio: ['ignore', 'ignore', 'pipe']});
  } catch (error) {
    if (error.status !== 1) throw new Error('./grade ' + lab + ' ' + path + ': ' + error.stderr);
  }
  const result = JSON.parse(readFileSync(json, 'utf8'));
  if (!result.watched) throw new Error('./grade ' + lab + ' ' + path + ' watched no kernel');
  return result;
}

// ---- What is drawn ------------------------------------------------------------------------------------------

// A visit of one warp to a load or store: the `at`th that `fits`, in the order of the run.
function request(result, fits, at = 0) {
  const {watched} = result;
  const all = watched.accesses.flatMap(access => access.visits.map(visit => ({access, visit, lanes: page.laneAddresses(watched.shapes, visit)})))
    .filter(each => fits(each.access, each.visit)).sort((a, b) => a.visit[4] - b.visit[4]);
  if (!all[at]) throw new Error('no such request: watched are the blocks ' + [...new Set(watched.accesses.map(access => '(' + access.block + ')'))].join(' '));
  return all[at];
}

// Loads of `in`, or stores to `out`, of one warp of one block.
const by = (what, block, warp) => (access, visit) => access.what === what && access.space === 'global' && String(access.block) === String(block) && visit[0] === warp;

// Requests below each other: [request, words before what it shows, whether whole lines of 128 bytes move].
function memoryPicture(title, requests) {
  const parts = requests.map(([{access, lanes}, words, lines]) => {
    const drawn = page.drawGlobal(lanes, access), count = drawn.facts.lines.length, share = 100 * access.element * lanes.filter(address => address !== null).length / (128 * count);
    return [drawn.picture, words + ': ' + (lines ? 'they touch ' + count + (count > 1 ? ' lines' : ' line') + ' of 128 bytes, and want ' + Math.round(share) + ' % of these bytes.' : page.memoryWordsOf(access, lanes, drawn.facts))];
  });
  return {title, description: parts.map(([, words]) => words).join(' '), parts, legend: page.globalLegend.map(([, words, name]) => [name, words]).concat([['+', 'at the left: bytes from the start of the array']])};
}

const blockOf = (result, at) => { const blocks = page.tileBlocks(result.watched); return blocks.find(block => String(block.block) === String(at)) || blocks[0]; };

// The tile at the step at which most is read, the first `planes` of it.
function tilePicture(result, title, words, planes) {
  const {watched} = result, block = blockOf(result, [0, 0, 0]), steps = page.tileSteps(watched, block), written = new Set(steps.flatMap(step => step.writes.map(write => write.cell)));
  const most = Math.max(...steps.map(step => step.reads.length)), tile = page.tileOf(steps, steps.findIndex(step => step.reads.length === most), written), all = tile.cells.size;
  for (const cell of [...tile.cells.keys()]) if (page.placeOf(watched.extent, cell)[2] >= planes) tile.cells.delete(cell);
  const interior = [...tile.cells.values()].filter(cell => cell.role === 'interior').length;
  return {title, description: words + ' In the planes that are drawn the block computes ' + interior + ' of ' + tile.cells.size + ' cells. All planes have ' + all + ' cells.', parts: [[page.drawTile(watched, block, tile, 'role', null), words]], legend: page.roleLegend.map(([name, each]) => [name, each])};
}

function marchPicture(result, title, words, columns) {
  const {watched} = result, block = blockOf(result, [0, 0, 0]), steps = page.tileSteps(watched, block), written = new Set(steps.flatMap(step => step.writes.map(write => write.cell)));
  const table = page.marchTable(watched, steps, written), drawn = page.drawMarch(steps.slice(0, columns), table.slice(0, columns), 5, 0);
  return {title, description: words + ' ' + drawn.getAttribute('aria-label'), parts: [[drawn, words]], legend: page.marchLegend};
}

// Warps' paths below each other, as long as their instructions take. `names`: of a file's lines, for a column.
function pathPicture(title, names, warps) {
  const counted = warps.map(([result, words]) => {
    const path = result.watched.paths.find(each => String(each.block) === '0,0,0' && each.warp === 0), whole = path.steps.reduce((all, step) => all + step[4], 0);
    const working = path.steps.reduce((all, step) => all + step[4] * [...Array(32).keys()].filter(lane => step[3] >>> lane & 1).length, 0);
    return {path, whole, files: result.watched.path_files, words: words + ': ' + whole + ' instructions, ' + (working / whole).toFixed(1) + ' of 32 lanes work on average.'};
  });
  const most = Math.max(...counted.map(each => each.whole));
  const drawn = counted.map(({path, whole, files, words}) => [page.drawPath(path, -1, 860 * whole / most, step => names[(files[step[0]] || '').split('/').pop() + ':' + step[1]] || ''), words]);
  return {title, description: counted.map(each => each.words).join(' ') + ' Time runs to the right; a row is a lane.', parts: drawn, legend: [['lane-works', 'a lane that works'], ['lane-waits', 'a lane that waits']]};
}

function smPicture(limits, title, {threads, registers, shared}) {
  const fit = page.occupancyOf(limits, threads, registers, shared), drawn = page.drawSm(limits, fit, fit.blocks);
  const allowed = Object.entries(fit.allowed).map(([name, count]) => page.limitWords[name] + ' for ' + count).join(', ');
  const words = 'There are ' + allowed + ' blocks: ' + fit.blocks + ' fit, ' + fit.warps + ' warps.';
  return {title, description: words + ' ' + drawn.getAttribute('aria-label') + '.', parts: [[drawn, words]]};
}

// What one thread of lab 8's 13-point kernel loads until it stores its first two points.
function columnPicture({watched}) {
  const thread = {block: [0, 0, 0], warp: 2, lane: 5}, visits = watched.accesses.filter(access => String(access.block) === String(thread.block))
    .flatMap(access => access.visits.filter(visit => visit[0] === thread.warp).map(visit => ({access, order: visit[4], address: page.laneAddresses(watched.shapes, visit)[thread.lane]}))).sort((a, b) => a.order - b.order);
  const store = visits.find(each => each.access.what === 'store'), cellsOf = each => [...Array(each.access.element / 4).keys()].map(i => page.placeOf(watched.extent, each.address / 4 + i));
  const results = cellsOf(store), [x, y, z] = results[0], loaded = visits.filter(each => each.access.what === 'load' && each.order < store.order).flatMap(cellsOf);
  const has = (list, at) => list.some(cell => String(cell) === String(at)), kind = (plane, column, row) => {
    const at = [x - 3 + column, y - 2 + row, z - 2 + plane];
    return !has(loaded, at) ? '' : has(results.map(cell => [cell[0], cell[1], at[2]]), at) ? 'in-registers' : 'in-shared';
  };
  const count = new Set(loaded.map(String)).size, words = 'A thread computes two points of plane z with one float2. Until it stores them it has loaded ' + count + ' values: ten of its own two columns, and the neighbours in x and y.';
  return {title: 'What two results of the 13-point stencil take, in five planes', description: words, parts: [[drawPlanes(page, {planes: ['z-2', 'z-1', 'z', 'z+1', 'z+2'], columns: 8, rows: 5, kind}), words]],
    legend: [['in-registers', 'own columns: stay in registers'], ['in-shared', 'neighbours: loaded anew in each plane']]};
}

// ---- The pictures -------------------------------------------------------------------------------------------

const pictures = {
  'lab0/neighbours': () => {
    const result = resultOf('lab0', {});
    return memoryPicture('What a warp of grey_kernel asks of memory', [[request(result, by('load', [0, 0, 0], 1)), 'Load of rgb[i]']]);
  },
  'lab1/path': () => pathPicture('The path of a warp of two_paths_kernel: time runs to the right', {'two_paths.h:14': 'even_path', 'two_paths.h:20': 'odd_path'},
    [[resultOf('lab1', {file: 'tests/lab1/wrong/neighbours.cu'}), 'Even and odd elements in one warp'], [resultOf('lab1', {}), 'Elements of one parity in each warp']]),
  'lab1/price': () => memoryPicture('The price of the cure: elements of one parity lie 8 bytes apart', [[request(resultOf('lab1', {}), by('load', [0, 0, 0], 0)), 'Load of in[e]']]),
  'lab2/sm': () => smPicture(resultOf('lab1', {options: ['--todo', '1.2', '--gpu', 't4']}).watched.limits, 'An SM of a T4: blocks of 256 threads, 40 registers a thread, 12 KiB', {threads: 256, registers: 40, shared: 12288}),
  'lab2/rows': () => memoryPicture('The 32 lanes of a warp of the matrix sum, on a GPU that moves lines', [
    [request(resultOf('lab2', {options: ['--todo', '2.5']}), by('load', [0, 0, 0], 1)), 'Blocks of 256x1', true],
    [request(resultOf('lab2', {changes: [['block_x = 256', 'block_x = 16'], ['block_y = 1', 'block_y = 16']], options: ['--todo', '2.5']}), by('load', [0, 0, 0], 1)), 'Blocks of 16x16', true]]),
  'lab3/rows': () => {
    const flat = resultOf('lab3', {}), cubes = resultOf('lab3', {changes: [['dim3 block(32, 8, 1)', 'dim3 block(8, 8, 8)']]});
    const right = (result, warp) => [0, 1, 2, 3, 4, 5, 6].map(at => request(result, by('load', result.watched.accesses[0].block, warp), at)).sort((a, b) => Math.max(...b.lanes) - Math.max(...a.lanes));
    const neighbour = (result, warp) => { // of seven loads: the centre's lanes are the store's
      const block = result.watched.accesses[0].block, centre = request(result, by('store', block, warp)).lanes;
      return right(result, warp).find(each => each.lanes.every((address, lane) => address === (centre[lane] === null ? null : centre[lane] + 4)));
    };
    return memoryPicture('The load of the neighbour at x+1', [[neighbour(flat, 1), 'Blocks of 32x8x1. Lane 0 has k = 0, the boundary, and loads nothing'], [neighbour(cubes, 3), 'Blocks of 8x8x8. Four rows, and in each a lane with k = 0']]);
  },
  'lab4/tile': () => tilePicture(resultOf('lab4', {changes: [['TILE_X = 16', 'TILE_X = 8']]}), 'The tile of block (0, 0, 0): 8 x 8 x 8 points in shared memory', 'The first four of its eight planes.', 4),
  'lab4/overlap': () => {
    const words = 'Both tiles hold the two columns in the frame. Column 6 is computed by block 0, and halo for block 1. Column 7 is the other way round.';
    return {title: 'Two neighbouring tiles of 8 x 8 points in one plane', description: words, parts: [[drawOverlap(page, 8), words]], legend: page.roleLegend};
  },
  'lab4/barrier': () => {
    const load = 'in-shared', read = 'in-registers', wait = 'lane-waits', bad = 'word-clash';
    const kept = 'With the barrier: nobody reads before the last warp has loaded.', broken = 'Without it: warp 0 reads cells that warp 2 has not filled yet.';
    return {title: 'Three warps of a block: time runs to the right', description: kept + ' ' + broken, parts: [
      [drawTimeline(page, [['warp 0', [[0, 22, 'loads', load], [22, 60, 'waits', wait], [60, 100, 'reads the tile', read]]], ['warp 1', [[14, 40, 'loads', load], [40, 60, 'waits', wait], [60, 100, 'reads the tile', read]]],
        ['warp 2', [[36, 60, 'loads', load], [60, 100, 'reads the tile', read]]]], [60]), kept],
      [drawTimeline(page, [['warp 0', [[0, 22, 'loads', load], [22, 62, 'reads too early', bad]]], ['warp 1', [[14, 40, 'loads', load], [40, 80, 'reads too early', bad]]],
        ['warp 2', [[36, 60, 'loads', load], [60, 100, 'reads the tile', read]]]], []), broken]]};
  },
  'lab4/rows': () => memoryPicture('A warp loads four rows of the tile', [[request(resultOf('lab4', {changes: [['TILE_X = 16', 'TILE_X = 8']]}), by('load', [9, 9, 9], 2)), 'Tile of 8 x 8 x 8']]),
  'lab5/march': () => marchPicture(resultOf('lab5', {}), 'The march of a block: planes of z, step by step', 'A column for each stretch between two barriers: two columns are one step of the march. In column 5 the plane z = 3 is computed from three planes in shared memory.', 20),
  'lab5/barriers': () => {
    const load = 'in-shared', read = 'in-registers', move = 'halo', wait = 'lane-waits', bad = 'word-clash';
    const kept = 'Thread A reads x-1, which is the cell of thread B. With the second barrier B overwrites its cell when A is done.', broken = 'Without it B may overwrite its cell first. A then reads a value of the wrong plane.';
    return {title: 'One step of the march, two neighbouring threads: time runs to the right', description: kept + ' ' + broken, parts: [
      [drawTimeline(page, [['thread A', [[0, 16, 'loads', load], [16, 26, '', wait], [26, 64, 'sum: reads the cell of B', read], [64, 100, 'overwrites its own cell', move]]],
        ['thread B', [[0, 26, 'loads', load], [26, 48, 'sum', read], [48, 64, 'waits', wait], [64, 100, 'overwrites its own cell', move]]]], [26, 64]), kept],
      [drawTimeline(page, [['thread A', [[0, 16, 'loads', load], [16, 26, '', wait], [52, 86, 'sum: reads the wrong value', bad]]],
        ['thread B', [[0, 26, 'loads', load], [26, 48, 'sum', read], [48, 78, 'overwrites its own cell', move]]]], [26]), broken]]};
  },
  'lab6/march': () => marchPicture(resultOf('lab6', {}), 'The march of a block: planes of z, step by step', 'A column for each stretch between two barriers: two columns are one step of the march. In column 5 the plane z = 3 is in shared memory, its two neighbours in registers.', 20),
  'lab7/requests': () => memoryPicture('One load of a warp in this lab\u2019s two kernels', [
    [request(resultOf('lab7', {options: ['--todo', '7.1']}), by('load', [1, 4, 8], 3)), 'Plain kernel, one point a lane, n = 67'],
    [request(resultOf('lab7', {}), by('load', [0, 2, 8], 3)), 'Wide kernel, four points a lane, n = 68. Lanes 17 to 31 are past the row and take its last four points once more (16+)']]),
  'lab8/double': () => memoryPicture('The load of one value a lane, in float and in double', [
    [request(resultOf('lab6', {}), by('load', [0, 0, 0], 3)), 'float, lab 6'], [request(resultOf('lab8', {options: ['--todo', '8.3']}), by('load', [0, 0, 0], 3)), 'double, this lab']]),
  'lab8/planes': () => columnPicture(resultOf('lab8', {options: ['--todo', '8.2']})),
};

const [target, only] = process.argv.slice(2);
for (const [name, draw] of Object.entries(pictures)) {
  if (only && only !== name) continue;
  const [lab, file] = name.split('/'), folder = folderOf(lab);
  if (target === '--names') { console.log(folder + '/' + file + '.svg'); continue; }
  const path = target ? join(target, folder, file + '.svg') : join('labs', folder, 'pictures', file + '.svg');
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, svgFile(page, draw()));
  console.log('  draw  ' + path.replace(basename(path), '') + basename(path));
}
rmSync(work, {recursive: true});
