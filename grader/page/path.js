// A warp's path: the stretches of code that it ran, one after the other, and which of its 32 lanes worked in each.

function hasPaths(result) {
  return !!(result.watched && (result.watched.paths || []).some(path => path.steps.length));
}

const laneCount = mask => { let count = 0; for (let lane = 0; lane < 32; lane++) count += mask >>> lane & 1; return count; };

// "0 to 15", "0, 2, 4, ... 30", "all 32"
function laneWords(mask) {
  const lanes = Array.from({length: 32}, (_, lane) => lane).filter(lane => mask >>> lane & 1);
  if (lanes.length === 32) return 'all 32 lanes';
  if (lanes.length === 1) return 'lane ' + lanes[0] + ' alone';
  const step = lanes[1] - lanes[0];
  if (lanes.length > 2 && lanes.every((lane, i) => lane === lanes[0] + i * step)) return step === 1 ? 'lanes ' + lanes[0] + ' to ' + lanes.at(-1) : 'lanes ' + lanes[0] + ', ' + lanes[1] + ', ' + lanes[2] + ', \u2026 ' + lanes.at(-1);
  return 'lanes ' + (lanes.length > 10 ? lanes.slice(0, 9).join(', ') + ', \u2026' : lanes.join(', '));
}

function stepLines([, line, last]) {
  return !line ? 'code without a line' : last > line ? 'lines ' + line + ' to ' + last : 'line ' + line;
}

// Time runs to the right: a column for each step, as wide as its instructions take; 32 rows of lanes. `at`: the chosen step, or
// none; `wide`: the width of all columns; `name` of a column, its line where none is given.
function drawPath(path, at, wide = 1300, name = null) {
  const whole = path.steps.reduce((all, step) => all + step[4], 0), left = 46, top = 34, row = 15, parts = [];
  for (let lane = 0; lane < 32; lane += 1) parts.push(drawing('text', {x: left - 8, y: top + lane * row + 12, 'font-size': 12, 'text-anchor': 'end'}, String(lane)));
  const least = Math.min(6, wide / path.steps.length), spare = wide - least * path.steps.length;
  let x = left;
  path.steps.forEach((step, i) => {
    const width = least + spare * step[4] / whole;
    for (let lane = 0; lane < 32; lane++) parts.push(drawing('rect', {x: x + 0.5, y: top + lane * row + 1, width: Math.max(1, width - 1), height: row - 2, class: step[3] >>> lane & 1 ? 'lane-works' : 'lane-waits', 'data-step': i}));
    const words = name ? name(step) : step[1] ? String(step[1]) : '';
    if (width > 26 && words) parts.push(drawing('text', {x: x + width / 2, y: top - 8, 'font-size': 13, 'text-anchor': 'middle'}, words));
    if (i === at) parts.push(drawing('rect', {x, y: top - 2, width, height: 32 * row + 4, class: 'march-now'}));
    x += width;
  });
  if (!name) parts.push(drawing('text', {x: 4, y: top - 8, 'font-size': 13}, 'line'));
  return drawing('svg', {viewBox: '0 0 ' + (left + wide + 6) + ' ' + (top + 32 * row + 8), role: 'img', 'aria-label': several(path.steps.length, 'step') + ' of the warp: ' + path.steps.slice(0, 12).map(step => stepLines(step) + ', ' + laneWords(step[3])).join('; ')}, parts);
}

// The warp to begin with: one of which a branch makes two parties that both have something to do; else one in which many lanes wait; else
// the first. Lanes that leave at the guard of the last block are no party.
function tellingPath(paths) {
  const partial = path => path.steps.filter(step => step[3] !== path.steps[0][3] && step[4] >= 4);
  const parted = path => partial(path).some(a => partial(path).some(b => !(a[3] & b[3]))), crowded = path => partial(path).some(step => laneCount(step[3]) >= 8);
  return paths.find(parted) || paths.find(crowded) || paths[0];
}

function pathPanel(result) {
  const watched = result.watched, paths = watched.paths.filter(path => path.steps.length), name = path => 'block ' + triple(path.block) + ', warp ' + path.warp + (paths.some(other => other.kernel !== path.kernel) ? ', ' + path.kernel : '');
  const state = {path: tellingPath(paths), at: 0};
  const choice = element('select', {id: 'path-warp', onchange: () => { state.path = paths[choice.selectedIndex]; state.at = 0; show(); }}, paths.map(path => element('option', {}, name(path))));
  const slider = element('input', {type: 'range', min: '0', id: 'path-step', oninput: () => { state.at = Number(slider.value); show(); }}), label = element('label', {for: 'path-step'});
  const facts = element('div', {className: 'facts'}), words = element('p', {role: 'status', className: 'what'}), stage = scrolling('the warp\u2019s path'), code = element('div', {});
  const show = () => {
    const path = state.path, step = path.steps[state.at], file = watched.path_files[step[0]] || '', whole = path.steps.reduce((all, each) => all + each[4], 0), lanes = path.steps.reduce((all, each) => all + each[4] * laneCount(each[3]), 0);
    choice.selectedIndex = paths.indexOf(path);
    slider.max = path.steps.length - 1;
    slider.value = state.at;
    label.textContent = 'step ' + (state.at + 1) + ' of ' + path.steps.length;
    const active = laneCount(step[3]);
    facts.replaceChildren(fact('instructions of the warp', whole), fact('of 32 lanes work, on average', (lanes / whole).toFixed(1)), fact('lanes in this step', active), fact('instructions in this step', step[4]));
    words.textContent = stepLines(step) + (file && !result.sources.some(source => source.file === file) ? ' of ' + file.split('/').pop() : '') + ': ' + laneWords(step[3]) + (active === 1 ? ' works' : ' work') + (active < 32 ? ', ' + (32 - active) + ' wait or have left' : '') + '.';
    stage.replaceChildren(legible(drawPath(path, state.at)));
    code.replaceChildren(excerpt(result, file, step[1], 0) || '');
  };
  stage.addEventListener('keydown', event => arrow(event, {ArrowRight: () => { state.at = Math.min(state.path.steps.length - 1, state.at + 1); show(); }, ArrowLeft: () => { state.at = Math.max(0, state.at - 1); show(); }}));
  show();
  return element('div', {className: 'card memory'}, element('h2', {}, 'A warp\u2019s path', element('span', {className: 'soft'}, ': ' + watched.entry + ', ' + watched.sizes)),
    element('p', {className: 'soft'}, 'Time runs to the right. A filled lane works; an empty one waits for the others, or has left the kernel. Where a branch splits the warp its two sides stand one after the other.'),
    element('div', {className: 'row'}, element('label', {}, 'Warp ', choice), slider, label), facts, words, stage, code,
    watched.paths.some(path => path.cut) ? element('p', {className: 'soft tip'}, 'Some paths go on: only their first steps are kept.') : '');
}
