import { tmpdir } from 'node:os';
import { describeEnd, run } from '../../src/terraform/run';

test.each([
  ['process.exit(3)', 'ended with status 3'],
  ["process.kill(process.pid, 'SIGKILL')", 'was ended by SIGKILL'],
])('the end of a program that runs %s is described as: %s', async (script, expected) => {
  expect(describeEnd(await run(process.execPath, ['-e', script], { cwd: tmpdir(), env: {} }))).toBe(expected);
});
