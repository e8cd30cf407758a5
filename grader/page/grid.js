// The output cell by cell: slices of the grid, right and wrong, with the outlines of what each block wrote.

const cellKinds = [
  {letter: '.', name: 'right', color: '--cell-right', sign: '', words: 'right'},
  {letter: '-', name: 'kept', color: '--cell-kept', sign: '', words: 'boundary, kept as it was'},
  {letter: 'x', name: 'wrong', color: '--cell-wrong', sign: '\u00d7', words: 'wrong'},
  {letter: 'n', name: 'never', color: '--cell-never', sign: '\u25cb', words: 'never written'},
  {letter: 'b', name: 'over', color: '--cell-over', sign: '!', words: 'boundary overwritten'}];
const kindOf = Object.fromEntries(cellKinds.map(kind => [kind.letter, kind]));

// The grid with its cells in one string, and views of it as slices: along[2] is the axis that slices follow.
function readGrid(grid) {
  const owner = [];
  for (let i = 0; i < grid.blocks.length; i += 2)
    for (let n = 0; n < grid.blocks[i + 1]; n++) owner.push(grid.blocks[i]);
  const letters = grid.cells.join('');
  let extent = grid.extent.slice();
  const row = extent[1] === 1 && extent[2] === 1;
  if (row && extent[0] > 64) extent = [64, Math.ceil(extent[0] / 64), 1]; // a long row is folded: a canvas has its limits
  const wrong = new Map(grid.wrong.map(([index, got, expected, words]) => [index, {got, expected, words}]));
  return {letters, owner, wrong, extent, folded: row && extent[1] > 1, axes: grid.axes, output: grid.output, wrongCount: grid.wrong_count};
}

function view(grid, axis) {
  const step = [1, grid.extent[0], grid.extent[0] * grid.extent[1]];
  const along = axis === 2 ? [0, 1, 2] : axis === 1 ? [0, 2, 1] : [1, 2, 0];
  const [width, height, depth] = along.map(a => grid.extent[a]);
  return {along, width, height, depth, cell: (u, v, w) => u * step[along[0]] + v * step[along[1]] + w * step[along[2]]};
}

// Numbers along an edge of the drawn slice, and what they count. `along`: how the name of the axis reads; `of`: the number of a row.
function ruler(name, count, size, room, of) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find(each => each * size >= room) || 1000, box = element('div', {className: 'ruler', 'aria-hidden': 'true'}, element('span', {className: 'axis-name'}, name));
  for (let at = 0; at < count; at += step) {
    const mark = element('span', {className: 'tick'}, String(of(at)));
    mark.style.setProperty('--at', 100 * (at + 0.5) / count + '%');
    box.append(mark);
  }
  return box;
}

const axisName = (grid, axis) => grid.axes < 2 ? '' : 'xyz'[axis] + ' (' + (grid.axes === 3 ? 'kji' : 'kj')[axis] + ')';

// The rulers above and at the left of a slice.
function rulers(grid, seen, size) {
  const plain = grid.axes < 2, width = seen.width;
  const above = ruler(plain ? 'place' : axisName(grid, seen.along[0]), seen.width, size, 38, at => plain && grid.folded ? '+' + at : at);
  const left = ruler(plain ? '' : axisName(grid, seen.along[1]), seen.height, size, 20, at => plain ? at * width : at);
  above.classList.add('above'), left.classList.add('left');
  return [above, left];
}

// "i = 1 (z), j = 1 (y), k = 7 (x)"
function pointName(axes, [x, y, z]) {
  return axes === 3 ? 'i = ' + z + ' (z), j = ' + y + ' (y), k = ' + x + ' (x)' : 'j = ' + y + ' (y), k = ' + x + ' (x)';
}

// `tile`: the cells that a block has loaded into shared memory, drawn with a dashed line around them; null: none.
function paintSlice(canvas, grid, seen, slice, size, cursor, tile = null) {
  const scale = window.devicePixelRatio || 1, context = canvas.getContext('2d');
  canvas.width = seen.width * size * scale;
  canvas.height = seen.height * size * scale;
  canvas.style.width = seen.width * size + 'px';
  context.scale(scale, scale);
  const colors = Object.fromEntries(cellKinds.map(kind => [kind.letter, theme(kind.color)]));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = Math.round(size * 0.75) + 'px sans-serif';
  for (let v = 0; v < seen.height; v++)
    for (let u = 0; u < seen.width; u++) {
      const letter = grid.letters[seen.cell(u, v, slice)];
      if (!letter) continue;
      const gap = size >= 8 ? 1 : 0;
      context.fillStyle = colors[letter];
      context.fillRect(u * size, v * size, size - gap, size - gap);
      if (size >= 11 && kindOf[letter].sign) {
        context.fillStyle = theme('--cell-sign');
        context.fillText(kindOf[letter].sign, (u + 0.5) * size, (v + 0.53) * size);
      }
    }
  if (size >= 5) paintEdges(context, grid, seen, slice, size);
  if (size >= 5 && tile) paintTile(context, tile, seen, slice, size);
  if (!cursor) return;
  context.strokeStyle = theme('--accent');
  context.lineWidth = 4;
  context.strokeRect(cursor.u * size, cursor.v * size, size, size);
}

// A line wherever two neighbours were written by different blocks.
function paintEdges(context, grid, seen, slice, size) {
  const by = (u, v) => grid.owner[seen.cell(u, v, slice)];
  context.strokeStyle = theme('--cell-edge');
  context.lineWidth = Math.max(1.5, size / 10);
  context.beginPath();
  for (let v = 0; v < seen.height; v++)
    for (let u = 0; u < seen.width; u++) {
      const here = by(u, v);
      if (u + 1 < seen.width && by(u + 1, v) !== here) {
        context.moveTo((u + 1) * size - 0.5, v * size);
        context.lineTo((u + 1) * size - 0.5, (v + 1) * size);
      }
      if (v + 1 < seen.height && by(u, v + 1) !== here) {
        context.moveTo(u * size, (v + 1) * size - 0.5);
        context.lineTo((u + 1) * size, (v + 1) * size - 0.5);
      }
    }
  context.stroke();
}

// A dashed line wherever a cell of the tile lies beside one that is none, or at the edge of the grid.
function paintTile(context, tile, seen, slice, size) {
  const inside = (u, v) => u >= 0 && v >= 0 && u < seen.width && v < seen.height && tile.has(seen.cell(u, v, slice)), off = 2;
  context.strokeStyle = theme('--accent');
  context.lineWidth = Math.max(2, size / 9);
  context.setLineDash([Math.max(4, size / 3), Math.max(3, size / 5)]);
  context.beginPath();
  for (let v = 0; v < seen.height; v++)
    for (let u = 0; u < seen.width; u++) {
      if (!inside(u, v)) continue;
      const [left, top, right, bottom] = [u * size + off, v * size + off, (u + 1) * size - off, (v + 1) * size - off];
      for (const [du, dv, x, y, toX, toY] of [[-1, 0, left, v * size, left, (v + 1) * size], [1, 0, right, v * size, right, (v + 1) * size], [0, -1, u * size, top, (u + 1) * size, top], [0, 1, u * size, bottom, (u + 1) * size, bottom]])
        if (!inside(u + du, v + dv)) context.moveTo(x, y), context.lineTo(toX, toY);
    }
  context.stroke();
  context.setLineDash([]);
}

// By the number of the block: the blocks that were followed and load values into shared memory.
function tilesOf(watched) {
  const launch = watched.launches.at(-1), own = launch && watched.extent ? tileBlocks(watched).filter(block => block.kernel === launch.kernel) : [];
  return new Map(own.map(block => [block.block[0] + launch.grid[0] * (block.block[1] + launch.grid[1] * block.block[2]), block]));
}

// The cells that a block has loaded into shared memory, halo included: where its stores there have their values from.
function tileCells(watched, block) {
  const loads = new Map(block.accesses.filter(access => access.space === 'global').flatMap(access => access.visits.map(visit => [visit[4], {access, visit}]))), cells = new Set();
  for (const access of block.accesses)
    for (const visit of access.space === 'shared' && access.what === 'store' ? access.visits : []) {
      const from = visit.length > 5 && loads.get(visit[5]);
      if (from) laneAddresses(watched.shapes, from.visit).forEach((address, lane) => { if (address !== null && visit[6] >>> lane & 1) cells.add(Math.floor(address / from.access.element)); });
    }
  return cells;
}

function blockName(watched, number) {
  const launch = watched.launches[watched.launches.length - 1];
  if (number < 0 || !launch) return '';
  const [x, y] = launch.grid;
  return triple([number % x, Math.floor(number / x) % y, Math.floor(number / x / y)]);
}

// A cell in words: where, what it holds, what it should hold, who wrote it.
function cellWords(watched, grid, index) {
  const x = index % grid.extent[0], y = Math.floor(index / grid.extent[0]) % grid.extent[1], z = Math.floor(index / grid.extent[0] / grid.extent[1]);
  const letter = grid.letters[index], values = grid.wrong.get(index), owner = blockName(watched, grid.owner[index]);
  const name = (grid.axes > 1 ? pointName(grid.axes, [x, y, z]) : grid.output + '[' + index + ']') + (values && values.words ? ', ' + values.words : '');
  let words = name + ': ' + kindOf[letter].words + '.';
  if (values && letter === 'x') words += ' Got ' + value(values.got) + ', expected ' + value(values.expected) + '.';
  if (values && letter === 'n') words += ' Expected ' + value(values.expected) + '; it still holds ' + value(values.got) + '.';
  if (values && letter === 'b') words += ' It became ' + value(values.got) + '.';
  if (owner) words += ' Written by block ' + owner + '.';
  return words;
}

// ---- What a wrong cell is made of ----------------------------------------------------------------------------

const stepWords = {'load global': 'loaded from', 'store global': 'stored to', 'load shared': 'read from', 'store shared': 'stored to', 'load local': 'read from', 'store local': 'stored to'};

// "in[2][3][4] loaded from global memory at line 30 by thread (1, 2, 3)"
function routeStep(step) {
  const what = step.kind === 'shuffle' ? 'from another lane' : step.kind === 'atomic' ? 'by an atomic operation on ' + step.element : (stepWords[step.kind + ' ' + step.space] || step.kind) + ' ' + (step.element || step.space + ' memory');
  return what + (step.line ? ' at line ' + step.line : '') + (step.thread ? ' by thread ' + triple(step.thread) + ' of block ' + triple(step.block) : '');
}

function termWords(term) {
  const number = term.number === 1 ? '' : term.number === -1 ? '\u2212' : value(term.number) + ' \u00b7 ';
  return term.missing ? 'missing' : number + (term.factor ? term.factor + ' \u00b7 ' : '') + term.element;
}

// A table of the terms: what each should be, what it is, and by which way it came.
function recipeTable(recipe) {
  if (!recipe.written) return element('p', {}, 'No thread stored this cell: it is made of nothing.');
  if (!recipe.terms.length) return element('p', {}, 'What it is made of could not be told.');
  return scrolling('what the cell is made of', element('table', {className: 'recipe'},
    element('thead', {}, element('tr', {}, ['term', 'is', 'its way'].map(name => element('th', {scope: 'col'}, name)))),
    element('tbody', {}, recipe.terms.map(term => element('tr', {className: term.right ? '' : 'changed', 'data-term': term.term}, element('th', {scope: 'row'}, term.term || 'not asked for'),
      element('td', {className: 'number'}, (term.right ? '\u2713 ' : '\u2717 ') + termWords(term)), element('td', {}, element('ol', {className: 'route'}, term.steps.map(step => element('li', {}, routeStep(step))))))))));
}

// The recipe of a cell, or of the followed one that is nearest to it. Nothing is missing from a cell of the boundary, where nothing belongs.
function recipeOf(watched, grid, index) {
  const letter = grid.letters[index], ofBoundary = each => grid.letters[each] === 'b';
  const recipes = (watched.recipes || []).filter(recipe => ofBoundary(recipe.index) === ofBoundary(index)).map(recipe => ofBoundary(index) ? {...recipe, terms: recipe.terms.filter(term => !term.missing)} : recipe);
  if (!recipes.length || !'xnb'.includes(letter)) return null;
  const own = recipes.find(recipe => recipe.index === index);
  if (own) return {recipe: own, own: true};
  const at = i => [i % grid.extent[0], Math.floor(i / grid.extent[0]) % grid.extent[1], Math.floor(i / grid.extent[0] / grid.extent[1])], here = at(index);
  const far = recipe => at(recipe.index).reduce((all, each, axis) => all + Math.abs(each - here[axis]), 0) + (grid.letters[recipe.index] === letter ? 0 : 1e6);
  return {recipe: recipes.reduce((best, recipe) => far(recipe) < far(best) ? recipe : best), own: false};
}

function gridCard(result) {
  const watched = result.watched, grid = readGrid(watched.grid);
  const state = {axis: 2, slice: 0, cursor: null};
  const counts = Object.fromEntries(cellKinds.map(kind => [kind.letter, 0]));
  for (const letter of grid.letters) counts[letter]++;
  const first = grid.wrong.size ? grid.wrong.keys().next().value : Math.floor(grid.letters.length / 2);
  state.slice = Math.floor(first / grid.extent[0] / grid.extent[1]);

  const canvas = element('canvas', {tabindex: '0', role: 'img', id: 'slice'});
  const reading = element('p', {className: 'reading', role: 'status'});
  const recipe = element('div', {id: 'recipe', 'aria-live': 'polite'});
  const slider = element('input', {type: 'range', min: '0', id: 'slice-number'});
  const label = element('label', {for: 'slice-number'});
  const thumbs = element('div', {className: 'thumbs'}), frame = element('div', {className: 'framed'});
  const axisButtons = ['x', 'y', 'z'].map((name, axis) => element('button', {type: 'button', onclick: () => choose(axis)}, 'along ' + name));

  // The tile to draw: that of the cell's block, or of the first wrong cell's, or the first one that was followed.
  const tiles = tilesOf(watched), drawn = new Map(), tip = element('p', {className: 'soft tip', id: 'grid-tip'});
  function chosenTile(index) {
    return [index === null ? null : grid.owner[index], grid.owner[first], tiles.keys().next().value].find(number => tiles.has(number));
  }
  function cellsOfTile(number) {
    if (number !== undefined && !drawn.has(number)) drawn.set(number, tileCells(watched, tiles.get(number)));
    return number === undefined ? null : drawn.get(number);
  }

  function size(seen) {
    const room = window.innerWidth > 800 ? window.innerWidth * 0.42 : window.innerWidth - 130; // what is read stands beside it, or below
    return Math.max(3, Math.min(56, Math.floor(Math.min(room, 800) / seen.width), Math.floor(600 / seen.height)));
  }

  function show() {
    const seen = view(grid, state.axis), axisName = 'xyz'[state.axis];
    slider.max = seen.depth - 1;
    slider.value = state.slice;
    label.textContent = 'Slice ' + axisName + ' = ' + state.slice;
    const number = chosenTile(state.cursor ? seen.cell(state.cursor.u, state.cursor.v, state.slice) : null);
    paintSlice(canvas, grid, seen, state.slice, size(seen), state.cursor, cellsOfTile(number));
    canvas.dataset.tile = number === undefined ? '' : number;
    tip.textContent = 'Lines enclose what one block wrote' + (number === undefined ? '' : ', the dashed line what block ' + blockName(watched, number) + ' loaded into its tile') + '. Point at a cell, or focus the grid and use the arrow keys' + (grid.extent[2] > 1 ? '; Page Up and Page Down change the slice.' : '.');
    frame.replaceChildren(...rulers(grid, seen, size(seen)), canvas);
    let wrong = 0;
    for (let v = 0; v < seen.height; v++)
      for (let u = 0; u < seen.width; u++) wrong += 'xnb'.includes(grid.letters[seen.cell(u, v, state.slice)] || '.');
    canvas.setAttribute('aria-label', 'Slice ' + axisName + ' = ' + state.slice + ' of ' + grid.output + ': ' + wrong + ' of ' + seen.width * seen.height + ' cells are wrong. Arrow keys read cells.');
    axisButtons.forEach((button, axis) => button.setAttribute('aria-pressed', axis === state.axis));
    [...thumbs.children].forEach((thumb, w) => thumb.setAttribute('aria-pressed', w === state.slice));
    recipe.replaceChildren();
    if (!state.cursor) return;
    const index = seen.cell(state.cursor.u, state.cursor.v, state.slice), found = recipeOf(watched, grid, index);
    reading.textContent = cellWords(watched, grid, index);
    if (!found) return;
    recipe.dataset.index = found.recipe.index;
    recipe.append(element('h3', {}, found.own ? 'What it is made of' : ['What the nearest one that was followed is made of: ', element('span', {className: 'number'}, '(' + found.recipe.point.join(', ') + ')')]), recipeTable(found.recipe));
  }

  function showThumbs() {
    const seen = view(grid, state.axis), small = Math.max(1, Math.min(10, Math.floor(72 / Math.max(seen.width, seen.height))));
    thumbs.replaceChildren();
    for (let w = 0; w < seen.depth && seen.depth > 1; w++) {
      const little = element('canvas', {'aria-hidden': 'true'});
      paintSlice(little, grid, seen, w, small);
      thumbs.append(element('button', {type: 'button', 'aria-label': 'slice ' + w, onclick: () => { state.slice = w; show(); }}, little, String(w)));
    }
  }

  function choose(axis) {
    state.axis = axis;
    state.cursor = null;
    state.slice = Math.min(state.slice, view(grid, axis).depth - 1);
    showThumbs();
    show();
  }

  function point(event) {
    const seen = view(grid, state.axis), box = canvas.getBoundingClientRect();
    const u = Math.floor((event.clientX - box.left) / box.width * seen.width), v = Math.floor((event.clientY - box.top) / box.height * seen.height);
    if (u < 0 || v < 0 || u >= seen.width || v >= seen.height || !grid.letters[seen.cell(u, v, state.slice)]) return;
    state.cursor = {u, v};
    show();
  }

  function move(du, dv) {
    const seen = view(grid, state.axis), at = state.cursor || {u: 0, v: 0};
    state.cursor = {u: Math.max(0, Math.min(seen.width - 1, at.u + du)), v: Math.max(0, Math.min(seen.height - 1, at.v + dv))};
    show();
  }

  function turn(by) {
    state.slice = Math.max(0, Math.min(view(grid, state.axis).depth - 1, state.slice + by));
    show();
  }

  canvas.addEventListener('pointermove', point);
  canvas.addEventListener('pointerdown', point);
  canvas.addEventListener('keydown', event => arrow(event, {ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, -1),
    ArrowDown: () => move(0, 1), PageUp: () => turn(-1), PageDown: () => turn(1)}));
  slider.addEventListener('input', () => { state.slice = Number(slider.value); show(); });
  const repaint = () => { showThumbs(); show(); };
  document.addEventListener('themechange', repaint);

  const deep = grid.extent[2] > 1;
  const card = element('section', {className: 'card grid', 'aria-labelledby': 'grid'},
    element('h2', {id: 'grid'}, grid.wrongCount ? ['Where ', element('code', {}, grid.output), ' is wrong'] : 'What was written', element('span', {className: 'soft'}, ': ' + watched.entry + ', ' + watched.sizes)),
    element('ul', {className: 'legend'}, cellKinds.filter(kind => counts[kind.letter]).map(kind => element('li', {},
      element('b', {className: kind.name, 'aria-hidden': 'true'}, kind.sign), kind.words + ': ', element('span', {'data-count': kind.name}, grouped(counts[kind.letter]))))),
    deep ? element('div', {className: 'row'}, element('span', {}, 'Slices'), axisButtons[2], axisButtons[1], axisButtons[0], label, slider) : '',
    element('div', {className: 'stage'}, frame, element('div', {}, reading, tip)),
    recipe, thumbs);
  requestAnimationFrame(repaint);
  return card;
}
