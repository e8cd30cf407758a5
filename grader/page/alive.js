// "Run it again": the page runs its kernel itself, and the other views show what came of it.

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
  const watched = result.watched || {}, output = chosen.buffers.find(buffer => buffer.name === watched.output);
  const first = run.watched.accesses[0];
  const names = new Map(run.watched.accesses.map(access => [access.launch, access.kernel]));
  return {...result, lines: run.lines, findings: run.findings, counters: {...result.counters, ...run.kernels},
    watched: {...watched, ...run.watched, sizes: chosen.sizes, extent: extentOf(watched.extent, output),
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

const runCounters = [['warp_instructions', 'instructions of warps'], ['global_load_sectors', 'sectors loaded'], ['global_store_sectors', 'sectors stored'], ['global_sectors_excessive', 'sectors in excess'],
  ['shared_load_bank_conflicts', 'bank conflicts of loads'], ['shared_store_bank_conflicts', 'bank conflicts of stores'], ['divergent_branches', 'branches that split a warp'], ['barriers', 'barriers'], ['threads', 'threads']];

// Before and now, a row each.
function runTable(before, now) {
  const total = (kernels, name) => Object.values(kernels || {}).reduce((all, kernel) => all + (kernel[name] || 0), 0);
  const rows = runCounters.filter(([name]) => total(before, name) || total(now, name));
  return element('table', {className: 'wide', id: 'run-counters'},
    element('thead', {}, element('tr', {}, element('td', {}), element('th', {scope: 'col', className: 'number'}, 'as it was'), element('th', {scope: 'col', className: 'number'}, 'now'))),
    element('tbody', {}, rows.map(([name, words]) => element('tr', {}, element('th', {scope: 'row'}, words),
      element('td', {className: 'number'}, grouped(total(before, name))), element('td', {className: 'number', 'data-counter': name, 'data-value': total(now, name)}, grouped(total(now, name)))))));
}

function alivePanel(result, show) {
  const alive = result.alive, usual = alive.cases.find(each => each.watched) || alive.cases[0], state = {chosen: usual, before: null};
  const answer = element('div', {'aria-live': 'polite', id: 'run-answer'});

  async function run() {
    const machine = await simulator();
    const settings = {gpu: state.chosen.gpu, seed: 1};
    if (!state.before) state.before = runCase(machine, alive, usual, {gpu: usual.gpu, seed: 1}, result.watched.output).kernels;
    const began = performance.now(), now = runCase(machine, alive, state.chosen, settings, result.watched.output);
    show(resultOfRun(result, state.chosen, now));
    answer.replaceChildren(
      element('p', {}, now.refused ? element('span', {className: 'bad'}, 'It was stopped. ' + now.refused) : 'It ran, in ' + ((performance.now() - began) / 1000).toFixed(1) + ' s. Source, memory and tile show this run.'),
      ...now.findings.map(finding => element('p', {className: 'bad'}, finding.check + (finding.line ? ' (' + finding.file + ':' + finding.line + ')' : '') + ': ', prose(finding.message), ' ', prose(finding.next))),
      runTable(state.before, now.kernels));
  }

  const button = element('button', {type: 'button', id: 'run-again', onclick: () => {
    button.disabled = true;
    answer.replaceChildren(element('p', {}, 'It runs.'));
    setTimeout(() => run().catch(error => {
      compiledModule = null; // what it was at is lost: the next run has a new one
      answer.replaceChildren(element('p', {className: 'bad'}, error.message));
    }).finally(() => { button.disabled = false; }), 20);
  }}, 'Run it again');
  return element('section', {className: 'card alive'}, element('h2', {}, 'Run it again', element('span', {className: 'soft'}, ': ' + usual.entry + ', ' + usual.sizes)),
    element('p', {}, 'The simulator is in this page: it runs the kernel\u2019s PTX on inputs of the page\u2019s own.'),
    element('p', {className: 'row'}, button), answer);
}
