import { spawnSync } from 'node:child_process';
import { v8FlagsFor } from '../../../src/plugin/process/v8-flags';

const COMMON = ['--wasm-tiering-budget=1000000000', '--semi-space-growth-factor=1', '--no-parallel-scavenge'];

test.each([
  ['20.18.1', ['--interrupt-budget=4000000', ...COMMON]],
  ['22.23.3', ['--invocation-count-for-turbofan=90000', '--invocation-count-for-osr=15000', ...COMMON]],
  [
    '24.21.0',
    [
      '--invocation-count-for-maglev=12000',
      '--invocation-count-for-maglev-osr=3000',
      '--invocation-count-for-turbofan=1000000',
      '--invocation-count-for-osr=1000000',
      ...COMMON,
    ],
  ],
  ['26.0.0', []],
])('flags of Node %s', (version, flags) => {
  expect(v8FlagsFor(version)).toEqual(flags);
});

test('this version of Node knows its flags', () => {
  const script = "for (const flag of process.argv.slice(1)) require('node:v8').setFlagsFromString(flag);";
  const run = (flags: readonly string[]): string =>
    spawnSync(process.execPath, ['-e', script, '--', ...flags], { encoding: 'utf8' }).stderr;
  expect(run(['--no-such-flag-of-v8=1'])).toContain('unrecognized flag');
  expect(run(v8FlagsFor(process.versions.node))).toBe('');
});
