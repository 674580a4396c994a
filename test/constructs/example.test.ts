import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackage, providerFile } from '../../src/terraform/npm-package';
import { newFolder, removeFolders, runTerraform } from '../support/constructs/synth';
import { SPEC_KINDS } from '../support/kinds';

jest.mock('../../src/terraform/npm-package', () => ({
  ...jest.requireActual('../../src/terraform/npm-package'),
  findPackage: jest.fn(),
}));

const real = jest.requireActual<typeof import('../../src/terraform/npm-package')>('../../src/terraform/npm-package');
const isBuilt = existsSync(providerFile(real.findPackage()));

/** The package itself if the provider is built; otherwise a package with a placeholder that can only be installed. */
function installPackage(): void {
  if (isBuilt) {
    jest.mocked(findPackage).mockImplementation(real.findPackage);
    return;
  }
  const placeholder = { root: newFolder(), version: '0.0.1', isCheckout: true };
  mkdirSync(dirname(providerFile(placeholder)), { recursive: true });
  writeFileSync(providerFile(placeholder), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  jest.mocked(findPackage).mockReturnValue(placeholder);
}

afterEach(removeFolders);

test('the all-kinds example declares every kind, and Terraform validates its configuration', () => {
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
  expect(Object.keys(resource).sort()).toEqual(SPEC_KINDS.map(({ name }) => `netingress_${name}`).sort());
  const lock = readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8');
  expect(runTerraform(stack, ['init', '-no-color', '-backend=false'])).toContain('successfully initialized');
  expect(readFileSync(join(stack, '.terraform.lock.hcl'), 'utf8')).toBe(lock);
  if (isBuilt) expect(runTerraform(stack, ['validate', '-no-color'])).toContain('The configuration is valid');
});
