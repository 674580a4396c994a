import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getKind } from '../../src/model/kinds';
import { fullConfig } from '../support/acceptance/samples';
import { failureOf } from '../support/acceptance/workspace';
import { expectEmptyPlan, testFeature } from '../support/engines/feature';

const { private_key_pem: privateKey = '', ...certificate } = fullConfig(getKind('tls_certificate'), 0, { object: 0 });
const edge = { ...certificate, private_key_pem_wo: privateKey, private_key_pem_wo_version: 1 };
const resources = { netingress_tls_certificate: { edge } };

testFeature('write-only', {
  async works({ emulator, workspace }) {
    await workspace.configure(resources);
    await workspace.apply();
    expect(emulator.objects('tls_certificate')).toHaveLength(1);
    expect(await readFile(join(workspace.folder, 'terraform.tfstate'), 'utf8')).not.toContain('PRIVATE KEY');
    await expectEmptyPlan(workspace);
  },
  async refuses({ emulator, workspace }) {
    await workspace.configure(resources);
    expect(await failureOf(workspace, 'plan', '-no-color')).toContain('expected Terraform 1.11 or OpenTofu 1.11');
    expect(emulator.objects('tls_certificate')).toEqual([]);
  },
});
