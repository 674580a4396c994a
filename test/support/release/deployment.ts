import type { Emulator } from '../../../src/emulator';
import type { BareMachine } from './bare-machine';

/** Expects that init, apply, an empty plan and destroy succeed: the service has the rule, and no policy at the end. */
export async function expectDeployment({ terraform }: BareMachine, emulator: Emulator): Promise<void> {
  const ok = async (...args: string[]): Promise<void> => {
    const { status, stdout, stderr } = await terraform(...args, '-no-color');
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  };
  await ok('init');
  await ok('apply', '-auto-approve');
  expect(emulator.objects('ip_policy_rule')).toEqual([expect.objectContaining({ cidr: '203.0.113.0/24' })]);
  await ok('plan', '-detailed-exitcode');
  await ok('destroy', '-auto-approve');
  expect(emulator.objects('ip_policy')).toEqual([]);
}
