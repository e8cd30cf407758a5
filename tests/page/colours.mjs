// Are colours that say something told apart by those who see colours otherwise? As they are seen with protanopia, deuteranopia and
// tritanopia (Machado, Oliveira and Fernandes 2009), their distance in CIELAB is looked at: 2 is just seen, 10 at a glance.
//
//   node colours.mjs grader/page/page.css      prints "ok NAME" or "not ok NAME: why"
import {readFileSync} from 'node:fs';

const sight = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]};
const times = (matrix, color) => matrix.map(row => Math.min(1, Math.max(0, row.reduce((sum, factor, i) => sum + factor * color[i], 0))));
const linear = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16) / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
function cielab(color) {
  const [x, y, z] = times([[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8729]], color).map(t => t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

// What is told by these colours; shares of a time stand beside their neighbours, and each has its words.
const sets = [
  [15, ['cell-right', 'cell-kept', 'cell-wrong', 'cell-never', 'cell-over']], [18, ['good', 'bad']], [10, ['sector', 'waste']],
  [10, ['share-0', 'share-1']], // interior and halo
  [10, ['share-0', 'share-4']], // in shared memory and in registers
  ...[0, 1, 2, 3, 4, 5, 6, 7].map(i => [7, ['share-' + i, 'share-' + (i + 1)]])];
const css = readFileSync(process.argv[2], 'utf8');
let bad = 0;
for (const [, selector, body] of css.matchAll(/^:root(\[data-theme="dark"\])? \{([^}]*)\}/gm)) {
  const colors = Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(found => found.slice(1)));
  for (const [name, matrix] of Object.entries(sight)) {
    const seen = color => cielab(times(matrix, linear(colors[color])));
    const alike = sets.flatMap(([least, set]) => set.flatMap((a, i) => set.slice(i + 1).map(b => [a, b, Math.hypot(...seen(a).map((x, k) => x - seen(b)[k]))])).filter(([, , distance]) => !(distance >= least)));
    const test = (selector ? 'dark' : 'light') + '_with_' + name;
    console.log(alike.length ? 'not ok ' + test + ': ' + alike.map(([a, b, distance]) => a + ' and ' + b + ' differ by ' + distance.toFixed(1)).join(', ') : 'ok ' + test);
    bad += alike.length;
  }
}
process.exit(bad ? 1 : 0);
