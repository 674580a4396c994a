/** Each example with patterns: synthesised as it stands, deployed, planned again with nothing to do, destroyed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findPackage, providerFile } from '../../../src/constructs/package';
import { KINDS } from '../../../src/model/kinds';
import { newFolder, removeFolders } from '../synth';
import { type Deployment, openDeployment, synthesiseExample } from './deployment';

jest.setTimeout(60_000);

// The provider is attached, so what is placed beside the stack only has to be there.
jest.mock('../../../src/constructs/package', () => ({
  ...jest.requireActual('../../../src/constructs/package'),
  findPackage: jest.fn(),
}));

let deployment: Deployment;

beforeEach(async () => {
  const placeholder = { root: newFolder(), version: '0.0.1' };
  mkdirSync(dirname(providerFile(placeholder)), { recursive: true });
  writeFileSync(providerFile(placeholder), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  jest.mocked(findPackage).mockReturnValue(placeholder);
  deployment = await openDeployment();
});
afterEach(async () => {
  await deployment.close();
  removeFolders();
});

const examples: readonly (readonly [example: string, stack: string, objects: Readonly<Record<string, number>>])[] = [
  ['office-allow-list', 'office-access', { ip_policy: 2, ip_policy_rule: 5, ip_restriction: 2 }],
  ['agent-ingress-dns', 'agents', { agent_ingress: 1 }],
  ['audit-trail', 'trails', { event_destination: 1, event_subscription: 2 }],
  ['cluster-operator', 'clusters', { kubernetes_operator: 1 }],
];

test.each(examples)(
  '%s is deployed, planned again with nothing to do, and destroyed',
  async (example, stack, objects) => {
    deployment.use(synthesiseExample(example, stack, newFolder()));
    const counts = (): Record<string, number> =>
      Object.fromEntries(
        KINDS.map(({ name }) => [name, deployment.emulator.objects(name).length] as const).filter(
          ([, count]) => count > 0,
        ),
      );
    await deployment.deploy();
    expect(counts()).toEqual(objects);
    expect(await deployment.plan()).toEqual({});
    await deployment.destroy();
    expect(counts()).toEqual({});
  },
);
