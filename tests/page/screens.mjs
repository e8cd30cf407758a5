// Looks at one view of each kind of page and compares it with how it looked when somebody last said that it is good.
//
//   node screens.mjs REFERENCES PAGES SCREENSHOTS [--write]
//
// Compared are pictures of a tenth of the width: fonts differ from machine to machine and may, a panel that is missing, empty, moved
// or in other colours may not. What differs stays in SCREENSHOTS: NAME.png as it is, NAME.small.png beside the reference.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from './browser.mjs';

const [references, pages, screenshots] = process.argv.slice(2), write = process.argv.includes('--write');
const SMALL = {width: 160, height: 100}, DIFFERS = 48, SHARE = 0.03; // of 255; of all cells

// A page, a tab or a number of keys to the right, dark or light.
const views = [
  ['lab3.skeleton', 'verdict'], ['lab4.wrong', 'verdict'], ['lab4.wrong', 'verdict', 'dark'], ['lab4.race', 'verdict'],
  ['lab4.solution', 'source'], ['lab4.solution', 'source', 'dark'], ['lab4.solution', 'memory'], ['lab4.solution', 'memory', 'dark'],
  ['lab5.solution', 'tile'], ['lab5.solution', 'tile', 'dark'], ['lab1.solution', 'path'], ['lab2.solution', 'sm'],
  ['lab5.solution', 'speed'], ['lab5.solution', 'speed', 'dark'], ['lab4.against', 'against'],
  ['divergence', 2], ['divergence', 2, 'dark'], ['ladder', 3], ['index', 0],
];

const viewName = ([page, view, theme = 'light']) => [page, view, theme].join('.');

async function take(tab, [page, view, theme]) {
  await tab.dark(theme === 'dark');
  await tab.open(join(pages, page + '.html'));
  if (typeof view === 'number') for (let i = 0; i < view; i++) await tab.key('ArrowRight');
  else await tab.run(`document.querySelector('#tab-${view}').click()`);
  await tab.run('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

// In the page: a picture, made small; and the share of cells in which two small ones differ.
const inPage = `
  async function small(data, width, height) {
    const whole = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(whole, 0, 0, width, height);
    return canvas;
  }
  async function encoded(canvas) {
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  }
  function share(a, b, least) {
    const cells = each => each.getContext('2d').getImageData(0, 0, each.width, each.height).data, one = cells(a), two = cells(b);
    let differ = 0;
    for (let i = 0; i < one.length; i += 4)
      differ += Math.max(...[0, 1, 2].map(c => Math.abs(one[i + c] - two[i + c]))) > least;
    return differ / (one.length / 4);
  }`;

// The tab that is opened last is in front: one behind another is not drawn.
const browser = new Browser(), bench = await browser.tab(), tab = await browser.tab();
await bench.run(inPage);
let bad = 0;
for (const view of views) {
  const name = viewName(view), reference = join(references, name + '.png');
  await take(tab, view);
  const whole = join(screenshots, name + '.png'), made = join(screenshots, name + '.small.png');
  await tab.screenshot(whole, false);
  const data = JSON.stringify(readFileSync(whole).toString('base64'));
  const reduced = await bench.run(`small(${data}, ${SMALL.width}, ${SMALL.height}).then(encoded)`);
  writeFileSync(write ? reference : made, Buffer.from(reduced, 'base64'));
  if (write) continue;
  const kept = existsSync(reference) && JSON.stringify(readFileSync(reference).toString('base64'));
  const share = kept && await bench.run(`Promise.all([${kept}, ${JSON.stringify(reduced)}].map(each => small(each, ${SMALL.width}, ${SMALL.height}))).then(([a, b]) => share(a, b, ${DIFFERS}))`);
  if (process.env.SHARES) console.log(`# ${name}: ${(100 * share).toFixed(2)} %`);
  if (!kept) console.log(`not ok ${name}: ${reference} is not there; make screens makes it`);
  else if (share > SHARE) console.log(`not ok ${name}: ${(100 * share).toFixed(1)} % of the picture differ from ${reference}; see ${made}. Where it is as it should be: make screens`);
  else console.log('ok ' + name);
  bad += !kept || share > SHARE;
}
await browser.close();
process.exit(bad ? 1 : 0);
