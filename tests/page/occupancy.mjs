// node occupancy.mjs RESULT.json GPU: holds occupancyOf() of the page against the oracle's rows for that GPU.
import {readFileSync} from 'node:fs';
import vm from 'node:vm';

const [file, gpu] = process.argv.slice(2);
const limits = JSON.parse(readFileSync(file, 'utf8')).watched.limits;
const page = vm.createContext({});
vm.runInContext(readFileSync('grader/page/occupancy.js', 'utf8') + '; this.of = occupancyOf;', page);
const rows = readFileSync('tests/gpus/occupancy_oracle.tsv', 'utf8').trim().split('\n').slice(1).map(line => line.split('\t')).filter(row => row[0].split(' ')[0].toLowerCase() === gpu);
const bits = {warps: 1, registers: 2, shared: 4, blocks: 8};
for (const [part, threads, registers, shared, blocks, warps, limiters] of rows) {
  const got = page.of(limits, Number(threads), Number(registers), Number(shared)), first = got.first.reduce((all, name) => all | bits[name], 0);
  if (got.blocks === Number(blocks) && got.warps === Number(warps) && first === (Number(limiters) & 15)) continue;
  console.log(part, threads, registers, shared, 'blocks', got.blocks, 'warps', got.warps, 'limits', first, 'expected', blocks, warps, limiters);
  process.exit(1);
}
process.exit(rows.length === 990 ? 0 : 1);
