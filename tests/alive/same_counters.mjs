// node same_counters.mjs RESULT.json...: runs the case that each result has watched in the module, and compares all that was counted
// with what the grader's own simulator has counted of it.
import {readFileSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import {newMachine, runCase} from './machine.mjs';

// What a page's run cannot know: ptxas' registers, and what comes from the model of time.
const notCounted = name => /^(entry|sizes|n|registers_.*|theoretical_.*|.*_percent|l2_.*|dram_.*|modelled_.*|achieved_.*)$/.test(name);
const counted = kernel => Object.entries(kernel).filter(([name]) => !notCounted(name));
let bad = 0, compared = 0;
function same(file, what, got, expected) {
  compared++;
  if (isDeepStrictEqual(got, expected)) return;
  const at = [...JSON.stringify(got)].findIndex((letter, i) => letter !== JSON.stringify(expected)[i]);
  console.log(file + ': ' + what + ': ' + JSON.stringify(got).slice(Math.max(0, at - 80), at + 80) + ', expected ' + JSON.stringify(expected).slice(Math.max(0, at - 80), at + 80));
  bad++;
}

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8'), result = JSON.parse(text.startsWith('{') ? text : text.match(/<script type="application\/json" id="result">(.*?)<\/script>/s)[1]);
  if (result.demo) {
    // Each row of a table.
    const machine = newMachine();
    for (const [i, row] of result.alive.cases.entries()) same(file, row.label, runCase(machine, result.alive, row, {}).lines, result.rows[i].lines);
    same(file, 'rows', result.alive.cases.map(row => row.label), result.rows.map(row => row.label));
    continue;
  }
  const chosen = result.alive.cases.find(each => each.watched), before = compared;
  if (!chosen) {
    console.log(file + ': no case is watched');
    process.exit(1);
  }
  const run = runCase(newMachine(), result.alive, chosen, {});
  same(file, 'refused', run.refused, '');
  same(file, 'findings', run.findings, []);
  for (const [name, kernel] of Object.entries(result.counters)) {
    if (kernel.sizes !== chosen.sizes || kernel.entry !== chosen.entry) continue;
    same(file, name, counted(run.kernels[name]), counted(kernel));
    same(file, 'lines of ' + name, run.lines.filter(line => line.kernel === name), result.lines.filter(line => line.kernel === name));
  }
  if (compared === before + 2) {
    console.log(file + ': the case that is watched is not the one that is counted');
    bad++;
  }
  for (const part of ['shapes', 'accesses', 'path_files', 'paths', 'limits', 'cut']) same(file, part, run.watched[part], result.watched[part]);
}
console.log(compared + ' compared');
process.exit(bad ? 1 : 0);
