// node run_ptx.mjs FILE.ptx[,FILE.ptx] KERNEL: examples/warpsim/run_ptx.c with the module. Of several files the last one is run; that
// the others cannot be read is no mistake then.
import {readFileSync} from 'node:fs';
import {newMachine} from './machine.mjs';

const [files, kernel] = process.argv.slice(2), N = 1000, BLOCK = 256;
const machine = newMachine();
for (const [i, file] of files.split(',').entries()) {
  try {
    machine.start('h200', readFileSync(file, 'utf8'));
  } catch (error) {
    if (i < files.split(',').length - 1) continue;
    console.error(error.message);
    process.exit(1);
  }
}
const out = machine.allocate(4 * N, '', 0), from = machine.allocate(4 * N, '', 0);
machine.write(from, new Uint8Array(Float32Array.from({length: N}, (_, i) => i).buffer));
const params = new DataView(new ArrayBuffer(20));
params.setBigUint64(0, out, true);
params.setBigUint64(8, from, true);
params.setInt32(16, N, true);
const {error} = machine.launch({kernel, grid: [Math.ceil(N / BLOCK), 1, 1], block: [BLOCK, 1, 1], params: new Uint8Array(params.buffer)});
console.log('CUDA error ' + error + ', out[7] = ' + new Float32Array(machine.read(out, 4 * N).buffer)[7]);
const result = machine.result('scale.cu');
for (const f of result.findings) console.log(f.check + ': thread ' + f.thread[0] + ' of block ' + f.block[0] + ': ' + f.message + ' ' + f.next);
const counted = result.kernels[kernel];
for (const [name, count] of Object.entries(counted)) if (count && !['branch_efficiency_percent', 'theoretical_occupancy_percent'].includes(name)) console.log(name + ' ' + count);
