// What the tests of pages expect, and how they ask a page: code of a selector that the browser runs.
export class Complaint extends Error {}
export function expect(condition, words) {
  if (!condition) throw new Complaint(words);
}
export function same(got, expected, words) {
  expect(JSON.stringify(got) === JSON.stringify(expected), words + ': ' + JSON.stringify(got) + ', expected ' + JSON.stringify(expected));
}

export const texts = selector => `[...document.querySelectorAll(${JSON.stringify(selector)})].map(node => node.textContent)`;
export const click = selector => `document.querySelector(${JSON.stringify(selector)}).click()`;
export const plain = text => text.replace(/[\u202f\u00a0]/g, '');

export const oneDecimal = number => String(Number(number.toFixed(1)));
