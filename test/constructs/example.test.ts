import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackage, providerFile } from '../../src/constructs/package';
import { newFolder, removeFolders, runTerraform } from './synth';

jest.mock('../../src/constructs/package', () => ({
  ...jest.requireActual('../../src/constructs/package'),
  findPackage: jest.fn(),
}));

const real = jest.requireActual<typeof import('../../src/constructs/package')>('../../src/constructs/package');
const isBuilt = existsSync(providerFile(real.findPackage()));

/** The package itself once the provider is built, until then one with a placeholder that can only be installed. */
function installPackage(): void {
  if (isBuilt) {
    jest.mocked(findPackage).mockImplementation(real.findPackage);
    return;
  }
  const placeholder = { root: newFolder(), version: '0.0.1' };
  mkdirSync(dirname(providerFile(placeholder)), { recursive: true });
  writeFileSync(providerFile(placeholder), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  jest.mocked(findPackage).mockReturnValue(placeholder);
}

afterEach(removeFolders);

test('the main example declares the seven kinds that access is made of, and Terraform takes what it synthesises', () => {
  installPackage();
  const outdir = newFolder();
  process.env['CDKTF_OUTDIR'] = outdir;
  try {
    jest.isolateModules(() => require('../../examples/all-kinds/main'));
  } finally {
    delete process.env['CDKTF_OUTDIR'];
  }
  const stack = join(outdir, 'stacks', 'access');
  const { resource } = JSON.parse(readFileSync(join(stack, 'cdk.tf.json'), 'utf8')) as { resource: object };
  expect(Object.keys(resource).sort()).toEqual([
    'netingress_agent_ingress',
    'netingress_event_destination',
    'netingress_event_subscription',
    'netingress_ip_policy',
    'netingress_ip_policy_rule',
    'netingress_ip_restriction',
    'netingress_kubernetes_operator',
  ]);
  const lock = readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8');
  expect(runTerraform(stack, ['init', '-no-color', '-backend=false'])).toContain('successfully initialized');
  expect(readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8')).toBe(lock);
  if (isBuilt) expect(runTerraform(stack, ['validate', '-no-color'])).toContain('The configuration is valid');
});
