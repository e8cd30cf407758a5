// The page's script that runs the module, for node.
import {readFileSync} from 'node:fs';

const parts = new Function(readFileSync('grader/page/machine.js', 'utf8') + '; return {newMachine, runCase, seededFloats};')();
export const {runCase, seededFloats} = parts;

export function newMachine(file = 'build/lib/warpsim.wasm') {
  return parts.newMachine(new WebAssembly.Module(readFileSync(file)));
}
