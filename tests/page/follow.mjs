// node follow.mjs PAGE.html FILE.cu NEXT.cu: opens the page once, saves NEXT.cu over FILE.cu, and waits until the same tab shows a
// result of full marks. Exits 1 where it does not within two minutes.
import {copyFileSync} from 'node:fs';
import {Browser} from './browser.mjs';

const [page, file, next] = process.argv.slice(2);
const browser = new Browser(), tab = await browser.tab();
await tab.open(page, '#source');
const shown = () => tab.run('[document.querySelector(".score")?.textContent || "", location.hash, !!document.querySelector("#live")].join(" ")').catch(() => '');
const before = await shown();
copyFileSync(next, file);
let now = '';
for (let i = 0; i < 240 && !now.startsWith('100 of'); i++) {
  await new Promise(done => setTimeout(done, 500));
  now = await shown();
}
await browser.close();
const good = /#source true$/.test(before) && !before.startsWith('100') && now.startsWith('100 of') && /#source true$/.test(now) && !tab.errors.length;
if (!good) console.log('before: ' + before + ', now: ' + now + ', errors: ' + tab.errors);
process.exit(good ? 0 : 1);
