import { spawnSync } from 'node:child_process';
import { v8FlagsFor } from '../../../src/plugin/process/v8-flags';

test('this version of Node knows its flags', () => {
  const script = "for (const flag of process.argv.slice(1)) require('node:v8').setFlagsFromString(flag);";
  const run = (flags: readonly string[]): string =>
    spawnSync(process.execPath, ['-e', script, '--', ...flags], { encoding: 'utf8' }).stderr;
  expect(run(['--no-such-flag-of-v8=1'])).toContain('unrecognized flag');
  expect(run(v8FlagsFor(process.versions.node))).toBe('');
});

test('a version of Node that was not measured gets no flags', () => expect(v8FlagsFor('26.0.0')).toEqual([]));

test.each([
  ['20.18.1', /--interrupt-budget=\d{7}/],
  ['22.23.3', /--invocation-count-for-turbofan=\d{5}/],
  ['24.21.0', /--invocation-count-for-maglev=\d{5}/],
])('Node %s starts to optimize later, and does not optimize WebAssembly', (version, later) => {
  const flags = v8FlagsFor(version).join(' ');
  expect(flags).toMatch(later);
  expect(flags).toMatch(/--wasm-tiering-budget=\d{10}/);
});
