// node controls.mjs SCREENSHOTS LAB3.html: the controls of "Run it again" and of the stepper, worked in Chromium.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from '../page/browser.mjs';
import {runs} from './runs.mjs';

const [folder, file] = process.argv.slice(2);
const result = JSON.parse(readFileSync(file, 'utf8').match(/<script type="application\/json" id="result">(.*?)<\/script>/s)[1]);
let bad = 0;
function check(name, condition, words = '') {
  console.log((condition ? 'ok ' : 'not ok ') + name + (condition ? '' : ': ' + words));
  if (!condition) bad++;
}
const browser = new Browser(), tab = await browser.tab();
const set = (id, value) => tab.run(`{const c = document.querySelector('${id}'); c.value = '${value}'; c.dispatchEvent(new Event('input', {bubbles: true})); c.dispatchEvent(new Event('change', {bubbles: true}));}`);
const count = name => tab.run(`Number(document.querySelector('#run-counters td[data-counter="${name}"]')?.dataset.value ?? 0)`);
const text = selector => tab.run(`document.querySelector('${selector}')?.textContent ?? ''`);
const heat = '[...document.querySelectorAll("td.heat[data-column=sectors][data-value]")].reduce((all, cell) => all + Number(cell.dataset.value), 0)';
try {
  await tab.open(file, '#alive');
  await tab.run(`new Promise(done => { const look = () => document.querySelectorAll('#run-gpu option').length > 1 ? done(true) : setTimeout(look, 20); look(); })`);
  await tab.run(runs);
  const usual = {loads: await count('global_load_sectors'), excess: await count('global_sectors_excessive'), instructions: await count('warp_instructions'), threads: await count('threads')};

  // Another block: a warp of 32 x 1 becomes one of 1 x 32, whose lanes lie far apart.
  await set('#run-block-x', 1);
  await set('#run-block-y', 256);
  let words = await tab.run(runs);
  check('block_runs', words.startsWith('It ran, in ') && words.includes('block (1, 256, 1)'), words);
  check('block_scatters', await count('global_sectors_excessive') > 2 * usual.excess, String(await count('global_sectors_excessive')));
  const verdict = async () => [await text('#run-verdict'), await tab.run(`document.querySelector('#run-verdict')?.className ?? null`)].join('|');
  check('block_is_right', /^Right: all 262\s144\svalues of out .* full marks\.\|good$/.test(await verdict()), await verdict());
  const sectors = await count('global_load_sectors') + await count('global_store_sectors');
  await tab.run('document.querySelector("#tab-source").click()');
  check('heat_follows', await tab.run(heat) === sectors, await tab.run(heat) + ', expected ' + sectors);
  await tab.run('document.querySelector("#tab-memory").click()');
  check('memory_follows', await tab.run('document.querySelectorAll("#panel-memory [data-sector=used]").length') > 8, await text('#panel-memory'));
  await tab.run('document.querySelector("#tab-alive").click()');

  // As it was.
  await tab.run('document.querySelector("#run-usual").click()');
  await tab.run(runs);
  check('nothing_to_judge', await verdict() === '|', await verdict());
  check('as_it_was', await count('global_load_sectors') === usual.loads && await count('warp_instructions') === usual.instructions, 'other counters');

  // Another size: the host code's own launch of it.
  const small = result.alive.cases.findIndex(each => each.sizes === 'n=33'), launch = result.alive.cases[small].steps[0];
  await set('#run-size', small);
  words = await tab.run(runs);
  check('size_runs', words.includes('grid (' + launch.grid.join(', ') + ')'), words);
  check('size_counts', await count('threads') === launch.grid.reduce((a, b) => a * b) * launch.block.reduce((a, b) => a * b), String(await count('threads')));
  await tab.run('document.querySelector("#tab-memory").click()');
  check('memory_follows_the_size', (await text('#panel-memory h2')).includes('n=33'), await text('#panel-memory h2'));
  await tab.run('document.querySelector("#tab-alive").click()');

  // Another GPU, and a block that it has no room for.
  await set('#run-gpu', 't4');
  await set('#run-block-y', 64);
  words = await tab.run(runs);
  check('too_many_threads', words.includes('It was stopped.'), words);
  await tab.run('document.querySelector("#run-usual").click()');
  await set('#run-gpu', 'k20');
  words = await tab.run(runs);
  check('older_gpu', words.startsWith('It ran') || words.startsWith('It was stopped'), words);

  // A parameter: n is one more than the arrays have room for.
  await tab.run('document.querySelector("#run-usual").click()');
  const names = await tab.run('[...document.querySelectorAll("#run-word option")].map(option => option.textContent)');
  check('parameters_are_named', names[0] === 'parameter 3, n: int' && names[1] === 'parameter 4, c: StencilCoefficients, word 0' && names.length === 8, names.join('; '));
  check('parameter_is_n', await tab.run('document.querySelector("#run-value").value') === '64');
  await set('#run-value', 66);
  words = await tab.run(runs);
  check('finding', words.includes('out-of-bounds') && words.includes('stencil.cu:'), words);
  await tab.run('document.querySelector("#run-usual").click()');
  await set('#run-word', 2);
  await set('#run-value', 0.5);
  check('coefficient_runs', (await tab.run(runs)).startsWith('It ran'));
  check('coefficient_is_not_judged', /^238\s3\d\d of 262\s144\svalues of out differ .*\|$/.test(await verdict()), await verdict());
  check('coefficient_counts_the_same', await count('warp_instructions') === usual.instructions, 'other counters');
  await tab.screenshot(join(folder, 'controls.png'));

  // A warp, step by step.
  await tab.run('document.querySelector("#run-usual").click()');
  await tab.run(runs.replaceAll('#run-again', '#step-begin').replaceAll('#run-answer', '#step-view'));
  check('step_begins', (await text('#step-words')).startsWith('Step 1 of '), await text('#step-view'));
  const most = Number(await tab.run('document.querySelector("#step-at").max')) + 1;
  check('steps', most > 20, String(most));
  const lines = result.sources[0].text.split('\n'), ptx = result.alive.ptx[0].split('\n');
  let wrong = '', registers = 0, sources = 0;
  for (let at = 0; at < most; at++) {
    const [words, line, source, code, active] = await tab.run(`[document.querySelector('#step-words').textContent, Number(document.querySelector('#step-source')?.dataset.line ?? 0), document.querySelector('#step-source')?.textContent ?? '',
      document.querySelector('#step-ptx .selected .text').textContent, Number(document.querySelector('#step-lanes').dataset.lanes)]`);
    if (!words.startsWith('Step ' + (at + 1) + ' of ' + most)) wrong ||= words;
    if (line && source !== lines[line - 1].trim()) wrong ||= source;
    if (!ptx.includes(code) || !code.trim()) wrong ||= 'PTX: ' + code;
    if (active < 0 || active > 32) wrong ||= active + ' lanes';
    sources += line > 0;
    registers = Math.max(registers, await tab.run('document.querySelectorAll("#step-registers tbody tr").length'));
    await tab.run('document.querySelector("#step-on").click()');
  }
  check('each_step_is_shown', !wrong, wrong);
  check('source_is_shown', sources > 10, String(sources));
  check('registers_are_shown', registers > 5, String(registers));
  // %tid.x of warp 0: the lanes' own numbers.
  await tab.run('{const s = document.querySelector("#step-at"); s.value = s.max; s.dispatchEvent(new Event("input"));}');
  for (let at = 0; at < most && !/mov\.u32\s+%r\d+, %tid\.x/.test(await text('#step-ptx .selected .text')); at++) await tab.run('document.querySelector("#step-back").click()');
  const register = (await text('#step-ptx .selected .text')).match(/(%r\d+), %tid\.x;/)?.[1];
  await tab.run('document.querySelector("#step-on").click()');
  const values = await tab.run(`[...document.querySelectorAll('#step-registers tr[data-register="${register}"] td')].map(cell => Number(cell.textContent))`);
  check('register_of_the_lanes', JSON.stringify(values) === JSON.stringify(Array.from({length: 32}, (_, lane) => lane)), register + ': ' + values);
  await tab.screenshot(join(folder, 'stepper.png'));
  await set('#step-block', 1000000);
  await tab.run(runs.replaceAll('#run-again', '#step-begin').replaceAll('#run-answer', '#step-view'));
  check('no_such_block', (await text('#step-view')).includes('no such block'), await text('#step-view'));
  check('without_errors', !tab.errors.length, tab.errors.join('; '));
} finally {
  await browser.close();
}
process.exit(bad ? 1 : 0);
