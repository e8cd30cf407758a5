// node judged.mjs LAB4.html: does a page see that its tile, whose shape the kernel was compiled with, is wrong in other blocks, and
// that another GPU changes nothing?
import {Browser} from '../page/browser.mjs';
import {runs} from './runs.mjs';

let bad = 0;
const browser = new Browser(), tab = await browser.tab();
const set = (id, value) => tab.run(`{const c = document.querySelector('${id}'); c.value = '${value}'; c.dispatchEvent(new Event('input', {bubbles: true})); c.dispatchEvent(new Event('change', {bubbles: true}));}`);
async function judged(name, pattern) {
  await tab.run(runs);
  const words = await tab.run('(p => p ? p.className + ": " + p.textContent : "nothing")(document.querySelector("#run-verdict"))'), good = pattern.test(words);
  console.log((good ? 'ok judged_' : 'not ok judged_') + name + (good ? '' : ': ' + words));
  if (!good) bad++;
}
try {
  await tab.open(process.argv[2], '#alive');
  await tab.run(`new Promise(done => { const look = () => document.querySelectorAll('#run-gpu option').length > 1 ? done(true) : setTimeout(look, 20); look(); })`);
  await judged('nothing', /^nothing$/);
  await set('#run-gpu', 't4');
  await judged('gpu', /^good: Right: all 238\s328\svalues of out are those of the launch as it was, which passes every test of n=62\.$/);
  await set('#run-block-x', 8);
  await judged('block', /^bad: Wrong: [1-9].* of 238\s328\svalues of out differ .* The kernel relies on the GPU, or on the blocks that it was launched in\.$/);
} finally {
  await browser.close();
}
process.exit(bad ? 1 : 0);
