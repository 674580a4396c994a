/**
 * Time of `require('netingress')` as a ratio to that of `require('cdktf')`, which it contains: what every command of the
 * CDKTF command line pays that loads an app.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { compare, ratioOf, runSection, type Section } from './harness';

/** Number of processes of each case; fewer with --quick, which only detects defects. */
const ROUNDS = process.argv.includes('--quick') ? 5 : 15;

/** The package as it is installed: compiled, without source maps. */
const PACKAGE = join(__dirname, '..', 'lib/index.js');

/** Milliseconds of a `require` in a new process, without the start of Node. */
function requireInNewProcess(file: string): number {
  const program = `const start = performance.now(); require(${JSON.stringify(file)}); process.stdout.write(String(performance.now() - start));`;
  return Number(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }));
}

async function measure(): Promise<Section> {
  const names = { netingress: PACKAGE, cdktf: require.resolve('cdktf') };
  const medians = await compare(
    ROUNDS,
    Object.entries(names).map(([name, file]) => ({ name, run: () => requireInNewProcess(file) })),
  );
  return {
    title: "The time to load the package's constructs",
    findings: [{ ...ratioOf(medians, 'netingress', 'cdktf', 1.2), name: "require('netingress') / require('cdktf')" }],
  };
}

runSection(measure);
