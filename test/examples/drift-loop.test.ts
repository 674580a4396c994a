import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testInCi } from '../support/requirements';

const loop = join(__dirname, '../../lib/examples/drift-loop/loop.js');

testInCi(
  'the built example reports drift with its author, reverts it, and has an empty plan',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [loop], {
      env: { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir() },
    });
    expect(stdout).toContain('netingress_ip_policy_rules.rules');
    expect(stdout).toContain('rules["0.0.0.0/0"]: (none) -> allow');
    expect(stdout).toContain('by ann@example.com in the dashboard at ');
    expect(stdout).toContain('apply -target=netingress_ip_policy_rules.rules');
    expect(stdout).toContain('or in code: office/rules: rules["0.0.0.0/0"]: undefined -> {"action":"allow"}');
    expect(stdout.trimEnd().endsWith('Repaired: the plan is empty again.')).toBe(true);
  },
  600_000,
);
