// Is what a run of the page's own stored right? The grader has tested the launch as it was; so the same inputs and parameters in
// other blocks, or on another GPU, must come to the same values. A changed parameter asks for other values: there nothing is judged.

// Words of 4 bytes that differ, and the first of them: {count, first, whole}. Two floats that only rounding keeps apart, since atomic
// additions came in another order, do not differ.
function differingWords(one, other) {
  const words = (bytes, Type) => new Type(bytes.buffer, 0, bytes.length >> 2);
  const a = words(one, Uint32Array), b = words(other, Uint32Array), x = words(one, Float32Array), y = words(other, Float32Array);
  const number = bits => !(bits << 1) || looksLikeFloat(bits), rounding = i => number(a[i]) && number(b[i]) && Math.abs(x[i] - y[i]) <= 1e-5 * Math.max(Math.abs(x[i]), Math.abs(y[i]), 1);
  const found = {count: 0, first: -1, whole: a.length};
  for (let i = 0; i < a.length; i++)
    if (a[i] !== b[i] && !rounding(i) && ++found.count === 1) found.first = i;
  return found;
}

function wordText(bytes, index) {
  const view = new DataView(bytes.buffer), bits = view.getUint32(index * 4, true);
  return bits === 0 || looksLikeFloat(bits) ? String(Number(view.getFloat32(index * 4, true).toPrecision(6))) : String(bits | 0);
}

// `run`, `before`: runs of `chosen`, the second with the launch and the GPU as they were, and, unless only a parameter is another,
// with the same parameters. {right: true, false, or null where nothing can be said; words}.
function judged(result, chosen, run, before, changed) {
  if (run.refused || before.refused || !run.stored || !before.stored || (!changed.launch && !changed.parameter)) return null;
  const {count, first, whole} = differingWords(run.stored, before.stored), name = chosen.output;
  const asBefore = changed.launch ? 'those of the launch as it was' + (changed.parameter ? ', with this parameter' : '') : 'those with the parameter as it was';
  const differ = count ? grouped(count) + ' of ' + several(whole, 'value') + ' of ' + name + ' differ from ' + asBefore + '; the first is ' + name + '[' + first + ']: ' + wordText(run.stored, first) + ', before ' + wordText(before.stored, first) + '.' : '';
  if (!changed.launch) return {right: null, words: differ || 'All ' + several(whole, 'value') + ' of ' + name + ' are ' + asBefore + '.'};
  const tests = (result.tests || []).filter(test => test.sizes === chosen.sizes);
  const passes = tests.length ? tests.every(test => test.passed) : result.passed, words = !passes || changed.parameter ? '' : tests.length ? ', which passes every test of ' + chosen.sizes : ', which has full marks';
  if (count) return {right: false, words: (passes ? 'Wrong: ' : '') + differ + ' The kernel relies on ' + (changed.gpu ? 'the GPU, or on ' : '') + 'the blocks that it was launched in' + (passes ? '.' : ': one of the two results is wrong.')};
  return {right: words ? true : null, words: (words ? 'Right: all ' : 'All ') + several(whole, 'value') + ' of ' + name + ' are ' + asBefore + words + '.'};
}
