// node run_again.mjs SCREENSHOTS PAGE.html...: opens each page in Chromium, has it run its kernel again, and compares what is then
// drawn with the result in the page.
import {readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {Browser} from '../page/browser.mjs';
import {runs} from './runs.mjs';

const [folder, ...files] = process.argv.slice(2);
const resultOf = file => JSON.parse(readFileSync(file, 'utf8').match(/<script type="application\/json" id="result">(.*?)<\/script>/s)[1]);
let bad = 0;
function check(name, condition, words = '') {
  console.log((condition ? 'ok ' : 'not ok ') + name + (condition ? '' : ': ' + words));
  if (!condition) bad++;
}
const same = (name, got, expected) => check(name, JSON.stringify(got) === JSON.stringify(expected), JSON.stringify(got) + ', expected ' + JSON.stringify(expected));

const heat = '[...document.querySelectorAll("td.heat[data-value]")].filter(cell => cell.dataset.column !== "time").map(cell => [Number(cell.parentNode.dataset.line), cell.dataset.column, Number(cell.dataset.value)])';

const browser = new Browser();
try {
  for (const file of files) {
    const name = basename(file, '.html'), result = resultOf(file), tab = await browser.tab();
    await tab.open(file, '#source');
    const before = await tab.run(heat);
    await tab.run('document.querySelector("#tab-alive").click()');
    const words = await tab.run(runs);
    check(name + '_runs', words.startsWith('It ran, in '), words);
    const shown = await tab.run('[...document.querySelectorAll("#run-counters td[data-counter]")].map(cell => [cell.dataset.counter, Number(cell.dataset.value)])');
    const usual = result.alive.cases.find(each => each.watched), kernels = Object.values(result.counters).filter(kernel => kernel.sizes === usual.sizes && kernel.entry === usual.entry);
    same(name + '_counts', shown, shown.map(([counter]) => [counter, kernels.reduce((all, kernel) => all + kernel[counter], 0)]));
    check(name + '_counts_much', shown.length > 3, String(shown.length));
    await tab.screenshot(join(folder, name + '-run.png'));
    await tab.run('document.querySelector("#tab-source").click()');
    const after = await tab.run(heat), lines = new Set(after.map(cell => cell[0]));
    same(name + '_heat', after, before.filter(cell => lines.has(cell[0])));
    check(name + '_heat_is_there', after.length > 10, String(after.length));
    for (const view of ['memory', 'tile', 'path']) {
      await tab.run(`document.querySelector('#tab-${view}')?.click()`);
      check(name + '_' + view, await tab.run(`!document.querySelector('#tab-${view}') || !!document.querySelector('#panel-${view} svg, #panel-${view} canvas')`), 'nothing is drawn');
    }
    same(name + '_without_errors', tab.errors, []);
    await tab.close();
  }
} finally {
  await browser.close();
}
process.exit(bad ? 1 : 0);
