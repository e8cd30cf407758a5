// Drawings that follow from no run: who does what when, and tiles that overlap. `page`: the page's drawings (svg.mjs).

// Rows of time, one a warp or thread: [name, [[from, to, words, class]]], `at` being the barriers that all rows wait for; 0 to 100.
export function drawTimeline(page, rows, barriers) {
  const left = 96, wide = 800, pitch = 42, top = 26, x = time => left + wide * time / 100, parts = [];
  rows.forEach(([name, boxes], row) => {
    const y = top + row * pitch;
    parts.push(page.drawing('text', {x: 2, y: y + 21, 'font-size': 14}, name));
    for (const [from, to, words, kind] of boxes) {
      parts.push(page.drawing('rect', {x: x(from) + 1, y, width: x(to) - x(from) - 2, height: 32, rx: 4, class: kind}));
      parts.push(page.drawing('text', {x: (x(from) + x(to)) / 2, y: y + 21, 'font-size': 13, 'text-anchor': 'middle', ...(kind === 'word-clash' ? {class: 'clash-number'} : {})}, words));
    }
  });
  const height = top + rows.length * pitch;
  for (const at of barriers) {
    parts.push(page.drawing('rect', {x: x(at) - 0.5, y: top - 6, width: 1, height: height - top + 4, class: 'march-now'}));
    parts.push(page.drawing('text', {x: x(at), y: 14, 'font-size': 13, 'text-anchor': 'middle'}, 'barrier'));
  }
  return page.drawing('svg', {viewBox: '0 0 ' + (left + wide + 4) + ' ' + height}, parts);
}

// Two tiles of `size` x `size` points of one plane, side by side in a row of the grid, drawn one below the other: what both hold
// stands in the same columns, and is framed.
export function drawOverlap(page, size) {
  const unit = 24, left = 96, inner = size - 2, parts = [], heightOf = size * unit;
  for (let k = 0; k < size + inner; k++) parts.push(page.drawing('text', {x: left + (k + 0.5) * unit, y: 16, 'font-size': 13, 'text-anchor': 'middle'}, String(k)));
  parts.push(page.drawing('text', {x: 2, y: 16, 'font-size': 14}, 'point k'));
  for (const block of [0, 1]) {
    const top = 26 + block * (heightOf + 14);
    parts.push(page.drawing('text', {x: 2, y: top + heightOf / 2 + 5, 'font-size': 14}, 'block ' + block));
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const halo = x === 0 || x === size - 1 || y === 0 || y === size - 1, at = [left + (block * inner + x) * unit, top + y * unit];
        parts.push(page.drawing('rect', {x: at[0] + 0.5, y: at[1] + 0.5, width: unit - 1, height: unit - 1, class: 'tile-cell ' + (halo ? 'halo' : 'interior')}));
        if (halo) parts.push(page.drawing('text', {x: at[0] + unit / 2, y: at[1] + unit * 0.7, 'font-size': 13, 'text-anchor': 'middle', class: 'tile-number'}, '\u00b7'));
      }
  }
  const height = 26 + 2 * heightOf + 14;
  parts.push(page.drawing('rect', {x: left + inner * unit - 2, y: 22, width: 2 * unit + 4, height: height - 20, rx: 4, class: 'march-now'}));
  return page.drawing('svg', {viewBox: '0 0 ' + (left + (size + inner) * unit + 10) + ' ' + (height + 6)}, parts);
}

// Planes side by side, cells of a few kinds: {planes: [name], columns, rows, kind: (plane, x, y) => class or ''}.
export function drawPlanes(page, {planes, columns, rows, kind}) {
  const unit = 24, wide = columns * unit + 30, parts = [];
  planes.forEach((name, plane) => {
    parts.push(page.drawing('text', {x: plane * wide + 2, y: 18, 'font-size': 16}, name));
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++)
        parts.push(page.drawing('rect', {x: plane * wide + x * unit + 0.5, y: 28 + y * unit + 0.5, width: unit - 1, height: unit - 1, class: kind(plane, x, y) || 'march-cell'}));
  });
  return page.drawing('svg', {viewBox: '0 0 ' + planes.length * wide + ' ' + (34 + rows * unit)}, parts);
}
