// "Run it again": the page runs its kernel itself, with another size, block, GPU or parameter, and the other views show what came of it.

function canRun(result) {
  return !!(result.alive && result.alive.cases.length && document.getElementById('module') && typeof WebAssembly === 'object' && typeof DecompressionStream === 'function');
}

// The module is compiled once, when it is first needed.
let compiledModule = null;
function simulator() {
  if (!compiledModule) {
    const packed = Uint8Array.from(atob(document.getElementById('module').textContent), letter => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    compiledModule = new Response(stream).arrayBuffer().then(bytes => WebAssembly.compile(bytes)).then(newMachine);
  }
  return compiledModule;
}

// The result with what a run of the page's own has counted, in a form that each view can draw.
function resultOfRun(result, chosen, run) {
  const watched = result.watched || {}, output = chosen.buffers.find(buffer => buffer.name === chosen.output);
  const first = run.watched.accesses[0];
  const names = new Map(run.watched.accesses.map(access => [access.launch, access.kernel]));
  return {...result, lines: run.lines, findings: run.findings, counters: {...result.counters, ...run.kernels}, performance: {...result.performance, times: []},
    watched: {...watched, ...run.watched, entry: chosen.entry, output: chosen.output, sizes: chosen.sizes, extent: extentOf(watched.extent, output),
      launches: run.launches.map((launch, i) => ({...launch, kernel: names.get(i) || (first && first.kernel) || launch.kernel}))}};
}

// The cells of the output along each axis: of a cube with another number of cells, another cube.
function extentOf(extent, output) {
  if (!extent || !output || !output.element) return extent || null;
  const cells = output.bytes / output.element, axes = extent.filter(length => length > 1);
  if (extent.reduce((all, length) => all * length, 1) === cells || !axes.length) return extent;
  const length = Math.round(cells ** (1 / axes.length));
  return axes.every(each => each === axes[0]) && length ** axes.length === cells ? extent.map(each => each > 1 ? length : 1) : null;
}

// ---- The parameters of the first launch, but for the pointers: words that can be changed -----------------------

// A list by its commas, those inside brackets left out.
function byCommas(list) {
  const parts = [];
  let depth = 0, part = '';
  for (const letter of list) {
    depth += '<(['.includes(letter) ? 1 : '>)]'.includes(letter) ? -1 : 0;
    if (letter === ',' && !depth) parts.push(part.trim()), part = '';
    else part += letter;
  }
  return [...parts, part.trim()];
}

function parameterTypes(signature) {
  return byCommas(signature.slice(signature.indexOf('(') + 1, signature.lastIndexOf(')')));
}

// The parameters' names, where the source has a kernel of that name with as many of them: the compiler keeps none.
function parameterNames(lines, signature) {
  const kernel = signature.slice(0, signature.indexOf('(')).replace(/<.*/, '').match(/\w*$/)[0], count = parameterTypes(signature).length;
  for (const definition of (lines || []).join('\n').split('__global__').slice(1)) {
    const head = definition.slice(0, Math.min(2000, definition.search(/[{;]|$/))), at = head.search('\\b' + kernel + '\\s*\\('), list = head.slice(head.indexOf('(', at) + 1, head.lastIndexOf(')'));
    const names = byCommas(list).map(part => (part.match(/\w+$/) || [''])[0]);
    if (at >= 0 && names.length === count) return names;
  }
  return [];
}

const looksLikeFloat = bits => (bits & 0x7f800000) >>> 23 > 87 && (bits & 0x7f800000) >>> 23 < 167;

// {name, offset, float, value} of each word of 4 bytes.
function parameterWords(launch, names) {
  const types = parameterTypes(launch.signature), params = new DataView(bytesOfHex(launch.params).buffer), pointers = new Set(launch.pointers.map(([offset]) => offset));
  return launch.sizes.flatMap(([offset, size], number) => {
    const words = [], type = types[number] || 'parameter', alone = size === 4;
    for (let at = offset; at + 4 <= offset + size && !/double|long|\*/.test(type); at += 4) {
      if (pointers.has(at)) { at += 4; continue; }
      const bits = params.getUint32(at, true), float = /^float/.test(type) || (!/^(unsigned )?(int|short|char|bool)|^unsigned$/.test(type) && looksLikeFloat(bits));
      words.push({name: 'parameter ' + (number + 1) + (names[number] ? ', ' + names[number] : '') + ': ' + type + (alone ? '' : ', word ' + (at - offset) / 4), offset: at, float, value: float ? Number(params.getFloat32(at, true).toPrecision(7)) : params.getInt32(at, true)});
    }
    return words;
  });
}

function hexOfWord(word, value) {
  const bytes = new DataView(new ArrayBuffer(4));
  word.float ? bytes.setFloat32(0, value, true) : bytes.setInt32(0, value, true);
  return [...new Uint8Array(bytes.buffer)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

// ---- What it counted ------------------------------------------------------------------------------------------

const runCounters = [['warp_instructions', 'instructions of warps'], ['global_load_sectors', 'sectors loaded'], ['global_store_sectors', 'sectors stored'], ['global_sectors_excessive', 'sectors in excess'],
  ['shared_load_bank_conflicts', 'bank conflicts of loads'], ['shared_store_bank_conflicts', 'bank conflicts of stores'], ['divergent_branches', 'branches that split a warp'], ['barriers', 'barriers'], ['blocks', 'blocks'], ['threads', 'threads']];

// As it was and now, a row each.
function runTable(before, now) {
  const total = (kernels, name) => Object.values(kernels || {}).reduce((all, kernel) => all + (kernel[name] || 0), 0);
  const rows = runCounters.filter(([name]) => total(before, name) || total(now, name));
  return scrolling('counters', element('table', {className: 'wide', id: 'run-counters'},
    element('thead', {}, element('tr', {}, element('td', {}), element('th', {scope: 'col', className: 'number'}, 'as it was'), element('th', {scope: 'col', className: 'number'}, 'now'))),
    element('tbody', {}, rows.map(([name, words]) => element('tr', {}, element('th', {scope: 'row'}, words),
      element('td', {className: 'number'}, grouped(total(before, name))), element('td', {className: 'number', 'data-counter': name, 'data-value': total(now, name)}, grouped(total(now, name))))))));
}

function findingWords(finding) {
  return element('p', {className: 'bad'}, finding.check + (finding.line ? ' (' + finding.file + ':' + finding.line + ')' : '') + ': ', prose(finding.message), ' ', prose(finding.next));
}

// ---- The panel ------------------------------------------------------------------------------------------------

function numberBox(id, label, value, least, most) {
  return element('input', {type: 'number', id, 'aria-label': label, value, min: least, max: most, step: 'any'});
}

// `show`: has the other views draw another result.
function alivePanel(result, show) {
  const alive = result.alive, usual = alive.cases.find(each => each.watched) || alive.cases[0], asItWas = new Map(), ranBefore = new Map();
  const answer = element('div', {'aria-live': 'polite', id: 'run-answer'});

  const sizes = element('select', {id: 'run-size', onchange: () => fill(false)}, alive.cases.map((each, i) => element('option', {value: i, selected: each === usual}, each.label)));
  const gpu = element('select', {id: 'run-gpu'}, element('option', {value: usual.gpu}, usual.gpu));
  const block = [1024, 1024, 64].map((most, axis) => numberBox('run-block-' + 'xyz'[axis], 'threads of a block along ' + 'xyz'[axis], 1, 1, most));
  const word = element('select', {id: 'run-word', onchange: () => takeWord()}), value = numberBox('run-value', 'its value', 0);
  const chosen = () => alive.cases[Number(sizes.value)], launch = () => chosen().steps.find(step => step.kind === 'launch'), words = () => parameterWords(launch(), parameterNames(sourceLines(result, chosen().source), launch().signature));
  const takeWord = () => { value.value = words()[Number(word.value)].value; };

  // What the case has itself. A block and a parameter that were changed stay so when only the size is another.
  function fill(all) {
    if (all || !block[0].changed) launch().block.forEach((threads, axis) => { block[axis].value = threads; });
    const at = all ? 0 : Math.max(0, word.selectedIndex);
    word.replaceChildren(...words().map((each, i) => element('option', {value: i, selected: i === at}, each.name)));
    if (words().length) takeWord();
    if (all) gpu.value = usual.gpu;
    word.disabled = value.disabled = !words().length;
  }
  for (const box of block) box.addEventListener('input', () => { block[0].changed = true; });

  function settings() {
    const threads = block.map(box => Math.max(1, Math.round(Number(box.value)) || 1)), each = words()[Number(word.value)];
    const other = each && Number(value.value) !== each.value;
    return {gpu: gpu.value, seed: 1, block: threads, words: other ? [{step: chosen().steps.indexOf(launch()), offset: each.offset, hex: hexOfWord(each, Number(value.value))}] : []};
  }

  async function run() {
    const machine = await simulator();
    // A table's rows are different kernels: each is held against itself.
    const compared = result.demo ? chosen() : usual;
    if (!asItWas.has(compared)) asItWas.set(compared, runCase(machine, alive, compared, {}).kernels);
    const began = performance.now(), asked = settings(), now = runCase(machine, alive, chosen(), asked), seconds = (performance.now() - began) / 1000;
    const verdict = now.refused || now.findings.length ? null : judgeRun(machine, asked, now);
    show(resultOfRun(result, chosen(), now));
    answer.replaceChildren(
      element('p', {}, now.refused ? element('span', {className: 'bad'}, 'It was stopped. ' + now.refused) : 'It ran, in ' + seconds.toFixed(1) + ' s. Source, memory, tile and path show this run.'),
      verdict ? element('p', {id: 'run-verdict', className: verdict.right === null ? '' : verdict.right ? 'good' : 'bad'}, verdict.words) : '',
      element('p', {className: 'soft'}, 'Launched: ' + now.launches.map(each => 'grid ' + triple(each.grid) + ', block ' + triple(each.block)).join('; ') + '.'),
      ...now.findings.map(findingWords), runTable(asItWas.get(compared), now.kernels));
  }

  // What it is held against is kept: it is the same for all blocks and GPUs.
  function judgeRun(machine, asked, now) {
    const changed = {gpu: asked.gpu !== chosen().gpu, parameter: asked.words.length > 0};
    changed.launch = changed.gpu || asked.block.some((threads, axis) => threads !== launch().block[axis]);
    const words = changed.launch ? asked.words : [], key = chosen().label + JSON.stringify(words);
    if (!ranBefore.has(key)) ranBefore.set(key, runCase(machine, alive, chosen(), {seed: asked.seed, words}));
    return judged(result, chosen(), now, ranBefore.get(key), changed);
  }

  // While it runs nothing else can be asked for; a module that failed is given up.
  function working(button, what, work) {
    button.disabled = true;
    what.replaceChildren(element('p', {}, 'It runs.'));
    setTimeout(() => work().catch(error => {
      compiledModule = null;
      what.replaceChildren(element('p', {className: 'bad'}, error.message));
    }).finally(() => { button.disabled = false; }), 20);
  }
  const button = element('button', {type: 'button', id: 'run-again', onclick: () => working(button, answer, run)}, 'Run it again');
  const back = element('button', {type: 'button', id: 'run-usual', onclick: () => {
    sizes.value = alive.cases.indexOf(usual);
    block[0].changed = false;
    fill(true);
    show(result);
    answer.replaceChildren(element('p', {}, 'All views show the grader\u2019s run again.'));
  }}, 'As it was');
  fill(true);
  simulator().then(machine => gpu.replaceChildren(...machine.gpus().map(([id, name]) => element('option', {value: id, selected: id === usual.gpu}, name)))).catch(error => {
    compiledModule = null;
    answer.replaceChildren(element('p', {className: 'bad'}, 'The simulator does not start: ' + error.message));
  });
  const row = (label, ...controls) => element('p', {className: 'row'}, element('label', {}, label + ' ', controls[0]), controls.slice(1));
  return element('div', {className: 'alive'},
    element('section', {className: 'card'}, element('h2', {}, 'Run it again', element('span', {className: 'soft'}, ': ' + usual.entry)),
      element('p', {}, 'The simulator is in this page. It runs the kernel\u2019s PTX, as nvcc made it, on inputs of the page\u2019s own: values between \u22121 and 1. Constants that the kernel was compiled with, such as the size of a tile, stay as they are.'),
      row(result.demo ? 'row' : 'size', sizes), row('GPU', gpu),
      row('threads of a block', block[0], block[1], block[2], element('span', {className: 'soft'}, 'x, y, z. The grid follows: along each axis so many blocks that there are at least as many threads as before.')),
      row('parameter', word, value),
      element('p', {className: 'row'}, button, back), answer),
    stepperCard(result, () => ({chosen: chosen(), settings: settings()}), working));
}
