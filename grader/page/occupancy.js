// An SM that fills with blocks: how many fit, and what runs out first. The rules are those of grader/gpus/occupancy.c.

const roundUp = (value, unit) => Math.ceil(value / unit) * unit;

// What one block takes, how many blocks each limit allows, and how many fit. `registers` 0: not known, no limit.
function occupancyOf(gpu, threads, registers, shared) {
  const warps = Math.ceil(threads / gpu.warp_size), allowed = {};
  allowed.warps = !threads || threads > gpu.threads_per_block ? 0 : Math.floor(gpu.threads_per_sm / gpu.warp_size / warps);
  const unit = gpu.major === 2 && [21, 22, 29, 30, 37, 38, 45, 46].includes(registers) ? 2 * gpu.register_unit : gpu.register_unit, warpRegisters = roundUp(registers * gpu.warp_size, unit);
  if (!registers) allowed.registers = Infinity;
  else if (registers > gpu.registers_per_thread || warpRegisters * roundUp(warps, gpu.schedulers) > gpu.registers_per_block) allowed.registers = 0;
  else allowed.registers = Math.floor(Math.floor(gpu.registers_per_sm / gpu.schedulers / warpRegisters) * gpu.schedulers / warps);
  const blockShared = roundUp(shared + gpu.shared_reserved_per_block, gpu.shared_unit);
  allowed.shared = shared > gpu.shared_per_block ? 0 : blockShared ? Math.floor(gpu.shared_per_sm / blockShared) : Infinity;
  allowed.blocks = gpu.blocks_per_sm;
  const blocks = threads ? Math.min(...Object.values(allowed)) : 0;
  return {blocks, warps: blocks * warps, allowed, first: Object.keys(allowed).filter(name => allowed[name] === blocks), block: {warps, registers: warpRegisters * warps, shared: blockShared},
    percent: 100 * blocks * warps / (gpu.threads_per_sm / gpu.warp_size)};
}

const limitWords = {warps: 'warp slots', registers: 'registers', shared: 'shared memory', blocks: 'block slots'};

// The warp slots of the SM, and which block sits in which.
function drawSm(gpu, fit, blocks) {
  const slots = gpu.threads_per_sm / gpu.warp_size, columns = 16, unit = 44, parts = [];
  for (let slot = 0; slot < slots; slot++) {
    const x = slot % columns * unit, y = Math.floor(slot / columns) * 34, block = Math.floor(slot / fit.block.warps), taken = block < blocks;
    parts.push(drawing('rect', {x: x + 1, y: y + 1, width: unit - 3, height: 31, rx: 4, class: taken ? 'warp-' + block % 6 : 'slot', stroke: 'none', 'data-slot': taken ? block : ''}));
    if (taken) parts.push(drawing('text', {x: x + unit / 2, y: y + 21, 'font-size': 14, 'text-anchor': 'middle'}, String(block)));
  }
  return drawing('svg', {viewBox: '0 0 ' + columns * unit + ' ' + Math.ceil(slots / columns) * 34, role: 'img', 'aria-label': blocks * fit.block.warps + ' of ' + slots + ' warp slots are taken by ' + several(blocks, 'block')}, parts);
}

function occupancyPanel(result) {
  const gpu = result.watched.limits, kernels = Object.entries(result.counters), launches = result.watched.launches.filter(launch => launch.block[0] > 0);
  const own = launches.map(launch => ({launch, counted: (kernels.find(([name]) => name === launch.kernel) || [])[1]})), first = own[0];
  const modelled = first && timesOf(result).length ? timesOf(result)[0].modelled_launch.registers_per_thread : 0;
  const start = first ? {threads: first.launch.block[0] * first.launch.block[1] * first.launch.block[2], registers: (first.counted && first.counted.registers_per_thread) || modelled || 32, shared: first.counted ? first.counted.shared_bytes_per_block : first.launch.dynamic_shared_bytes} : {threads: 256, registers: 32, shared: 0};
  const known = !!(first && (modelled || (first.counted && first.counted.registers_per_thread)));
  const state = {...start, filled: Infinity};
  const holder = element('div', {}), inputs = element('div', {className: 'inputs'}), fill = element('input', {type: 'range', min: '0', id: 'sm-fill', oninput: () => { state.filled = Number(fill.value); show(); }}), fillLabel = element('label', {for: 'sm-fill'});
  for (const [name, words, most, step] of [['threads', 'Threads a block', gpu.threads_per_block, 1], ['registers', 'Registers a thread', gpu.registers_per_thread, 1], ['shared', 'Shared memory a block, bytes', gpu.shared_per_block, 1]]) {
    const number = element('input', {type: 'number', min: name === 'shared' ? '0' : '1', max: most, step, id: 'sm-' + name}), slider = element('input', {type: 'range', min: name === 'shared' ? '0' : '1', max: most, step: name === 'threads' ? 1 : step, id: 'sm-' + name + '-slider', 'aria-label': words});
    const set = value => { state[name] = Math.max(name === 'shared' ? 0 : 1, Math.min(most, Math.round(Number(value) || 0))); state.filled = Infinity; number.value = slider.value = state[name]; show(); };
    number.value = slider.value = state[name];
    number.addEventListener('change', () => set(number.value));
    slider.addEventListener('input', () => set(slider.value));
    inputs.append(element('label', {for: 'sm-' + name}, words), slider, number);
  }

  function show() {
    const fit = occupancyOf(gpu, state.threads, state.registers, state.shared), blocks = Math.min(state.filled, fit.blocks), slots = gpu.threads_per_sm / gpu.warp_size;
    fill.max = fit.blocks;
    fill.value = blocks;
    fillLabel.textContent = several(blocks, 'block') + ' of ' + fit.blocks;
    const used = {warps: [blocks * fit.block.warps, slots], registers: [blocks * fit.block.registers, gpu.registers_per_sm], shared: [blocks * fit.block.shared, gpu.shared_per_sm], blocks: [blocks, gpu.blocks_per_sm]};
    const short = fit.first.map(name => limitWords[name]).join(' and ');
    holder.replaceChildren(
      element('div', {className: 'facts'}, fact('blocks fit', fit.blocks), fact('warps', fit.warps), fact('% occupancy', value(Number(fit.percent.toFixed(2))))),
      element('p', {role: 'status', className: 'what'}, fit.blocks ? (fit.first.length > 1 ? 'First run out, together: ' : 'First to run out: ') + short + '. One more block would need ' + fit.first.map(name => ({warps: fit.block.warps + ' warp slots', registers: grouped(fit.block.registers) + ' registers', shared: grouped(fit.block.shared) + ' bytes', blocks: 'a block slot'})[name]).join(' and ') + '.' : 'Such a block cannot be launched: ' + short + '.'),
      ...Object.entries(used).map(([name, [taken, all]]) => element('div', {className: 'limit' + (fit.first.includes(name) ? ' runs-out' : '')}, element('span', {className: fit.first.includes(name) ? 'first' : ''}, limitWords[name] + (fit.first.includes(name) ? ': runs out' : '')), percentBar(all ? taken / all : 0),
        element('span', {'data-limit': name, 'data-value': fit.allowed[name] === Infinity ? '' : fit.allowed[name]}, grouped(taken) + ' of ' + grouped(all) + (fit.allowed[name] === Infinity ? '' : ', room for ' + several(fit.allowed[name], 'block'))))),
      element('div', {className: 'row'}, element('span', {}, 'Fill it: '), fill, fillLabel), scrolling('warp slots', legible(drawSm(gpu, fit, blocks))));
  }
  show();
  return element('section', {className: 'card memory'}, element('h2', {}, 'An SM fills with blocks', element('span', {className: 'soft', id: 'sm-gpu'}, ': ' + gpu.name)),
    element('p', {className: 'soft'}, first ? 'It begins with ' + first.launch.kernel + ' as it was launched' + (known ? '.' : '; its registers were not asked for: 32 are taken.') : 'No launch of this result is known: it begins with 256 threads, 32 registers and no shared memory.'), inputs, holder,
    element('p', {className: 'soft tip'}, 'Each square is a slot for a warp, its number the block that sits there. Registers and shared memory are given out in units, and CUDA keeps some shared memory a block for itself.'));
}
