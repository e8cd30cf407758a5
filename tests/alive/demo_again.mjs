// node demo_again.mjs SCREENSHOTS DEMO.html: the last step of a demonstration runs its rows again.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from '../page/browser.mjs';
import {runs} from './runs.mjs';

const [folder, file] = process.argv.slice(2);
const result = JSON.parse(readFileSync(file, 'utf8').match(/<script type="application\/json" id="result">(.*?)<\/script>/s)[1]);
let bad = 0;
function check(name, condition, words = '') {
  console.log((condition ? 'ok demo_' : 'not ok demo_') + name + (condition ? '' : ': ' + words));
  if (!condition) bad++;
}
const browser = new Browser(), tab = await browser.tab();
try {
  await tab.open(file);
  await tab.key('End');
  check('has_a_step', await tab.run('!document.querySelector("#run-again").closest("section.step").hidden'), 'the last step is another');
  for (const row of [0, result.rows.length - 1]) {
    await tab.run(`{const c = document.querySelector('#run-size'); c.value = ${row}; c.dispatchEvent(new Event('change'));}`);
    const words = await tab.run(runs);
    check('runs_' + row, words.startsWith('It ran'), words);
    const sum = name => result.rows[row].lines.reduce((all, line) => all + (line[name] || 0), 0);
    for (const name of ['warp_instructions', 'global_load_sectors', 'global_store_sectors']) {
      const shown = await tab.run(`Number(document.querySelector('#run-counters td[data-counter="${name}"]')?.dataset.value ?? 0)`);
      check('counts_' + row + '_' + name, shown === sum(name), shown + ', expected ' + sum(name));
    }
    check('heat_' + row, await tab.run('document.querySelectorAll("td.heat[data-value]").length') > 5, 'no heat');
  }
  await tab.screenshot(join(folder, 'demo-run.png'));
  check('without_errors', !tab.errors.length, tab.errors.join('; '));
} finally {
  await browser.close();
}
process.exit(bad ? 1 : 0);
