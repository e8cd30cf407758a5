// The simulator in the page: warpsim as a WebAssembly module (grader/alive/module.c), and a run from its plan to its result.
// Nothing here draws anything.

const noFiles = 8; // EBADF of WASI: there are no files

// `module`: a WebAssembly.Module. A new instance has nothing in it.
function newMachine(module) {
  const escape = new Error('left by page_escape()'), wasi = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) if (from === 'wasi_snapshot_preview1') wasi[name] = () => noFiles;
  wasi.proc_exit = () => { throw new Error('The simulator ended: there is no memory left for it.'); };
  const page = {
    attempt(run, context) {
      const stack = code.__stack_pointer.value;
      try {
        code.__indirect_function_table.get(run)(context);
        return 1;
      } catch (error) {
        if (error !== escape) throw error;
        code.__stack_pointer.value = stack;
        return 0;
      }
    },
    escape() { throw escape; }
  };
  const code = new WebAssembly.Instance(module, {page, wasi_snapshot_preview1: wasi}).exports;
  if (code._initialize) code._initialize();

  // A view of so many bytes of the module's memory, which moves whenever that grows.
  const bytes = (at, size) => new Uint8Array(code.memory.buffer, at, size);
  // Calls use(at) with a copy of the bytes in the module.
  function lend(data, use) {
    const at = code.alive_room(data.length);
    if (!at) throw new Error('There is no memory left in the page.');
    bytes(at, data.length).set(data);
    try { return use(at); } finally { code.alive_give_back(at); }
  }
  const lendText = (text, use) => lend(new TextEncoder().encode(text + '\0'), use);
  function textAt(at) {
    const all = new Uint8Array(code.memory.buffer);
    return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
  }
  const must = good => { if (!good) throw new Error(textAt(code.alive_error())); return good; };

  return {
    // [id, name] of each GPU.
    gpus() {
      const all = [];
      for (let words; (words = textAt(code.alive_gpu(all.length))); ) all.push([words.slice(0, words.indexOf(' ')), words.slice(words.indexOf(' ') + 1)]);
      return all;
    },
    // `step`: {block, warp} that is followed instruction by instruction.
    start(gpu, ptx, step) {
      const text = new TextEncoder().encode(ptx);
      lendText(gpu, id => lend(text, at => must(code.alive_start(id, at, text.length, step ? 1 : 0, BigInt(step ? step.block : 0), step ? step.warp : 0))));
    },
    steps() {
      const at = code.alive_steps();
      if (!at) throw new Error('There is no memory left in the page.');
      try { return JSON.parse(textAt(at)); } finally { code.alive_give_back(at); }
    },
    allocate: (size, parameter, element) => lendText(parameter, name => must(code.alive_allocate(BigInt(size), name, element))),
    variable: (name, size) => lendText(name, at => must(code.alive_variable(at, BigInt(size)))),
    write(to, data) { lend(data, at => code.alive_write(to, at, BigInt(data.length))); },
    read: (from, size) => lend(new Uint8Array(size), at => { code.alive_read(at, from, BigInt(size)); return bytes(at, size).slice(); }),
    watch(output, count, size, block) { must(code.alive_watch(output, BigInt(count), size, BigInt(block))); },
    // A CUDA error number, 0: none; and why it was refused.
    launch(l) {
      const shape = new Uint8Array(new Uint32Array([...l.grid, ...l.block]).buffer);
      const error = lendText(l.kernel, name => lend(shape, at => lend(l.params, params =>
        code.alive_launch(name, at, BigInt(l.dynamic_shared_bytes || 0), params, l.params.length, BigInt(l.budget || 0), l.cooperative || false))));
      return {error, why: error ? textAt(code.alive_error()) : ''};
    },
    result(source) {
      const at = must(lendText(source, name => code.alive_result(name)));
      try { return JSON.parse(textAt(at)); } finally { code.alive_give_back(at); }
    },
    end() { code.alive_end(); }
  };
}

// ---- A run of what a launch function asked for (`alive` of the JSON) ------------------------------------------

const bytesOfHex = hex => Uint8Array.from(hex.match(/../g) || [], byte => parseInt(byte, 16));

// Values between -1 and 1 from a seed: the same everywhere (mulberry32).
function seededFloats(seed, count) {
  const values = new Float32Array(count);
  for (let i = 0, state = seed >>> 0; i < count; i++) {
    state = state + 0x6d2b79f5 >>> 0;
    let word = Math.imul(state ^ state >>> 15, state | 1);
    word ^= word + Math.imul(word ^ word >>> 7, word | 61);
    values[i] = ((word ^ word >>> 14) >>> 0) / 2147483648 - 1;
  }
  return values;
}

// As many blocks of another shape as have the threads, along each axis, that the launch had.
const gridOf = (launch, block) => launch.grid.map((blocks, axis) => Math.max(1, Math.ceil(blocks * launch.block[axis] / block[axis])));

// The case as it was, with `settings`: gpu (an id), block ([x, y, z]; null: its own), words ([{step, offset, hex}] in place of bytes
// of a launch's parameters), seed, step ({block, warp}: in place of counting, the steps of that warp). Answers the result's JSON, with
// `refused`: what CUDA says to a launch, and `stored`: the bytes of the output.
function runCase(machine, alive, chosen, settings) {
  machine.start(settings.gpu || chosen.gpu, alive.ptx[chosen.ptx], settings.step);
  const launches = [], first = chosen.steps.find(step => step.kind === 'launch');
  // Another block is for the launches that have the first one's.
  const isOther = step => settings.block && first.block.every((threads, axis) => threads === step.block[axis]) && settings.block.some((threads, axis) => threads !== step.block[axis]);
  const blockOf = step => isOther(step) ? settings.block : step.block;
  // With another grid the blocks that the grader looks at may all lie at the edge: one in the middle is looked at, too.
  const grid = gridOf(first, blockOf(first)), middle = grid.map(blocks => blocks - 1 >> 1);
  const watchedBlock = !chosen.watched || isOther(first) ? 1 + middle[0] + grid[0] * (middle[1] + grid[1] * middle[2]) : 0;
  const place = ([[buffer, byte]]) => buffers[buffer] + BigInt(byte);
  const buffers = chosen.buffers.map((buffer, i) => {
    if (buffer.variable) return machine.variable(buffer.name, buffer.bytes);
    const address = machine.allocate(buffer.bytes, buffer.name, buffer.element);
    if (buffer.written) {
      const floats = seededFloats((settings.seed || 1) + i, buffer.bytes + 3 >> 2);
      machine.write(address, new Uint8Array(floats.buffer).subarray(0, buffer.bytes));
    }
    if (buffer.name === chosen.output && !settings.step) machine.watch(address, Math.floor(buffer.bytes / (buffer.element || 4)), buffer.element || 4, watchedBlock);
    return address;
  });
  let refused = '';
  for (const [number, step] of chosen.steps.entries()) {
    if (step.kind === 'write') machine.write(place(step.at), bytesOfHex(step.data));
    if (step.kind === 'fill') machine.write(place(step.at), new Uint8Array(step.bytes).fill(step.value));
    if (step.kind === 'copy') machine.write(place(step.at), machine.read(place(step.from), step.bytes));
    if (step.kind !== 'launch') continue;
    const params = bytesOfHex(step.params), view = new DataView(params.buffer), block = blockOf(step);
    for (const word of settings.words || []) if (word.step === number) params.set(bytesOfHex(word.hex), word.offset);
    for (const [offset, buffer, byte] of step.pointers) view.setBigUint64(offset, buffers[buffer] + BigInt(byte), true);
    const launch = {...step, block, grid: gridOf(step, block), params, budget: 4e8};
    const {error, why} = machine.launch(launch);
    launches.push({kernel: step.kernel, grid: launch.grid, block, dynamic_shared_bytes: step.dynamic_shared_bytes, count: 1});
    if (error) refused = why || 'CUDA error ' + error;
    if (error) break;
  }
  if (settings.step) return {steps: machine.steps(), refused, launches};
  const result = machine.result(chosen.source), output = chosen.buffers.findIndex(buffer => buffer.name === chosen.output);
  const stored = output < 0 ? null : machine.read(buffers[output], chosen.buffers[output].bytes);
  machine.end();
  return {...result, refused, launches, stored};
}
