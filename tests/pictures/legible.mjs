// Pictures: has each a title and a description, is every text large enough and has it a contrast of 4.5:1, light and dark?
//   node tests/pictures/legible.mjs FILE.svg...     prints what is wrong; exit status 1 then
import {readFileSync} from 'node:fs';
import {textContrasts} from './svg.mjs';

let bad = 0;
const wrong = (file, words) => { console.log(file + ': ' + words); bad = 1; };
for (const file of process.argv.slice(2)) {
  const svg = readFileSync(file, 'utf8'), texts = textContrasts(svg);
  for (const [tag, least] of [['title', 15], ['desc', 40]]) if (((svg.match(new RegExp(`<${tag} id="${tag}">([^<]*)</${tag}>`)) || [])[1] || '').length < least) wrong(file, 'has no <' + tag + '>, or a short one');
  if (!svg.includes('aria-labelledby="title desc"')) wrong(file, 'names no title for a screen reader');
  if (/<script|href|url\(|@import/.test(svg)) wrong(file, 'asks for something from outside');
  if (!texts.length) wrong(file, 'has no text that could be read');
  for (const {text, size, contrast} of texts) {
    if (!(size >= 12)) wrong(file, '"' + text + '" is ' + size + ' units high');
    if (!(Math.min(...contrast) >= 4.5)) wrong(file, '"' + text + '" has a contrast of ' + contrast.map(each => each.toFixed(2)).join(' on light, ') + ' on dark');
  }
}
process.exit(bad);
