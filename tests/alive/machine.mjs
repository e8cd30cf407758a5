// The page's script that runs the module, for node.
import {readFileSync} from 'node:fs';

const script = readFileSync('grader/page/machine.js', 'utf8');

export function newMachine(file = 'build/lib/warpsim.wasm') {
  return new Function(script + '; return newMachine;')()(new WebAssembly.Module(readFileSync(file)));
}
