// A warp, instruction by instruction: the line of PTX and of the source, the lanes that are active, and what is in the registers.

function registerText(type, hex, lane) {
  if (type === 'pred') return hex >>> lane & 1 ? 'true' : 'false';
  const bytes = new DataView(bytesOfHex(hex[lane]).buffer);
  if (type === 'f32') return String(Number(bytes.getFloat32(0).toPrecision(5)));
  if (type === 'f64') return String(Number(bytes.getFloat64(0).toPrecision(6)));
  return type === 'b64' ? '0x' + hex[lane].replace(/^0+(?=.)/, '') : String(bytes.getInt32(0));
}

// The registers as they are before step `at`, the one that was written last first: [name, type, values, the step that wrote it].
function registersBefore(steps, at) {
  const held = new Map();
  for (let i = 0; i < at; i++)
    for (const [name, type, values] of steps[i].registers) {
      held.delete(name);
      held.set(name, [name, type, values, i]);
    }
  return [...held.values()].reverse();
}

function stepView(run, ptx, source, at, most) {
  const step = run.steps[at], lanes = Array.from({length: 32}, (_, lane) => step.lanes >>> lane & 1 ? lane : null), lines = [];
  for (let number = Math.max(1, step.ptx - 5); number <= Math.min(ptx.length, step.ptx + 5); number++)
    lines.push(element('tr', {className: number === step.ptx ? 'selected' : '', 'aria-current': number === step.ptx ? 'step' : null}, element('td', {className: 'line'}, String(number)), element('td', {className: 'text code'}, ptx[number - 1])));
  const text = source && step.line ? source[step.line - 1] : null, active = lanes.filter(lane => lane !== null).length;
  return [
    element('p', {id: 'step-words'}, 'Step ' + (at + 1) + ' of ' + run.steps.length + (run.steps.length >= most ? ' (it goes on)' : '') + ': ' + several(active, 'active lane') + ', ' + (step.line ? step.file + ':' + step.line : 'no line of the source') + '.'),
    text ? element('pre', {className: 'code', id: 'step-source', 'data-line': step.line}, text.trim()) : '',
    scrolling('active lanes', legible(drawing('svg', {viewBox: '0 14 ' + (96 + 32 * unit) + ' 32', role: 'img', 'aria-label': several(active, 'active lane'), id: 'step-lanes', 'data-lanes': active}, drawing('text', {x: 6, y: 35, 'font-size': 15}, 'lanes'), laneRow(lanes)))),
    scrolling('PTX', element('table', {className: 'listing', id: 'step-ptx', 'data-line': step.ptx}, element('tbody', {}, lines))),
    scrolling('registers', element('table', {className: 'wide', id: 'step-registers'},
      element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'register'), lanes.map((_, lane) => element('th', {scope: 'col', className: 'number'}, String(lane))))),
      element('tbody', {}, registersBefore(run.steps, at).slice(0, 12).map(([name, type, values, from]) => element('tr', {'data-register': name, className: from === at - 1 ? 'selected' : ''}, element('th', {scope: 'row'}, name),
        lanes.map((_, lane) => element('td', {className: 'number'}, registerText(type, values, lane))))))))];
}

// `asked`: the case and the settings that are chosen; `working`: see alivePanel.
function stepperCard(result, asked, working) {
  const alive = result.alive, most = 3000, view = element('div', {id: 'step-view'}), state = {run: null, at: 0};
  const first = asked().chosen.steps.find(step => step.kind === 'launch').grid, middle = first.map(blocks => blocks - 1 >> 1);
  const block = numberBox('step-block', 'number of the block', middle[0] + first[0] * (middle[1] + first[1] * middle[2]), 0), warp = numberBox('step-warp', 'number of the warp', 0, 0, 31);
  const slider = element('input', {type: 'range', id: 'step-at', 'aria-label': 'step', min: 0, max: 0, value: 0, oninput: () => go(Number(slider.value))});
  const move = (id, words, by) => element('button', {type: 'button', id, onclick: () => go(state.at + by)}, words);
  const moves = element('p', {className: 'row', hidden: true}, move('step-back', '\u2190 back', -1), slider, move('step-on', 'on \u2192', 1));

  function go(to) {
    if (!state.run) return;
    state.at = Math.max(0, Math.min(state.run.steps.length - 1, to));
    slider.value = state.at;
    view.replaceChildren(...stepView(state.run, state.ptx, state.source, state.at, most).filter(part => part));
  }

  async function follow() {
    const {chosen, settings} = asked(), machine = await simulator();
    const step = {block: Math.max(0, Math.round(Number(block.value)) || 0), warp: Math.max(0, Math.round(Number(warp.value)) || 0)};
    const run = runCase(machine, alive, chosen, {...settings, step});
    moves.hidden = !run.steps.length;
    state.run = run.steps.length ? run : null;
    if (!state.run) return view.replaceChildren(element('p', {className: 'bad'}, run.refused ? 'It was stopped. ' + run.refused : 'There is no such block and warp in the first launch.'));
    state.ptx = alive.ptx[chosen.ptx].split('\n');
    state.source = sourceLines(result, chosen.source);
    slider.max = run.steps.length - 1;
    go(0);
  }

  const button = element('button', {type: 'button', id: 'step-begin', onclick: () => working(button, view, follow)}, 'Follow a warp');
  return element('section', {className: 'card memory'}, element('h2', {}, 'A warp, step by step'),
    element('p', {className: 'row'}, element('label', {}, 'block ', block), element('label', {}, 'warp ', warp), button), moves, view);
}
