/**
 * Loaded into every Node process of a run before its own code (NODE_OPTIONS): counts the providers that start, and stops
 * the one with the wanted number where it has not said a word yet.
 */
const { existsSync, readdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const { FAULTS_STARTS: folder, FAULTS_HOLD: wanted } = process.env;
if (folder !== undefined && (process.argv[1] ?? '').includes('terraform-provider-')) {
  const number = readdirSync(folder).filter((name) => name.startsWith('start-')).length + 1;
  writeFileSync(join(folder, `start-${number}`), String(process.pid));
  const sleeping = new Int32Array(new SharedArrayBuffer(4));
  while (String(number) === wanted && !existsSync(join(folder, 'go'))) Atomics.wait(sleeping, 0, 0, 20);
}
