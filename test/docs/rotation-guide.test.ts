/**
 * What the rotation guide promises, with a stack of this file: `unseal` reads the sealed token of a rotated tunnel
 * credential. `day-two-guides.test.ts` runs the guide itself.
 */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TerraformOutput } from 'cdktf';
import { RotatingCredential } from '../../src/constructs';
import type { Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/values/json';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { runInProcess } from '../support/cli/run-in-process';
import { newStack, removeFolders, render } from '../support/constructs/synth';
import { allDocuments } from './documents';

let account: AttachedAccount;
let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ emulator, workspace } = account);
});
afterAll(async () => {
  await account?.close();
  removeFolders();
});

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Deploys a stack with a rotated tunnel credential, and returns the token as its consumer reads it. */
async function deploy(rotation: string): Promise<string> {
  const stack = newStack();
  const credential = new RotatingCredential(stack, 'agents', {
    type: 'tunnel_credential',
    rotation,
    description: 'Agents',
    acl: ['bind:*.example.com'],
    sealedFor: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  });
  new TerraformOutput(stack, 'agents-token', { staticId: true, value: credential.sealedToken });
  const { resource, output } = render(stack) as unknown as { resource: never; output: JsonObject };
  await workspace.configure(resource, { output });
  await workspace.apply();
  const { 'agents-token': sealed } = await workspace.outputs();
  const { stdout, stderr } = await runInProcess(['unseal', '--key', 'key.pem'], {
    cwd: workspace.folder,
    stdin: String(sealed),
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

test('each rotation hands over the token of a new tunnel credential, and keeps the previous one', async () => {
  await writeFile(join(workspace.folder, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const ids: string[] = [];
  for (const rotation of ['first', 'second']) {
    const token = await deploy(rotation);
    // The token of the credential `cr_abc` starts with `abc_`.
    ids.push(`cr_${token.split('_')[0] ?? ''}`);
    const existing = emulator.objects('tunnel_credential').map(({ id }) => String(id));
    expect([rotation, existing.length, ids.slice(-2).every((id) => existing.includes(id))]).toEqual([
      rotation,
      2,
      true,
    ]);
  }
  expect(new Set(ids).size).toBe(2);
  expect(emulator.objects('tunnel_credential')[0]).toMatchObject({ acl: ['bind:*.example.com'] });
  expect(await workspace.changes()).toEqual({});
});

test('commands of documents that write a token to a file leave it unreadable for others', () => {
  const writers = allDocuments()
    .flatMap(({ blocks }) => blocks)
    .filter(({ code }) => /\bunseal\b.*>/.test(code));
  expect(writers.length).toBeGreaterThan(0);
  for (const { code } of writers) expect(code).toMatch(/^umask 077\b[\s\S]*\bunseal\b/m);
});
