/** The kit, if the download of Terraform or the attachment of the provider fails. */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { ensureTerraform } from '../../src/terraform/ensure-terraform';
import { startIngress } from '../../src/testing';
import { attachEmulator } from '../../src/testing/attach';
import { newFolder, removeFolders } from '../support/constructs/synth';
import { AccessStack } from './stacks';

jest.mock('../../src/testing/attach', () => mocked('../../src/testing/attach', 'attachEmulator'));
jest.mock('../../src/terraform/ensure-terraform', () =>
  mocked('../../src/terraform/ensure-terraform', 'ensureTerraform'),
);

/** The module with a mock in place of one function. The mock calls the function unless a test makes it fail. */
function mocked(path: string, name: string): object {
  const actual = jest.requireActual<Record<string, (...args: unknown[]) => unknown>>(path);
  return { ...actual, [name]: jest.fn(actual[name]) };
}

afterAll(removeFolders);

test('the next deployment retries a failed download', async () => {
  jest.mocked(ensureTerraform).mockRejectedValueOnce(new Error('the download failed'));
  const ingress = await startIngress();
  try {
    await expect(ingress.deploy(new AccessStack())).rejects.toThrow('the download failed');
    expect((await ingress.deploy(new AccessStack())).changes).toMatchObject({
      'netingress_ip_policy.offices': 'create',
    });
  } finally {
    await ingress.close();
  }
});

test('a failed attachment leaves no temporary file', async () => {
  const folder = newFolder();
  const tmpdir = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
  jest.mocked(attachEmulator).mockRejectedValueOnce(new Error('no socket'));
  try {
    await expect(startIngress()).rejects.toThrow('no socket');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    tmpdir.mockRestore();
  }
});
